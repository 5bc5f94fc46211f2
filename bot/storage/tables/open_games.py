"""A player's open games and plans, and the error that these still need the player."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select

from bot.rulebooks import IMPOSSIBLE, Game, fold
from bot.rules.facts import Player
from bot.storage.engine.schema import OPEN_STATES, events, plans, pods
from bot.storage.record.errors import Damaged
from bot.storage.record.log import read_recorded


class PodPlace(NamedTuple):
    """The server, channel and number of a game."""

    guild: int
    channel: int
    pod: int


class Playing(Exception):
    """An error that a player is still needed by games in some `channels`."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"plays in {len(channels)} channels")
        self.channels = channels


def match_player(player: Player) -> ColumnElement[bool]:
    """Return the condition that an event is by a player, or mentions their id."""
    named = events.c.payload.contains(f'"{player}"', autoescape=True)
    return or_(events.c.by == player, named)


def find_open(
    connection: Connection, player: Player, guilds: Collection[int] | None = None
) -> list[PodPlace]:
    """Return the open games and plans with events by, or about, a player.

    `guilds` are the servers to look on; None means all.
    """
    places: list[PodPlace] = []
    for table, is_open in (
        (pods, pods.c.state.in_(OPEN_STATES)),
        (plans, plans.c.due.is_not(None)),
    ):
        same = (table.c.channel == events.c.channel) & (table.c.pod == events.c.pod)
        theirs = select(table.c.guild, table.c.channel, table.c.pod).join(events, same)
        here = theirs.where(is_open, match_player(player))
        if guilds is not None:
            here = here.where(table.c.guild.in_(guilds))
        places += (PodPlace(*row) for row in connection.execute(here.distinct()))
    return places


def fold_game(connection: Connection, place: PodPlace) -> Game | None:
    """Return the game that its events fold to; None if they cannot be folded."""
    of_pod = select(events).where(events.c.channel == place.channel, events.c.pod == place.pod)
    rows = connection.execute(of_pod.order_by(events.c.version))
    try:
        return fold(read_recorded(row).event for row in rows)
    except (Damaged, *IMPOSSIBLE):
        return None
