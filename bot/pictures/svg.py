"""Elements of SVG pictures. The library that writes the SVG escapes texts."""

from collections.abc import Sequence
from xml.etree import ElementTree

from bot.pictures import lettering

Node = ElementTree.Element
Point = tuple[float, float]
Attributes = dict[str, str | float]
GROUND = "#2b2d31"  # fits Discord's dark and light themes
WHITE = "#f2f3f5"
GREY = "#b5b8be"
DARK_INK = "#111214"
SURFACE = "#36383e"  # the table

WIDTH = 800.0
"""Units: the width of every picture."""

MARGIN = 14.0
"""Units between a picture's edge and what is drawn."""

TEXT = 28.0  # the smallest size: 12.6 points on a phone that shows 800 units in 360 points
PIXELS_PER_UNIT = (
    0.8  # pixels a unit: 640 pixels are nearly two for each point of a phone, and quickly drawn
)

_TITLE_SIZE = 36.0


def add_node(parent: Node, tag: str, **attributes: str | float) -> Node:
    """Add a child element; `stroke_width=3` becomes the attribute stroke-width."""
    written = {name.replace("_", "-"): _format_value(value) for name, value in attributes.items()}
    return ElementTree.SubElement(parent, tag, written)


def make_canvas(wide: float, high: float) -> Node:
    """Return an empty picture of this size in units."""
    root = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_format_value(wide)} {_format_value(high)}",
        width=str(round(wide * PIXELS_PER_UNIT)),
        height=str(round(high * PIXELS_PER_UNIT)),
        preserveAspectRatio="none",  # or a rounded height leaves an edge uncovered
    )
    add_node(root, "rect", width=wide, height=high, fill=GROUND)
    return root


def serialize(root: Node) -> str:
    """Return the SVG as text."""
    return ElementTree.tostring(root, encoding="unicode")


def draw_text(
    parent: Node,
    words: str | Sequence[str],
    at: Point,
    anchor: float = 0.5,
    size: float = TEXT,
    weight: int = 600,
    fill: str = WHITE,
) -> None:
    """Draw a clean text, or several, with the baseline at a point.

    `anchor` is the part of the width that lies left of the point. Every run has its own position
    and font, so that the renderer does not have to merge fonts.
    """
    line = add_node(parent, "text", y=at[1], font_size=size, font_weight=weight, fill=fill)
    runs = lettering.split_parts(words, size, weight)
    left = at[0] - anchor * sum(run.width for run in runs)
    for run in runs:
        add_node(line, "tspan", x=left, font_family=run.family).text = run.text
        left += run.width


def draw_title(parent: Node, words: str, wide: float) -> None:
    """Draw a clean title at the top, centred and cut to the width of the picture."""
    shown = lettering.fit(words, wide - 56, _TITLE_SIZE, 700)
    draw_text(parent, shown, (wide / 2, 56), size=_TITLE_SIZE, weight=700)


def make_polygon(points: Sequence[Point]) -> str:
    """Return the closed path through these points."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z"


def _format_value(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 1):g}"
