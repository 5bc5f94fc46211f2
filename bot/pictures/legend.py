"""The legend below a picture: symbols with their meanings, in rows."""

from collections.abc import Callable, Iterable

from bot.pictures import glyphs, text_width
from bot.pictures.svg import MIN_TEXT_SIZE, Point, SvgElement, draw_text

SYMBOL_WIDTH = 52.0  # the width of a sign

_ROW_HEIGHT = 48.0
_ENTRY_GAP = 26.0
_SIGN_GAP = 8.0  # the distance between a sign and its words
_FONT_WEIGHT = 500

DrawSymbol = Callable[[SvgElement, Point], object]
"""A function that draws a sign around a point."""


class PictureLegendEntry:
    """A symbol and its explanation, in a picture's legend."""

    def __init__(self, words: str, sign: DrawSymbol, room: float) -> None:
        around = SYMBOL_WIDTH + _SIGN_GAP + _ENTRY_GAP
        self.sign = sign
        self.words = text_width.truncate_text_to_width(
            glyphs.remove_undrawable_characters(words), room - around, MIN_TEXT_SIZE, _FONT_WEIGHT
        )
        self.width = text_width.measure_text_width(self.words, MIN_TEXT_SIZE, _FONT_WEIGHT) + around


class PictureLegend:
    """A picture's legend: symbols with explanations, in rows."""

    def __init__(self, entries: Iterable[tuple[str, DrawSymbol]], room: float) -> None:
        self.room = room
        self.rows: list[list[PictureLegendEntry]] = []
        for words, sign in entries:
            entry = PictureLegendEntry(words, sign, room)
            if self.rows and _compute_legend_row_width(self.rows[-1]) + entry.width <= room:
                self.rows[-1].append(entry)
            else:
                self.rows.append([entry])

    @property
    def height(self) -> float:
        return _ROW_HEIGHT * len(self.rows)

    def draw_legend_rows(self, parent: SvgElement, left_edge: float, top_edge: float) -> None:
        """Draw the centred rows of the legend, from `top_edge` downwards."""
        for number, row in enumerate(self.rows):
            middle = top_edge + _ROW_HEIGHT * (number + 0.5)
            x = left_edge + (self.room - _compute_legend_row_width(row) + _ENTRY_GAP) / 2
            for entry in row:
                entry.sign(parent, (x + SYMBOL_WIDTH / 2, middle))
                at = (x + SYMBOL_WIDTH + _SIGN_GAP, middle + MIN_TEXT_SIZE * 0.36)
                draw_text(parent, entry.words, at, anchor=0, font_weight=_FONT_WEIGHT)
                x += entry.width


def _compute_legend_row_width(legend_entries: Iterable[PictureLegendEntry]) -> float:
    return sum(entry.width for entry in legend_entries)
