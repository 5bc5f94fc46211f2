"""Decks in a league's table: their commanders, what their owners call them, and their bracket."""

from bot.cards.index import CardIndex, CardReading, tidy
from bot.care.leagues.sheets import Row, is_nobody
from bot.i18n import DEFAULT, Locale
from bot.rules.brackets import BRACKETS
from bot.rules.facts import MAX_CARD_LENGTH, MAX_COMMANDERS, Commander, Deck

_MAX_LISTED = 20
"""Unknown commanders that are listed."""


class DeckReader:
    """A reader of decks, with the index of card names that resolves their commanders."""

    def __init__(self, cards: CardIndex, locale: Locale = DEFAULT) -> None:
        """Resolve names by `cards`, those in `locale` first."""
        self._cards = cards
        self._locale = locale
        self._unknown: dict[str, None] = {}

    def read(self, row: Row) -> Deck | None:
        """Return the deck of a row; None if there is none. Raises `SheetError`.

        A column `commander` names the cards, and then `deck` is what its owner calls the deck.
        """
        column = "commander" if "commander" in row.cells else "deck"
        if is_nobody(row.get(column)):
            self._check_alone(row, column)
            return None
        named = [
            reading
            for each in (column, "partner")
            if not is_nobody(row.get(each))
            for reading in self._cards.read_commanders(row.get(each), self._locale)
        ]
        commanders = tuple(self._make_commander(row, column, each) for each in named)
        if not 1 <= len(commanders) <= MAX_COMMANDERS:
            problem = f"{row.quote(column)}; accepted: 1 to {MAX_COMMANDERS} commanders, as A + B"
            raise row.fail(column, problem)
        name = row.get_name("deck") if column == "commander" else ""
        if any(len(each) > MAX_CARD_LENGTH for each in (name, *(c.text for c in commanders))):
            problem = f"is too long; accepted: up to {MAX_CARD_LENGTH} characters a commander"
            raise row.fail(column, problem)
        colours = self._cards.find_colours(each.id for each in commanders)
        return Deck(commanders, _read_bracket(row), name or None, colours)

    def list_notes(self) -> list[str]:
        """Return a note about the commanders that are no known cards."""
        if not self._cards.is_present or not self._unknown:
            return []
        names = ", ".join(map(repr, [*self._unknown][:_MAX_LISTED]))
        more = len(self._unknown) - _MAX_LISTED
        rest = f" and {more:,} more" if more > 0 else ""
        return [f"No known cards, so they stay as they are written: {names}{rest}"]

    def _make_commander(self, row: Row, column: str, reading: CardReading) -> Commander:
        if reading.others:
            named = ", ".join(each.text for each in reading.others)
            problem = f"{reading.text!r} is the name of several cards; accepted: one of {named}"
            raise row.contradict(column, problem)
        if reading.id is None:
            self._unknown[reading.text] = None
        return Commander(tidy(reading.text), reading.id)

    def _check_alone(self, row: Row, column: str) -> None:
        """Raise `SheetError` if a row tells something about a deck without a commander."""
        about = [each for each in ("deck", "partner", "bracket") if each != column]
        for each in about:
            if not is_nobody(row.get(each)):
                problem = f"{row.quote(each)}, and no commander; accepted: a name in {column}"
                raise row.fail(each, problem)


def _read_bracket(row: Row) -> int | None:
    """Return the bracket in a row; None if the cell is empty. Raises `SheetError`."""
    typed = row.get_name("bracket")
    if not typed:
        return None
    found = next((each for each in BRACKETS if typed in (str(each), f"{each}.0", f"B{each}")), None)
    if found is None:
        raise row.fail_unknown("bracket", map(str, BRACKETS))
    return found
