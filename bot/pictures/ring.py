"""Where the seats are: a ring in the order of turns, clockwise, the viewer at the bottom.

Up to eight sit on an ellipse with their names above or below them. More sit along two sides with
their names outside, so that a name never lies under an arrow and has a line for itself.
"""

from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple, Self

from bot.pictures.svg import EDGE, WIDE, Point

LINE = 46.0  # of a name, with the space around it

_ON_AN_ELLIPSE = 8
_ACROSS = 270.0  # from the middle to a side of the ellipse
_AWAY = 18.0  # lines from seats, past the ring of who has the turn


class Box(NamedTuple):
    """Room for a name."""

    left: float
    top: float
    width: float
    height: float

    def lower(self, by: float) -> Self:
        """A copy that lies further down."""
        return self._replace(top=self.top + by)


class SeatPosition(NamedTuple):
    """A seat: its middle, its radius, and the room for its name."""

    x: float
    y: float
    radius: float
    box: Box
    anchor: float = 0.5  # where the name is held there: 0 its left end, 1 its right end

    @property
    def middle(self) -> Point:
        """Where it is."""
        return self.x, self.y

    def lowered(self, by: float) -> Self:
        """A copy that lies further down."""
        return self._replace(y=self.y + by, box=self.box.lower(by))

    def to(self, other: Self) -> tuple[Point, Point]:
        """The ends of a line from edge to edge, a little away from both."""
        across = other.x - self.x
        down = other.y - self.y
        length = hypot(across, down)
        start = (self.radius + _AWAY) / length
        end = 1 - (other.radius + _AWAY) / length
        return (
            (self.x + across * start, self.y + down * start),
            (self.x + across * end, self.y + down * end),
        )


class Ring(NamedTuple):
    """The places, by their distance from the viewer in the order of turns, around a table."""

    places: list[SeatPosition]
    table: Box
    height: float


def make_ring(count: int) -> Ring:
    """A ring of so many seats, its top at 0."""
    return _make_ellipse(count) if count <= _ON_AN_ELLIPSE else _make_rows(count)


def _make_ellipse(count: int) -> Ring:
    radius = 52.0
    half = 180.0 + 13 * count
    middle = half + radius + LINE + 14
    angles = [pi / 2 + 2 * pi * index / count for index in range(count)]
    points = [(WIDE / 2 + _ACROSS * cos(angle), middle + half * sin(angle)) for angle in angles]
    tops = [_compute_top(y, radius, above=y < middle + 1) for _, y in points]
    around = list(zip(points, tops, strict=True))
    places = [
        SeatPosition(x, y, radius, Box(x - room / 2, top, room, LINE))
        for (x, y), top in around
        for room in [_measure_room(x, top, radius, around)]
    ]
    inside = radius + 34
    table = Box(
        WIDE / 2 - _ACROSS + inside,
        middle - half + inside,
        2 * (_ACROSS - inside),
        2 * (half - inside),
    )
    return Ring(places, table, middle + half + radius + LINE + 12)


def _measure_room(x: float, top: float, radius: float, around: list[tuple[Point, float]]) -> float:
    """How wide a name may be: up to the edge, halfway to its neighbour, up to a seat beside it."""
    room = 2 * (min(x, WIDE - x) - EDGE)
    for (other, middle), other_top in around:
        apart = abs(other - x)
        if apart > 1 and abs(other_top - top) < LINE:
            room = min(room, apart - 16)
        if apart > 1 and top - radius - _AWAY < middle < top + LINE + radius + _AWAY:
            room = min(room, 2 * (apart - radius - _AWAY - 6))
    return room


def _make_rows(count: int) -> Ring:
    rows, alone = divmod(count - 1, 2)  # alone: one more sits opposite the viewer
    pitch = max(63.0, min(110.0, 760.0 / rows))
    radius = min(32.0, pitch * 0.42)
    start = EDGE + radius + (LINE + radius + 30 if alone else 0)
    end = start + pitch * (rows - 1)
    viewer = _make_middle(end + radius * 2 + 30, radius, above=False)
    opposite = [_make_middle(LINE + radius + 14, radius, above=True)] if alone else []
    left = [
        _make_side(start + pitch * row, _compute_bulge(row, rows), radius)
        for row in reversed(range(rows))
    ]
    right = [_mirror(place) for place in reversed(left)]
    table = Box(WIDE / 2 - 90, start + 20, 180, end - start - 40)
    return Ring([viewer, *left, *opposite, *right], table, viewer.y + radius + LINE + 12)


def _compute_bulge(row: int, rows: int) -> float:
    """How far from the middle, as a part: as bent as a ring is, no line meets a third seat."""
    height = (2 * row + 1) / rows - 1
    return sqrt(1 - 0.65 * height**2)


def _make_side(y: float, bulge: float, radius: float) -> SeatPosition:
    x = WIDE / 2 - 178 * bulge
    room = x - radius - 8 - EDGE
    return SeatPosition(x, y, radius, Box(EDGE, y - LINE / 2, room, LINE), anchor=1)


def _mirror(place: SeatPosition) -> SeatPosition:
    box = place.box._replace(left=WIDE - place.box.left - place.box.width)
    return place._replace(x=WIDE - place.x, box=box, anchor=1 - place.anchor)


def _make_middle(y: float, radius: float, above: bool) -> SeatPosition:
    return SeatPosition(
        WIDE / 2, y, radius, Box(WIDE / 4, _compute_top(y, radius, above), WIDE / 2, LINE)
    )


def _compute_top(y: float, radius: float, above: bool) -> float:
    return y - radius - 12 - LINE if above else y + radius + 12
