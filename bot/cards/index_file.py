"""The file of an index: a SQLite database that is written once, and then only read.

`name` has each name with its folded text, `loose` the names without articles and spaces, `word` the
words of the names, and `slip` the words by what is left of their beginnings after one letter is
dropped, which finds typing mistakes. A file of an earlier version has no `loose`.
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec
from msgspec import Struct

from bot.cards.card import Card
from bot.cards.folding import fold_card_name, list_words, loosen_card_name

FORMAT = 1
"""The version of the file's tables; a file of another version counts as none."""

SLIP_LENGTHS = (4, 5, 6)
"""Lengths of the beginnings of words that typing mistakes are looked for in."""

SHORTEST_SLIP = 4
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
CREATE TABLE slip (left_over TEXT NOT NULL, word TEXT NOT NULL, PRIMARY KEY (left_over, word))
    WITHOUT ROWID;
"""

_INDEXES = """
CREATE INDEX name_by_fold ON name (fold);
CREATE INDEX name_by_locale ON name (locale, fold);
CREATE INDEX name_of_commander ON name (locale, fold) WHERE commander = 1;
"""


class About(Struct, frozen=True, omit_defaults=True):
    """The description of an index in its file: source, date of the source, and content."""

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


class NotAnIndex(Exception):
    """A file that is no card index of this version."""


def write_index(path: Path, cards: Iterable[Card], about: About) -> About:
    """Write an index and swap it in for the one at `path`; return what it says about itself.

    Until the last step the file at `path` stays as it is, whatever fails. Raises `OSError`.
    """
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.new")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished)) as connection:
            written = _fill(connection, cards, about)
        _flush(unfinished)
        os.replace(unfinished, path)
    except sqlite3.Error as error:
        raise OSError(f"{unfinished} cannot be written: {error}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return written


def _flush(path: Path) -> None:
    """Wait until a file is on the disk, so that a power cut leaves the old one or the new one."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _fill(connection: sqlite3.Connection, cards: Iterable[Card], about: About) -> About:
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -16000")
    connection.executescript(_TABLES)
    count = names = 0
    languages = set[str]()
    vocabulary = set[str]()
    for card in cards:
        connection.execute(
            "INSERT OR REPLACE INTO card VALUES (?, ?)", (card.id, msgspec.json.encode(card))
        )
        count += 1
        aliases = ((each.locale, each.face, each.name) for each in card.aliases)
        for locale, face, text in (*card.list_faces(), *aliases):
            names += 1
            languages.add(locale)
            connection.execute(
                "INSERT INTO name VALUES (?, ?, ?, ?, ?, ?, ?)",
                (names, locale, fold_card_name(text), card.id, face, text, card.commander),
            )
            connection.execute("INSERT INTO loose VALUES (?, ?)", (loosen_card_name(text), names))
            words = set(list_words(text))
            connection.executemany(
                "INSERT INTO word VALUES (?, ?)", [(word, names) for word in words]
            )
            vocabulary |= words
    connection.executemany(
        "INSERT OR IGNORE INTO slip VALUES (?, ?)",
        ((left, word) for word in sorted(vocabulary) for left in set(list_slips(word))),
    )
    connection.executescript(_INDEXES)
    written = msgspec.structs.replace(
        about, cards=count, names=names, languages=tuple(sorted(languages))
    )
    connection.execute("INSERT INTO about VALUES (?)", (msgspec.json.encode(written).decode(),))
    connection.execute("ANALYZE")
    connection.execute(f"PRAGMA user_version = {FORMAT}")
    connection.commit()
    return written


def list_slips(word: str) -> Iterator[str]:
    """Yield what is left of a word's beginnings, each without one letter."""
    if len(word) < SHORTEST_SLIP - 1:
        return
    for length in SLIP_LENGTHS:
        yield from drop_each_letter(word[:length])
    yield word[: SLIP_LENGTHS[0]]


def drop_each_letter(word: str) -> Iterator[str]:
    """Yield a word without its first letter, without its second, and so on."""
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


def open_index(path: Path) -> sqlite3.Connection:
    """Open an index for reading, in whichever thread. Raises `NotAnIndex`."""
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    except sqlite3.Error as error:
        raise NotAnIndex(f"{path}: {error}") from error
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error as error:
        connection.close()
        raise NotAnIndex(f"{path}: {error}") from error
    if version != FORMAT:
        connection.close()
        raise NotAnIndex(f"{path}: written by another version")
    return connection


def has_loose_names(connection: sqlite3.Connection) -> bool:
    """Return whether a file has names without articles and spaces."""
    query = "SELECT 1 FROM sqlite_master WHERE name = 'loose'"
    return connection.execute(query).fetchone() is not None


def read_about(path: Path) -> About | None:
    """Return what a file says about itself; None if there is no file. Raises `NotAnIndex`."""
    if not path.exists():
        return None
    with closing(open_index(path)) as connection:
        try:
            (content,) = connection.execute("SELECT content FROM about").fetchone()
            return msgspec.json.decode(content, type=About)
        except (sqlite3.Error, msgspec.MsgspecError, TypeError) as error:
            raise NotAnIndex(f"{path}: {error}") from error
