"""Decks in a league's spreadsheet: commanders, the names that owners gave their decks, and brackets."""

import re
from typing import cast

from bot.cards.card import COLOURS, sort_colour_identity
from bot.cards.index import CardIndex, ResolvedCard, collapse_spaces
from bot.care.leagues.csv_sheets import SpreadsheetRow, is_empty_name_cell
from bot.i18n import DEFAULT, Locale, normalize_word_for_comparison
from bot.rules.brackets import BRACKETS
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Colour, Commander, Deck

_MAX_LISTED = 20
"""Unknown commanders that are listed."""


class SpreadsheetDeckParser:
    """A parser of decks in a spreadsheet that finds commanders in a card index."""

    def __init__(self, card_index: CardIndex, locale: Locale = DEFAULT) -> None:
        """Look card names up in `card_index`, first names in the language `locale`."""
        self._cards = card_index
        self._locale = locale
        self._unknown: dict[str, None] = {}
        self._colours_without_commander = 0

    def parse_deck_in_row(self, sheet_row: SpreadsheetRow) -> Deck | None:
        """Return the deck in a row; None without one. Raises `SpreadsheetError`.

        A column `commander` names the cards, and then `deck` is the owner's name for the deck.
        """
        column = "commander" if "commander" in sheet_row.cells else "deck"
        if is_empty_name_cell(sheet_row.get_cell_text(column)):
            self._require_commander_of_deck(sheet_row, column)
            self._colours_without_commander += bool(sheet_row.get_name_in_cell("colours"))
            return None
        named = [
            reading
            for each in (column, "partner")
            if not is_empty_name_cell(sheet_row.get_cell_text(each))
            for reading in self._cards.resolve_commander_names(sheet_row.get_cell_text(each), self._locale)
        ]
        commanders = tuple(self._build_commander_from_cell(sheet_row, column, each) for each in named)
        if not 1 <= len(commanders) <= MAX_COMMANDERS:
            problem = f"{sheet_row.quote_cell(column)}; accepted: 1 to {MAX_COMMANDERS} commanders, as A + B"
            raise sheet_row.build_spreadsheet_cell_error(column, problem)
        name = sheet_row.get_name_in_cell("deck") if column == "commander" else ""
        if any(len(each) > MAX_CARD_LENGTH for each in (name, *(c.text for c in commanders))):
            problem = f"is too long; accepted: up to {MAX_CARD_LENGTH} characters a commander"
            raise sheet_row.build_spreadsheet_cell_error(column, problem)
        return Deck(
            commanders,
            _parse_commander_bracket(sheet_row),
            name or None,
            self._find_deck_colours(sheet_row, commanders),
        )

    def _find_deck_colours(
        self, sheet_row: SpreadsheetRow, commanders: tuple[Commander, ...]
    ) -> tuple[Colour, ...] | None:
        """Return a deck's colours: those of its commanders, otherwise those in the column `colours`.

        Raises `SpreadsheetError` if the column has other colours than the cards.
        """
        of_cards = self._cards.find_combined_colour_identity(each.id for each in commanders)
        told = _parse_colour_identity(sheet_row)
        if of_cards is not None and told not in (None, of_cards):
            named = " + ".join(each.text for each in commanders)
            problem = f"{sheet_row.quote_cell('colours')}, but {named} is {''.join(of_cards) or 'colourless'}"
            raise sheet_row.build_contradicted_cell_error("colours", f"{problem}; accepted: the same, or an empty cell")
        return told if of_cards is None else of_cards

    def build_notes_on_decks(self) -> list[str]:
        """Return notes about unknown commanders and ignored colours."""
        count = self._colours_without_commander
        notes = [f"Colours without a commander are not kept: {count:,} cells"] if count else []
        if not self._cards.has_index_file or not self._unknown:
            return notes
        names = ", ".join(map(repr, [*self._unknown][:_MAX_LISTED]))
        more = len(self._unknown) - _MAX_LISTED
        rest = f" and {more:,} more" if more > 0 else ""
        return [*notes, f"No known cards, so they stay as they are written: {names}{rest}"]

    def _build_commander_from_cell(
        self, sheet_row: SpreadsheetRow, column: str, resolved_card: ResolvedCard
    ) -> Commander:
        if resolved_card.others:
            named = ", ".join(each.text for each in resolved_card.others)
            problem = f"{resolved_card.text!r} is the name of several cards; accepted: one of {named}"
            raise sheet_row.build_contradicted_cell_error(column, problem)
        if resolved_card.id is None:
            self._unknown[resolved_card.text] = None
        return Commander(collapse_spaces(resolved_card.text), resolved_card.id)

    def _require_commander_of_deck(self, sheet_row: SpreadsheetRow, column: str) -> None:
        """Raise `SpreadsheetError` if a row describes a deck without a commander."""
        about = [each for each in ("deck", "partner", "bracket") if each != column]
        for each in about:
            if not is_empty_name_cell(sheet_row.get_cell_text(each)):
                problem = f"{sheet_row.quote_cell(each)}, and no commander; accepted: a name in {column}"
                raise sheet_row.build_spreadsheet_cell_error(each, problem)


_COLOURS_OF_WORDS = {
    **{"colourless": "", "colorless": "", "c": "", "incolore": "", "бесцветный": "", "farblos": ""},
    **{"five color": COLOURS, "five colour": COLOURS, "5 color": COLOURS, "5c": COLOURS, "all": COLOURS},
    **{"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"},
    **{"blanc": "W", "bleu": "U", "noir": "B", "rouge": "R", "vert": "G"},
    **{"белый": "W", "синий": "U", "черный": "B", "красный": "R", "зеленый": "G"},
    **{"weiß": "W", "blau": "U", "schwarz": "B", "rot": "R", "grün": "G"},
    **{"azorius": "WU", "dimir": "UB", "rakdos": "BR", "gruul": "RG", "selesnya": "WG"},
    **{"orzhov": "WB", "izzet": "UR", "golgari": "BG", "boros": "WR", "simic": "UG"},
    **{"esper": "WUB", "grixis": "UBR", "jund": "BRG", "naya": "WRG", "bant": "WUG"},
    **{"abzan": "WBG", "jeskai": "WUR", "sultai": "UBG", "mardu": "WBR", "temur": "URG"},
    **{"glint": "UBRG", "dune": "WBRG", "ink": "WURG", "witch": "WUBG", "yore": "WUBR"},
}
"""Colour identities by the words for them; what has one of its letters is read letter by letter."""


def _parse_colour_identity(sheet_row: SpreadsheetRow) -> tuple[Colour, ...] | None:
    """Return the colours in a row, such as `WU` or `Azorius`; None if the cell is empty. Raises `SpreadsheetError`."""
    typed = sheet_row.get_name_in_cell("colours")
    if not typed:
        return None
    words = [word for word in _BETWEEN_COLOURS.split(normalize_word_for_comparison(typed)) if word not in _NO_COLOURS]
    whole = _COLOURS_OF_WORDS.get(" ".join(words))
    each_known = [
        _COLOURS_OF_WORDS.get(word, word.upper() if {*word.upper()} <= {*COLOURS} else None) for word in words
    ]
    if whole is None and (None in each_known or not words):
        raise sheet_row.build_unknown_word_error("colours", ("letters of WUBRG", "C", "Azorius", "white and blue"))
    letters = whole if whole is not None else "".join(each or "" for each in each_known)
    return cast(tuple[Colour, ...], tuple(sort_colour_identity(letters)))


_BETWEEN_COLOURS = re.compile(r"[\s,;/&+{}()_:-]+")
_NO_COLOURS = ("", "mono", "and", "et", "und", "и")


def _parse_commander_bracket(sheet_row: SpreadsheetRow) -> int | None:
    """Return the Commander bracket (1 to 5) in a row; None for an empty cell. Raises `SpreadsheetError`."""
    typed = sheet_row.get_name_in_cell("bracket")
    if not typed:
        return None
    found = next((each for each in BRACKETS if typed in (str(each), f"{each}.0", f"B{each}")), None)
    if found is None:
        raise sheet_row.build_unknown_word_error("bracket", map(str, BRACKETS))
    return found
