"""Rivals as SVG: players in a ring, with an arrow from each victor to each player they defeated."""

from collections.abc import Iterator
from math import cos, dist, pi, sin
from typing import NamedTuple

from bot.pictures import glyphs, lettering, signs
from bot.pictures.legend import SIGN, Legend
from bot.pictures.ring import LINE
from bot.pictures.scene import Defeats, Figure, Rivals
from bot.pictures.svg import (
    GROUND,
    MARGIN,
    TEXT,
    WIDTH,
    Node,
    Point,
    add_node,
    draw_text,
    draw_title,
    make_canvas,
    serialize,
)

_NAME_SIZE = TEXT + 2
_CAPTION_SIZE = TEXT - 4
_CAPTION_LINE = _CAPTION_SIZE + 6  # from the name to what stands below it
_PLAYER_RADIUS = 32.0
_PLAYER_DISTANCE = 8.0  # the distance of arrows from players
_MIN_ARROW_WIDTH = 3.0
_MAX_ARROW_WIDTH = 11.0
_MAX_BEND = 110.0  # the most by which arrows bend to the middle, past players in between
_PAIR_DISTANCE = 34.0  # the distance between the arrows of a pair
_COUNT_HEIGHT = 36.0  # the height of a number
# The parts of an arrow at which its number can stand.
_COUNT_PLACES = (0.42, 0.5, 0.34, 0.58, 0.26, 0.66)


class _Arrow(NamedTuple):
    defeats: Defeats
    way: tuple[Point, Point, Point]

    def find_point(self, part: float) -> Point:
        """Return the point after a part of the way, 0 to 1."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.way
        first = (1 - part) ** 2
        second = 2 * part * (1 - part)
        third = part**2
        return (
            x * first + bend_x * second + to_x * third,
            y * first + bend_y * second + to_y * third,
        )


def draw(rivals: Rivals) -> str:
    """Return the rivals as SVG, 800 units wide."""
    return _Drawing(rivals).render_svg()


class _Drawing:
    def __init__(self, rivals: Rivals) -> None:
        count = len(rivals.players)
        self.rivals = rivals
        self.title = glyphs.clean(rivals.title)
        wide = 140.0 + 5 * count  # the radii; names are outside
        high = 130.0 + 18 * count
        below = _CAPTION_LINE if any(player.caption for player in rivals.players) else 0.0
        above = (80.0 if self.title else 18.0) + LINE + below
        self.middle = (WIDTH / 2, above + _PLAYER_RADIUS + high)
        self.points = [
            (self.middle[0] - wide * sin(angle), self.middle[1] + high * cos(angle))
            for angle in _compute_angles(count, (high - wide) / (high + wide) / 2)
        ]
        self.bottom = self.middle[1] + high + _PLAYER_RADIUS + LINE + 14 + below
        self.looks = [signs.find_light_look(player.look) for player in rivals.players]
        self.most = max(each.count for each in rivals.defeats)
        pairs = {(each.victor, each.loser) for each in rivals.defeats}
        self.arrows = [
            self._make_arrow(each, _PAIR_DISTANCE if (each.loser, each.victor) in pairs else 0)
            for each in sorted(rivals.defeats, key=lambda each: each.count)
        ]

    def render_svg(self) -> str:
        """Return the SVG; thick arrows lie on thin ones, and numbers on all arrows."""
        legend = Legend([(self.rivals.legend, _draw_sign)], WIDTH - 2 * MARGIN)
        root = make_canvas(WIDTH, self.bottom + legend.height + 20)
        draw_title(root, self.title, WIDTH)
        for arrow in self.arrows:
            wide = (
                _MIN_ARROW_WIDTH
                + (_MAX_ARROW_WIDTH - _MIN_ARROW_WIDTH) * arrow.defeats.count / self.most
            )
            signs.draw_arc(root, arrow.way, wide, self.looks[arrow.defeats.victor].colour)
        self._draw_counts(root)
        for index, player in enumerate(self.rivals.players):
            self._draw_player(root, index, player)
        legend.draw(root, MARGIN, self.bottom + 6)
        return serialize(root)

    def _make_arrow(self, defeats: Defeats, apart: float) -> _Arrow:
        start = self.points[defeats.victor]
        end = self.points[defeats.loser]
        length = dist(start, end)
        half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        inwards = min(0.35, _MAX_BEND / (dist(half, self.middle) or 1))
        across = [apart * (end[1] - start[1]) / length, apart * (start[0] - end[0]) / length]
        bend_x, bend_y = (
            here + (middle - here) * inwards + aside
            for here, middle, aside in zip(half, self.middle, across, strict=True)
        )
        bend = bend_x, bend_y
        return _Arrow(defeats, (_step_towards(start, bend), bend, _step_towards(end, bend)))

    def _draw_counts(self, root: Node) -> None:
        """Draw the number of each arrow, away from other numbers and players."""
        taken = list(self.points)
        for arrow in reversed(self.arrows):
            spots = [arrow.find_point(part) for part in _COUNT_PLACES]
            room = [min(dist(spot, other) for other in taken) for spot in spots]
            free = (
                spot for spot, far in zip(spots, room, strict=True) if far > 1.2 * _COUNT_HEIGHT
            )
            spot = next(free, spots[room.index(max(room))])
            self._draw_count(root, spot, arrow.defeats)
            taken.append(spot)

    def _draw_count(self, root: Node, at: Point, defeats: Defeats) -> None:
        words = f"{defeats.count}"
        colour = self.looks[defeats.victor].colour
        wide = max(_COUNT_HEIGHT, lettering.measure_width(words, TEXT, 700) + 16)
        x = at[0] - wide / 2
        y = at[1] - _COUNT_HEIGHT / 2
        lines = {"rx": _COUNT_HEIGHT / 2, "stroke_width": 3}
        add_node(
            root,
            "rect",
            x=x,
            y=y,
            width=wide,
            height=_COUNT_HEIGHT,
            fill=GROUND,
            stroke=colour,
            **lines,
        )
        draw_text(root, words, (at[0], at[1] + TEXT * 0.36), weight=700)

    def _draw_player(self, root: Node, index: int, player: Figure) -> None:
        """Draw a player's sign, and their name outside the ring."""
        x, y = self.points[index]
        signs.draw_figure(root, (x, y), _PLAYER_RADIUS, player)
        side = round((x - self.middle[0]) / _PLAYER_RADIUS)
        away = _PLAYER_RADIUS + 12
        if side:
            room = min(x, WIDTH - x) - away - MARGIN
            at = (x + (away if side > 0 else -away), y + _NAME_SIZE * 0.36)
        else:
            room = WIDTH / 2
            rise = _CAPTION_LINE if player.caption else 0.0
            at = (x, y + away + _NAME_SIZE * 0.72 if y > self.middle[1] else y - away - rise)
        shown = lettering.fit_name(player.name, player.added, room, _NAME_SIZE, 600)
        anchor = 0.5 if not side else float(side < 0)
        draw_text(root, shown, at, anchor=anchor, size=_NAME_SIZE)
        if player.caption:
            caption = lettering.fit(glyphs.clean(player.caption), room, _CAPTION_SIZE, 400)
            below = (at[0], at[1] + _CAPTION_LINE)
            draw_text(root, caption, below, anchor=anchor, size=_CAPTION_SIZE, weight=400)


def _compute_angles(count: int, uneven: float) -> Iterator[float]:
    """Yield angles around an ellipse at which neighbours have about the same distance."""
    for angle in (2 * pi * index / count for index in range(count)):
        yield angle + uneven * sin(2 * angle)


def _step_towards(start: Point, end: Point) -> Point:
    """Return the point at a player's edge on the way to `end`."""
    part = (_PLAYER_RADIUS + _PLAYER_DISTANCE) / dist(start, end)
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _draw_sign(parent: Node, at: Point) -> None:
    signs.draw_arrow(parent, (at[0] - SIGN / 2, at[1]), (at[0] + SIGN / 2, at[1]))
