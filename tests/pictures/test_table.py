"""What is in the picture of a table."""

from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from bot.pictures import signs
from bot.pictures.lettering import font_files
from bot.pictures.scene import Seat, Table
from bot.pictures.svg import canvas, node, written
from bot.pictures.table import draw
from bot.pictures.worker import png
from tests.pictures.scenes import SCENES, WORDS, melee

SVG = "{http://www.w3.org/2000/svg}"


def _elements(table: Table, tag: str) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(draw(table)).iter(SVG + tag)


def _texts(table: Table) -> list[str]:
    return ["".join(text.itertext()) for text in _elements(table, "text")]


def _arrows(table: Table) -> int:
    """Attacks, without the one of the legend."""
    found = [line for line in _elements(table, "line") if "stroke-dasharray" not in line.attrib]
    return len(found) - 1


@pytest.mark.parametrize("name", SCENES)
def test_a_picture_is_a_small_png_of_the_svgs_size(name: str) -> None:
    image = draw(SCENES[name])
    root = ElementTree.fromstring(image)
    data = png(image)
    with Image.open(BytesIO(data)) as picture:
        picture.load()
        assert picture.size == (640, int(root.attrib["height"]))
        assert picture.height <= 1200
        assert picture.getchannel("A").getextrema() == (255, 255)
    assert len(data) < 300_000


@pytest.mark.parametrize("name", ["<script>x</script>", "a&b", "\"'><svg", "]]>", "&amp;"])
def test_a_name_is_text_and_nothing_else(name: str) -> None:
    table = Table("", (Seat(name), Seat("Bo")), WORDS)
    assert name in _texts(table)
    assert {each.tag for each in ElementTree.fromstring(draw(table)).iter()} <= {
        SVG + tag for tag in ("svg", "rect", "g", "circle", "path", "line", "text", "tspan")
    }


def test_a_name_without_any_letter_of_ours_is_the_number_of_the_seat() -> None:
    assert "#2" in _texts(Table("", (Seat("Ana"), Seat("漢字")), WORDS))


def test_a_name_of_a_hundred_characters_is_cut() -> None:
    texts = _texts(Table("T" * 200, (Seat("M" * 100), Seat("Bo")), WORDS))
    assert [text[0] for text in texts if text.endswith("…")] == ["T", "M"]


def test_nothing_is_too_small_to_be_read_on_a_phone() -> None:
    for table in SCENES.values():
        names = [text for text in _elements(table, "text") if len("".join(text.itertext())) > 1]
        assert min(float(text.attrib["font-size"]) for text in names) >= 28


def test_teams_are_told_apart_without_colours() -> None:
    looks = [signs.look(group) for group in range(25)]
    assert len({each.letter for each in looks}) == 25
    assert len({(each.corners, each.turn) for each in looks[:7]}) == 7
    assert len({each.colour for each in looks[:7]}) == 7


@pytest.mark.parametrize("group", range(7))
def test_a_teams_letter_is_read_on_its_colour(group: int) -> None:
    seats = (Seat("Ana", group), Seat("Zed"))
    letter = signs.look(group).letter
    (ink,) = [
        text.attrib["fill"]
        for text in _elements(Table("", seats, WORDS), "text")
        if "".join(text.itertext()) == letter and float(text.attrib["font-size"]) > 30
    ]
    assert _contrast(ink, signs.look(group).colour) >= 4.5


def _contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_an_arrow_goes_to_each_seat_that_may_be_attacked_and_dots_to_the_others_in_range() -> None:
    table = SCENES["emperor"]
    dotted = [line for line in _elements(table, "line") if "stroke-dasharray" in line.attrib]
    assert _arrows(table) == 1
    assert len(dotted) == 3 + 1  # one of the legend
    assert len([group for group in _elements(table, "g") if group.get("opacity") == "0.4"]) == 1


def test_the_legend_explains_the_signs_that_are_there_and_no_others() -> None:
    seats = (Seat("Ana", 0, "leader"), Seat("Bo", 0, "thrall", serves=0))
    texts = _texts(Table("", seats, WORDS))
    assert {WORDS.leader, WORDS.thrall, WORDS.serves} <= set(texts)
    others = {WORDS.attack, WORDS.reach, WORDS.beyond, WORDS.active, WORDS.masterless, WORDS.out}
    assert not others & set(texts)


def test_without_a_limit_of_range_nobody_is_out_of_it() -> None:
    table = Table("", melee(8), WORDS, viewer=0, attack=frozenset({1}))
    assert WORDS.beyond not in _texts(table)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": melee(1)},
        {"seats": (*melee(25), Seat("Zed"))},
        {"viewer": 3},
        {"viewer": 0, "attack": frozenset({9})},
        {"viewer": 0, "reach": frozenset({-1})},
        {"attack": frozenset({1})},
        {"seats": (Seat("Ana"), Seat("Bo", serves=2))},
    ],
)
def test_a_scene_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"seats|viewer"):
        Table(**{"title": "", "seats": melee(3), "words": WORDS, **wrong})  # type: ignore[arg-type]


def test_letters_come_from_the_package_alone() -> None:
    def drawn(letter: str, family: str) -> bytes:
        root = canvas(80, 80)
        line = node(root, "text", x=9, y=60, font_size=50, font_family=family, fill="#ffffff")
        line.text = letter
        return png(written(root))

    # Chessmen are on most machines, in DejaVu Sans or the like, but not in the package.
    assert drawn("♛", "Noto Sans") == drawn("♜", "Noto Sans") != drawn("♞", "Noto Emoji")
    assert drawn("A", "DejaVu Sans") == drawn("B", "Arial")
    assert drawn("A", "Noto Sans") != drawn("B", "Noto Sans")
    assert {"Noto Sans", "Noto Emoji"} <= set(font_files())
