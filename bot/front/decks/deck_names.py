"""The names of decks, their commanders and colours."""

from collections.abc import Sequence

from bot.formatters.messages import PodMessageFormatter
from bot.rules.facts import Colour, Commander, Deck

BETWEEN_COMMANDERS = " + "
"""Stands between the commanders of a deck, where they are shown and where they are typed."""

COLOUR_SYMBOLS: dict[Colour, str] = {"W": "⚪", "U": "🔵", "B": "⚫", "R": "🔴", "G": "🟢"}
COLOURLESS_SYMBOL = "◇"


def format_commander_name(commander: Commander, formatter: PodMessageFormatter) -> str:
    return formatter.format_card_name(commander.text)


def format_deck_commanders(deck: Deck, formatter: PodMessageFormatter) -> str:
    return BETWEEN_COMMANDERS.join(format_commander_name(card, formatter) for card in deck.commanders)


def format_short_commander_names(deck: Deck, formatter: PodMessageFormatter) -> str:
    """Format the short names of a deck's commanders, such as Krenko for “Krenko, Mob Boss”."""
    return BETWEEN_COMMANDERS.join(
        format_commander_name(card, formatter).partition(" // ")[0].partition(",")[0] for card in deck.commanders
    )


def format_deck_name_with_commanders(deck: Deck, formatter: PodMessageFormatter) -> str:
    """Format a deck's name, which its owner gave, and its commanders."""
    commanders = format_deck_commanders(deck, formatter)
    return commanders if deck.name is None else f"{formatter.escape_user_text(deck.name)} ({commanders})"


def render_colour_symbols(colour_identity: Sequence[Colour]) -> str:
    return "".join(COLOUR_SYMBOLS[each] for each in colour_identity) or COLOURLESS_SYMBOL
