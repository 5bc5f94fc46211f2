"""Loyalty, asked by `/judge`: may an ability be activated now, or a planeswalker be cast?"""

from collections.abc import Iterator

import discord
from discord import ui
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.context import Context
from bot.front.judge.loyalty_notation import (
    LoyaltyNotation,
    LoyaltyQuestion,
    TypedLoyalty,
    build_loyalty,
    make_follow_up,
)
from bot.front.judge.notation import WALKER, Data, QuestionNames
from bot.front.judge.questions import (
    Deferral,
    JudgeDraft,
    JudgeTopic,
    find_game,
    find_typed_subject,
    make_era_menu,
    name_subject,
    read_era,
)
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
from bot.judge_words import LoyaltyWords
from bot.rules.pod import Pod

_MAX_RESTATED_LENGTH = 400  # characters


class LoyaltyDraft(JudgeDraft, frozen=True, kw_only=True):
    """A question about loyalty."""

    question: LoyaltyQuestion


async def begin_loyalty(ctx: Context, typed: str | None) -> LoyaltyDraft:
    """Return a question of the typed player, or of the asker. Raises `Refusal`."""
    live = await find_game(ctx)
    by, pod = await find_typed_subject(ctx, typed, live.pod if live else None)
    data: Data = {
        "by": by,
        "era": ctx.settings.rules_era,
        "permanent": {"name": WALKER, "loyalty": 1},
        **_find_turn(pod),
    }
    question = build_loyalty(data, "0", "", is_cast=False)
    number = live.number if live is not None and pod is not None else 0
    owner = ctx.interaction.user.id
    called = name_subject(ctx, typed)
    return LoyaltyDraft(ctx.place, owner, number, called, question=question)


def _find_turn(pod: Pod | None) -> Data:
    """Return the active players of the pod; without active players it is the asker's turn.

    A turn whose player has just been beaten has none.
    """
    turn = pod.game.turn if pod is not None and pod.setup.turns else None
    return {"active": [*turn.active]} if turn is not None and turn.active else {}


# The answer


class Ruling(Struct, frozen=True):
    """A part of a question, and its answer."""

    asked: Activate | Cast
    answer: Activation | Casting


class LoyaltyAnswer(Struct, frozen=True):
    """An answer about loyalty."""

    question: LoyaltyQuestion
    names: QuestionNames

    def list_rulings(self) -> Iterator[Ruling]:
        """Yield the answer; for a card to be cast, also whether its cost can be paid at once."""
        asked = self.question.asked
        if isinstance(asked, Activate):
            yield Ruling(asked, answer_activation(asked))
            return
        answer = answer_casting(asked)
        yield Ruling(asked, answer)
        follow = make_follow_up(self.question, answer)
        if follow is not None:
            yield Ruling(follow, answer_activation(follow))

    def render(self) -> discord.Embed:
        """Return the question, then for each ruling the answer and its reasons."""
        lines = [f"-# {self._restate()}"]
        for ruling in self.list_rulings():
            words = LoyaltyWords(ruling.asked, self.names.text, self.names.write)
            heading, *rest = words.list_lines(ruling.answer)
            lines += [f"{'✅' if ruling.answer.may else '🚫'} **{heading}**", *rest]
        title = self.names.text("judge-title-loyalty")
        embed = discord.Embed(title=title, colour=COLOURS["lobby"])
        embed.description = "\n".join(lines)
        return embed

    def _restate(self) -> str:
        """Return the question on one line, for readers who did not ask it."""
        typed = LoyaltyNotation(self.names).write(self.question)
        parts = [typed.permanent, typed.cost, typed.moment, "; ".join(typed.others.splitlines())]
        what = " · ".join(part for part in parts if part)
        asker = self.names.write(self.question.asked.by)
        text = self.names.text
        return text("judge-restated-loyalty", player=asker, what=escape(what, _MAX_RESTATED_LENGTH))

    def list_rules(self) -> list[str]:
        """Return the rules of all rulings."""
        return [rule for ruling in self.list_rulings() for rule in ruling.answer.rules]

    def make_controls(self, _prefix: str) -> tuple[ui.Item[ui.View], ...]:
        """Return no buttons: an answer about loyalty adds none."""
        return ()


async def _answer_draft(
    _ctx: Context, draft: LoyaltyDraft, names: QuestionNames, _deferral: Deferral
) -> LoyaltyAnswer:
    return LoyaltyAnswer(draft.question, names)


# The form


def _write_form(draft: LoyaltyDraft, names: QuestionNames) -> TypedLoyalty:
    return LoyaltyNotation(names).write(draft.question)


def _read_form(
    ctx: Context, draft: LoyaltyDraft, typed: TypedLoyalty, names: QuestionNames
) -> LoyaltyDraft:
    asked = draft.question.asked
    question = LoyaltyNotation(names).read(typed, asked.by, read_era(ctx, asked.era))
    return replace(draft, question=question)


TOPIC = JudgeTopic(
    name="loyalty",
    draft=LoyaltyDraft,
    typed=TypedLoyalty,
    lines=("others",),
    blank=("permanent", "cost"),
    begin=begin_loyalty,
    write=_write_form,
    make_menu=lambda ctx, draft: make_era_menu(ctx, draft.question.asked.era),
    read=_read_form,
    answer=_answer_draft,
)
