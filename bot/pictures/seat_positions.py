"""The positions of seats: a ring in the order of turns, clockwise, with the viewer at the bottom.

Up to eight seats lie on an ellipse with their names above or below them. More seats lie along two sides with their
names outside, so that a name has a line of its own and is under no arrow.
"""

from math import cos, hypot, pi, sin, sqrt
from typing import NamedTuple, Self

from bot.pictures.svg import PICTURE_MARGIN, PICTURE_WIDTH, Point

NAME_LINE_HEIGHT = 46.0  # the height of a name with the space around it

_MAX_ON_ELLIPSE = 8
_ELLIPSE_RADIUS = 270.0  # from the middle to a side of the ellipse
_LINE_DISTANCE = 18.0  # the distance of lines from seats, outside the ring of a team


class Rectangle(NamedTuple):
    """A rectangle in a picture, for a name or the table."""

    left: float
    top: float
    width: float
    height: float

    def move_down(self, distance: float) -> Self:
        """Return a copy of the rectangle, moved down by a distance."""
        return self._replace(top=self.top + distance)


class SeatPositionInPicture(NamedTuple):
    """The position of a seat in a picture: its centre, its radius, and the rectangle for the name.

    The `anchor` says where the name is held in its rectangle: 0 at its left end, 1 at its right end.
    """

    x: float
    y: float
    radius: float
    box: Rectangle
    anchor: float = 0.5

    @property
    def center(self) -> Point:
        return self.x, self.y

    def move_down(self, distance: float) -> Self:
        """Return a copy of the position, moved down by a distance."""
        return self._replace(y=self.y + distance, box=self.box.move_down(distance))

    def compute_line_to_seat(self, other_seat: Self) -> tuple[Point, Point]:
        """Return the ends of a line between two seats, a little away from both."""
        across = other_seat.x - self.x
        down = other_seat.y - self.y
        length = hypot(across, down)
        start = (self.radius + _LINE_DISTANCE) / length
        end = 1 - (other_seat.radius + _LINE_DISTANCE) / length
        return ((self.x + across * start, self.y + down * start), (self.x + across * end, self.y + down * end))


class SeatPositionsAroundTable(NamedTuple):
    """The places of all seats around a table in the order of turns, the viewer's first."""

    places: list[SeatPositionInPicture]
    table: Rectangle
    height: float


def compute_seat_positions_around_table(seat_count: int) -> SeatPositionsAroundTable:
    """Compute the positions of seats around a table in a picture."""
    return (
        _compute_seat_positions_on_ellipse(seat_count)
        if seat_count <= _MAX_ON_ELLIPSE
        else _compute_seat_positions_in_columns(seat_count)
    )


def _compute_seat_positions_on_ellipse(seat_count: int) -> SeatPositionsAroundTable:
    radius = 52.0
    half = 180.0 + 13 * seat_count
    middle = half + radius + NAME_LINE_HEIGHT + 14
    angles = [pi / 2 + 2 * pi * index / seat_count for index in range(seat_count)]
    points = [(PICTURE_WIDTH / 2 + _ELLIPSE_RADIUS * cos(angle), middle + half * sin(angle)) for angle in angles]
    tops = [_compute_seat_name_top(y, radius, is_name_above=y < middle + 1) for _, y in points]
    around = list(zip(points, tops, strict=True))
    places = [
        SeatPositionInPicture(x, y, radius, Rectangle(x - room / 2, top, room, NAME_LINE_HEIGHT))
        for (x, y), top in around
        for room in [_compute_seat_name_width(x, top, radius, around)]
    ]
    inside = radius + 34
    table = Rectangle(
        PICTURE_WIDTH / 2 - _ELLIPSE_RADIUS + inside,
        middle - half + inside,
        2 * (_ELLIPSE_RADIUS - inside),
        2 * (half - inside),
    )
    return SeatPositionsAroundTable(places, table, middle + half + radius + NAME_LINE_HEIGHT + 12)


def _compute_seat_name_width(
    x: float, top: float, radius: float, neighbouring_seats: list[tuple[Point, float]]
) -> float:
    """Return the width that is free for the name at a seat.

    It ends at the picture's edge, at the next name, or at another seat.
    """
    room = 2 * (min(x, PICTURE_WIDTH - x) - PICTURE_MARGIN)
    for (other, middle), other_top in neighbouring_seats:
        apart = abs(other - x)
        if apart > 1 and abs(other_top - top) < NAME_LINE_HEIGHT:
            room = min(room, apart - 16)
        if apart > 1 and top - radius - _LINE_DISTANCE < middle < top + NAME_LINE_HEIGHT + radius + _LINE_DISTANCE:
            room = min(room, 2 * (apart - radius - _LINE_DISTANCE - 6))
    return room


def _compute_seat_positions_in_columns(seat_count: int) -> SeatPositionsAroundTable:
    rows, alone = divmod(seat_count - 1, 2)  # alone: one more sits opposite the viewer
    pitch = max(63.0, min(110.0, 760.0 / rows))
    radius = min(32.0, pitch * 0.42)
    start = PICTURE_MARGIN + radius + (NAME_LINE_HEIGHT + radius + 30 if alone else 0)
    end = start + pitch * (rows - 1)
    viewer = _build_centred_seat_position(end + radius * 2 + 30, radius, is_name_above=False)
    opposite = (
        [_build_centred_seat_position(NAME_LINE_HEIGHT + radius + 14, radius, is_name_above=True)] if alone else []
    )
    left = [
        _build_left_seat_position(start + pitch * row, _compute_row_distance_from_middle(row, rows), radius)
        for row in reversed(range(rows))
    ]
    right = [_mirror_seat_position(place) for place in reversed(left)]
    table = Rectangle(PICTURE_WIDTH / 2 - 90, start + 20, 180, end - start - 40)
    return SeatPositionsAroundTable(
        [viewer, *left, *opposite, *right], table, viewer.y + radius + NAME_LINE_HEIGHT + 12
    )


def _compute_row_distance_from_middle(row_index: int, row_count: int) -> float:
    """Compute how far from the middle a row's seats stand, from 0 to 1.

    The rows form an ellipse, so that no line between two seats crosses a third.
    """
    height = (2 * row_index + 1) / row_count - 1
    return sqrt(1 - 0.65 * height**2)


def _build_left_seat_position(y: float, offset: float, radius: float) -> SeatPositionInPicture:
    x = PICTURE_WIDTH / 2 - 178 * offset
    room = x - radius - 8 - PICTURE_MARGIN
    return SeatPositionInPicture(
        x, y, radius, Rectangle(PICTURE_MARGIN, y - NAME_LINE_HEIGHT / 2, room, NAME_LINE_HEIGHT), anchor=1
    )


def _mirror_seat_position(seat_position: SeatPositionInPicture) -> SeatPositionInPicture:
    box = seat_position.box._replace(left=PICTURE_WIDTH - seat_position.box.left - seat_position.box.width)
    return seat_position._replace(x=PICTURE_WIDTH - seat_position.x, box=box, anchor=1 - seat_position.anchor)


def _build_centred_seat_position(y: float, radius: float, is_name_above: bool) -> SeatPositionInPicture:
    return SeatPositionInPicture(
        PICTURE_WIDTH / 2,
        y,
        radius,
        Rectangle(
            PICTURE_WIDTH / 4, _compute_seat_name_top(y, radius, is_name_above), PICTURE_WIDTH / 2, NAME_LINE_HEIGHT
        ),
    )


def _compute_seat_name_top(y: float, radius: float, is_name_above: bool) -> float:
    return y - radius - 12 - NAME_LINE_HEIGHT if is_name_above else y + radius + 12
