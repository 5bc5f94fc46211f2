"""The base of events that need a moderator's right if they change a season that is over."""

from typing import ClassVar, Literal

from bot.rules.commands_and_events import AuditCode, Event

ClosedSeasonApproval = Literal["moderator", "asked"]
"""The way in which an event passed the season gate.

- `moderator`: its author used a right that only moderators have;
- `asked`: the same, and they had been asked about the seasons that are over and would change.
"""


class ModeratableEvent(Event, frozen=True, kw_only=True):
    """The base class of events that in some cases need a moderator, such as after the end of a season.

    `passed` says that the author used a moderator's right, or was asked as well about the finished seasons that the
    event changes. None means that the author needed no such right, or that an older version of the bot wrote the event.
    """

    audit_code: ClassVar[str] = "managed"
    """The code of the act in the audit trail, if its author used a moderator's right."""

    passed: ClosedSeasonApproval | None = None

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        return None if self.passed is None else (self.audit_code, None)
