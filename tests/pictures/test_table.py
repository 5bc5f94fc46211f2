"""What is in the picture of a table."""

import pytest

from bot.pictures import symbols
from bot.pictures.scene import PlayerInPicture, SeatInPicture, TablePictureScene
from bot.pictures.svg import add_svg_element, create_svg_canvas, serialize_svg
from bot.pictures.text_width import list_font_files
from bot.pictures.worker import render_svg_as_png
from tests.pictures.reading import elements, texts
from tests.pictures.scenes import NAMES, TABLES, WORDS, master, melee, seat, seated, thrall


def _arrows(table: TablePictureScene) -> int:
    """Attacks, without the one of the legend."""
    found = [line for line in elements(table, "line") if "stroke-dasharray" not in line.attrib]
    return len(found) - 1


def test_a_name_without_any_letter_of_ours_is_the_number_of_the_seat() -> None:
    assert "#2" in texts(TablePictureScene("", seated(seat("Ana"), seat("漢字")), WORDS))


def test_a_long_title_is_cut() -> None:
    cut = [text for text in texts(TablePictureScene("T" * 200, melee(2), WORDS)) if text.endswith("…")]
    assert [text[0] for text in cut] == ["T"]


def test_people_are_told_apart_without_colours() -> None:
    looks = [symbols.get_player_picture_style(number) for number in range(25)]
    assert len({*looks}) == 25
    assert len({(each.corners, each.turn) for each in looks[:6]}) == 6
    assert len({each.colour for each in looks[:7]}) == 7


@pytest.mark.parametrize("look", range(7))
def test_initials_are_read_on_their_colour(look: int) -> None:
    seats = (SeatInPicture(PlayerInPicture("Ana", initials="A", look=look)), seat("Zed"))
    (ink,) = [
        text.attrib["fill"]
        for text in elements(TablePictureScene("", seats, WORDS), "text")
        if "".join(text.itertext()) == "A"
    ]
    assert _contrast(ink, symbols.get_player_picture_style(look).colour) >= 4.5


def test_a_team_has_one_ring_that_no_other_team_has() -> None:
    seats = seated(
        *(master(name, at) for at, name in enumerate(NAMES[:6])),
        *(thrall(name, at) for at, name in enumerate(NAMES[6:12])),
    )
    rings = [
        (each.attrib["stroke"], each.attrib["stroke-dasharray"])
        for each in elements(TablePictureScene("", seats, WORDS), "circle")
        if "stroke-dasharray" in each.attrib
    ]
    assert rings[:6] == rings[6:]
    assert len({colour for colour, _ in rings}) == len({dashes for _, dashes in rings}) == 6


def test_who_is_alone_has_no_ring() -> None:
    table = TablePictureScene("", seated(master("Ana", 0), master("Bo", 1)), WORDS)
    assert WORDS.team not in texts(table)
    assert not [each for each in elements(table, "circle") if "stroke-dasharray" in each.attrib]


def _contrast(one: str, other: str) -> float:
    """As WCAG 2 counts it."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_an_arrow_goes_to_each_seat_that_may_be_attacked_and_dots_to_the_others_in_range() -> None:
    table = TABLES["emperor"]
    dotted = [line for line in elements(table, "line") if "stroke-dasharray" in line.attrib]
    assert _arrows(table) == 1
    assert len(dotted) == 3 + 1  # one of the legend
    assert len([group for group in elements(table, "g") if group.get("opacity") == "0.4"]) == 1


def test_the_legend_explains_the_signs_that_are_there_and_no_others() -> None:
    seats = seated(master("Ana", 0), thrall("Bo", 0))
    shown = set(texts(TablePictureScene("", seats, WORDS)))
    assert {WORDS.leader, WORDS.thrall, WORDS.serves, WORDS.team} <= shown
    others = {WORDS.attack, WORDS.reach, WORDS.beyond, WORDS.active, WORDS.masterless, WORDS.out}
    assert not others & shown


def test_without_a_limit_of_range_nobody_is_out_of_it() -> None:
    table = TablePictureScene("", melee(8), WORDS, viewer=0, attack=frozenset({1}))
    assert WORDS.beyond not in texts(table)


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": melee(1)},
        {"seats": (*melee(25), seat("Zed"))},
        {"viewer": 3},
        {"viewer": 0, "attack": frozenset({9})},
        {"viewer": 0, "reach": frozenset({-1})},
        {"attack": frozenset({1})},
        {"seats": (seat("Ana"), seat("Bo", serves=2))},
        {"seats": (seat("Ana"), seat("Bo", 2))},
    ],
)
def test_a_scene_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"seats|viewer"):
        TablePictureScene(**{"title": "", "seats": melee(3), "words": WORDS, **wrong})  # type: ignore[arg-type]


def test_letters_come_from_the_package_alone() -> None:
    def drawn(letter: str, family: str) -> bytes:
        root = create_svg_canvas(80, 80)
        line = add_svg_element(root, "text", x=9, y=60, font_size=50, font_family=family, fill="#ffffff")
        line.text = letter
        return render_svg_as_png(serialize_svg(root))

    # Chessmen are on most machines, in DejaVu Sans or the like, but not in the package.
    assert drawn("♛", "Noto Sans") == drawn("♜", "Noto Sans") != drawn("♞", "Noto Emoji")
    assert drawn("A", "DejaVu Sans") == drawn("B", "Arial")
    assert drawn("A", "Noto Sans") != drawn("B", "Noto Sans")
    assert {"Noto Sans", "Noto Emoji"} <= set(list_font_files())
