"""Decisions of moderators by a button: an act on a target, below a board or on the desk.

The targets are reports, pods and the ends of duels. Acts that change the story of a pod show a
preview first, after a modal has asked for the reason. An act on a target that was settled meanwhile
is refused.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import discord
from discord import ui

from bot import rights, seating
from bot.front.interaction.answering import confirm as say_done
from bot.front.interaction.answering import say, show_modal
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.inputs import parse_number
from bot.front.interaction.picking import MAX_CHOICES
from bot.front.interaction.pods import read_pod
from bot.front.interaction.routes import Handler, Route, on_board, on_past_pod
from bot.front.interaction.wording import label_game, speak_of_duel
from bot.front.joust.ending import say_undone
from bot.front.moderation import decision
from bot.front.moderation.confirming import render_answer
from bot.front.moderation.decision import Decision
from bot.front.moderation.desk import show_page
from bot.front.moderation.override import NOBODY
from bot.front.moderation.preview import begin_decision, show_preview
from bot.front.moderation.targets import (
    Case,
    DuelTarget,
    ReportTarget,
    Target,
    check_pod,
)
from bot.front.pods import why
from bot.front.rendering import controls, story
from bot.front.rendering.escaping import clean_label
from bot.front.server import audit_trail
from bot.joust.disputes import UpholdDuel
from bot.joust.proposals import UndoStep
from bot.rules.confirmation import Confirm, make_confirmation
from bot.rules.entering import Entered
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON, Overrule
from bot.rules.pod import Claimable, Story, Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.rights import MODERATORS
from bot.rules.story import Corrected, find_losers, find_reports
from bot.service.live_game import LiveGame, Place
from bot.storage.tables.dismissals import DISMISSED
from bot.words import Words

T = TypeVar("T", bound=Target)

# Inputs of the modals
REASON_FIELD = "reason"
LOSER_FIELD = "loser"
RESPONSIBLE_FIELD = "responsible"


# Letting stand


async def let_stand(ctx: Context, target: ReportTarget) -> None:
    """Let a disputed report count, or confirm one on the desk that nobody disputes.

    Below a board, the player who disputed the report may do so, too.
    """

    def make_command(me: Player, live: LiveGame) -> Confirm:
        pod = check_pod(live)
        if target.find_report(pod).claim.disputed:
            return Confirm((target.version,), me)
        return make_confirmation(pod, target.version, me, moderates=True)

    done = await target.do(ctx, make_command)
    stands = target.page is None or getattr(done.recorded.event, "stands", False)
    said = await render_answer(ctx, done, "done-stands" if stands else "done-confirm")
    await _answer(ctx, target, said)


async def uphold_duel(ctx: Context, target: DuelTarget) -> None:
    """Let the disputed end of a duel count.

    Below a board, the player who disputed the end may do so, too.
    """

    def make_command(me: Player, live: LiveGame) -> UpholdDuel:
        if target.page is not None:
            target.check_contested(live)
        return UpholdDuel(me)

    done = await target.do(ctx, make_command)
    words = await speak_of_duel(ctx, done.duel)
    await _answer(ctx, target, words.text("done-stands", what=words.text("joust-end")))


async def _answer(ctx: Context, target: Target, said: str) -> None:
    """Answer below the board; on the desk, show the page as it is now below the answer."""
    if target.page is None:
        await say_done(ctx, said)
    else:
        await show_page(ctx, target.page, said)


async def explain(ctx: Context, target: ReportTarget) -> None:
    """Show the facts and rules behind a disputed report."""
    found = await read_pod(ctx, target.number)
    disputed = target.find_report(check_pod(found.live))
    await why.explain_reports(ctx, found, getattr(disputed.event, "reports", ()))


# Taking back


async def ask_why_undone(ctx: Context, target: ReportTarget | DuelTarget) -> None:
    """Ask why a report, or the end of a duel, is to be taken back."""
    if isinstance(target, DuelTarget):
        target.check_reopenable(await target.find(ctx))
        about = "" if target.page is None else ctx.text("joust-end")
        title = "takeback"
    else:
        case = await target.read(ctx)
        report = target.find_report(case.pod)
        about = story.render_claimed(report.event, await label_game(ctx, case.pod))
        title = controls.name_act("takeback", report)
    await _ask_why(ctx, target.make_id("undone"), ctx.text(f"button-{title}"), about)


async def preview_undoing(ctx: Context, target: ReportTarget) -> None:
    """Show what the pod would be without a report."""
    case = await target.read(ctx)
    report = target.find_report(case.pod)
    await show_preview(ctx, case, _take_back(case, report, _begin_decision(ctx, case)))


def _take_back(case: Case, report: Unconfirmed, begun: Decision) -> Decision:
    """Return the decision that takes a report back.

    A correction is undone, a game that was entered is void as a whole, and an end that was taken
    back is restored. An earlier pod, which cannot go on, ends without a result.
    """
    if report.takes_away:
        return decision.restore_end(begun, case.find_ended_story(report.claim.version))
    if isinstance(report.event, Corrected):  # no step of the story
        return decision.undo_correction(begun, case.live)
    if isinstance(report.event, Entered):
        return begun.with_overrule(Overrule("void", begun.reason))
    taken = decision.remove_report(begun, _find_step(case.story, report.claim.version))
    return taken if case.current.number == taken.number else decision.end_pod(taken)


async def reopen_duel(ctx: Context, target: DuelTarget) -> None:
    """Take the end of a duel back, so that the duel goes on."""
    reason = _read_reason(ctx)
    if not reason:
        raise Refusal("reason", most=LONGEST_REASON)

    def make_command(_: Player, live: LiveGame) -> UndoStep:
        target.check_reopenable(live)
        return UndoStep(seating.make_secret(), reason)

    done = await target.do(ctx, make_command)
    await say_undone(ctx, done)


# Ruling who is responsible


async def ask_who_is_responsible(ctx: Context, target: ReportTarget) -> None:
    """Ask who is responsible for a reported defeat, and why."""
    case = await target.read(ctx)
    report = target.find_report(case.pod)
    words = await label_game(ctx, case.pod)
    step = _find_step(case.story, report.claim.version)
    losers = find_losers(case.story, step)
    answerable = dict.fromkeys(
        player
        for loser in losers
        for player in decision.find_others_answerable(case.story, step, loser)
    )
    menus = []
    if len(losers) > 1:
        whose = controls.make_player_options(losers, words)
        menus.append(_make_player_menu(LOSER_FIELD, "option-loser", whose, words))
    options = controls.make_player_options(answerable, words)
    menus.append(
        _make_player_menu(RESPONSIBLE_FIELD, "dispute-responsible", options, words, required=False)
    )
    about = story.render_claimed(report.event, words)
    title = words.text("button-responsible")
    await _ask_why(ctx, target.make_id("ruled"), title, about, menus)


async def preview_ruling(ctx: Context, target: ReportTarget) -> None:
    """Show what the pod would be with the responsible player whom the modal names."""
    case = await target.read(ctx)
    report = target.find_report(case.pod)
    step = _find_step(case.story, report.claim.version)
    fields = ctx.fields
    loser = fields.get(LOSER_FIELD) or next(iter(find_losers(case.story, step)), "")
    who = fields.get(RESPONSIBLE_FIELD, NOBODY)
    responsible = None if who == NOBODY else who
    begun = _begin_decision(ctx, case)
    await show_preview(ctx, case, decision.rule_responsible(begun, step, loser, responsible))


def _make_player_menu(
    name: str,
    key: str,
    options: Sequence[discord.SelectOption],
    words: Words,
    *,
    required: bool = True,
) -> ui.Label[ui.Modal]:
    """Return a menu of players; unless it is `required`, nothing chosen means nobody."""
    menu: ui.Select[ui.Modal] = ui.Select(
        custom_id=name,
        options=list(options),
        required=required,
        min_values=int(required),
        placeholder=None if required else clean_label(words.text("override-choice-nobody"), 150),
    )
    return ui.Label(text=clean_label(words.text(key), 45), component=menu)


def _find_step(story: Story, version: int) -> int:
    """Return a report's place in the story. Raises `Refusal` if it is no longer there."""
    for at, event in enumerate(story):
        claim = event.claim if isinstance(event, Claimable) else None
        if claim is not None and claim.version == version:
            return at
    raise Refusal("dispute-settled")


# Voiding a pod, and correcting a pod that is over


async def ask_why_void(ctx: Context, target: Target) -> None:
    """Ask why a pod is to be void."""
    pod = (await target.read(ctx)).pod
    words = await label_game(ctx, pod)
    title = pod.setup.title or words.name_variant(pod.setup.variant)
    await _ask_why(ctx, target.make_id("voided"), ctx.text("button-void"), title)


async def preview_voiding(ctx: Context, target: Target) -> None:
    """Show what the pod would be without its result."""
    case = await target.read(ctx)
    begun = _begin_decision(ctx, case)
    await show_preview(ctx, case, begun.with_overrule(Overrule("void", begun.reason)))


async def list_reports(ctx: Context, target: Target) -> None:
    """Offer the reports of a pod in a menu, newest first."""
    case = await target.read(ctx)
    words = await label_game(ctx, case.pod)
    steps = list(reversed([*enumerate(find_reports(case.story), 1)]))[:MAX_CHOICES]
    if not steps:
        raise Refusal("no-report", "step")
    options = [
        discord.SelectOption(
            label=clean_label(f"{at}. {story.label_step(case.story[step], words)}", 100),
            value=str(step),
        )
        for at, step in steps
    ]
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.text("desk-which"), 150),
        options=options,
        custom_id=target.make_id("which"),
    )
    await say(ctx, ctx.text("desk-which"), view=controls.make_unstored_view([menu]))


async def ask_why_corrected(
    ctx: Context, page: int, channel: int, number: int, picked: int
) -> None:
    """Ask why the report at step `picked` of the story is to be corrected."""
    target = Target(place=Place(ctx.place.guild, channel), number=number, page=page)
    case = await target.read(ctx)
    decision.check_step(case.story, picked)
    words = await label_game(ctx, case.pod)
    about = story.label_step(case.story[picked], words)
    await _ask_why(ctx, target.make_id(f"corrected:{picked}"), ctx.text("button-correct"), about)


async def preview_correcting(ctx: Context, page: int, channel: int, number: int, step: int) -> None:
    """Show what the pod would be without a report; the preview can put another in its place."""
    target = Target(place=Place(ctx.place.guild, channel), number=number, page=page)
    case = await target.read(ctx)
    await show_preview(ctx, case, decision.remove_report(_begin_decision(ctx, case), step))


# On the desk alone


async def dismiss(ctx: Context, target: Target) -> None:
    """Remove a game from the desk for good."""
    place = target.place
    game = (await target.find(ctx)).game
    asker = await find_asker(ctx)
    rights.check_bar(game, asker)
    details: dict[str, object] = {"channel": place.channel, "number": target.number}
    if game is not None and asker.player in game.players:
        details["plays"] = True
    entry = await audit_trail.compose_entry(ctx, DISMISSED, details)
    by = await ctx.find_person()
    if await ctx.services.dismissals.dismiss(entry, by, place.channel, target.number):
        await audit_trail.post(ctx, entry)
    await _answer(ctx, target, f"✅ {ctx.text('done-dismiss')}")


async def bring_board(ctx: Context, target: Target) -> None:
    """Move the board of a game to the end of its channel."""
    ctx.services.keeper.mark(await target.find(ctx), moves=True)
    channel = f"<#{target.place.channel}>"
    await _answer(ctx, target, ctx.text("done-unsettled", channel=channel))


# The reason


async def _ask_why(
    ctx: Context,
    custom_id: str,
    title: str,
    about: str,
    menus: Sequence[ui.Label[ui.Modal]] = (),
) -> None:
    """Open a modal with `menus`, and below them the input for the reason.

    `about` names what is decided; an empty string leaves that out.
    """
    modal = ui.Modal(title=clean_label(title, 45), custom_id=custom_id)
    modal.stop()  # nobody waits for it: its answer comes back by its custom id
    for menu in menus:
        modal.add_item(menu)
    reason: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=REASON_FIELD, max_length=LONGEST_REASON)
    label = ctx.text("dispute-reason")
    described = clean_label(about, 100) if about else None
    modal.add_item(ui.Label(text=label, description=described, component=reason))
    await show_modal(ctx, modal)


def _read_reason(ctx: Context) -> str:
    return " ".join(ctx.fields.get(REASON_FIELD, "").split())


def _begin_decision(ctx: Context, case: Case) -> Decision:
    return begin_decision(ctx, case, _read_reason(ctx))


# Routes


def _with_target(kind: type[T], act: Callable[[Context, T], Awaitable[None]]) -> Handler:
    """Return a handler that makes a target of this kind from the places of its route's pattern.

    Without a `channel` the button stands below the board, in the channel where it was pressed.
    """

    async def press(ctx: Context, channel: int | None = None, **places: int) -> None:
        place = ctx.place if channel is None else Place(ctx.place.guild, channel)
        await act(ctx, kind(place=place, **places))

    return press


_REPORT_PATTERN = "claim:{number:int}:{version:int}"
_DUEL_PATTERN = "joust:{number:int}"
_DESK_PATTERN = "desk:{page:int}:{channel:id}:{number:int}"
_BOARD_ACCESS = on_board(MODERATORS)
_DESK_ACCESS = on_past_pod(MODERATORS)
_COSTLY_DESK_ACCESS = on_past_pod(MODERATORS, pace="costly")
_COSTLY_BOARD_ACCESS = on_board(MODERATORS, pace="costly")

ROUTES = (
    Route(f"{_REPORT_PATTERN}:stands", _with_target(ReportTarget, let_stand), on_board(Confirm)),
    Route(f"{_REPORT_PATTERN}:takeback", _with_target(ReportTarget, ask_why_undone), _BOARD_ACCESS),
    Route(
        f"{_REPORT_PATTERN}:responsible",
        _with_target(ReportTarget, ask_who_is_responsible),
        _BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:undone",
        _with_target(ReportTarget, preview_undoing),
        _COSTLY_BOARD_ACCESS,
    ),
    Route(
        f"{_REPORT_PATTERN}:ruled", _with_target(ReportTarget, preview_ruling), _COSTLY_BOARD_ACCESS
    ),
    Route(f"{_REPORT_PATTERN}:why", _with_target(ReportTarget, explain), on_board(pace="costly")),
    Route(f"{_DUEL_PATTERN}:stands", _with_target(DuelTarget, uphold_duel), on_board(UpholdDuel)),
    Route(f"{_DUEL_PATTERN}:takeback", _with_target(DuelTarget, ask_why_undone), _BOARD_ACCESS),
    Route(f"{_DUEL_PATTERN}:undone", _with_target(DuelTarget, reopen_duel), _BOARD_ACCESS),
    Route(
        f"{_DESK_PATTERN}:confirm:{{version:int}}",
        _with_target(ReportTarget, let_stand),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:stands:{{version:int}}",
        _with_target(ReportTarget, let_stand),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:takeback:{{version:int}}",
        _with_target(ReportTarget, ask_why_undone),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:undone:{{version:int}}",
        _with_target(ReportTarget, preview_undoing),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:responsible:{{version:int}}",
        _with_target(ReportTarget, ask_who_is_responsible),
        _DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:ruled:{{version:int}}",
        _with_target(ReportTarget, preview_ruling),
        _COSTLY_DESK_ACCESS,
    ),
    Route(
        f"{_DESK_PATTERN}:stands",
        _with_target(DuelTarget, uphold_duel),
        _DESK_ACCESS,
        "desk:upheld",
    ),
    Route(
        f"{_DESK_PATTERN}:takeback",
        _with_target(DuelTarget, ask_why_undone),
        _DESK_ACCESS,
        "desk:reopen",
    ),
    Route(f"{_DESK_PATTERN}:reopened", _with_target(DuelTarget, reopen_duel), _COSTLY_DESK_ACCESS),
    Route(f"{_DESK_PATTERN}:void", _with_target(Target, ask_why_void), _DESK_ACCESS),
    Route(f"{_DESK_PATTERN}:voided", _with_target(Target, preview_voiding), _COSTLY_DESK_ACCESS),
    Route(f"{_DESK_PATTERN}:correct", _with_target(Target, list_reports), _COSTLY_DESK_ACCESS),
    Route(f"{_DESK_PATTERN}:which", ask_why_corrected, _DESK_ACCESS, picked=parse_number),
    Route(f"{_DESK_PATTERN}:corrected:{{step:int}}", preview_correcting, _COSTLY_DESK_ACCESS),
    Route(f"{_DESK_PATTERN}:dismiss", _with_target(Target, dismiss), _DESK_ACCESS),
    Route(f"{_DESK_PATTERN}:here", _with_target(Target, bring_board), _COSTLY_DESK_ACCESS),
)
