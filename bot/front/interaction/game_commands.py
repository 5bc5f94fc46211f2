"""The game that an interaction is about, and commands sent to that game."""

import discord

from bot.front.interaction.context import Context
from bot.joust.duel import Duel
from bot.rulebooks import GameCommand, is_game_over
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandFactory, CommandLimit, CommandResult, GameCommandRequest, GameWithEvents
from bot.service.live_game import LiveGame
from bot.storage.tables.open_games import PlayerNeededInOpenGameError


def require_allowed_channel(ctx: Context) -> None:
    """Raise `Refusal` if the server's settings exclude this channel."""
    channels = ctx.settings.channels
    if channels and _get_channel_or_parent_channel_id(ctx) not in channels:
        raise Refusal("not-here", channels=tuple(f"<#{channel}>" for channel in channels))


def list_mentions_of_channels_with_games(open_games: PlayerNeededInOpenGameError) -> tuple[str, ...]:
    return tuple(f"<#{channel}>" for channel in open_games.channels)


async def load_current_pod_of_channel(
    ctx: Context, pod_number: int = 0, *, allow_unsettled_earlier_pod: bool = False
) -> LiveGame:
    """Load the channel's current pod; if allowed, also an earlier pod with reports that nobody has confirmed yet.

    Raises `Refusal` if there is none or it has another `pod_number`. With `allow_unsettled_earlier_pod`, an earlier pod
    whose reports nobody has confirmed or decided is accepted, too.
    """
    live = current = await ctx.services.service.load_current_game(ctx.channel_address)
    if pod_number not in (0, live.number):
        if not allow_unsettled_earlier_pod:
            raise Refusal("old-pod")
        live = await ctx.services.service.load_game_by_number(ctx.channel_address, pod_number)
    _require_current_or_unsettled_pod(live, current)
    return live


async def load_pod_of_channel_with_events(ctx: Context, pod_number: int = 0) -> GameWithEvents:
    """Load a pod of the channel by number, with its events; number 0 means the current pod.

    Raises `Refusal` if there is none, or if an earlier pod has nothing to settle.
    """
    found = await ctx.services.service.load_game_with_events(ctx.channel_address, pod_number)
    _require_current_or_unsettled_pod(found.live, found.current)
    return found


def _require_current_or_unsettled_pod(live_game: LiveGame, current_game: LiveGame) -> None:
    if live_game.number != current_game.number and not _has_unsettled_reports(live_game):
        raise Refusal("old-pod")
    if live_game.pod is None:
        raise Refusal("no-pod" if is_game_over(live_game.game) else "duel-here")


def _has_unsettled_reports(live_game: LiveGame) -> bool:
    """Return whether a pod has reports that nobody has confirmed or decided.

    A game that was entered afterwards always counts as unsettled.
    """
    return live_game.pod is not None and (bool(live_game.pod.unconfirmed) or was_game_played_without_bot(live_game))


def was_game_played_without_bot(live_game: LiveGame) -> bool:
    return live_game.pod is not None and live_game.pod.setup.played is not None


async def load_current_or_past_pod(ctx: Context, pod_number: int) -> LiveGame:
    """Load a pod of the channel by number, past pods included; number 0 means the current pod.

    Raises `Refusal` if there is no such pod.
    """
    if not pod_number:
        return await load_current_pod_of_channel(ctx)
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, pod_number)
    if live.pod is None:
        raise Refusal("no-such-pod")
    return live


async def load_current_game_of_channel(ctx: Context, game_number: int = 0) -> LiveGame:
    """Load the channel's current pod or duel.

    Raises `Refusal` if there is none or it has another `game_number`.
    """
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    if game_number not in (0, live.number):
        raise Refusal("old-pod")
    if live.game is None:
        raise Refusal("no-pod")
    return live


async def load_duel_of_channel(ctx: Context, duel_number: int = 0) -> tuple[LiveGame, Duel]:
    """Load the channel's duel, running or over.

    Raises `Refusal` if there is none or it has another `duel_number`.
    """
    live = await ctx.services.service.load_current_game(ctx.channel_address)
    if duel_number not in (0, live.number):
        raise Refusal("old-pod")
    if live.duel is None:
        raise Refusal("no-duel" if is_game_over(live.game) else "pod-here")
    return live, live.duel


def build_game_command_request(
    ctx: Context,
    command_factory: CommandFactory,
    pod_number: int = 0,
    *,
    allow_earlier_pod: bool = False,
    version_seen_by_user: int | None = None,
    limits: tuple[CommandLimit, ...] = (),
) -> GameCommandRequest:
    return GameCommandRequest(
        ctx.channel_address,
        ctx.acting_member,
        command_factory,
        ctx.interaction.id,
        pod=pod_number,
        earlier=allow_earlier_pod,
        seen=version_seen_by_user,
        home=_get_channel_or_parent_channel_id(ctx),
        named=tuple(ctx.requester_identities.values()),
        asked=ctx.confirmed_seasons,
        despite_avoided=ctx.despite_avoided,
        note=ctx.command_results.append,
        limits=limits,
    )


def _get_channel_or_parent_channel_id(ctx: Context) -> int | None:
    channel = ctx.location.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else ctx.channel_address.channel


async def execute_game_command(
    ctx: Context, command_factory: CommandFactory, pod_number: int = 0, *, allow_earlier_pod: bool = False
) -> CommandResult:
    """Execute a user's command on the channel's game. Raises `Refusal`."""
    return await ctx.services.service.execute_command(
        build_game_command_request(ctx, command_factory, pod_number, allow_earlier_pod=allow_earlier_pod)
    )


def require_no_event_since_version(live_game: LiveGame, version_seen_by_user: int | None) -> None:
    """Raise `Refusal` if the game has events since the version that the user saw.

    `version_seen_by_user` is the version of that step; None means that the user was shown none.
    """
    if version_seen_by_user is None or (live_game.steps and live_game.steps[-1].version == version_seen_by_user):
        return
    later = any(step.version == version_seen_by_user for step in live_game.steps)
    raise Refusal("undo-newer" if later else "undo-late")


def build_constant_command_factory(command: GameCommand) -> CommandFactory:
    """Return a command factory that returns the same command for every player and game."""
    return lambda *_: command
