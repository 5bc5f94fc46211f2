"""The worker: reads scenes from its input, writes pictures to its output, until the input ends."""

import msgspec
import resvg_py

from bot.pictures import chart, duel, lettering, rivals, table
from bot.pictures.scene import Chart, DrawnPicture, DuelScene, Rivals, Scene, TableScene
from bot.workers.serving import serve


def draw(scene: Scene) -> str:
    """A scene as SVG, 800 units wide."""
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
    """An SVG as PNG, with no font but the package's."""
    fonts = [str(file) for file in lettering.find_fonts().values()]
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts)


def answer(request: bytes) -> DrawnPicture:
    """Draw the scene in these bytes."""
    return DrawnPicture(render_png(draw(msgspec.msgpack.decode(request, type=Scene))))


if __name__ == "__main__":
    serve(answer)
