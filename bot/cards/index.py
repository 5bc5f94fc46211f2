"""The index of card names as the bot asks it: look-ups at once, searches in a thread of its own.

A look-up reads a row or two, which takes microseconds. A search reads many, in its own thread:
SQLite works outside of Python's lock, and the rest gives the lock away every so often.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from bot.cards.card import Card, CardMatch, face_id, is_card_id, split_id
from bot.cards.folding import fold_card_name
from bot.cards.index_file import NotAnIndex, open_index
from bot.cards.searching import find_nearest, search
from bot.i18n import DEFAULT, LOCALES, Locale
from bot.lru_cache import LruCache

log = logging.getLogger(__name__)

MAX_OFFERED = 25
"""Names that are offered at once: the most that Discord shows."""

_CACHED_CARDS = 2_000
_DECODER = msgspec.json.Decoder(Card)


class CardIndex:
    """This machine's index of card names; without a file it knows no card.

    Another process may swap the file: `reopen` looks whether it did.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open the index at `path` if it is there; None means none."""
        self._path = path
        self._version: tuple[int, int] | None = None
        self._connection: sqlite3.Connection | None = None
        self._searching: sqlite3.Connection | None = None
        self._searcher = ThreadPoolExecutor(1, thread_name_prefix="cards")
        self._cards = LruCache[str, Card | None](_CACHED_CARDS)
        self._closed = False
        self.reopen()

    @property
    def is_present(self) -> bool:
        """True if this machine has an index."""
        return self._connection is not None

    def reopen(self) -> None:
        """Open the file that is at the path now, if it is another one than before."""
        version = self._read_version()
        if version == self._version or self._closed:
            return
        self.release()
        self._version = version
        if self._path is None or version is None:
            return
        try:
            self._connection = open_index(self._path)
            self._searching = open_index(self._path)
        except NotAnIndex as error:
            self.release()
            self._version = version
            log.warning("cards: %s; run `suzerain cards update` or `suzerain cards load`", error)

    def release(self) -> None:
        """Close the file, so that it can be replaced where open files cannot be."""
        connection = self._connection
        searching = self._searching
        self._connection = self._searching = self._version = None
        self._cards.clear()
        if connection is not None:
            connection.close()
        if searching is not None:  # after the search under way
            self._searcher.submit(searching.close).result()

    def close(self) -> None:
        """Close the file and end the thread; from now on no card is known."""
        self._closed = True
        self.release()
        self._searcher.shutdown()

    def find(self, id: str) -> Card | None:
        """Return the card of an id, of whichever face; None if the index has none."""
        oracle, _ = split_id(id)
        if self._connection is None:
            return None
        if oracle not in self._cards:
            rows = self._read("SELECT content FROM card WHERE id = ?", (oracle,))
            self._cards.put(oracle, _DECODER.decode(rows[0][0]) if rows else None)
        return self._cards.get(oracle)

    def name(self, id: str | None, locale: Locale, text: str) -> str:
        """Return the name of a card in a language; `text` if the index does not know the card."""
        card = self.find(id) if id else None
        return card.name(locale, split_id(id or "")[1]) if card else text

    def find_named(self, text: str, locale: Locale = DEFAULT) -> CardMatch | None:
        """Return the card of a name in any language, of either face or of both; or None.

        If cards share a name, a name in `locale` prevails, then an English one.
        """
        if self._connection is None:
            return None
        for name in (text, text.partition("//")[0]):
            order = [locale, DEFAULT, *LOCALES]
            rows = self._read(
                "SELECT locale, card, face, text FROM name WHERE fold = ?", (fold_card_name(name),)
            )
            if rows:
                _, card, face, found = min(rows, key=lambda row: (order.index(row[0]), row[2]))
                return CardMatch(face_id(card, face), found)
        return None

    def read(self, value: str, locale: Locale) -> tuple[str, str | None]:
        """Return the text and the id that a typed or chosen `value` means; the id may be None.

        The value of a choice is an id; its text is the card's name in `locale`.
        """
        card = self.find(value) if is_card_id(value) else None
        if card is not None and split_id(value)[1] < len(card.names[DEFAULT]):
            return card.name(locale, split_id(value)[1]), value
        match = self.find_named(value, locale)
        return value, match.id if match else None

    async def complete(
        self, typed: str, locale: Locale, *, commanders: bool = False, limit: int = MAX_OFFERED
    ) -> list[CardMatch]:
        """Return names that somebody may be typing, the best first.

        First come those that begin like that, then those with such a word, then those with a
        typing mistake; names in `locale` before English ones. With `commanders`, cards that can
        lead a deck come first.
        """
        return await self._search(
            lambda connection: search(connection, typed, locale, limit, commanders=commanders)
        )

    async def find_near(self, text: str, locale: Locale) -> CardMatch | None:
        """Return the name that a text with a typing mistake most likely means; None if unclear."""
        found = await self._search(lambda connection: find_nearest(connection, text, locale))
        return found[0] if found else None

    async def _search(
        self, ask: Callable[[sqlite3.Connection], list[CardMatch]]
    ) -> list[CardMatch]:
        connection = self._searching
        if connection is None:
            return []

        def answer() -> list[CardMatch]:
            try:
                return ask(connection)
            except sqlite3.Error as error:
                log.warning("cards: %s", error)
                return []

        return await asyncio.get_running_loop().run_in_executor(self._searcher, answer)

    def _read(self, query: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:  # for example, somebody overwrote the file
            log.warning("cards: %s", error)
            return []

    def _read_version(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat() if self._path else None
        except OSError:
            return None
        return (status.st_ino, status.st_mtime_ns) if status else None
