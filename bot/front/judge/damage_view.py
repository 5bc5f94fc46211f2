"""What an answer about damage looks like: outcomes ten at a time, and what can be pressed."""

from collections.abc import Iterator, Sequence

import discord
from discord import ui
from msgspec import Struct

from bot.front.judge.asking import add_era, add_text, make_form
from bot.front.judge.buttons import make_draft_buttons, make_happened_button
from bot.front.judge.damage_notation import DamageNotation
from bot.front.judge.outcome_verdicts import WhatFollows
from bot.front.judge.question_names import QuestionNames
from bot.front.rendering import controls
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import clean_label, escape
from bot.judge.outcomes import Outcome
from bot.judge.question import DamageQuestion
from bot.judge_words.damage import DamageWords
from bot.judge_words.sentences import Sentences, put_rule_first
from bot.judge_worker.messages import Found

PAGE = 10
"""Outcomes that are shown at once."""

_RULES = 15  # three rows of buttons
_QUESTION = 400  # characters


class AnsweredDamage(Struct, frozen=True):
    """A question with its answer; `follows` is for each outcome what would come of the defeat."""

    question: DamageQuestion
    found: Found
    names: QuestionNames
    follows: tuple[WhatFollows | None, ...]

    @property
    def last_page(self) -> int:
        """The number of the last page, from 0."""
        return max(len(self.found.outcomes) - 1, 0) // PAGE

    def list_page(self, page: int) -> list[tuple[int, Outcome]]:
        """Return the outcomes of a page, with their places among all, from 0."""
        listed = [*enumerate(self.found.outcomes)]
        return listed[page * PAGE : (page + 1) * PAGE]


def render_answer(answered: AnsweredDamage, page: int = 0) -> discord.Embed:
    """Return the question, a page of its outcomes, and what follows from all of them."""
    answer, text = answered.found.answer, answered.names.text
    words = DamageWords(answered.question, answer, text, answered.names.write)
    top = [
        f"-# {_restate(answered)}",
        f"**{text('judge-outcomes', era=text(f'judge-era-{answer.era}'), count=answer.count)}**",
        *(put_rule_first(each.rule, words.explain(each)) for each in answer.impossible),
        *words.tell_forced(),
    ]
    blocks = [_render_outcome(answered, words, *each) for each in answered.list_page(page)]
    hidden = answer.count - len(answered.found.outcomes)
    more = [text("judge-more", count=hidden)] if hidden and page == answered.last_page else []
    bottom = [*more, *words.tell_powers(), *_compare_eras(answered)]
    embed = discord.Embed(title=text("judge-title-damage"), colour=COLOURS["lobby"])
    embed.description = "\n".join([*top, *blocks, *bottom])
    return embed


def _restate(answered: AnsweredDamage) -> str:
    """The question on one line, for those who did not ask it."""
    names, question = answered.names, answered.question
    typed = DamageNotation(names).write(question)
    parts = [typed.sources, typed.planeswalkers, typed.effects]
    said = " · ".join("; ".join(part.splitlines()) for part in parts if part)
    player, you = names.write(question.player), escape(typed.you)
    return names.text("judge-restated", player=player, you=you, what=escape(said, _QUESTION))


def _render_outcome(
    answered: AnsweredDamage, words: DamageWords, place: int, outcome: Outcome
) -> str:
    follows = answered.follows[place]
    deadly = "💀 " if outcome.defeated else ""
    number = f"{place + 1}." if place < len(answered.found.answer.outcomes) else "…"
    line = f"**{number}** {deadly}{words.tell_outcome(outcome)}"
    return line if follows is None else f"{line}\n↳ {follows.told}"


def _compare_eras(answered: AnsweredDamage) -> Iterator[str]:
    found, say = answered.found, Sentences(answered.names.text, answered.names.write)
    if found.differs is None:
        yield answered.names.text("judge-otherwise-unknown")
    elif found.differs:
        yield f"📖 {say.name_other_era(found.answer.era)}"


def list_cited(answered: AnsweredDamage) -> list[str]:
    """Return the rules of the answer, then those of the verdicts."""
    verdicts = [rule for each in answered.follows if each is not None for rule in each.rules]
    return [*dict.fromkeys([*answered.found.answer.rules, *verdicts])][:_RULES]


def make_answer_view(answered: AnsweredDamage, token: str, page: int, *, reports: bool) -> ui.View:
    """Return what whoever asked can press; with `reports` what happened can be reported."""
    text, prefix = answered.names.text, f"judge:damage:{token}"
    items: list[ui.Item[ui.View]] = [*make_draft_buttons(prefix, text)]
    deadly = [each for each in answered.list_page(page) if each[1].defeated] if reports else []
    if len(deadly) == 1:
        items.append(make_happened_button(f"{prefix}:happened:{deadly[0][0]}", text))
    if answered.last_page:
        items += controls.make_page_buttons(f"{prefix}:page", page, answered.last_page)
    if len(deadly) > 1:
        items.append(_make_happened_menu(answered, f"{prefix}:which", deadly))
    items += controls.make_rule_buttons(list_cited(answered))
    return controls.make_unstored_view(items)


def _make_happened_menu(
    answered: AnsweredDamage, custom_id: str, deadly: Sequence[tuple[int, Outcome]]
) -> ui.Select[ui.View]:
    """Return the menu that opens the report of one of several deadly outcomes."""
    names = answered.names
    words = DamageWords(answered.question, answered.found.answer, names.text, names.label)
    options = [
        discord.SelectOption(
            label=clean_label(f"{place + 1}. {words.tell_outcome(outcome)}", 100), value=str(place)
        )
        for place, outcome in deadly
    ]
    placeholder = clean_label(names.text("judge-which"), 150)
    return ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def make_damage_form(question: DamageQuestion, token: str, names: QuestionNames) -> ui.Modal:
    """Return the form with all that a question can say, filled in."""
    text, typed = names.text, DamageNotation(names).write(question)
    form = make_form(text("judge-title-damage"), f"judge:damage:{token}:filled")
    add_text(form, "sources", typed.sources, text, lines=True)
    add_text(form, "you", typed.you, text)
    add_text(form, "planeswalkers", typed.planeswalkers, text)
    add_text(form, "effects", typed.effects, text, lines=True)
    add_era(form, question.era, text)
    return form
