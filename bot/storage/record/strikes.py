"""Texts that a moderator struck out: a server no longer shows them; the log keeps them.

Code that reads typed texts from a row reads the server's struck texts on the same connection, and
replaces them. So the layers above need not care, no event is edited, and a strike can be lifted.
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.storage.engine.point_reads import Question, Rows
from bot.storage.engine.schema import strikes
from bot.storage.record.redaction import REDACTED, fold_text, redact_json, redact_value

T = TypeVar("T")


class Struck:
    """The struck texts of one server; calling it with a text returns the text to show.

    A text is struck as a whole, in any spelling; a longer text that contains it is not struck.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = frozenset(map(fold_text, texts))

    def __call__(self, text: str) -> str:
        """Return the text, or the mark if it is struck."""
        return REDACTED if self._texts and fold_text(text) in self._texts else text

    def __bool__(self) -> bool:
        return bool(self._texts)

    def hide_in_json(self, payload: str) -> str:
        """Replace the struck texts in a row's JSON by the mark."""
        return redact_json(payload, self) if self._texts else payload

    def hide_in(self, value: T) -> T:
        """Replace the struck texts in a struct by the mark."""
        if not self._texts:
            return value
        hidden = redact_value(msgspec.to_builtins(value), self)
        return msgspec.convert(hidden, type(value))


NOTHING_STRUCK = Struck()


_SELECT_STRUCK = select(strikes.c.text).where(strikes.c.guild == bindparam("guild"))


def ask_struck(guild: int) -> Question:
    """Return the point read of a server's struck texts; `read_struck` reads its rows."""
    return Question(_SELECT_STRUCK, {"guild": guild})


def read_struck(rows: Rows) -> Struck:
    """Return the struck texts of a server from the rows of `ask_struck`."""
    return Struck(text for (text,) in rows) if rows else NOTHING_STRUCK


def load_struck(connection: Connection, guild: int) -> Struck:
    """Return the struck texts of a server."""
    return Struck(connection.scalars(_SELECT_STRUCK, {"guild": guild}))
