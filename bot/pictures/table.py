"""A table as SVG: its seats and teams, and the viewer's range and attacks."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from bot.pictures import glyphs, lettering, signs
from bot.pictures.legend import SIGN, Legend, Sign
from bot.pictures.ring import make_ring
from bot.pictures.scene import TableScene
from bot.pictures.svg import (
    DARK_INK,
    GREY,
    GROUND,
    MARGIN,
    SURFACE,
    TEXT,
    WHITE,
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
_PLATE_PADDING = 12.0  # the space around a name in its plate
_FAINT_OPACITY = 0.4


def draw(table: TableScene) -> str:
    """Return the table as SVG, 640 pixels or 800 units wide."""
    return _Drawing(table).render_svg()


class _Drawing:
    def __init__(self, table: TableScene) -> None:
        self.table = table
        self.title = glyphs.clean(table.title)
        self.top = 76.0 if self.title else 14.0
        self.ring = make_ring(len(table.seats))
        self.bottom = self.top + self.ring.height
        count = len(table.seats)
        first = table.viewer or 0
        self.places = [
            self.ring.places[(index - first) % count].move_down(self.top) for index in range(count)
        ]
        groups = Counter(seat.group for seat in table.seats)
        self.teams = {group for group, count in groups.items() if count > 1} - {None}
        self.attack = table.attack - {table.viewer}
        self.reach = (table.reach or frozenset()) - {table.viewer} - self.attack
        near = {table.viewer, *self.attack, *self.reach}
        playing = {index for index in range(count) if table.seats[index].standing != "out"}
        self.beyond = set() if table.reach is None else playing - near

    def render_svg(self) -> str:
        """Return the SVG; lines lie under the seats, and everything under the names."""
        legend = Legend(self._list_legend(), WIDTH - 2 * MARGIN)
        root = make_canvas(WIDTH, self.bottom + legend.height + 20)
        draw_title(root, self.title, WIDTH)
        self._draw_lines(root)
        for index in range(len(self.places)):
            self._draw_seat(root, index)
        legend.draw(root, MARGIN, self.bottom + 6)
        return serialize(root)

    def _draw_lines(self, root: Node) -> None:
        """Draw the bonds, bent to the middle of the table, then the viewer's range and attacks."""
        box = self.ring.table.move_down(self.top)
        middle = (box.left + box.width / 2, box.top + box.height / 2)
        size = {"width": box.width, "height": box.height, "rx": box.width / 2, "ry": box.height / 2}
        add_node(root, "rect", x=box.left, y=box.top, fill=SURFACE, **size)
        for index, other in self._list_bonds():
            seat = self.table.seats[index]
            first = self.table.seats[other if seat.group is None else seat.group]
            colour = signs.find_light_look(first.figure.look).colour
            signs.draw_bond(root, self.places[index], self.places[other], middle, colour)
        viewer = self.places[self.table.viewer or 0]
        arrow = partial(signs.draw_arrow, wide=viewer.radius / 7)
        for line, ends in ((signs.draw_dotted, self.reach), (arrow, self.attack)):
            for index in sorted(ends):
                line(root, *viewer.to(self.places[index]))

    def _list_bonds(self) -> Iterator[tuple[int, int]]:
        """Yield pairs of seats with a bond: a thrall and their master, or neighbours in a team."""
        last = dict[int, int]()
        for index, seat in enumerate(self.table.seats):
            if seat.serves is not None:
                yield index, seat.serves
            elif seat.group is not None:
                if seat.group in last:
                    yield index, last[seat.group]
                last[seat.group] = index

    def _draw_seat(self, root: Node, index: int) -> None:
        seat = self.table.seats[index]
        place = self.places[index]
        faint = index in self.beyond or seat.standing == "out"
        if faint:  # so that no bond shows through
            x, y = place.middle
            add_node(root, "circle", cx=x, cy=y, r=place.radius * signs.RING_SCALE, fill=GROUND)
        group = add_node(root, "g", opacity=_FAINT_OPACITY if faint else 1)
        icon = signs.ICONS.get(seat.standing)
        signs.draw_figure(group, place.middle, place.radius, seat.figure, icon)
        if seat.group is not None and seat.group in self.teams:
            look = self.table.seats[seat.group].figure.look
            signs.draw_team(group, place.middle, place.radius, look)
        if seat.active:
            signs.draw_turn(root, place.middle, place.radius)
        self._draw_name(root, index, GREY if faint else WHITE)

    def _draw_name(self, parent: Node, index: int, ink: str) -> None:
        """Draw a name in its box; the viewer's stands on a white plate."""
        place = self.places[index]
        box = place.box
        room = place.box.width - 2 * _PLATE_PADDING
        figure = self.table.seats[index].figure
        shown = lettering.fit_name(figure.name, figure.added, room, _NAME_SIZE, 600)
        wide = lettering.measure_width(shown, _NAME_SIZE, 600)
        left = box.left + _PLATE_PADDING + (room - wide) * place.anchor
        if index == self.table.viewer:
            high = box.height - 4
            plate = {"width": wide + 2 * _PLATE_PADDING, "height": high, "rx": high / 2}
            add_node(parent, "rect", x=left - _PLATE_PADDING, y=box.top + 2, fill=WHITE, **plate)
            ink = DARK_INK
        base = (left, box.top + box.height * 0.72)
        draw_text(parent, shown, base, anchor=0, size=_NAME_SIZE, fill=ink)

    def _list_legend(self) -> Iterator[tuple[str, Sign]]:
        """Yield the signs in this picture with their words."""
        words = self.table.words
        seats = self.table.seats
        if self.attack:
            yield words.attack, partial(_draw_line_sign, signs.draw_arrow)
        if self.reach:
            yield words.reach, partial(_draw_line_sign, signs.draw_dotted)
        if self.beyond:
            yield words.beyond, _draw_faint
        if any(seat.active for seat in seats):
            yield words.active, _draw_active
        if self.teams:
            yield words.team, _draw_team
        if any(seat.serves is not None for seat in seats):
            yield words.serves, partial(_draw_line_sign, signs.draw_chain_line)
        standings = {seat.standing for seat in seats}
        for standing, icon in signs.ICONS.items():
            if standing in standings:
                yield getattr(words, standing), partial(_draw_icon, icon)


def _draw_line_sign(line: signs.Line, parent: Node, at: Point) -> None:
    """Draw a line as a sign of the legend."""
    line(parent, (at[0] - SIGN / 2, at[1]), (at[0] + SIGN / 2, at[1]))


def _draw_active(parent: Node, at: Point) -> None:
    signs.draw_turn(parent, (at[0] + 13, at[1] + 13), 15)


def _draw_team(parent: Node, at: Point) -> None:
    """Draw a ring and a bond as a sign of the legend."""
    x, y = at
    signs.draw_chain_line(parent, (x, y), (x + SIGN / 2, y))
    ring: Attributes = {"fill": GROUND, "stroke": WHITE, "stroke_width": 6}
    add_node(parent, "circle", cx=x - SIGN / 5, cy=y, r=15, **ring)


def _draw_icon(icon: signs.Icon, parent: Node, at: Point) -> None:
    icon(parent, at, 19, WHITE)


def _draw_faint(parent: Node, at: Point) -> None:
    add_node(
        parent,
        "circle",
        cx=at[0],
        cy=at[1],
        r=16,
        fill=GREY,
        opacity=_FAINT_OPACITY,
    )
