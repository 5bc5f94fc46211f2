"""The cards that brought players down, added up from defeats at each request."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, select

from bot.projections.card_keys import CardKeys
from bot.storage.engine.database import Database
from bot.storage.engine.moments import Moment
from bot.storage.engine.schema import card_defeats
from bot.storage.record.strikes import load_struck


class CardLine(Struct, frozen=True):
    """A card as it was written most often, and the number of defeats by it."""

    text: str
    times: int


_HERE = card_defeats.c.guild == bindparam("in_guild")
_SELECT_KNOWN = (
    select(card_defeats.c.card, card_defeats.c.object)
    .where(_HERE, card_defeats.c.card.is_not(None))
    .distinct()
)
_SELECT_CARDS = (
    select(card_defeats.c.card, card_defeats.c.object, func.count().label("times"))
    .where(
        _HERE,
        card_defeats.c.at >= bindparam("start", type_=Moment),
        card_defeats.c.at < bindparam("end", type_=Moment),
    )
    .group_by(card_defeats.c.card, card_defeats.c.object)
)


async def load_deadliest_cards(
    database: Database, guild: int, start: datetime, end: datetime
) -> list[CardLine]:
    """Return the cards that brought somebody down, the deadliest first, without struck texts.

    Raises `Unreachable`.
    """

    def read_cards(connection: Connection) -> list[CardLine]:
        struck = load_struck(connection, guild)
        known = connection.execute(_SELECT_KNOWN, {"in_guild": guild})
        keys = CardKeys((row.card, row.object) for row in known)
        parameters = {"in_guild": guild, "start": start, "end": end}
        groups = defaultdict[str, list[Any]](list)
        for row in connection.execute(_SELECT_CARDS, parameters):
            groups[keys.find(row.card, row.object)].append(row)
        return [
            CardLine(struck(text), times)
            for text, times in sorted(
                map(_add_up, groups.values()), key=lambda each: (-each[1], each)
            )
        ]

    return await database.read(read_cards)


def _add_up(rows: Sequence[Any]) -> tuple[str, int]:
    """Return the commonest text of a card, one with an id first, and its defeats."""
    shown = max(rows, key=lambda row: (row.card is not None, row.times, row.object))
    return shown.object, sum(row.times for row in rows)
