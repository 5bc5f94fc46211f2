"""What is in the picture of who defeated whom."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from bot.pictures.figures import build_players_in_picture
from bot.pictures.scene import DefeatsPictureScene, PlayerInPicture, PlayerPairDefeatCount
from tests.pictures.reading import elements, texts
from tests.pictures.scenes import PLAYERS

FIGURES = tuple(build_players_in_picture([(name, "") for name in PLAYERS]))


def rivals(*defeats: PlayerPairDefeatCount, players: int = 3) -> DefeatsPictureScene:
    return DefeatsPictureScene("", FIGURES[:players], defeats, "defeated")


def _arrows(scene: DefeatsPictureScene) -> list[tuple[str, float]]:
    """The way of each and how wide it is."""
    return [
        (path.attrib["d"], float(path.attrib["stroke-width"]))
        for path in elements(scene, "path")
        if path.get("fill") == "none"
    ]


def _head(scene: DefeatsPictureScene) -> tuple[float, float]:
    """The tip of the first arrow."""
    first = next(path for path in elements(scene, "path") if path.get("stroke") is None)
    x, y = first.attrib["d"][1:].split("L")[0].split()
    return float(x), float(y)


def _name(scene: DefeatsPictureScene, name: str) -> tuple[float, float]:
    for text in elements(scene, "text"):
        if "".join(text.itertext()) == name:
            return float(text[0].attrib["x"]), float(text.attrib["y"])
    raise AssertionError(name)


def test_the_arrow_points_to_the_defeated() -> None:
    won, lost = rivals(PlayerPairDefeatCount(0, 1, 1), players=2), rivals(PlayerPairDefeatCount(1, 0, 1), players=2)
    first, second = _name(won, PLAYERS[0])[1], _name(won, PLAYERS[1])[1]
    middle = (first + second) / 2
    assert _head(won)[1] < middle < _head(lost)[1]
    assert second < middle < first  # the first sits at the bottom


def test_each_arrow_has_its_number() -> None:
    scene = rivals(PlayerPairDefeatCount(0, 1, 7), PlayerPairDefeatCount(1, 0, 12), PlayerPairDefeatCount(2, 0, 100))
    assert {"7", "12", "100"} <= set(texts(scene))
    assert len(_arrows(scene)) == 3


def test_more_defeats_are_a_thicker_arrow() -> None:
    widths = [wide for _, wide in _arrows(rivals(PlayerPairDefeatCount(0, 1, 1), PlayerPairDefeatCount(1, 2, 5)))]
    assert widths[1] > 2 * widths[0]


def test_arrows_there_and_back_are_beside_each_other() -> None:
    ways = _arrows(rivals(PlayerPairDefeatCount(0, 1, 1), PlayerPairDefeatCount(1, 0, 1), players=2))
    assert len({way.split("Q")[1].split()[0] for way, _ in ways}) == 2


@pytest.mark.parametrize("count", range(2, 16))
def test_all_names_are_inside_the_picture_and_on_no_other(count: int) -> None:
    scene = rivals(PlayerPairDefeatCount(0, 1, 1), players=count)
    rows = [
        (float(text.attrib["y"]), float(text[0].attrib["x"]) < 400, "".join(text.itertext()))
        for text in elements(scene, "text")
        if text.attrib["font-size"] == "30" and text.attrib["font-weight"] == "600"
    ]
    assert len(rows) == count
    for (y, left, _), (other, also_left, _) in permutations(rows, 2):
        assert left != also_left or abs(y - other) > 30


@pytest.mark.parametrize(
    ("players", "defeats"),
    [
        (1, (PlayerPairDefeatCount(0, 0, 1),)),
        (2, ()),
        (2, (PlayerPairDefeatCount(0, 2, 1),)),
        (2, (PlayerPairDefeatCount(0, 0, 1),)),
        (2, (PlayerPairDefeatCount(0, 1, 0),)),
        (2, (PlayerPairDefeatCount(0, 1, 1), PlayerPairDefeatCount(0, 1, 2))),
        (15, tuple(PlayerPairDefeatCount(*pair, 1) for pair in permutations(range(6), 2))),
    ],
)
def test_rivals_who_cannot_be_are_refused(players: int, defeats: tuple[PlayerPairDefeatCount, ...]) -> None:
    with pytest.raises(ValueError, match="rivals"):
        rivals(*defeats, players=players)


def test_more_than_fifteen_are_refused() -> None:
    with pytest.raises(ValueError, match="16 rivals"):
        DefeatsPictureScene("", (*FIGURES, PlayerInPicture("Zed")), (PlayerPairDefeatCount(0, 1, 1),), "")


def test_what_a_player_played_stands_below_their_name() -> None:
    named = build_players_in_picture([(name, "") for name in ("Ana", "Bo", "Cy", "Di")])  # there is room for
    played = tuple(replace(each, caption=f"Deck {at}") for at, each in enumerate(named))
    scene = DefeatsPictureScene(
        "", played, (PlayerPairDefeatCount(0, 1, 1), PlayerPairDefeatCount(2, 3, 1)), "defeated"
    )
    for at, player in enumerate(played):
        name, caption = _name(scene, player.name), _name(scene, f"Deck {at}")
        assert 0 < caption[1] - name[1] < 40
    heights = [
        float(next(elements(each, "svg")).attrib["height"]) for each in (scene, replace(scene, players=tuple(named)))
    ]
    assert heights[0] > heights[1]
