"""The traces of a person in the log: events by or about them.

There is no index. The search is so rare that scanning the log costs less than a table that is updated with each event.
"""

from sqlalchemy import Connection, or_, select

from bot.rules.facts import Player
from bot.storage.engine.schema import audit, events, guests, nicknames, people
from bot.storage.record.people import NOWHERE, Person, build_people_with_nicknames_query, parse_person_row
from bot.storage.tables.guests import OWNERS
from bot.storage.tables.open_games import GameIdentifier, build_player_events_sql_condition


def load_person_by_account(discord_id: int, connection: Connection) -> Person | None:
    """Load the person of a Discord account; None if the database has no such person."""
    of_account = build_people_with_nicknames_query(NOWHERE).where(people.c.discord_id == discord_id)
    row = connection.execute(of_account).one_or_none()
    return None if row is None else parse_person_row(row, NOWHERE)


def load_guests_and_merged_accounts(connection: Connection, player: Player) -> list[Person]:
    """Load a player's claimed guests, and the accounts that were merged into the player's account.

    People who were forgotten are left out.
    """
    owners = OWNERS.subquery()
    theirs = select(owners.c.player).where(owners.c.owner == player)
    mine = build_people_with_nicknames_query(NOWHERE).where(people.c.id.in_(theirs)).order_by(people.c.id)
    return [parse_person_row(row, NOWHERE) for row in connection.execute(mine)]


def load_nicknames_on_all_servers(connection: Connection, player: Player) -> list[str]:
    theirs = select(nicknames.c.name).where(nicknames.c.player == player, nicknames.c.name != "")
    return [*connection.scalars(theirs.order_by(nicknames.c.guild))]


def load_games_mentioning_player(connection: Connection, player: Player) -> list[GameIdentifier]:
    """Load the games with events by or about a player, each as server, channel and number."""
    theirs = select(events.c.guild, events.c.channel, events.c.pod).where(build_player_events_sql_condition(player))
    rows = connection.execute(theirs.distinct().order_by(events.c.channel, events.c.pod))
    return [GameIdentifier(*row) for row in rows]


def load_servers_of_player(connection: Connection, player: Player) -> set[int]:
    """Load the servers on which a player has a game, made a decision, or claims to have played as a guest."""
    decided = select(audit.c.guild).where(audit.c.by == player).distinct()
    claimed = select(guests.c.guild).where(or_(guests.c.claimed_by == player, guests.c.asked_by == player))
    return {
        *connection.scalars(claimed),
        *(place.guild for place in load_games_mentioning_player(connection, player)),
        *connection.scalars(decided),
    }
