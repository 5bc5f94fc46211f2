"""The keys under which the cards of a server are counted.

A card counts once, however it was written: by the id that the log has for it, else by its folded
text. A text that the server's log elsewhere ties to an id counts as that card. The index of card
names has no part in what is stored, so that every rebuild gives the same; the tables of decks ask
it at each request.
"""

from collections.abc import Iterable

from bot.cards.card import card_key
from bot.rules.facts import Deck

CommanderKey = tuple[str, ...]
"""The keys of a deck's commanders, sorted."""

WrittenCard = tuple[str | None, str]
"""The id of a card if the log has it, and the text that somebody wrote."""


class CardKeys:
    """The keys of cards, by what the log of one server ties to ids."""

    def __init__(self, cards: Iterable[WrittenCard]) -> None:
        """Learn which texts mean cards; the smaller id wins a contradiction."""
        self._ids = dict[str, str]()
        for id, written in cards:
            if id is not None:
                text = card_key(None, written)
                key = card_key(id, written)
                self._ids[text] = min(key, self._ids.get(text, key))

    def find(self, id: str | None, written: str) -> str:
        """Return the key of a card."""
        if id is not None:
            return card_key(id, written)
        text = card_key(None, written)
        return self._ids.get(text, text)

    def find_commanders(self, deck: Deck) -> CommanderKey:
        """Return the key of a deck's commanders, in whatever order they were named."""
        return tuple(sorted(self.find(card.id, card.text) for card in deck.commanders))


def list_commanders(decks: Iterable[Deck]) -> Iterable[WrittenCard]:
    """Yield the commanders of decks as they were written."""
    return ((card.id, card.text) for deck in decks for card in deck.commanders)
