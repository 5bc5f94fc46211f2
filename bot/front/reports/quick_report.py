"""Quick reports: a modal, a command or a name's menu for the usual defeat, and a way to correct it.

Anything unusual opens the form, filled in with what was written.
"""

from typing import get_args

import discord
from discord.app_commands import Choice, Range
from msgspec.structs import replace

from bot import rights
from bot.front.interaction.answering import confirm, edit, show_modal
from bot.front.interaction.context import Context, identify
from bot.front.interaction.declaring import (
    command,
    complete,
    context_menu,
    offer,
    options,
    read_choice,
)
from bot.front.interaction.picking import Picked, find_player, offer_cards, offer_players, read_card
from bot.front.interaction.pods import do, find_pod, make_ask, make_request
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game
from bot.front.rendering.confirmation import render_done
from bot.front.rendering.names import name_players
from bot.front.reports.form import (
    change_to_form,
    check_reporting,
    keep_in_form,
    open_form_on,
)
from bot.front.reports.form_view import find_reportable
from bot.front.reports.near_miss import make_answer_view, name_first_unknown
from bot.front.reports.report_draft import MAX_CARD_LENGTH, DefeatEntry, Part, make_entry
from bot.front.reports.report_modal import make_report_modal, read_modal, suggest_loser
from bot.rules.decide import decide
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat, Defeated
from bot.rules.teams import find_master
from bot.rules.totals import find_life
from bot.rules.undoing import Undo, Undone
from bot.service.live_game import LiveGame
from bot.service.requests import Ask, Done, Moved
from bot.storage.engine.errors import StorageError

# The modal


async def open_modal(ctx: Context, number: int) -> None:
    """Open the modal for a defeat in pod `number`."""
    await _open_modal_on(ctx, await find_pod(ctx, number), DefeatEntry())


async def _open_modal_on(
    ctx: Context, live: LiveGame, entry: DefeatEntry, *, asks_cause: bool = False
) -> None:
    pod, me = await check_reporting(ctx, live)
    known = suggest_loser(pod, entry, me)
    labels = await label_game(ctx, pod)
    modal = make_report_modal(live.number, live.played, pod, known, labels, asks_cause=asks_cause)
    await show_modal(ctx, modal)


async def take_modal(ctx: Context, number: int, seen: int) -> None:
    """Report the modal's defeat if it is plain and the pod has not changed since version `seen`.

    Otherwise open the form, filled in with the modal's fields.
    """
    live = await find_pod(ctx, number)
    filled = read_modal(ctx.fields, lambda typed: read_card(ctx, typed))
    pod = live.pod
    assert pod is not None
    rights.check_player(pod, await ctx.find_player())
    if not find_reportable(pod):
        raise Refusal(pod.state)
    if len(filled.entry.parts[0].object or "") > MAX_CARD_LENGTH:
        raise Refusal("too-long", most=MAX_CARD_LENGTH)
    report = None if filled.more else _make_plain_report(live.facts, filled.entry)
    if report is None or not _is_possible(pod, report):
        return await keep_in_form(ctx, live, filled.entry, moved=live.played != seen)
    try:
        done = await _report(ctx, live, report, seen)
    except StorageError:
        await keep_in_form(ctx, live, filled.entry)
        raise
    if isinstance(done, Moved):
        return await keep_in_form(ctx, done.live, filled.entry, moved=True)
    await _answer_report(ctx, done)


def _is_possible(pod: Pod, report: Report) -> bool:
    try:
        decide(pod, Defeat((report,)))
    except Refusal:
        return False
    return True


# The command, and the context menus of a member


@command("defeat", on_pod(Defeat))
@options(loser="loser", controller="controller", cause="cause", card="card")
@offer(cause=("cause", get_args(Cause)))
@complete(loser=offer_players, controller=offer_players, card=offer_cards)
async def report_defeat(
    ctx: Context,
    loser: Picked | None = None,
    controller: Picked | None = None,
    cause: Choice[str] | None = None,
    card: Range[str, 1, MAX_CARD_LENGTH] | None = None,
) -> None:
    """Report a plain defeat; the modal asks for missing facts, and anything else opens the form.

    A player who draws from an empty library has no controller.
    """
    live = await find_pod(ctx)
    pod = live.pod
    assert pod is not None
    named = read_card(ctx, card)
    part = Part(
        None if controller is None else await find_player(ctx, controller, pod),
        named.text,
        card=named.id,
    )
    entry = DefeatEntry(
        None if loser is None else await find_player(ctx, loser, pod),
        read_choice(Cause, cause, DefeatEntry().cause),
        (part,),
    )
    if entry.loser is None or (part.controller is None and entry.cause != "library"):
        return await _open_modal_on(ctx, live, entry)
    await _report_or_show(ctx, live, entry)


@context_menu("report", on_pod(Defeat, pace="costly"))
async def report_their_defeat(ctx: Context, user: discord.Member) -> None:
    """Open the modal for the defeat of the member whose context menu was used."""
    live = await find_pod(ctx)
    await _open_modal_on(ctx, live, DefeatEntry(await _find_member(ctx, live, user)))


@context_menu("lost", on_pod(Defeat))
async def report_own_defeat(ctx: Context, user: discord.Member) -> None:
    """Report that the user lost to the member whose context menu was used.

    The modal asks for the cause if life is counted and theirs is above zero.
    """
    live = await find_pod(ctx)
    pod, me = await check_reporting(ctx, live)
    entry = DefeatEntry(me, parts=(Part(await _find_member(ctx, live, user)),))
    if pod.setup.counting and find_life(pod, me) > 0:
        await _open_modal_on(ctx, live, entry, asks_cause=True)
    else:
        await _report_or_show(ctx, live, entry)


async def _find_member(ctx: Context, live: LiveGame, user: discord.Member) -> Player:
    """Return the key of a member. Raises `Refusal` if they do not play in the pod."""
    player = (await identify(ctx, user)).id
    if live.pod is None or player not in live.pod.players:
        raise Refusal("not-playing")
    return player


# Reporting


async def _report_or_show(ctx: Context, live: LiveGame, entry: DefeatEntry) -> None:
    """Report a plain defeat, with retries while the game changes; otherwise open the form."""
    while True:
        assert live.pod is not None
        report = _make_plain_report(live.facts, entry)
        if report is None:
            return await open_form_on(ctx, live, entry)
        done = await _report(ctx, live, report, live.played)
        if isinstance(done, Done):
            return await _answer_report(ctx, done)
        live = done.live


def _make_plain_report(facts: PodFacts, entry: DefeatEntry) -> Report | None:
    """Return the report if it is plain, or if the game is not running; None otherwise."""
    part = entry.parts[0]
    loser = entry.loser
    if part.controller is None or loser is None:
        return None
    source = Source(part.controller, part.object, card=part.card)
    report = Report(loser, entry.cause, (source,))
    is_reported = facts.state != "running" or is_plain(facts.pod, report)
    return report if is_reported else None


def is_plain(pod: Pod, report: Report) -> bool:
    """Return whether a report of one object can skip the form: a master lost to an opponent.

    A loser who already serves may just have been reported by somebody else, so that is not plain.
    """
    if report.cause == "library":
        return False
    standings = pod.game.standings
    controller = report.sources[0].controller
    if not {report.loser, controller} <= standings.keys():
        return True  # the rules say what is wrong with it
    if standings[report.loser].status != "master":
        return False
    return find_master(standings, controller) != report.loser


async def _report(ctx: Context, live: LiveGame, report: Report, seen: int) -> Done | Moved:
    """Report a defeat that was judged at version `seen`."""
    sent = make_request(ctx, make_ask(Defeat((report,))), live.number, seen=seen)
    return await ctx.services.service.do_unless_moved(sent)


async def _answer_report(ctx: Context, done: Done) -> None:
    words = await name_players(ctx.people, ctx.text, done.live.facts.people)
    view = await make_answer_view(ctx, done, words)
    await confirm(ctx, render_done(done, words), view=view)


async def redo(ctx: Context, pod: int, version: int) -> None:
    """Take back the report that was logged as `version`, and open the form with its facts."""
    done = await do(ctx, _make_undo(version), pod)
    if not done.again and isinstance(done.recorded.event, Undone):
        await change_to_form(ctx, pod, map(make_entry, _find_undone(done).reports))


async def take_near(ctx: Context, pod: int, version: int, card: str) -> None:
    """Report anew what was logged as `version`, with the card that its text nearly named.

    If the game no longer takes the report, or the index no longer knows the card, the form opens
    with the facts.
    """
    named = read_card(ctx, card)
    if named.id is None:
        return await redo(ctx, pod, version)
    # The press stands for the new report; the version says that the old one is taken back once.
    undo = replace(make_request(ctx, _make_undo(version), pod), interaction=None)
    undone = await ctx.services.service.do(undo)
    reports = name_first_unknown(_find_undone(undone).reports, named)
    try:
        done = await do(ctx, make_ask(Defeat(reports)), pod)
    except Refusal:
        return await change_to_form(ctx, pod, map(make_entry, reports))
    words = await name_players(ctx.people, ctx.text, done.live.facts.people)
    view = await make_answer_view(ctx, done, words)
    await edit(ctx, content=render_done(done, words), embed=None, view=view)


def _make_undo(version: int) -> Ask:
    """Return how to take back the report that was logged as `version`, if it is the last."""

    def make_command(me: Player, live: LiveGame) -> Undo:
        rights.check_player(live.pod, me)  # nobody else could use the form
        last = live.last_report
        if last is None or last.version != version or not isinstance(last.event, Defeated):
            raise Refusal("redo-late")
        return live.make_undo(version)

    return make_command


def _find_undone(done: Done) -> Defeated:
    assert isinstance(done.recorded.event, Undone)
    event = done.before.find_undone(done.recorded.event)
    assert isinstance(event, Defeated)
    return event


ROUTES = (
    Route("pod:{number:int}:report", open_modal, on_board(Defeat, pace="costly")),
    Route("pod:{number:int}:reported:{seen:int}", take_modal, on_board(Defeat)),
    Route("redo:{pod:int}:{version:int}", redo, on_board(Defeat, Undo)),
    Route("meant:{pod:int}:{version:int}:{card}", take_near, on_board(Defeat, Undo)),
)
