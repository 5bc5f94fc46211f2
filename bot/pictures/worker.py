"""The main module of the picture worker process: it reads scenes and writes pictures."""

import msgspec
import resvg_py

from bot.pictures import chart, defeat_picture, duel, table, text_width
from bot.pictures.scene import DefeatsScene, DrawnPicture, DuelScene, RankChart, Scene, TableScene
from bot.workers.serving import serve_requests


def render_svg(scene: Scene) -> str:
    """Return a scene as SVG, 800 units wide."""
    match scene:
        case TableScene():
            return table.render_table_svg(scene)
        case RankChart():
            return chart.render_chart_svg(scene)
        case DefeatsScene():
            return defeat_picture.render_defeats_svg(scene)
        case DuelScene():
            return duel.render_duel_svg(scene)


def render_png(svg: str) -> bytes:
    """Return an SVG as PNG, rendered with the package's fonts only."""
    fonts = [str(file) for file in text_width.list_fonts().values()]
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts)


def draw_encoded_scene(encoded_scene: bytes) -> DrawnPicture:
    """Return the picture of an encoded scene."""
    return DrawnPicture(render_png(render_svg(msgspec.msgpack.decode(encoded_scene, type=Scene))))


if __name__ == "__main__":
    serve_requests(draw_encoded_scene)
