"""Building a card index from a file of card data."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.card_updates.card_files import InvalidCardFileError, parse_card_file
from bot.cards.card import Card
from bot.cards.index import CardIndex
from bot.cards.index_file import (
    CardIndexDescription,
    InvalidCardIndexError,
    load_card_index_description,
    write_card_index,
)

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

Progress = Callable[[int, int], None]
"""Told how many more bytes were read, and how many there are in all."""

MIN_SHARE_OF_FORMER = 0.5
"""A file with a smaller share of the cards that there were is refused."""


class TooFewCardsInFileError(InvalidCardFileError):
    """The error that a file has too few cards to replace the present index."""


def compute_minimum_card_count(former_index_description: CardIndexDescription | None) -> int:
    """Return how many cards a new index must have at least to replace the former one."""
    return 1 if former_index_description is None else max(1, int(former_index_description.cards * MIN_SHARE_OF_FORMER))


def build_card_index_from_file(
    source_file: Path,
    index_file: Path,
    description: CardIndexDescription,
    progress_bar: Progress = lambda _done, _all: None,
    *,
    minimum_cards: int = 1,
) -> CardIndexDescription:
    """Build a card index from a file of card data, and put it in place; return its description.

    A file that names cards in English alone leaves the names in other languages as they are. Raises
    `InvalidCardFileError` or `OSError`, and then the index is as it was. A file with fewer than `minimum_cards` cards
    is refused with `TooFewCardsInFileError`.
    """
    with (
        source_file.open("rb", buffering=0) as raw,
        io.BufferedReader(_FileWithReadProgress(raw, source_file.stat().st_size, progress_bar), _CHUNK) as file,
    ):
        read = parse_card_file(file, source_file.stat().st_size)
    if read.total < minimum_cards:
        raise TooFewCardsInFileError(f"it holds {read.total:,} cards, and there were at least {minimum_cards:,}")
    former = load_current_card_index_description(index_file)
    if former is not None and not read.is_foreign:
        description = replace(description, foreign_updated_at=former.foreign_updated_at)
        with_names = _add_card_translations_of_former_index(read.cards, index_file)
    else:
        description = replace(description, foreign_updated_at=description.updated_at)
        with_names = read.cards
    return write_card_index(index_file, with_names, description)


_CHUNK = 64 * 1024


def load_current_card_index_description(index_file: Path) -> CardIndexDescription | None:
    try:
        return load_card_index_description(index_file)
    except InvalidCardIndexError:
        return None


def _add_card_translations_of_former_index(cards: Iterable[Card], index_file: Path) -> Iterator[Card]:
    former = CardIndex(index_file)
    try:
        for card in cards:
            known = former.find_card(card.id)
            yield _merge_former_card_names(card, known) if known else card
    finally:
        former.close()


def _merge_former_card_names(card: Card, former_card: Card) -> Card:
    """Return a card, with the names added that it had in the former index."""
    aliases = tuple(dict.fromkeys((*card.aliases, *former_card.aliases)))
    printed = tuple(dict.fromkeys((*card.printed, *former_card.printed)))
    return replace(card, names={**former_card.names, **card.names}, aliases=aliases, printed=printed)


class _FileWithReadProgress(io.RawIOBase):
    """A file object that reports to a progress bar how much has been read."""

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
