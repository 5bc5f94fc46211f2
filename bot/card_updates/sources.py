"""Card data from files: Scryfall's bulk files, and MTGJSON's AtomicCards.

A file is read as a stream, one card after the other. Only names, colours and what decides who
leads a deck are kept. A record of another form is skipped; too many of them mean that the format
has changed, and the file is refused.
"""

import bz2
import gzip
import lzma
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from typing import Any, NamedTuple

import ijson
import msgspec
from msgspec import Struct

from bot.card_updates.bounds import CHUNK, BoundedFile, Unbounded
from bot.cards.card import CARD_ID_FORM, Alias, Card, sort_colours
from bot.cards.commanders import Oracle, can_lead, find_bonds
from bot.i18n import DEFAULT, Locale

MAX_BROKEN = 0.05
"""The share of records from which on a format counts as changed."""

MAX_CARDS = 60_000
"""The most cards of a file; there are about 35,000."""

MAX_KEPT = 12_000_000
"""The most characters of all names of a file together; Scryfall's have a quarter."""

MAX_ALIASES = 20
"""The most aliases of a card; Scryfall has up to four."""

MAX_NAME_LENGTH = 200
"""Characters from which on a name is none."""

_MAGIC: Mapping[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}

_READING_ERRORS = (
    ijson.JSONError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    UnicodeDecodeError,
)

_LOCALES: Mapping[str, Locale] = {
    "en": "en",
    "fr": "fr",
    "ru": "ru",
    "French": "fr",
    "Russian": "ru",
}
"""The bot's languages, by their names in the files."""

_NO_CARDS = frozenset(
    {"token", "double_faced_token", "emblem", "art_series", "vanguard", "planar", "scheme"}
)
"""Layouts of what nobody plays from a deck."""


class BrokenFile(Exception):
    """A file that is damaged, or is no card data; the message says why."""


class _Face(Struct):
    name: str
    printed_name: str | None = None
    flavor_name: str | None = None
    oracle_id: str | None = None
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None


class _Printing(Struct):
    """A card object of Scryfall's."""

    name: str
    lang: str
    layout: str
    color_identity: list[str]
    oracle_id: str | None = None
    printed_name: str | None = None
    flavor_name: str | None = None
    released_at: str = ""
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None
    keywords: list[str] = []
    card_faces: list[_Face] = []


class _Identifiers(Struct, rename="camel"):
    scryfall_oracle_id: str | None = None


class _Foreign(Struct, rename="camel"):
    language: str
    name: str | None = None
    face_name: str | None = None


class _Atomic(Struct, rename="camel"):
    """A face of a card in MTGJSON's AtomicCards."""

    name: str
    layout: str
    color_identity: list[str]
    identifiers: _Identifiers
    type: str
    face_name: str | None = None
    side: str = "a"
    text: str = ""
    power: str | None = None
    keywords: list[str] = []
    foreign_data: list[_Foreign] = []


class _Known(Struct):
    """The data of a card that is collected until all records are read."""

    names: dict[Locale, tuple[str, ...]]
    colours: str = ""
    commander: bool = False
    bonds: tuple[str, ...] = ()
    dates: dict[Locale, str] = {}
    """The date of the newest printing in each language, from which its names are."""
    aliases: dict[Alias, None] = {}
    """Names that some printings have instead, in the order in which they were read."""


class ReadCards(NamedTuple):
    """The cards of a file: how many there are, and each once, as reading on frees its memory."""

    total: int
    cards: Iterator[Card]
    is_foreign: bool
    """True if some card has a name in another language than English."""


class _Collected(dict[str, _Known]):
    """The cards that were read so far, by their ids, and the characters of all their names."""

    characters = 0

    def count_characters(self, added: int) -> None:
        """Count characters of names. Raises `BrokenFile` for too many."""
        self.characters += added
        if self.characters > MAX_KEPT:
            raise BrokenFile(f"its names have more than {MAX_KEPT:,} characters")


def read_cards(file: "BufferedReader[Any]", size: int) -> ReadCards:
    """Return the cards of a file of Scryfall or MTGJSON that has `size` bytes on the disk.

    The whole file is read first. Raises `BrokenFile` and `OSError`.
    """
    try:
        known = _read(_unpack(file), size)
    except OSError as error:
        if error.errno is not None:  # the disk's, and not of what is packed
            raise
        raise _explain_damage(error) from error
    except _READING_ERRORS as error:
        raise _explain_damage(error) from error
    except Unbounded as error:
        raise BrokenFile(f"{error}; no file of card data does") from error
    whole = {id: found for id, found in known.items() if found.names.get(DEFAULT)}
    is_foreign = any(found.names.keys() - {DEFAULT} for found in whole.values())
    return ReadCards(len(whole), _empty(whole), is_foreign)


def _empty(known: dict[str, "_Known"]) -> Iterator[Card]:
    """Yield the cards of what is known, and forget each."""
    for id in list(known):
        found = known.pop(id)
        if found.names.get(DEFAULT):
            yield Card(
                id,
                found.names,
                found.colours,
                found.commander,
                found.bonds,
                tuple(each for each in found.aliases if each.name not in _list_names(found)),
            )


def _list_names(found: _Known) -> set[str]:
    return {name for faces in found.names.values() for name in faces}


def _explain_damage(error: Exception) -> BrokenFile:
    reason = " ".join(f"{error}".split())[:100] or type(error).__name__
    return BrokenFile(f"it is cut off or damaged ({reason})")


def _unpack(file: "BufferedReader[Any]") -> Any:
    """Return a file whose content is unpacked; like all files for reading it can peek."""
    start = file.peek(8)
    for magic, open_packed in _MAGIC.items():
        if start.startswith(magic):
            return open_packed(file)
    return file


def _read(file: Any, size: int) -> _Collected:
    if file.peek(8).startswith(BOM_UTF8):
        file.read(len(BOM_UTF8))
    start = file.peek(64).lstrip(b" \t\r\n")
    if start.startswith(b"["):
        bounded = BoundedFile(file, size, 1)
        items = ijson.items(bounded, "item", use_float=True, buf_size=CHUNK)
        return _collect(items, _Printing, _add_printing)
    if start.startswith(b"{"):
        bounded = BoundedFile(file, size, 2)
        named = ijson.kvitems(bounded, "data", use_float=True, buf_size=CHUNK)
        faces = (each for _, several in named if isinstance(several, list) for each in several)
        return _collect(faces, _Atomic, _add_atomic)
    raise BrokenFile("it is neither a bulk file of Scryfall nor MTGJSON's AtomicCards")


def _collect(
    records: Iterator[object],
    kind: type[Any],
    add: Callable[[_Collected, Any], None],
) -> _Collected:
    known = _Collected()
    count = broken = 0
    example = ""
    for record in records:
        count += 1
        try:
            add(known, msgspec.convert(record, kind))
        except msgspec.ValidationError as error:
            broken += 1
            example = example or f"{error}"
        if len(known) > MAX_CARDS:
            raise BrokenFile(f"it has more than {MAX_CARDS:,} cards")
    if not count:
        raise BrokenFile("it holds no cards")
    if broken > count * MAX_BROKEN:
        raise BrokenFile(
            f"{broken:,} of {count:,} records have another form than known ({example})"
        )
    if not known:
        raise BrokenFile("it holds no cards that could be in a deck")
    return known


# Scryfall


def _add_printing(known: _Collected, printing: _Printing) -> None:
    locale = _LOCALES.get(printing.lang)
    faces = printing.card_faces
    first = faces[0] if faces else None
    id = printing.oracle_id or (first.oracle_id if first else None)
    if printing.layout in _NO_CARDS or id is None or not CARD_ID_FORM.fullmatch(id):
        return
    english = _name_faces(printing, [each.name for each in faces])
    if id not in known:
        known.count_characters(_measure(english))
        oracle = Oracle(
            english[0],
            printing.type_line.partition("//")[0] or (first.type_line if first else ""),
            printing.keywords,
            printing.oracle_text or (first.oracle_text if first else ""),
            has_power=(printing.power or (first.power if first else None)) is not None,
        )
        known[id] = _Known(
            {DEFAULT: english},
            sort_colours(printing.color_identity),
            can_lead(oracle),
            find_bonds(oracle),
            {},
        )
    if locale is None:
        return
    found = known[id]
    known.count_characters(_add_aliases(found, printing, locale))
    if locale == DEFAULT:
        return
    names = tuple(map(_clean, _list_printed(printing, len(faces))))[: len(found.names[DEFAULT])]
    if any(names) and found.dates.get(locale, "") <= printing.released_at:
        known.count_characters(_measure(names) - _measure(found.names.get(locale, ())))
        found.names[locale] = names
        found.dates[locale] = printing.released_at


def _list_printed(printing: _Printing, count: int) -> list[str]:
    """Return the names that a printing has in its own language, for each face."""
    printed = [each.printed_name or "" for each in printing.card_faces]
    if any(printed):
        return printed
    whole = (printing.printed_name or "").split("//")
    return whole if len(whole) == max(count, 1) else [""]


def _measure(names: tuple[str, ...]) -> int:
    return sum(map(len, names))


def _add_aliases(found: _Known, printing: _Printing, locale: Locale) -> int:
    """Keep the names that a printing has beside the card's own name in its language.

    Return the number of their characters.
    """
    added = 0
    faces = printing.card_faces
    named = [each.flavor_name or "" for each in faces]
    if not any(named):
        whole = (printing.flavor_name or "").split("//")
        named = whole if len(whole) in (1, len(faces)) else []
    printed = _list_printed(printing, len(faces)) if locale == DEFAULT else []
    for face, name in (*enumerate(named), *enumerate(printed)):
        alias = Alias(locale, face, _clean(name))
        is_new = alias.name and alias not in found.aliases and len(found.aliases) < MAX_ALIASES
        if is_new and face < len(found.names[DEFAULT]):
            added += len(alias.name)
            found.aliases[alias] = None
    return added


def _name_faces(printing: _Printing, faces: list[str]) -> tuple[str, ...]:
    """Return the English names of the faces; a card whose two sides are alike has one."""
    names = tuple(dict.fromkeys(filter(None, map(_clean, faces)))) or (_clean(printing.name),)
    if not all(names):
        raise msgspec.ValidationError("a card without a name")
    return names


# MTGJSON


def _add_atomic(known: _Collected, atomic: _Atomic) -> None:
    id = atomic.identifiers.scryfall_oracle_id
    if atomic.layout in _NO_CARDS or id is None or not CARD_ID_FORM.fullmatch(id):
        return
    face = max(ord(atomic.side[:1] or "a") - ord("a"), 0)
    name = _clean(atomic.face_name or atomic.name)
    if not name:
        raise msgspec.ValidationError("a card without a name")
    found = known.setdefault(id, _Known({}, sort_colours(atomic.color_identity)))
    known.count_characters(len(name))
    _put_face(found.names, DEFAULT, face, name)
    if face == 0:
        oracle = Oracle(
            name, atomic.type, atomic.keywords, atomic.text, has_power=atomic.power is not None
        )
        found.commander = can_lead(oracle)
        found.bonds = find_bonds(oracle)
    for foreign in atomic.foreign_data:
        locale = _LOCALES.get(foreign.language)
        translated = _clean(foreign.face_name or foreign.name or "")
        if locale and translated:
            known.count_characters(len(translated))
            _put_face(found.names, locale, face, translated)


def _put_face(names: dict[Locale, tuple[str, ...]], locale: Locale, face: int, name: str) -> None:
    if face > _LAST_FACE:
        return
    faces = [*names.get(locale, ()), *[""] * (face + 1)][
        : max(face + 1, len(names.get(locale, ())))
    ]
    faces[face] = name
    names[locale] = tuple(faces)


_LAST_FACE = 9
"""The last face that an id can name."""


def _clean(name: str) -> str:
    """Return a name on one line; nothing for what is too long to be one."""
    line = " ".join("".join(each for each in name if each.isprintable()).split())
    return line if len(line) <= MAX_NAME_LENGTH else ""
