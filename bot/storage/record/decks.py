"""Registered Magicjoust decks: at most one for each person, shown only to its owner."""

import msgspec
from sqlalchemy import Connection, bindparam, delete, select

from bot.joust.decks import Deck
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.schema import decks
from bot.storage.record.people import People, Person, insert_people
from bot.storage.record.strikes import load_struck

_UPSERT_DECK = Upsert(decks)
_DELETE_DECK = delete(decks).where(decks.c.player == bindparam("of_player"))


class Decks:
    """The decks of all players. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def read(self, player: Player, guild: int) -> Deck | None:
        """Return the registered deck of a player, or None, without the struck texts of `guild`."""
        one = select(decks.c.deck).where(decks.c.player == player)

        def read_row(connection: Connection) -> Deck | None:
            found = connection.scalar(one)
            if found is None:
                return None
            struck = load_struck(connection, guild)
            return msgspec.json.decode(struck.hide_in_json(found), type=Deck)

        return await self._database.read(read_row)

    async def keep(self, person: Person, deck: Deck) -> None:
        """Store a deck, and replace its owner's former one."""
        written = msgspec.json.encode(deck).decode()
        introduction = self._people.introduce(person)
        row = {"player": person.id, "deck": written}
        await self._database.write(
            *insert_people(introduction.unsaved), RowChange(_UPSERT_DECK, [row])
        )
        introduction.note_written()

    async def forget(self, player: Player) -> None:
        """Delete the deck of a player."""
        await self._database.write(RowChange(_DELETE_DECK, [{"of_player": player}]))
