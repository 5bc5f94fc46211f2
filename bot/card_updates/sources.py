"""Card data from files: Scryfall's bulk files, and MTGJSON's AtomicCards.

A file is read as a stream, one card after the other. Only names, colours and what decides who
leads a deck are kept. A record of another form is skipped; too many of them mean that the format
has changed, and the file is refused.
"""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from typing import Any

import ijson
import msgspec
from msgspec import Struct

from bot.cards.card import Card, is_card_id, sort_colours
from bot.cards.commanders import Oracle, can_lead, find_bonds
from bot.i18n import DEFAULT, Locale

MAX_BROKEN = 0.05
"""The share of records from which on a format counts as changed."""

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


def read_cards(file: "BufferedReader[Any]") -> Iterator[Card]:
    """Yield the cards of a file of Scryfall or MTGJSON. Raises `BrokenFile` and `OSError`.

    Cards come only after the whole file was read and is sound.
    """
    try:
        known = _read(_unpack(file))
    except OSError as error:
        if error.errno is not None:  # the disk's, and not of what is packed
            raise
        raise _explain_damage(error) from error
    except _READING_ERRORS as error:
        raise _explain_damage(error) from error
    for id, found in known.items():
        if found.names.get(DEFAULT):
            yield Card(id, found.names, found.colours, found.commander, found.bonds)


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


def _read(file: Any) -> dict[str, _Known]:
    start = file.peek(64).lstrip(b" \t\r\n")
    if start.startswith(b"["):
        return _collect(ijson.items(file, "item", use_float=True), _Printing, _add_printing)
    if start.startswith(b"{"):
        named = ijson.kvitems(file, "data", use_float=True)
        faces = (each for _, several in named if isinstance(several, list) for each in several)
        return _collect(faces, _Atomic, _add_atomic)
    raise BrokenFile("it is neither a bulk file of Scryfall nor MTGJSON's AtomicCards")


def _collect(
    records: Iterator[object],
    kind: type[Any],
    add: Callable[[dict[str, _Known], Any], None],
) -> dict[str, _Known]:
    known: dict[str, _Known] = {}
    count = broken = 0
    example = ""
    for record in records:
        count += 1
        try:
            add(known, msgspec.convert(record, kind))
        except msgspec.ValidationError as error:
            broken += 1
            example = example or f"{error}"
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


def _add_printing(known: dict[str, _Known], printing: _Printing) -> None:
    locale = _LOCALES.get(printing.lang)
    faces = printing.card_faces
    first = faces[0] if faces else None
    id = printing.oracle_id or (first.oracle_id if first else None)
    if printing.layout in _NO_CARDS or id is None or not is_card_id(id):
        return
    english = _name_faces(printing, [each.name for each in faces])
    if id not in known:
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
    if locale in (None, DEFAULT):
        return
    printed = [each.printed_name or "" for each in faces] or [printing.printed_name or ""]
    found = known[id]
    names = tuple(map(_clean, printed))[: len(found.names[DEFAULT])]
    if any(names) and found.dates.get(locale, "") <= printing.released_at:
        found.names[locale] = names
        found.dates[locale] = printing.released_at


def _name_faces(printing: _Printing, faces: list[str]) -> tuple[str, ...]:
    """Return the English names of the faces; a card whose two sides are alike has one."""
    names = tuple(dict.fromkeys(filter(None, map(_clean, faces)))) or (_clean(printing.name),)
    if not all(names):
        raise msgspec.ValidationError("a card without a name")
    return names


# MTGJSON


def _add_atomic(known: dict[str, _Known], atomic: _Atomic) -> None:
    id = atomic.identifiers.scryfall_oracle_id
    if atomic.layout in _NO_CARDS or id is None or not is_card_id(id):
        return
    face = max(ord(atomic.side[:1] or "a") - ord("a"), 0)
    name = _clean(atomic.face_name or atomic.name)
    if not name:
        raise msgspec.ValidationError("a card without a name")
    found = known.setdefault(id, _Known({}, sort_colours(atomic.color_identity)))
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
