"""What moderators decide about a disputed report: it stands, never was, or was somebody else's."""

from collections.abc import Sequence

import discord
from discord import ui

from bot.front.interaction.answering import show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, read_pod
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import label_game
from bot.front.moderation import decision
from bot.front.moderation.confirming import answer, check_pod
from bot.front.moderation.decision import Decision
from bot.front.moderation.override import NOBODY
from bot.front.moderation.preview import Case, begin_decision, make_case, show
from bot.front.pods import why
from bot.front.rendering import controls, story
from bot.front.rendering.escaping import clean_label
from bot.front.server import audit_trail
from bot.rights import MODERATORS
from bot.rules.commands import Confirm, Overrule
from bot.rules.confirmation import find_unconfirmed
from bot.rules.events import Claimed, Corrected, Entered
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod, Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.story import Story, find_losers
from bot.service.live_game import LiveGame
from bot.words import Words

REASON, LOSER, RESPONSIBLE = "reason", "loser", "responsible"
"""The inputs of a modal."""


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
    await ask_about_report(ctx, case, disputed, f"claim:{pod}:{version}:undone")


async def ask_who_is_responsible(ctx: Context, pod: int, version: int) -> None:
    """Ask who is responsible, and why."""
    case, disputed = await _read_dispute(ctx, pod, version)
    await ask_who(ctx, case, disputed, f"claim:{pod}:{version}:ruled")


async def ask_about_report(ctx: Context, case: Case, report: Unconfirmed, custom_id: str) -> None:
    """Ask why a report is to be taken back, in a modal with this custom id."""
    words = await label_game(ctx, check_pod(case.live))
    about = story.render_claimed(report.event, words)
    await ask_why(ctx, custom_id, words.text("button-takeback"), about)


async def ask_who(ctx: Context, case: Case, report: Unconfirmed, custom_id: str) -> None:
    """Ask who is responsible for a reported defeat, and why, in a modal with this custom id."""
    words = await label_game(ctx, check_pod(case.live))
    step = _find_place(case.story, report.claim.version)
    losers = find_losers(case.story, step)
    answerable = dict.fromkeys(
        player
        for loser in losers
        for player in decision.find_others_answerable(case.story, step, loser)
    )
    menus = []
    if len(losers) > 1:
        whose = controls.make_player_options(losers, words)
        menus.append(_make_menu(LOSER, "option-loser", whose, words))
    options = controls.make_player_options(answerable, words)
    menus.append(_make_menu(RESPONSIBLE, "dispute-responsible", options, words, required=False))
    about = story.render_claimed(report.event, words)
    await ask_why(ctx, custom_id, words.text("button-responsible"), about, menus)


async def ask_why(
    ctx: Context,
    custom_id: str,
    title: str,
    about: str,
    menus: Sequence[ui.Label[ui.Modal]] = (),
) -> None:
    """Ask for the reason of a decision `about` something, below what else is asked."""
    modal = ui.Modal(title=clean_label(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    for menu in menus:
        modal.add_item(menu)
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON, max_length=LONGEST_REASON)
    said, about = ctx.text("dispute-reason"), clean_label(about, 100)
    modal.add_item(ui.Label(text=said, description=about, component=reason))
    await show_modal(ctx, modal)


def _make_menu(
    name: str,
    key: str,
    options: Sequence[discord.SelectOption],
    words: Words,
    *,
    required: bool = True,
) -> ui.Label[ui.Modal]:
    """A menu of players; where none is `required`, nothing chosen means nobody."""
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id=name,
        options=list(options),
        required=required,
        min_values=int(required),
        placeholder=None if required else clean_label(words.text("override-choice-nobody"), 150),
    )
    return ui.Label(text=clean_label(words.text(key), 45), component=menu)


# What comes of the decision is shown before it counts


async def weigh_undoing(ctx: Context, pod: int, version: int) -> None:
    """Show what would come of it if the report, or a moderator's decision, never was."""
    await weigh_taking_back(ctx, *await _read_dispute(ctx, pod, version))


async def weigh_taking_back(ctx: Context, case: Case, report: Unconfirmed) -> None:
    """Show what would come of it if what is to be confirmed never was, for the given reason."""
    weighed = begin_decision(ctx, case, ctx.fields.get(REASON, ""))
    if isinstance(report.event, Corrected):  # which stands in no story
        await show(ctx, case, decision.go_back(weighed, case.live.last))
        return
    if isinstance(report.event, Entered):  # all of it
        await show(ctx, case, weighed.with_overrule(Overrule("void", weighed.reason)))
        return
    step = _find_place(case.story, report.claim.version)
    await show(ctx, case, _take_back(case, weighed, step))


async def weigh_ruling(ctx: Context, pod: int, version: int) -> None:
    """Show what would come of it if somebody else, or nobody, was responsible."""
    await weigh_responsible(ctx, *await _read_dispute(ctx, pod, version))


async def weigh_responsible(ctx: Context, case: Case, report: Unconfirmed) -> None:
    """Show what would come of it if whom the modal names was responsible."""
    weighed = begin_decision(ctx, case, ctx.fields.get(REASON, ""))
    step = _find_place(case.story, report.claim.version)
    fields = ctx.fields
    loser = fields.get(LOSER) or next(iter(find_losers(weighed.story, step)), "")
    who = fields.get(RESPONSIBLE, NOBODY)
    ruled = decision.rule_responsible(weighed, step, loser, None if who == NOBODY else who)
    await show(ctx, case, ruled)


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
