"""What an answer about loyalty looks like, and the form with all that a question can say."""

from collections.abc import Iterator

import discord
from discord import ui
from msgspec import Struct

from bot.front.judge.asking import add_era, add_text, make_form
from bot.front.judge.loyalty_notation import LoyaltyNotation, LoyaltyQuestion, make_follow_up
from bot.front.judge.question_names import QuestionNames
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import escape
from bot.judge.loyalty import (
    Activate,
    Activation,
    Cast,
    Casting,
    answer_activation,
    answer_casting,
)
from bot.judge_words.loyalty import LoyaltyWords

_QUESTION = 400  # characters


class Ruling(Struct, frozen=True):
    """One thing that is asked, and its answer."""

    asked: Activate | Cast
    answer: Activation | Casting


def answer_loyalty(question: LoyaltyQuestion) -> Iterator[Ruling]:
    """Give the answer, and of a card that is cast whether its cost may be paid at once."""
    asked = question.asked
    if isinstance(asked, Activate):
        yield Ruling(asked, answer_activation(asked))
        return
    answer = answer_casting(asked)
    yield Ruling(asked, answer)
    follow = make_follow_up(question, answer)
    if follow is not None:
        yield Ruling(follow, answer_activation(follow))


def list_cited(question: LoyaltyQuestion) -> list[str]:
    """Return the rules of all that is asked."""
    rules = (rule for ruling in answer_loyalty(question) for rule in ruling.answer.rules)
    return [*dict.fromkeys(rules)]


def render_loyalty(question: LoyaltyQuestion, names: QuestionNames) -> discord.Embed:
    """Return the question, then for all that is asked whether it may be done, and what follows."""
    lines = [f"-# {_restate(question, names)}"]
    for ruling in answer_loyalty(question):
        words = LoyaltyWords(ruling.asked, names.text, names.write)
        heading, *rest = words.list_lines(ruling.answer)
        lines += [f"{'✅' if ruling.answer.may else '🚫'} **{heading}**", *rest]
    embed = discord.Embed(title=names.text("judge-title-loyalty"), colour=COLOURS["lobby"])
    embed.description = "\n".join(lines)
    return embed


def _restate(question: LoyaltyQuestion, names: QuestionNames) -> str:
    """The question on one line, for those who did not ask it."""
    typed = LoyaltyNotation(names).write(question)
    parts = [typed.permanent, typed.cost, typed.moment, "; ".join(typed.others.splitlines())]
    what = " · ".join(part for part in parts if part)
    asker = names.write(question.asked.by)
    return names.text("judge-restated-loyalty", player=asker, what=escape(what, _QUESTION))


def make_loyalty_form(question: LoyaltyQuestion, token: str, names: QuestionNames) -> ui.Modal:
    """Return the form with all that a question can say, filled in."""
    text, typed = names.text, LoyaltyNotation(names).write(question)
    form = make_form(text("judge-title-loyalty"), f"judge:loyalty:{token}:filled")
    add_text(form, "permanent", typed.permanent, text)
    add_text(form, "cost", typed.cost, text)
    add_text(form, "moment", typed.moment, text)
    add_text(form, "others", typed.others, text, lines=True)
    add_era(form, question.asked.era, text)
    return form
