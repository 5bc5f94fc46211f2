"""The cards that defeated players, counted from the defeats at each request."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, select

from bot.projections.card_keys import CardSpellingIndex
from bot.storage.engine.database import Database
from bot.storage.engine.schema import card_defeats
from bot.storage.engine.timestamps import MillisecondDateTime
from bot.storage.record.redacted_texts import load_redacted_texts_of_server


class CardDefeatCount(Struct, frozen=True):
    """A card in its most frequent spelling, and how many players it has beaten."""

    text: str
    times: int


_HERE = card_defeats.c.guild == bindparam("in_guild")
_SELECT_KNOWN = (
    select(card_defeats.c.card, card_defeats.c.object).where(_HERE, card_defeats.c.card.is_not(None)).distinct()
)
_SELECT_CARDS = (
    select(card_defeats.c.card, card_defeats.c.object, func.count().label("times"))
    .where(
        _HERE,
        card_defeats.c.at >= bindparam("start", type_=MillisecondDateTime),
        card_defeats.c.at < bindparam("end", type_=MillisecondDateTime),
    )
    .group_by(card_defeats.c.card, card_defeats.c.object)
)


async def load_deadliest_cards(
    database: Database, guild_id: int, start_time: datetime, end_time: datetime
) -> list[CardDefeatCount]:
    """Load the cards that beat most players in a period, the most frequent first.

    Redacted texts are left out.
    """

    def count_defeats_by_card(connection: Connection) -> list[CardDefeatCount]:
        struck = load_redacted_texts_of_server(connection, guild_id)
        known = connection.execute(_SELECT_KNOWN, {"in_guild": guild_id})
        keys = CardSpellingIndex((row.card, row.object) for row in known)
        parameters = {"in_guild": guild_id, "start": start_time, "end": end_time}
        groups = defaultdict[str, list[Any]](list)
        for row in connection.execute(_SELECT_CARDS, parameters):
            groups[keys.find_statistics_key_of_card(row.card, row.object)].append(row)
        return [
            CardDefeatCount(struck(text), times)
            for text, times in sorted(map(_merge_card_spellings, groups.values()), key=lambda each: (-each[1], each))
        ]

    return await database.run_read_transaction(count_defeats_by_card)


def _merge_card_spellings(defeat_rows: Sequence[Any]) -> tuple[str, int]:
    """Return a card's most frequent spelling, and its number of defeats in all spellings."""
    shown = max(defeat_rows, key=lambda row: (row.card is not None, row.times, row.object))
    return shown.object, sum(row.times for row in defeat_rows)
