"""Where the seats and their names are."""

from itertools import combinations
from math import hypot

import pytest

from bot.pictures.seat_positions import Rectangle, SeatPositionInPicture, compute_seat_positions_around_table
from bot.pictures.svg import PICTURE_MARGIN, PICTURE_WIDTH

COUNTS = range(2, 26)


def _meet(one: Rectangle, other: Rectangle) -> bool:
    return (
        one.left < other.left + other.width
        and other.left < one.left + one.width
        and one.top < other.top + other.height
        and other.top < one.top + one.height
    )


def _seat(place: SeatPositionInPicture) -> Rectangle:
    """The square around a seat."""
    x, y, radius = place.x, place.y, place.radius
    return Rectangle(x - radius, y - radius, 2 * radius, 2 * radius)


@pytest.mark.parametrize("count", COUNTS)
def test_neither_seats_nor_names_overlap(count: int) -> None:
    places = compute_seat_positions_around_table(count).places
    assert len(places) == count
    for one, other in combinations(places, 2):
        assert hypot(one.x - other.x, one.y - other.y) > one.radius + other.radius + 5
        assert not _meet(one.box, other.box)
        assert not _meet(_seat(one), other.box)
        assert not _meet(one.box, _seat(other))
    assert not any(_meet(_seat(place), place.box) for place in places)


@pytest.mark.parametrize("count", COUNTS)
def test_everything_is_on_the_card_and_a_name_has_room(count: int) -> None:
    found = compute_seat_positions_around_table(count)
    for place in found.places:
        for box in (place.box, _seat(place)):
            assert PICTURE_MARGIN <= box.left < box.left + box.width <= PICTURE_WIDTH - PICTURE_MARGIN
            assert 0 <= box.top < box.top + box.height <= found.height
        assert place.box.width >= 150


@pytest.mark.parametrize("count", COUNTS)
def test_the_viewer_is_at_the_bottom_and_the_next_sits_on_the_left(count: int) -> None:
    viewer, *others = compute_seat_positions_around_table(count).places
    assert viewer.x == PICTURE_WIDTH / 2
    assert all(place.y < viewer.y for place in others)
    if count > 2:
        assert others[0].x < viewer.x < others[-1].x
        assert others[0].y == pytest.approx(others[-1].y)


@pytest.mark.parametrize("count", range(2, 17))
def test_an_arrow_meets_nobody_but_whom_it_is_for(count: int) -> None:
    viewer, *others = compute_seat_positions_around_table(count).places
    for target in others:
        (x, y), (to_x, to_y) = viewer.compute_line_to_seat(target)
        for place in others:
            if place is not target:
                along = ((place.x - x) * (to_x - x) + (place.y - y) * (to_y - y)) / ((to_x - x) ** 2 + (to_y - y) ** 2)
                part = min(1.0, max(0.0, along))
                away = hypot(x + part * (to_x - x) - place.x, y + part * (to_y - y) - place.y)
                assert away > place.radius + 2
