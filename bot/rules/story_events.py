"""The events of a pod's story as one type, for the fields of events that hold such events.

A field with the plain base class would decode to empty events without an error, so at run time the type is a union of
all classes with their tags. This module imports all of them.
"""

from typing import TYPE_CHECKING, Union

from bot.rules import (
    choosing,
    closing,
    concession,
    house_deeds,
    joining,
    lobby,
    next_turn,
    night_calls,
    overrides,
    reporting,
    restarting,
    substitutes,
    team_choice,
    winning,
)
from bot.rules.commands_and_events import list_leaf_subclasses
from bot.rules.pod import PodHistoryEvent

MODULES = (
    lobby,
    night_calls,
    joining,
    team_choice,
    reporting,
    concession,
    choosing,
    winning,
    next_turn,
    restarting,
    substitutes,
    house_deeds,
    closing,
    overrides,
)
"""The modules that define the events of a story."""

if TYPE_CHECKING:
    AnyStoryEvent = PodHistoryEvent
else:
    AnyStoryEvent = Union[tuple(list_leaf_subclasses(PodHistoryEvent))]  # noqa: UP007 - made of a list
