"""Decks in a league's spreadsheet: commanders, the names that owners gave their decks, and
brackets.
"""

from bot.cards.index import CardIndex, ResolvedCard, collapse_spaces
from bot.care.leagues.csv_sheets import SheetRow, is_empty_name
from bot.i18n import DEFAULT, Locale
from bot.rules.brackets import BRACKETS
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Commander, Deck

_MAX_LISTED = 20
"""Unknown commanders that are listed."""


class DeckParser:
    """A parser for the decks in a spreadsheet, which finds commanders in the index of card
    names.
    """

    def __init__(self, card_index: CardIndex, locale: Locale = DEFAULT) -> None:
        """Find names of cards in `card_index`, names in `locale` first."""
        self._cards = card_index
        self._locale = locale
        self._unknown: dict[str, None] = {}

    def parse_deck(self, row: SheetRow) -> Deck | None:
        """Return the deck in a row of the spreadsheet; None if there is none. Raises
        `SheetError`.

        A column `commander` names the cards, and then `deck` is the owner's name for the
        deck.
        """
        column = "commander" if "commander" in row.cells else "deck"
        if is_empty_name(row.get_cell(column)):
            self._require_empty_deck_cells(row, column)
            return None
        named = [
            reading
            for each in (column, "partner")
            if not is_empty_name(row.get_cell(each))
            for reading in self._cards.resolve_commanders(row.get_cell(each), self._locale)
        ]
        commanders = tuple(self._build_commander(row, column, each) for each in named)
        if not 1 <= len(commanders) <= MAX_COMMANDERS:
            problem = (
                f"{row.quote_cell(column)}; accepted: 1 to {MAX_COMMANDERS} commanders, as A + B"
            )
            raise row.build_error(column, problem)
        name = row.get_name("deck") if column == "commander" else ""
        if any(len(each) > MAX_CARD_LENGTH for each in (name, *(c.text for c in commanders))):
            problem = f"is too long; accepted: up to {MAX_CARD_LENGTH} characters a commander"
            raise row.build_error(column, problem)
        colours = self._cards.find_colour_identity(each.id for each in commanders)
        return Deck(commanders, _parse_bracket(row), name or None, colours)

    def list_unknown_card_notes(self) -> list[str]:
        """Return a note about the commanders that are no known cards."""
        if not self._cards.is_present or not self._unknown:
            return []
        names = ", ".join(map(repr, [*self._unknown][:_MAX_LISTED]))
        more = len(self._unknown) - _MAX_LISTED
        rest = f" and {more:,} more" if more > 0 else ""
        return [f"No known cards, so they stay as they are written: {names}{rest}"]

    def _build_commander(
        self, row: SheetRow, column: str, resolved_card: ResolvedCard
    ) -> Commander:
        if resolved_card.others:
            named = ", ".join(each.text for each in resolved_card.others)
            problem = (
                f"{resolved_card.text!r} is the name of several cards; accepted: one of {named}"
            )
            raise row.build_contradiction(column, problem)
        if resolved_card.id is None:
            self._unknown[resolved_card.text] = None
        return Commander(collapse_spaces(resolved_card.text), resolved_card.id)

    def _require_empty_deck_cells(self, row: SheetRow, column: str) -> None:
        """Raise `SheetError` if a row without a commander has other cells about a deck."""
        about = [each for each in ("deck", "partner", "bracket") if each != column]
        for each in about:
            if not is_empty_name(row.get_cell(each)):
                problem = f"{row.quote_cell(each)}, and no commander; accepted: a name in {column}"
                raise row.build_error(each, problem)


def _parse_bracket(row: SheetRow) -> int | None:
    """Return the bracket in a row; None if the cell is empty. Raises `SheetError`."""
    typed = row.get_name("bracket")
    if not typed:
        return None
    found = next((each for each in BRACKETS if typed in (str(each), f"{each}.0", f"B{each}")), None)
    if found is None:
        raise row.build_unknown_word_error("bracket", map(str, BRACKETS))
    return found
