"""`/judge loyalty`: whether an ability may be activated now, or a planeswalker be cast."""

from discord import ui
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot.front.interaction.answering import edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command, offer, options, read_choice
from bot.front.interaction.routes import Route, on_server
from bot.front.judge.asking import ACCESS, ERAS, JudgeDraft, find_game, find_whom, read_era
from bot.front.judge.buttons import make_draft_buttons
from bot.front.judge.loyalty_notation import (
    PHASES,
    Data,
    LoyaltyNotation,
    LoyaltyQuestion,
    TypedLoyalty,
    build_loyalty,
)
from bot.front.judge.loyalty_view import list_cited, make_loyalty_form, render_loyalty
from bot.front.judge.question_names import (
    OPPONENT,
    WALKER,
    QuestionNames,
    name_again,
    name_in_question,
)
from bot.front.rendering import controls
from bot.judge.loyalty import Phase
from bot.judge.question import Era
from bot.rules.pod import Pod

TURNS = ("own", "other")
"""Whose turn it is, for whoever asks."""


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
    """Answer whether something may be done with a planeswalker now."""
    live = await find_game(ctx)
    by, pod = find_whom(live.pod if live else None, await ctx.find_player())
    names = await name_in_question(ctx, pod, ctx.interaction.user.display_name)
    name = " ".join((card or "").split()) or WALKER
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
    view = _make_view(question, names, ctx.services.drafts.begin(draft))
    await say(ctx, embed=render_loyalty(question, names), view=view)


def _find_turn(said: Choice[str] | None, pod: Pod | None, by: str) -> Data:
    """Return whose turn it is: as was said, else as the pod knows, else their own.

    A turn whose player has just been beaten is nobody's.
    """
    if said is not None:
        return {"active": [by if said.value == "own" else OPPONENT]}
    turn = pod.game.turn if pod is not None and pod.setup.turns else None
    return {"active": [*turn.active]} if turn is not None and turn.active else {}


# What is pressed below an answer


async def say_more(ctx: Context, token: str, draft: LoyaltyDraft) -> None:
    """Open the form with all that a question can say."""
    form = make_loyalty_form(draft.question, token, await name_again(ctx, draft))
    await show_modal(ctx, form)


async def fill_form(ctx: Context, token: str, draft: LoyaltyDraft) -> None:
    """Ask what the form says instead."""
    fields = ctx.fields
    names = await name_again(ctx, draft)
    asked = draft.question.asked
    typed = TypedLoyalty(
        fields.get("permanent", ""),
        fields.get("cost", ""),
        fields.get("moment", ""),
        fields.get("others", ""),
    )
    question = LoyaltyNotation(names).read(typed, asked.by, read_era(ctx, asked.era))
    ctx.services.drafts.keep(token, replace(draft, question=question))
    view = _make_view(question, names, token)
    await edit(ctx, embed=render_loyalty(question, names), view=view)


async def show_everybody(ctx: Context, token: str, draft: LoyaltyDraft) -> None:
    """Post the answer in the channel, in the server's language."""
    names = (await name_again(ctx, draft)).translate(ctx.public_text)
    rules = controls.make_unstored_view(controls.make_rule_buttons(list_cited(draft.question)))
    await say(ctx, embed=render_loyalty(draft.question, names), view=rules, everybody=True)


def _make_view(question: LoyaltyQuestion, names: QuestionNames, token: str) -> ui.View:
    buttons = make_draft_buttons(f"judge:loyalty:{token}", names.text)
    rules = controls.make_rule_buttons(list_cited(question))
    return controls.make_unstored_view([*buttons, *rules])


_LOYALTY = "judge:loyalty:{token}"
ROUTES = (
    Route(f"{_LOYALTY}:more", say_more, ACCESS, draft=LoyaltyDraft),
    Route(f"{_LOYALTY}:filled", fill_form, ACCESS, draft=LoyaltyDraft),
    Route(f"{_LOYALTY}:show", show_everybody, ACCESS, draft=LoyaltyDraft),
)
