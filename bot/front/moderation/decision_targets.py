"""The targets of moderators' decisions: pods, reports and duels, of this channel or another.

A target is named by an option of `/override …`, or by the custom id of a button below a board or in
the moderation queue. Rights are checked at each use. In Discord a thread has the rights of its
channel, so a moderator of a channel moderates its threads.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.channel_visibility import Visibility
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import build_command_request, load_pod_with_events
from bot.front.interaction.inputs import is_discord_id, is_number
from bot.joust.duel import Duel
from bot.projections.history import iterate_pod_events
from bot.projections.pods import has_pod
from bot.rules.confirmation import find_unconfirmed_report
from bot.rules.pod import EventStory, Pod, UnconfirmedReport
from bot.rules.refusals import Refusal
from bot.rules.story import build_story, build_story_until_last_result
from bot.service.game_requests import CommandFactory, CommandResult, GameWithEvents
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.record.stored_event import StoredEvent


class ModerationCase(NamedTuple):
    """A pod to decide about, its story, and the game that its channel plays now.

    `current` may be the same game as `live`. `events` are all events of the pod, oldest first.
    """

    live: LiveGame
    story: EventStory
    current: LiveGame
    events: Sequence[StoredEvent] = ()

    @property
    def pod(self) -> Pod:
        """The pod of the case. Raises `Refusal` if the game is a duel or a plan."""
        return require_pod(self.live)

    def replay_to_last_result(self, before_version: int) -> EventStory:
        """Return the pod's story up to its last result before a version of the log."""
        return build_story_until_last_result(
            iterate_pod_events(e for e in self.events if e.version < before_version)
        )


def build_case(game_with_events: GameWithEvents) -> ModerationCase:
    """Return the moderation case of a loaded game."""
    story = build_story(iterate_pod_events(game_with_events.events))
    return ModerationCase(
        game_with_events.live, story, game_with_events.current, game_with_events.events
    )


def require_pod(live_game: LiveGame) -> Pod:
    """Return the pod of a game. Raises `Refusal` if the game is a duel or a plan."""
    if live_game.pod is None:
        raise Refusal("no-pod")
    return live_game.pod


# Options of /override


class SelectedPod(NamedTuple):
    """A pod selected in an option, by channel and number; number 0 means the current pod."""

    place: ChannelAddress
    number: int = 0


async def parse_selected_pod(ctx: Context, option_value: str | None) -> SelectedPod:
    """Return the pod that an option's value names: `number`, or `thread/number` for a thread's
    pod.

    Without a value it is the channel's current pod. Raises `Refusal` for a malformed value, and
    for another channel, unless it is deleted, or a thread of this one that the moderator sees.
    """
    channel, slash, number = (option_value or "").rpartition("/")
    if not option_value:
        return SelectedPod(ctx.channel_address)
    if not is_number(number) or (slash and not is_discord_id(channel)):
        raise Refusal("no-such-pod")
    place = (
        ChannelAddress(ctx.channel_address.guild, int(channel)) if slash else ctx.channel_address
    )
    await _require_reachable_pod(ctx, place, int(number))
    return SelectedPod(place, int(number))


def format_pod_value(ctx: Context, channel_id: int, pod_number: int) -> str:
    """Return the option's value for a pod, as `parse_selected_pod` reads it."""
    return (
        f"{pod_number}"
        if channel_id == ctx.channel_address.channel
        else f"{channel_id}/{pod_number}"
    )


async def _require_reachable_pod(
    ctx: Context, channel_address: ChannelAddress, pod_number: int
) -> None:
    """Raise `Refusal` unless the channel is this one, a thread of it, or a deleted channel.

    The moderator has to see the thread. A deleted channel must have a pod with this number.
    """
    if channel_address == ctx.channel_address:
        return
    visibility = ctx.services.visibility
    threads = await visibility.find_visible_threads(ctx.interaction, [channel_address.channel])
    gone = visibility.find_deleted_channels(ctx.interaction, [channel_address.channel])
    reachable = channel_address.channel in {*threads, *gone}
    if (
        not reachable
        or not ctx.is_moderator
        or not await _is_pod_stored(ctx, channel_address, pod_number)
    ):
        raise Refusal("no-such-pod")


async def _is_pod_stored(ctx: Context, channel_address: ChannelAddress, pod_number: int) -> bool:
    return await has_pod(
        ctx.services.database, ctx.channel_address.guild, channel_address.channel, pod_number
    )


async def load_case(ctx: Context, selected_pod: SelectedPod) -> ModerationCase:
    """Load the selected pod; if the pod does not exist, the `live` game of the case has no pod."""
    return build_case(
        await ctx.services.service.load_game_with_events(selected_pod.place, selected_pod.number)
    )


async def load_existing_case(ctx: Context, selected_pod: SelectedPod) -> ModerationCase:
    """Load the selected pod, past pods included. Raises `Refusal` if the pod does not exist."""
    case = await load_case(ctx, selected_pod)
    if case.live.pod is None:
        raise Refusal("no-such-pod" if selected_pod.number else "no-pod")
    return case


# Buttons


class ModerationTarget(Struct, frozen=True, kw_only=True):
    """A game named by a moderator's button, below the game's board or in the moderation queue.

    `page` is the page of the moderation queue; None means the board. A game in the queue may be
    played in another channel, which the moderator must see and moderate.
    """

    place: ChannelAddress
    number: int
    page: int | None = None

    def build_custom_id(self, action: str) -> str:
        """Return the custom id of a button that performs an action on the target."""
        return f"desk:{self.page}:{self.place.channel}:{self.number}:{action}"

    async def load_game(self, ctx: Context) -> LiveGame:
        """Load the present state of the game. Raises `Refusal` if the moderator cannot
        reach its channel.
        """
        await self._require_access(ctx)
        return await ctx.services.service.load_game(self.place, self.number)

    async def load_case(self, ctx: Context) -> ModerationCase:
        """Load the pod with its story. Raises `Refusal` for another kind of game, or
        without access.
        """
        if self.page is None:
            return build_case(await load_pod_with_events(ctx, self.number))
        await self._require_access(ctx)
        case = build_case(await ctx.services.service.load_game_with_events(self.place, self.number))
        require_pod(case.live)
        return case

    async def execute_command(self, ctx: Context, command_factory: CommandFactory) -> CommandResult:
        """Execute a command in the game, past games included. Raises `Refusal`."""
        await self._require_access(ctx)
        request = build_command_request(ctx, command_factory, self.number, allow_earlier_pod=True)
        return await ctx.services.service.execute(replace(request, place=self.place))

    async def _require_access(self, ctx: Context) -> None:
        if self.page is not None:
            await require_moderated_game(ctx, self.place, self.number)


class ReportTarget(ModerationTarget, frozen=True, kw_only=True):
    """A report that is not final, named by the version of its event in the log.

    Below a board only disputed reports are decided about, in the moderation queue all
    unconfirmed reports.
    """

    version: int

    def build_custom_id(self, action: str) -> str:
        """Return the custom id of a button that performs an action on the report."""
        if self.page is None:
            return f"claim:{self.number}:{self.version}:{action}"
        return f"{super().build_custom_id(action)}:{self.version}"

    def find_report(self, pod: Pod) -> UnconfirmedReport:
        """Return the targeted report of the pod. Raises `Refusal` if the report was settled
        meanwhile.
        """
        found = find_unconfirmed_report(pod, self.version)
        if found is None or (self.page is None and not found.claim.disputed):
            raise Refusal("dispute-settled")
        return found


class DuelTarget(ModerationTarget, frozen=True, kw_only=True):
    """A duel whose end a moderator decides about.

    Below a board only a disputed end is decided about; in the moderation queue any end can be
    taken back.
    """

    def build_custom_id(self, action: str) -> str:
        """Return the custom id of a button that performs an action on the duel."""
        if self.page is None:
            return f"joust:{self.number}:{action}"
        return super().build_custom_id("reopened" if action == "undone" else action)

    def require_disputed_end(self, live_game: LiveGame) -> Duel:
        """Return the duel. Raises `Refusal` unless the duel's end is disputed."""
        duel = self._require_duel(live_game)
        if not duel.is_contested:
            raise Refusal("dispute-settled")
        return duel

    def require_reopenable(self, live_game: LiveGame) -> Duel:
        """Return the duel. Raises `Refusal` unless the duel's end can be taken back."""
        if self.page is None:
            return self.require_disputed_end(live_game)
        duel = self._require_duel(live_game)
        if duel.result is None:
            raise Refusal("dispute-settled")
        return duel

    def _require_duel(self, live_game: LiveGame) -> Duel:
        if live_game.duel is None:
            raise Refusal("old-pod" if self.page is None else "dispute-settled")
        return live_game.duel


# Rights


async def require_moderated_game(
    ctx: Context, channel_address: ChannelAddress, game_number: int
) -> None:
    """Raise `Refusal` unless the user may decide about a game of any channel of the server.

    The game must exist, and the user must see its channel and moderate there.
    """
    if not await _is_pod_stored(ctx, channel_address, game_number):
        raise Refusal("no-such-pod")
    if channel_address == ctx.channel_address:
        return
    look = ctx.services.visibility.fetch_visibilities
    sight = (await look(ctx.interaction, [channel_address.channel]))[channel_address.channel]
    if sight == "hidden":
        raise Refusal("no-such-pod")
    if not is_moderator_of_channel(ctx, channel_address.channel, sight):
        raise Refusal("only-moderators")


def is_moderator_of_channel(ctx: Context, channel_id: int, visibility: Visibility) -> bool:
    """Return whether the user moderates a channel, by a role for the server or by permission."""
    by_role = ctx.is_administrator or ctx.settings.moderator_role is not None
    if by_role or visibility == "gone":
        return ctx.is_moderator
    return ctx.services.visibility.can_manage_messages(ctx.interaction, channel_id)
