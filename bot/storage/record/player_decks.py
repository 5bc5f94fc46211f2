"""Decks that players register, so that they need not describe them again for each game.

What a game says about its decks is in the log. A row here is only its owner's list: changing or deleting it changes no
game.
"""

import secrets
from datetime import datetime
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, Row, bindparam, func, insert, select, update

from bot.rules.facts import Deck, Player
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange, apply_row_changes
from bot.storage.engine.schema import player_decks
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.record.redacted_texts import load_redacted_texts_of_server

MAX_DECKS = 200
"""The most decks that a player can register."""

_DECODER = msgspec.json.Decoder(Deck)


class RegisteredDeck(Struct, frozen=True):
    """A deck that a player has registered.

    Its key is that of `deck`. A `retired` deck is not offered.
    """

    player: Player
    deck: Deck
    link: str | None
    used: datetime
    retired: datetime | None = None

    @property
    def deck_key(self) -> str:
        """The key under which games refer to the registered deck."""
        assert self.deck.key is not None
        return self.deck.key


_OF_PLAYER = player_decks.c.player == bindparam("of_player")
_OF_DECK = _OF_PLAYER & (player_decks.c.key == bindparam("of_key"))
_SELECT_DECKS = select(player_decks).where(_OF_PLAYER).order_by(player_decks.c.used.desc(), player_decks.c.key)
_SELECT_DECK = select(player_decks).where(_OF_DECK)
_COUNT = select(func.count()).select_from(player_decks).where(_OF_PLAYER)
_INSERT = insert(player_decks)
_CHANGE = (
    update(player_decks)
    .where(_OF_DECK)
    .values(deck=bindparam("new_deck"), link=bindparam("new_link"), used=bindparam("now"))
)
_RETIRE = update(player_decks).where(_OF_DECK).values(retired=bindparam("since"))
_USE = update(player_decks).where(_OF_DECK).values(used=bindparam("now"))


class RegisteredDeckRepository:
    """The decks that players registered. Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def load_registered_decks(self, player: Player, guild_id: int) -> list[RegisteredDeck]:
        """Load a player's registered decks with redacted texts hidden, the last used deck first."""

        def load_redacted_decks(connection: Connection) -> list[RegisteredDeck]:
            rows = connection.execute(_SELECT_DECKS, {"of_player": player}).all()
            struck = load_redacted_texts_of_server(connection, guild_id)
            found = map(_parse_registered_deck_row, rows)
            return [replace(each, deck=struck.redact_struct_texts(each.deck)) for each in found]

        return await self._database.run_read_transaction(load_redacted_decks)

    async def load_registered_deck(self, player: Player, deck_key: str) -> RegisteredDeck:
        """Load a registered deck of a player by its key, with texts as the player wrote them.

        Raises `Refusal` if the player has no such deck.
        """
        rows = await self._database.fetch_rows(_SELECT_DECK, {"of_player": player, "of_key": deck_key})
        for row in rows:
            return _parse_registered_deck_row(row)
        raise Refusal("no-such-deck")

    async def register_deck(self, person: Person, deck: Deck, deck_link: str | None, now: datetime) -> RegisteredDeck:
        """Store a new deck of a player, and return it with its key.

        Raises `Refusal` if the player has `MAX_DECKS` decks already.
        """
        keyed = replace(deck, key=secrets.token_urlsafe(9))
        row = {"key": keyed.key, "player": person.id, "deck": encode_deck_as_json(keyed), "link": deck_link}
        introduction = self._people.find_people_with_unsaved_names(person)

        def insert_registered_deck(connection: Connection) -> None:
            if (connection.scalar(_COUNT, {"of_player": person.id}) or 0) >= MAX_DECKS:
                raise Refusal("decks-full", most=MAX_DECKS)
            new = RowChange(_INSERT, [row | {"used": now, "retired": None}])
            apply_row_changes([*build_people_upserts(introduction.unsaved), new], connection)

        await self._database.run_write_transaction(insert_registered_deck)
        introduction.mark_people_names_as_saved()
        return RegisteredDeck(person.id, keyed, deck_link, now)

    async def update_registered_deck(
        self, registered_deck: RegisteredDeck, deck: Deck, deck_link: str | None, now: datetime
    ) -> None:
        """Replace the name and cards of a registered deck.

        Games that were played keep the former ones.
        """
        keyed = replace(deck, key=registered_deck.deck_key)
        await self._update_deck_row(
            registered_deck, _CHANGE, new_deck=encode_deck_as_json(keyed), new_link=deck_link, now=now
        )

    async def set_deck_retirement(self, deck: RegisteredDeck, retirement_time: datetime | None) -> None:
        """Mark a registered deck as retired, so that it is not suggested; None makes it active again."""
        await self._update_deck_row(deck, _RETIRE, since=retirement_time)

    async def record_deck_use(self, player: Player, deck_key: str, now: datetime) -> None:
        """Record that a player chose a registered deck, which is then suggested first."""
        row = {"of_player": player, "of_key": deck_key, "now": now}
        await self._database.commit_changes(RowChange(_USE, [row]))

    async def _update_deck_row(self, deck: RegisteredDeck, update_statement: Any, **values: object) -> None:
        row = {"of_player": deck.player, "of_key": deck.deck_key, **values}
        await self._database.commit_changes(RowChange(update_statement, [row]))


def decode_deck_json(deck_json: str) -> Deck:
    return _DECODER.decode(deck_json)


def encode_deck_as_json(deck: Deck) -> str:
    return msgspec.json.encode(deck).decode()


def _parse_registered_deck_row(row: Row[Any]) -> RegisteredDeck:
    return RegisteredDeck(row.player, decode_deck_json(row.deck), row.link, row.used, row.retired)
