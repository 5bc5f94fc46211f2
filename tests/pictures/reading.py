"""What is in a picture."""

from collections.abc import Iterator
from xml.etree import ElementTree

from bot.pictures.scene import Scene
from bot.pictures.worker import render_scene_as_svg

SVG = "{http://www.w3.org/2000/svg}"


def elements(scene: Scene, tag: str) -> Iterator[ElementTree.Element]:
    """Its elements with this tag."""
    return ElementTree.fromstring(render_scene_as_svg(scene)).iter(SVG + tag)


def texts(scene: Scene) -> list[str]:
    """Its words, in the order in which they are drawn."""
    return ["".join(text.itertext()) for text in elements(scene, "text")]
