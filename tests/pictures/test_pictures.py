"""What holds for every picture."""

from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from bot.joust.table_types import EMPTY
from bot.pictures.figures import build_players_in_picture
from bot.pictures.scene import (
    DefeatsPictureScene,
    DuelistInPicture,
    DuelPictureScene,
    PlayerPairDefeatCount,
    RankChart,
    RankChartLine,
    Scene,
    SeatInPicture,
    TablePictureScene,
)
from bot.pictures.worker import render_scene_as_svg, render_svg_as_png
from tests.pictures.reading import SVG, elements, texts
from tests.pictures.scenes import DUEL_WORDS, SCENES, WORDS

HOSTILE = ("<b>x</b>", "a&b", "\"'><svg", "]]>", "&amp;", "{{ id }}")


def called(name: str) -> list[Scene]:
    """A picture of each kind, with somebody of that name."""
    figures = tuple(build_players_in_picture([(name, name), ("Bo", "")]))
    seats = tuple(map(SeatInPicture, figures))
    return [
        TablePictureScene("", seats, WORDS),
        RankChart("", ("1",), (RankChartLine(name, 1, "3", (3,), name),)),
        DefeatsPictureScene("", figures, (PlayerPairDefeatCount(0, 1, 2),), "defeated"),
        DuelPictureScene("", (DuelistInPicture(name, EMPTY, 5), DuelistInPicture("Bo", EMPTY, 5)), DUEL_WORDS),
    ]


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_small_png_of_the_svgs_size(name: str) -> None:
    image = render_scene_as_svg(SCENES[name])
    root = ElementTree.fromstring(image)
    data = render_svg_as_png(image)
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert picture.size == (int(root.attrib["width"]), int(root.attrib["height"]))
        assert picture.height <= 1200
        assert picture.getchannel("A").getextrema() == (255, 255)
    assert len(data) < 300_000


@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_too_small_to_be_read_on_a_phone(name: str) -> None:
    scene = SCENES[name]
    figures = scene.players if isinstance(scene, DefeatsPictureScene) else ()
    if isinstance(scene, TablePictureScene):
        figures = tuple(seat.figure for seat in scene.seats)
    signs = {figure.initials for figure in figures}
    for each in elements(scene, "text"):
        words = "".join(each.itertext())
        least = 18 if words in signs else 28 if len(words) > 1 else 0
        assert float(each.attrib["font-size"]) >= least, words


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    for scene in called(name):
        assert any(name in text for text in texts(scene))
        assert {each.tag for each in ElementTree.fromstring(render_scene_as_svg(scene)).iter()} <= {
            SVG + tag for tag in ("svg", "rect", "g", "circle", "path", "line", "text", "tspan")
        }


def test_a_name_of_a_hundred_characters_is_cut() -> None:
    for scene in called("M" * 100):
        assert [text[0] for text in texts(scene) if text.endswith("…")] == ["M"]


def test_a_name_without_any_letter_of_ours_is_a_number() -> None:
    for scene in called("漢字"):
        assert "#1" in texts(scene)


@pytest.mark.parametrize("name", ["👨‍👩‍👧‍👦🇺🇦🏳️‍🌈", "Z̷̧̛͔͉a̵͍͝l̶̰̈́g̷̱̓o̸͎͗", "\u202eevil\u202c", "👍🏽\u200d", "שלום 🔥 عالم"])
def test_no_name_is_too_much_for_the_renderer(name: str) -> None:
    for scene in called(name):
        assert render_svg_as_png(render_scene_as_svg(scene)).startswith(b"\x89PNG")
