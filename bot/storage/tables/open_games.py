"""A player's open and planned games, and the error that these still need the player."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select

from bot.planning.plan import PlannedGame
from bot.rulebooks import IMPOSSIBLE, Game, GameEvent, apply_game_event, is_game_over, replay_game_events
from bot.rules.facts import Player
from bot.storage.engine.schema import OPEN_STATES, events, plans, pods
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.log import decode_and_redact_event_row


class GameIdentifier(NamedTuple):
    """The server, channel and number that identify a game."""

    guild: int
    channel: int
    pod: int


class PlayerNeededInOpenGameError(Exception):
    """The error that open games still need the player; it names their Discord channels."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"plays in {len(channels)} channels")
        self.channels = channels


def build_player_events_sql_condition(player: Player) -> ColumnElement[bool]:
    """Return the SQL condition that an event is by a player, or contains the player's id."""
    named = events.c.payload.contains(f'"{player}"', autoescape=True)
    return or_(events.c.by == player, named)


def load_open_games_of_player(
    connection: Connection,
    player: Player,
    guild_ids: Collection[int] | None = None,
    *,
    include_disputable_games: bool = False,
) -> list[GameIdentifier]:
    """Load the open games and plans that have events by or about a player.

    `guild_ids` are the servers to search; None means all. `include_disputable_games` also loads games that have ended,
    and that count once nobody has objected in time.
    """
    open_pods: ColumnElement[bool] = pods.c.state.in_(OPEN_STATES)
    if include_disputable_games:
        open_pods |= pods.c.confirm_by.is_not(None)
    places: list[GameIdentifier] = []
    for table, is_open in ((pods, open_pods), (plans, plans.c.due.is_not(None))):
        same = (table.c.channel == events.c.channel) & (table.c.pod == events.c.pod)
        theirs = select(table.c.guild, table.c.channel, table.c.pod).join(events, same)
        here = theirs.where(is_open, build_player_events_sql_condition(player))
        if guild_ids is not None:
            here = here.where(table.c.guild.in_(guild_ids))
        places += (GameIdentifier(*row) for row in connection.execute(here.distinct()))
    return places


def load_game_by_replaying_events(connection: Connection, game_identifier: GameIdentifier) -> Game | None:
    """Load a game by replaying its events; None if that fails."""
    try:
        return replay_game_events(_iterate_game_events(connection, game_identifier))
    except (UnreadableStoredEventError, *IMPOSSIBLE):
        return None


def load_game_if_never_ended(connection: Connection, game_identifier: GameIdentifier) -> Game | None:
    """Load a game by replaying its events; None if that fails, or if the game ever ended.

    A game that somebody reopened has ended before. A plan never has.
    """
    game: Game | None = None
    try:
        for event in _iterate_game_events(connection, game_identifier):
            game = apply_game_event(game, event)
            if not isinstance(game, PlannedGame) and is_game_over(game):
                return None
    except (UnreadableStoredEventError, *IMPOSSIBLE):
        return None
    return game


def _iterate_game_events(connection: Connection, game_identifier: GameIdentifier) -> Iterator[GameEvent]:
    of_pod = select(events).where(events.c.channel == game_identifier.channel, events.c.pod == game_identifier.pod)
    for row in connection.execute(of_pod.order_by(events.c.version)):
        yield decode_and_redact_event_row(row).event
