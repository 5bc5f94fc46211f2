"""Events of a channel must follow from each other."""

import pytest

from bot.care.integrity import fold_pods
from bot.rules.confirmation import Confirm, sign_event
from bot.rules.decide import decide
from bot.rules.lobby import Open, Start
from bot.rules.pod import Pod, PodCommand, evolve
from bot.rules.records import Setup
from bot.rules.undoing import Undo
from bot.rules.winning import Draw
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS


class Stream:
    """A channel's events, of any pods."""

    def __init__(self) -> None:
        self.events: list[Recorded] = []
        self.pods: dict[int, Pod] = {}

    def do(self, command: PodCommand, number: int | None = None) -> None:
        version = len(self.events) + 1
        number = version if number is None else number
        before = self.pods.get(number)
        event = decide(before, command)
        if before is not None:
            event = sign_event(before, event, "ana", version, 0)
        self.pods[number] = evolve(before, event)
        at, guild = NOON, GUILD
        self.events.append(Recorded(CHANNEL, version, number, guild, event, "ana", None, at))

    def drawn(self) -> None:
        """A pod that is over, but for somebody who has to confirm that it was a draw."""
        number = len(self.events) + 1
        self.do(Open(Setup(confirmation="other"), "ana", SEATS))
        self.do(Start(SEATS, "ana"), number)
        self.do(Draw(), number)


def test_an_earlier_pod_is_settled_after_the_next_one_began() -> None:
    stream = Stream()
    stream.drawn()
    stream.drawn()
    stream.do(Confirm((3,), "bo"), 1)
    stream.do(Confirm((6,), "bo"), 4)
    found = {last.pod: (last.version, pod) for last, pod, *_ in fold_pods(stream.events)}
    assert found == {1: (7, stream.pods[1]), 4: (8, stream.pods[4])}


def test_an_earlier_pod_is_put_right_after_the_next_one_began() -> None:
    stream = Stream()
    stream.drawn()
    stream.do(Confirm((3,), "bo"), 1)
    stream.drawn()
    stream.do(Undo(), 1)
    found = {last.pod: (last.version, pod) for last, pod, *_ in fold_pods(stream.events)}
    assert found == {1: (8, stream.pods[1]), 5: (7, stream.pods[5])}


def test_an_event_of_a_pod_that_was_never_opened_is_damage() -> None:
    stream = Stream()
    stream.drawn()
    stream.pods[2] = stream.pods[1]
    stream.do(Undo(), 2)
    with pytest.raises(Damaged, match="of pod 2, which was never opened"):
        list(fold_pods(stream.events))
