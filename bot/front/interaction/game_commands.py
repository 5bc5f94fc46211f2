"""The game that an interaction is about, and commands sent to that game."""

import discord

from bot.front.interaction.context import Context
from bot.joust.duel import Duel
from bot.projections.past_pods import load_numbers_of_latest_games
from bot.rulebooks import Game, GameCommand, is_game_over
from bot.rules.facts import Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandFactory, CommandLimit, CommandResult, GameCommandRequest, GameWithEvents
from bot.service.live_game import LiveGame
from bot.storage.tables.open_games import PlayerNeededInOpenGameError


def require_channel_allows_bot(ctx: Context) -> None:
    """Raise `Refusal` unless the server's settings allow the bot in this channel."""
    channels = ctx.settings.channels
    if channels and _get_channel_or_parent_channel_id(ctx) not in channels:
        raise Refusal("not-here", channels=tuple(f"<#{channel}>" for channel in channels))


def list_game_channel_mentions(open_games: PlayerNeededInOpenGameError) -> tuple[str, ...]:
    return tuple(f"<#{channel}>" for channel in open_games.channels)


async def load_numbered_or_current_game(
    ctx: Context, game_number: int = 0, game_class: type[Pod | Duel] = Pod
) -> LiveGame:
    """Load a game by number; 0 means the user's open game in this channel.

    `game_number` 0 means no message: for a typed command it is the open game of the channel in which the user plays.
    Games of `game_class` come first, then games that have begun, and newer games before those that were opened again. A
    user who plays in none means the channel's current game. Raises `Refusal` if no game has the number.
    """
    service = ctx.services.service
    if game_number:
        live = await service.load_game_by_number(ctx.channel_address, game_number)
        if live.game is None:
            raise Refusal("old-pod")
        return live
    current, *reopened = await service.load_current_and_reopened_games(ctx.channel_address)
    if not reopened:
        return current
    me = await ctx.get_player_id_of_user()
    own = [
        each
        for each in (current, *reopened)
        if each.game is not None and me in _list_members_playing_in_game(each.game)
    ]
    return min(
        own,
        key=lambda each: (not isinstance(each.game, game_class), each.game is None or each.game.state == "lobby"),
        default=current,
    )


def _list_members_playing_in_game(game: Game) -> tuple[Player, ...]:
    """Return the members who play in a game; guests are represented by their members."""
    return list_members_acting_for_players(game, game.players) if isinstance(game, Pod) else game.players


async def load_pod(ctx: Context, pod_number: int = 0) -> LiveGame:
    """Load a pod by number; 0 means the user's open pod in this channel.

    Raises `Refusal` if there is none.
    """
    live = await load_numbered_or_current_game(ctx, pod_number)
    if live.pod is None:
        raise _build_refusal_for_missing_pod(live, pod_number)
    return live


def _build_refusal_for_missing_pod(live_game: LiveGame, pod_number: int) -> Refusal:
    if pod_number:
        return Refusal("old-pod")
    return Refusal("no-pod" if is_game_over(live_game.game) else "duel-here")


async def load_pod_with_events(ctx: Context, pod_number: int = 0) -> GameWithEvents:
    """Load a pod and its events by number; 0 means the user's open pod in this channel.

    Raises `Refusal` if there is none.
    """
    pod_number = pod_number or await find_open_game_number_of_user(ctx)
    found = await ctx.services.service.load_game_with_events(ctx.channel_address, pod_number)
    if found.live.pod is None:
        raise _build_refusal_for_missing_pod(found.live, pod_number)
    return found


async def find_open_game_number_of_user(ctx: Context) -> int:
    """Return the number of the user's open game in this channel; 0 means the current game."""
    current = ctx.services.service.find_cached_current_game(ctx.channel_address)
    return 0 if current is not None and not current.beside else (await load_numbered_or_current_game(ctx)).number


_SEARCHED_GAMES = 5
"""The most games of a channel among which the bot searches the one that a user played in."""


async def load_last_game_of_user(
    ctx: Context, game_class: type[Pod | Duel], *, skips_closed_lobby: bool = False
) -> LiveGame:
    """Load the channel's pod or duel that the user plays now or played last.

    It is the current game, or one that is open again, if it has begun. Before that, and while another kind of game is
    played, it is the last one that was started with the user. For users who played in none of the latest it is the last
    one that was started; if there is none, the current game. With `skips_closed_lobby`, a lobby that was closed does
    not count as the current game either.
    """
    current = await load_numbered_or_current_game(ctx, 0, game_class)
    game = current.game
    if isinstance(game, game_class) and not (is_unstarted_game(game) and (game.state == "lobby" or skips_closed_lobby)):
        return current
    me = await ctx.get_player_id_of_user()
    started = list[LiveGame]()
    channel = ctx.channel_address.channel
    for number in await load_numbers_of_latest_games(ctx.services.database, channel, game_class, _SEARCHED_GAMES):
        live = await ctx.services.service.load_game_by_number(ctx.channel_address, number)
        if live.game is not None and not is_unstarted_game(live.game):
            if me in (live.pod.current_and_former_players if live.pod is not None else live.game.players):
                return live
            started.append(live)
    return started[0] if started else current


def is_unstarted_game(game: Game) -> bool:
    """Return True if a pod or duel was never started, even if its lobby was closed."""
    return not (game.standings if isinstance(game, Pod) else isinstance(game, Duel) and game.duelists)


def was_game_played_without_bot(live_game: LiveGame) -> bool:
    return live_game.pod is not None and live_game.pod.setup.played is not None


async def load_duel(ctx: Context, duel_number: int = 0) -> tuple[LiveGame, Duel]:
    """Load a duel by number; 0 means the user's open duel in this channel.

    Raises `Refusal` if there is none.
    """
    live = await load_numbered_or_current_game(ctx, duel_number, Duel)
    if live.duel is None:
        if duel_number:
            raise Refusal("old-pod")
        raise Refusal("no-duel" if is_game_over(live.game) else "pod-here")
    return live, live.duel


def build_game_command_request(
    ctx: Context,
    command_factory: CommandFactory,
    pod_number: int = 0,
    *,
    version_seen_by_user: int | None = None,
    command_limits: tuple[CommandLimit, ...] = (),
) -> GameCommandRequest:
    return GameCommandRequest(
        ctx.channel_address,
        ctx.requesting_member,
        command_factory,
        ctx.interaction.id,
        pod=pod_number,
        seen=version_seen_by_user,
        home=_get_channel_or_parent_channel_id(ctx),
        named=tuple(ctx.requester_identities.values()),
        asked=ctx.confirmed_seasons,
        despite_avoided=ctx.despite_avoided,
        note=ctx.command_results.append,
        limits=command_limits,
    )


def _get_channel_or_parent_channel_id(ctx: Context) -> int | None:
    channel = ctx.location.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else ctx.channel_address.channel


async def execute_game_command(ctx: Context, command_factory: CommandFactory, pod_number: int = 0) -> CommandResult:
    """Execute a user's command in a game by number; 0 means the current game.

    Raises `Refusal`.
    """
    number = pod_number or await find_open_game_number_of_user(ctx)
    return await ctx.services.service.execute_command(build_game_command_request(ctx, command_factory, number))


def require_no_event_since_version(live_game: LiveGame, version_seen_by_user: int | None) -> None:
    """Raise `Refusal` if the game has changed since the version that the user saw.

    `version_seen_by_user` is the version of that step; None means that the user was shown none.
    """
    if version_seen_by_user is None or (live_game.steps and live_game.steps[-1].version == version_seen_by_user):
        return
    later = any(step.version == version_seen_by_user for step in live_game.steps)
    raise Refusal("undo-newer" if later else "undo-late")


def wrap_command_in_factory(command: GameCommand) -> CommandFactory:
    """Return a command factory that gives every player and game the same command."""
    return lambda *_: command
