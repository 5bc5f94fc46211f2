"""The legend below a picture: signs with their meanings, in rows."""

from collections.abc import Callable, Iterable

from bot.pictures import glyphs, lettering
from bot.pictures.svg import TEXT, Node, Point, draw_text

SIGN = 52.0  # the width of a sign

_ROW_HEIGHT = 48.0
_ENTRY_GAP = 26.0
_SIGN_GAP = 8.0  # the distance between a sign and its words
_FONT_WEIGHT = 500

Sign = Callable[[Node, Point], object]
"""A function that draws a sign around a point."""


class LegendEntry:
    """A sign and its words, cut to the width of a row."""

    def __init__(self, words: str, sign: Sign, room: float) -> None:
        around = SIGN + _SIGN_GAP + _ENTRY_GAP
        self.sign = sign
        self.words = lettering.fit(glyphs.clean(words), room - around, TEXT, _FONT_WEIGHT)
        self.width = lettering.measure_width(self.words, TEXT, _FONT_WEIGHT) + around


class Legend:
    """The entries of a legend in rows, none wider than `room`."""

    def __init__(self, entries: Iterable[tuple[str, Sign]], room: float) -> None:
        self.room = room
        self.rows: list[list[LegendEntry]] = []
        for words, sign in entries:
            entry = LegendEntry(words, sign, room)
            if self.rows and _measure_row(self.rows[-1]) + entry.width <= room:
                self.rows[-1].append(entry)
            else:
                self.rows.append([entry])

    @property
    def height(self) -> float:
        """The height of all rows."""
        return _ROW_HEIGHT * len(self.rows)

    def draw(self, parent: Node, left: float, top: float) -> None:
        """Draw the rows from `top` on, each centred."""
        for number, row in enumerate(self.rows):
            middle = top + _ROW_HEIGHT * (number + 0.5)
            x = left + (self.room - _measure_row(row) + _ENTRY_GAP) / 2
            for entry in row:
                entry.sign(parent, (x + SIGN / 2, middle))
                at = (x + SIGN + _SIGN_GAP, middle + TEXT * 0.36)
                draw_text(parent, entry.words, at, anchor=0, weight=_FONT_WEIGHT)
                x += entry.width


def _measure_row(row: Iterable[LegendEntry]) -> float:
    return sum(entry.width for entry in row)
