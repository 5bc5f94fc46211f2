"""Reading the events of pods that were written as JSON."""

from typing import Any

import msgspec

from bot.rules.commands_and_events import Event
from bot.rules.pod_registry import EVENTS

_ANY: Any = EVENTS[0]
for _each in EVENTS[1:]:
    _ANY = _ANY | _each


def read_events(written: bytes) -> list[Event]:
    """Return the events of a JSON list; each object says its type."""
    events: list[Event] = msgspec.json.decode(written, type=list[_ANY])
    return events
