"""The traces of a person in the log: events by or about them.

There is no index. The search is so rare that scanning the log costs less than a table that is
updated with each event.
"""

from sqlalchemy import Connection, or_, select

from bot.rules.facts import Player
from bot.storage.engine.schema import audit, events, guests, nicknames, people
from bot.storage.record.people import NOWHERE, Person, read_person, select_people
from bot.storage.tables.guests import OWNERS
from bot.storage.tables.open_games import PodPlace, match_player


def find_person(discord_id: int, connection: Connection) -> Person | None:
    """Return the person of an account, or None if the account is unknown."""
    of_account = select_people(NOWHERE).where(people.c.discord_id == discord_id)
    row = connection.execute(of_account).one_or_none()
    return None if row is None else read_person(row, NOWHERE)


def find_claimed(connection: Connection, player: Player) -> list[Person]:
    """Return the guests and merged accounts that are a player's and that are not forgotten."""
    owners = OWNERS.subquery()
    theirs = select(owners.c.player).where(owners.c.owner == player)
    mine = select_people(NOWHERE).where(people.c.id.in_(theirs)).order_by(people.c.id)
    return [read_person(row, NOWHERE) for row in connection.execute(mine)]


def load_nicknames(connection: Connection, player: Player) -> list[str]:
    """Return the nicknames that a player has on all servers."""
    theirs = select(nicknames.c.name).where(nicknames.c.player == player, nicknames.c.name != "")
    return [*connection.scalars(theirs.order_by(nicknames.c.guild))]


def find_places(connection: Connection, player: Player) -> list[PodPlace]:
    """Return the games with events by, or about, a player."""
    theirs = select(events.c.guild, events.c.channel, events.c.pod).where(match_player(player))
    rows = connection.execute(theirs.distinct().order_by(events.c.channel, events.c.pod))
    return [PodPlace(*row) for row in rows]


def find_servers(connection: Connection, player: Player) -> set[int]:
    """Return the servers where a player is in a game, made a decision, or claims a guest."""
    decided = select(audit.c.guild).where(audit.c.by == player).distinct()
    claimed = select(guests.c.guild).where(
        or_(guests.c.claimed_by == player, guests.c.asked_by == player)
    )
    return {
        *connection.scalars(claimed),
        *(place.guild for place in find_places(connection, player)),
        *connection.scalars(decided),
    }
