"""The rules: deciding and folding, on one core."""

from collections.abc import Callable, Sequence

from bot.rulebooks import replay_game_events as fold_game
from bot.rules.commands_and_events import Event
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.storage.record.codec import EncodedEvent, decode_event_of_any_schema, encode_event_as_json
from tests.benchmarks.figures import Figure, Size, per_second

SIX = ("ana", "bo", "cy", "di", "eve", "fay")

Asked = tuple[Pod, PodCommand]
"""A pod, and what is asked of it."""


def defeat(loser: str, *killers: str) -> ReportDefeats:
    """Return a defeat with a source of each killer."""
    sources = tuple(DefeatSource(killer, "Lightning Bolt") for killer in killers)
    return ReportDefeats((DefeatReport(loser, "effect", sources),))


GAME: tuple[PodCommand, ...] = (
    OpenLobby(PodSetup(), "ana", SIX),
    StartGame(SIX, "ana"),
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
        events.append(create_pod_event(pod, command))
        pod = apply_pod_event(pod, events[-1])
    return asked, events


def defeats(size: Size) -> list[Figure]:
    """Measure deciding and folding one defeat in a pod of six."""
    asked, _ = played()
    running = asked[0][0]
    together = ReportDefeats(defeat("bo", "ana").reports + defeat("di", "cy").reports)
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
                apply_pod_event(pod, create_pod_event(pod, command))
        return size.repeats * len(asked)

    return work


def folding(size: Size) -> list[Figure]:
    """Measure folding the log of a game."""
    _, events = played()
    stored = [encode_event_as_json(event) for event in events]
    decoded = per_second(lambda: _folded(events, size.repeats), size.rounds)
    read = per_second(lambda: _read_and_folded(stored, size.repeats), size.rounds)
    return [
        Figure("events folded", decoded, "/s", 100_000),
        Figure("  decoded from JSON first", read, "/s", baseline=("folded only", decoded)),
    ]


def _folded(events: Sequence[Event], repeats: int) -> int:
    for _ in range(repeats):
        replay_pod_events(events)
    return repeats * len(events)


def _read_and_folded(stored: Sequence[EncodedEvent], repeats: int) -> int:
    for _ in range(repeats):
        fold_game(decode_event_of_any_schema(*row) for row in stored)
    return repeats * len(stored)
