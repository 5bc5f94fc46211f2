"""The index of card names as the bot asks it: look-ups at once, searches in a thread of its own.

A look-up reads a row or two, which takes microseconds. A search reads many, in its own thread:
SQLite works outside of Python's lock, and the rest gives the lock away every so often.
"""

import asyncio
import logging
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from bot.cards.card import CARD_ID_FORM, COLOURS, Card, CardMatch, face_id, split_id
from bot.cards.folding import fold_card_name, loosen_card_name
from bot.cards.index_file import NotAnIndex, has_loose_names, open_index
from bot.cards.searching import find_nearest, search
from bot.i18n import DEFAULT, LOCALES, Locale
from bot.lru_cache import LruCache
from bot.rules.facts import MAX_COMMANDERS, Colour, Commander, Deck

log = logging.getLogger(__name__)

MAX_OFFERED = 25
"""Names that are offered at once: the most that Discord shows."""

_CACHED_CARDS = 2_000
_DECODER = msgspec.json.Decoder(Card)


class CardReading(NamedTuple):
    """The meaning of a typed text: the text that is kept, and the id of its card if it is certain.

    `others` are the cards that it may mean if it means several; then it has no id.
    """

    text: str
    id: str | None
    others: tuple[CardMatch, ...] = ()


_SIGN_BETWEEN_NAMES = re.compile(r"//|/|\||&|\+|;")
"""Signs between the names of two cards, or of a card's faces."""

_FEWEST_FACES = 2

_BETWEEN_COMMANDERS = re.compile(
    r"//|/|\||&|;|,|\s(?:and|et|und|with|avec|mit|и|с)\s", re.IGNORECASE
)
"""The separators of two commanders' names, if each of the names is a card."""


def tidy(typed: str) -> str:
    """Return a typed text on one line."""
    return " ".join(typed.split())


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
        self._has_loose = False
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
            self._has_loose = has_loose_names(self._connection)
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

    def translate(self, text: str, locale: Locale) -> str:
        """Return the name in a language of the only card that a text means; otherwise the text.

        A text that names all faces becomes one that does, so that it is read as the same card.
        """
        match = self.find_named(text, locale)
        card = None if match is None else self.find(match.id)
        if match is None or card is None:
            return text
        if len(card.names[DEFAULT]) > 1 and match.text == card.full_name(locale):
            return match.text
        return card.name(locale, split_id(match.id)[1])

    def find_named(self, text: str, locale: Locale = DEFAULT) -> CardMatch | None:
        """Return the only card that a name means in any language, of a face or of all; or None.

        If cards share a name, a name in `locale` prevails, then an English one.
        """
        found = self.find_all(text, locale)
        return found[0] if len(found) == 1 else None

    def find_all(self, text: str, locale: Locale = DEFAULT) -> list[CardMatch]:
        """Return the cards that a whole name means; several if it is ambiguous.

        A name without its article, or with its words run together, counts if no other name is
        exactly so. All faces of a card may be named, with any signs between them.
        """
        if self._connection is None:
            return []
        exact = self._match("name.fold = ?", fold_card_name(text), locale)
        if _SIGN_BETWEEN_NAMES.search(text):  # Fire // Ball is neither Fireball nor Fire Ball
            with_sign = [each for each in exact if _SIGN_BETWEEN_NAMES.search(each.text)]
            return self._find_faces(text, locale) or with_sign
        return exact or (self._match_loosely(text, locale) if self._has_loose else [])

    def _match_loosely(self, text: str, locale: Locale) -> list[CardMatch]:
        same = "name.id IN (SELECT name FROM loose WHERE loose = ?)"
        return self._match(same, loosen_card_name(text), locale)

    def _match(self, condition: str, value: str, locale: Locale) -> list[CardMatch]:
        """Return a match for each card with such a name, in the first language that has one.

        A card's own name prevails over a name that is only printed on another one.
        """
        rows = self._read(
            f"SELECT locale, card, face, text FROM name WHERE {condition} ORDER BY face", (value,)
        )
        if not rows:
            return []
        order = [locale, DEFAULT, *LOCALES]
        first = min(rows, key=lambda row: order.index(row[0]))[0]
        found: dict[str, CardMatch] = {}
        for spoken, id, face, text in rows:
            if spoken == first:
                found.setdefault(id, CardMatch(face_id(id, face), text))
        if len(found) == 1:
            return [*found.values()]
        own = [each for id, each in found.items() if self._is_own_name(id, each.text)]
        return own or [*found.values()]

    def _is_own_name(self, id: str, text: str) -> bool:
        card = self.find(id)
        return card is not None and card.has_face(text)

    def _find_faces(self, text: str, locale: Locale) -> list[CardMatch]:
        """Return the cards of which a text names different faces, with signs between them."""
        parts = [part for part in _SIGN_BETWEEN_NAMES.split(text) if part.strip()]
        if len(parts) < _FEWEST_FACES:
            return []
        every = [self._match("name.fold = ?", fold_card_name(part), locale) for part in parts]
        faces: dict[str, set[str]] = {}
        for match in chain.from_iterable(every):
            faces.setdefault(split_id(match.id)[0], set()).add(match.id)
        cards = (self.find(id) for id, some in faces.items() if len(some) == len(parts))
        return [CardMatch(card.id, card.full_name(locale)) for card in cards if card is not None]

    def read(self, value: str, locale: Locale) -> "CardReading":
        """Return what a typed or chosen `value` means.

        The value of a choice is an id; its text is the card's name in `locale`.
        """
        card = self.find(value) if CARD_ID_FORM.fullmatch(value) else None
        if card is not None and split_id(value)[1] < len(card.names[DEFAULT]):
            return CardReading(card.name(locale, split_id(value)[1]), value)
        found = self.find_all(value, locale)
        if len(found) == 1:
            return CardReading(value, found[0].id)
        return CardReading(value, None, tuple(map(self._name_apart, found)))

    def _name_apart(self, match: CardMatch) -> CardMatch:
        """Return a match that is called by all faces of its card."""
        card = self.find(match.id)
        if card is None or len(card.names[DEFAULT]) == 1:
            return match
        return CardMatch(match.id, card.full_name(DEFAULT))

    def read_commanders(self, value: str, locale: Locale) -> list["CardReading"]:
        """Return what a text means that may name several commanders.

        A plus always stands between two. Another sign or word does if there is a known card on
        both sides of it, and the whole is none. Otherwise the text stays as it is.
        """
        whole = self.read(value, locale)
        if whole.id is not None or whole.others:
            return [whole]
        parts = [part for part in value.split("+") if part.strip()]
        if len(parts) > 1:
            return [each for part in parts for each in self.read_commanders(tidy(part), locale)]
        value = tidy(" ".join(parts))
        for found in _BETWEEN_COMMANDERS.finditer(value):
            one = self.read(tidy(value[: found.start()]), locale)
            if one.id is None:
                continue
            others = self.read_commanders(tidy(value[found.end() :]), locale)
            cards = {split_id(each.id)[0] for each in (one, *others) if each.id is not None}
            if len(cards) == len(others) + 1:
                return [one, *others]
        return [self.read(value, locale)] if value else []

    def resolve_deck(self, deck: Deck, locale: Locale = DEFAULT) -> Deck:
        """Return a deck with the cards and colours of commanders that were written as text alone.

        A name that is unknown, or that of several cards, stays as it is.
        """
        if all(each.id is not None for each in deck.commanders) and deck.colours is not None:
            return deck
        found: list[Commander] = []
        for each in deck.commanders:
            named = [] if each.id is not None else self.read_commanders(each.text, locale)
            known = [Commander(one.text, one.id) for one in named if one.id is not None]
            found += known if known and len(known) == len(named) else [each]
        commanders = tuple(found) if len(found) <= MAX_COMMANDERS else deck.commanders
        colours = deck.colours or self.find_colours(each.id for each in commanders)
        return replace(deck, commanders=commanders, colours=colours)

    def find_colours(self, ids: Iterable[str | None]) -> tuple[Colour, ...] | None:
        """Return the colour identity of cards together; None if one of them is unknown."""
        cards = [None if id is None else self.find(id) for id in ids]
        if None in cards:
            return None
        found = {colour for card in cards if card is not None for colour in card.colours}
        return cast(tuple[Colour, ...], tuple(each for each in COLOURS if each in found))

    async def complete(
        self, typed: str, locale: Locale, *, commanders: bool = False, limit: int = MAX_OFFERED
    ) -> list[CardMatch]:
        """Return names that somebody may be typing, the best first.

        First come those that begin like that, then those with such a word, then those with a
        typing mistake; names in `locale` before English ones. With `commanders`, cards that can
        lead a deck come first.
        """
        found = await self._search(
            lambda connection: search(connection, typed, locale, limit, commanders=commanders)
        )
        times = Counter(each.text for each in found)
        return [self._name_apart(each) if times[each.text] > 1 else each for each in found]

    async def find_near(self, text: str, locale: Locale) -> CardMatch | None:
        """Return the name that a text with a typing mistake most likely means; None if unclear."""
        found = await self._search(lambda connection: find_nearest(connection, text, locale))
        return found[0] if found else None

    async def offer(self, text: str, locale: Locale) -> list[CardMatch]:
        """Return the cards that a text may mean, if it is not the name of one; the likely first."""
        reading = self.read(text, locale)
        if reading.id is not None:
            return []
        if reading.others:
            return [*reading.others]
        near = await self.find_near(text, locale)
        if near is not None:
            return [near]
        parts = [part for part in _SIGN_BETWEEN_NAMES.split(text) if part.strip()]
        if len(parts) < _FEWEST_FACES:
            return []
        known = [each for part in parts for each in self.find_all(part, locale)]
        return [*dict.fromkeys(map(self._name_apart, known))]

    async def offer_commanders(self, text: str, locale: Locale) -> list[tuple[CardMatch, ...]]:
        """Return the commanders that a text may mean: a card each, or else a pair that it names."""
        parts = [part for part in _SIGN_BETWEEN_NAMES.split(text) if part.strip()]
        if len(parts) > 1 and not self.find_all(text, locale):
            near = [await self._find_likely(part, locale) for part in parts]
            pair = tuple(each for each in near if each is not None)
            if len(pair) == len(parts) == len({split_id(each.id)[0] for each in pair}):
                return [pair]
        return [(each,) for each in await self.offer(text, locale)]

    async def _find_likely(self, text: str, locale: Locale) -> CardMatch | None:
        return self.find_named(text, locale) or await self.find_near(text, locale)

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


# Cards in sentences and statistics. Sentences are made in many rooms, all by `Words`, so the index
# of the process is kept here; `app` sets it. Without one a card is shown as it was typed, and
# counts as its text.

_indexes: list[CardIndex] = []
"""The indexes in use, the newest at the end: tests run several bots in one process."""


def use_index(index: CardIndex) -> None:
    """Show cards by this index, until it is dropped."""
    _indexes.append(index)


def drop_index(index: CardIndex) -> None:
    """Stop showing cards by this index."""
    if index in _indexes:
        _indexes.remove(index)


def translate_card(text: str, locale: Locale) -> str:
    """Return the name in a language of the card that a typed text names; otherwise the text."""
    return _indexes[-1].translate(text, locale) if _indexes else text


def resolve_deck(deck: Deck) -> Deck:
    """Return a deck with the cards and colours of commanders that were written as text alone."""
    return _indexes[-1].resolve_deck(deck) if _indexes else deck
