"""The quick report: one command for what nearly always happens, the form for the rest."""

import discord
from discord import ui

from bot.front import controls, looks
from bot.front.actions import told
from bot.front.desk import Asked, Desk, desk_of
from bot.front.draft import Entry, Part, is_plain
from bot.front.form import Forms, open_form
from bot.rules.commands import Defeat, Undo
from bot.rules.events import Defeated
from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service import Done, Table


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

    def ask(_: Player, pod: Pod | None) -> Defeat:
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
    story = looks.event(done.recorded.event, words)
    redo: ui.Button[ui.View] = ui.Button(
        label=words.text("button-redo"),
        emoji="✏️",
        custom_id=f"redo:{done.table.number}:{done.pod.step}",
    )
    content = told(done, story, words.text("done-report"))
    await desk.confirm(asked, content, view=controls.unstored([redo]))


async def correct(asked: Asked, forms: Forms, number: int, step: int) -> None:
    """Takes the report of `step` back and opens the form with its facts."""
    desk = desk_of(asked)
    table = await desk.table(asked, number)
    report = await _reported(desk, table)

    def ask(_: Player, pod: Pod | None) -> Undo:
        if pod is None or pod.step != step or report is None:
            raise Refusal("redo-late")
        return Undo()

    await desk.do(asked, ask, number)
    assert report is not None
    part = Part(
        report.sources[0].controller, report.sources[0].object, amount=report.sources[0].amount
    )
    await open_form(asked, forms, number, Entry(report.loser, report.cause, (part,)))


async def _reported(desk: Desk, table: Table) -> Report | None:
    """The facts of the newest event, if it is a quick report."""
    event = (await desk.service.story(table))[-1].event
    if isinstance(event, Defeated) and len(event.reports) == 1 and event.reports[0].sources:
        return event.reports[0]
    return None


async def their_defeat(asked: Asked, forms: Forms, user: discord.Member | discord.User) -> None:
    """The form for the defeat of a member, from the menu of their name."""
    desk = desk_of(asked)
    loser = await desk.service.known(user.id, user.display_name)
    table = await desk.table(asked)
    assert table.pod is not None
    if loser not in table.pod.players:
        raise Refusal("not-playing")
    await open_form(asked, forms, 0, Entry(loser))
