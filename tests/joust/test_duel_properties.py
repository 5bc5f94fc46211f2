"""What holds for every duel, whatever happens in it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from bot.joust.cards import DuelCardPlayed
from bot.joust.duel import (
    Duel,
    DuelCommand,
    apply_duel_event,
    create_event_of_duel_command,
    list_duel_steps,
    replay_duel_events,
)
from bot.joust.duel_registry import EVENTS
from bot.joust.proposals import DuelStepUndone, UndoDuelStep
from bot.rules import pod_registry
from bot.rules.commands_and_events import Event
from bot.rules.idle_closing import IdleGameClosingAnnounced, IdleGameConfirmedAsActive
from bot.rules.refusals import Refusal
from bot.storage.record.codec import decode_event_of_any_schema, encode_event_as_json
from bot.transcripts.joust.duels import parse_commands_of_duel_line
from tests.joust.notation import write
from tests.joust.wandering import Draw, duels, lightly, wander


class Try(NamedTuple):
    """A duel, what is asked of it, the event that comes of it (None: refused), the log before."""

    duel: Duel | None
    command: DuelCommand
    event: Event | None
    log: tuple[Event, ...]


def tries(draw: Draw) -> Iterator[Try]:
    duel: Duel | None = None
    log: tuple[Event, ...] = ()
    for _, line, _ in wander(draw):
        for command in parse_commands_of_duel_line(msgspec.json.decode(write([line])[0]), duel):
            try:
                event = create_event_of_duel_command(duel, command)
            except Refusal:
                yield Try(duel, command, None, log)
                continue
            yield Try(duel, command, event, log)
            duel, log = apply_duel_event(duel, event), (*log, event)


@duels
@lightly
def test_any_accepted_duel_folds_from_its_events(draw: Draw) -> None:
    *_, last = tries(draw)
    assert replay_duel_events(last.log) == last.duel


@duels
@lightly
def test_events_survive_being_written_down(draw: Draw) -> None:
    *_, last = tries(draw)
    written: Any = tuple(decode_event_of_any_schema(*encode_event_as_json(event)) for event in last.log)
    assert written == last.log
    assert replay_duel_events(written) == last.duel


@duels
@lightly
def test_a_refusal_changes_nothing_and_is_always_the_same(draw: Draw) -> None:
    for each in tries(draw):
        if each.event is None:
            with pytest.raises(Refusal):
                create_event_of_duel_command(each.duel, each.command)
        else:
            assert create_event_of_duel_command(each.duel, each.command) == each.event
        assert replay_duel_events(each.log) == each.duel


@duels
@lightly
def test_undo_restores_exactly_the_duel_of_one_step_ago(draw: Draw) -> None:
    for duel, _, event, _ in tries(draw):
        if duel is None or event is None or duel.state == "lobby" or isinstance(event, DuelStepUndone):
            continue
        after = apply_duel_event(duel, event)
        assert apply_duel_event(after, create_event_of_duel_command(after, UndoDuelStep())) == duel


@duels
@lightly
def test_ids_count_the_invocations_that_still_count(draw: Draw) -> None:
    for duel, *_ in tries(draw):
        if duel is not None:
            ids = [step.id for step in list_duel_steps(duel) if isinstance(step, DuelCardPlayed)]
            assert ids == list(range(1, duel.invoked + 1))


@duels
@lightly
def test_hands_are_never_less_than_nothing_and_zones_are_sorted(draw: Draw) -> None:
    for duel, *_ in tries(draw):
        for duelist in duel.duelists.values() if duel is not None else ():
            assert duelist.hand >= 0
            assert all(list(zone) == sorted(zone) for zone in duelist.quadrant)


def test_no_event_of_a_duel_is_called_like_one_of_a_pod() -> None:
    """One log can hold both; what is said of any game that nobody touches is the same event."""
    shared = {IdleGameClosingAnnounced, IdleGameConfirmedAsActive}
    assert {*EVENTS} & {*pod_registry.EVENTS} == shared
    tags = [str(kind.__struct_config__.tag) for kind in {*EVENTS} - shared]
    assert len(set(tags)) == len(tags)
    assert all(tag.startswith("duel-") for tag in tags)
    assert not set(tags) & {str(kind.__struct_config__.tag) for kind in pod_registry.EVENTS}
