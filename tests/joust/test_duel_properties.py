"""What holds for every duel, whatever happens in it."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

import msgspec
import pytest

from bot.joust import commands as c
from bot.joust.decide import decide
from bot.joust.duel import Duel, evolve, fold, list_steps
from bot.joust.events import CardInvoked, DuelEvent, StepUndone
from bot.joust_files.duels import read_commands
from bot.rules.acts import Event
from bot.rules.idling import Kept, Warned
from bot.rules.refusals import Refusal
from tests.joust.notation import write
from tests.joust.wandering import Draw, duels, lightly, wander


class Try(NamedTuple):
    """A duel, what is asked of it, the event that comes of it (None: refused), the log before."""

    duel: Duel | None
    command: c.DuelCommand
    event: DuelEvent | None
    log: tuple[DuelEvent, ...]


def tries(draw: Draw) -> Iterator[Try]:
    duel: Duel | None = None
    log: tuple[DuelEvent, ...] = ()
    for _, line, _ in wander(draw):
        for command in read_commands(msgspec.json.decode(write([line])[0]), duel):
            try:
                event = decide(duel, command)
            except Refusal:
                yield Try(duel, command, None, log)
                continue
            yield Try(duel, command, event, log)
            duel, log = evolve(duel, event), (*log, event)


@duels
@lightly
def test_any_accepted_duel_folds_from_its_events(draw: Draw) -> None:
    *_, last = tries(draw)
    assert fold(last.log) == last.duel


@duels
@lightly
def test_events_survive_being_written_down(draw: Draw) -> None:
    *_, last = tries(draw)
    written = msgspec.json.decode(msgspec.json.encode(last.log), type=tuple[DuelEvent, ...])
    assert written == last.log
    assert fold(written) == last.duel


@duels
@lightly
def test_a_refusal_changes_nothing_and_is_always_the_same(draw: Draw) -> None:
    for each in tries(draw):
        if each.event is None:
            with pytest.raises(Refusal):
                decide(each.duel, each.command)
        else:
            assert decide(each.duel, each.command) == each.event
        assert fold(each.log) == each.duel


@duels
@lightly
def test_undo_restores_exactly_the_duel_of_one_step_ago(draw: Draw) -> None:
    for duel, _, event, _ in tries(draw):
        if duel is None or event is None or duel.state == "lobby" or isinstance(event, StepUndone):
            continue
        after = evolve(duel, event)
        assert evolve(after, decide(after, c.UndoStep())) == duel


@duels
@lightly
def test_ids_count_the_invocations_that_still_count(draw: Draw) -> None:
    for duel, *_ in tries(draw):
        if duel is not None:
            ids = [step.id for step in list_steps(duel) if isinstance(step, CardInvoked)]
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
    shared = {Warned, Kept}
    assert set(get_args(DuelEvent)) & set(get_args(Event)) == shared
    tags = [str(kind.__struct_config__.tag) for kind in {*get_args(DuelEvent)} - shared]
    assert len(set(tags)) == len(tags)
    assert all(tag.startswith("duel-") for tag in tags)
    assert not set(tags) & {str(kind.__struct_config__.tag) for kind in get_args(Event)}
