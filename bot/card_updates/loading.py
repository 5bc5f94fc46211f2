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

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Progress = Callable[[int, int], None]
"""Told how many more bytes were read, and how many there are in all."""

MIN_SHARE_OF_FORMER = 0.5
"""A file with a smaller share of the cards that there were is refused."""


class TooFewCards(BrokenFile):
    """A file with so few cards that it can hardly replace the index that there is."""


def find_fewest(former: About | None) -> int:
    """Return how many cards a file needs to replace an index that is described so."""
    return 1 if former is None else max(1, int(former.cards * MIN_SHARE_OF_FORMER))


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
    `least` cards is refused as `TooFewCards`.
    """
    with (
        source.open("rb", buffering=0) as raw,
        io.BufferedReader(_Counted(raw, source.stat().st_size, progress), _CHUNK) as file,
    ):
        read = read_cards(file, source.stat().st_size)
    if read.total < least:
        raise TooFewCards(f"it holds {read.total:,} cards, and there were at least {least:,}")
    former = read_former(index)
    if former is not None and not read.is_foreign:
        about = replace(about, foreign_updated_at=former.foreign_updated_at)
        with_names = _keep_foreign_names(read.cards, index)
    else:
        about = replace(about, foreign_updated_at=about.updated_at)
        with_names = read.cards
    return write_index(index, with_names, about)


_CHUNK = 64 * 1024


def read_former(index: Path) -> About | None:
    """Return the description of the index that there is; None if there is none."""
    try:
        return read_about(index)
    except NotAnIndex:
        return None


def _keep_foreign_names(cards: Iterable[Card], index: Path) -> Iterator[Card]:
    former = CardIndex(index)
    try:
        for card in cards:
            known = former.find(card.id)
            yield _complete_names(card, known) if known else card
    finally:
        former.close()


def _complete_names(card: Card, known: Card) -> Card:
    """Return a card with the names in other languages, and the aliases, that were known of it."""
    aliases = tuple(dict.fromkeys((*card.aliases, *known.aliases)))
    return replace(card, names={**known.names, **card.names}, aliases=aliases)


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
