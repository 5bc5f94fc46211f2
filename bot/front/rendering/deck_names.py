"""The names of decks, their commanders and colours."""

from collections.abc import Sequence

from bot.rules.facts import Colour, Commander, Deck
from bot.words import Words

BETWEEN_COMMANDERS = " + "
"""Stands between the commanders of a deck, where they are shown and where they are typed."""

COLOUR_SIGNS: dict[Colour, str] = {"W": "⚪", "U": "🔵", "B": "⚫", "R": "🔴", "G": "🟢"}
COLOURLESS_SIGN = "◇"


def name_card(card: Commander, words: Words) -> str:
    """Return the name of a commander in the language of the sentence."""
    return words.show_card(card.text)


def name_commanders(deck: Deck, words: Words) -> str:
    """Return the names of a deck's commanders."""
    return BETWEEN_COMMANDERS.join(name_card(card, words) for card in deck.commanders)


def name_briefly(deck: Deck, words: Words) -> str:
    """Return the commanders without what follows a comma: Krenko, for “Krenko, Mob Boss”."""
    return BETWEEN_COMMANDERS.join(
        name_card(card, words).partition(" // ")[0].partition(",")[0] for card in deck.commanders
    )


def name_deck(deck: Deck, words: Words) -> str:
    """Return what a deck's owner calls it, with its commanders."""
    commanders = name_commanders(deck, words)
    return commanders if deck.name is None else f"{words.show_typed(deck.name)} ({commanders})"


def render_colours(colours: Sequence[Colour]) -> str:
    """Return a sign for each colour of an identity."""
    return "".join(COLOUR_SIGNS[each] for each in colours) or COLOURLESS_SIGN
