"""Why a command is refused.

Refusal                 the command cannot be carried out now; nothing has changed
"""

from typing import Never

Argument = str | int | tuple[str, ...]


class Refusal(Exception):
    """The rules refuse a command.

    `code` names the message (`refusal-<code>` in the catalogues), `arguments` are its blanks:
    players' keys, numbers, and words of the contract. `field` is the part of the command at
    fault, as in `at_once[0].sources[0].controller`, or empty.
    """

    def __init__(self, code: str, field: str = "", /, **arguments: Argument) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.arguments = arguments

    def with_prefix(self, part: str) -> "Refusal":
        """The refusal of a whole command of which `part` is refused: its field begins with that."""
        field = f"{part}.{self.field}" if self.field else part
        return Refusal(self.code, field, **self.arguments)


def refuse(code: str, field: str = "", /, **arguments: Argument) -> Never:
    """Raise a `Refusal`."""
    raise Refusal(code, field, **arguments)


class Impossible(Exception):
    """An event that cannot follow the ones before it: the log is damaged."""
