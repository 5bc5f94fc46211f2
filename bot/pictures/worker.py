"""The main module of the picture worker process: it reads scenes and writes pictures."""

import msgspec
import resvg_py

from bot.pictures import chart, defeat_picture, duel, table, text_width
from bot.pictures.scene import DefeatsPictureScene, DrawnPicture, DuelPictureScene, RankChart, Scene, TablePictureScene
from bot.workers.serving import serve_requests_on_stdin


def render_scene_as_svg(scene: Scene) -> str:
    """Return a picture as SVG, 800 units wide."""
    match scene:
        case TablePictureScene():
            return table.render_table_svg(scene)
        case RankChart():
            return chart.render_rank_chart_svg(scene)
        case DefeatsPictureScene():
            return defeat_picture.render_defeats_svg(scene)
        case DuelPictureScene():
            return duel.render_duel_svg(scene)


def render_svg_as_png(svg: str) -> bytes:
    """Return an SVG as PNG. Only the bot's own fonts are used."""
    fonts = [str(file) for file in text_width.list_font_files().values()]
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=fonts)


def decode_and_draw_scene(encoded_scene: bytes) -> DrawnPicture:
    """Return the picture for data from another process, as PNG."""
    return DrawnPicture(render_svg_as_png(render_scene_as_svg(msgspec.msgpack.decode(encoded_scene, type=Scene))))


if __name__ == "__main__":
    serve_requests_on_stdin(decode_and_draw_scene)
