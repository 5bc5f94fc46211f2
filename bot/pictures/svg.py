"""Elements of SVG pictures. The library that writes the SVG escapes texts."""

from collections.abc import Sequence
from xml.etree import ElementTree

from bot.pictures import text_width

SvgElement = ElementTree.Element
Point = tuple[float, float]
SvgAttributes = dict[str, str | float]
BACKGROUND_COLOUR = "#2b2d31"  # fits Discord's dark and light themes
WHITE = "#f2f3f5"
GREY = "#b5b8be"
DARK_INK = "#111214"
TABLE_COLOUR = "#36383e"  # the table

PICTURE_WIDTH = 800.0
"""Units: the width of every picture."""

PICTURE_MARGIN = 14.0
"""Units between a picture's edge and what is drawn."""

MIN_TEXT_SIZE = 28.0  # the smallest size: 12.6 points on a phone that shows 800 units in 360 points
PIXELS_PER_UNIT = 0.8  # pixels a unit: 640 pixels are nearly two for each point of a phone, and quickly drawn

_TITLE_SIZE = 36.0


def add_svg_element(parent: SvgElement, tag: str, **attributes: str | float) -> SvgElement:
    """Add an element to another SVG element. `stroke_width=3` sets the attribute stroke-width."""
    written = {name.replace("_", "-"): _format_svg_attribute(value) for name, value in attributes.items()}
    return ElementTree.SubElement(parent, tag, written)


def create_svg_canvas(width: float, height: float) -> SvgElement:
    """Return an empty SVG picture of this size."""
    root = ElementTree.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_format_svg_attribute(width)} {_format_svg_attribute(height)}",
        width=str(round(width * PIXELS_PER_UNIT)),
        height=str(round(height * PIXELS_PER_UNIT)),
        preserveAspectRatio="none",  # or a rounded height leaves an edge uncovered
    )
    add_svg_element(root, "rect", width=width, height=height, fill=BACKGROUND_COLOUR)
    return root


def serialize_svg(svg_root: SvgElement) -> str:
    """Return an SVG element tree as text."""
    return ElementTree.tostring(svg_root, encoding="unicode")


def draw_text(
    parent: SvgElement,
    texts: str | Sequence[str],
    position: Point,
    anchor: float = 0.5,
    font_size: float = MIN_TEXT_SIZE,
    font_weight: int = 600,
    fill_colour: str = WHITE,
) -> None:
    """Draw texts in a row, with their baseline at a position."""
    line = add_svg_element(
        parent, "text", y=position[1], font_size=font_size, font_weight=font_weight, fill=fill_colour
    )
    runs = text_width.split_texts_by_font(texts, font_size, font_weight)
    left = position[0] - anchor * sum(run.width for run in runs)
    for run in runs:
        add_svg_element(line, "tspan", x=left, font_family=run.family).text = run.text
        left += run.width


def draw_picture_title(parent: SvgElement, title: str, picture_width: float) -> None:
    """Draw a title at the top of a picture, centred and cut to its width."""
    shown = text_width.truncate_text_to_width(title, picture_width - 56, _TITLE_SIZE, 700)
    draw_text(parent, shown, (picture_width / 2, 56), font_size=_TITLE_SIZE, font_weight=700)


def build_polygon_path(corner_points: Sequence[Point]) -> str:
    """Return the SVG path of a polygon with these corners."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corner_points) + "Z"


def _format_svg_attribute(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 1):g}"
