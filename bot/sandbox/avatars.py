"""Draws the round pictures beside names, so that members are told apart at a glance."""

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

_SIZE = 160


def draw(name: str, colour: str) -> bytes:
    """A PNG of the first letter of `name`, white on `colour` (as in CSS)."""
    image = Image.new("RGB", (_SIZE, _SIZE), colour)
    font = ImageFont.load_default(size=_SIZE * 0.55)
    middle = (_SIZE / 2, _SIZE / 2)
    ImageDraw.Draw(image).text(middle, name[0], fill="white", font=font, anchor="mm")
    written = BytesIO()
    image.save(written, "PNG")
    return written.getvalue()
