"""A short list of cards, for the sandbox and the tests, where no index was downloaded.

It was written by hand. The ids are made from the English names, so they are not those of an index
that was downloaded, and no real server uses the list.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from uuid import UUID, uuid5

from bot.cards.card import Card
from bot.cards.index_file import About, write_index
from bot.i18n import Locale

_FILE = Path(__file__).with_name("sample.txt")
_NAMESPACE = UUID("6f2b1c1e-6c53-4f0d-9f0c-3a3f6f0b7c11")
_FACES = "//"


def sample_id(name: str) -> str:
    """Return the id in the list of the card whose first face has this English name."""
    return str(uuid5(_NAMESPACE, name))


@cache
def list_sample() -> tuple[Card, ...]:
    """Return the cards of the list."""
    lines = _FILE.read_text("utf-8").splitlines()
    return tuple(_read_card(line) for line in lines if line and not line.startswith("#"))


def write_sample(path: Path) -> Path:
    """Write an index of the list to `path`, and return it."""
    write_index(path, list_sample(), About("sample"))
    return path


def _read_card(line: str) -> Card:
    english, french, russian, colours, leads, bonds, *_ = [*map(str.strip, line.split("|")), ""]
    names: dict[Locale, str] = {"en": english, "fr": french, "ru": russian}
    faces = {locale: tuple(_split_faces(name)) for locale, name in names.items() if name}
    return Card(
        sample_id(faces["en"][0]),
        faces,
        colours,
        commander=leads == "leads",
        bonds=(bonds,) if bonds else (),
    )


def _split_faces(name: str) -> Iterator[str]:
    yield from map(str.strip, name.split(_FACES))
