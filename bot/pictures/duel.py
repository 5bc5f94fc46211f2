"""A duel of Magicjoust as SVG: both quadrants, the cards before each player, plan cards and hands.

A zone shows its singularities one by one; if there are too many, it shows one of each kind with their number. Colour
never stands alone: a family has a shape, an unstable singularity is hollow and turned, a used card is turned.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from bot.joust.table_types import PLANS_TO_END, Contents, Family, Singularity
from bot.pictures import glyphs, symbols, text_width
from bot.pictures.legend import DrawSymbol, PictureLegend
from bot.pictures.scene import MAX_STRIPS, DuelCardInPicture, DuelistInPicture, DuelPictureScene
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
    build_polygon_path,
    create_svg_canvas,
    draw_picture_title,
    draw_text,
    serialize_svg,
)

_NAME_SIZE = MIN_TEXT_SIZE + 4
_HEAD_HEIGHT = 60.0  # the height of a player's line
_ZONE_SIZE = 180.0
_ZONE_GAP = 8.0
_QUADRANT_SIZE = 2 * _ZONE_SIZE + _ZONE_GAP
_STRIP_HEIGHT = (_QUADRANT_SIZE + _ZONE_GAP) / MAX_STRIPS  # with the space below it
_CARDS_LEFT = PICTURE_MARGIN + _QUADRANT_SIZE + 16  # from the left
_SOCKET_SIZE = 52.0
_DUELIST_HEIGHT = _HEAD_HEIGHT + _QUADRANT_SIZE + 12 + _SOCKET_SIZE + 26
_BASELINE_OFFSET = MIN_TEXT_SIZE * 0.36  # a baseline below the middle of its letters

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


def render_duel_svg(duel_scene: DuelPictureScene) -> str:
    """Return an SVG picture of a Magicjoust duel, 800 units (640 pixels) wide."""
    return _DuelDrawing(duel_scene).render_svg()


class _DuelDrawing:
    """A drawing of the table of a Magicjoust duel."""

    def __init__(self, duel: DuelPictureScene) -> None:
        self.duel = duel
        self.title = glyphs.remove_undrawable_characters(duel.title)
        self.top = 80.0 if self.title else 10.0

    def render_svg(self) -> str:
        """Return the picture as SVG, with the player above who joined first."""
        legend = PictureLegend(_list_duel_picture_legend_entries(self.duel), PICTURE_WIDTH - 2 * PICTURE_MARGIN)
        bottom = self.top + len(self.duel.duelists) * _DUELIST_HEIGHT
        root = create_svg_canvas(PICTURE_WIDTH, bottom + legend.height + 14)
        draw_picture_title(root, self.title, PICTURE_WIDTH)
        for number, duelist in enumerate(self.duel.duelists):
            _draw_duelist(root, duelist, number, self.top + number * _DUELIST_HEIGHT)
        legend.draw_legend_rows(root, PICTURE_MARGIN, bottom)
        return serialize_svg(root)


def _draw_duelist(svg_root: SvgElement, duelist: DuelistInPicture, duelist_index: int, top_edge: float) -> None:
    _draw_duelist_header(svg_root, duelist, duelist_index, top_edge)
    below = top_edge + _HEAD_HEIGHT
    for zone, (corner, contents) in enumerate(zip(_ZONE_CORNERS, duelist.quadrant, strict=True), 1):
        _draw_zone_with_tokens(svg_root, (PICTURE_MARGIN + corner[0], below + corner[1]), zone, contents)
    for line, card in enumerate(duelist.cards):
        _draw_duel_card_row(svg_root, card, below + line * _STRIP_HEIGHT)
    if duelist.more:
        words = text_width.truncate_text_to_width(
            glyphs.remove_undrawable_characters(duelist.more),
            PICTURE_WIDTH - PICTURE_MARGIN - _CARDS_LEFT,
            MIN_TEXT_SIZE,
            500,
        )
        middle = below + (len(duelist.cards) + 0.5) * _STRIP_HEIGHT - _ZONE_GAP / 2
        draw_text(
            svg_root, words, (_CARDS_LEFT, middle + _BASELINE_OFFSET), anchor=0, font_weight=500, fill_colour=GREY
        )
    _draw_duel_plan_card_slots(svg_root, duelist, below + _QUADRANT_SIZE + 12)


# A player's line


def _draw_duelist_header(svg_root: SvgElement, duelist: DuelistInPicture, duelist_index: int, top_y: float) -> None:
    """Draw a player's name and hand.

    The name of the active player or the winner is highlighted.
    """
    middle = top_y + _HEAD_HEIGHT / 2
    hand = f"{duelist.hand}"
    right = PICTURE_WIDTH - PICTURE_MARGIN - text_width.measure_text_width(hand, _NAME_SIZE, 700)
    draw_text(svg_root, hand, (right, middle + _NAME_SIZE * 0.36), anchor=0, font_size=_NAME_SIZE, font_weight=700)
    draw_hand_of_cards_symbol(svg_root, (right - 36, middle))
    left = PICTURE_MARGIN + 4
    room = right - 80 - PICTURE_MARGIN
    marked = duelist.active or duelist.won
    name = glyphs.remove_undrawable_characters(duelist.name) or f"#{duelist_index + 1}"
    shown = text_width.truncate_name_to_width(
        name, glyphs.remove_undrawable_characters(duelist.added), room - 60, _NAME_SIZE, 700
    )
    if marked:
        wide = text_width.measure_text_width(shown, _NAME_SIZE, 700) + 62
        plate: SvgAttributes = {"width": wide, "height": 48, "rx": 24, "fill": WHITE}
        add_svg_element(svg_root, "rect", x=PICTURE_MARGIN, y=middle - 24, **plate)
        mark = _draw_winner_symbol if duelist.won else _draw_active_player_symbol
        mark(svg_root, (PICTURE_MARGIN + 26, middle), DARK_INK)
        left = PICTURE_MARGIN + 48
    at = (left, middle + _NAME_SIZE * 0.36)
    draw_text(
        svg_root, shown, at, anchor=0, font_size=_NAME_SIZE, font_weight=700, fill_colour=DARK_INK if marked else WHITE
    )


def _draw_active_player_symbol(svg_root: SvgElement, center: Point, colour: str = WHITE) -> None:
    draw_pointer_to_active_player(svg_root, center, colour)


def _draw_winner_symbol(svg_root: SvgElement, center: Point, colour: str = WHITE) -> None:
    symbols.ICONS["leader"](svg_root, center, 15, colour)


# The quadrant


def _draw_zone_with_tokens(root: SvgElement, corner: Point, zone_number: int, tokens: Contents) -> None:
    x, y = corner
    shape: SvgAttributes = {"width": _ZONE_SIZE, "height": _ZONE_SIZE, "rx": 12, "fill": TABLE_COLOUR}
    add_svg_element(root, "rect", x=x, y=y, **shape)
    margin = (_ZONE_SIZE - _DISCS_PER_ROW * _DISC_DISTANCE) / 2
    first = (x + margin + _DISC_DISTANCE / 2, y + margin + _DISC_DISTANCE / 2)
    draw_text(root, f"{zone_number}", (first[0], first[1] + _BASELINE_OFFSET), font_weight=700, fill_colour=GREY)
    if len(tokens) < _DISCS_PER_ROW * _DISC_ROWS:
        for place, singularity in enumerate(tokens, 1):
            row, column = divmod(place, _DISCS_PER_ROW)
            at = (first[0] + column * _DISC_DISTANCE, first[1] + row * _DISC_DISTANCE)
            draw_token_disc(root, at, singularity)
    else:
        _draw_token_counts(root, first, Counter(tokens))


def _draw_token_counts(svg_root: SvgElement, first_token_center: Point, token_counts: Counter[Singularity]) -> None:
    """Draw one token of each kind in a zone, with a number beside it."""
    for singularity, count in sorted(token_counts.items()):
        across, down = _PILE_PLACES[singularity]
        at = (first_token_center[0] + across * _ZONE_SIZE / 2 - 5, first_token_center[1] + (down + 1) * _DISC_DISTANCE)
        draw_token_disc(svg_root, at, singularity)
        words = f"{count}" if count <= _MAX_SHOWN_COUNT else f"{_MAX_SHOWN_COUNT}+"
        draw_text(svg_root, words, (at[0] + DISC_RADIUS + 2, at[1] + _BASELINE_OFFSET), anchor=0, font_weight=700)


# Cards and plans


def _draw_duel_card_row(svg_root: SvgElement, drawn_card: DuelCardInPicture, top_y: float) -> None:
    """Draw a card of the duel as a row with name, points and state."""
    wide = PICTURE_WIDTH - PICTURE_MARGIN - _CARDS_LEFT
    high = _STRIP_HEIGHT - _ZONE_GAP
    middle = top_y + high / 2
    draw_card_row_background(svg_root, (_CARDS_LEFT, top_y), (wide, high), is_dashed=drawn_card.ephemeral)
    draw_duel_card_symbol(svg_root, (_CARDS_LEFT + 25, middle), is_used=drawn_card.used)
    right = PICTURE_WIDTH - PICTURE_MARGIN - BADGE_SIZE / 2 - 4
    for badge in _list_duel_card_badges(drawn_card):
        badge(svg_root, (right, middle))
        right -= BADGE_SIZE + 5
    left = _CARDS_LEFT + 50
    room = right + BADGE_SIZE / 2 - left - 2
    label = text_width.truncate_text_to_width(
        glyphs.remove_undrawable_characters(drawn_card.label), room, MIN_TEXT_SIZE, 600
    )
    ink = GREY if drawn_card.used else WHITE
    draw_text(svg_root, label, (left, middle + _BASELINE_OFFSET), anchor=0, fill_colour=ink)


def _list_duel_card_badges(duel_card: DuelCardInPicture) -> Iterator[Callable[[SvgElement, Point], None]]:
    if duel_card.wear is not None:
        yield partial(draw_die_to_keep_card, number_to_roll=duel_card.wear)
    if duel_card.points is not None:
        yield partial(draw_plan_card_badge, points=duel_card.points)


def _draw_duel_plan_card_slots(svg_root: SvgElement, duelist: DuelistInPicture, top: float) -> None:
    """Draw a slot for each plan card needed to win, filled for each card on the table."""
    middle = top + _SOCKET_SIZE / 2
    left = PICTURE_MARGIN
    for socket in range(PLANS_TO_END):
        shape: SvgAttributes = {"width": _SOCKET_SIZE, "height": _SOCKET_SIZE, "rx": _SOCKET_SIZE / 2}
        edge: SvgAttributes = {"stroke": GREY, "stroke_width": 3, **DASHES}
        filled = socket < len(duelist.plans)
        look: SvgAttributes = {"fill": WHITE} if filled else {"fill": "none", **edge}
        add_svg_element(svg_root, "rect", x=left, y=top, **shape, **look)
        if filled:
            points = f"{duelist.plans[socket]}"
            at = (left + _SOCKET_SIZE / 2, middle + _BASELINE_OFFSET)
            draw_text(svg_root, points, at, font_weight=700, fill_colour=DARK_INK)
        left += _SOCKET_SIZE + _ZONE_GAP
    left += _ZONE_GAP
    label = text_width.truncate_text_to_width(
        glyphs.remove_undrawable_characters(duelist.plans_label),
        PICTURE_WIDTH - PICTURE_MARGIN - left,
        MIN_TEXT_SIZE,
        500,
    )
    draw_text(svg_root, label, (left, middle + _BASELINE_OFFSET), anchor=0, font_weight=500)


# The legend


def _list_duel_picture_legend_entries(duel: DuelPictureScene) -> Iterator[tuple[str, DrawSymbol]]:
    """Yield the symbols in the picture of a duel with their explanations."""
    words = duel.words
    duelists = duel.duelists
    if any(each.active and not each.won for each in duelists):
        yield words.active, _draw_active_player_symbol
    if any(each.won for each in duelists):
        yield words.won, _draw_winner_symbol
    yield words.hand, draw_hand_of_cards_symbol
    lying = {each for duelist in duelists for zone in duelist.quadrant for each in zone}
    yield from _list_token_legend_entries(duel, lying)
    cards = [card for duelist in duelists for card in duelist.cards]
    if any(card.used for card in cards):
        yield words.used, partial(draw_duel_card_symbol, is_used=True)
    if any(card.ephemeral for card in cards):
        yield words.ephemeral, draw_ephemeral_card_symbol
    if any(card.wear is not None for card in cards):
        yield words.wear, draw_die_to_keep_card
    if any(card.points is not None for card in cards):
        yield words.plan, draw_plan_card_badge


def _list_token_legend_entries(
    duel: DuelPictureScene, shown_tokens: set[Singularity]
) -> Iterator[tuple[str, DrawSymbol]]:
    words = duel.words
    named: dict[Singularity, str] = {"blue": words.blue, "red": words.red, "yellow": words.yellow}
    unstable: dict[Singularity, Singularity] = {"blue": "blue!", "red": "red!", "yellow": "yellow!"}
    for family, name in named.items():
        if shown_tokens & {family, unstable[family]}:
            yield name, partial(_draw_token_legend_symbol, family)
    for family in named:
        if unstable[family] in shown_tokens:
            yield words.unstable, partial(_draw_token_legend_symbol, unstable[family])
            return


def _draw_token_legend_symbol(token: Singularity, parent: SvgElement, center: Point) -> None:
    draw_token_disc(parent, center, token)


DISC_RADIUS = 19.0  # the radius of a disc
BADGE_SIZE = 38.0  # the width and height of a badge
DASHES: SvgAttributes = {"stroke_dasharray": "9 6"}

# From Okabe and Ito's colours, which colour-blind people can tell apart; black is readable on all.
FAMILY_COLOURS: Mapping[Family, str] = {"blue": "#56b4e9", "red": "#e8743b", "yellow": "#f0e442"}

_STAR_POINTS = ((0, -1), (0.26, -0.36), (0.95, -0.31), (0.42, 0.14), (0.59, 0.81))


def draw_token_disc(svg_parent: SvgElement, center: Point, duel_token: Singularity) -> None:
    """Draw a token as a disc, which is hollow and turned if the token is unstable."""
    family, unstable = _parse_token_colour_and_stability(duel_token)
    turned = f"translate({center[0]:.1f} {center[1]:.1f})" + (" rotate(90)" if unstable else "")
    disc = add_svg_element(svg_parent, "g", transform=turned)
    lines: SvgAttributes = {"stroke": FAMILY_COLOURS[family], "stroke_width": 3, "r": DISC_RADIUS - 1.5}
    if unstable:
        add_svg_element(disc, "circle", cx=0, cy=0, fill=BACKGROUND_COLOUR, **lines, stroke_dasharray="6 4")
    else:
        add_svg_element(disc, "circle", cx=0, cy=0, fill=FAMILY_COLOURS[family], **lines)
    _draw_colour_symbol(disc, family, FAMILY_COLOURS[family] if unstable else DARK_INK)


def _parse_token_colour_and_stability(token: Singularity) -> tuple[Family, bool]:
    match token:
        case "blue" | "red" | "yellow":
            return token, False
        case "blue!":
            return "blue", True
        case "red!":
            return "red", True
        case "yellow!":
            return "yellow", True


def _draw_colour_symbol(disc_element: SvgElement, token_colour: Family, fill_colour: str) -> None:
    match token_colour:
        case "blue":
            add_svg_element(disc_element, "circle", cx=0, cy=0, r=8, fill=fill_colour)
        case "red":
            corners = [(0.0, -11.0), (10.0, 7.0), (-10.0, 7.0)]
            add_svg_element(disc_element, "path", d=build_polygon_path(corners), fill=fill_colour)
        case "yellow":
            add_svg_element(disc_element, "rect", x=-8, y=-8, width=16, height=16, fill=fill_colour)


def draw_duel_card_symbol(parent: SvgElement, center: Point, *, is_used: bool) -> None:
    """Draw the symbol of a card, upright or, if the card was used, sideways."""
    wide, high = (32.0, 22.0) if is_used else (22.0, 32.0)
    shape: SvgAttributes = {"width": wide, "height": high, "rx": 4, "stroke_width": 3}
    fill = "none" if is_used else WHITE
    x = center[0] - wide / 2
    y = center[1] - high / 2
    add_svg_element(parent, "rect", x=x, y=y, fill=fill, stroke=GREY if is_used else WHITE, **shape)


def draw_die_to_keep_card(parent: SvgElement, center: Point, number_to_roll: int | str = "") -> None:
    """Draw a die with the number that a used card must roll to stay; N without a number."""
    _draw_background_of_badge(parent, center, {"fill": BACKGROUND_COLOUR, "stroke": WHITE, "stroke_width": 3, "rx": 9})
    draw_text(parent, f"{number_to_roll}" or "N", (center[0], center[1] + MIN_TEXT_SIZE * 0.36), font_weight=700)


def draw_plan_card_badge(parent: SvgElement, center: Point, points: int | None = None) -> None:
    """Draw the badge of a plan card: its points, or a star if `points` is None.

    Plan cards count for winning a duel of Magicjoust.
    """
    _draw_background_of_badge(parent, center, {"fill": WHITE, "rx": BADGE_SIZE / 2})
    if points is None:
        draw_star(parent, center, DARK_INK)
    else:
        draw_text(
            parent, f"{points}", (center[0], center[1] + MIN_TEXT_SIZE * 0.36), font_weight=700, fill_colour=DARK_INK
        )


def draw_star(svg_parent: SvgElement, center: Point, colour: str) -> None:
    right = _STAR_POINTS[1:]
    outline = [*_STAR_POINTS, (0, 0.38 * 1.05), *((-x, y) for x, y in reversed(right))]
    corners = [(center[0] + 14 * x, center[1] + 14 * y) for x, y in outline]
    add_svg_element(svg_parent, "path", d=build_polygon_path(corners), fill=colour)


def draw_ephemeral_card_symbol(parent: SvgElement, center: Point) -> None:
    """Draw the symbol of a card that is discarded after the turn: a strip with a dashed edge."""
    draw_card_row_background(parent, (center[0] - 24, center[1] - 15), (48, 30), is_dashed=True)


def draw_card_row_background(svg_parent: SvgElement, top_left: Point, size: Point, *, is_dashed: bool) -> None:
    edge: SvgAttributes = {"stroke": WHITE, "stroke_width": 3, **DASHES} if is_dashed else {}
    x, y = top_left
    shape: SvgAttributes = {"width": size[0], "height": size[1], "rx": 8, "fill": TABLE_COLOUR}
    add_svg_element(svg_parent, "rect", x=x, y=y, **shape, **edge)


def draw_hand_of_cards_symbol(parent: SvgElement, center: Point) -> None:
    """Draw the symbol for cards in hand: three cards as a fan."""
    for turn in (-22, 0, 22):
        place = f"translate({center[0]:.1f} {center[1] + 14:.1f}) rotate({turn})"
        shape: SvgAttributes = {"width": 18, "height": 28, "rx": 3, "stroke_width": 2}
        fan = add_svg_element(parent, "g", transform=place)
        add_svg_element(fan, "rect", x=-9, y=-30, fill=WHITE, stroke=BACKGROUND_COLOUR, **shape)


def draw_pointer_to_active_player(parent: SvgElement, center: Point, colour: str) -> None:
    x, y = center
    corners = [(x - 10, y - 14), (x + 14, y), (x - 10, y + 14)]
    add_svg_element(parent, "path", d=build_polygon_path(corners), fill=colour)


def _draw_background_of_badge(svg_parent: SvgElement, center: Point, attributes: SvgAttributes) -> None:
    x = center[0] - BADGE_SIZE / 2
    y = center[1] - BADGE_SIZE / 2
    add_svg_element(svg_parent, "rect", x=x, y=y, width=BADGE_SIZE, height=BADGE_SIZE, **attributes)
