"""The gain of cheating in a season, with and without its rules, and the rules' cost to friends."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from tests.benchmarks.abuse.gains import PEOPLE, Findings, Gain, StopWatch, simulate, summarize
from tests.benchmarks.abuse.people import gather
from tests.benchmarks.abuse.report import write_defences, write_report
from tests.benchmarks.abuse.stage import Stage
from tests.benchmarks.abuse.strangers import Defended, simulate_strangers
from tests.benchmarks.abuse.voting import ARMS as CIRCLE_ARMS
from tests.benchmarks.abuse.voting import measure_circle
from tests.benchmarks.figures import Figure, Size

MOST_PLACES = 2.0
"""With three further accounts, in the median."""

MOST_IN_SEASON = 1.5
"""From people who were not asked, in any season."""

MOST_PLACES_OF_CIRCLE = 1.5
"""Of three people who vote for one of them, in the median."""


def abuse(size: Size) -> list[Figure]:
    """Print the gain of every trick, and return the gains of the best one."""
    seeds = range(1, size.seasons + 1)
    stages = [Stage(gather(seed, size.weeks, PEOPLE)) for seed in seeds]
    findings = simulate(stages, size.weeks)
    strangers = simulate_strangers(stages)
    print(write_report(findings, seeds, size.weeks), write_defences(strangers), sep="\n\n", end="\n\n")
    return [
        *_judge_tricks(findings),
        *_judge_strangers(strangers),
        *_judge_losses(findings),
        *_judge_circles(stages),
    ]


def _judge_circles(stages: Sequence[Stage]) -> Iterator[Figure]:
    gains = defaultdict[tuple[str, str], list[Gain]](list)
    clock = StopWatch()
    for stage in stages:
        for arm, column, gain in measure_circle(stage):
            gains[arm, column].append(gain)
    clock.tell("circles of three")
    for arm in CIRCLE_ARMS:
        off, on = (float(summarize(gains[arm, column]).places) for column in ("off", "on"))
        yield Figure(f"a circle of three: {arm}", on, "", MOST_PLACES_OF_CIRCLE, "at most", ("rules off", off))


def _judge_tricks(findings: Findings) -> Iterator[Figure]:
    for accounts in (0, 1, 3):
        yield _judge(findings, accounts, POD, f"places gained by the best trick, {accounts} accounts")
    for accounts in (0, 1, 3):
        yield _judge(findings, accounts, POD, f"  with points for deeds, {accounts} accounts", "deeds")
    yield _judge(findings, 3, JOUST, "  in the table of duels")


def _judge_strangers(strangers: Mapping[str, Defended]) -> Iterator[Figure]:
    for name, gains in strangers.items():
        undefended = float(median(gains.undefended))
        # A gain is the mean of several lucks, but a place is a whole one.
        yield Figure(f"places gained by {name}", round(gains.median), "", 0.0, "at most", ("undefended", undefended))
        yield Figure("  in the best season", gains.most, "", MOST_IN_SEASON, "at most")


def _judge(findings: Findings, accounts: int, kind: GameKind, name: str, rules: str = "on") -> Figure:
    off, on = (_find_most(findings, accounts, kind, column) for column in ("off", rules))
    return Figure(name, on, "", MOST_PLACES, "at most", ("rules off", off))


def _find_most(findings: Findings, accounts: int, kind: GameKind, column: str) -> float:
    return max(
        float(summarize(gains).places)
        for (arm, of), gains in findings.gains.items()
        if of == column and (arm.accounts, arm.kind) == (accounts, kind)
    )


def _judge_losses(findings: Findings) -> Iterator[Figure]:
    losses = next(iter(findings.losses.values()))
    points = float(sum(loss.points for loss in losses))
    places = float(max(loss.places for loss in losses))
    yield Figure("points that four friends lose, of all seasons", points, "", 0.0, "at most")
    yield Figure("  places, who loses most", places, "", 0.0, "at most")
