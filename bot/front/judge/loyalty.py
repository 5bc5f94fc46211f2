"""`/judge loyalty`: whether an ability can be activated now, or a planeswalker be cast."""

from collections.abc import Iterator

import discord
from discord import ui
from discord.app_commands import Choice, Range
from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.card_names import offer_cards, read_card
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, complete, offer, options, read_choice
from bot.front.interaction.routes import on_server
from bot.front.judge.loyalty_notation import (
    PHASES,
    LoyaltyNotation,
    LoyaltyQuestion,
    TypedLoyalty,
    build_loyalty,
    make_follow_up,
)
from bot.front.judge.notation import OPPONENT, WALKER, Data, QuestionNames
from bot.front.judge.questions import (
    ERAS,
    Deferral,
    JudgeDraft,
    JudgeTopic,
    find_game,
    find_subject,
    make_era_menu,
    name_in_question,
    read_era,
)
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import escape
from bot.judge.loyalty import (
    Activate,
    Activation,
    Cast,
    Casting,
    Phase,
    answer_activation,
    answer_casting,
)
from bot.judge.question import Era
from bot.judge_words import LoyaltyWords
from bot.rules.pod import Pod

_MAX_RESTATED_LENGTH = 400  # characters

TURNS = ("own", "other")
"""Whose turn it can be, seen from the asker."""


class LoyaltyDraft(JudgeDraft, frozen=True):
    """A question about loyalty."""

    question: LoyaltyQuestion


@command("judge-loyalty", on_server(pace="costly"))
@options(
    loyalty="judge-loyalty",
    cost="judge-cost",
    turn="judge-turn",
    phase="judge-phase",
    stack="judge-stack",
    this_turn="judge-this_turn",
    cast="judge-cast",
    card="judge-card",
    era="judge-era",
)
@offer(turn=("judge-turn", TURNS), phase=("judge-word", PHASES), era=("rules-era", ERAS))
@complete(card=offer_cards)
async def ask_loyalty(
    ctx: Context,
    loyalty: Range[int, 0, 999],
    cost: Range[str, 1, 10],
    turn: Choice[str] | None = None,
    phase: Choice[str] | None = None,
    stack: Range[int, 0, 99] = 0,
    this_turn: Range[str, 1, 200] | None = None,
    cast: bool = False,
    card: Range[str, 1, 100] | None = None,
    era: Choice[str] | None = None,
) -> None:
    """Answer whether an ability can be activated now, or a planeswalker be cast."""
    live = await find_game(ctx)
    by, pod = find_subject(live.pod if live else None, await ctx.find_player())
    names = await name_in_question(ctx, pod, ctx.interaction.user.display_name)
    name = read_card(ctx, card).text or WALKER
    thing = {"name": name, "loyalty": loyalty}
    data: Data = {
        "by": by,
        "era": read_choice(Era, era, ctx.settings.rules_era),
        "phase": read_choice(Phase, phase, "main"),
        "stack": stack,
        **({"card": {**thing, "types": [name]}} if cast else {"permanent": thing}),
        **_find_turn(turn, pod, by),
    }
    if this_turn is not None:
        data["this_turn"] = LoyaltyNotation(names).read_happened(this_turn)
    question = build_loyalty(data, cost, this_turn or "", is_cast=cast)
    number = live.number if live is not None and pod is not None else 0
    owner = ctx.interaction.user
    draft = LoyaltyDraft(ctx.place, owner.id, number, owner.display_name, question)
    await TOPIC.ask(ctx, draft, names)


def _find_turn(said: Choice[str] | None, pod: Pod | None, by: str) -> Data:
    """Return the active players: those of the option, else of the pod, else none.

    Without active players it is the asker's turn. A turn whose player has just been beaten has
    none.
    """
    if said is not None:
        return {"active": [by if said.value == "own" else OPPONENT]}
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
    write=_write_form,
    make_menu=lambda ctx, draft: make_era_menu(ctx, draft.question.asked.era),
    read=_read_form,
    answer=_answer_draft,
)
