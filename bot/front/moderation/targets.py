"""The targets of moderators' decisions: pods, reports and duels, of this channel or another.

A target is named by an option of `/override …`, or by the custom id of a button below a board or on
the desk. Rights are checked at each use. In Discord a thread has the rights of its channel, so a
moderator of a channel moderates its threads.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.channel_visibility import Visibility
from bot.front.interaction.context import Context
from bot.front.interaction.inputs import is_id, is_number
from bot.front.interaction.pods import make_request, read_pod
from bot.joust.duel import Duel
from bot.projections.history import list_events
from bot.projections.pods import has_pod
from bot.rules.confirmation import find_unconfirmed
from bot.rules.pod import Pod, Story, Unconfirmed
from bot.rules.refusals import Refusal
from bot.rules.story import tell_ended_story, tell_story
from bot.service.live_game import LiveGame, Place
from bot.service.requests import Ask, Done, PodRead
from bot.storage.record.recorded import Recorded


class Case(NamedTuple):
    """A pod to decide about, its story, and the game that its channel plays now.

    `current` may be the same game as `live`. `events` are all events of the pod, oldest first.
    """

    live: LiveGame
    story: Story
    current: LiveGame
    events: Sequence[Recorded] = ()

    @property
    def pod(self) -> Pod:
        """The pod. Raises `Refusal` if the game is no pod."""
        return check_pod(self.live)

    def find_ended_story(self, version: int) -> Story:
        """Return the story of the pod when it last had a result before `version` of the log."""
        return tell_ended_story(list_events(e for e in self.events if e.version < version))


def make_case(found: PodRead) -> Case:
    """Return the case of a game that was read."""
    story = tell_story(list_events(found.events))
    return Case(found.live, story, found.current, found.events)


def check_pod(live: LiveGame) -> Pod:
    """Return the pod of a game. Raises `Refusal` if the game is no pod."""
    if live.pod is None:
        raise Refusal("no-pod")
    return live.pod


# Options of /override


class PickedPod(NamedTuple):
    """The pod that an option names; number 0 means the pod that is played at `place` now."""

    place: Place
    number: int = 0


async def read_picked_pod(ctx: Context, value: str | None) -> PickedPod:
    """Return the pod that an option names: `number`, or `thread/number` for a pod of a thread.

    Without a value it is the channel's current pod. Raises `Refusal` for a malformed value, and
    for another channel, unless it is deleted, or a thread of this one that the moderator sees.
    """
    channel, slash, number = (value or "").rpartition("/")
    if not value:
        return PickedPod(ctx.place)
    if not is_number(number) or (slash and not is_id(channel)):
        raise Refusal("no-such-pod")
    place = Place(ctx.place.guild, int(channel)) if slash else ctx.place
    await _check_elsewhere(ctx, place, int(number))
    return PickedPod(place, int(number))


def write_value(ctx: Context, channel: int, number: int) -> str:
    """Return the option's value for a pod, as `read_picked_pod` reads it."""
    return f"{number}" if channel == ctx.place.channel else f"{channel}/{number}"


async def _check_elsewhere(ctx: Context, place: Place, number: int) -> None:
    """Raise `Refusal` unless `place` is this channel, a thread of it, or a deleted channel.

    The moderator has to see the thread. A deleted channel must have a pod of this `number`.
    """
    if place == ctx.place:
        return
    visibility = ctx.services.visibility
    threads = await visibility.find_threads(ctx.interaction, [place.channel])
    gone = visibility.find_gone(ctx.interaction, [place.channel])
    reachable = place.channel in {*threads, *gone}
    if not reachable or not ctx.moderates or not await _has_pod(ctx, place, number):
        raise Refusal("no-such-pod")


async def _has_pod(ctx: Context, place: Place, number: int) -> bool:
    return await has_pod(ctx.services.database, ctx.place.guild, place.channel, number)


async def read_case(ctx: Context, picked: PickedPod) -> Case:
    """Read the pod that was picked; if there is none, the `live` of the case has no pod."""
    return make_case(await ctx.services.service.read(picked.place, picked.number))


async def open_case(ctx: Context, picked: PickedPod) -> Case:
    """Read the pod that was picked, past pods included. Raises `Refusal` if there is none."""
    case = await read_case(ctx, picked)
    if case.live.pod is None:
        raise Refusal("no-such-pod" if picked.number else "no-pod")
    return case


# Buttons


class Target(Struct, frozen=True, kw_only=True):
    """A game that the button of a moderator names, below the game's board or on the desk.

    `page` is the page of the desk; None means the board. A game on the desk may be played in
    another channel, which the moderator must see and moderate.
    """

    place: Place
    number: int
    page: int | None = None

    def make_id(self, act: str) -> str:
        """Return the custom id of an act on the target."""
        return f"desk:{self.page}:{self.place.channel}:{self.number}:{act}"

    async def find(self, ctx: Context) -> LiveGame:
        """Return the game as it is now. Raises `Refusal` if the moderator cannot reach it."""
        await self._check(ctx)
        return await ctx.services.service.find(self.place, self.number)

    async def read(self, ctx: Context) -> Case:
        """Return the pod with its story. Raises `Refusal` if it is no pod or out of reach."""
        if self.page is None:
            return make_case(await read_pod(ctx, self.number))
        await self._check(ctx)
        case = make_case(await ctx.services.service.read(self.place, self.number))
        check_pod(case.live)
        return case

    async def do(self, ctx: Context, ask: Ask) -> Done:
        """Carry out a command in the game, past games included. Raises `Refusal`."""
        await self._check(ctx)
        request = make_request(ctx, ask, self.number, earlier=True)
        return await ctx.services.service.do(replace(request, place=self.place))

    async def _check(self, ctx: Context) -> None:
        if self.page is not None:
            await check_reach(ctx, self.place, self.number)


class ReportTarget(Target, frozen=True, kw_only=True):
    """A report that does not count yet, by the version of the log that names it.

    Below a board only disputed reports are decided about, on the desk all unconfirmed ones.
    """

    version: int

    def make_id(self, act: str) -> str:
        """Return the custom id of an act on the report."""
        if self.page is None:
            return f"claim:{self.number}:{self.version}:{act}"
        return f"{super().make_id(act)}:{self.version}"

    def find_report(self, pod: Pod) -> Unconfirmed:
        """Return the report. Raises `Refusal` if it was settled meanwhile."""
        found = find_unconfirmed(pod, self.version)
        if found is None or (self.page is None and not found.claim.disputed):
            raise Refusal("dispute-settled")
        return found


class DuelTarget(Target, frozen=True, kw_only=True):
    """The end of a duel.

    Below a board only a disputed end is decided about; on the desk any end can be taken back.
    """

    def make_id(self, act: str) -> str:
        """Return the custom id of an act on the duel."""
        if self.page is None:
            return f"joust:{self.number}:{act}"
        return super().make_id("reopened" if act == "undone" else act)

    def check_contested(self, live: LiveGame) -> Duel:
        """Return the duel. Raises `Refusal` unless its end is disputed."""
        duel = self._check_duel(live)
        if not duel.is_contested:
            raise Refusal("dispute-settled")
        return duel

    def check_reopenable(self, live: LiveGame) -> Duel:
        """Return the duel. Raises `Refusal` unless its end can be taken back."""
        if self.page is None:
            return self.check_contested(live)
        duel = self._check_duel(live)
        if duel.result is None:
            raise Refusal("dispute-settled")
        return duel

    def _check_duel(self, live: LiveGame) -> Duel:
        if live.duel is None:
            raise Refusal("old-pod" if self.page is None else "dispute-settled")
        return live.duel


# Rights


async def check_reach(ctx: Context, place: Place, number: int) -> None:
    """Raise `Refusal` unless the asker may decide about a game of any channel of the server.

    The game must exist, and the asker must see its channel and moderate there.
    """
    if not await _has_pod(ctx, place, number):
        raise Refusal("no-such-pod")
    if place == ctx.place:
        return
    look = ctx.services.visibility.look
    sight = (await look(ctx.interaction, [place.channel]))[place.channel]
    if sight == "hidden":
        raise Refusal("no-such-pod")
    if not moderates_at(ctx, place.channel, sight):
        raise Refusal("only-moderators")


def moderates_at(ctx: Context, channel: int, sight: Visibility) -> bool:
    """Return whether the asker moderates a channel: by a role everywhere, else by permission."""
    by_role = ctx.administers or ctx.settings.moderator_role is not None
    if by_role or sight == "gone":
        return ctx.moderates
    return ctx.services.visibility.may_manage_messages(ctx.interaction, channel)
