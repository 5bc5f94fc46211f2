"""Decks in a league's spreadsheet: commanders, the names that owners gave their decks, and brackets."""

from bot.cards.index import CardIndex, ResolvedCard, collapse_spaces
from bot.care.leagues.csv_sheets import SpreadsheetRow, is_cell_naming_nobody
from bot.i18n import DEFAULT, Locale
from bot.rules.brackets import BRACKETS
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Commander, Deck

_MAX_LISTED = 20
"""Unknown commanders that are listed."""


class SpreadsheetDeckParser:
    """A parser of a spreadsheet's decks, which looks commanders up in a card index."""

    def __init__(self, card_index: CardIndex, locale: Locale = DEFAULT) -> None:
        """Find names of cards in `card_index`, names in `locale` first."""
        self._cards = card_index
        self._locale = locale
        self._unknown: dict[str, None] = {}

    def parse_deck_in_row(self, sheet_row: SpreadsheetRow) -> Deck | None:
        """Return the deck in a row, or None. Raises `SpreadsheetError`.

        A column `commander` names the cards, and then `deck` is the owner's name for the deck.
        """
        column = "commander" if "commander" in sheet_row.cells else "deck"
        if is_cell_naming_nobody(sheet_row.get_cell_text(column)):
            self._require_commander_if_row_has_deck_cells(sheet_row, column)
            return None
        named = [
            reading
            for each in (column, "partner")
            if not is_cell_naming_nobody(sheet_row.get_cell_text(each))
            for reading in self._cards.resolve_commander_names(sheet_row.get_cell_text(each), self._locale)
        ]
        commanders = tuple(self._build_commander_from_cell(sheet_row, column, each) for each in named)
        if not 1 <= len(commanders) <= MAX_COMMANDERS:
            problem = f"{sheet_row.quote_cell(column)}; accepted: 1 to {MAX_COMMANDERS} commanders, as A + B"
            raise sheet_row.build_cell_error(column, problem)
        name = sheet_row.get_name_in_cell("deck") if column == "commander" else ""
        if any(len(each) > MAX_CARD_LENGTH for each in (name, *(c.text for c in commanders))):
            problem = f"is too long; accepted: up to {MAX_CARD_LENGTH} characters a commander"
            raise sheet_row.build_cell_error(column, problem)
        colours = self._cards.find_joint_colour_identity(each.id for each in commanders)
        return Deck(commanders, _parse_commander_bracket(sheet_row), name or None, colours)

    def build_notes_on_unknown_commanders(self) -> list[str]:
        """Return a note that lists the spreadsheet's commanders that are no known cards."""
        if not self._cards.has_index_file or not self._unknown:
            return []
        names = ", ".join(map(repr, [*self._unknown][:_MAX_LISTED]))
        more = len(self._unknown) - _MAX_LISTED
        rest = f" and {more:,} more" if more > 0 else ""
        return [f"No known cards, so they stay as they are written: {names}{rest}"]

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

    def _require_commander_if_row_has_deck_cells(self, sheet_row: SpreadsheetRow, column: str) -> None:
        """Raise `SpreadsheetError` if a row without a commander has other deck cells."""
        about = [each for each in ("deck", "partner", "bracket") if each != column]
        for each in about:
            if not is_cell_naming_nobody(sheet_row.get_cell_text(each)):
                problem = f"{sheet_row.quote_cell(each)}, and no commander; accepted: a name in {column}"
                raise sheet_row.build_cell_error(each, problem)


def _parse_commander_bracket(sheet_row: SpreadsheetRow) -> int | None:
    """Return the Commander bracket (1 to 5) in a row, or None. Raises `SpreadsheetError`."""
    typed = sheet_row.get_name_in_cell("bracket")
    if not typed:
        return None
    found = next((each for each in BRACKETS if typed in (str(each), f"{each}.0", f"B{each}")), None)
    if found is None:
        raise sheet_row.build_unknown_word_error("bracket", map(str, BRACKETS))
    return found
