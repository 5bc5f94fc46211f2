"""Decks that players register, so that they need not name them again for each game.

What a game says about its decks is in the log. A row here is only its owner's list: changing or
deleting it changes no game.
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
from bot.storage.engine.changes import RowChange, apply
from bot.storage.engine.database import Database
from bot.storage.engine.schema import player_decks
from bot.storage.record.people import People, Person, insert_people
from bot.storage.record.strikes import load_struck

MAX_DECKS = 200
"""The most decks that a player can register."""

_DECODER = msgspec.json.Decoder(Deck)


class PlayerDeck(Struct, frozen=True):
    """A registered deck of `player`: its key is that of `deck`. A `retired` one is not offered."""

    player: Player
    deck: Deck
    link: str | None
    used: datetime
    retired: datetime | None = None

    @property
    def key(self) -> str:
        """The key by which games name the deck."""
        assert self.deck.key is not None
        return self.deck.key


_OF_PLAYER = player_decks.c.player == bindparam("of_player")
_OF_DECK = _OF_PLAYER & (player_decks.c.key == bindparam("of_key"))
_SELECT_DECKS = (
    select(player_decks).where(_OF_PLAYER).order_by(player_decks.c.used.desc(), player_decks.c.key)
)
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


class PlayerDecks:
    """The registered decks of all players. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def load(self, player: Player, guild: int) -> list[PlayerDeck]:
        """Return a player's decks, the last used first, without the struck texts of `guild`."""

        def read_rows(connection: Connection) -> list[PlayerDeck]:
            rows = connection.execute(_SELECT_DECKS, {"of_player": player}).all()
            struck = load_struck(connection, guild)
            found = map(_read_row, rows)
            return [replace(each, deck=struck.hide_in(each.deck)) for each in found]

        return await self._database.read(read_rows)

    async def find(self, player: Player, key: str) -> PlayerDeck:
        """Return a deck of a player as they typed it. Raises `Refusal` if there is none."""
        rows = await self._database.fetch(_SELECT_DECK, {"of_player": player, "of_key": key})
        for row in rows:
            return _read_row(row)
        raise Refusal("no-such-deck")

    async def add(self, person: Person, deck: Deck, link: str | None, now: datetime) -> PlayerDeck:
        """Store a new deck and return it with its key. Raises `Refusal` beyond `MAX_DECKS`."""
        keyed = replace(deck, key=secrets.token_urlsafe(9))
        row = {"key": keyed.key, "player": person.id, "deck": encode_deck(keyed), "link": link}
        introduction = self._people.introduce(person)

        def insert_deck(connection: Connection) -> None:
            if (connection.scalar(_COUNT, {"of_player": person.id}) or 0) >= MAX_DECKS:
                raise Refusal("decks-full", most=MAX_DECKS)
            new = RowChange(_INSERT, [row | {"used": now, "retired": None}])
            apply([*insert_people(introduction.unsaved), new], connection)

        await self._database.transact(insert_deck)
        introduction.note_written()
        return PlayerDeck(person.id, keyed, link, now)

    async def change(self, before: PlayerDeck, deck: Deck, link: str | None, now: datetime) -> None:
        """Replace what a deck is; games that were played keep what was said then."""
        keyed = replace(deck, key=before.key)
        await self._write(before, _CHANGE, new_deck=encode_deck(keyed), new_link=link, now=now)

    async def retire(self, deck: PlayerDeck, since: datetime | None) -> None:
        """Stop offering a deck, or offer it again if `since` is None."""
        await self._write(deck, _RETIRE, since=since)

    async def note_used(self, player: Player, key: str, now: datetime) -> None:
        """Note that a player's deck was chosen, so that it is offered first."""
        row = {"of_player": player, "of_key": key, "now": now}
        await self._database.write(RowChange(_USE, [row]))

    async def _write(self, deck: PlayerDeck, statement: Any, **values: object) -> None:
        row = {"of_player": deck.player, "of_key": deck.key, **values}
        await self._database.write(RowChange(statement, [row]))


def read_deck(written: str) -> Deck:
    """Return the deck in a column."""
    return _DECODER.decode(written)


def encode_deck(deck: Deck) -> str:
    """Return the text of a deck in a column."""
    return msgspec.json.encode(deck).decode()


def _read_row(row: Row[Any]) -> PlayerDeck:
    return PlayerDeck(row.player, read_deck(row.deck), row.link, row.used, row.retired)
