"""What is in the picture of a season."""

import pytest

from bot.pictures.scene import RankChart, RankChartLine, compute_ranks_in_week
from tests.pictures.reading import elements, texts
from tests.pictures.scenes import CHARTS, season


def line(*points: float | None, name: str = "Ana", rank: int = 1) -> RankChartLine:
    return RankChartLine(name, rank, f"{points[-1]}", points)


def _curves(chart: RankChart) -> list[dict[str, str]]:
    """The lines, the last of the table first, without the ground around them."""
    return [path.attrib for path in elements(chart, "path") if path.get("stroke-width") == "6"]


def test_a_line_is_where_its_player_stands_among_those_who_have_played() -> None:
    lines = (line(1, 4, 9), line(3, 4, 8), line(None, 5, 5))
    assert [compute_ranks_in_week(lines, week) for week in range(3)] == [[2, 1, None], [2, 3, 1], [1, 2, 3]]


def test_nobody_has_more_than_one_line_where_all_are_level() -> None:
    lines = tuple(line(0, 0) for _ in range(10))
    assert compute_ranks_in_week(lines, 1) == list(range(1, 11))


def test_each_name_stands_beside_rank_and_points_in_the_order_of_the_table() -> None:
    lines = (line(5, name="Ana"), line(3, name="Bo", rank=2), line(3, name="Cy", rank=2))
    shown = [text for text in texts(RankChart("", ("May",), lines)) if text not in ("", "May")]
    assert sorted(shown) == sorted(["1", "Ana", "5", "2", "Bo", "3", "2", "Cy", "3"])
    height = {text: _height(RankChart("", ("May",), lines), text) for text in ("Ana", "Bo", "Cy")}
    assert height["Ana"] < height["Bo"] < height["Cy"]


def _height(chart: RankChart, words: str) -> float:
    (found,) = (float(text.attrib["y"]) for text in elements(chart, "text") if "".join(text.itertext()) == words)
    return found


def test_ten_lines_are_told_apart_without_colours() -> None:
    curves = _curves(CHARTS["month"])
    assert len(curves) == 10
    marks = [mark.attrib for tag in ("circle", "path") for mark in elements(CHARTS["month"], tag)]
    filled = {mark["fill"] for mark in marks}
    assert len({curve["stroke-dasharray"] for curve in curves}) == 4
    assert len(filled) == 7 + 2  # colours; hollow marks, and the curves themselves
    looks = {(curve["stroke"], curve["stroke-dasharray"]) for curve in curves}
    assert len(looks) == 10


def test_a_player_who_came_late_has_a_shorter_line() -> None:
    chart = RankChart("", ("1", "2", "3"), (line(1, 2, 3), line(None, 1, 2), line(None, None, 1)))
    corners = [len(curve["d"].replace("L", "").split()) // 2 for curve in _curves(chart)]
    assert corners == [2, 3]  # who came in the last week has a mark alone


@pytest.mark.parametrize("weeks", [1, 2, 7, 12, 30, 53])
def test_the_words_below_never_touch_and_the_last_week_has_its_own(weeks: int) -> None:
    chart = season(3, weeks)
    named = RankChart("", tuple(f"week {week}" for week in range(1, weeks + 1)), chart.lines)
    found = [words for words in texts(named) if words.startswith("week ")]
    assert found[0] == f"week {weeks}"
    assert 1 <= len(found) <= 4


def test_words_that_are_too_long_are_cut_and_stay_inside() -> None:
    lines = (line(1, 2, 3, name="Ana"), RankChartLine("Bo", 1000, "9" * 50, (1, 2, 2)))
    chart = RankChart("", ("week " * 20,) * 3, lines)
    found = {each for each in texts(chart) if each.endswith("…")}
    assert {each[0] for each in found} == {"w", "9"}
    assert all(0 < float(each[0].attrib["x"]) < 800 for each in elements(chart, "text") if len(each))


def test_a_week_before_anybody_played_is_empty() -> None:
    chart = RankChart("", ("1", "2", "3"), (line(None, 1, 2), line(None, None, 1)))
    assert {"1", "2", "3"} <= set(texts(chart))
    (curve,) = _curves(chart)
    assert len(curve["d"].replace("L", "").split()) // 2 == 2


def test_one_week_is_a_level_line() -> None:
    (curve,) = _curves(CHARTS["alone"])
    heights = {point.split()[1] for point in curve["d"][1:].replace("L", "L,").split(" L,")}
    assert len(heights) == 1


@pytest.mark.parametrize(
    ("weeks", "lines"),
    [
        (("1",), ()),
        ((), (line(1),)),
        (("1", "2"), (line(1),)),
        (("1",), (line(1),) * 11),
        (("1",) * 54, (line(*[1] * 54),)),
    ],
)
def test_a_chart_that_cannot_be_is_refused(weeks: tuple[str, ...], lines: tuple[RankChartLine, ...]) -> None:
    with pytest.raises(ValueError, match=r"lines|weeks"):
        RankChart("", weeks, lines)


@pytest.mark.parametrize("points", [(), (None,), (1, None), (None, 1, None, 2)])
def test_points_are_there_from_a_players_first_week_to_the_last(points: tuple[float | None, ...]) -> None:
    with pytest.raises(ValueError, match="points"):
        RankChartLine("Ana", 1, "1", points)
