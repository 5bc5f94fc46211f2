"""Defeats as SVG: players in a ring, with an arrow from each victor to each player they defeated."""

from collections.abc import Iterator
from math import cos, dist, pi, sin
from typing import NamedTuple

from bot.pictures import glyphs, symbols, text_width
from bot.pictures.legend import SYMBOL_WIDTH, PictureLegend
from bot.pictures.scene import DefeatsPictureScene, PlayerInPicture, PlayerPairDefeatCount
from bot.pictures.seat_positions import NAME_LINE_HEIGHT
from bot.pictures.svg import (
    BACKGROUND_COLOUR,
    MIN_TEXT_SIZE,
    PICTURE_MARGIN,
    PICTURE_WIDTH,
    Point,
    SvgElement,
    add_svg_element,
    create_svg_canvas,
    draw_picture_title,
    draw_text,
    serialize_svg,
)

_NAME_SIZE = MIN_TEXT_SIZE + 2
_CAPTION_SIZE = MIN_TEXT_SIZE - 4
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


class _DefeatPictureArrow(NamedTuple):
    """An arrow from a player to somebody whom they beat: start, bend and end."""

    defeats: PlayerPairDefeatCount
    way: tuple[Point, Point, Point]

    def compute_point_at_fraction(self, fraction: float) -> Point:
        """Return the point at a fraction of the arrow's length, from 0 to 1."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.way
        first = (1 - fraction) ** 2
        second = 2 * fraction * (1 - fraction)
        third = fraction**2
        return (x * first + bend_x * second + to_x * third, y * first + bend_y * second + to_y * third)


def render_defeats_svg(defeats_scene: DefeatsPictureScene) -> str:
    """Return an SVG picture of who beat whom, 800 units wide."""
    return _DefeatsDrawing(defeats_scene).render_svg()


class _DefeatsDrawing:
    """A drawing of a game's defeats: arrows from victors to losers."""

    def __init__(self, rivals: DefeatsPictureScene) -> None:
        count = len(rivals.players)
        self.rivals = rivals
        self.title = glyphs.remove_undrawable_characters(rivals.title)
        wide = 140.0 + 5 * count  # the radii; names are outside
        high = 130.0 + 18 * count
        below = _CAPTION_LINE if any(player.caption for player in rivals.players) else 0.0
        above = (80.0 if self.title else 18.0) + NAME_LINE_HEIGHT + below
        self.middle = (PICTURE_WIDTH / 2, above + _PLAYER_RADIUS + high)
        self.points = [
            (self.middle[0] - wide * sin(angle), self.middle[1] + high * cos(angle))
            for angle in _compute_player_angles_on_ellipse(count, (high - wide) / (high + wide) / 2)
        ]
        self.bottom = self.middle[1] + high + _PLAYER_RADIUS + NAME_LINE_HEIGHT + 14 + below
        self.looks = [symbols.get_player_line_style(player.look) for player in rivals.players]
        self.most = max(each.count for each in rivals.defeats)
        pairs = {(each.victor, each.loser) for each in rivals.defeats}
        self.arrows = [
            self._build_arrow_for_defeats(each, _PAIR_DISTANCE if (each.loser, each.victor) in pairs else 0)
            for each in sorted(rivals.defeats, key=lambda each: each.count)
        ]

    def render_svg(self) -> str:
        """Return the picture as SVG. Thick arrows lie above thin ones."""
        legend = PictureLegend([(self.rivals.legend, _draw_arrow_legend_symbol)], PICTURE_WIDTH - 2 * PICTURE_MARGIN)
        root = create_svg_canvas(PICTURE_WIDTH, self.bottom + legend.height + 20)
        draw_picture_title(root, self.title, PICTURE_WIDTH)
        for arrow in self.arrows:
            wide = _MIN_ARROW_WIDTH + (_MAX_ARROW_WIDTH - _MIN_ARROW_WIDTH) * arrow.defeats.count / self.most
            symbols.draw_curved_arrow(root, arrow.way, wide, self.looks[arrow.defeats.victor].colour)
        self._draw_defeat_counts_on_arrows(root)
        for index, player in enumerate(self.rivals.players):
            self._draw_player(root, index, player)
        legend.draw_legend_rows(root, PICTURE_MARGIN, self.bottom + 6)
        return serialize_svg(root)

    def _build_arrow_for_defeats(
        self, defeat_count: PlayerPairDefeatCount, sideways_offset: float
    ) -> _DefeatPictureArrow:
        start = self.points[defeat_count.victor]
        end = self.points[defeat_count.loser]
        length = dist(start, end)
        half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        inwards = min(0.35, _MAX_BEND / (dist(half, self.middle) or 1))
        across = [sideways_offset * (end[1] - start[1]) / length, sideways_offset * (start[0] - end[0]) / length]
        bend_x, bend_y = (
            here + (middle - here) * inwards + aside
            for here, middle, aside in zip(half, self.middle, across, strict=True)
        )
        bend = bend_x, bend_y
        return _DefeatPictureArrow(
            defeat_count,
            (_compute_arrow_start_at_player_edge(start, bend), bend, _compute_arrow_start_at_player_edge(end, bend)),
        )

    def _draw_defeat_counts_on_arrows(self, svg_root: SvgElement) -> None:
        """Draw the number of defeats on each arrow, away from other numbers and from players."""
        taken = list(self.points)
        for arrow in reversed(self.arrows):
            spots = [arrow.compute_point_at_fraction(part) for part in _COUNT_PLACES]
            room = [min(dist(spot, other) for other in taken) for spot in spots]
            free = (spot for spot, far in zip(spots, room, strict=True) if far > 1.2 * _COUNT_HEIGHT)
            spot = next(free, spots[room.index(max(room))])
            self._draw_number_on_arrow(svg_root, spot, arrow.defeats)
            taken.append(spot)

    def _draw_number_on_arrow(self, svg_root: SvgElement, center: Point, defeat_count: PlayerPairDefeatCount) -> None:
        words = f"{defeat_count.count}"
        colour = self.looks[defeat_count.victor].colour
        wide = max(_COUNT_HEIGHT, text_width.measure_text_width(words, MIN_TEXT_SIZE, 700) + 16)
        x = center[0] - wide / 2
        y = center[1] - _COUNT_HEIGHT / 2
        lines = {"rx": _COUNT_HEIGHT / 2, "stroke_width": 3}
        add_svg_element(
            svg_root, "rect", x=x, y=y, width=wide, height=_COUNT_HEIGHT, fill=BACKGROUND_COLOUR, stroke=colour, **lines
        )
        draw_text(svg_root, words, (center[0], center[1] + MIN_TEXT_SIZE * 0.36), font_weight=700)

    def _draw_player(self, svg_root: SvgElement, player_index: int, player: PlayerInPicture) -> None:
        """Draw a player's symbol on the ring, and the name outside it."""
        x, y = self.points[player_index]
        symbols.draw_player_symbol(svg_root, (x, y), _PLAYER_RADIUS, player)
        side = round((x - self.middle[0]) / _PLAYER_RADIUS)
        away = _PLAYER_RADIUS + 12
        if side:
            room = min(x, PICTURE_WIDTH - x) - away - PICTURE_MARGIN
            at = (x + (away if side > 0 else -away), y + _NAME_SIZE * 0.36)
        else:
            room = PICTURE_WIDTH / 2
            rise = _CAPTION_LINE if player.caption else 0.0
            at = (x, y + away + _NAME_SIZE * 0.72 if y > self.middle[1] else y - away - rise)
        shown = text_width.truncate_name_to_width(player.name, player.added, room, _NAME_SIZE, 600)
        anchor = 0.5 if not side else float(side < 0)
        draw_text(svg_root, shown, at, anchor=anchor, font_size=_NAME_SIZE)
        if player.caption:
            caption = text_width.truncate_text_to_width(
                glyphs.remove_undrawable_characters(player.caption), room, _CAPTION_SIZE, 400
            )
            below = (at[0], at[1] + _CAPTION_LINE)
            draw_text(svg_root, caption, below, anchor=anchor, font_size=_CAPTION_SIZE, font_weight=400)


def _compute_player_angles_on_ellipse(player_count: int, flattening: float) -> Iterator[float]:
    """Yield angles that place players around an ellipse at similar distances."""
    for angle in (2 * pi * index / player_count for index in range(player_count)):
        yield angle + flattening * sin(2 * angle)


def _compute_arrow_start_at_player_edge(player_center: Point, arrow_end: Point) -> Point:
    """Return the point at which an arrow towards `arrow_end` leaves the player's symbol."""
    part = (_PLAYER_RADIUS + _PLAYER_DISTANCE) / dist(player_center, arrow_end)
    return player_center[0] + (arrow_end[0] - player_center[0]) * part, player_center[1] + (
        arrow_end[1] - player_center[1]
    ) * part


def _draw_arrow_legend_symbol(parent: SvgElement, center: Point) -> None:
    symbols.draw_attack_arrow(
        parent, (center[0] - SYMBOL_WIDTH / 2, center[1]), (center[0] + SYMBOL_WIDTH / 2, center[1])
    )
