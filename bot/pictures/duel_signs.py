"""The signs of a duel: singularities, cards, and what is to be said of a card.

Colour is never the only sign: a family has a shape, what is unstable is hollow and turned, a used
card is turned.
"""

from collections.abc import Mapping

from bot.joust.facts import Family, Singularity
from bot.pictures.svg import (
    DARK,
    GREY,
    GROUND,
    SURFACE,
    TEXT,
    WHITE,
    Attributes,
    Node,
    Point,
    add_node,
    draw_text,
    make_polygon,
)

DISC = 19.0  # radius
BADGE = 38.0  # wide, and high
DASHES: Attributes = {"stroke_dasharray": "9 6"}

# Of Okabe and Ito's colours, which colour-blind people tell apart; black is read on all of them.
COLOURS: Mapping[Family, str] = {"blue": "#56b4e9", "red": "#e8743b", "yellow": "#f0e442"}

_STAR = ((0, -1), (0.26, -0.36), (0.95, -0.31), (0.42, 0.14), (0.59, 0.81))


def draw_singularity(parent: Node, at: Point, singularity: Singularity) -> None:
    """A disc with its family's sign; an unstable one is hollow, dashed and turned by 90°."""
    family, unstable = _read_family(singularity)
    turned = f"translate({at[0]:.1f} {at[1]:.1f})" + (" rotate(90)" if unstable else "")
    disc = add_node(parent, "g", transform=turned)
    lines: Attributes = {"stroke": COLOURS[family], "stroke_width": 3, "r": DISC - 1.5}
    if unstable:
        add_node(disc, "circle", cx=0, cy=0, fill=GROUND, **lines, stroke_dasharray="6 4")
    else:
        add_node(disc, "circle", cx=0, cy=0, fill=COLOURS[family], **lines)
    _draw_family(disc, family, COLOURS[family] if unstable else DARK)


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
    """●, ▲ or ■."""
    match family:
        case "blue":
            add_node(disc, "circle", cx=0, cy=0, r=8, fill=ink)
        case "red":
            corners = [(0.0, -11.0), (10.0, 7.0), (-10.0, 7.0)]
            add_node(disc, "path", d=make_polygon(corners), fill=ink)
        case "yellow":
            add_node(disc, "rect", x=-8, y=-8, width=16, height=16, fill=ink)


def draw_card(parent: Node, at: Point, *, used: bool) -> None:
    """A card that stands, or lies because it was used."""
    wide, high = (32.0, 22.0) if used else (22.0, 32.0)
    shape: Attributes = {"width": wide, "height": high, "rx": 4, "stroke_width": 3}
    fill = "none" if used else WHITE
    x, y = at[0] - wide / 2, at[1] - high / 2
    add_node(parent, "rect", x=x, y=y, fill=fill, stroke=GREY if used else WHITE, **shape)


def draw_wear(parent: Node, at: Point, wear: int | str = "") -> None:
    """A die, and the number that it has to reach."""
    _draw_box(parent, at, {"fill": GROUND, "stroke": WHITE, "stroke_width": 3, "rx": 9})
    draw_text(parent, f"{wear}" or "N", (at[0], at[1] + TEXT * 0.36), weight=700)


def draw_points(parent: Node, at: Point, points: int | None = None) -> None:
    """The badge of a plan with its points, or the badge alone, with a star."""
    _draw_box(parent, at, {"fill": WHITE, "rx": BADGE / 2})
    if points is None:
        draw_star(parent, at, DARK)
    else:
        draw_text(parent, f"{points}", (at[0], at[1] + TEXT * 0.36), weight=700, fill=DARK)


def draw_star(parent: Node, at: Point, ink: str) -> None:
    """A star."""
    right = _STAR[1:]
    outline = [*_STAR, (0, 0.38 * 1.05), *((-x, y) for x, y in reversed(right))]
    corners = [(at[0] + 14 * x, at[1] + 14 * y) for x, y in outline]
    add_node(parent, "path", d=make_polygon(corners), fill=ink)


def draw_ephemeral(parent: Node, at: Point) -> None:
    """A strip with a dashed edge, in small."""
    draw_strip(parent, (at[0] - 24, at[1] - 15), (48, 30), dashed=True)


def draw_strip(parent: Node, at: Point, size: Point, *, dashed: bool) -> None:
    """The ground of a card's line, from its corner."""
    edge: Attributes = {"stroke": WHITE, "stroke_width": 3, **DASHES} if dashed else {}
    x, y = at
    shape: Attributes = {"width": size[0], "height": size[1], "rx": 8, "fill": SURFACE}
    add_node(parent, "rect", x=x, y=y, **shape, **edge)


def draw_hand(parent: Node, at: Point) -> None:
    """Three cards as one holds them."""
    for turn in (-22, 0, 22):
        place = f"translate({at[0]:.1f} {at[1] + 14:.1f}) rotate({turn})"
        shape: Attributes = {"width": 18, "height": 28, "rx": 3, "stroke_width": 2}
        fan = add_node(parent, "g", transform=place)
        add_node(fan, "rect", x=-9, y=-30, fill=WHITE, stroke=GROUND, **shape)


def draw_pointer(parent: Node, at: Point, ink: str) -> None:
    """Points at who has the turn."""
    x, y = at
    corners = [(x - 10, y - 14), (x + 14, y), (x - 10, y + 14)]
    add_node(parent, "path", d=make_polygon(corners), fill=ink)


def _draw_box(parent: Node, at: Point, look: Attributes) -> None:
    x, y = at[0] - BADGE / 2, at[1] - BADGE / 2
    add_node(parent, "rect", x=x, y=y, width=BADGE, height=BADGE, **look)
