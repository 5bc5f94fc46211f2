"""A duel as SVG: both quadrants, the cards before each player, plans and hands.

A zone shows its singularities one by one; if there are too many, it shows one of each kind with
their number. Colour is never the only sign: a family has a shape, an unstable singularity is hollow
and turned, a used card is turned.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from bot.joust.facts import PLANS_TO_END, Contents, Family, Singularity
from bot.pictures import glyphs, lettering, signs
from bot.pictures.legend import Legend, Sign
from bot.pictures.scene import MAX_STRIPS, CardStrip, DuelistScene, DuelScene
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
    make_polygon,
    serialize,
)

_NAME_SIZE = TEXT + 4
_HEAD_HEIGHT = 60.0  # the height of a player's line
_ZONE_SIZE = 180.0
_ZONE_GAP = 8.0
_QUADRANT_SIZE = 2 * _ZONE_SIZE + _ZONE_GAP
_STRIP_HEIGHT = (_QUADRANT_SIZE + _ZONE_GAP) / MAX_STRIPS  # with the space below it
_CARDS_LEFT = MARGIN + _QUADRANT_SIZE + 16  # from the left
_SOCKET_SIZE = 52.0
_DUELIST_HEIGHT = _HEAD_HEIGHT + _QUADRANT_SIZE + 12 + _SOCKET_SIZE + 26
_BASELINE_OFFSET = TEXT * 0.36  # a baseline below the middle of its letters

_DISC_DISTANCE = 43.0  # the distance between discs
_DISCS_PER_ROW = 4
_DISC_ROWS = 4  # the first place has the zone's number
# The place of each kind, across and down, in a zone with too many singularities.
_PILE_PLACES: dict[Singularity, Point] = {
    "blue": (0, 0),
    "blue!": (1, 0),
    "red": (0, 1),
    "red!": (1, 1),
    "yellow": (0, 2),
    "yellow!": (1, 2),
}
_MAX_SHOWN_COUNT = 99

# In the order of a ring, from the top left clockwise (MJ-1).
_ZONE_CORNERS: tuple[Point, ...] = (
    (0, 0),
    (_ZONE_SIZE + _ZONE_GAP, 0),
    (_ZONE_SIZE + _ZONE_GAP, _ZONE_SIZE + _ZONE_GAP),
    (0, _ZONE_SIZE + _ZONE_GAP),
)


def draw(duel: DuelScene) -> str:
    """Return the duel as SVG, 640 pixels or 800 units wide."""
    return _Drawing(duel).render_svg()


class _Drawing:
    def __init__(self, duel: DuelScene) -> None:
        self.duel = duel
        self.title = glyphs.clean(duel.title)
        self.top = 80.0 if self.title else 10.0

    def render_svg(self) -> str:
        """Return the SVG, with one player above the other in the order of joining."""
        legend = Legend(_list_legend(self.duel), WIDTH - 2 * MARGIN)
        bottom = self.top + len(self.duel.duelists) * _DUELIST_HEIGHT
        root = make_canvas(WIDTH, bottom + legend.height + 14)
        draw_title(root, self.title, WIDTH)
        for number, duelist in enumerate(self.duel.duelists):
            _draw_duelist(root, duelist, number, self.top + number * _DUELIST_HEIGHT)
        legend.draw(root, MARGIN, bottom)
        return serialize(root)


def _draw_duelist(root: Node, duelist: DuelistScene, number: int, top: float) -> None:
    _draw_head(root, duelist, number, top)
    below = top + _HEAD_HEIGHT
    for zone, (corner, contents) in enumerate(zip(_ZONE_CORNERS, duelist.quadrant, strict=True), 1):
        _draw_zone(root, (MARGIN + corner[0], below + corner[1]), zone, contents)
    for line, card in enumerate(duelist.cards):
        _draw_strip(root, card, below + line * _STRIP_HEIGHT)
    if duelist.more:
        words = lettering.fit(glyphs.clean(duelist.more), WIDTH - MARGIN - _CARDS_LEFT, TEXT, 500)
        middle = below + (len(duelist.cards) + 0.5) * _STRIP_HEIGHT - _ZONE_GAP / 2
        draw_text(
            root, words, (_CARDS_LEFT, middle + _BASELINE_OFFSET), anchor=0, weight=500, fill=GREY
        )
    _draw_plans(root, duelist, below + _QUADRANT_SIZE + 12)


# A player's line


def _draw_head(root: Node, duelist: DuelistScene, number: int, top: float) -> None:
    """Draw a player's name, on a white plate if it is their turn or they won, and their hand."""
    middle = top + _HEAD_HEIGHT / 2
    hand = f"{duelist.hand}"
    right = WIDTH - MARGIN - lettering.measure_width(hand, _NAME_SIZE, 700)
    draw_text(
        root, hand, (right, middle + _NAME_SIZE * 0.36), anchor=0, size=_NAME_SIZE, weight=700
    )
    draw_hand(root, (right - 36, middle))
    left = MARGIN + 4
    room = right - 80 - MARGIN
    marked = duelist.active or duelist.won
    name = glyphs.clean(duelist.name) or f"#{number + 1}"
    shown = lettering.fit_name(name, glyphs.clean(duelist.added), room - 60, _NAME_SIZE, 700)
    if marked:
        wide = lettering.measure_width(shown, _NAME_SIZE, 700) + 62
        plate: Attributes = {"width": wide, "height": 48, "rx": 24, "fill": WHITE}
        add_node(root, "rect", x=MARGIN, y=middle - 24, **plate)
        mark = _draw_won if duelist.won else _draw_active
        mark(root, (MARGIN + 26, middle), DARK_INK)
        left = MARGIN + 48
    at = (left, middle + _NAME_SIZE * 0.36)
    draw_text(
        root, shown, at, anchor=0, size=_NAME_SIZE, weight=700, fill=DARK_INK if marked else WHITE
    )


def _draw_active(root: Node, at: Point, ink: str = WHITE) -> None:
    draw_pointer(root, at, ink)


def _draw_won(root: Node, at: Point, ink: str = WHITE) -> None:
    signs.ICONS["leader"](root, at, 15, ink)


# The quadrant


def _draw_zone(root: Node, corner: Point, zone: int, contents: Contents) -> None:
    x, y = corner
    shape: Attributes = {"width": _ZONE_SIZE, "height": _ZONE_SIZE, "rx": 12, "fill": SURFACE}
    add_node(root, "rect", x=x, y=y, **shape)
    margin = (_ZONE_SIZE - _DISCS_PER_ROW * _DISC_DISTANCE) / 2
    first = (x + margin + _DISC_DISTANCE / 2, y + margin + _DISC_DISTANCE / 2)
    draw_text(root, f"{zone}", (first[0], first[1] + _BASELINE_OFFSET), weight=700, fill=GREY)
    if len(contents) < _DISCS_PER_ROW * _DISC_ROWS:
        for place, singularity in enumerate(contents, 1):
            row, column = divmod(place, _DISCS_PER_ROW)
            at = (first[0] + column * _DISC_DISTANCE, first[1] + row * _DISC_DISTANCE)
            draw_singularity(root, at, singularity)
    else:
        _draw_piles(root, first, Counter(contents))


def _draw_piles(root: Node, first: Point, piles: Counter[Singularity]) -> None:
    """Draw one singularity of each kind with their number; each kind has a fixed place."""
    for singularity, count in sorted(piles.items()):
        across, down = _PILE_PLACES[singularity]
        at = (first[0] + across * _ZONE_SIZE / 2 - 5, first[1] + (down + 1) * _DISC_DISTANCE)
        draw_singularity(root, at, singularity)
        words = f"{count}" if count <= _MAX_SHOWN_COUNT else f"{_MAX_SHOWN_COUNT}+"
        draw_text(root, words, (at[0] + DISC + 2, at[1] + _BASELINE_OFFSET), anchor=0, weight=700)


# Cards and plans


def _draw_strip(root: Node, card: CardStrip, top: float) -> None:
    """Draw a card's line: whether it is used, its name, its points and its wear."""
    wide = WIDTH - MARGIN - _CARDS_LEFT
    high = _STRIP_HEIGHT - _ZONE_GAP
    middle = top + high / 2
    draw_strip(root, (_CARDS_LEFT, top), (wide, high), dashed=card.ephemeral)
    draw_card(root, (_CARDS_LEFT + 25, middle), used=card.used)
    right = WIDTH - MARGIN - BADGE / 2 - 4
    for badge in _list_badges(card):
        badge(root, (right, middle))
        right -= BADGE + 5
    left = _CARDS_LEFT + 50
    room = right + BADGE / 2 - left - 2
    label = lettering.fit(glyphs.clean(card.label), room, TEXT, 600)
    ink = GREY if card.used else WHITE
    draw_text(root, label, (left, middle + _BASELINE_OFFSET), anchor=0, fill=ink)


def _list_badges(card: CardStrip) -> Iterator[Callable[[Node, Point], None]]:
    if card.wear is not None:
        yield partial(draw_wear, wear=card.wear)
    if card.points is not None:
        yield partial(draw_points, points=card.points)


def _draw_plans(root: Node, duelist: DuelistScene, top: float) -> None:
    """Draw a socket for each plan that ends the duel, with the points of played plans."""
    middle = top + _SOCKET_SIZE / 2
    left = MARGIN
    for socket in range(PLANS_TO_END):
        shape: Attributes = {"width": _SOCKET_SIZE, "height": _SOCKET_SIZE, "rx": _SOCKET_SIZE / 2}
        edge: Attributes = {"stroke": GREY, "stroke_width": 3, **DASHES}
        filled = socket < len(duelist.plans)
        look: Attributes = {"fill": WHITE} if filled else {"fill": "none", **edge}
        add_node(root, "rect", x=left, y=top, **shape, **look)
        if filled:
            points = f"{duelist.plans[socket]}"
            at = (left + _SOCKET_SIZE / 2, middle + _BASELINE_OFFSET)
            draw_text(root, points, at, weight=700, fill=DARK_INK)
        left += _SOCKET_SIZE + _ZONE_GAP
    left += _ZONE_GAP
    label = lettering.fit(glyphs.clean(duelist.plans_label), WIDTH - MARGIN - left, TEXT, 500)
    draw_text(root, label, (left, middle + _BASELINE_OFFSET), anchor=0, weight=500)


# The legend


def _list_legend(duel: DuelScene) -> Iterator[tuple[str, Sign]]:
    """Yield the signs in this picture with their words."""
    words = duel.words
    duelists = duel.duelists
    if any(each.active and not each.won for each in duelists):
        yield words.active, _draw_active
    if any(each.won for each in duelists):
        yield words.won, _draw_won
    yield words.hand, draw_hand
    lying = {each for duelist in duelists for zone in duelist.quadrant for each in zone}
    yield from _list_families(duel, lying)
    cards = [card for duelist in duelists for card in duelist.cards]
    if any(card.used for card in cards):
        yield words.used, partial(draw_card, used=True)
    if any(card.ephemeral for card in cards):
        yield words.ephemeral, draw_ephemeral
    if any(card.wear is not None for card in cards):
        yield words.wear, draw_wear
    if any(card.points is not None for card in cards):
        yield words.plan, draw_points


def _list_families(duel: DuelScene, lying: set[Singularity]) -> Iterator[tuple[str, Sign]]:
    words = duel.words
    named: dict[Singularity, str] = {"blue": words.blue, "red": words.red, "yellow": words.yellow}
    unstable: dict[Singularity, Singularity] = {"blue": "blue!", "red": "red!", "yellow": "yellow!"}
    for family, name in named.items():
        if lying & {family, unstable[family]}:
            yield name, partial(_draw_lying, family)
    for family in named:
        if unstable[family] in lying:
            yield words.unstable, partial(_draw_lying, unstable[family])
            return


def _draw_lying(singularity: Singularity, parent: Node, at: Point) -> None:
    draw_singularity(parent, at, singularity)


DISC = 19.0  # the radius of a disc
BADGE = 38.0  # the width and height of a badge
DASHES: Attributes = {"stroke_dasharray": "9 6"}

# From Okabe and Ito's colours, which colour-blind people can tell apart; black is readable on all.
COLOURS: Mapping[Family, str] = {"blue": "#56b4e9", "red": "#e8743b", "yellow": "#f0e442"}

_STAR_POINTS = ((0, -1), (0.26, -0.36), (0.95, -0.31), (0.42, 0.14), (0.59, 0.81))


def draw_singularity(parent: Node, at: Point, singularity: Singularity) -> None:
    """Draw a disc with its family's sign; an unstable one is hollow, dashed and turned by 90°."""
    family, unstable = _read_family(singularity)
    turned = f"translate({at[0]:.1f} {at[1]:.1f})" + (" rotate(90)" if unstable else "")
    disc = add_node(parent, "g", transform=turned)
    lines: Attributes = {"stroke": COLOURS[family], "stroke_width": 3, "r": DISC - 1.5}
    if unstable:
        add_node(disc, "circle", cx=0, cy=0, fill=GROUND, **lines, stroke_dasharray="6 4")
    else:
        add_node(disc, "circle", cx=0, cy=0, fill=COLOURS[family], **lines)
    _draw_family(disc, family, COLOURS[family] if unstable else DARK_INK)


def _read_family(singularity: Singularity) -> tuple[Family, bool]:
    match singularity:
        case "blue" | "red" | "yellow":
            return singularity, False
        case "blue!":
            return "blue", True
        case "red!":
            return "red", True
        case "yellow!":
            return "yellow", True


def _draw_family(disc: Node, family: Family, ink: str) -> None:
    """Draw the sign of a family: ●, ▲ or ■."""
    match family:
        case "blue":
            add_node(disc, "circle", cx=0, cy=0, r=8, fill=ink)
        case "red":
            corners = [(0.0, -11.0), (10.0, 7.0), (-10.0, 7.0)]
            add_node(disc, "path", d=make_polygon(corners), fill=ink)
        case "yellow":
            add_node(disc, "rect", x=-8, y=-8, width=16, height=16, fill=ink)


def draw_card(parent: Node, at: Point, *, used: bool) -> None:
    """Draw a card upright, or turned if it was used."""
    wide, high = (32.0, 22.0) if used else (22.0, 32.0)
    shape: Attributes = {"width": wide, "height": high, "rx": 4, "stroke_width": 3}
    fill = "none" if used else WHITE
    x = at[0] - wide / 2
    y = at[1] - high / 2
    add_node(parent, "rect", x=x, y=y, fill=fill, stroke=GREY if used else WHITE, **shape)


def draw_wear(parent: Node, at: Point, wear: int | str = "") -> None:
    """Draw a die with the number that it has to reach; N stands for any number."""
    _draw_box(parent, at, {"fill": GROUND, "stroke": WHITE, "stroke_width": 3, "rx": 9})
    draw_text(parent, f"{wear}" or "N", (at[0], at[1] + TEXT * 0.36), weight=700)


def draw_points(parent: Node, at: Point, points: int | None = None) -> None:
    """Draw the badge of a plan with its points; None draws a star."""
    _draw_box(parent, at, {"fill": WHITE, "rx": BADGE / 2})
    if points is None:
        draw_star(parent, at, DARK_INK)
    else:
        draw_text(parent, f"{points}", (at[0], at[1] + TEXT * 0.36), weight=700, fill=DARK_INK)


def draw_star(parent: Node, at: Point, ink: str) -> None:
    """Draw a star."""
    right = _STAR_POINTS[1:]
    outline = [*_STAR_POINTS, (0, 0.38 * 1.05), *((-x, y) for x, y in reversed(right))]
    corners = [(at[0] + 14 * x, at[1] + 14 * y) for x, y in outline]
    add_node(parent, "path", d=make_polygon(corners), fill=ink)


def draw_ephemeral(parent: Node, at: Point) -> None:
    """Draw a small strip with a dashed edge."""
    draw_strip(parent, (at[0] - 24, at[1] - 15), (48, 30), dashed=True)


def draw_strip(parent: Node, at: Point, size: Point, *, dashed: bool) -> None:
    """Draw the ground of a card's line; `at` is its top left corner."""
    edge: Attributes = {"stroke": WHITE, "stroke_width": 3, **DASHES} if dashed else {}
    x, y = at
    shape: Attributes = {"width": size[0], "height": size[1], "rx": 8, "fill": SURFACE}
    add_node(parent, "rect", x=x, y=y, **shape, **edge)


def draw_hand(parent: Node, at: Point) -> None:
    """Draw a fan of three cards."""
    for turn in (-22, 0, 22):
        place = f"translate({at[0]:.1f} {at[1] + 14:.1f}) rotate({turn})"
        shape: Attributes = {"width": 18, "height": 28, "rx": 3, "stroke_width": 2}
        fan = add_node(parent, "g", transform=place)
        add_node(fan, "rect", x=-9, y=-30, fill=WHITE, stroke=GROUND, **shape)


def draw_pointer(parent: Node, at: Point, ink: str) -> None:
    """Draw a pointer to the player whose turn it is."""
    x, y = at
    corners = [(x - 10, y - 14), (x + 14, y), (x - 10, y + 14)]
    add_node(parent, "path", d=make_polygon(corners), fill=ink)


def _draw_box(parent: Node, at: Point, look: Attributes) -> None:
    x = at[0] - BADGE / 2
    y = at[1] - BADGE / 2
    add_node(parent, "rect", x=x, y=y, width=BADGE, height=BADGE, **look)
