"""Texts that a moderator struck out: a server shows them no more, and the log keeps them.

Whoever reads from a row what somebody typed asks here, on the same connection, what is struck on
that server. So nobody further up has to think of it, no past event is edited, and a text that is
struck out no more is there again.
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.storage.engine.point_reads import Question, Rows
from bot.storage.engine.schema import strikes
from bot.storage.record.redaction import MARK, fold_text, redact_json, redact_value

T = TypeVar("T")


class Struck:
    """The texts that are struck out on one server; called with a text, it gives what to show.

    A text is struck as a whole, however it is written: another one that holds it is another text.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = frozenset(map(fold_text, texts))

    def __call__(self, text: str) -> str:
        """The text, or the mark that stands for it."""
        return MARK if self._texts and fold_text(text) in self._texts else text

    def __bool__(self) -> bool:
        return bool(self._texts)

    def hide_in_json(self, payload: str) -> str:
        """A row's JSON with the mark in the place of each text that is struck."""
        return redact_json(payload, self) if self._texts else payload

    def hide_in(self, value: T) -> T:
        """A struct, with the mark in the place of each text that is struck."""
        if not self._texts:
            return value
        hidden = redact_value(msgspec.to_builtins(value), self)
        return msgspec.convert(hidden, type(value))


NOTHING_STRUCK = Struck()


_STRUCK = select(strikes.c.text).where(strikes.c.guild == bindparam("guild"))


def ask_struck(guild: int) -> Question:
    """The question what is struck out on a server; `read_struck` reads the answer."""
    return Question(_STRUCK, {"guild": guild})


def read_struck(rows: Rows) -> Struck:
    """What is struck out on a server, from the answer to `ask_struck`."""
    return Struck(text for (text,) in rows) if rows else NOTHING_STRUCK


def find_struck(connection: Connection, guild: int) -> Struck:
    """Return what is struck out on a server."""
    return Struck(connection.scalars(_STRUCK, {"guild": guild}))
