"""Events of a channel must follow from each other."""

import pytest

from bot.care.integrity import iterate_pod_histories
from bot.rules.confirmation import ConfirmGameReports, add_confirmation_requirement_to_event
from bot.rules.decide import create_pod_event
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod, PodCommand, apply_pod_event
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.stored_event import StoredEvent
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS


class Stream:
    """A channel's events, of any pods."""

    def __init__(self) -> None:
        self.events: list[StoredEvent] = []
        self.pods: dict[int, Pod] = {}

    def do(self, command: PodCommand, number: int | None = None) -> None:
        version = len(self.events) + 1
        number = version if number is None else number
        before = self.pods.get(number)
        event = create_pod_event(before, command)
        if before is not None:
            event = add_confirmation_requirement_to_event(before, event, "ana", version, 0)
        self.pods[number] = apply_pod_event(before, event)
        at, guild = NOON, GUILD
        self.events.append(StoredEvent(CHANNEL, version, number, guild, event, "ana", None, at))

    def drawn(self) -> None:
        """A pod that is over, but for somebody who has to confirm that it was a draw."""
        number = len(self.events) + 1
        self.do(OpenLobby(PodSetup(confirmation="other"), "ana", SEATS))
        self.do(StartGame(SEATS, "ana"), number)
        self.do(ReportDrawnGame(), number)


def test_an_earlier_pod_is_settled_after_the_next_one_began() -> None:
    stream = Stream()
    stream.drawn()
    stream.drawn()
    stream.do(ConfirmGameReports((3,), "bo"), 1)
    stream.do(ConfirmGameReports((6,), "bo"), 4)
    found = {each.last.pod: (each.last.version, each.game) for each in iterate_pod_histories(stream.events)}
    assert found == {1: (7, stream.pods[1]), 4: (8, stream.pods[4])}


def test_an_earlier_pod_is_put_right_after_the_next_one_began() -> None:
    stream = Stream()
    stream.drawn()
    stream.do(ConfirmGameReports((3,), "bo"), 1)
    stream.drawn()
    stream.do(UndoPodEvent(), 1)
    found = {each.last.pod: (each.last.version, each.game) for each in iterate_pod_histories(stream.events)}
    assert found == {1: (8, stream.pods[1]), 5: (7, stream.pods[5])}


def test_an_event_of_a_pod_that_was_never_opened_is_damage() -> None:
    stream = Stream()
    stream.drawn()
    stream.pods[2] = stream.pods[1]
    stream.do(UndoPodEvent(), 2)
    with pytest.raises(UnreadableStoredEventError, match="of pod 2, which was never opened"):
        list(iterate_pod_histories(stream.events))
