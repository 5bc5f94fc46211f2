"""The benchmarks run, on next to nothing; what they print is not judged here."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.projections.rebuild import rebuild
from bot.storage.schema import pods, results
from tests.benchmarks import __main__ as bench
from tests.benchmarks import past
from tests.benchmarks.figures import Figure, Size, table
from tests.storage.store import opened, rows, url_of

TINY = Size(rounds=1, repeats=2, pods=12, commands=128, starts=1)


@pytest.mark.parametrize("name", bench.GROUPS)
def test_every_benchmark_runs_and_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    figures = bench.measure([name], TINY, tmp_path)
    assert all(figure.value > 0 for figure in figures)
    assert len(table(figures).splitlines()) == 1 + len(figures)
    assert list(tmp_path.iterdir()) == []


def test_the_past_is_what_the_log_would_have_made_of_it(tmp_path: Path) -> None:
    past.build(tmp_path / "games.sqlite3", finished=600, unfinished=2)
    before, after = asyncio.run(_rebuilt(tmp_path / "games.sqlite3"))
    assert len(before[0]) == 602
    assert before == after


async def _rebuilt(file: Path) -> tuple[list[Any], list[Any]]:
    """The projections as they were, and as the log says."""
    async with opened(url_of(file)) as database:
        before = [await rows(database, table) for table in (pods, results)]
        await rebuild(database)
        return before, [await rows(database, table) for table in (pods, results)]


@pytest.mark.parametrize(
    ("figure", "verdict"),
    [
        (Figure("speed", 5, "/s", 4), "ok"),
        (Figure("speed", 3, "/s", 4), "short"),
        (Figure("memory", 3, "MB", 4, "less than"), "ok"),
        (Figure("memory", 4, "MB", 4, "less than"), "short"),
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
