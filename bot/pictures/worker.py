"""The main module of the worker process: it reads scenes and writes pictures."""

import msgspec
import resvg_py

from bot.pictures import chart, duel, lettering, rivals, table
from bot.pictures.scene import Chart, DrawnPicture, DuelScene, Rivals, Scene, TableScene
from bot.workers.serving import serve


def draw(scene: Scene) -> str:
    """Return a scene as SVG, 800 units wide."""
    match scene:
        case TableScene():
            return table.draw(scene)
        case Chart():
            return chart.draw(scene)
        case Rivals():
            return rivals.draw(scene)
        case DuelScene():
            return duel.draw(scene)


def render_png(svg: str) -> bytes:
    """Return an SVG as PNG, rendered with the package's fonts only."""
    fonts = [str(file) for file in lettering.find_fonts().values()]
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts)


def answer(request: bytes) -> DrawnPicture:
    """Draw an encoded scene."""
    return DrawnPicture(render_png(draw(msgspec.msgpack.decode(request, type=Scene))))


if __name__ == "__main__":
    serve(answer)
