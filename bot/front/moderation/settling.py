"""What moderators decide about a disputed report: it stands, never was, or was somebody else's."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, read_pod
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import label_game
from bot.front.moderation import decision
from bot.front.moderation.confirming import answer, check_pod
from bot.front.moderation.decision import Decision
from bot.front.moderation.options import NOBODY
from bot.front.moderation.weighing import Case, begin_decision, make_case, show
from bot.front.pods import why
from bot.front.rendering import controls, story
from bot.front.rendering.escaping import clean_label
from bot.front.server import audit_trail
from bot.rights import MODERATORS
from bot.rules.commands import Confirm
from bot.rules.confirmation import find_unconfirmed
from bot.rules.events import Claimed, Corrected
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import Story, find_losers
from bot.rules.unconfirmed import Unconfirmed
from bot.service.live_game import LiveGame
from bot.words import Words

REASON, LOSER, RESPONSIBLE = "reason", "loser", "responsible"
"""The inputs of a modal."""

_MOST = 25  # options of one menu, Discord's limit


async def let_stand(ctx: Context, pod: int, version: int) -> None:
    """Let a disputed report count: as a moderator, or as who disputed it and thinks again."""

    def ask(me: Player, live: LiveGame) -> Confirm:
        _find_disputed(check_pod(live), version)
        return Confirm((version,), me)

    done = await do(ctx, ask, pod, earlier=True)
    await answer(ctx, done, "done-stands")
    await audit_trail.post_decision(ctx, done)


async def explain(ctx: Context, pod: int, version: int) -> None:
    """Show the facts and rules behind what is disputed."""
    found = await read_pod(ctx, pod)
    disputed = _find_disputed(check_pod(found.live), version)
    await why.explain_reports(ctx, found, getattr(disputed.event, "reports", ()))


# The modals: why, and perhaps who is responsible


async def ask_why_undone(ctx: Context, pod: int, version: int) -> None:
    """Ask why the report is to be taken back."""
    case, disputed = await _read_dispute(ctx, pod, version)
    words = await label_game(ctx, check_pod(case.live))
    modal = ui.Modal(
        title=clean_label(words.text("button-takeback"), 45),
        custom_id=f"claim:{pod}:{version}:undone",
    )
    await _send_modal(ctx, modal, disputed, words)


async def ask_who_is_responsible(ctx: Context, pod: int, version: int) -> None:
    """Ask who is responsible, and why."""
    case, disputed = await _read_dispute(ctx, pod, version)
    words = await label_game(ctx, check_pod(case.live))
    modal = ui.Modal(
        title=clean_label(words.text("button-responsible"), 45),
        custom_id=f"claim:{pod}:{version}:ruled",
    )
    step = _find_place(case.story, version)
    losers = find_losers(case.story, step)
    answerable = dict.fromkeys(
        player
        for loser in losers
        for player in decision.find_others_answerable(case.story, step, loser)
    )
    if len(losers) > 1:
        modal.add_item(
            _make_menu(LOSER, "option-loser", controls.make_player_options(losers, words), words)
        )
    nobody = discord.SelectOption(label=words.text("override-choice-nobody"), value=NOBODY)
    options = [*controls.make_player_options(answerable, words), nobody]
    modal.add_item(_make_menu(RESPONSIBLE, "dispute-responsible", options, words))
    await _send_modal(ctx, modal, disputed, words)


async def _send_modal(ctx: Context, modal: ui.Modal, disputed: Unconfirmed, words: Words) -> None:
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON, max_length=LONGEST_REASON)
    about = clean_label(story.render_claimed(disputed.event, words), 100)
    modal.add_item(ui.Label(text=words.text("dispute-reason"), description=about, component=reason))
    await ctx.interaction.response.send_modal(modal)


def _make_menu(
    name: str, key: str, options: Sequence[discord.SelectOption], words: Words
) -> ui.Label[ui.Modal]:
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id=name, options=list(options[:_MOST]), required=True
    )
    return ui.Label(text=clean_label(words.text(key), 45), component=menu)


# What comes of the decision is shown before it counts


async def weigh_undoing(ctx: Context, pod: int, version: int) -> None:
    """Show what would come of it if the report, or a moderator's decision, never was."""
    case, weighed, disputed = await _begin(ctx, pod, version)
    if isinstance(disputed.event, Corrected):  # which stands in no story
        await show(ctx, case, decision.go_back(weighed, case.live.last))
        return
    step = _find_place(case.story, version)
    await show(ctx, case, _take_back(case, weighed, step))


async def weigh_ruling(ctx: Context, pod: int, version: int) -> None:
    """Show what would come of it if somebody else, or nobody, was responsible."""
    case, weighed, _ = await _begin(ctx, pod, version)
    step = _find_place(case.story, version)
    fields = ctx.fields
    loser = fields.get(LOSER) or next(iter(find_losers(weighed.story, step)), "")
    who = fields.get(RESPONSIBLE, NOBODY)
    ruled = decision.rule_responsible(weighed, step, loser, None if who == NOBODY else who)
    await show(ctx, case, ruled)


async def _begin(ctx: Context, pod: int, version: int) -> tuple[Case, Decision, Unconfirmed]:
    case, disputed = await _read_dispute(ctx, pod, version)
    return case, begin_decision(ctx, case, ctx.fields.get(REASON, "")), disputed


async def _read_dispute(ctx: Context, pod: int, version: int) -> tuple[Case, Unconfirmed]:
    """Read the pod of a disputed report. Raises `Refusal` once that is settled."""
    case = make_case(await read_pod(ctx, pod))
    return case, _find_disputed(check_pod(case.live), version)


def _take_back(case: Case, weighed: Decision, step: int) -> Decision:
    """Return the decision that the report never was.

    An earlier pod, which cannot go on, ends there without a result.
    """
    weighed = decision.take_out(weighed, step)
    return weighed if case.current.number == weighed.number else decision.end_pod(weighed)


def _find_disputed(pod: Pod, version: int) -> Unconfirmed:
    """Return the report that is disputed. Raises `Refusal` once that is settled."""
    found = find_unconfirmed(pod, version)
    if found is None or not found.claim.disputed:
        raise Refusal("dispute-settled")
    return found


def _find_place(story: Story, version: int) -> int:
    """Return where in the story the report is. Raises `Refusal` if it is there no more."""
    for at, event in enumerate(story):
        claim = event.claim if isinstance(event, Claimed) else None
        if claim is not None and claim.version == version:
            return at
    raise Refusal("dispute-settled")


_CLAIM = "claim:{pod:int}:{version:int}"
ROUTES = (
    Route(f"{_CLAIM}:stands", let_stand, on_board(Confirm)),
    Route(f"{_CLAIM}:takeback", ask_why_undone, on_board(MODERATORS)),
    Route(f"{_CLAIM}:responsible", ask_who_is_responsible, on_board(MODERATORS)),
    Route(f"{_CLAIM}:undone", weigh_undoing, on_board(MODERATORS, pace="costly")),
    Route(f"{_CLAIM}:ruled", weigh_ruling, on_board(MODERATORS, pace="costly")),
    Route(f"{_CLAIM}:why", explain, on_board(pace="costly")),
)
