"""The positions of seats: a ring in the order of turns, clockwise, with the viewer at the bottom.

Up to eight seats lie on an ellipse with their names above or below them. More seats lie along two
sides with their names outside, so that a name has a line of its own and is under no arrow.
"""

from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple, Self

from bot.pictures.svg import MARGIN, WIDTH, Point

LINE = 46.0  # the height of a name with the space around it

_MAX_ON_ELLIPSE = 8
_ELLIPSE_RADIUS = 270.0  # from the middle to a side of the ellipse
_LINE_DISTANCE = 18.0  # the distance of lines from seats, outside the ring of a team


class Box(NamedTuple):
    """The room for a name, or for the table."""

    left: float
    top: float
    width: float
    height: float

    def move_down(self, by: float) -> Self:
        """Return a copy that lies `by` units further down."""
        return self._replace(top=self.top + by)


class SeatPosition(NamedTuple):
    """A seat: its middle, its radius, and the room for its name.

    `anchor` says where the name is held in its room: 0 at its left end, 1 at its right end.
    """

    x: float
    y: float
    radius: float
    box: Box
    anchor: float = 0.5

    @property
    def middle(self) -> Point:
        """The middle of the seat."""
        return self.x, self.y

    def move_down(self, by: float) -> Self:
        """Return a copy that lies `by` units further down."""
        return self._replace(y=self.y + by, box=self.box.move_down(by))

    def to(self, other: Self) -> tuple[Point, Point]:
        """Return the ends of a line to another seat, a little away from both edges."""
        across = other.x - self.x
        down = other.y - self.y
        length = hypot(across, down)
        start = (self.radius + _LINE_DISTANCE) / length
        end = 1 - (other.radius + _LINE_DISTANCE) / length
        return (
            (self.x + across * start, self.y + down * start),
            (self.x + across * end, self.y + down * end),
        )


class Ring(NamedTuple):
    """The places around a table in the order of turns, the viewer's first."""

    places: list[SeatPosition]
    table: Box
    height: float


def make_ring(count: int) -> Ring:
    """Return a ring of `count` seats, with its top at 0."""
    return _make_ellipse(count) if count <= _MAX_ON_ELLIPSE else _make_rows(count)


def _make_ellipse(count: int) -> Ring:
    radius = 52.0
    half = 180.0 + 13 * count
    middle = half + radius + LINE + 14
    angles = [pi / 2 + 2 * pi * index / count for index in range(count)]
    points = [
        (WIDTH / 2 + _ELLIPSE_RADIUS * cos(angle), middle + half * sin(angle)) for angle in angles
    ]
    tops = [_compute_top(y, radius, above=y < middle + 1) for _, y in points]
    around = list(zip(points, tops, strict=True))
    places = [
        SeatPosition(x, y, radius, Box(x - room / 2, top, room, LINE))
        for (x, y), top in around
        for room in [_measure_room(x, top, radius, around)]
    ]
    inside = radius + 34
    table = Box(
        WIDTH / 2 - _ELLIPSE_RADIUS + inside,
        middle - half + inside,
        2 * (_ELLIPSE_RADIUS - inside),
        2 * (half - inside),
    )
    return Ring(places, table, middle + half + radius + LINE + 12)


def _measure_room(x: float, top: float, radius: float, around: list[tuple[Point, float]]) -> float:
    """Return the room for a name: up to the edge, half the gap to the next name, or a seat."""
    room = 2 * (min(x, WIDTH - x) - MARGIN)
    for (other, middle), other_top in around:
        apart = abs(other - x)
        if apart > 1 and abs(other_top - top) < LINE:
            room = min(room, apart - 16)
        if (
            apart > 1
            and top - radius - _LINE_DISTANCE < middle < top + LINE + radius + _LINE_DISTANCE
        ):
            room = min(room, 2 * (apart - radius - _LINE_DISTANCE - 6))
    return room


def _make_rows(count: int) -> Ring:
    rows, alone = divmod(count - 1, 2)  # alone: one more sits opposite the viewer
    pitch = max(63.0, min(110.0, 760.0 / rows))
    radius = min(32.0, pitch * 0.42)
    start = MARGIN + radius + (LINE + radius + 30 if alone else 0)
    end = start + pitch * (rows - 1)
    viewer = _make_middle(end + radius * 2 + 30, radius, above=False)
    opposite = [_make_middle(LINE + radius + 14, radius, above=True)] if alone else []
    left = [
        _make_side(start + pitch * row, _compute_bulge(row, rows), radius)
        for row in reversed(range(rows))
    ]
    right = [_mirror(place) for place in reversed(left)]
    table = Box(WIDTH / 2 - 90, start + 20, 180, end - start - 40)
    return Ring([viewer, *left, *opposite, *right], table, viewer.y + radius + LINE + 12)


def _compute_bulge(row: int, rows: int) -> float:
    """Return a row's distance from the middle, 0 to 1: bent, so that no line meets a third seat."""
    height = (2 * row + 1) / rows - 1
    return sqrt(1 - 0.65 * height**2)


def _make_side(y: float, bulge: float, radius: float) -> SeatPosition:
    x = WIDTH / 2 - 178 * bulge
    room = x - radius - 8 - MARGIN
    return SeatPosition(x, y, radius, Box(MARGIN, y - LINE / 2, room, LINE), anchor=1)


def _mirror(place: SeatPosition) -> SeatPosition:
    box = place.box._replace(left=WIDTH - place.box.left - place.box.width)
    return place._replace(x=WIDTH - place.x, box=box, anchor=1 - place.anchor)


def _make_middle(y: float, radius: float, above: bool) -> SeatPosition:
    return SeatPosition(
        WIDTH / 2, y, radius, Box(WIDTH / 4, _compute_top(y, radius, above), WIDTH / 2, LINE)
    )


def _compute_top(y: float, radius: float, above: bool) -> float:
    return y - radius - 12 - LINE if above else y + radius + 12
