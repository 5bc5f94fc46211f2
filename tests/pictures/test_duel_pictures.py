"""What is in the picture of a duel."""

from xml.etree import ElementTree

import pytest

from bot.joust.table_types import EMPTY, Contents, Quadrant
from bot.pictures.duel import DISC_RADIUS
from bot.pictures.scene import DuelCardInPicture, DuelistInPicture, DuelPictureScene
from bot.pictures.svg import MIN_TEXT_SIZE, PICTURE_MARGIN
from bot.pictures.text_width import measure_text_width
from tests.pictures.reading import SVG, elements, texts
from tests.pictures.scenes import ALL_KINDS, DUEL_WORDS, DUELS, STRIPS

BO = DuelistInPicture("Bo", EMPTY, 5)


def against_bo(ana: DuelistInPicture) -> DuelPictureScene:
    return DuelPictureScene("", (ana, BO), DUEL_WORDS)


def with_zones(*zones: Contents) -> DuelPictureScene:
    first, second, third, fourth = zones
    quadrant: Quadrant = (first, second, third, fourth)
    return against_bo(DuelistInPicture("Ana", quadrant, 5))


def discs(scene: DuelPictureScene) -> list[ElementTree.Element]:
    """The singularities, first those that lie there and then the legend's."""
    return [group for group in elements(scene, "g") if group.find(f"{SVG}circle") is not None]


def place_of(disc: ElementTree.Element) -> tuple[float, float]:
    x, y = disc.attrib["transform"].removeprefix("translate(").split(")")[0].split()
    return float(x), float(y)


def draw_without_colours(disc: ElementTree.Element) -> tuple[object, ...]:
    """How it looks where all colours are one: shapes, what is filled, dashes and turns."""
    shapes = [(each.tag, each.get("stroke-dasharray"), each.get("stroke") == each.get("fill")) for each in disc]
    return (*shapes, "rotate" in disc.attrib["transform"])


def test_all_kinds_are_told_apart_without_colours() -> None:
    lying = discs(with_zones(ALL_KINDS, (), (), ()))[: len(ALL_KINDS)]
    assert len({draw_without_colours(disc) for disc in lying}) == 6


def test_zones_stand_clockwise_from_the_top_left() -> None:
    one, two, three, four = map(place_of, discs(with_zones(("red",), ("red",), ("red",), ("red",)))[:4])
    assert one[0] == four[0] < two[0] == three[0]
    assert one[1] == two[1] < three[1] == four[1]


def test_players_stay_where_they_are_whoever_has_the_turn() -> None:
    one, two = (
        DuelPictureScene(
            "",
            tuple(DuelistInPicture(name, (("red",), (), (), ()), 5, active=name == active) for name in ("Ana", "Bo")),
            DUEL_WORDS,
        )
        for active in ("Ana", "Bo")
    )
    assert list(map(place_of, discs(one))) == list(map(place_of, discs(two)))


def test_fifteen_singularities_lie_in_a_zone_one_by_one_and_none_on_another() -> None:
    lying = discs(with_zones((*ALL_KINDS, *ALL_KINDS, "red", "red", "red"), (), (), ()))[:15]
    assert len({place_of(disc) for disc in lying}) == 15


def test_more_than_fifteen_are_counted_by_kind() -> None:
    scene = with_zones(("blue",) * 12 + ("yellow!",) * 104, (), (), ())
    assert {"12", "99+"} <= set(texts(scene))
    assert len(discs(scene)) == 2 + 3  # the legend has both families, and what is unstable


def test_counts_lie_neither_on_the_next_disc_nor_outside_their_zone() -> None:
    scene = with_zones(ALL_KINDS * 104, (), (), ())
    left, right = sorted({place_of(disc)[0] for disc in discs(scene)[:6]})
    starts = sorted(float(text[0].attrib["x"]) for text in elements(scene, "text") if "".join(text.itertext()) == "99+")
    wide = measure_text_width("99+", MIN_TEXT_SIZE, 700)
    assert starts[0] + wide <= right - DISC_RADIUS
    assert starts[-1] + wide <= PICTURE_MARGIN + 180
    assert left - DISC_RADIUS >= PICTURE_MARGIN


def test_a_used_card_lies_and_one_that_is_not_stands() -> None:
    def is_upright(*, used: bool) -> bool:
        scene = against_bo(DuelistInPicture("Ana", EMPTY, 5, (DuelCardInPicture("1. Kettle", used),)))
        card = next(rect for rect in elements(scene, "rect") if rect.get("rx") == "4")
        return float(card.attrib["height"]) > float(card.attrib["width"])

    assert is_upright(used=False)
    assert not is_upright(used=True)


def test_only_an_ephemeral_cards_edge_is_dashed() -> None:
    cards = (DuelCardInPicture("1. Kettle"), DuelCardInPicture("2. Smoke", ephemeral=True))
    scene = against_bo(DuelistInPicture("Ana", EMPTY, 5, cards))
    strips = [rect for rect in elements(scene, "rect") if rect.get("rx") == "8"]
    assert ["stroke-dasharray" in rect.attrib for rect in strips[:2]] == [False, True]


def test_a_card_has_its_wear_and_a_plan_its_points() -> None:
    cards = (DuelCardInPicture("1. Kettle", wear=2), DuelCardInPicture("2. Stone", points=12))
    shown = texts(against_bo(DuelistInPicture("Ana", EMPTY, 5, cards)))
    assert shown[shown.index("1. Kettle") - 1] == "2"
    assert shown[shown.index("2. Stone") - 1] == "12"


def test_the_plans_fill_their_sockets_and_are_counted_in_words() -> None:
    plans = "plans in play: 2 of 3"
    scene = against_bo(DuelistInPicture("Ana", EMPTY, 5, plans=(7, 0), plans_label=plans))
    sockets = [rect for rect in elements(scene, "rect") if rect.get("rx") == "26"]
    assert ["stroke-dasharray" in each.attrib for each in sockets] == [False, False, *[True] * 4]
    shown = texts(scene)
    assert shown[shown.index(plans) - 2 : shown.index(plans)] == ["7", "0"]


def test_the_legend_explains_the_signs_that_are_there_and_no_others() -> None:
    words = DUEL_WORDS
    begun = set(texts(DUELS["duel-begun"]))
    assert {words.active, words.hand} <= begun
    others = {words.won, words.blue, words.unstable, words.used, words.ephemeral, words.wear}
    assert not others & begun
    cards = against_bo(DuelistInPicture("Ana", (("red!",), (), (), ()), 5, STRIPS, won=True))
    assert {words.won, words.red, words.unstable, *others - {words.blue}} <= set(texts(cards))
    assert words.active not in texts(cards)


@pytest.mark.parametrize(
    "wrong", [{"cards": STRIPS[:1] * 8}, {"cards": STRIPS[:1] * 7, "more": "and others"}, {"plans": (1, 2, 3, 4)}]
)
def test_a_player_with_more_than_there_is_room_for_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"strips|plans"):
        DuelistInPicture("Ana", EMPTY, 5, **wrong)  # type: ignore[arg-type]


def test_a_duel_is_of_two() -> None:
    with pytest.raises(ValueError, match="3 players"):
        DuelPictureScene("", (BO, BO, BO), DUEL_WORDS)
