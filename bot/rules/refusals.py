"""Why a command is refused.

Refusal                 the command cannot be carried out now; nothing has changed
"""

Argument = str | int | tuple[str, ...]


class Refusal(Exception):
    """The rules refuse a command.

    `code` names the message (`refusal-<code>` in the catalogues), `arguments` are its blanks:
    players' keys, numbers, and words of the contract. `field` is the part of the command at
    fault, as in `sources[0].controller`, or empty.
    """

    def __init__(self, code: str, field: str = "", /, **arguments: Argument) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.arguments = arguments
