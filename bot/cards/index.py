"""The index of card names in use: look-ups at once, searches in a thread of its own.

A look-up reads a row or two, which takes microseconds. A search reads many, in its own thread: SQLite works outside of
Python's lock, and the rest releases the lock every so often.
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

from bot.basics.lru_cache import LruCache
from bot.cards.card import CARD_ID_FORM, COLOURS, Card, CardMatch, build_card_face_id, split_card_face_id
from bot.cards.folding import normalise_card_name, remove_articles_and_spaces
from bot.cards.index_file import InvalidCardIndexError, list_tables_of_card_index, open_card_index
from bot.cards.searching import find_nearest_card_name, search_card_names
from bot.i18n import DEFAULT, LOCALES, Locale
from bot.rules.facts import MAX_COMMANDERS, Colour, Commander, Deck

log = logging.getLogger(__name__)

MAX_SUGGESTIONS = 25
"""Names that are offered at once: the most that Discord shows."""

_CACHED_CARDS = 2_000
_DECODER = msgspec.json.Decoder(Card)


class ResolvedCard(NamedTuple):
    """The card that a user's text means: the text to store, and the card's id if it is certain.

    `others` are the cards that an ambiguous text may mean.
    """

    text: str
    id: str | None
    others: tuple[CardMatch, ...] = ()


_SIGN_BETWEEN_NAMES = re.compile(r"//|/|\||&|\+|;")
"""Signs between the names of two cards, or of a card's faces."""

_PLUS_BETWEEN_SPACES = re.compile(r"\s\+\s")

_FEWEST_FACES = 2

_BETWEEN_COMMANDERS = re.compile(r"//|/|\||&|;|,|\s(?:and|et|und|with|avec|mit|и|с)\s", re.IGNORECASE)
"""The separators of two commanders' names, if each of the names is a card."""


def collapse_spaces(text: str) -> str:
    return " ".join(text.split())


class CardIndex:
    """An index of card names in a file. Without a file, the index knows no cards.

    Another process may replace the file: `reopen_file_if_replaced` checks for a new one.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open the index in the file `path`, if there is one; None means no cards."""
        self._path = path
        self._version: tuple[int, int] | None = None
        self._connection: sqlite3.Connection | None = None
        self._searching: sqlite3.Connection | None = None
        self._tables = frozenset[str]()
        self._searcher = ThreadPoolExecutor(1, thread_name_prefix="cards")
        self._cards = LruCache[str, Card | None](_CACHED_CARDS)
        self._closed = False
        self.reopen_file_if_replaced()

    @property
    def has_index_file(self) -> bool:
        """True if this machine has a card index."""
        return self._connection is not None

    def reopen_file_if_replaced(self) -> None:
        """Open the index again if another process replaced its file."""
        version = self._read_version_of_index_file()
        if version == self._version or self._closed:
            return
        self.close_file()
        self._version = version
        if self._path is None or version is None:
            return
        try:
            self._connection = open_card_index(self._path)
            self._searching = open_card_index(self._path)
            self._tables = list_tables_of_card_index(self._connection)
        except InvalidCardIndexError as error:
            self.close_file()
            self._version = version
            log.warning("cards: %s; run `suzerain cards update` or `suzerain cards load`", error)

    def close_file(self) -> None:
        """Close the index file, because some systems cannot replace an open file."""
        connection = self._connection
        searching = self._searching
        self._connection = self._searching = self._version = None
        self._cards.clear()
        if connection is not None:
            connection.close()
        if searching is not None:  # after the search under way
            self._searcher.submit(searching.close).result()

    def close(self) -> None:
        """Close the index file and the search thread. The index then knows no cards."""
        self._closed = True
        self.close_file()
        self._searcher.shutdown()

    def find_card(self, card_id: str) -> Card | None:
        """Return the card with this id, or with a face of this id; None if it is unknown."""
        oracle, _ = split_card_face_id(card_id)
        if self._connection is None:
            return None
        if oracle not in self._cards:
            rows = self._fetch_card_index_rows("SELECT content FROM card WHERE id = ?", (oracle,))
            self._cards.put(oracle, _DECODER.decode(rows[0][0]) if rows else None)
        return self._cards.get(oracle)

    def get_card_name(self, card_id: str | None, locale: Locale, default_name: str) -> str:
        """Return a card's name in a language; `default_name` if the card is unknown."""
        card = self.find_card(card_id) if card_id else None
        return card.get_name(locale, split_card_face_id(card_id or "")[1]) if card else default_name

    def translate_card_name(self, user_input: str, locale: Locale) -> str:
        """Return the translated name of the card named by a text; the text itself if no card is clearly meant.

        A text that names all faces becomes a name of all faces, and so means the same card.
        """
        match = self.find_card_by_name(user_input, locale)
        card = None if match is None else self.find_card(match.id)
        if match is None or card is None:
            return user_input
        if len(card.names[DEFAULT]) > 1 and match.text == card.get_full_name(locale):
            return match.text
        return card.get_name(locale, split_card_face_id(match.id)[1])

    def find_card_by_name(self, card_name: str, locale: Locale = DEFAULT) -> CardMatch | None:
        """Return the card of this name, of one face or all; None if no card or several cards have the name.

        If cards share a name, a name in `locale` prevails, then an English one.
        """
        found = self.find_cards_by_name(card_name, locale)
        return found[0] if len(found) == 1 else None

    def find_cards_by_name(self, card_name: str, locale: Locale = DEFAULT) -> list[CardMatch]:
        """Return all cards with exactly this name.

        A name without its article, with its words run together, in a further language or on an older printing counts if
        no other name is exactly so. All faces of a card may be named, with any separators between them.
        """
        if self._connection is None:
            return []
        if _SIGN_BETWEEN_NAMES.search(card_name):  # Fire // Ball is neither Fireball nor Fire Ball
            exact = self._load_cards_by_name_condition("name.fold = ?", normalise_card_name(card_name), locale)
            with_sign = [each for each in exact if _SIGN_BETWEEN_NAMES.search(each.text)]
            return self._find_cards_by_face_names(card_name, locale) or with_sign
        return self._find_cards_by_exact_or_printed_name(card_name, locale)

    def _find_cards_by_exact_or_printed_name(self, card_name: str, locale: Locale) -> list[CardMatch]:
        fold = normalise_card_name(card_name)
        ways = [("name.fold = ?", fold)]
        if "loose" in self._tables:
            loose = remove_articles_and_spaces(card_name)
            ways.append(("name.id IN (SELECT name FROM loose WHERE loose = ?)", loose))
        if "printed" in self._tables:
            ways.append(("name.id IN (SELECT name FROM printed WHERE fold = ?)", fold))
        found = (self._load_cards_by_name_condition(condition, value, locale) for condition, value in ways)
        return next(filter(None, found), [])

    def _load_cards_by_name_condition(self, sql_condition: str, sql_value: str, locale: Locale) -> list[CardMatch]:
        """Return a match for each card of a name, in the first language that has the name.

        A card's own name prevails over an alias of another card.
        """
        rows = self._fetch_card_index_rows(
            f"SELECT locale, card, face, text FROM name WHERE {sql_condition} ORDER BY face", (sql_value,)
        )
        if not rows:
            return []
        order = [locale, DEFAULT, *LOCALES]
        first = min(rows, key=lambda row: order.index(row[0]))[0]
        found: dict[str, CardMatch] = {}
        for spoken, id, face, text in rows:
            if spoken == first:
                found.setdefault(id, CardMatch(build_card_face_id(id, face), text))
        if len(found) == 1:
            return [*found.values()]
        own = [each for id, each in found.items() if self._is_face_name(id, each.text)]
        return own or [*found.values()]

    def _is_face_name(self, card_id: str, card_name: str) -> bool:
        card = self.find_card(card_id)
        return card is not None and card.has_face_name(card_name)

    def _find_cards_by_face_names(self, card_name: str, locale: Locale) -> list[CardMatch]:
        """Return the cards whose face names a text lists, separated by signs such as `//`."""
        parts = [part for part in _SIGN_BETWEEN_NAMES.split(card_name) if part.strip()]
        if len(parts) < _FEWEST_FACES:
            return []
        every = [self._find_cards_by_exact_or_printed_name(part, locale) for part in parts]
        faces: dict[str, set[str]] = {}
        for match in chain.from_iterable(every):
            faces.setdefault(split_card_face_id(match.id)[0], set()).add(match.id)
        cards = (self.find_card(id) for id, some in faces.items() if len(some) == len(parts))
        return [CardMatch(card.id, card.get_full_name(locale)) for card in cards if card is not None]

    def resolve_card(self, user_input: str, locale: Locale) -> "ResolvedCard":
        """Return the card that a user's text, or a chosen suggestion, means.

        The value of a suggestion is an id; its text is the card's name in `locale`.
        """
        card = self.find_card(user_input) if CARD_ID_FORM.fullmatch(user_input) else None
        if card is not None and split_card_face_id(user_input)[1] < len(card.names[DEFAULT]):
            return ResolvedCard(card.get_name(locale, split_card_face_id(user_input)[1]), user_input)
        found = self.find_cards_by_name(user_input, locale)
        if len(found) == 1:
            return ResolvedCard(user_input, found[0].id)
        return ResolvedCard(user_input, None, tuple(map(self._build_card_match_with_full_name, found)))

    def _build_card_match_with_full_name(self, card_match: CardMatch) -> CardMatch:
        card = self.find_card(card_match.id)
        if card is None or len(card.names[DEFAULT]) == 1:
            return card_match
        return CardMatch(card_match.id, card.get_full_name(DEFAULT))

    def resolve_commander_names(self, user_input: str, locale: Locale) -> list["ResolvedCard"]:
        """Return the commanders that a user's text means, which may name several.

        A plus always separates two; if one stands between spaces, only such ones do. Another separator does if there is
        a known card on both sides of it, and the whole text is none. Otherwise the text stays as it is.
        """
        whole = self.resolve_card(user_input, locale)
        if whole.id is not None or whole.others:
            return [whole]
        parts = [part for part in _PLUS_BETWEEN_SPACES.split(user_input) if part.strip()]
        if len(parts) < 2:
            parts = [part for part in user_input.split("+") if part.strip()]
        if len(parts) > 1:
            return [each for part in parts for each in self.resolve_commander_names(collapse_spaces(part), locale)]
        user_input = collapse_spaces(user_input.rstrip("+ ")) if parts else ""  # a plus before a name is a part of it
        for found in _BETWEEN_COMMANDERS.finditer(user_input):
            one = self.resolve_card(collapse_spaces(user_input[: found.start()]), locale)
            if one.id is None:
                continue
            others = self.resolve_commander_names(collapse_spaces(user_input[found.end() :]), locale)
            cards = {split_card_face_id(each.id)[0] for each in (one, *others) if each.id is not None}
            if len(cards) == len(others) + 1:
                return [one, *others]
        return [self.resolve_card(user_input, locale)] if user_input else []

    def identify_commanders_of_deck(self, deck: Deck, locale: Locale = DEFAULT) -> Deck:
        """Return a deck whose commanders, given as text, have card ids and colours.

        A name that is unknown, or that of several cards, stays as it is.
        """
        if all(each.id is not None for each in deck.commanders) and deck.colours is not None:
            return deck
        found: list[Commander] = []
        for each in deck.commanders:
            named = [] if each.id is not None else self.resolve_commander_names(each.text, locale)
            known = [Commander(one.text, one.id) for one in named if one.id is not None]
            found += known if known and len(known) == len(named) else [each]
        commanders = tuple(found) if len(found) <= MAX_COMMANDERS else deck.commanders
        colours = deck.colours or self.find_combined_colour_identity(each.id for each in commanders)
        return replace(deck, commanders=commanders, colours=colours)

    def find_combined_colour_identity(self, card_ids: Iterable[str | None]) -> tuple[Colour, ...] | None:
        """Return the colours of several cards together; None if one of them is unknown."""
        cards = [None if id is None else self.find_card(id) for id in card_ids]
        if None in cards:
            return None
        found = {colour for card in cards if card is not None for colour in card.colours}
        return cast(tuple[Colour, ...], tuple(each for each in COLOURS if each in found))

    async def suggest_card_names(
        self, query: str, locale: Locale, *, commanders_first: bool = False, limit: int = MAX_SUGGESTIONS
    ) -> list[CardMatch]:
        """Suggest card names for what the user is typing, the best first.

        First come names that begin with the query, then names with such a word, then names with a typing mistake; names
        in `locale` before English ones. With `commanders_first`, cards that can lead a deck come first.
        """
        found = await self._run_card_search_in_thread(
            lambda connection: search_card_names(connection, query, locale, limit, commanders_first=commanders_first)
        )
        times = Counter(each.text for each in found)
        return [self._build_card_match_with_full_name(each) if times[each.text] > 1 else each for each in found]

    async def find_card_by_misspelled_name(self, misspelled_name: str, locale: Locale) -> CardMatch | None:
        """Return the card that a misspelled name most likely means; None if that is not clear."""
        found = await self._run_card_search_in_thread(
            lambda connection: find_nearest_card_name(connection, misspelled_name, locale)
        )
        return found[0] if found else None

    async def suggest_cards_for_unknown_name(self, user_input: str, locale: Locale) -> list[CardMatch]:
        """Suggest cards for a text that is not a card's name, the likeliest first."""
        reading = self.resolve_card(user_input, locale)
        if reading.id is not None:
            return []
        if reading.others:
            return [*reading.others]
        near = await self.find_card_by_misspelled_name(user_input, locale)
        if near is not None:
            return [near]
        parts = [part for part in _SIGN_BETWEEN_NAMES.split(user_input) if part.strip()]
        if len(parts) < _FEWEST_FACES:
            return []
        known = [each for part in parts for each in self.find_cards_by_name(part, locale)]
        return [*dict.fromkeys(map(self._build_card_match_with_full_name, known))]

    async def suggest_commanders_for_text(self, user_input: str, locale: Locale) -> list[tuple[CardMatch, ...]]:
        """Suggest commanders, single or in pairs, for a text."""
        parts = [part for part in _SIGN_BETWEEN_NAMES.split(user_input) if part.strip()]
        if len(parts) > 1 and not self.find_cards_by_name(user_input, locale):
            near = [await self._find_exact_or_misspelled_card(part, locale) for part in parts]
            pair = tuple(each for each in near if each is not None)
            if len(pair) == len(parts) == len({split_card_face_id(each.id)[0] for each in pair}):
                return [pair]
        return [(each,) for each in await self.suggest_cards_for_unknown_name(user_input, locale)]

    async def _find_exact_or_misspelled_card(self, user_input: str, locale: Locale) -> CardMatch | None:
        return self.find_card_by_name(user_input, locale) or await self.find_card_by_misspelled_name(user_input, locale)

    async def _run_card_search_in_thread(
        self, search_function: Callable[[sqlite3.Connection], list[CardMatch]]
    ) -> list[CardMatch]:
        connection = self._searching
        if connection is None:
            return []

        def search_cards_or_log_error() -> list[CardMatch]:
            try:
                return search_function(connection)
            except sqlite3.Error as error:
                log.warning("cards: %s", error)
                return []

        return await asyncio.get_running_loop().run_in_executor(self._searcher, search_cards_or_log_error)

    def _fetch_card_index_rows(self, query: str, query_values: Sequence[object]) -> list[tuple[Any, ...]]:
        assert self._connection is not None
        try:
            return self._connection.execute(query, query_values).fetchall()
        except sqlite3.Error as error:  # for example, somebody overwrote the file
            log.warning("cards: %s", error)
            return []

    def _read_version_of_index_file(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat() if self._path else None
        except OSError:
            return None
        return (status.st_ino, status.st_mtime_ns) if status else None


# Cards in sentences and statistics. Sentences are made in many rooms, all by `PodMessageFormatter`,
# so the index
# of the process is kept here; `app` sets it. Without one a card is shown as it was typed, and
# counts as its text.

_indexes: list[CardIndex] = []
"""The indexes in use, the newest at the end: tests run several bots in one process."""


def enable_card_name_translation(card_index: CardIndex) -> None:
    """Translate card names in the bot's messages with a card index from now on."""
    _indexes.append(card_index)


def disable_card_name_translation(card_index: CardIndex) -> None:
    """Stop using a card index to translate card names in the bot's messages."""
    if card_index in _indexes:
        _indexes.remove(card_index)


def translate_card_name(user_input: str, locale: Locale) -> str:
    """Return the translated name of the card that a text means; otherwise the text."""
    return _indexes[-1].translate_card_name(user_input, locale) if _indexes else user_input


def identify_commanders_of_deck(deck: Deck) -> Deck:
    """Return a deck whose commanders, given as text, have card ids and colours."""
    return _indexes[-1].identify_commanders_of_deck(deck) if _indexes else deck
