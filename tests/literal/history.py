"""What was told, and taken back, and put right: read again from its start each time."""

from tests.literal.reading import find_seats, read_story, write_document
from tests.literal.sheet import Sheet
from tests.literal.telling import Line, Refused


class History:
    """A transcript with `undo`, and with corrections, which replace some of its lines.

    A correction is a line `{"do": "correct", "edits": {"2": [lines]}}`: the lines that take the
    place of the second line after `open`; an empty list strikes it out.
    """

    def __init__(self, opening: Line) -> None:
        self.told: list[list[Line]] = [[opening]]
        self.decks: dict[str, Line] = {}
        self.sheet: Sheet = read_story(self.told[-1])

    @property
    def lines(self) -> list[Line]:
        """What counts now."""
        return self.told[-1]

    def tell(self, line: Line) -> None:
        """One line more. Raises `Refused` and forgets it if it cannot be."""
        if line["do"] == "deck":
            self._name_deck(line)
            return
        if line["do"] == "undo":
            if len(self.told) == 1:
                raise Refused("open cannot be undone")
            self.told.pop()
            self.sheet = read_story(self.lines)
            return
        lines = self.correct(line) if line["do"] == "correct" else [*self.lines, line]
        self.sheet = read_story(lines)
        self.told.append(lines)

    def _name_deck(self, line: Line) -> None:
        """No step of the game: whatever is undone or corrected, the latest one holds."""
        seat = find_seats(self.sheet, line)["player"]
        if self.sheet.closed or seat not in self.sheet.seats:
            raise Refused("nobody plays this deck here")
        self.decks[seat] = {"commanders": line["commanders"], "bracket": line.get("bracket")}

    def correct(self, line: Line) -> list[Line]:
        edits: dict[str, list[Line]] = line["edits"]
        if not all(0 < int(place) < len(self.lines) for place in edits):
            raise Refused("nothing was told there")
        kept: list[Line] = []
        for place, old in enumerate(self.lines):
            kept += edits.get(str(place), [old])
        return kept

    def write_document(self) -> dict[str, object]:
        document = write_document(self.sheet)
        for seat, row in zip(self.sheet.seats, document["players"], strict=True):
            row["deck"] = self.decks.get(seat)
        return document
