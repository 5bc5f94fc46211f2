"""Texts that a moderator has redacted: a server no longer shows them; the log keeps them.

Code that reads user texts from a row loads the server's redacted texts on the same connection, and
replaces them. So the layers above need not care, no event is edited, and a redaction can be undone.
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.storage.engine.point_queries import PointQuery, Rows
from bot.storage.engine.schema import strikes
from bot.storage.record.redaction import REDACTED, fold_text, redact_json_text, redact_json_value

T = TypeVar("T")


class RedactedTexts:
    """The texts that moderators have redacted on one server; calling it returns a text as
    shown.

    A text is redacted as a whole, in any spelling; a longer text that contains it is not.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = frozenset(map(fold_text, texts))

    def __call__(self, text: str) -> str:
        """Return the text, or the redaction mark if the text is redacted."""
        return REDACTED if self._texts and fold_text(text) in self._texts else text

    def __bool__(self) -> bool:
        return bool(self._texts)

    def redact_json(self, payload: str) -> str:
        """Replace the redacted texts in a row's JSON by the redaction mark."""
        return redact_json_text(payload, self) if self._texts else payload

    def redact_struct(self, struct: T) -> T:
        """Replace the redacted texts in a struct by the redaction mark."""
        if not self._texts:
            return struct
        hidden = redact_json_value(msgspec.to_builtins(struct), self)
        return msgspec.convert(hidden, type(struct))


NOTHING_STRUCK = RedactedTexts()


_SELECT_STRUCK = select(strikes.c.text).where(strikes.c.guild == bindparam("guild"))


def query_redacted_texts(guild_id: int) -> PointQuery:
    """Build the point query of a server's redacted texts.

    `parse_redacted_texts` parses its rows.
    """
    return PointQuery(_SELECT_STRUCK, {"guild": guild_id})


def parse_redacted_texts(rows: Rows) -> RedactedTexts:
    """Return the redacted texts of a server from the rows of `query_redacted_texts`."""
    return RedactedTexts(text for (text,) in rows) if rows else NOTHING_STRUCK


def load_redacted_texts(connection: Connection, guild_id: int) -> RedactedTexts:
    """Load the redacted texts of a server."""
    return RedactedTexts(connection.scalars(_SELECT_STRUCK, {"guild": guild_id}))
