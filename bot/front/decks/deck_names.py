"""The names of decks, their commanders and colours."""

from collections.abc import Sequence

from bot.formatters.messages import MessageFormatter
from bot.rules.facts import Colour, Commander, Deck

BETWEEN_COMMANDERS = " + "
"""Stands between the commanders of a deck, where they are shown and where they are typed."""

COLOUR_SYMBOLS: dict[Colour, str] = {"W": "⚪", "U": "🔵", "B": "⚫", "R": "🔴", "G": "🟢"}
COLOURLESS_SYMBOL = "◇"


def name_commander(commander: Commander, formatter: MessageFormatter) -> str:
    """Return the name of a commander in the formatter's language."""
    return formatter.format_card_name(commander.text)


def name_commanders(deck: Deck, formatter: MessageFormatter) -> str:
    """Return the names of a deck's commanders."""
    return BETWEEN_COMMANDERS.join(name_commander(card, formatter) for card in deck.commanders)


def name_commanders_briefly(deck: Deck, formatter: MessageFormatter) -> str:
    """Return a deck's commanders without what follows a comma: Krenko, for “Krenko, Mob Boss”."""
    return BETWEEN_COMMANDERS.join(
        name_commander(card, formatter).partition(" // ")[0].partition(",")[0]
        for card in deck.commanders
    )


def name_deck(deck: Deck, formatter: MessageFormatter) -> str:
    """Return the name that the owner gave a deck, with its commanders."""
    commanders = name_commanders(deck, formatter)
    return (
        commanders
        if deck.name is None
        else f"{formatter.format_user_text(deck.name)} ({commanders})"
    )


def render_colour_symbols(colours: Sequence[Colour]) -> str:
    """Return a symbol for each colour of a colour identity."""
    return "".join(COLOUR_SYMBOLS[each] for each in colours) or COLOURLESS_SYMBOL
