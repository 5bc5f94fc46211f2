"""The quick report: one command for what nearly always happens, the form for the rest."""

from typing import get_args

import discord
from discord import ui
from discord.app_commands import Choice, Range

from bot import rights
from bot.front.interaction.answering import confirm
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import (
    command,
    complete,
    context_menu,
    offer,
    options,
    read_choice,
)
from bot.front.interaction.picking import Picked, find_player, offer_players
from bot.front.interaction.pods import do, find_pod, make_ask, make_request
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import speak_of_pod
from bot.front.rendering import controls
from bot.front.rendering.answers import render_done
from bot.front.reports.form import change_to_form, open_form_on
from bot.front.reports.report_draft import MOST_CARD, DefeatEntry, Part, is_plain, make_entry
from bot.rules.commands import Defeat, Undo
from bot.rules.events import Defeated
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Done, Moved


@command("defeat", on_pod(Defeat))
@options(loser="loser", controller="controller", cause="cause", card="card")
@offer(cause=("cause", get_args(Cause)))
@complete(loser=offer_players, controller=offer_players)
async def report_defeat(
    ctx: Context,
    loser: Picked,
    controller: Picked | None = None,
    cause: Choice[str] | None = None,
    card: Range[str, 1, MOST_CARD] | None = None,
) -> None:
    """Report a plain defeat; show anything else in the form first."""
    how, what = (
        read_choice(Cause, cause, DefeatEntry().cause),
        " ".join((card or "").split()) or None,
    )
    live = await find_pod(ctx)
    while True:
        pod = live.pod
        assert pod is not None
        by = None if controller is None else await find_player(ctx, controller, pod)
        entry = DefeatEntry(await find_player(ctx, loser, pod), how, (Part(by, what),))
        report = _make_plain_report(pod, entry)
        if report is None:
            return await open_form_on(ctx, live, entry)
        done = await _report(ctx, live, report)
        if isinstance(done, Done):
            return await _answer(ctx, done)
        live = done.live


def _make_plain_report(pod: Pod, entry: DefeatEntry) -> Report | None:
    """Return the report, if it needs no second look: that of a game that goes on, and plain."""
    part, loser = entry.parts[0], entry.loser
    if part.controller is None or loser is None:
        return None
    report = Report(loser, entry.cause, (Source(part.controller, part.object),))
    return report if pod.state != "running" or is_plain(pod, (report,)) else None


async def _report(ctx: Context, live: LiveGame, report: Report) -> Done | Moved:
    """Report what was plain in `live`."""
    sent = make_request(ctx, make_ask(Defeat((report,))), seen=live.played)
    return await ctx.services.service.do_unless_moved(sent)


async def _answer(ctx: Context, done: Done) -> None:
    words = await speak_of_pod(ctx, done.pod)
    redo: ui.Button[ui.View] = ui.Button(
        label=words.text("button-redo"),
        emoji="✏️",
        custom_id=f"redo:{done.live.number}:{done.recorded.version}",
    )
    await confirm(ctx, render_done(done, words), view=controls.make_unstored_view([redo]))


async def redo(ctx: Context, pod: int, version: int) -> None:
    """Take the report that was recorded as `version` back, and open the form with its facts."""

    def ask(me: Player, live: LiveGame) -> Undo:
        rights.check_player(live.pod, me)  # who could not fill in the form
        if live.played != version:
            raise Refusal("redo-late")
        return Undo()

    done = await do(ctx, ask, pod)
    if not done.again:
        event = done.before.last
        assert isinstance(event, Defeated)
        await change_to_form(ctx, pod, make_entry(event.reports[0]))


@context_menu("report", on_pod(Defeat, pace="costly"))
async def report_their_defeat(ctx: Context, user: discord.Member) -> None:
    """Open the form for the defeat of a member, from the menu of their name."""
    loser = (await ctx.services.people.identify(user.id, user.display_name)).id
    live = await find_pod(ctx)
    if live.pod is None or loser not in live.pod.players:
        raise Refusal("not-playing")
    await open_form_on(ctx, live, DefeatEntry(loser))


ROUTES = (Route("redo:{pod:int}:{version:int}", redo, on_board(Defeat, Undo)),)
