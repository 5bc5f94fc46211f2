"""The quick report: one command for what nearly always happens, the form for the rest."""

import discord
from discord import ui

from bot import rights
from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.rendering import controls
from bot.front.rendering.answers import render_done
from bot.front.reports.draft import Entry, Part, entry_of, is_plain
from bot.front.reports.form import Forms, change_to_form, open_form
from bot.rules.commands import Defeat, Undo
from bot.rules.events import Defeated
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.refusals import Refusal
from bot.service import Done, Table
from bot.storage.record.recorded import Recorded


class _SecondLook(Exception):
    """The report is not plain: its verdict is shown before it counts."""


async def quick(
    asked: Asked,
    forms: Forms,
    loser: Player,
    controller: Player | None,
    cause: Cause,
    card: str | None,
) -> None:
    """Reports a plain defeat at once; shows anything else in the form first."""
    desk = desk_of(asked)
    entry = Entry(loser, cause, (Part(controller, " ".join((card or "").split()) or None),))
    if controller is None:
        await open_form(asked, forms, 0, entry)
        return
    report = Report(loser, cause, (Source(controller, entry.parts[0].object),))

    def ask(_: Player, table: Table) -> Defeat:
        pod = table.pod
        if pod is not None and pod.state == "running" and not is_plain(pod, (report,)):
            raise _SecondLook
        return Defeat((report,))

    try:
        done = await desk.do(asked, ask)
    except _SecondLook:
        await open_form(asked, forms, 0, entry)
        return
    await _answer(desk, asked, done)


async def _answer(desk: Desk, asked: Asked, done: Done) -> None:
    words = await desk.pod_words(asked, done.pod)
    redo: ui.Button[ui.View] = ui.Button(
        label=words.text("button-redo"),
        emoji="✏️",
        custom_id=f"redo:{done.table.number}:{done.recorded.version}",
    )
    await desk.confirm(asked, render_done(done, words), view=controls.unstored([redo]))


async def correct(asked: Asked, forms: Forms, number: int, version: int) -> None:
    """Takes the report that was recorded as `version` back and opens the form with its facts."""
    desk = desk_of(asked)
    undone: list[Recorded] = []

    def ask(me: Player, table: Table) -> Undo:
        rights.check_player(table.pod, me)  # who could not fill in the form
        if table.played != version:
            raise Refusal("redo-late")
        undone.append(table.steps[-1])
        return Undo()

    await desk.do(asked, ask, number)
    if undone:  # empty where the press was delivered again
        event = undone[-1].event
        assert isinstance(event, Defeated)
        await change_to_form(asked, forms, number, entry_of(event.reports[0]))


async def their_defeat(asked: Asked, forms: Forms, user: discord.Member | discord.User) -> None:
    """The form for the defeat of a member, from the menu of their name."""
    desk = desk_of(asked)
    loser = await desk.service.known(user.id, user.display_name)
    table = await desk.table(asked)
    assert table.pod is not None
    if loser not in table.pod.players:
        raise Refusal("not-playing")
    await open_form(asked, forms, 0, Entry(loser))
