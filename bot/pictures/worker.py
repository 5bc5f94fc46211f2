"""The worker: reads scenes from its input, writes pictures to its output, until the input ends."""

import os
import signal
import sys
from typing import BinaryIO

import msgspec
import resvg_py

from bot.pictures import chart, duel, lettering, rivals, table
from bot.pictures.messages import LENGTH, DrawnPicture, Failed, make_frame, read_length
from bot.pictures.scene import Chart, DuelScene, Rivals, Scene, TableScene

POLITE = 10
"""How far it steps back where processors are scarce: the bot's answers come first."""


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


def answer(request: bytes) -> DrawnPicture | Failed:
    """Draw the scene in these bytes."""
    try:
        return DrawnPicture(render_png(draw(msgspec.msgpack.decode(request, type=Scene))))
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # when Rust panics, that is no Exception
        return Failed(f"{type(error).__name__}: {error}")


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer one frame after the other."""
    while head := requests.read(LENGTH):
        answers.write(make_frame(answer(requests.read(read_length(head)))))
        answers.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, who then ends this
    if sys.platform != "win32":
        os.nice(POLITE)
    serve(sys.stdin.buffer, sys.stdout.buffer)
