"""Registered Magicjoust decks: at most one for each person, shown only to its owner."""

import msgspec
from sqlalchemy import Connection, bindparam, delete, select

from bot.joust.decks import DuelDeck
from bot.rules.facts import Player
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange, Upsert
from bot.storage.engine.schema import decks
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.record.redacted_texts import load_redacted_texts_of_server

_UPSERT_DECK = Upsert(decks)
_DELETE_DECK = delete(decks).where(decks.c.player == bindparam("of_player"))


class JoustDeckRepository:
    """The registered decks for Magicjoust (a card game for two). Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def load_joust_deck(self, player: Player, guild_id: int) -> DuelDeck | None:
        """Load a player's registered Magicjoust deck; None if the player has none.

        The redacted texts of the server are left out.
        """
        one = select(decks.c.deck).where(decks.c.player == player)

        def load_redacted_deck(connection: Connection) -> DuelDeck | None:
            found = connection.scalar(one)
            if found is None:
                return None
            struck = load_redacted_texts_of_server(connection, guild_id)
            return msgspec.json.decode(struck.redact_json_text(found), type=DuelDeck)

        return await self._database.run_read_transaction(load_redacted_deck)

    async def store_joust_deck(self, person: Person, deck: DuelDeck) -> None:
        """Store a Magicjoust deck. It replaces the owner's earlier one."""
        written = msgspec.json.encode(deck).decode()
        introduction = self._people.find_people_with_unsaved_names(person)
        row = {"player": person.id, "deck": written}
        await self._database.commit_changes(*build_people_upserts(introduction.unsaved), RowChange(_UPSERT_DECK, [row]))
        introduction.mark_people_names_as_saved()

    async def delete_joust_deck(self, player: Player) -> None:
        await self._database.commit_changes(RowChange(_DELETE_DECK, [{"of_player": player}]))
