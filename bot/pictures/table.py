"""A table as SVG: its seats and teams, and the viewer's range and attacks."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from bot.pictures import glyphs, symbols, text_width
from bot.pictures.legend import SYMBOL_WIDTH, DrawSymbol, PictureLegend
from bot.pictures.scene import TablePictureScene
from bot.pictures.seat_positions import compute_seat_positions_around_table
from bot.pictures.svg import (
    BACKGROUND_COLOUR,
    DARK_INK,
    GREY,
    MIN_TEXT_SIZE,
    PICTURE_MARGIN,
    PICTURE_WIDTH,
    TABLE_COLOUR,
    WHITE,
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
_PLATE_PADDING = 12.0  # the space around a name in its plate
_FAINT_OPACITY = 0.4


def render_table_svg(table_scene: TablePictureScene) -> str:
    """Return an SVG picture of a table with its seats, 800 units (640 pixels) wide."""
    return _GameTableDrawing(table_scene).render_svg()


class _GameTableDrawing:
    """A drawing of a game's table with its seats."""

    def __init__(self, table: TablePictureScene) -> None:
        self.table = table
        self.title = glyphs.remove_undrawable_characters(table.title)
        self.top = 76.0 if self.title else 14.0
        self.ring = compute_seat_positions_around_table(len(table.seats))
        self.bottom = self.top + self.ring.height
        count = len(table.seats)
        first = table.viewer or 0
        self.places = [self.ring.places[(index - first) % count].move_down(self.top) for index in range(count)]
        groups = Counter(seat.group for seat in table.seats)
        self.teams = {group for group, count in groups.items() if count > 1} - {None}
        self.attack = table.attack - {table.viewer}
        self.reach = (table.reach or frozenset()) - {table.viewer} - self.attack
        near = {table.viewer, *self.attack, *self.reach}
        playing = {index for index in range(count) if table.seats[index].standing != "out"}
        self.beyond = set() if table.reach is None else playing - near

    def render_svg(self) -> str:
        """Return the picture as SVG. Lines lie below seats, and seats below names."""
        legend = PictureLegend(self._list_table_picture_legend_entries(), PICTURE_WIDTH - 2 * PICTURE_MARGIN)
        root = create_svg_canvas(PICTURE_WIDTH, self.bottom + legend.height + 20)
        draw_picture_title(root, self.title, PICTURE_WIDTH)
        self._draw_lines_between_seats(root)
        for index in range(len(self.places)):
            self._draw_seat(root, index)
        legend.draw_legend_rows(root, PICTURE_MARGIN, self.bottom + 6)
        return serialize_svg(root)

    def _draw_lines_between_seats(self, svg_root: SvgElement) -> None:
        """Draw the lines for masters and servants, for range, and for possible attacks."""
        box = self.ring.table.move_down(self.top)
        middle = (box.left + box.width / 2, box.top + box.height / 2)
        size = {"width": box.width, "height": box.height, "rx": box.width / 2, "ry": box.height / 2}
        add_svg_element(svg_root, "rect", x=box.left, y=box.top, fill=TABLE_COLOUR, **size)
        for index, other in self._list_connected_seat_pairs():
            seat = self.table.seats[index]
            first = self.table.seats[other if seat.group is None else seat.group]
            colour = symbols.get_player_line_style(first.figure.look).colour
            symbols.draw_curved_line_to_master(svg_root, self.places[index], self.places[other], middle, colour)
        viewer = self.places[self.table.viewer or 0]
        arrow = partial(symbols.draw_attack_arrow, width=viewer.radius / 7)
        for line, ends in ((symbols.draw_range_line, self.reach), (arrow, self.attack)):
            for index in sorted(ends):
                line(svg_root, *viewer.compute_line_to_seat(self.places[index]))

    def _list_connected_seat_pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of seats to connect: a servant and their master, or teammates."""
        last = dict[int, int]()
        for index, seat in enumerate(self.table.seats):
            if seat.serves is not None:
                yield index, seat.serves
            elif seat.group is not None:
                if seat.group in last:
                    yield index, last[seat.group]
                last[seat.group] = index

    def _draw_seat(self, svg_root: SvgElement, seat_index: int) -> None:
        seat = self.table.seats[seat_index]
        place = self.places[seat_index]
        faint = seat_index in self.beyond or seat.standing == "out"
        if faint:  # so that no bond shows through
            x, y = place.center
            add_svg_element(svg_root, "circle", cx=x, cy=y, r=place.radius * symbols.RING_SCALE, fill=BACKGROUND_COLOUR)
        group = add_svg_element(svg_root, "g", opacity=_FAINT_OPACITY if faint else 1)
        icon = symbols.ICONS.get(seat.standing)
        symbols.draw_player_symbol(group, place.center, place.radius, seat.figure, icon)
        if seat.group is not None and seat.group in self.teams:
            look = self.table.seats[seat.group].figure.look
            symbols.draw_team_ring(group, place.center, place.radius, look)
        if seat.active:
            symbols.draw_badge_of_active_player(svg_root, place.center, place.radius)
        self._draw_seat_name(svg_root, seat_index, GREY if faint else WHITE)

    def _draw_seat_name(self, parent: SvgElement, seat_index: int, colour: str) -> None:
        """Draw the name at a seat; the viewer's stands on a white plate."""
        place = self.places[seat_index]
        box = place.box
        room = place.box.width - 2 * _PLATE_PADDING
        figure = self.table.seats[seat_index].figure
        shown = text_width.truncate_name_to_width(figure.name, figure.added, room, _NAME_SIZE, 600)
        wide = text_width.measure_text_width(shown, _NAME_SIZE, 600)
        left = box.left + _PLATE_PADDING + (room - wide) * place.anchor
        if seat_index == self.table.viewer:
            high = box.height - 4
            plate = {"width": wide + 2 * _PLATE_PADDING, "height": high, "rx": high / 2}
            add_svg_element(parent, "rect", x=left - _PLATE_PADDING, y=box.top + 2, fill=WHITE, **plate)
            colour = DARK_INK
        base = (left, box.top + box.height * 0.72)
        draw_text(parent, shown, base, anchor=0, font_size=_NAME_SIZE, fill_colour=colour)

    def _list_table_picture_legend_entries(self) -> Iterator[tuple[str, DrawSymbol]]:
        """Yield the symbols in the picture of a table with their explanations."""
        words = self.table.words
        seats = self.table.seats
        if self.attack:
            yield words.attack, partial(_draw_line_legend_symbol, symbols.draw_attack_arrow)
        if self.reach:
            yield words.reach, partial(_draw_line_legend_symbol, symbols.draw_range_line)
        if self.beyond:
            yield words.beyond, _draw_out_of_range_legend_symbol
        if any(seat.active for seat in seats):
            yield words.active, _draw_turn_legend_symbol
        if self.teams:
            yield words.team, _draw_team_legend_symbol
        if any(seat.serves is not None for seat in seats):
            yield words.serves, partial(_draw_line_legend_symbol, symbols.draw_straight_line_to_master)
        standings = {seat.standing for seat in seats}
        for standing, icon in symbols.ICONS.items():
            if standing in standings:
                yield getattr(words, standing), partial(_draw_player_status_legend_symbol, icon)


def _draw_line_legend_symbol(draw_line: symbols.DrawLine, svg_parent: SvgElement, center: Point) -> None:
    draw_line(svg_parent, (center[0] - SYMBOL_WIDTH / 2, center[1]), (center[0] + SYMBOL_WIDTH / 2, center[1]))


def _draw_turn_legend_symbol(parent: SvgElement, center: Point) -> None:
    symbols.draw_badge_of_active_player(parent, (center[0] + 13, center[1] + 13), 15)


def _draw_team_legend_symbol(parent: SvgElement, center: Point) -> None:
    x, y = center
    symbols.draw_straight_line_to_master(parent, (x, y), (x + SYMBOL_WIDTH / 2, y))
    ring: SvgAttributes = {"fill": BACKGROUND_COLOUR, "stroke": WHITE, "stroke_width": 6}
    add_svg_element(parent, "circle", cx=x - SYMBOL_WIDTH / 5, cy=y, r=15, **ring)


def _draw_player_status_legend_symbol(draw_icon: symbols.DrawIcon, parent: SvgElement, center: Point) -> None:
    draw_icon(parent, center, 19, WHITE)


def _draw_out_of_range_legend_symbol(parent_element: SvgElement, center: Point) -> None:
    add_svg_element(parent_element, "circle", cx=center[0], cy=center[1], r=16, fill=GREY, opacity=_FAINT_OPACITY)
