"""The targets of moderators' decisions: pods, reports and duels, of this channel or another.

A target is named by an option of `/override …`, or by the custom id of a button below a board or in the moderation
queue. Rights are checked at each use. In Discord a thread has the rights of its channel, so a moderator of a channel
moderates its threads.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.front.interaction.channel_visibility import Visibility
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import build_game_command_request, load_pod_with_events
from bot.front.interaction.inputs import is_ascii_number, is_discord_id
from bot.joust.duel import Duel
from bot.projections.history import iterate_pod_events
from bot.projections.pods import does_pod_belong_to_server
from bot.rules.confirmation import find_unconfirmed_report
from bot.rules.pod import EventHistory, Pod, UnconfirmedGameReport
from bot.rules.refusals import Refusal
from bot.rules.story import list_events_still_in_effect, list_events_until_result
from bot.service.game_requests import CommandFactory, CommandResult, GameWithEvents
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.record.stored_event import StoredEvent


class ModerationCase(NamedTuple):
    """A game that a moderator decides about, with its events and the game that the channel plays now.

    `current` may be the same game as `live`. `events` are all events of the pod, oldest first.
    """

    live: LiveGame
    story: EventHistory
    current: LiveGame
    events: Sequence[StoredEvent] = ()

    @property
    def pod(self) -> Pod:
        """The pod about which the moderator decides. Raises `Refusal` for other games."""
        return require_game_is_pod(self.live)

    def list_events_until_previous_result(self, event_version: int) -> EventHistory:
        """Return the pod's events up to its last result before an event version."""
        return list_events_until_result(iterate_pod_events(e for e in self.events if e.version < event_version))


def build_moderation_case(game_with_events: GameWithEvents) -> ModerationCase:
    """Return the moderation case of a game, without its undone events."""
    story = list_events_still_in_effect(iterate_pod_events(game_with_events.events))
    return ModerationCase(game_with_events.live, story, game_with_events.current, game_with_events.events)


def require_game_is_pod(live_game: LiveGame) -> Pod:
    """Return the pod of a game. Raises `Refusal` if the game is no pod."""
    if live_game.pod is None:
        raise Refusal("no-pod")
    return live_game.pod


# Options of /override


class SelectedPod(NamedTuple):
    """A pod selected in a command's option, by channel and number; number 0 means the current pod of the channel."""

    place: ChannelAddress
    number: int = 0


async def parse_pod_option_value(ctx: Context, option_value: str | None) -> SelectedPod:
    """Parse an option's value, such as `12` or `<thread id>/12`, into a pod.

    Without a value it is the channel's current pod. Raises `Refusal` for a malformed value, and for another channel,
    unless it is deleted, or a thread of this one that the moderator sees.
    """
    channel, slash, number = (option_value or "").rpartition("/")
    if not option_value:
        return SelectedPod(ctx.channel_address)
    if not is_ascii_number(number) or (slash and not is_discord_id(channel)):
        raise Refusal("no-such-pod")
    place = ChannelAddress(ctx.channel_address.guild, int(channel)) if slash else ctx.channel_address
    await _require_reachable_pod_channel(ctx, place, int(number))
    return SelectedPod(place, int(number))


def format_pod_option_value(ctx: Context, channel_id: int, pod_number: int) -> str:
    """Format a pod as an option's value, such as `12` or `<thread id>/12`."""
    return f"{pod_number}" if channel_id == ctx.channel_address.channel else f"{channel_id}/{pod_number}"


async def _require_reachable_pod_channel(ctx: Context, channel_address: ChannelAddress, pod_number: int) -> None:
    """Raise `Refusal` unless the pod's channel is the current channel, one of its threads, or deleted.

    The moderator has to see the thread. A deleted channel must have a pod with this number.
    """
    if channel_address == ctx.channel_address:
        return
    visibility = ctx.services.visibility
    threads = await visibility.fetch_visible_threads_of_channel(ctx.interaction, [channel_address.channel])
    gone = visibility.list_known_deleted_channels(ctx.interaction, [channel_address.channel])
    reachable = channel_address.channel in {*threads, *gone}
    if (
        not reachable
        or not ctx.is_user_channel_moderator
        or not await _does_pod_exist(ctx, channel_address, pod_number)
    ):
        raise Refusal("no-such-pod")


async def _does_pod_exist(ctx: Context, channel_address: ChannelAddress, pod_number: int) -> bool:
    return await does_pod_belong_to_server(
        ctx.services.database, ctx.channel_address.guild, channel_address.channel, pod_number
    )


async def load_moderation_case(ctx: Context, selected_pod: SelectedPod) -> ModerationCase:
    """Load the selected pod with its events.

    If the pod does not exist, the `live` game of the case has no pod.
    """
    return build_moderation_case(
        await ctx.services.service.load_game_with_events(selected_pod.place, selected_pod.number)
    )


async def load_existing_moderation_case(ctx: Context, selected_pod: SelectedPod) -> ModerationCase:
    """Load the selected pod with its events. Raises `Refusal` if the pod does not exist."""
    case = await load_moderation_case(ctx, selected_pod)
    if case.live.pod is None:
        raise Refusal("no-such-pod" if selected_pod.number else "no-pod")
    return case


# Buttons


class ModeratedGame(Struct, frozen=True, kw_only=True):
    """A game on which a moderator's button acts, below its board or in the moderation queue.

    `page` is the page of the moderation queue; None means the board. A game in the queue may be played in another
    channel, which the moderator must see and moderate.
    """

    place: ChannelAddress
    number: int
    page: int | None = None

    def build_custom_id(self, action: str) -> str:
        return f"desk:{self.page}:{self.place.channel}:{self.number}:{action}"

    async def load_moderated_game(self, ctx: Context) -> LiveGame:
        """Load the game on which the moderator's button acts.

        Raises `Refusal` if the moderator has no access to the game's channel.
        """
        await self._require_moderator_access_to_game(ctx)
        return await ctx.services.service.load_game_by_number(self.place, self.number)

    async def load_moderation_case(self, ctx: Context) -> ModerationCase:
        """Load the pod named in the button's custom id, with its events.

        Raises `Refusal` for another kind of game, or if the moderator has no access.
        """
        if self.page is None:
            return build_moderation_case(await load_pod_with_events(ctx, self.number))
        await self._require_moderator_access_to_game(ctx)
        case = build_moderation_case(await ctx.services.service.load_game_with_events(self.place, self.number))
        require_game_is_pod(case.live)
        return case

    async def execute_command(self, ctx: Context, command_factory: CommandFactory) -> CommandResult:
        """Execute a moderator's command in the game, even if the game has ended. Raises `Refusal`."""
        await self._require_moderator_access_to_game(ctx)
        request = build_game_command_request(ctx, command_factory, self.number)
        return await ctx.services.service.execute_command(replace(request, place=self.place))

    async def _require_moderator_access_to_game(self, ctx: Context) -> None:
        if self.page is not None:
            await require_user_moderates_game(ctx, self.place, self.number)


class ModeratedReport(ModeratedGame, frozen=True, kw_only=True):
    """A report that a moderator's button accepts or undoes.

    Below a board only disputed reports are decided about, in the moderation queue all unconfirmed reports.
    """

    version: int

    def build_custom_id(self, action: str) -> str:
        if self.page is None:
            return f"claim:{self.number}:{self.version}:{action}"
        return f"{super().build_custom_id(action)}:{self.version}"

    def require_undecided_report(self, pod: Pod) -> UnconfirmedGameReport:
        """Return the report of the button. Raises `Refusal` if it was decided meanwhile."""
        found = find_unconfirmed_report(pod, self.version)
        if found is None or (self.page is None and not found.needed_confirmation.disputed):
            raise Refusal("dispute-settled")
        return found


class ModeratedDuel(ModeratedGame, frozen=True, kw_only=True):
    """A Magicjoust duel whose end a moderator's button accepts or undoes.

    Below a board only a disputed end is decided about; in the moderation queue any end can be taken back.
    """

    def build_custom_id(self, action: str) -> str:
        if self.page is None:
            return f"joust:{self.number}:{action}"
        return super().build_custom_id("reopened" if action == "undone" else action)

    def require_duel_with_disputed_end(self, live_game: LiveGame) -> Duel:
        """Return the game as a duel. Raises `Refusal` unless its end is disputed."""
        duel = self._require_game_is_duel(live_game)
        if not duel.is_result_blocked:
            raise Refusal("dispute-settled")
        return duel

    def require_duel_with_undoable_end(self, live_game: LiveGame) -> Duel:
        """Return the game as a duel. Raises `Refusal` unless its end can be undone."""
        if self.page is None:
            return self.require_duel_with_disputed_end(live_game)
        duel = self._require_game_is_duel(live_game)
        if not duel.is_over:
            raise Refusal("dispute-settled")
        return duel

    def _require_game_is_duel(self, live_game: LiveGame) -> Duel:
        if live_game.duel is None:
            raise Refusal("old-pod" if self.page is None else "dispute-settled")
        return live_game.duel


# Rights


async def require_user_moderates_game(ctx: Context, channel_address: ChannelAddress, game_number: int) -> None:
    """Raise `Refusal` unless the user is a moderator of the game, in any channel of the server.

    The game must exist, and the user must see its channel and moderate there.
    """
    if not await _does_pod_exist(ctx, channel_address, game_number):
        raise Refusal("no-such-pod")
    if channel_address == ctx.channel_address:
        return
    look = ctx.services.visibility.fetch_channel_visibilities
    sight = (await look(ctx.interaction, [channel_address.channel]))[channel_address.channel]
    if sight == "hidden":
        raise Refusal("no-such-pod")
    if not is_moderator_of_channel(ctx, channel_address.channel, sight):
        raise Refusal("only-moderators")


def is_moderator_of_channel(ctx: Context, channel_id: int, visibility: Visibility) -> bool:
    """Return True if a role or the channel's permissions make the user its moderator."""
    by_role = ctx.is_administrator or ctx.settings.moderator_role is not None
    if by_role or visibility == "gone":
        return ctx.is_user_channel_moderator
    return ctx.services.visibility.can_manage_messages(ctx.interaction, channel_id)
