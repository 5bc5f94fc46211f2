"""A chart as SVG: the places of players by week, with their names at the ends of the lines.

pygal computes the scale and the lines from numbers. This module draws them: it sets words in fonts
that have their letters, and each line has its own colour, dashes and mark.
"""

import re
from collections.abc import Iterator
from math import ceil
from typing import Any, NamedTuple

import pygal

from bot.pictures import glyphs, lettering, signs
from bot.pictures.scene import Chart, find_places
from bot.pictures.svg import (
    GREY,
    GROUND,
    MARGIN,
    SURFACE,
    TEXT,
    WIDTH,
    Attributes,
    Node,
    Point,
    add_node,
    draw_text,
    draw_title,
    make_canvas,
    serialize,
)

_NAME_SIZE = TEXT + 2
_ROW_HEIGHT = 64.0  # the height for the end of a line
_WORDS_HEIGHT = 62.0  # the height of the words below
_MARK_RADIUS = 14.0  # the radius of a mark
_PLOT_WIDTH = 430.0  # the width of the plot
_WORD_GAP = 14.0
_MAX_WORDS_WIDTH = 160.0  # the width of a week's words or of points
_GUIDE_LOOK: Attributes = {"stroke": SURFACE, "stroke_width": 3}
_MAX_MARKED_WEEKS = 16  # weeks: with more of them only the ends of a line are marked

_LINE_DASHES = ("", "20 10", "2 12", "24 12 2 12")

_CORNER_PATTERN = re.compile(r"([\d.]+) ([\d.]+)")


class _Curve(NamedTuple):
    path: str  # empty for a single point
    points: list[Point]


def draw(chart: Chart) -> str:
    """Return the chart as SVG, 800 units wide."""
    return _Drawing(chart).render_svg()


class _Drawing:
    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.title = glyphs.clean(chart.title)
        self.left = MARGIN + 8
        self.top = 80.0 if self.title else 14.0
        self.high = _ROW_HEIGHT * len(chart.lines)
        ruler, *self.curves = _lay_out_curves(chart, _PLOT_WIDTH, self.high)
        across = [self.left + x for x, _ in ruler.points]
        self.across = across if len(chart.weeks) > 1 else [sum(across) / 2]
        self.ranks = max(
            lettering.measure_width(f"{line.rank}", _NAME_SIZE, 600) for line in chart.lines
        )

    def render_svg(self) -> str:
        """Return the SVG; the line of the first player lies above the others."""
        root = make_canvas(WIDTH, self.top + self.high + _WORDS_HEIGHT)
        draw_title(root, self.title, WIDTH)
        self._draw_weeks(root)
        plot = add_node(root, "g", transform=f"translate({self.left:g} {self.top:g})")
        for index in reversed(range(len(self.curves))):
            self._draw_curve(plot, index)
        for index in reversed(range(len(self.curves))):
            self._draw_marks(plot, index)
            self._draw_end(plot, index)
        return serialize(root)

    def _draw_weeks(self, root: Node) -> None:
        """Draw the labels of as many weeks as there is room for, always that of the last week."""
        cleaned = map(glyphs.clean, self.chart.weeks)
        weeks = [lettering.fit(week, _MAX_WORDS_WIDTH, TEXT, 500) for week in cleaned]
        wide = max(lettering.measure_width(week, TEXT, 500) for week in weeks) + _WORD_GAP
        step = ceil(wide * len(weeks) / _PLOT_WIDTH)
        bottom = self.top + self.high
        for x, week in list(zip(self.across, weeks, strict=True))[::-step]:
            if x < wide / 2:
                break
            add_node(root, "line", x1=x, x2=x, y1=self.top, y2=bottom + 6, **_GUIDE_LOOK)
            draw_text(root, week, (x, bottom + 38), weight=500, fill=GREY)

    def _draw_curve(self, plot: Node, index: int) -> None:
        """Draw a line with a margin in the colour of the ground, so that crossings are visible."""
        curve = self.curves[index]
        seen = signs.find_light_look(index)
        lines: Attributes = {"d": curve.path, "fill": "none", "stroke_linejoin": "round"}
        if curve.path:
            add_node(plot, "path", stroke=GROUND, stroke_width=14, **lines)
            dashes: Attributes = {"stroke_dasharray": _LINE_DASHES[index % 4] or "none"}
            lines |= dashes | {"stroke_linecap": "round" if index % 4 > 1 else "butt"}
            add_node(plot, "path", stroke=seen.colour, stroke_width=6, **lines)

    def _draw_marks(self, plot: Node, index: int) -> None:
        curve = self.curves[index]
        seen = signs.find_light_look(index)
        many = len(self.chart.weeks) > _MAX_MARKED_WEEKS
        for point in (curve.points[0], curve.points[-1]) if many else curve.points:
            signs.draw_shape(
                plot, point, _MARK_RADIUS, seen, GROUND if index >= len(signs.COLOURS) else None
            )

    def _draw_end(self, plot: Node, index: int) -> None:
        """Draw rank, name and points at the end of a line."""
        line = self.chart.lines[index]
        x, y = self.curves[index].points[-1]
        base = y + _NAME_SIZE * 0.36
        right = WIDTH - MARGIN - self.left
        total = lettering.fit(glyphs.clean(line.total), _MAX_WORDS_WIDTH, _NAME_SIZE, 700)
        name = glyphs.clean(line.name) or f"#{index + 1}"
        added = glyphs.clean(line.added)
        x += _MARK_RADIUS + _WORD_GAP + self.ranks
        draw_text(plot, f"{line.rank}", (x, base), anchor=1, size=_NAME_SIZE, fill=GREY)
        draw_text(plot, total, (right, base), anchor=1, size=_NAME_SIZE, weight=700)
        x += _WORD_GAP
        room = right - lettering.measure_width(total, _NAME_SIZE, 700) - _WORD_GAP - x
        shown = lettering.fit_name(name, added, room, _NAME_SIZE, 600)
        draw_text(plot, shown, (x, base), anchor=0, size=_NAME_SIZE)


def _lay_out_curves(chart: Chart, wide: float, high: float) -> list[_Curve]:
    """Return curves as pygal lays them out: one through all weeks, to measure, then the chart's.

    With a single week the curves are horizontal.
    """
    count = len(chart.lines)
    weeks = len(chart.weeks)
    plot = pygal.Line(
        width=wide,
        height=high,
        margin=0,
        range=(0.5, count + 0.5),
        inverse_y_axis=True,
        show_legend=False,
        show_y_labels=False,
        css=(),
        js=(),
    )
    found = [find_places(chart.lines, week) for week in range(weeks)]
    for line in ([1] * weeks, *map(list, zip(*found, strict=True))):
        drawn = line * 2 if weeks == 1 else line
        is_point = drawn.count(None) == len(drawn) - 1  # a single point has no line: it needs a dot
        plot.add(None, drawn, show_dots=is_point)
    return list(_read_curves(plot.render_tree(), count + 1))


def _read_curves(svg: Any, count: int) -> Iterator[_Curve]:
    """Yield the curves in an SVG by pygal, in which a series has the class serie-N."""
    for index in range(count):
        series = [each for each in svg.iter("g") if f"serie-{index} " in each.get("class", "")]
        path = "".join(path.get("d") for each in series for path in each.iter("path"))
        dots = [(dot.get("cx"), dot.get("cy")) for each in series for dot in each.iter("circle")]
        points = dots or _CORNER_PATTERN.findall(path)
        yield _Curve(path, [(float(x), float(y)) for x, y in points])
