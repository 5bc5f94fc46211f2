"""The file of a card index: a SQLite database that is written once, and then only read.

The table `name` has each name with its folded text, `loose` the names without articles and spaces, `word` the words of
the names, and `slip` the words by their beginnings without one letter, which finds typing mistakes. `printed` has the
folded names of further languages and older printings, each with the English name of the face. A file of an earlier
version may have no `loose` and no `printed`.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.cards.card import Card
from bot.cards.folding import list_card_name_words, normalise_card_name, remove_articles_and_spaces
from bot.i18n import DEFAULT

INDEX_FORMAT = 1
"""The version of the file's tables; a file of another version counts as none."""

TYPO_PREFIX_LENGTHS = (4, 5, 6)
"""Lengths of the beginnings of words that typing mistakes are looked for in."""

SHORTEST_WORD_WITH_TYPO = 4
"""Letters of the shortest typed word that may hold a mistake."""

_TABLES = """
CREATE TABLE about (content TEXT NOT NULL);
CREATE TABLE card (id TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    locale TEXT NOT NULL,
    fold TEXT NOT NULL,
    card TEXT NOT NULL,
    face INTEGER NOT NULL,
    text TEXT NOT NULL,
    commander INTEGER NOT NULL
);
CREATE TABLE word (word TEXT NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (word, name))
    WITHOUT ROWID;
CREATE TABLE loose (loose TEXT NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (loose, name))
    WITHOUT ROWID;
CREATE TABLE printed (fold TEXT NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (fold, name))
    WITHOUT ROWID;
CREATE TABLE slip (left_over TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (left_over, word))
    WITHOUT ROWID;
"""

_INDEXES = """
CREATE INDEX name_by_fold ON name (fold);
CREATE INDEX name_by_locale ON name (locale, fold);
CREATE INDEX name_of_commander ON name (locale, fold) WHERE commander = 1;
"""


class CardIndexDescription(Struct, frozen=True, omit_defaults=True):
    """The description at the beginning of a card index file: source, date and content."""

    source: str
    updated_at: str = ""
    cards: int = 0
    names: int = 0
    languages: tuple[str, ...] = ()
    foreign_updated_at: str = ""
    """The date of the source of the names in other languages, if it is another one."""

    def __str__(self) -> str:
        date = f" of {self.updated_at[:10]}" if self.updated_at else ""
        spoken = ", ".join(self.languages)
        return f"{self.cards:,} cards{date}, {self.names:,} names ({spoken})"


class InvalidCardIndexError(Exception):
    """The error that a file is not an index of card names in this version's format."""


def write_card_index(
    index_path: Path, magic_cards: Iterable[Card], index_description: CardIndexDescription
) -> CardIndexDescription:
    """Write an index of card names to a file in one step; return its description.

    Until the last step the file at `index_path` stays as it is. Raises `OSError`.
    """
    unfinished = index_path.with_name(f"{index_path.name}.{os.getpid()}.new")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as connection:
            written = _write_index_tables(connection, magic_cards, index_description)
        _sync_file_to_disk(unfinished)
        os.replace(unfinished, index_path)
    except sqlite3.Error as error:
        raise OSError(f"{unfinished} cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return written


def _sync_file_to_disk(path: Path) -> None:
    """Flush a file to the disk, so that a power cut cannot damage it."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _write_index_tables(
    connection: sqlite3.Connection, cards: Iterable[Card], description: CardIndexDescription
) -> CardIndexDescription:
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -16000")
    connection.executescript(_TABLES)
    count = names = 0
    languages = set[str]()
    vocabulary = set[str]()
    for card in cards:
        connection.execute("INSERT OR REPLACE INTO card VALUES (?, ?)", (card.id, msgspec.json.encode(card)))
        count += 1
        english = dict[int, int]()
        aliases = ((each.locale, each.face, each.name) for each in card.aliases)
        for locale, face, text in (*card.list_face_names(), *aliases):
            names += 1
            if locale == DEFAULT:
                english.setdefault(face, names)
            languages.add(locale)
            connection.execute(
                "INSERT INTO name VALUES (?, ?, ?, ?, ?, ?, ?)",
                (names, locale, normalise_card_name(text), card.id, face, text, card.commander),
            )
            connection.execute("INSERT INTO loose VALUES (?, ?)", (remove_articles_and_spaces(text), names))
            words = set(list_card_name_words(text))
            connection.executemany("INSERT INTO word VALUES (?, ?)", [(word, names) for word in words])
            vocabulary |= words
        printed = {(normalise_card_name(name), english[face]) for face, name in card.printed if face in english}
        connection.executemany("INSERT INTO printed VALUES (?, ?)", sorted(printed))
    connection.executemany(
        "INSERT OR IGNORE INTO slip VALUES (?, ?)",
        ((left, word) for word in sorted(vocabulary) for left in set(iterate_word_beginnings_with_typo(word))),
    )
    connection.executescript(_INDEXES)
    written = msgspec.structs.replace(description, cards=count, names=names, languages=tuple(sorted(languages)))
    connection.execute("INSERT INTO about VALUES (?)", (msgspec.json.encode(written).decode(),))
    connection.execute("ANALYZE")
    connection.execute(f"PRAGMA user_version = {INDEX_FORMAT}")
    connection.commit()
    return written


def iterate_word_beginnings_with_typo(word: str) -> Iterator[str]:
    """Yield the beginnings of a word, each without one letter, to find misspelled words."""
    if len(word) < SHORTEST_WORD_WITH_TYPO - 1:
        return
    for length in TYPO_PREFIX_LENGTHS:
        yield from iterate_one_letter_deletions(word[:length])
    yield word[: TYPO_PREFIX_LENGTHS[0]]


def iterate_one_letter_deletions(word: str) -> Iterator[str]:
    """Yield a word without each of its letters in turn."""
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


def open_card_index(path: Path) -> sqlite3.Connection:
    """Open an index file for reading from any thread. Raises `InvalidCardIndexError`."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    except sqlite3.Error as error:
        raise InvalidCardIndexError(f"{path}: {error}") from error
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        connection.close()
        raise InvalidCardIndexError(f"{path}: {error}") from error
    if version != INDEX_FORMAT:
        connection.close()
        raise InvalidCardIndexError(f"{path}: written by another version")
    return connection


def list_tables_of_card_index(connection: sqlite3.Connection) -> frozenset[str]:
    """Return the names of the tables in a card index. Older index files have fewer."""
    return frozenset(name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"))


def load_card_index_description(path: Path) -> CardIndexDescription | None:
    """Load the description of a card index from its file; None without a file. Raises `InvalidCardIndexError`."""
    if not path.exists():
        return None
    with closing(open_card_index(path)) as connection:
        try:
            (content,) = connection.execute("SELECT content FROM about").fetchone()
            return msgspec.json.decode(content, type=CardIndexDescription)
        except (sqlite3.Error, msgspec.MsgspecError, TypeError) as error:
            raise InvalidCardIndexError(f"{path}: {error}") from error
