"""The keys under which the cards of a server are counted.

A card counts once, however it was spelled: by the id that the log has for it, else by its folded text. A text that the
server's log elsewhere ties to an id counts as that card. The index of card names has no part in what is stored, so that
every rebuild gives the same; the tables of decks ask it at each request.
"""

from collections.abc import Iterable

from bot.cards.card import build_card_statistics_key
from bot.rules.facts import Deck

CommanderKey = tuple[str, ...]
"""The keys of a deck's commanders, sorted."""

WrittenCard = tuple[str | None, str]
"""The id of a card if the log has it, and the text that somebody wrote."""


class CardSpellingIndex:
    """An index that counts all spellings of a card on a server as one card."""

    def __init__(self, cards: Iterable[WrittenCard]) -> None:
        """Prepare the index from the card ids and texts in the server's events.

        If a text has several ids, the smallest key wins.
        """
        self._ids = dict[str, str]()
        for id, written in cards:
            if id is not None:
                text = build_card_statistics_key(None, written)
                key = build_card_statistics_key(id, written)
                self._ids[text] = min(key, self._ids.get(text, key))

    def find_statistics_key_of_card(self, card_id: str | None, card_text: str) -> str:
        """Return the key by which statistics group a card, from its id or its text."""
        if card_id is not None:
            return build_card_statistics_key(card_id, card_text)
        text = build_card_statistics_key(None, card_text)
        return self._ids.get(text, text)

    def find_statistics_key_of_commanders(self, deck: Deck) -> CommanderKey:
        return tuple(sorted(self.find_statistics_key_of_card(card.id, card.text) for card in deck.commanders))


def iterate_commander_cards(decks: Iterable[Deck]) -> Iterable[WrittenCard]:
    """Yield the id and text of each commander in these decks."""
    return ((card.id, card.text) for deck in decks for card in deck.commanders)
