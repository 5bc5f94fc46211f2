"""The game that an interaction is about, and commands sent to that game."""

import discord

from bot.front.interaction.context import Context
from bot.joust.duel import Duel
from bot.projections.past_pods import load_numbers_of_pods_started_last
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


async def load_current_pod_of_channel(ctx: Context, pod_number: int = 0) -> LiveGame:
    """Load the channel's current pod, or an earlier one that is open again.

    Raises `Refusal` if there is none, or if `pod_number` is that of a game that is over.
    """
    live = await _load_current_or_reopened_game(ctx, pod_number)
    if live.pod is None:
        raise Refusal("no-pod" if is_game_over(live.game) else "duel-here")
    return live


async def _load_current_or_reopened_game(ctx: Context, game_number: int) -> LiveGame:
    """Load the channel's current game, or an earlier game that is open again. Raises `Refusal`."""
    current = await ctx.services.service.load_current_game(ctx.channel_address)
    if game_number in (0, current.number):
        return current
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, game_number)
    if live.is_over:
        raise Refusal("old-pod")
    return live


async def load_pod_of_channel_with_events(ctx: Context, pod_number: int = 0) -> GameWithEvents:
    """Load a pod of the channel by number, past pods included, with its events; number 0 means the current pod.

    Raises `Refusal` if there is no such pod.
    """
    found = await ctx.services.service.load_game_with_events(ctx.channel_address, pod_number)
    if found.live.pod is None:
        over = is_game_over(found.live.game)
        raise Refusal("old-pod" if found.live.number != found.current.number else "no-pod" if over else "duel-here")
    return found


_SEARCHED_PODS = 5
"""The most pods of a channel among which the bot searches the one that a user played in."""


async def load_pod_played_last_by_user(ctx: Context, *, skips_closed_lobby: bool = False) -> LiveGame:
    """Load the channel's current game or, while that is a lobby, the game that the user played in last.

    For users who played in none of the latest games it is the last one that was started. With `skips_closed_lobby`, a
    lobby that was closed does not count as the current game either.
    """
    current = await ctx.services.service.load_current_game(ctx.channel_address)
    pod = current.pod
    if pod is None or pod.standings or not (pod.state == "lobby" or skips_closed_lobby):
        return current
    me = await ctx.get_player_id_of_user()
    started = list[LiveGame]()
    channel = ctx.channel_address.channel
    for number in await load_numbers_of_pods_started_last(ctx.services.database, channel, _SEARCHED_PODS):
        live = await ctx.services.service.load_game_by_number(ctx.channel_address, number)
        if live.pod is not None and live.pod.standings:
            if me in live.pod.all_players_ever_seated:
                return live
            started.append(live)
    return started[0] if started else current


async def load_pod_that_user_plays(ctx: Context) -> LiveGame:
    """Load the channel's current pod; if that is a lobby, the earlier one that is open again and the user played last.

    Raises `Refusal` if there is none.
    """
    live = await load_current_pod_of_channel(ctx)
    if live.pod is None or live.pod.state != "lobby":
        return live
    played = await load_pod_played_last_by_user(ctx)
    return live if played.is_over else played


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


async def load_pod_of_board(ctx: Context, pod_number: int) -> LiveGame:
    """Load the pod on whose board the user pressed a button, past pods included. Raises `Refusal`.

    `pod_number` 0 means the current pod, for a typed command.
    """
    if not pod_number:
        return await load_current_pod_of_channel(ctx)
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, pod_number)
    if live.pod is None:
        raise Refusal("old-pod")
    return live


async def load_current_game_of_channel(ctx: Context, game_number: int = 0) -> LiveGame:
    """Load the channel's current pod or duel, or an earlier one that is open again.

    Raises `Refusal` if there is none, or if `game_number` is that of a game that is over.
    """
    live = await _load_current_or_reopened_game(ctx, game_number)
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
