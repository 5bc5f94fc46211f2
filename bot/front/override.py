"""`/override …`: what moderators decide. Each decision is shown before it counts.

What is weighed lives in memory only: after a restart it says so, and how to begin again.
"""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import rights
from bot.front import controls, decision, names, picking, preview, trail
from bot.front.actions import told as done_so
from bot.front.decision import Decision, foresee
from bot.front.desk import Asked, Desk, desk_of
from bot.front.translator import said
from bot.rights import Asker
from bot.rules.commands import Command, Overrule
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import Story, told
from bot.rules.teams import in_game, masters
from bot.service import Table
from bot.storage import audit
from bot.storage.recent import Recent
from bot.words import Words

T = TypeVar("T")

Reason = Range[str, 1, LONGEST_REASON]
Points = Range[int, -99, 99]

NOBODY = "-"
"""The value of the option that names nobody; no player's key."""

_MAY = discord.Permissions(manage_messages=True)
"""Whom Discord shows the commands to; who may use them is looked at each time."""


class Decisions:
    """What moderators weigh, the longest untouched forgotten first."""

    def __init__(self, most: int = 1_000) -> None:
        self._weighed: Recent[str, Decision] = Recent(most)

    def of(self, token: str, asked: Asked) -> Decision:
        """The decision of a token. Raises `Refusal` if it is gone, or somebody else's."""
        found = self._weighed.get(token)
        if found is None or found.owner != asked.user.id:
            raise Refusal("decision-gone")
        return found

    def keep(self, token: str, decision: Decision) -> None:
        """Keeps a decision as it is shown now."""
        self._weighed.put(token, decision)

    def clear(self) -> None:
        """Forgets every decision: somebody who is forgotten may be in one."""
        self._weighed.clear()

    def drop(self, token: str) -> None:
        """Forgets a decision that was made or given up."""
        self._weighed.drop(token)


# The commands


def _options(**about: str) -> Callable[[T], T]:
    """Names and describes options; each key ends in what is said about the option."""

    def described(function: T) -> T:
        named = {name: said(f"option-{name}") for name in about}
        described = {name: said(f"option-{key}-about") for name, key in about.items()}
        return app_commands.rename(**named)(app_commands.describe(**described)(function))

    return described


def _command(name: str) -> dict[str, Any]:
    key = f"command-override-{name}"
    return {"name": said(key), "description": said(f"{key}-about")}


class OverrideCommands(app_commands.Group):
    """`/override …`."""

    def __init__(self, decisions: Decisions) -> None:
        super().__init__(
            name=said("command-override"),
            description=said("command-override-about"),
            guild_only=True,
            default_permissions=_MAY,
        )
        self._decisions = decisions

    @app_commands.command(**_command("responsible"))
    @_options(report="defeat", player="responsible", reason="reason")
    async def responsible(self, asked: Asked, report: str, player: str, reason: Reason) -> None:
        """`/override responsible`."""
        table, weighed = await _begun(asked, reason)
        step, loser = _picked(table, report)
        who = None if _is_nobody(asked, player) else await picking.player(asked, player)
        await self._show(asked, decision.ruling(weighed, step, loser, who))

    @responsible.autocomplete("report")
    async def _defeats(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _offered(asked, typed, _defeats)

    @responsible.autocomplete("player")
    async def _answerable(self, asked: Asked, typed: str) -> list[Choice[str]]:
        picked = str(getattr(asked.namespace, "report", ""))

        def others(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
            try:
                step, loser = _picked(table, picked)
            except Refusal:
                return []
            if step not in decision.reports(story):
                return []
            found = decision.answerable(story, step, loser)
            nobody = words.text("override-choice-nobody")
            return [*((words.name(player), player) for player in found), (nobody, NOBODY)]

        return await _offered(asked, typed, others)

    @app_commands.command(**_command("undo"))
    @_options(report="report", reason="reason")
    async def undo(self, asked: Asked, report: str, reason: Reason) -> None:
        """`/override undo`."""
        table, weighed = await _begun(asked, reason)
        step, _ = _picked(table, report)
        await self._show(asked, decision.taking_out(weighed, step))

    @undo.autocomplete("report")
    async def _reports(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _offered(asked, typed, _reports)

    @app_commands.command(**_command("status"))
    @_options(player="decided", serves="serves", reason="reason")
    async def status(
        self, asked: Asked, player: str, reason: Reason, serves: str | None = None
    ) -> None:
        """`/override status`."""
        who = await picking.player(asked, player)
        master = None if serves is None else await picking.player(asked, serves)
        await self._overrule(asked, Overrule("status", reason, who, master))

    @app_commands.command(**_command("points"))
    @_options(player="decided", points="points", reason="reason")
    async def points(self, asked: Asked, player: str, points: Points, reason: Reason) -> None:
        """`/override points`."""
        who = await picking.player(asked, player)
        await self._overrule(asked, Overrule("points", reason, points={who: points}))

    @app_commands.command(**_command("end"))
    @_options(winner="end", reason="reason")
    async def end(self, asked: Asked, reason: Reason, winner: str | None = None) -> None:
        """`/override end`."""
        who = None if winner is None else await picking.player(asked, winner)
        await self._overrule(asked, Overrule("end", reason, who))

    @app_commands.command(**_command("remove"))
    @_options(player="decided", reason="reason")
    async def remove(self, asked: Asked, player: str, reason: Reason) -> None:
        """`/override remove`."""
        who = await picking.player(asked, player)
        await self._overrule(asked, Overrule("remove", reason, who))

    @app_commands.command(**_command("host"))
    @_options(player="decided", reason="reason")
    async def host(self, asked: Asked, player: str, reason: Reason) -> None:
        """`/override host`."""
        who = await picking.player(asked, player)
        await self._overrule(asked, Overrule("host", reason, who))

    @status.autocomplete("player")
    @points.autocomplete("player")
    @host.autocomplete("player")
    async def _seated(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _players(asked, typed, lambda pod: pod.players)

    @status.autocomplete("serves")
    @end.autocomplete("winner")
    async def _masters(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _players(asked, typed, lambda pod: masters(pod.standings))

    @remove.autocomplete("player")
    async def _present(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _players(asked, typed, lambda pod: in_game(pod.standings) or pod.players)

    @app_commands.command(**_command("void"))
    @_options(reason="reason")
    async def void(self, asked: Asked, reason: Reason) -> None:
        """`/override void`."""
        await self._overrule(asked, Overrule("void", reason))

    @app_commands.command(**_command("reopen"))
    @_options(reason="reason")
    async def reopen(self, asked: Asked, reason: Reason) -> None:
        """`/override reopen`."""
        await self._overrule(asked, Overrule("reopen", reason))

    async def _overrule(self, asked: Asked, overrule: Overrule) -> None:
        _, weighed = await _begun(asked, overrule.reason)
        await self._show(asked, weighed.overruling(overrule))

    async def _show(self, asked: Asked, weighed: Decision) -> None:
        await show(asked, self._decisions, weighed)


async def show(asked: Asked, decisions: Decisions, weighed: Decision) -> None:
    """Shows what would come of a decision to whoever weighs it."""
    desk, token = desk_of(asked), secrets.token_urlsafe(8)
    embed, view = await _shown(desk, asked, decisions, token, weighed)
    await desk.say(asked, embed=embed, view=view)


async def _begun(asked: Asked, reason: str) -> tuple[Table, Decision]:
    table = await desk_of(asked).table(asked)
    return table, await begun(asked, table, reason)


async def begun(asked: Asked, table: Table, reason: str) -> Decision:
    """A decision about a pod that says nothing yet but why."""
    story = await story_of(desk_of(asked), table)
    why = " ".join(reason.split())
    return Decision(table.number, asked.user.id, why, story, seen=table.version)


async def story_of(desk: Desk, table: Table) -> Story:
    """What has happened in a pod and still counts."""
    return told(recorded.event for recorded in await desk.service.story(table))


# Options while somebody types

_Options = Callable[[Table, Story, Words], Sequence[tuple[str, str]]]


async def _offered(asked: Asked, typed: str, options: _Options) -> list[Choice[str]]:
    desk = desk_of(asked)
    table = await desk.service.table(desk.place(asked))
    if table.pod is None:
        return []
    words = await desk.bare_words(asked, table.pod)
    return picking.matching(options(table, await story_of(desk, table), words), typed)


async def _players(
    asked: Asked, typed: str, of: Callable[[Pod], Sequence[Player]]
) -> list[Choice[str]]:
    desk = desk_of(asked)
    table = await desk.service.table(desk.place(asked))
    if table.pod is None:
        return []
    return picking.named(of(table.pod), await desk.bare_words(asked, table.pod), typed)


def _reports(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
    """All that can be taken out, the newest first; numbered, as some read alike."""
    steps = list(enumerate(decision.reports(story), 1))
    return [
        (f"{number}. {preview.label(story[step], words)}", f"{table.number}:{step}")
        for number, step in reversed(steps)
    ]


def _defeats(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
    """The defeats among them, one for each loser."""
    return [
        (f"{label} · {words.name(loser)}", f"{value}:{loser}")
        for label, value in _reports(table, story, words)
        for loser in decision.losers(story, int(value.split(":")[1]))
    ]


def _picked(table: Table, value: str) -> tuple[int, Player]:
    """The place in the story that an option means, and the loser. Raises `Refusal`."""
    number, step, loser = (*value.split(":", 2), "", "")[:3]
    if not (number.isdecimal() and step.isdecimal()):
        raise Refusal("no-report", "step")
    if int(number) != table.number:
        raise Refusal("old-pod")
    return int(step), loser


def _is_nobody(asked: Asked, typed: str) -> bool:
    nobody = desk_of(asked).text(asked)("override-choice-nobody")
    return typed.strip().casefold() in (NOBODY, nobody.casefold())


# The preview


async def pressed(
    asked: Asked, decisions: Decisions, token: str, action: str, values: Sequence[str]
) -> None:
    """A button or the menu below a preview."""
    desk, weighed = desk_of(asked), decisions.of(token, asked)
    match action:
        case "do":
            await _decide(desk, asked, decisions, token, weighed)
        case "cancel":
            decisions.drop(token)
            text = desk.text(asked)
            await desk.change(asked, content=text("override-cancelled"), embed=None, view=None)
        case "leave" | "choose":
            table = await desk.table(asked, weighed.number, settling=True)
            assert table.pod is not None
            foreseen = foresee(table.pod, weighed)
            if action == "leave":
                settled = weighed.without(foreseen.senseless)
            elif values:
                choice = None if values[0] == controls.DECLINE else values[0]
                settled = weighed.choosing(foreseen, choice)
            else:
                raise Refusal("unknown-button")
            await _change(desk, asked, decisions, token, settled)
        case _:
            raise Refusal("unknown-button")


class _Moved(Exception):
    """The pod is no more what it was when the preview was made."""


async def _decide(
    desk: Desk, asked: Asked, decisions: Decisions, token: str, weighed: Decision
) -> None:
    """Makes a decision count; it is about the story that the log has now, or is shown anew."""

    def ask(_: Player, table: Table) -> Command:
        if table.version != weighed.seen:
            raise _Moved
        return weighed.command

    decisions.drop(token)  # pressed twice, it counts once
    try:
        done = await desk.do(asked, ask, weighed.number, earlier=True)
    except _Moved:
        await _change(desk, asked, decisions, token, weighed)
    except Exception:
        decisions.keep(token, weighed)
        raise
    else:
        words = await desk.pod_words(asked, done.pod)
        await desk.change(asked, content=done_so(done, words), embed=None, view=None)
        entry = audit.decided(done.recorded)
        if entry is not None and not done.again:
            await trail.post(asked, entry)


async def _change(
    desk: Desk, asked: Asked, decisions: Decisions, token: str, weighed: Decision
) -> None:
    embed, view = await _shown(desk, asked, decisions, token, weighed)
    await desk.change(asked, embed=embed, view=view)


async def _shown(
    desk: Desk, asked: Asked, decisions: Decisions, token: str, weighed: Decision
) -> tuple[discord.Embed, discord.ui.View]:
    """The preview on the story as it is now. Raises `Refusal` for what cannot be decided."""
    table = await desk.table(asked, weighed.number, settling=True)
    assert table.pod is not None
    asker = Asker(await desk.asker(asked), await desk.moderates(asked))
    rights.check(table.pod, weighed.command, asker, table.maker)
    now = weighed.on(await story_of(desk, table), table.version)
    foreseen = foresee(table.pod, now)
    decisions.keep(token, now)
    people = {*names.people(foreseen.before), *names.people(foreseen.after)}
    words = await desk.words(asked, people)
    embed = preview.embed(now, foreseen, words, moved=now.seen != weighed.seen)
    return embed, preview.menus(token, foreseen, await desk.bare_words(asked, foreseen.after))
