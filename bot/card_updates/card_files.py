"""Parsing of card data from files: Scryfall's bulk files, and MTGJSON's AtomicCards.

A file is read as a stream, one card after the other. Only names, colours and the data for the rules for commanders are
kept. A record of another form is skipped; too many of them mean that the format has changed, and the file is refused.
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

from bot.card_updates.file_limits import CHUNK, FileLimitExceededError, JsonReaderWithLimits
from bot.cards.card import CARD_ID_FORM, Card, CardNameAlias, PrintedCardName, sort_colour_identity
from bot.cards.commanders import CommanderCardFacts, can_be_sole_commander, find_partner_abilities
from bot.i18n import DEFAULT, Locale

MAX_INVALID_SHARE = 0.05
"""The share of records from which on a format counts as changed."""

MAX_CARDS = 60_000
"""The most cards of a file; there are about 35,000."""

MAX_NAME_CHARACTERS = 12_000_000
"""The most characters of all names of a file together; Scryfall's have a quarter."""

MAX_ALIASES = 20
"""The most aliases of a card; Scryfall has up to four."""

MAX_PRINTED_NAMES = 60
"""The most names of a card in further languages and on older printings; Scryfall has up to 30."""

MAX_NAME_LENGTH = 200
"""Characters from which on a name is none."""

_MAGIC: Mapping[bytes, Callable[[Any], Any]] = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}

_READING_ERRORS = (ijson.JSONError, EOFError, zlib.error, lzma.LZMAError, UnicodeDecodeError)

_LOCALES: Mapping[str, Locale] = {"en": "en", "fr": "fr", "ru": "ru", "French": "fr", "Russian": "ru"}
"""The bot's languages, by their names in the files."""

_NON_CARD_LAYOUTS = frozenset({"token", "double_faced_token", "emblem", "art_series", "vanguard", "planar", "scheme"})
"""Layouts of what nobody plays from a deck."""


class InvalidCardFileError(Exception):
    """The error that a file of card data is damaged or has no cards. The message says why."""


class _ScryfallFace(Struct):
    """One face of a card in Scryfall's data."""

    name: str
    printed_name: str | None = None
    flavor_name: str | None = None
    oracle_id: str | None = None
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None


class _ScryfallPrinting(Struct):
    """One printing of a card in one language in Scryfall's data."""

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
    card_faces: list[_ScryfallFace] = []


class _MtgjsonIdentifiers(Struct, rename="camel"):
    """The ids of a card in MTGJSON's data."""

    scryfall_oracle_id: str | None = None


class _MtgjsonTranslation(Struct, rename="camel"):
    """A card's name in another language in MTGJSON's data."""

    language: str
    name: str | None = None
    face_name: str | None = None


class _MtgjsonFace(Struct, rename="camel"):
    """One face of a card in MTGJSON's data."""

    name: str
    layout: str
    color_identity: list[str]
    identifiers: _MtgjsonIdentifiers
    type: str
    face_name: str | None = None
    side: str = "a"
    text: str = ""
    power: str | None = None
    keywords: list[str] = []
    foreign_data: list[_MtgjsonTranslation] = []


class _CollectedCard(Struct):
    """A card whose data is collected while a file of card data is read."""

    names: dict[Locale, tuple[str, ...]]
    colours: str = ""
    commander: bool = False
    bonds: tuple[str, ...] = ()
    dates: dict[Locale, str] = {}
    """The date of the newest printing in each language, from which its names are."""
    aliases: dict[CardNameAlias, None] = {}
    """Names that some printings have instead, in the order in which they were read."""
    printed: str = "\n"
    """The names of all printings in other languages than English, a line each with the face's number before it.

    One text takes less memory than a list.
    """


class CardFileContent(NamedTuple):
    """The cards in a file of card data: how many, and an iterator that frees each card after use."""

    total: int
    cards: Iterator[Card]
    is_foreign: bool
    """True if some card has a name in another language than English."""


class _CollectedCardsById(dict[str, _CollectedCard]):
    """Cards collected from a file, by id, with a limit on the total length of names."""

    characters = 0

    def add_to_name_character_count(self, character_count: int) -> None:
        """Count the characters of a name. Raises `InvalidCardFileError` if all names are too long."""
        self.characters += character_count
        if self.characters > MAX_NAME_CHARACTERS:
            raise InvalidCardFileError(f"its names have more than {MAX_NAME_CHARACTERS:,} characters")


def parse_card_file(file: "BufferedReader[Any]", compressed_size: int) -> CardFileContent:
    """Return the cards in a file of Scryfall or MTGJSON that has `compressed_size` bytes.

    The whole file is read first. Raises `InvalidCardFileError` and `OSError`.
    """
    try:
        known = _collect_cards_from_file(_open_compressed_file_for_reading(file), compressed_size)
    except OSError as error:
        if error.errno is not None:  # the disk's, and not of what is packed
            raise
        raise _convert_to_damaged_file_error(error) from error
    except _READING_ERRORS as error:
        raise _convert_to_damaged_file_error(error) from error
    except FileLimitExceededError as error:
        raise InvalidCardFileError(f"{error}; no file of card data does") from error
    whole = {id: found for id, found in known.items() if found.names.get(DEFAULT)}
    is_foreign = any(found.names.keys() - {DEFAULT} for found in whole.values())
    return CardFileContent(len(whole), _pop_collected_cards(whole), is_foreign)


def _pop_collected_cards(collected_cards: dict[str, "_CollectedCard"]) -> Iterator[Card]:
    """Yield each collected card, and then remove its data from memory."""
    for id in list(collected_cards):
        found = collected_cards.pop(id)
        if found.names.get(DEFAULT):
            yield Card(
                id,
                found.names,
                found.colours,
                found.commander,
                found.bonds,
                tuple(each for each in found.aliases if each.name not in _list_names_of_card_in_all_languages(found)),
                tuple(_iterate_other_printed_names(found)),
            )


def _iterate_other_printed_names(collected_card: _CollectedCard) -> Iterator[PrintedCardName]:
    """Yield names printed on a card that are not among its names in the bot's languages."""
    known = _list_names_of_card_in_all_languages(collected_card) | {each.name for each in collected_card.aliases}
    for line in collected_card.printed.split("\n"):
        if line and line[1:] not in known:
            yield PrintedCardName(int(line[0]), line[1:])


def _list_names_of_card_in_all_languages(collected_card: _CollectedCard) -> set[str]:
    return {name for faces in collected_card.names.values() for name in faces}


def _convert_to_damaged_file_error(error: Exception) -> InvalidCardFileError:
    reason = " ".join(f"{error}".split())[:100] or type(error).__name__
    return InvalidCardFileError(f"it is cut off or damaged ({reason})")


def _open_compressed_file_for_reading(file: "BufferedReader[Any]") -> Any:
    """Return a file object that reads the decompressed content of a file."""
    start = file.peek(8)
    for magic, open_packed in _MAGIC.items():
        if start.startswith(magic):
            return open_packed(file)
    return file


def _collect_cards_from_file(file: Any, compressed_size: int) -> _CollectedCardsById:
    if file.peek(8).startswith(BOM_UTF8):
        file.read(len(BOM_UTF8))
    start = file.peek(64).lstrip(b" \t\r\n")
    if start.startswith(b"["):
        bounded = JsonReaderWithLimits(file, compressed_size, 1)
        items = ijson.items(bounded, "item", use_float=True, buf_size=CHUNK)
        return _decode_and_collect_card_records(items, _ScryfallPrinting, _collect_scryfall_printing)
    if start.startswith(b"{"):
        bounded = JsonReaderWithLimits(file, compressed_size, 2)
        named = ijson.kvitems(bounded, "data", use_float=True, buf_size=CHUNK)
        faces = (each for _, several in named if isinstance(several, list) for each in several)
        return _decode_and_collect_card_records(faces, _MtgjsonFace, _collect_mtgjson_card_face)
    raise InvalidCardFileError("it is neither a bulk file of Scryfall nor MTGJSON's AtomicCards")


def _decode_and_collect_card_records(
    records: Iterator[object], record_type: type[Any], add_record: Callable[[_CollectedCardsById, Any], None]
) -> _CollectedCardsById:
    known = _CollectedCardsById()
    count = broken = 0
    example = ""
    for record in records:
        count += 1
        try:
            add_record(known, msgspec.convert(record, record_type))
        except msgspec.ValidationError as error:
            broken += 1
            example = example or f"{error}"
        if len(known) > MAX_CARDS:
            raise InvalidCardFileError(f"it has more than {MAX_CARDS:,} cards")
    if not count:
        raise InvalidCardFileError("it holds no cards")
    if broken > count * MAX_INVALID_SHARE:
        raise InvalidCardFileError(f"{broken:,} of {count:,} records have another form than known ({example})")
    if not known:
        raise InvalidCardFileError("it holds no cards that could be in a deck")
    return known


# Scryfall


def _collect_scryfall_printing(card_collection: _CollectedCardsById, printing: _ScryfallPrinting) -> None:
    locale = _LOCALES.get(printing.lang)
    faces = printing.card_faces
    first = faces[0] if faces else None
    id = printing.oracle_id or (first.oracle_id if first else None)
    if printing.layout in _NON_CARD_LAYOUTS or id is None or not CARD_ID_FORM.fullmatch(id):
        return
    english = _list_english_face_names(printing, [each.name for each in faces])
    if id not in card_collection:
        card_collection.add_to_name_character_count(_count_name_characters(english))
        oracle = CommanderCardFacts(
            english[0],
            printing.type_line.partition("//")[0] or (first.type_line if first else ""),
            printing.keywords,
            printing.oracle_text or (first.oracle_text if first else ""),
            has_power=(printing.power or (first.power if first else None)) is not None,
        )
        card_collection[id] = _CollectedCard(
            {DEFAULT: english},
            sort_colour_identity(printing.color_identity),
            can_be_sole_commander(oracle),
            find_partner_abilities(oracle),
            {},
        )
    found = card_collection[id]
    if locale is not None:
        card_collection.add_to_name_character_count(_collect_aliases_of_card(found, printing, locale))
    if locale == DEFAULT:
        return
    names = tuple(map(_clean_card_name, _list_printed_face_names(printing, len(faces))))[: len(found.names[DEFAULT])]
    for face, name in enumerate(names):
        _collect_name_on_printing(card_collection, found, face, name)
    if locale is None:
        return
    if any(names) and found.dates.get(locale, "") <= printing.released_at:
        card_collection.add_to_name_character_count(
            _count_name_characters(names) - _count_name_characters(found.names.get(locale, ()))
        )
        found.names[locale] = names
        found.dates[locale] = printing.released_at


def _list_printed_face_names(card_printing: _ScryfallPrinting, face_count: int) -> list[str]:
    """Return the names printed on a card's faces, in the printing's language."""
    printed = [each.printed_name or "" for each in card_printing.card_faces]
    if any(printed):
        return printed
    whole = (card_printing.printed_name or "").split("//")
    return whole if len(whole) == max(face_count, 1) else [""]


def _collect_name_on_printing(
    card_collection: _CollectedCardsById, collected_card: _CollectedCard, face: int, name: str
) -> None:
    line = f"{face}{name}\n"
    known = collected_card.printed
    if name and face <= _LAST_FACE and f"\n{line}" not in known and known.count("\n") <= MAX_PRINTED_NAMES:
        card_collection.add_to_name_character_count(len(line))
        collected_card.printed = known + line


def _count_name_characters(names: tuple[str, ...]) -> int:
    return sum(map(len, names))


def _collect_aliases_of_card(collected_card: _CollectedCard, printing: _ScryfallPrinting, locale: Locale) -> int:
    added = 0
    faces = printing.card_faces
    named = [each.flavor_name or "" for each in faces]
    if not any(named):
        whole = (printing.flavor_name or "").split("//")
        named = whole if len(whole) in (1, len(faces)) else []
    printed = _list_printed_face_names(printing, len(faces)) if locale == DEFAULT else []
    for face, name in (*enumerate(named), *enumerate(printed)):
        alias = CardNameAlias(locale, face, _clean_card_name(name))
        is_new = alias.name and alias not in collected_card.aliases and len(collected_card.aliases) < MAX_ALIASES
        if is_new and face < len(collected_card.names[DEFAULT]):
            added += len(alias.name)
            collected_card.aliases[alias] = None
    return added


def _list_english_face_names(card_printing: _ScryfallPrinting, face_names: list[str]) -> tuple[str, ...]:
    """Return the English names of a card's faces. A card with two equal sides has one name."""
    names = tuple(dict.fromkeys(filter(None, map(_clean_card_name, face_names)))) or (
        _clean_card_name(card_printing.name),
    )
    if not all(names):
        raise msgspec.ValidationError("a card without a name")
    return names


# MTGJSON


def _collect_mtgjson_card_face(card_collection: _CollectedCardsById, mtgjson_face: _MtgjsonFace) -> None:
    id = mtgjson_face.identifiers.scryfall_oracle_id
    if mtgjson_face.layout in _NON_CARD_LAYOUTS or id is None or not CARD_ID_FORM.fullmatch(id):
        return
    face = max(ord(mtgjson_face.side[:1] or "a") - ord("a"), 0)
    name = _clean_card_name(mtgjson_face.face_name or mtgjson_face.name)
    if not name:
        raise msgspec.ValidationError("a card without a name")
    found = card_collection.setdefault(id, _CollectedCard({}, sort_colour_identity(mtgjson_face.color_identity)))
    card_collection.add_to_name_character_count(len(name))
    _set_card_face_name(found.names, DEFAULT, face, name)
    if face == 0:
        oracle = CommanderCardFacts(
            name, mtgjson_face.type, mtgjson_face.keywords, mtgjson_face.text, has_power=mtgjson_face.power is not None
        )
        found.commander = can_be_sole_commander(oracle)
        found.bonds = find_partner_abilities(oracle)
    for foreign in mtgjson_face.foreign_data:
        locale = _LOCALES.get(foreign.language)
        translated = _clean_card_name(foreign.face_name or foreign.name or "")
        _collect_name_on_printing(card_collection, found, face, translated)
        if locale and translated:
            card_collection.add_to_name_character_count(len(translated))
            _set_card_face_name(found.names, locale, face, translated)


def _set_card_face_name(names: dict[Locale, tuple[str, ...]], locale: Locale, face_index: int, name: str) -> None:
    if face_index > _LAST_FACE:
        return
    faces = [*names.get(locale, ()), *[""] * (face_index + 1)][: max(face_index + 1, len(names.get(locale, ())))]
    faces[face_index] = name
    names[locale] = tuple(faces)


_LAST_FACE = 9
"""The last face that an id can name."""


def _clean_card_name(name: str) -> str:
    """Return a card's name on one line; empty if it is too long."""
    line = " ".join("".join(each for each in name if each.isprintable()).split())
    return line if len(line) <= MAX_NAME_LENGTH else ""
