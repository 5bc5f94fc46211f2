"""The games that are not over, and the plans that are to come: whoever is in them is needed."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, or_, select

from bot.rulebooks import IMPOSSIBLE, Game, fold
from bot.rules.facts import Player
from bot.storage.engine.schema import OPEN, events, plans, pods
from bot.storage.record.errors import Damaged
from bot.storage.record.log import read_recorded


class PodPlace(NamedTuple):
    """A pod, and its server."""

    guild: int
    channel: int
    pod: int


class Playing(Exception):
    """Something about somebody waits until games are over that need them: in these `channels`."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(f"plays in {len(channels)} channels")
        self.channels = channels


def match_player(player: Player) -> ColumnElement[bool]:
    """Whether somebody did what an event says, or is in it: an id is like no other word."""
    named = events.c.payload.contains(f'"{player}"', autoescape=True)
    return or_(events.c.by == player, named)


def find_open(connection: Connection, player: Player, guilds: Collection[int]) -> list[PodPlace]:
    """The open games and plans of some servers whose events name somebody, or are theirs."""
    places: list[PodPlace] = []
    for table, is_open in ((pods, pods.c.state.in_(OPEN)), (plans, plans.c.due.is_not(None))):
        same = (table.c.channel == events.c.channel) & (table.c.pod == events.c.pod)
        theirs = select(table.c.guild, table.c.channel, table.c.pod).join(events, same)
        here = theirs.where(is_open, table.c.guild.in_(guilds), match_player(player))
        places += (PodPlace(*row) for row in connection.execute(here.distinct()))
    return places


def fold_game(connection: Connection, place: PodPlace) -> Game | None:
    """Where the events of a game lead; None if they lead nowhere."""
    of_pod = select(events).where(events.c.channel == place.channel, events.c.pod == place.pod)
    rows = connection.execute(of_pod.order_by(events.c.version))
    try:
        return fold(read_recorded(row).event for row in rows)
    except (Damaged, *IMPOSSIBLE):
        return None
