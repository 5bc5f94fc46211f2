"""Exceptions of the rules: refused commands, and events that cannot follow."""

from typing import Never

Argument = str | int | tuple[str, ...]


class Refusal(Exception):
    """A command that the rules refuse; nothing has changed.

    `code` names the message (`refusal-<code>` in the catalogues). `arguments` fill its blanks:
    players' keys, numbers and words of the transcript format. `field` is the part of the command at
    fault, such as `at_once[0].sources[0].controller`, or empty.
    """

    def __init__(self, code: str, field: str = "", /, **arguments: Argument) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.arguments = arguments

    def with_prefix(self, part: str) -> "Refusal":
        """Return the same refusal with `part` in front of its field."""
        field = f"{part}.{self.field}" if self.field else part
        return Refusal(self.code, field, **self.arguments)


def refuse(code: str, field: str = "", /, **arguments: Argument) -> Never:
    """Raise a `Refusal`."""
    raise Refusal(code, field, **arguments)


class Impossible(Exception):
    """An event that cannot follow the events before it: the log is damaged."""
