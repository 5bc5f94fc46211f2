"""The names of cards as sentences and statistics show them, by this process's index.

Sentences are made in many rooms, all by `Words`, so the index of the process is kept here; `app`
sets it. Without one a card is shown as it was typed, and counts as its text.
"""

from bot.cards.index import CardIndex
from bot.i18n import Locale
from bot.rules.facts import Deck

_indexes: list[CardIndex] = []
"""The indexes in use, the newest at the end: tests run several bots in one process."""


def use_index(index: CardIndex) -> None:
    """Show cards by this index, until it is dropped."""
    _indexes.append(index)


def drop_index(index: CardIndex) -> None:
    """Stop showing cards by this index."""
    if index in _indexes:
        _indexes.remove(index)


def translate_card(text: str, locale: Locale) -> str:
    """Return the name in a language of the card that a typed text names; otherwise the text."""
    if not _indexes:
        return text
    return _indexes[-1].translate(text, locale)


def resolve_deck(deck: Deck) -> Deck:
    """Return a deck with the cards and colours of commanders that were written as text alone."""
    return _indexes[-1].resolve_deck(deck) if _indexes else deck
