"""The signs of a table: people, their standings, their teams, and the lines between them.

Colour is never the only sign: a person has a colour, a shape and initials, a team has a ring with
its own dashes and has bonds, a standing has an icon, and each kind of line looks different.
"""

from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin
from typing import NamedTuple

from bot.pictures import lettering
from bot.pictures.ring import SeatPosition
from bot.pictures.scene import Figure, FigureStatus
from bot.pictures.svg import (
    DARK_INK,
    GROUND,
    WHITE,
    Attributes,
    Node,
    Point,
    add_node,
    draw_text,
    make_polygon,
)

# Okabe and Ito's colours, which colour-blind people can tell apart. A shape has a number of corners
# (0 means a circle), and is turned by a part of the angle between two corners.
COLOURS = ("#56b4e9", "#e69f00", "#cc79a7", "#f0e442", "#009e73", "#d55e00", "#0072b2")
SHAPES = ((0, 0.0), (4, 0.5), (6, 0.0), (4, 0.0), (8, 0.5), (5, 0.0))
_TEAM_DASHES = ("none", "22 9", "9 9", "26 8 6 8", "3 8", "34 14")
RING_SCALE = 1.18  # the ring of a team, as a part of the radius of a figure
_MAX_INITIALS_WIDTH = 1.35  # the width of initials, as a part of a figure's radius

DEEP = ("#0072b2",)  # colours on which white is more readable than black
# By the number of corners, the factor with which a shape looks as large as a circle.
_SHAPE_SIZES = {4: 1.16, 5: 1.1, 6: 1.06, 8: 1.03}


class SignStyle(NamedTuple):
    """The look of a person: a colour and a shape."""

    colour: str
    corners: int
    turn: float


Line = Callable[[Node, Point, Point], None]
"""A function that draws a line from a point to a point."""

Icon = Callable[[Node, Point, float, str], None]
"""A function that draws an icon around a point, with a size and a colour."""


def find_look(look: int) -> SignStyle:
    """Return the look of a number; the first 42 looks differ."""
    return SignStyle(COLOURS[look % len(COLOURS)], *SHAPES[look % len(SHAPES)])


def find_light_look(look: int) -> SignStyle:
    """Return the look of a number for thin lines; a colour too dark for them becomes white."""
    seen = find_look(look)
    return seen._replace(colour=WHITE) if seen.colour in DEEP else seen


def draw_figure(
    parent: Node, at: Point, radius: float, figure: Figure, icon: Icon | None = None
) -> None:
    """Draw a person's sign with their initials, below the icon of their standing if any."""
    seen = find_look(figure.look)
    x, y = at
    ink = WHITE if seen.colour in DEEP else DARK_INK
    draw_shape(parent, at, radius, seen)
    size = radius * 0.95
    base = y + radius * 0.34
    if icon is not None:
        icon(parent, (x, y - radius * 0.36), radius * 0.4, ink)
        size = radius * 0.78
        base = y + radius * 0.66
    wide = lettering.measure_width(figure.initials, size, 700)
    size *= min(1, radius * _MAX_INITIALS_WIDTH / wide) if wide else 1
    draw_text(parent, figure.initials, (x, base), size=size, weight=700, fill=ink)


def draw_team(parent: Node, at: Point, radius: float, group: int) -> None:
    """Draw the ring of a team in the colour of its first member, whose look is `group`."""
    line: Attributes = {"stroke": find_light_look(group).colour, "stroke_width": radius / 9}
    line |= {"fill": "none", "stroke_dasharray": _TEAM_DASHES[group % len(_TEAM_DASHES)]}
    add_node(parent, "circle", cx=at[0], cy=at[1], r=radius * RING_SCALE, **line)


def draw_shape(
    parent: Node, at: Point, radius: float, seen: SignStyle, fill: str | None = None
) -> None:
    """Draw a shape in its colour, or with a border in its colour around `fill`."""
    border = radius * 0.24  # with round corners
    lines: Attributes = {"stroke": seen.colour, "stroke_width": border, "stroke_linejoin": "round"}
    lines["fill"] = fill or seen.colour
    x, y = at
    if not seen.corners:
        add_node(parent, "circle", cx=x, cy=y, r=radius - border / 2, **lines)
        return
    reach = radius * _SHAPE_SIZES[seen.corners] - border / 2
    angles = [2 * pi * (corner + seen.turn) / seen.corners for corner in range(seen.corners)]
    path = make_polygon([(x + reach * sin(angle), y - reach * cos(angle)) for angle in angles])
    add_node(parent, "path", d=path, **lines)


def draw_turn(parent: Node, at: Point, radius: float) -> None:
    """Draw a badge with a pointer at the upper left of the player whose turn it is."""
    x = at[0] - radius * 0.86
    y = at[1] - radius * 0.86
    size = max(13.0, radius * 0.34)
    add_node(parent, "circle", cx=x, cy=y, r=size, fill=WHITE, stroke=GROUND, stroke_width=3)
    corners = [(x - size * 0.34, y - size * 0.52), (x + size * 0.58, y)]
    corners.append((x - size * 0.34, y + size * 0.52))
    add_node(parent, "path", d=make_polygon(corners), fill=DARK_INK)


def draw_arrow(parent: Node, start: Point, end: Point, wide: float = 7) -> None:
    """Draw an attack: a straight arrow."""
    _draw_line(parent, start, _draw_head(parent, start, end, wide, WHITE), stroke_width=wide)


def draw_arc(parent: Node, way: tuple[Point, Point, Point], wide: float, colour: str) -> None:
    """Draw a bent arrow; `way` is its start, the point towards which it bends, and its end."""
    start, bend, end = way
    neck = _draw_head(parent, bend, end, wide, colour)
    path = "M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*start, *bend, *neck)
    add_node(parent, "path", d=path, fill="none", stroke=colour, stroke_width=wide)


def _draw_head(parent: Node, start: Point, end: Point, wide: float, colour: str) -> Point:
    """Draw the head of an arrow from `start` to `end`; return the point where it begins."""
    x, y = start
    tip_x, tip_y = end
    length = hypot(tip_x - x, tip_y - y)
    along = (tip_x - x) / length
    across = (tip_y - y) / length
    neck = (tip_x - 3.2 * wide * along, tip_y - 3.2 * wide * across)
    barbs = [
        (neck[0] - side * wide * across, neck[1] + side * wide * along) for side in (1.8, -1.8)
    ]
    add_node(parent, "path", d=make_polygon([end, *barbs]), fill=colour)
    return neck


def draw_dotted(parent: Node, start: Point, end: Point) -> None:
    """Draw a dotted line: within range."""
    dots: Attributes = {"stroke_dasharray": "0.1 14", "stroke_linecap": "round"}
    _draw_line(parent, start, end, stroke_width=6, **dots)


def draw_chain_line(parent: Node, start: Point, end: Point) -> None:
    """Draw a straight double line: one serves the other."""
    x, y = start
    to_x, to_y = end
    _draw_double(parent, f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", WHITE)


def draw_bond(
    parent: Node, thrall: SeatPosition, master: SeatPosition, middle: Point, colour: str
) -> None:
    """Draw a double line from a thrall to a master, bent to the middle, beside any arrow."""
    x = (thrall.x + master.x) / 2 * 0.72 + middle[0] * 0.28
    y = (thrall.y + master.y) / 2 * 0.72 + middle[1] * 0.28
    path = f"M{thrall.x:.1f} {thrall.y:.1f}Q{x:.1f} {y:.1f} {master.x:.1f} {master.y:.1f}"
    _draw_double(parent, path, colour)


def _draw_double(parent: Node, path: str, colour: str) -> None:
    add_node(parent, "path", d=path, fill="none", stroke=colour, stroke_width=11)
    add_node(parent, "path", d=path, fill="none", stroke=GROUND, stroke_width=4)


def _draw_line(parent: Node, start: Point, end: Point, **attributes: str | float) -> None:
    ends: Attributes = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    add_node(parent, "line", **{"stroke": WHITE, **ends, **attributes})


def _draw_crown(parent: Node, at: Point, size: float, ink: str) -> None:
    teeth = ((-1, -0.55), (-0.5, 0), (0, -0.8), (0.5, 0), (1, -0.55), (0.8, 0.7), (-0.8, 0.7))
    corners = [(at[0] + size * across, at[1] + size * down) for across, down in teeth]
    add_node(parent, "path", d=make_polygon(corners), fill=ink)


def _draw_chain(parent: Node, at: Point, size: float, ink: str, apart: float = 0.55) -> None:
    for side in (-1, 1):
        link: Attributes = {"width": size * 1.25, "height": size * 0.9, "rx": size * 0.45}
        x = at[0] + side * size * apart - size * 0.625
        y = at[1] - size * 0.45
        add_node(
            parent, "rect", x=x, y=y, fill="none", stroke=ink, stroke_width=size * 0.24, **link
        )


def _draw_broken_chain(parent: Node, at: Point, size: float, ink: str) -> None:
    _draw_chain(parent, at, size * 0.8, ink, apart=0.95)
    ends = (at[0] + size * 0.25, at[1] - size * 0.75), (at[0] - size * 0.25, at[1] + size * 0.75)
    _draw_line(parent, *ends, stroke=ink, stroke_width=size * 0.2)


def _draw_cross(parent: Node, at: Point, size: float, ink: str) -> None:
    arm = size * 0.62
    for side in (-1, 1):
        ends = (at[0] - arm, at[1] - side * arm), (at[0] + arm, at[1] + side * arm)
        _draw_line(parent, *ends, stroke=ink, stroke_width=size * 0.36, stroke_linecap="round")


ICONS: Mapping[FigureStatus, Icon] = {
    "leader": _draw_crown,
    "thrall": _draw_chain,
    "masterless": _draw_broken_chain,
    "out": _draw_cross,
}
