"""Facts of the season gate in events, and reports that only a moderator can still confirm."""

from typing import ClassVar, Literal

from bot.rules.acts import DecisionCode, Event

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

    def name_decision(self, *, by_host: bool) -> DecisionCode | None:
        """Return the act, if its author used a moderator's right."""
        return None if self.passed is None else (self.audit_code, None)
