"""The rules: deciding and folding, on one core."""

from collections.abc import Callable, Sequence

from bot.rulebooks import fold as fold_game
from bot.rules.acts import Event
from bot.rules.decide import decide
from bot.rules.facts import Report, Source
from bot.rules.lobby import Open, Start
from bot.rules.pod import Pod, PodCommand, evolve, fold
from bot.rules.records import Setup
from bot.rules.reporting import Defeat
from bot.storage.record.codec import Encoded, decode, encode
from tests.benchmarks.figures import Figure, Size, per_second

SIX = ("ana", "bo", "cy", "di", "eve", "fay")

Asked = tuple[Pod, PodCommand]
"""A pod, and what is asked of it."""


def defeat(loser: str, *killers: str) -> Defeat:
    """Return a defeat with a source of each killer."""
    sources = tuple(Source(killer, "Lightning Bolt") for killer in killers)
    return Defeat((Report(loser, "effect", sources),))


GAME: tuple[PodCommand, ...] = (
    Open(Setup(), "ana", SIX),
    Start(SIX, "ana"),
    defeat("bo", "ana"),
    defeat("di", "cy"),
    defeat("fay", "eve"),
    defeat("cy", "ana"),
    defeat("eve", "ana"),
)
"""Six players to the end: teams grow, change hands, and the last one wins."""


def played(commands: Sequence[PodCommand] = GAME) -> tuple[list[Asked], list[Event]]:
    """Return the commands for a running pod, and all events."""
    pod: Pod | None = None
    asked: list[Asked] = []
    events: list[Event] = []
    for command in commands:
        if pod is not None and pod.state == "running":
            asked.append((pod, command))
        events.append(decide(pod, command))
        pod = evolve(pod, events[-1])
    return asked, events


def defeats(size: Size) -> list[Figure]:
    """Measure deciding and folding one defeat in a pod of six."""
    asked, _ = played()
    running = asked[0][0]
    together = Defeat(defeat("bo", "ana").reports + defeat("di", "cy").reports)
    rates: dict[str, list[Asked]] = {
        "one defeat decided and folded": asked,
        "  with a tie to judge": [(running, defeat("bo", "ana", "cy"))],
        "  two at once": [(running, together)],
    }
    found = {name: per_second(_deciding(each, size), size.rounds) for name, each in rates.items()}
    first, *others = found
    wanted = Figure(first, found[first], "/s", 60_000)
    return [wanted, *(Figure(name, found[name], "/s") for name in others)]


def _deciding(asked: Sequence[Asked], size: Size) -> Callable[[], int]:
    def work() -> int:
        for _ in range(size.repeats):
            for pod, command in asked:
                evolve(pod, decide(pod, command))
        return size.repeats * len(asked)

    return work


def folding(size: Size) -> list[Figure]:
    """Measure folding the log of a game."""
    _, events = played()
    stored = [encode(event) for event in events]
    decoded = per_second(lambda: _folded(events, size.repeats), size.rounds)
    read = per_second(lambda: _read_and_folded(stored, size.repeats), size.rounds)
    return [
        Figure("events folded", decoded, "/s", 100_000),
        Figure("  decoded from JSON first", read, "/s", baseline=("folded only", decoded)),
    ]


def _folded(events: Sequence[Event], repeats: int) -> int:
    for _ in range(repeats):
        fold(events)
    return repeats * len(events)


def _read_and_folded(stored: Sequence[Encoded], repeats: int) -> int:
    for _ in range(repeats):
        fold_game(decode(*row) for row in stored)
    return repeats * len(stored)
