"""Texts that a moderator has redacted: a server no longer shows them; the log keeps them.

Code that reads user texts from a row loads the server's redacted texts on the same connection, and replaces them. So
the layers above need not care, no event is edited, and a redaction can be undone.
"""

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from sqlalchemy import Connection, bindparam, select

from bot.storage.engine.point_queries import Rows, SmallQuery
from bot.storage.engine.schema import strikes
from bot.storage.record.redaction import (
    REDACTED,
    normalise_text_for_comparison,
    redact_user_texts_in_json,
    redact_user_texts_in_json_value,
)

T = TypeVar("T")


class RedactedTextsOfServer:
    """The texts that a server's moderators redacted. Calling the object with one of them returns a placeholder.

    A text is redacted as a whole, in any spelling; a longer text that contains it is not.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = frozenset(map(normalise_text_for_comparison, texts))

    def __call__(self, text: str) -> str:
        return REDACTED if self._texts and normalise_text_for_comparison(text) in self._texts else text

    def __bool__(self) -> bool:
        return bool(self._texts)

    def redact_json_text(self, json_text: str) -> str:
        return redact_user_texts_in_json(json_text, self) if self._texts else json_text

    def redact_struct_texts(self, struct: T) -> T:
        """Return a msgspec struct with the server's redacted texts hidden."""
        if not self._texts:
            return struct
        hidden = redact_user_texts_in_json_value(msgspec.to_builtins(struct), self)
        return msgspec.convert(hidden, type(struct))


NOTHING_STRUCK = RedactedTextsOfServer()


_SELECT_STRUCK = select(strikes.c.text).where(strikes.c.guild == bindparam("guild"))


def build_redacted_texts_query(guild_id: int) -> SmallQuery:
    """Return the query for a server's redacted texts, to be read by `parse_redacted_text_rows`."""
    return SmallQuery(_SELECT_STRUCK, {"guild": guild_id})


def parse_redacted_text_rows(rows: Rows) -> RedactedTextsOfServer:
    return RedactedTextsOfServer(text for (text,) in rows) if rows else NOTHING_STRUCK


def load_redacted_texts_of_server(connection: Connection, guild_id: int) -> RedactedTextsOfServer:
    return RedactedTextsOfServer(connection.scalars(_SELECT_STRUCK, {"guild": guild_id}))
