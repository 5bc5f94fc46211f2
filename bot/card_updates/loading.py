"""Making an index of a file of card data."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.card_updates.sources import BrokenFile, read_cards
from bot.cards.card import Card
from bot.cards.index import CardIndex
from bot.cards.index_file import About, NotAnIndex, read_about, write_index
from bot.i18n import DEFAULT

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Progress = Callable[[int, int], None]
"""Told how many more bytes were read, and how many there are in all."""

MIN_SHARE_OF_FORMER = 0.5
"""A download with a smaller share of the cards that there were is refused."""


def load_file(
    source: Path,
    index: Path,
    about: About,
    progress: Progress = lambda _done, _all: None,
    *,
    least: int = 1,
) -> About:
    """Make an index of a file and swap it in; return what it says about itself.

    A file that names cards in English alone leaves the names in other languages as they are.
    Raises `BrokenFile` or `OSError`, and then the index is as it was. A file with fewer than
    `least` cards counts as broken.
    """
    with (
        source.open("rb", buffering=0) as raw,
        io.BufferedReader(_Counted(raw, source.stat().st_size, progress), _CHUNK) as file,
    ):
        cards = list(read_cards(file))
    if len(cards) < least:
        raise BrokenFile(f"it holds {len(cards):,} cards, and there were at least {least:,}")
    former = _read_former(index)
    if former is not None and not any(set(card.names) - {DEFAULT} for card in cards):
        about = replace(about, foreign_updated_at=former.foreign_updated_at)
        with_names = _keep_foreign_names(cards, index)
    else:
        about = replace(about, foreign_updated_at=about.updated_at)
        with_names = iter(cards)
    return write_index(index, with_names, about)


_CHUNK = 256 * 1024


def _read_former(index: Path) -> About | None:
    try:
        return read_about(index)
    except NotAnIndex:
        return None


def _keep_foreign_names(cards: Iterable[Card], index: Path) -> Iterator[Card]:
    former = CardIndex(index)
    try:
        for card in cards:
            known = former.find(card.id)
            yield replace(card, names={**known.names, **card.names}) if known else card
    finally:
        former.close()


class _Counted(io.RawIOBase):
    """A file that tells how much of it was read."""

    def __init__(self, file: io.FileIO, size: int, progress: Progress) -> None:
        self._file = file
        self._size = size
        self._progress = progress

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "WriteableBuffer", /) -> int:
        count = self._file.readinto(buffer) or 0
        self._progress(count, self._size)
        return count
