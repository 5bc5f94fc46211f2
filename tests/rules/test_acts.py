"""Every command of a pod says who may ask it, and every event what it does and how it is told."""

import importlib
import pkgutil
import typing
from types import UnionType
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

import bot
from bot.front.game_texts.story import RENDERERS
from bot.rulebooks import EVENTS as ALL_EVENTS
from bot.rules.commands_and_events import Command, Event, list_leaf_subclasses
from bot.rules.pod import (
    ConfirmableEvent,
    EventRecreatedAfterUndo,
    LinkedEventList,
    Pod,
    PodEvent,
    PodHistoryEvent,
    UnconfirmedGameReport,
)
from bot.rules.pod_registry import COMMANDS, EVENTS
from bot.rules.rights import CommandRight
from bot.rules.story_events import AnyStoryEvent
from bot.rules.undoing import KeepableStep
from tests.effort import examples
from tests.storage.shapes import any_of

TAGS = {
    *("opened", "joined", "worded", "sided", "left", "balanced", "variant-changed", "setup-changed", "started"),
    *("call-ended", "seats-filled"),
    *("defeated", "conceded", "chose", "won", "drew", "turn-began", "restarted", "subgame-began"),
    *("substituted", "deed-claimed", "deed-voted", "deed-given", "undone", "confirmed", "disputed", "locked", "closed"),
    *("overruled", "corrected", "entered", "vote-called", "said-present", "voted", "counted"),
    *("moderators-called", "time-up", "dispute-begun", "end-shown", "deck-named", "seat-offered"),
    *("result-granted", "link-set", "warned", "kept"),
}
"""The tags under which logs hold the events of pods."""

NEVER_READ = {
    *(
        "AcceptedCommand",
        "CorrectGameReports",
        "Duel",
        "GameNight",
        "GameRulebook",
        "LatestEventDetails",
        "LinkedEventList",
    ),
    *("Pod", "ModeratorDecisionDraft", "StoredEvent", "UnconfirmedGameReport"),
}
"""Structs with events in memory, which nobody reads from JSON."""


def test_logs_find_every_event_under_its_tag() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in EVENTS}
    assert not tags - TAGS, f"TAGS in tests/rules/test_acts.py: add {sorted(tags - TAGS)}"
    assert not TAGS - tags, f"logs hold events with the tags {sorted(TAGS - tags)}: a class for each has to stay"


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_every_command_says_who_may_ask_it(kind: type[Command]) -> None:
    assert isinstance(kind.right, CommandRight), f"give {kind.__name__} in {find_file(kind)} a `right`"


def find_file(kind: type) -> str:
    return f"{kind.__module__.replace('.', '/')}.py"


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_every_event_has_a_sentence_or_a_renderer(kind: type[Event]) -> None:
    has_sentence = kind.build_event_sentence is not Event.build_event_sentence
    assert has_sentence != (kind in RENDERERS), (
        f"{kind.__name__} in {find_file(kind)} needs `build_event_sentence`, or else a row of RENDERERS in"
        " bot/front/game_texts/story.py, not both"
    )


def test_unions_for_fields_hold_every_class() -> None:
    assert {*typing.get_args(AnyStoryEvent)} == {*list_leaf_subclasses(PodHistoryEvent)}
    assert {*typing.get_args(KeepableStep)} == {*list_leaf_subclasses(EventRecreatedAfterUndo)}


def test_base_class_is_no_type_of_a_field_that_is_read() -> None:
    bases = {base for kind in ALL_EVENTS for base in kind.__mro__ if issubclass(base, Event)}
    bases -= {*ALL_EVENTS}
    found = {kind.__name__ for kind in _import_structs() if any(bases & {*_walk(hint)} for hint in _find_hints(kind))}
    assert found <= NEVER_READ, (
        f"{sorted(found - NEVER_READ)} have fields of a base class of events, which decode to empty objects: give the"
        " fields a union of tagged classes, or, if nobody decodes the struct, add it to NEVER_READ in"
        " tests/rules/test_acts.py"
    )
    assert {Pod.__name__, LinkedEventList.__name__, UnconfirmedGameReport.__name__} <= found


def _import_structs() -> list[type[Struct]]:
    """Return all structs of the bot."""
    for module in pkgutil.walk_packages(bot.__path__, "bot."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return [kind for kind in _walk_structs(Struct) if kind.__module__.startswith("bot.")]


def _walk_structs(base: type[Struct]) -> list[type[Struct]]:
    return [each for kind in base.__subclasses__() for each in (kind, *_walk_structs(kind))]


def _find_hints(kind: type[Struct]) -> list[Any]:
    hints = typing.get_type_hints(kind)
    return [hints[field.name] for field in msgspec.structs.fields(kind)]


def _walk(hint: Any) -> list[Any]:
    """Return the classes in a type hint."""
    parts = typing.get_args(hint) if not isinstance(hint, UnionType) else hint.__args__
    if parts:
        return [each for part in parts for each in _walk(part)]
    return [hint] if isinstance(hint, type) else []


def test_base_class_reads_as_an_empty_event() -> None:
    """What the test above guards against: the error would be silent."""
    assert type(msgspec.convert({"player": "ana"}, PodEvent)) is PodEvent


@pytest.mark.parametrize(
    "kind", [kind for kind in list_leaf_subclasses(PodHistoryEvent) if issubclass(kind, ConfirmableEvent)]
)
@settings(max_examples=examples(5))
@given(data=st.data())
def test_event_that_is_judged_again_keeps_its_claim(kind: type[PodHistoryEvent], data: st.DataObject) -> None:
    former = data.draw(any_of(kind))
    again = replace(former, claim=None).copy_confirmation_from(former)
    assert again == former
