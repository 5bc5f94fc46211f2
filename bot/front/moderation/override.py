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
from bot.front.interaction import picking
from bot.front.interaction.desk import MODERATES, Asked, Desk, desk_of
from bot.front.interaction.inputs import is_number
from bot.front.interaction.picking import Picked
from bot.front.moderation import decision, preview
from bot.front.moderation.decision import Decision, foresee
from bot.front.rendering import controls, names
from bot.front.rendering import story as front_story
from bot.front.rendering.answers import render_done
from bot.front.rendering.translator import said
from bot.front.reports import form
from bot.front.reports.draft import Draft, Entry, Instead, entry_of
from bot.front.reports.form import Forms
from bot.front.server import audit_trail
from bot.projections.past import past_pods
from bot.rights import Asker
from bot.rules.commands import Command, Defeat, Overrule
from bot.rules.events import Corrected, Defeated
from bot.rules.facts import Player
from bot.rules.overrule import LONGEST_REASON
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.story import Story, find_losers, find_reports, told
from bot.rules.teams import in_game, masters
from bot.service import Table, check_alone
from bot.storage.engine.lru_cache import LruCache
from bot.storage.record import audit
from bot.words import Words

T = TypeVar("T")

Reason = Range[str, 1, LONGEST_REASON]
Points = Range[int, -99, 99]

NOBODY = "-"
"""The value of the option that names nobody; no player's key."""

LAST = "last"
"""The place of a correction that was made last: it stands in no story."""

LISTED = 200
"""Past pods that are looked through for what somebody types."""


class Decisions:
    """What moderators weigh, the longest untouched forgotten first."""

    def __init__(self, most: int = 1_000) -> None:
        self._weighed: LruCache[str, Decision] = LruCache(most)

    def of(self, token: str, asked: Asked) -> Decision:
        """The decision of a token. Raises `Refusal` if it is gone, or not theirs, or elsewhere."""
        found, here = self._weighed.get(token), desk_of(asked).place(asked)
        if found is None or found.owner != asked.user.id or found.place != here:
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
            default_permissions=MODERATES,
        )
        self._decisions = decisions

    @app_commands.command(**_command("responsible"))
    @_options(report="defeat", player="responsible", reason="reason", pod="pod")
    async def responsible(
        self,
        asked: Asked,
        report: Picked,
        player: Picked,
        reason: Reason,
        pod: Picked | None = None,
    ) -> None:
        """`/override responsible`."""
        number, step, loser = _picked(report, pod)
        table, weighed = await _begun(asked, reason, number)
        who = None if _is_nobody(asked, player) else await picking.player(asked, player, table)
        await self._show(asked, decision.ruling(weighed, int(step), loser, who))

    @responsible.autocomplete("report")
    async def _defeats(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _offered(asked, typed, _defeats)

    @responsible.autocomplete("player")
    async def _answerable(self, asked: Asked, typed: str) -> list[Choice[str]]:
        picked = _filled(asked, "report")

        def others(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
            try:
                number, step, loser = _picked(picked)
            except Refusal:
                return []
            if number != table.number or not is_number(step):
                return []
            if int(step) not in find_reports(story):
                return []
            found = decision.answerable(story, int(step), loser)
            nobody = words.text("override-choice-nobody")
            return [*((words.name(player), player) for player in found), (nobody, NOBODY)]

        return await _offered(asked, typed, others)

    @app_commands.command(**_command("undo"))
    @_options(report="report", reason="reason", pod="pod")
    async def undo(
        self, asked: Asked, report: Picked, reason: Reason, pod: Picked | None = None
    ) -> None:
        """`/override undo`."""
        number, step, _ = _picked(report, pod)
        table, weighed = await _begun(asked, reason, number)
        if step == LAST:
            await self._show(asked, decision.going_back(weighed, table.last))
        else:
            await self._show(asked, decision.taking_out(weighed, int(step)))

    @undo.autocomplete("report")
    async def _reports(self, asked: Asked, typed: str) -> list[Choice[str]]:
        return await _offered(asked, typed, _reports)

    @app_commands.command(**_command("status"))
    @_options(player="decided", serves="serves", reason="reason")
    async def status(
        self, asked: Asked, player: Picked, reason: Reason, serves: Picked | None = None
    ) -> None:
        """`/override status`."""
        table, weighed = await _begun(asked, reason)
        who = await picking.player(asked, player, table)
        master = None if serves is None else await picking.player(asked, serves, table)
        await self._show(asked, weighed.overruling(Overrule("status", reason, who, master)))

    @app_commands.command(**_command("points"))
    @_options(player="decided", points="points", reason="reason", pod="pod")
    async def points(
        self,
        asked: Asked,
        player: Picked,
        points: Points,
        reason: Reason,
        pod: Picked | None = None,
    ) -> None:
        """`/override points`."""
        table, weighed = await _begun(asked, reason, _number(pod))
        who = await picking.player(asked, player, table)
        await self._show(
            asked, weighed.overruling(Overrule("points", reason, points={who: points}))
        )

    @app_commands.command(**_command("end"))
    @_options(winner="end", reason="reason", pod="pod")
    async def end(
        self, asked: Asked, reason: Reason, winner: Picked | None = None, pod: Picked | None = None
    ) -> None:
        """`/override end`."""
        table, weighed = await _begun(asked, reason, _number(pod))
        who = None if winner is None else await picking.player(asked, winner, table)
        await self._show(asked, weighed.overruling(Overrule("end", reason, who)))

    @app_commands.command(**_command("remove"))
    @_options(player="decided", reason="reason")
    async def remove(self, asked: Asked, player: Picked, reason: Reason) -> None:
        """`/override remove`."""
        table, weighed = await _begun(asked, reason)
        who = await picking.player(asked, player, table)
        await self._show(asked, weighed.overruling(Overrule("remove", reason, who)))

    @app_commands.command(**_command("host"))
    @_options(player="decided", reason="reason")
    async def host(self, asked: Asked, player: Picked, reason: Reason) -> None:
        """`/override host`."""
        table, weighed = await _begun(asked, reason)
        who = await picking.player(asked, player, table)
        await self._show(asked, weighed.overruling(Overrule("host", reason, who)))

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
    @_options(reason="reason", pod="pod")
    async def void(self, asked: Asked, reason: Reason, pod: Picked | None = None) -> None:
        """`/override void`."""
        _, weighed = await _begun(asked, reason, _number(pod))
        await self._show(asked, weighed.overruling(Overrule("void", reason)))

    @app_commands.command(**_command("reopen"))
    @_options(reason="reason", pod="pod")
    async def reopen(self, asked: Asked, reason: Reason, pod: Picked | None = None) -> None:
        """`/override reopen`."""
        _, weighed = await _begun(asked, reason, _number(pod))
        await self._show(asked, weighed.overruling(Overrule("reopen", reason)))

    @responsible.autocomplete("pod")
    @undo.autocomplete("pod")
    @points.autocomplete("pod")
    @end.autocomplete("pod")
    @void.autocomplete("pod")
    @reopen.autocomplete("pod")
    async def _pods(self, asked: Asked, typed: str) -> list[Choice[str]]:
        desk = desk_of(asked)
        found = await past_pods(desk.database, desk.place(asked).channel, LISTED)
        winners = {player for each in found for player in each.winners}
        words = await names.words(desk.service, desk.text(asked), winners, safe=False)
        options = [(preview.past(each, words), str(each.number)) for each in found]
        return picking.matching(options, typed)

    async def _show(self, asked: Asked, weighed: Decision) -> None:
        await show(asked, self._decisions, weighed)


async def show(asked: Asked, decisions: Decisions, weighed: Decision) -> None:
    """Shows what would come of a decision to whoever weighs it."""
    desk, token = desk_of(asked), secrets.token_urlsafe(8)
    embed, view = await _shown(desk, asked, decisions, token, weighed)
    await desk.say(asked, embed=embed, view=view)


async def _begun(asked: Asked, reason: str, number: int = 0) -> tuple[Table, Decision]:
    table = await desk_of(asked).any_table(asked, number)
    return table, await begun(asked, table, reason)


async def begun(asked: Asked, table: Table, reason: str) -> Decision:
    """A decision about a pod that says nothing yet but why."""
    story = await story_of(desk_of(asked), table)
    why = " ".join(reason.split())
    return Decision(table.place, table.number, asked.user.id, why, story, seen=table.played)


async def story_of(desk: Desk, table: Table) -> Story:
    """What has happened in a pod and still counts."""
    return told(recorded.event for recorded in await desk.service.story(table))


# Options while somebody types

_Options = Callable[[Table, Story, Words], Sequence[tuple[str, str]]]


async def _meant(asked: Asked) -> Table | None:
    """The pod that is filled in while somebody types, else the channel's."""
    try:
        return await desk_of(asked).any_table(asked, _number(_filled(asked, "pod")))
    except Refusal:
        return None


def _filled(asked: Asked, option: str) -> str:
    """What is filled in already."""
    return str(getattr(asked.namespace, option, None) or "")


async def _offered(asked: Asked, typed: str, options: _Options) -> list[Choice[str]]:
    desk, table = desk_of(asked), await _meant(asked)
    if table is None or table.pod is None:
        return []
    words = await desk.bare_words(asked, table.pod)
    return picking.matching(options(table, await story_of(desk, table), words), typed)


async def _players(
    asked: Asked, typed: str, of: Callable[[Pod], Sequence[Player]]
) -> list[Choice[str]]:
    desk, table = desk_of(asked), await _meant(asked)
    if table is None or table.pod is None:
        return []
    return picking.named(of(table.pod), await desk.bare_words(asked, table.pod), typed)


def _reports(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
    """All that can be taken out, the newest first, after a correction that was made last."""
    reports = _numbered(table, story, words)
    if not isinstance(table.last, Corrected):
        return reports
    return [(f"⚖️ {front_story.event(table.last, words)}", f"{table.number}:{LAST}"), *reports]


def _numbered(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
    """The reports of a story, the newest first; numbered, as some read alike."""
    steps = list(enumerate(find_reports(story), 1))
    return [
        (f"{number}. {front_story.label(story[step], words)}", f"{table.number}:{step}")
        for number, step in reversed(steps)
    ]


def _defeats(table: Table, story: Story, words: Words) -> list[tuple[str, str]]:
    """The defeats among them, one for each loser."""
    return [
        (f"{label} · {words.name(loser)}", f"{value}:{loser}")
        for label, value in _numbered(table, story, words)
        for loser in find_losers(story, int(value.split(":")[1]))
    ]


def _picked(value: str, pod: str | None = None) -> tuple[int, str, Player]:
    """The pod that an option means, the place in its story or `LAST`, and the loser.

    Raises `Refusal`, also if it is none of the `pod` that is filled in.
    """
    number, step, loser = (*value.split(":", 2), "", "")[:3]
    if not (is_number(step) or step == LAST) or pod not in (None, number):
        raise Refusal("no-report", "step")
    return _number(number), step, loser


def _number(pod: str | None) -> int:
    """The number in an option that names a pod; 0 without one. Raises `Refusal`."""
    if not pod:
        return 0
    if not is_number(pod):
        raise Refusal("no-such-pod")
    return int(pod)


def _is_nobody(asked: Asked, typed: str) -> bool:
    nobody = desk_of(asked).text(asked)("override-choice-nobody")
    return typed.strip().casefold() in (NOBODY, nobody.casefold())


# The preview


async def pressed(
    asked: Asked,
    forms: Forms,
    decisions: Decisions,
    token: str,
    action: str,
    values: Sequence[str],
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
        case "replace":
            await _replace(asked, forms, token, weighed, weighed.at)
        case "instead" if values and is_number(values[0]):
            await _replace(asked, forms, token, weighed, int(values[0]))
        case "leave" | "choose":
            table = await desk.any_table(asked, weighed.number)
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


async def _replace(asked: Asked, forms: Forms, token: str, weighed: Decision, step: int) -> None:
    """The preview becomes a form for what is to be reported in the place of `step`."""
    decision.check_step(weighed.story, step)
    report = weighed.replaced(step) or weighed.story[step]
    reports = report.reports if isinstance(report, Defeat | Defeated) else ()
    entries = tuple(entry_of(each) for each in reports)
    place = desk_of(asked).place(asked)
    instead = Instead(token, step, weighed.pod_at(step))
    draft = Draft(place, weighed.number, asked.user.id, entries or (Entry(),), instead=instead)
    await form.change_to_draft(asked, forms, draft)


async def replaced(
    asked: Asked, forms: Forms, decisions: Decisions, token: str, action: str
) -> None:
    """The form becomes the preview again: with what was reported, or as it was."""
    desk, draft = desk_of(asked), forms.draft(token, asked)
    assert draft.instead is not None
    weighed = decisions.of(draft.instead.decision, asked)
    if action == "send":
        weighed = weighed.replacing(draft.instead.step, draft.reports())
    await _change(desk, asked, decisions, draft.instead.decision, weighed)
    forms.drop(token)


class _Moved(Exception):
    """The pod is no more what it was when the preview was made."""


async def _decide(
    desk: Desk, asked: Asked, decisions: Decisions, token: str, weighed: Decision
) -> None:
    """Makes a decision count; it is about the story that the log has now, or is shown anew."""

    def ask(_: Player, table: Table) -> Command:
        if table.played != weighed.seen:
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
        await desk.change(asked, content=render_done(done, words), embed=None, view=None)
        entry = audit.decided(done.recorded)
        if entry is not None and not done.again:
            await audit_trail.post(asked, entry)


async def _change(
    desk: Desk, asked: Asked, decisions: Decisions, token: str, weighed: Decision
) -> None:
    embed, view = await _shown(desk, asked, decisions, token, weighed)
    await desk.change(asked, embed=embed, view=view)


async def _shown(
    desk: Desk, asked: Asked, decisions: Decisions, token: str, weighed: Decision
) -> tuple[discord.Embed, discord.ui.View]:
    """The preview on the story as it is now. Raises `Refusal` for what cannot be decided."""
    table = await desk.any_table(asked, weighed.number)
    assert table.pod is not None
    asker = Asker(await desk.asker(asked), await desk.moderates(asked))
    rights.check(table.pod, weighed.command, asker, table.maker)
    now = weighed.on(await story_of(desk, table), table.last, table.played)
    foreseen = foresee(table.pod, now)
    if not foreseen.senseless:
        try:
            check_alone(await desk.table(asked), table, foreseen.after)
        except Refusal as refusal:
            if now.outright is not None:
                raise
            foreseen = foreseen._replace(refusal=refusal)  # other facts may change that
    decisions.keep(token, now)
    people = {*names.people(foreseen.before), *names.people(foreseen.after)}
    words = await desk.words(asked, people)
    embed = preview.embed(now, foreseen, words, moved=now.seen != weighed.seen)
    return embed, preview.menus(token, now, foreseen, await desk.bare_words(asked, foreseen.after))
