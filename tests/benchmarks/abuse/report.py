"""The findings as a table for readers."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from tests.benchmarks.abuse.arms import ARMS
from tests.benchmarks.abuse.gains import PEOPLE, RATED, Findings, Summary, list_duel_seeds, summarize
from tests.benchmarks.abuse.measuring import PRIZE
from tests.benchmarks.abuse.strangers import Defended

_HEAD = ("accounts", "what a cheater tries", "places", "points", "rating", "places", "points", "rating")


def write_report(findings: Findings, seeds: Sequence[int], weeks: int) -> str:
    """Return the table, below a description of the league."""
    parts = (_write_head(seeds, weeks), _write_gains(findings), _write_losses(findings))
    return "\n\n".join("\n".join(part) for part in parts)


def write_defences(strangers: Mapping[str, Defended]) -> str:
    """Return the table of what is gained from people who were not asked, with rules for prizes."""
    lines: list[Sequence[str]] = [("from people who were not asked", "places", "best season", "without the defence")]
    for name, gains in strangers.items():
        figures = (gains.median, gains.most, median(gains.undefended))
        lines.append((name, *(f"{figure:+.1f}" for figure in figures)))
    return "\n".join(_align(lines, words=0))


def _write_head(seeds: Sequence[int], weeks: int) -> Iterator[str]:
    yield (
        f"{PEOPLE} honest people, four of them friends who play for themselves, and a cheater of"
        f" middling skill, for {weeks} weeks; seeds {seeds[0]} to {seeds[-1]}."
    )
    yield "Median gain over honest play in the same season (quartiles of places)."
    of_duels = list_duel_seeds(seeds)
    yield f"Duels: {len(of_duels)} seasons, seeds {of_duels[0]} to {of_duels[-1]}."
    yield f"Ratings: of {min(RATED, len(seeds))} seasons. Rules off, then on: {_describe_rules()}."


def _describe_rules() -> str:
    chosen = {name: getattr(PRIZE, name) for name in PRIZE.__struct_fields__}
    return ", ".join(f"{name} {_write(value)}" for name, value in chosen.items() if value)


def _write(value: int | bool) -> str:
    return "on" if value is True else str(value)


def _write_gains(findings: Findings) -> Iterator[str]:
    lines: list[Sequence[str]] = [_HEAD]
    for arm in ARMS:
        off, on = (summarize(findings.gains[arm, column]) for column in ("off", "on"))
        lines.append((str(arm.accounts), arm.name, *_write_summary(off), *_write_summary(on)))
    return _align(lines, words=1)


def _write_losses(findings: Findings) -> Iterator[str]:
    head = ("what four friends lose who play only among themselves", "seasons", "points", "places")
    lines: list[Sequence[str]] = [head]
    for often, losses in findings.losses.items():
        touched = sum(loss.points > 0 or loss.places > 0 for loss in losses)
        points, places = sum(loss.points for loss in losses), max(loss.places for loss in losses)
        lines.append((often, f"{touched} of {len(losses)}", str(points), str(places)))
    return _align(lines, words=0)


def _align(lines: Sequence[Sequence[str]], words: int) -> Iterator[str]:
    """Align lines in columns: numbers at the right, the column of `words` at the left."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (
            cell.ljust(width) if column == words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


def _write_summary(summary: Summary) -> tuple[str, str, str]:
    low, high = summary.quartiles
    places = f"{summary.places:+g} ({low:+g}, {high:+g})"
    rating = "" if summary.rating is None else f"{summary.rating:+g}"
    return places, f"{summary.points:+g}", rating
