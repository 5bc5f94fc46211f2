"""The commands and events of a duel as classes: each says all that others need of it."""

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, inspect

from bot import joust
from bot.formatters.duels import RENDERERS, DuelSentenceFormatter
from bot.i18n import LOCALES, load_translations
from bot.joust.duel import DuelCommand, DuelEvent, DuelStepEvent
from bot.joust.duel_registry import COMMANDS, EVENTS, SUBJECTS
from bot.joust.lobby import DuelOpened, OpenDuel
from bot.rules.commands_and_events import Event, list_leaf_subclasses
from bot.rules.players import find_players_in_event_fields, replace_players_in_event_or_state
from bot.rules.rights import CommandRight
from bot.storage.record.codec import decode_event_of_any_schema, encode_event_as_json
from tests.effort import examples
from tests.storage.shapes import any_of

STEPS = [kind for kind in EVENTS if issubclass(kind, DuelStepEvent)]

FIELDS = {
    "duel-opened": "setup host players secret",
    "duel-joined": "player",
    "duel-left": "player host passed",
    "duel-started": "players first hand outcome rolls die passed",
    "duel-placed": "by family outcome zone",
    "duel-drew": "by outcome",
    "duel-invoked": "by id card outcome pay",
    "duel-used": "by card outcome pay",
    "duel-wear": "by card roll bonus total kept outcome die",
    "duel-attack": "by against rolls bonuses totals success outcome die",
    "duel-changed": "player because change outcome passed",
    "duel-turn-ended": "by outcome",
    "duel-conceded": "player outcome passed",
    "duel-closed": "idle disputable passed",
    "duel-undone": "secret reason passed",
    "duel-proposed": "by what taken_back",
    "duel-settled": "",
    "duel-disputed": "by taken_back passed",
    "duel-end-shown": "begins",
    "duel-locked": "",
    "duel-upheld": "passed",
    "duel-presented": "by text",
    "warned": "",
    "kept": "passed",
}
"""The tags of the events, and the keys of their JSON in order: the format of every log."""


def find_tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def test_every_module_that_defines_acts_of_a_duel_is_a_subject() -> None:
    for module in iter_modules(joust.__path__, f"{joust.__name__}."):
        import_module(module.name)
    known = {each.__name__ for each in SUBJECTS}
    bases: list[Any] = [DuelCommand, DuelEvent]
    for kind in (kind for base in bases for kind in list_leaf_subclasses(base)):
        if kind.__module__.startswith("bot."):
            assert kind in {*COMMANDS, *EVENTS}, f"{kind} of {kind.__module__}: see SUBJECTS"
            assert kind.__module__ in known


def test_tags_and_fields_of_events_are_those_of_every_log() -> None:
    assert {find_tag(kind): " ".join(kind.__struct_fields__) for kind in EVENTS} == FIELDS


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_every_command_of_a_duel_has_a_right(kind: type[DuelCommand]) -> None:
    assert isinstance(kind.right, CommandRight)


def test_a_duel_is_opened_by_one_command_and_one_event() -> None:
    assert [kind for kind in COMMANDS if kind.opens] == [OpenDuel]
    assert [kind for kind in EVENTS if getattr(kind, "opens", False)] == [DuelOpened]


# Sentences


@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
def test_a_step_tells_itself_or_has_a_renderer(kind: type[DuelStepEvent]) -> None:
    assert (kind.build_event_sentence is not Event.build_event_sentence) is (kind not in RENDERERS)


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("kind", STEPS, ids=lambda kind: kind.__name__)
@settings(max_examples=examples(10))
@given(data=st.data())
def test_every_step_has_a_sentence_in_every_language(
    kind: type[DuelStepEvent], locale: Any, data: st.DataObject
) -> None:
    said: list[str] = []

    def name(player: str) -> str:
        said.append(player)
        return "Zoë"

    words = DuelSentenceFormatter(load_translations(locale), name)
    step = data.draw(any_of(kind))
    sentence = words.describe_duel_step(step, defaultdict(lambda: "Kettle"))
    assert sentence
    assert "{" not in sentence
    assert sentence.count("Zoë") >= len(said)


# The log


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_no_field_is_of_a_class_with_subclasses_which_would_be_read_as_empty(kind: type[Event]) -> None:
    for each in list_structs(inspect.type_info(kind)):
        assert each.__subclasses__() == [], f"{kind.__name__} holds a {each.__name__}"


def list_structs(shape: Any) -> Iterator[type[Struct]]:
    """Every class of structs in a type."""
    if isinstance(shape, inspect.StructType):
        yield shape.cls
        for field in shape.fields:
            yield from list_structs(field.type)
    for part in ("type", "item_type", "key_type", "value_type"):
        if (inner := getattr(shape, part, None)) is not None:
            yield from list_structs(inner)
    for parts in ("types", "item_types"):
        for inner in getattr(shape, parts, ()):
            yield from list_structs(inner)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@settings(max_examples=examples(20))
@given(data=st.data())
def test_every_player_of_an_event_is_found_and_renamed_as_it_is_read(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(any_of(kind))
    named = {getattr(event, each) for each in PLAYERS if hasattr(event, each)}
    named |= {*getattr(event, "players", ())}
    outcome = getattr(event, "outcome", None)
    named |= {*outcome.quadrants, *outcome.hands, *outcome.wasted} if outcome else set()
    found = find_players_in_event_fields(event)
    assert named <= found
    called = {player: f"{number}!" for number, player in enumerate(sorted(found))}
    other = replace_players_in_event_or_state(
        decode_event_of_any_schema(*encode_event_as_json(event)), called.__getitem__
    )
    assert find_players_in_event_fields(other) == set(called.values())
    back = {name: player for player, name in called.items()}
    assert (
        replace_players_in_event_or_state(decode_event_of_any_schema(*encode_event_as_json(other)), back.__getitem__)
        == event
    )


PLAYERS = ("by", "player", "host", "first", "against")
"""Fields that hold a player in every event that has them."""
