"""The people of an archive, its guests, and events in which they go by the ids they have here."""

from collections.abc import Collection

from msgspec import Raw
from msgspec.structs import asdict, replace
from sqlalchemy import or_, select

from bot.care.archive import EventLine, GuestLine, PersonLine
from bot.care.importing.into import Import
from bot.care.players import find_players, rename_players
from bot.care.stored_tables import guests, people
from bot.rules.facts import Player
from bot.storage.record.codec import encode


def import_people(into: Import) -> None:
    """Write down who is new, and note who has another id here."""
    last, ids = -(2**63) - 1, set[Player]()
    for part in into.archive.read_parts(PersonLine, into.header.people):
        accounts, owners = _find_known(into, part.values())
        new = []
        for line, person in part.items():
            if person.discord_id <= last or person.id in ids:
                raise into.archive.make_error("somebody comes twice, or out of order", line)
            last = person.discord_id
            ids.add(person.id)
            here = accounts.get(person.discord_id)
            if here is None and person.id in owners:
                raise into.archive.make_error(f"id: {person.id!r} is somebody else here", line)
            if here is None:
                new.append(asdict(person))
            elif here != person.id:
                into.ids[person.id] = here
        into.insert(people, new)
        into.tick(len(part))


def import_guests(into: Import) -> None:
    """Write of which server guests are, and who claimed them, where that is not known here."""
    last = ""
    for line in into.archive.read_lines(GuestLine, into.header.guests):
        into.check_server(line)
        if line.player <= last:
            raise into.archive.make_error("a guest comes twice, or out of order")
        last = line.player
        named = {name: getattr(line, name) for name in ("player", "asked_by", "claimed_by")}
        row = asdict(line) | {name: who and into.find_id(who) for name, who in named.items()}
        here = select(guests.c.player).where(guests.c.player == row["player"])
        if into.connection.execute(here).first() is None:
            into.insert(guests, [row])
        into.tick(1)


def _find_known(
    into: Import, persons: Collection[PersonLine]
) -> tuple[dict[int, Player], dict[Player, int]]:
    """Return who of them is here: the ids by account, and the accounts by id."""
    same_id = people.c.id.in_([person.id for person in persons])
    same_account = people.c.discord_id.in_([person.discord_id for person in persons])
    found = into.connection.execute(select(people).where(or_(same_id, same_account))).all()
    return {row.discord_id: row.id for row in found}, {row.id: row.discord_id for row in found}


def exchange_ids(into: Import, line: EventLine) -> EventLine:
    """Return a line with the ids that people have here; to the letter where they have the same."""
    if not into.ids:
        return line
    before = line.recorded().event
    after = rename_players(before, into.find_id)
    if len(find_players(after)) < len(find_players(before)):
        raise into.archive.make_error("two of its players are one and the same here")
    if after != before:
        kind, schema, payload = encode(after)
        line = replace(line, type=kind, schema=schema, payload=Raw(payload.encode()))
    return replace(line, by=line.by and into.find_id(line.by))
