"""The benchmarks run on tiny sizes: their counts are tested, their times are not.

The gate runs the short ones and one of each kind of long ones; a night runs all.
"""

import asyncio
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.projections.project import rebuild_derived_tables
from bot.storage.engine.schema import pods, results, standings
from tests import effort
from tests.benchmarks import __main__ as bench
from tests.benchmarks import (
    comparing,
    crowd,
    evening,
    flooding,
    past,
    planning,
    process,
    serving,
    sharing,
    soak,
    starting,
)
from tests.benchmarks.abuse import nights
from tests.benchmarks.comparing import NotMeasured, Reading
from tests.benchmarks.figures import Figure, Size, table
from tests.benchmarks.soak import Look
from tests.loopback.program import STRICT, environment
from tests.storage.store import opened, rows, url_of

TINY = Size(
    rounds=1,
    repeats=2,
    pods=12,
    pasts=(12,),
    upgraded=12,
    commands=128,
    starts=1,
    turns=1,
    rushes=1,
    rush=8,
    channels=2,
    crowd=2,
    passes=1,
    events=2_000,
    held=200,
    open=300,
    results=400,
    asked=2,
    posts=2,
    plans=2,
    games=60,
    cards=350,
    questions=1,
    seasons=1,
    weeks=1,
    servers=(3,),
    meeting=0.3,
    crowded=8,
    night=2,
    beside=1,
    seated=(1, 2),
)
if effort.NAME == "gate":  # one program of each kind shows that they run
    TINY = replace(TINY, bombs=2, upgraded_on=(effort.choose(TINY.upgraded_on, "upgrade"),))


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the pauses between figures, fork the bots, and let two processes count as several."""
    for each in (crowd, flooding, serving, starting):
        monkeypatch.setattr(each, "environment", partial(environment, PYTHONWARNINGS=STRICT))
    monkeypatch.setattr(nights, "LUCKS", 1)
    monkeypatch.setattr(crowd, "QUIET", 0.05)
    monkeypatch.setattr(flooding, "INTERACTIONS", 500)
    monkeypatch.setattr(flooding, "QUIET", 0.5)
    monkeypatch.setattr(planning, "AHEAD", 1.0)
    monkeypatch.setattr(evening, "ROUND", 3.0)
    monkeypatch.setattr(evening, "QUIET", 0.5)
    monkeypatch.setattr(evening, "THINKING", 0.1)
    monkeypatch.setattr(sharing, "PROCESSES", (1, 2))


LONG = {
    "people who play with a bot": ("processor", "decks", "latency", "flood", "posts", "plans", "nights"),
    "programs with PostgreSQL": ("start", "upgrade", "meeting", "sharing", "servers"),
    "work without a bot": ("pictures", "ratings", "abuse"),
}
"""The benchmarks that take seconds even on tiny sizes, by what they have in common."""


def list_benchmarks() -> list[str]:
    """Return the benchmarks to run: all at night, and otherwise one of each kind of long ones and all others."""
    if effort.NAME == "nightly":
        return [*bench.GROUPS]
    long = {name for names in LONG.values() for name in names}
    chosen = {effort.choose(names, f"benchmarks of {kind}") for kind, names in LONG.items()}
    return [name for name in bench.GROUPS if name in chosen or name not in long]


@pytest.mark.parametrize("name", list_benchmarks())
def test_every_benchmark_runs_and_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    figures = [*bench.measure([name], TINY, tmp_path)]
    assert all(figure.value > 0 for figure in figures if figure.want != "at most")
    assert len([*table(figures)]) == 1 + len(figures)
    counted = [figure for figure in figures if isinstance(figure.value, int)]
    assert not [figure.name for figure in counted if figure.verdict == "short"]
    assert list(tmp_path.iterdir()) == []


def test_the_past_is_what_the_log_would_have_made_of_it(tmp_path: Path) -> None:
    past.build(tmp_path / "games.sqlite3", finished=600, unfinished=2)
    before, after = asyncio.run(_rebuilt(tmp_path / "games.sqlite3"))
    assert len(before[0]) == 602
    assert before == after


async def _rebuilt(file: Path) -> tuple[list[Any], list[Any]]:
    """Return the projections as stored, and as the log gives them."""
    async with opened(url_of(file)) as database:
        before = [await rows(database, table) for table in (pods, results, standings)]
        await rebuild_derived_tables(database)
        return before, [await rows(database, table) for table in (pods, results, standings)]


def test_the_long_benchmarks_are_benchmarks() -> None:
    assert {name for names in LONG.values() for name in names} <= bench.GROUPS.keys()


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("speed", 5, "/s", 4), "ok"),
        (Figure("speed", 3, "/s", 4), "short"),
        (Figure("memory", 3, "MB", 4, "less than"), "ok"),
        (Figure("memory", 4, "MB", 4, "less than"), "short"),
        (Figure("places", 2, "", 2, "at most"), "ok"),
        (Figure("places", 1, "", 0, "at most"), "short"),
        (Figure("speed", 3, "/s", baseline=("bare", 2)), ""),
    ],
)
def test_a_figure_says_whether_it_falls_short(figure: Figure, verdict: str) -> None:
    assert figure.verdict == verdict


def test_the_exit_status_tells_of_a_figure_that_falls_short(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = [Figure("one", 5, "/s", 4), Figure("two", 3, "/s", 4)]
    monkeypatch.setattr(bench, "measure", lambda *_: figures)
    assert bench.main([]) == 1
    assert capsys.readouterr().err == "Short of what is wanted: two.\n"
    figures.pop()
    assert bench.main(["--quick"]) == 0


def test_printed_figures_are_read_again_from_the_table() -> None:
    figures = [
        Figure("commands committed, 64 channels", 2660.4, "/s", 6500, baseline=("raw", 3325)),
        Figure("  first in its channel", 3.68, "ms", 4.09, "less than"),
        Figure("loopback's share of a core", 12.5, "%"),
    ]
    assert comparing.read_figures("\n".join(table(figures))) == {
        "commands committed, 64 channels": Reading(2660, "/s"),
        "first in its channel": Reading(3.68, "ms"),
    }


def test_two_checkouts_measure_in_turn_and_the_median_pair_is_told() -> None:
    here, other = Path("here"), Path("other")
    readings = {here: [(90, 5.0), (50, 6.0), (80, 4.0)], other: [(100, 5.0), (100, 5.0), (100, 5.0)]}
    turns = list[Path]()

    def turn(checkout: Path) -> comparing.Readings:
        turns.append(checkout)
        rate, cost = readings[checkout].pop(0)
        only = {f"of {checkout} alone": Reading(1, "ms")}
        return {"rate": Reading(rate, "/s"), "cost": Reading(cost, "ms"), **only}

    rate, cost = comparing.pair_turns(here, other, turn, pairs=3)
    assert turns == [here, other] * 3
    assert (rate.name, rate.value, rate.baseline) == ("rate", 80, ("beside", 100))
    assert (cost.name, cost.value, cost.baseline) == ("cost", 5.0, ("beside", 5.0))
    assert (rate.verdict, cost.verdict) == ("short", "ok")


def test_checkouts_without_a_common_figure_are_not_compared() -> None:
    def turn(checkout: Path) -> comparing.Readings:
        return {str(checkout): Reading(1, "/s")}

    with pytest.raises(NotMeasured, match="other prints none of the figures that here prints"):
        next(comparing.pair_turns(Path("here"), Path("other"), turn, pairs=1))


def _make_checkout(folder: Path, program: str) -> Path:
    """Make a checkout whose benchmarks are a program of a test."""
    for name in ("bot", "tests/benchmarks"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
    (folder / "tests/benchmarks/__main__.py").write_text(program, "utf-8")
    return folder


def test_a_checkout_is_measured_by_its_own_benchmarks(tmp_path: Path) -> None:
    program = "import sys; print('figure  value'); print('a command  {}/s  ' + sys.argv[2])"
    here = _make_checkout(tmp_path / "here", program.format(110))
    other = _make_checkout(tmp_path / "other", program.format("1,000"))
    (figure,) = comparing.compare(here, other, "commands", tmp_path, quick=True, pairs=1)
    assert (figure.value, figure.baseline) == (110, ("beside", 1000))


def test_a_checkout_that_cannot_measure_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = _make_checkout(tmp_path, "import nothing_of_this_name")
    monkeypatch.setattr(bench, "ROOT", other)
    assert bench.main(["--only", "commands", "--beside", str(other)]) == 2
    assert "No module named 'nothing_of_this_name'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--only", "walk", "--beside", "."], "with one of commands, processor"),
        (["--beside", "."], "--beside needs --only"),
        (["--only", "commands", "--beside", "nowhere"], "no checkout of this project"),
    ],
)
def test_a_comparison_without_sense_is_refused(
    arguments: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        bench.main(arguments)
    assert error in capsys.readouterr().err


@pytest.mark.skipif(not process.KNOWN, reason="only Linux tells what a process holds")
async def test_a_soak_looks_at_the_bot_until_every_command_is_answered(tmp_path: Path) -> None:
    looks = await soak.soak(20, 2, tmp_path)
    assert [look.commands for look in looks] == list(range(2, 22, 2))
    assert all(look.memory > 0 and look.files > 0 for look in looks)


@pytest.mark.parametrize(
    ("memory", "files", "found"),
    [
        ([50, 90, 100, 100, 101, 102], [20, 30, 30, 31, 32, 29], []),
        ([50, 60, 100, 100, 103, 104], [30] * 6, ["memory grew by 3.5%"]),
        ([100] * 6, [20, 30, 30, 31, 44, 43], ["open files grew by 13"]),
    ],
)
def test_a_soak_tells_what_grew_in_its_last_third(memory: list[int], files: list[int], found: list[str]) -> None:
    looks = [Look(*each) for each in zip(range(6), memory, files, strict=True)]
    assert soak.troubles(looks) == found
