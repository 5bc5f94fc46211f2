"""Facts of the season gate in events, and reports that only a moderator can still confirm."""

from typing import ClassVar, Literal

from msgspec import Struct

from bot.rules.acts import Event

Passed = Literal["moderator", "asked"]
"""The way in which an event passed the season gate.

- `moderator`: its author used a right that only moderators have;
- `asked`: the same, and they had been asked about the seasons that are over and would change.
"""


class Gated(Event, frozen=True, kw_only=True):
    """The base of events that somebody may cause by a moderator's right.

    `passed` is None if the author needed no such right, or if an older version wrote the event.
    """

    audit_code: ClassVar[str] = "managed"
    """The code of the act in the audit trail, if its author used a moderator's right."""

    passed: Passed | None = None


class Lock(Struct, frozen=True):
    """Leave the reports with these versions to moderators, from the moment `at` on.

    `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int


class Locked(Struct, frozen=True, omit_defaults=True, gc=False, tag="locked"):
    """The season of the game is over, so only a moderator can still confirm these reports.

    `claims` are the versions of the reports; `at` is in milliseconds since 1970.
    """

    claims: tuple[int, ...]
    at: int
