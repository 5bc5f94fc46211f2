"""A chart as SVG: the ranks of players by week, with their names at the ends of the lines.

pygal computes the scale and the lines from numbers. This module draws them: it sets texts in fonts that have their
letters, and each line has its own colour, dashes and mark.
"""

import re
from collections.abc import Iterator
from math import ceil
from typing import Any, NamedTuple

import pygal

from bot.pictures import glyphs, symbols, text_width
from bot.pictures.scene import RankChart, compute_ranks_in_week
from bot.pictures.svg import (
    BACKGROUND_COLOUR,
    GREY,
    MIN_TEXT_SIZE,
    PICTURE_MARGIN,
    PICTURE_WIDTH,
    TABLE_COLOUR,
    Point,
    SvgAttributes,
    SvgElement,
    add_svg_element,
    create_svg_canvas,
    draw_picture_title,
    draw_text,
    serialize_svg,
)

_NAME_SIZE = MIN_TEXT_SIZE + 2
_ROW_HEIGHT = 64.0  # the height for the end of a line
_WORDS_HEIGHT = 62.0  # the height of the words below
_MARK_RADIUS = 14.0  # the radius of a mark
_PLOT_WIDTH = 430.0  # the width of the plot
_WORD_GAP = 14.0
_MAX_WORDS_WIDTH = 160.0  # the width of a week's words or of points
_GUIDE_LOOK: SvgAttributes = {"stroke": TABLE_COLOUR, "stroke_width": 3}
_MAX_MARKED_WEEKS = 16  # weeks: with more of them only the ends of a line are marked

_LINE_DASHES = ("", "20 10", "2 12", "24 12 2 12")

_CORNER_PATTERN = re.compile(r"([\d.]+) ([\d.]+)")


class _PlayerChartCurve(NamedTuple):
    """A player's line in a chart: its SVG path, and a point for each week."""

    path: str  # empty for a single point
    points: list[Point]


def render_rank_chart_svg(rank_chart: RankChart) -> str:
    """Return an SVG chart of players' ranks by week, 800 units wide."""
    return _RankChartDrawing(rank_chart).render_svg()


class _RankChartDrawing:
    """A drawing of a chart of players' ranks."""

    def __init__(self, chart: RankChart) -> None:
        self.chart = chart
        self.title = glyphs.remove_undrawable_characters(chart.title)
        self.left = PICTURE_MARGIN + 8
        self.top = 80.0 if self.title else 14.0
        self.high = _ROW_HEIGHT * len(chart.lines)
        ruler, *self.curves = _compute_chart_curves(chart, _PLOT_WIDTH, self.high)
        across = [self.left + x for x, _ in ruler.points]
        self.across = across if len(chart.weeks) > 1 else [sum(across) / 2]
        self.ranks = max(text_width.measure_text_width(f"{line.rank}", _NAME_SIZE, 600) for line in chart.lines)

    def render_svg(self) -> str:
        """Return the chart as SVG. The first player's line lies above the others."""
        root = create_svg_canvas(PICTURE_WIDTH, self.top + self.high + _WORDS_HEIGHT)
        draw_picture_title(root, self.title, PICTURE_WIDTH)
        self._draw_week_labels(root)
        plot = add_svg_element(root, "g", transform=f"translate({self.left:g} {self.top:g})")
        for index in reversed(range(len(self.curves))):
            self._draw_line_of_player(plot, index)
        for index in reversed(range(len(self.curves))):
            self._draw_week_marks_on_line(plot, index)
            self._draw_name_at_end_of_line(plot, index)
        return serialize_svg(root)

    def _draw_week_labels(self, root: SvgElement) -> None:
        """Draw as many labels of weeks as fit below the chart, always including the last."""
        cleaned = map(glyphs.remove_undrawable_characters, self.chart.weeks)
        weeks = [text_width.truncate_text_to_width(week, _MAX_WORDS_WIDTH, MIN_TEXT_SIZE, 500) for week in cleaned]
        wide = max(text_width.measure_text_width(week, MIN_TEXT_SIZE, 500) for week in weeks) + _WORD_GAP
        step = ceil(wide * len(weeks) / _PLOT_WIDTH)
        bottom = self.top + self.high
        for x, week in list(zip(self.across, weeks, strict=True))[::-step]:
            if x < wide / 2:
                break
            add_svg_element(root, "line", x1=x, x2=x, y1=self.top, y2=bottom + 6, **_GUIDE_LOOK)
            draw_text(root, week, (x, bottom + 38), font_weight=500, fill_colour=GREY)

    def _draw_line_of_player(self, plot: SvgElement, line_index: int) -> None:
        """Draw a player's line, with a border that keeps crossing lines apart."""
        curve = self.curves[line_index]
        seen = symbols.get_player_line_style(line_index)
        lines: SvgAttributes = {"d": curve.path, "fill": "none", "stroke_linejoin": "round"}
        if curve.path:
            add_svg_element(plot, "path", stroke=BACKGROUND_COLOUR, stroke_width=14, **lines)
            dashes: SvgAttributes = {"stroke_dasharray": _LINE_DASHES[line_index % 4] or "none"}
            lines |= dashes | {"stroke_linecap": "round" if line_index % 4 > 1 else "butt"}
            add_svg_element(plot, "path", stroke=seen.colour, stroke_width=6, **lines)

    def _draw_week_marks_on_line(self, plot: SvgElement, line_index: int) -> None:
        curve = self.curves[line_index]
        seen = symbols.get_player_line_style(line_index)
        many = len(self.chart.weeks) > _MAX_MARKED_WEEKS
        for point in (curve.points[0], curve.points[-1]) if many else curve.points:
            symbols.draw_player_shape(
                plot, point, _MARK_RADIUS, seen, BACKGROUND_COLOUR if line_index >= len(symbols.COLOURS) else None
            )

    def _draw_name_at_end_of_line(self, plot: SvgElement, line_index: int) -> None:
        line = self.chart.lines[line_index]
        x, y = self.curves[line_index].points[-1]
        base = y + _NAME_SIZE * 0.36
        right = PICTURE_WIDTH - PICTURE_MARGIN - self.left
        total = text_width.truncate_text_to_width(
            glyphs.remove_undrawable_characters(line.total), _MAX_WORDS_WIDTH, _NAME_SIZE, 700
        )
        name = glyphs.remove_undrawable_characters(line.name) or f"#{line_index + 1}"
        added = glyphs.remove_undrawable_characters(line.added)
        x += _MARK_RADIUS + _WORD_GAP + self.ranks
        draw_text(plot, f"{line.rank}", (x, base), anchor=1, font_size=_NAME_SIZE, fill_colour=GREY)
        draw_text(plot, total, (right, base), anchor=1, font_size=_NAME_SIZE, font_weight=700)
        x += _WORD_GAP
        room = right - text_width.measure_text_width(total, _NAME_SIZE, 700) - _WORD_GAP - x
        shown = text_width.truncate_name_to_width(name, added, room, _NAME_SIZE, 600)
        draw_text(plot, shown, (x, base), anchor=0, font_size=_NAME_SIZE)


def _compute_chart_curves(chart: RankChart, width: float, height: float) -> list[_PlayerChartCurve]:
    """Compute the curves of a chart with the library pygal: one for all weeks, then one for each player."""
    count = len(chart.lines)
    weeks = len(chart.weeks)
    plot = pygal.Line(
        width=width,
        height=height,
        margin=0,
        range=(0.5, count + 0.5),
        inverse_y_axis=True,
        show_legend=False,
        show_y_labels=False,
        css=(),
        js=(),
    )
    found = [compute_ranks_in_week(chart.lines, week) for week in range(weeks)]
    for line in ([1] * weeks, *map(list, zip(*found, strict=True))):
        drawn = line * 2 if weeks == 1 else line
        is_point = drawn.count(None) == len(drawn) - 1  # a single point has no line: it needs a dot
        plot.add(None, drawn, show_dots=is_point)
    return list(_parse_chart_curves(plot.render_tree(), count + 1))


def _parse_chart_curves(svg_root: Any, curve_count: int) -> Iterator[_PlayerChartCurve]:
    """Yield the path and points of each line in pygal's SVG, in order."""
    for index in range(curve_count):
        series = [each for each in svg_root.iter("g") if f"serie-{index} " in each.get("class", "")]
        path = "".join(path.get("d") for each in series for path in each.iter("path"))
        dots = [(dot.get("cx"), dot.get("cy")) for each in series for dot in each.iter("circle")]
        points = dots or _CORNER_PATTERN.findall(path)
        yield _PlayerChartCurve(path, [(float(x), float(y)) for x, y in points])
