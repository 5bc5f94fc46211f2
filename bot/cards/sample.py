"""A short list of cards, for the sandbox and the tests, where no index was downloaded.

It was written by hand. The ids are made from the English names, so they are not those of an index that was downloaded,
and no real server uses the list.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from uuid import UUID, uuid5

from bot.cards.card import Card
from bot.cards.index_file import CardIndexDescription, write_card_index
from bot.i18n import Locale

_FILE = Path(__file__).with_name("sample.txt")
_NAMESPACE = UUID("6f2b1c1e-6c53-4f0d-9f0c-3a3f6f0b7c11")
_FACES = "//"


def build_sample_card_id(english_name: str) -> str:
    return str(uuid5(_NAMESPACE, english_name))


@cache
def load_sample_cards() -> tuple[Card, ...]:
    """Load a short list of cards for tests and the sandbox."""
    lines = _FILE.read_text("utf-8").splitlines()
    return tuple(_parse_sample_card_line(line) for line in lines if line and not line.startswith("#"))


def write_sample_card_index(index_file: Path) -> Path:
    write_card_index(index_file, load_sample_cards(), CardIndexDescription("sample"))
    return index_file


def _parse_sample_card_line(line: str) -> Card:
    english, french, russian, colours, leads, bonds, *_ = [*map(str.strip, line.split("|")), ""]
    names: dict[Locale, str] = {"en": english, "fr": french, "ru": russian}
    faces = {locale: tuple(_split_face_names(name)) for locale, name in names.items() if name}
    return Card(
        build_sample_card_id(faces["en"][0]),
        faces,
        colours,
        commander=leads == "leads",
        bonds=(bonds,) if bonds else (),
    )


def _split_face_names(card_name: str) -> Iterator[str]:
    yield from map(str.strip, card_name.split(_FACES))
