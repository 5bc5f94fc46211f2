"""The commands and events of plans and nights: none is forgotten, and the log's format stays."""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import planning
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.next_plan import RecordNextGameOfSeries
from bot.planning.plan import (
    CHECK_IN_LEAD,
    GameNightCommand,
    ImpossiblePlannedGameEventError,
    PlannedGame,
    PlannedGameCommand,
    PlannedGameEvent,
    apply_planned_game_event,
    create_event_of_plan_command,
)
from bot.planning.plan_creation import FutureGamePlanned, PlanFutureGame
from bot.planning.plan_registry import COMMANDS, EVENTS, MODULES
from bot.planning.scheduled_event import RecordScheduledEventState, ScheduledEventStateRecorded
from bot.rulebooks import RULEBOOKS
from bot.rules.commands_and_events import Command, Event
from bot.rules.players import find_players_in_event_fields, replace_players_in_event_or_state
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.rights import CommandRight
from bot.storage.record.audit import DECISIONS
from bot.storage.record.codec import UPCASTERS, encode_event_as_json
from bot.storage.record.codec import decode_event_of_any_schema as decode_row
from tests.effort import examples
from tests.storage.shapes import any_of

ROWS = (
    '{"type":"night-points-taken","player":"p-ana","points":2,"reason":"p-text","round":2,"by":"p-bo","passed":"asked"}',
    '{"type":"night-calls","sent":{"1":5},"over":[2],"again":{"3":6}}',
    '{"type":"night-seats-assigned","serial":1,"call":1,"seated":["p-ana"],"missing":["p-bo"],"joined":["p-cy"],'
    '"free":1,"is_void":true}',
    '{"type":"plan-made","setup":{"title":"p-text"},"host":"p-ana","at":5,"players":["p-bo"],'
    '"every":{"weeks":1,"weekday":2,"minute":3},"listing":true,"quiet":true,"checking":true,'
    '"night":{"rounds":3,"minutes":60,"channels":[7]},"tags":{"p-cy":"t"},"asked":[4,5]}',
    '{"type":"moment-picked","player":"p-ana","at":5,"can":false}',
    '{"type":"moment-chosen","made":{"type":"plan-made","setup":{},"host":"p-ana","at":5,'
    '"players":["p-bo"],"tags":{"p-cy":"t"}},"called":["p-di"],"passed":"moderator"}',
    '{"type":"signed-up","player":"p-ana","present":true,"tag":"t"}',
    '{"type":"signed-off","player":"p-ana"}',
    '{"type":"reminder-set","player":"p-ana","wanted":false}',
    '{"type":"check-in-opened"}',
    '{"type":"checked-in","player":"p-ana"}',
    '{"type":"reminded","player":"p-ana","reached":false}',
    '{"type":"plan-held-up"}',
    '{"type":"plan-moved","at":5,"called":["p-ana"],"checking":true,"passed":"asked"}',
    '{"type":"plan-gathered","players":["p-ana"],"channel":7,"pod":1}',
    '{"type":"plan-cancelled","lapsed":true,"series":true,"called":["p-ana"],"passed":"asked"}',
    '{"type":"plan-repeated","pod":1}',
    '{"type":"plan-listed","listing":9,"shows":"gathered","trouble":"gone","at":5,"typed":2}',
    '{"type":"night-begun","at":5}',
    '{"type":"round-seated","round":1,"pods":[["p-ana","p-bo"]],"out":["p-cy"],"at":5,'
    '"points":{"p-di":2},"apart":"h","brackets":{"p-eve":3},"earlier_ids":{"p-fay":"p-gus"},'
    '"by":"p-hal","reason":"p-text","places":{"p-ida":1},"through":["p-jo"],"strengths":{"p-di":900},"passed":"asked"}',
    '{"type":"night-pods-drawn-again","round":1,"pods":[["p-ana","p-bo"]],"out":["p-cy"],"stayed":[1],'
    '"pods_before":[["p-kim"]],"out_before":["p-lou"],"points":{"p-di":2},"apart":"h","brackets":{"p-eve":3},'
    '"earlier_ids":{"p-fay":"p-gus"},"by":"p-hal","reason":"p-text","places":{"p-ida":1},"through":["p-jo"],'
    '"strengths":{"p-di":900},"passed":"asked"}',
    '{"type":"night-pod-opened","serial":1,"channel":7,"pod":2}',
    '{"type":"night-pod-voided","serial":1}',
    '{"type":"night-dropped","player":"p-ana","passed":"asked"}',
    '{"type":"night-added","player":"p-ana","tag":"t","brought_by":"p-bo","unconfirmed":true,"passed":"asked"}',
    '{"type":"night-swapped","one":"p-ana","other":"p-bo","by":"p-cy","passed":"asked"}',
    '{"type":"night-paused","at":5,"passed":"asked"}',
    '{"type":"night-resumed","since":4,"at":5,"passed":"asked"}',
    '{"type":"time-called","round":1}',
    '{"type":"night-closed","at":5,"lapsed":true,"passed":"asked"}',
    '{"type":"night-undone","act":1,"passed":"asked"}',
)  # fmt: skip
"""A row of the log for each event, with every field; players are called `p-` and a name."""

UNTOLD = "p-text"
"""A text that is no player's name, although it looks like one."""

PLAN = apply_planned_game_event(
    None, create_event_of_plan_command(None, PlanFutureGame(PodSetup(), "ana", 2 * CHECK_IN_LEAD, 0))
)
CANCELLED = apply_planned_game_event(PLAN, create_event_of_plan_command(PLAN, CancelPlannedGame()))

each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split('"')[3])
each_command = pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)


def read(row: str) -> PlannedGameEvent:
    name = msgspec.json.decode(row)["type"]
    newest = max((old + 1 for known, old in UPCASTERS if known == name), default=1)
    event = decode_row(name, newest, row)
    assert isinstance(event, PlannedGameEvent)
    return event


def list_modules() -> Iterator[str]:
    """Yield the modules that have commands or events of plans, the base classes aside."""
    for found in pkgutil.iter_modules(planning.__path__, f"{planning.__name__}."):
        module = import_module(found.name)
        kinds = [kind for _, kind in inspect.getmembers(module, inspect.isclass)]
        own = [kind for kind in kinds if kind.__module__ == found.name]
        if found.name != "bot.planning.plan" and any(issubclass(k, Command | Event) for k in own):
            yield found.name


def test_every_module_with_an_act_is_a_subject() -> None:
    assert sorted(list_modules()) == sorted(each.__name__ for each in MODULES)


def test_rulebook_of_plans_has_their_commands_and_events() -> None:
    [book] = [book for book in RULEBOOKS if book.state is PlannedGame]
    assert {*book.commands} == {*COMMANDS}
    assert {*book.events} == {*EVENTS}
    assert [each for each in COMMANDS if each.opens] == [PlanFutureGame]
    assert [each for each in EVENTS if each.opens] == [FutureGamePlanned]
    assert book.close(True) == CancelPlannedGame(lapsed=True)


@each_command
def test_every_command_has_a_right(kind: type[PlannedGameCommand]) -> None:
    assert isinstance(kind.right, CommandRight)


@each_row
def test_event_is_written_as_it_was_read(row: str) -> None:
    assert encode_event_as_json(read(row)).payload == row


@each_row
def test_every_player_of_an_event_is_found_and_renamed(row: str) -> None:
    names = {*re.findall(r'"(p-\w+)"', row)} - {UNTOLD}
    event = read(row)
    assert find_players_in_event_fields(event) == names
    renamed = encode_event_as_json(replace_players_in_event_or_state(event, str.upper)).payload
    assert renamed == re.sub(r'"(p-\w+)"', lambda m: m[0] if m[1] == UNTOLD else m[0].upper(), row)


def test_every_event_has_a_row_with_all_its_fields() -> None:
    written = {type(read(row)): {*msgspec.json.decode(row)} - {"type"} for row in ROWS}
    assert written == {kind: {*kind.__struct_fields__} for kind in EVENTS}


@each_row
def test_act_has_its_code_in_the_audit_trail_whoever_asked(row: str) -> None:
    event = read(row)
    assert isinstance(event, PlannedGameEvent)
    code = event.find_audit_trail_code(is_host_action=False)
    assert (None if code is None else code[0].removesuffix("-series")) == (event.audit_code or None)


def test_events_of_the_audit_trail_have_their_codes() -> None:
    codes = {kind.__struct_config__.tag: kind.audit_code for kind in EVENTS if kind.audit_code}
    assert codes == {
        "moment-chosen": "settled",
        "plan-cancelled": "unplanned",
        "plan-moved": "moved",
        "night-added": "night-added",
        "night-closed": "night-closed",
        "night-dropped": "night-dropped",
        "night-paused": "night-paused",
        "night-pods-drawn-again": "night-redrawn",
        "night-points-taken": "night-points",
        "night-resumed": "night-resumed",
        "night-swapped": "night-swapped",
        "night-undone": "night-undone",
        "round-seated": "night-seated",
    }
    assert {*codes.values()} <= {*DECISIONS}


@each_row
def test_event_cannot_precede_its_plan_or_make_a_plan_twice(row: str) -> None:
    event = read(row)
    with pytest.raises(ImpossiblePlannedGameEventError):
        apply_planned_game_event(PLAN if event.opens else None, event)


@each_row
def test_cancelled_plan_has_no_event_but_those_after_the_end(row: str) -> None:
    event = read(row)
    if isinstance(event, ScheduledEventStateRecorded):
        assert apply_planned_game_event(CANCELLED, event).listed == event
        return
    with pytest.raises(ImpossiblePlannedGameEventError):
        apply_planned_game_event(CANCELLED, event)


@each_command
@settings(max_examples=examples(5))
@given(data=st.data())
def test_every_command_is_refused_without_its_plan_or_night(
    kind: type[PlannedGameCommand], data: st.DataObject
) -> None:
    if kind.opens:
        return
    command = data.draw(any_of(kind))
    assert refuse(None, command) == "no-plan"
    if issubclass(kind, GameNightCommand):
        assert refuse(PLAN, command) == "no-night"
    late = "plan-late" if issubclass(kind, RecordNextGameOfSeries | RecordScheduledEventState) else "plan-cancelled"
    assert refuse(CANCELLED, command) == late


def refuse(plan: PlannedGame | None, command: PlannedGameCommand) -> str:
    with pytest.raises(Refusal) as refused:
        create_event_of_plan_command(plan, command)
    return refused.value.code
