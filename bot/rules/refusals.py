"""Exceptions of the rules: refused commands, and events that cannot follow."""

from typing import Never

Argument = str | int | tuple[str, ...]


RECORDED = frozenset(
    {
        *("already-conceding", "already-in", "already-open", "closed", "finished", "full"),
        *("not-in-variant", "not-yours", "nothing-to-choose", "nothing-to-undo", "seat-given"),
        *("table-size", "too-few", "too-late-to-join", "waiting"),
        *("duel-closed", "duel-finished", "duel-open", "duel-started"),
    }
)
"""Codes of refusals whose words say what to do at a table.

Of a game that was played already they are told in other words, `refusal-recorded-<code>`.
"""


class Refusal(Exception):
    """The exception for a command that the rules forbid; the game stays unchanged.

    `code` names the message (`refusal-<code>` in the catalogues). `arguments` fill its blanks: players' keys, numbers
    and words of the transcript format. `field` is the part of the command at fault, such as
    `at_once[0].sources[0].controller`, or empty.
    """

    def __init__(self, code: str, field: str = "", /, **arguments: Argument) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.arguments = arguments

    def add_field_prefix(self, field_path_prefix: str) -> "Refusal":
        """Return the refusal with `field_path_prefix` before the name of the command's wrong field."""
        field = f"{field_path_prefix}.{self.field}" if self.field else field_path_prefix
        return Refusal(self.code, field, **self.arguments)

    def reword_for_past_game(self) -> "Refusal":
        """Return the refusal in words that suit a past game, recorded after it was played."""
        if self.code not in RECORDED:
            return self
        return Refusal(f"recorded-{self.code}", self.field, **self.arguments)


def raise_refusal(message_code: str, wrong_field: str = "", /, **message_arguments: Argument) -> Never:
    """Raise a `Refusal` with a message code, the name of the command's wrong field, and values for the message."""
    raise Refusal(message_code, wrong_field, **message_arguments)


class ImpossibleEventError(Exception):
    """The error that a stored event does not fit the events before it, so the event log is damaged."""
