"""Magicjoust: paying a formula, and deciding and folding a duel, on one core."""

from collections.abc import Sequence
from time import process_time

from bot.joust.cards import PlayDuelCard, UseActionOfDuelCard
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import Duel, DuelCommand, DuelSetup, apply_duel_event, create_event_of_duel_command
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.paying import find_payment_options
from bot.joust.quadrants import build_sorted_token_zones
from bot.joust.rolls import RollDuelAttack, RollToKeepDuelCard
from bot.joust.table_types import Contents, DuelCard, Formula, Quadrant
from bot.joust.turns import DrawDuelCard, EndDuelTurn, PlaceDuelToken
from bot.transcripts.joust.payments import LISTED
from tests.benchmarks.figures import Figure, Size, per_second

_FULL: Contents = ("blue", "red", "yellow") * 6

FULL = build_sorted_token_zones([_FULL] * 4)
LARGEST: Formula = ("any",) * 8
"""On the full quadrant: 52,488 ways."""

TIGHT: tuple[Formula, ...] = (("blue",) * 8, ("red",) * 8, ("yellow",) * 8, ("any",) * 8)
"""What one would like to pay afterwards."""

USUAL = build_sorted_token_zones([["blue", "red!"], ["red"], ["blue", "yellow"], []])

DUEL: tuple[DuelCommand, ...] = (
    OpenDuel(DuelSetup(), "ana", ("ana", "bo")),
    StartDuel("ana"),
    PlaceDuelToken("blue", 1),
    DrawDuelCard(),
    PlayDuelCard(DuelCard("Kettle", "thing", ("blue",), action="brews", wear=2)),
    UseActionOfDuelCard(1),
    RollDuelAttack((5, 2)),
    RollToKeepDuelCard(4),
    EndDuelTurn(),
    ConcedeDuel("bo"),
)


def jousting(size: Size) -> list[Figure]:
    """Measure the largest question about a formula, a usual one, and the steps of a duel."""
    largest = min(_time(FULL, LARGEST, TIGHT, 1) for _ in range(min(size.rounds, 5)))
    usual = min(_time(USUAL, ("any", "red"), (("blue",), ("yellow", "any")), size.repeats) for _ in range(size.rounds))
    asked = _play(DUEL)
    return [
        Figure("paying eight times any, full zones", largest, "s", 0.5, "less than"),
        Figure("paying a usual formula", usual * 1000, "ms", 1, "less than"),
        Figure("steps of a duel decided and folded", _rate(asked, size), "/s"),
    ]


def _time(quadrant: Quadrant, formula: Formula, also: Sequence[Formula], repeats: int) -> float:
    """Return processor seconds of one answer."""
    start = process_time()
    for _ in range(repeats):
        find_payment_options(quadrant, formula, also, LISTED)
    return (process_time() - start) / repeats


Asked = tuple[Duel | None, DuelCommand]


def _play(commands: Sequence[DuelCommand]) -> list[Asked]:
    """Return the commands of a duel, with the state that each was sent to."""
    duel: Duel | None = None
    asked: list[Asked] = []
    for command in commands:
        asked.append((duel, command))
        duel = apply_duel_event(duel, create_event_of_duel_command(duel, command))
    return asked


def _rate(asked: Sequence[Asked], size: Size) -> float:
    def work() -> int:
        for _ in range(size.repeats):
            for duel, command in asked:
                apply_duel_event(duel, create_event_of_duel_command(duel, command))
        return size.repeats * len(asked)

    return per_second(work, size.rounds)
