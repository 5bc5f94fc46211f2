"""A player's open and planned games, and the error that these still need the player."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select

from bot.rulebooks import IMPOSSIBLE, Game, replay_game_events
from bot.rules.facts import Player
from bot.storage.engine.schema import OPEN_STATES, events, plans, pods
from bot.storage.record.errors import DamagedEventError
from bot.storage.record.log import decode_and_redact_event_row


class GameIdentifier(NamedTuple):
    """The identifier of a game: its server, channel and number."""

    guild: int
    channel: int
    pod: int


class PlayerNeededInOpenGameError(Exception):
    """An error that open games in some Discord channels still need a player."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"plays in {len(channels)} channels")
        self.channels = channels


def build_player_events_sql_condition(player: Player) -> ColumnElement[bool]:
    """Build the SQL condition that an event is by a player, or mentions their id."""
    named = events.c.payload.contains(f'"{player}"', autoescape=True)
    return or_(events.c.by == player, named)


def load_open_games_of_player(
    connection: Connection, player: Player, guild_ids: Collection[int] | None = None
) -> list[GameIdentifier]:
    """Load the open games and planned games with events by, or about, a player.

    `guild_ids` are the servers to search; None means all.
    """
    places: list[GameIdentifier] = []
    for table, is_open in ((pods, pods.c.state.in_(OPEN_STATES)), (plans, plans.c.due.is_not(None))):
        same = (table.c.channel == events.c.channel) & (table.c.pod == events.c.pod)
        theirs = select(table.c.guild, table.c.channel, table.c.pod).join(events, same)
        here = theirs.where(is_open, build_player_events_sql_condition(player))
        if guild_ids is not None:
            here = here.where(table.c.guild.in_(guild_ids))
        places += (GameIdentifier(*row) for row in connection.execute(here.distinct()))
    return places


def load_game_by_replaying_events(connection: Connection, game_identifier: GameIdentifier) -> Game | None:
    """Load a game by replaying its events; None if the events cannot be replayed."""
    of_pod = select(events).where(events.c.channel == game_identifier.channel, events.c.pod == game_identifier.pod)
    rows = connection.execute(of_pod.order_by(events.c.version))
    try:
        return replay_game_events(decode_and_redact_event_row(row).event for row in rows)
    except (DamagedEventError, *IMPOSSIBLE):
        return None
