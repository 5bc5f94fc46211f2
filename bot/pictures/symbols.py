"""The symbols of a table: people, their standings, their teams, and the lines between them.

Colour never stands alone: a person has a colour, a shape and initials, a team has a ring with its own dashes and lines
between members, a standing has an icon, and each kind of line looks different.
"""

from collections.abc import Callable, Mapping
from math import cos, hypot, pi, sin
from typing import NamedTuple

from bot.pictures import text_width
from bot.pictures.scene import FigureStatus, PlayerInPicture
from bot.pictures.seat_positions import SeatPositionInPicture
from bot.pictures.svg import (
    BACKGROUND_COLOUR,
    DARK_INK,
    WHITE,
    Point,
    SvgAttributes,
    SvgElement,
    add_svg_element,
    build_polygon_path,
    draw_text,
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


class PlayerColourAndShape(NamedTuple):
    """The colour and shape by which a player is recognised in a picture."""

    colour: str
    corners: int
    turn: float


DrawLine = Callable[[SvgElement, Point, Point], None]
"""A function that draws a line from a point to a point."""

DrawIcon = Callable[[SvgElement, Point, float, str], None]
"""A function that draws an icon around a point, with a size and a colour."""


def get_player_picture_style(style_number: int) -> PlayerColourAndShape:
    """Return one of 42 colours with shapes by number. Higher numbers start again."""
    return PlayerColourAndShape(COLOURS[style_number % len(COLOURS)], *SHAPES[style_number % len(SHAPES)])


def get_player_line_style(style_number: int) -> PlayerColourAndShape:
    """Return a player's shape, and a colour that is visible as a thin line on the dark background."""
    seen = get_player_picture_style(style_number)
    return seen._replace(colour=WHITE) if seen.colour in DEEP else seen


def draw_player_symbol(
    parent: SvgElement, center: Point, radius: float, player: PlayerInPicture, status_icon: DrawIcon | None = None
) -> None:
    """Draw a player's shape with initials, and a status icon above the shape."""
    seen = get_player_picture_style(player.look)
    x, y = center
    ink = WHITE if seen.colour in DEEP else DARK_INK
    draw_player_shape(parent, center, radius, seen)
    size = radius * 0.95
    base = y + radius * 0.34
    if status_icon is not None:
        status_icon(parent, (x, y - radius * 0.36), radius * 0.4, ink)
        size = radius * 0.78
        base = y + radius * 0.66
    wide = text_width.measure_text_width(player.initials, size, 700)
    size *= min(1, radius * _MAX_INITIALS_WIDTH / wide) if wide else 1
    draw_text(parent, player.initials, (x, base), font_size=size, font_weight=700, fill_colour=ink)


def draw_team_ring(svg_parent: SvgElement, center: Point, radius: float, style_number: int) -> None:
    """Draw a ring around a seat in the colour of its team's first member."""
    line: SvgAttributes = {"stroke": get_player_line_style(style_number).colour, "stroke_width": radius / 9}
    line |= {"fill": "none", "stroke_dasharray": _TEAM_DASHES[style_number % len(_TEAM_DASHES)]}
    add_svg_element(svg_parent, "circle", cx=center[0], cy=center[1], r=radius * RING_SCALE, **line)


def draw_player_shape(
    parent: SvgElement, center: Point, radius: float, style: PlayerColourAndShape, fill_colour: str | None = None
) -> None:
    """Draw a player's shape in their colour; with `fill_colour`, only the border has their colour."""
    border = radius * 0.24  # with round corners
    lines: SvgAttributes = {"stroke": style.colour, "stroke_width": border, "stroke_linejoin": "round"}
    lines["fill"] = fill_colour or style.colour
    x, y = center
    if not style.corners:
        add_svg_element(parent, "circle", cx=x, cy=y, r=radius - border / 2, **lines)
        return
    reach = radius * _SHAPE_SIZES[style.corners] - border / 2
    angles = [2 * pi * (corner + style.turn) / style.corners for corner in range(style.corners)]
    path = build_polygon_path([(x + reach * sin(angle), y - reach * cos(angle)) for angle in angles])
    add_svg_element(parent, "path", d=path, **lines)


def draw_badge_of_active_player(svg_parent: SvgElement, center: Point, radius: float) -> None:
    """Draw the badge of the player whose turn it is, at the upper left of their symbol."""
    x = center[0] - radius * 0.86
    y = center[1] - radius * 0.86
    size = max(13.0, radius * 0.34)
    add_svg_element(svg_parent, "circle", cx=x, cy=y, r=size, fill=WHITE, stroke=BACKGROUND_COLOUR, stroke_width=3)
    corners = [(x - size * 0.34, y - size * 0.52), (x + size * 0.58, y)]
    corners.append((x - size * 0.34, y + size * 0.52))
    add_svg_element(svg_parent, "path", d=build_polygon_path(corners), fill=DARK_INK)


def draw_attack_arrow(svg_parent: SvgElement, start: Point, end: Point, width: float = 7) -> None:
    _draw_straight_line(svg_parent, start, _draw_arrowhead(svg_parent, start, end, width, WHITE), stroke_width=width)


def draw_curved_arrow(parent: SvgElement, curve_points: tuple[Point, Point, Point], width: float, colour: str) -> None:
    """Draw an arrow from start to end that bends towards a third point."""
    start, bend, end = curve_points
    neck = _draw_arrowhead(parent, bend, end, width, colour)
    path = "M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*start, *bend, *neck)
    add_svg_element(parent, "path", d=path, fill="none", stroke=colour, stroke_width=width)


def _draw_arrowhead(svg_parent: SvgElement, start: Point, end: Point, width: float, colour: str) -> Point:
    """Draw the head of an arrow that ends at `end`; return where the head begins."""
    x, y = start
    tip_x, tip_y = end
    length = hypot(tip_x - x, tip_y - y)
    along = (tip_x - x) / length
    across = (tip_y - y) / length
    neck = (tip_x - 3.2 * width * along, tip_y - 3.2 * width * across)
    barbs = [(neck[0] - side * width * across, neck[1] + side * width * along) for side in (1.8, -1.8)]
    add_svg_element(svg_parent, "path", d=build_polygon_path([end, *barbs]), fill=colour)
    return neck


def draw_range_line(svg_parent: SvgElement, start: Point, end: Point) -> None:
    """Draw a dotted line between two seats whose players can affect each other."""
    dots: SvgAttributes = {"stroke_dasharray": "0.1 14", "stroke_linecap": "round"}
    _draw_straight_line(svg_parent, start, end, stroke_width=6, **dots)


def draw_straight_line_to_master(parent: SvgElement, start: Point, end: Point) -> None:
    """Draw a straight double line from a servant's seat to the seat of their master."""
    x, y = start
    to_x, to_y = end
    _draw_double_line(parent, f"M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}", WHITE)


def draw_curved_line_to_master(
    parent: SvgElement, servant: SeatPositionInPicture, master: SeatPositionInPicture, middle: Point, colour: str
) -> None:
    """Draw a curved double line from a servant to their master, which leaves room for a straight arrow."""
    x = (servant.x + master.x) / 2 * 0.72 + middle[0] * 0.28
    y = (servant.y + master.y) / 2 * 0.72 + middle[1] * 0.28
    path = f"M{servant.x:.1f} {servant.y:.1f}Q{x:.1f} {y:.1f} {master.x:.1f} {master.y:.1f}"
    _draw_double_line(parent, path, colour)


def _draw_double_line(parent_element: SvgElement, path: str, colour: str) -> None:
    add_svg_element(parent_element, "path", d=path, fill="none", stroke=colour, stroke_width=11)
    add_svg_element(parent_element, "path", d=path, fill="none", stroke=BACKGROUND_COLOUR, stroke_width=4)


def _draw_straight_line(parent: SvgElement, start: Point, end: Point, **attributes: str | float) -> None:
    ends: SvgAttributes = {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]}
    add_svg_element(parent, "line", **{"stroke": WHITE, **ends, **attributes})


def _draw_crown_icon(parent: SvgElement, center: Point, size: float, colour: str) -> None:
    teeth = ((-1, -0.55), (-0.5, 0), (0, -0.8), (0.5, 0), (1, -0.55), (0.8, 0.7), (-0.8, 0.7))
    corners = [(center[0] + size * across, center[1] + size * down) for across, down in teeth]
    add_svg_element(parent, "path", d=build_polygon_path(corners), fill=colour)


def _draw_chain_icon(parent: SvgElement, center: Point, size: float, colour: str, link_distance: float = 0.55) -> None:
    for side in (-1, 1):
        link: SvgAttributes = {"width": size * 1.25, "height": size * 0.9, "rx": size * 0.45}
        x = center[0] + side * size * link_distance - size * 0.625
        y = center[1] - size * 0.45
        add_svg_element(parent, "rect", x=x, y=y, fill="none", stroke=colour, stroke_width=size * 0.24, **link)


def _draw_broken_chain_icon(parent_element: SvgElement, center: Point, size: float, colour: str) -> None:
    _draw_chain_icon(parent_element, center, size * 0.8, colour, link_distance=0.95)
    ends = ((center[0] + size * 0.25, center[1] - size * 0.75), (center[0] - size * 0.25, center[1] + size * 0.75))
    _draw_straight_line(parent_element, *ends, stroke=colour, stroke_width=size * 0.2)


def _draw_cross_icon(svg_parent: SvgElement, center: Point, size: float, colour: str) -> None:
    arm = size * 0.62
    for side in (-1, 1):
        ends = (center[0] - arm, center[1] - side * arm), (center[0] + arm, center[1] + side * arm)
        _draw_straight_line(svg_parent, *ends, stroke=colour, stroke_width=size * 0.36, stroke_linecap="round")


ICONS: Mapping[FigureStatus, DrawIcon] = {
    "leader": _draw_crown_icon,
    "thrall": _draw_chain_icon,
    "masterless": _draw_broken_chain_icon,
    "out": _draw_cross_icon,
}
