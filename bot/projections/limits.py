"""Limits on the open and planned games of one person, and of a whole server.

The tables with the counted rows are written with every event. So a limit holds even if many commands come at the same
moment: its conditions are part of the write.
"""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any

from msgspec import Struct
from sqlalchemy import BindParameter, Integer, Select, bindparam, case, exists, func, or_, select

from bot.projections.plans import MAX_DISCORD_ID, OPEN_STATES
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import WriteCondition
from bot.storage.engine.schema import IS_OPEN, IS_PLANNED, events, plans, pods, results
from bot.storage.record.log import ENTERED_TYPE

_GUILD: BindParameter[Any] = bindparam("guild")
_PLAYER: BindParameter[Any] = bindparam("me")


class QueriesToCheckLimit(Struct, frozen=True, eq=False):
    """The queries that check a limit, such as that on open games, and the refusals above it."""

    name: str
    rows: Select[Any]
    refuse_own: Callable[[tuple[str, ...]], Refusal]
    refuse_every: Callable[[int], Refusal]
    own_exceeded: Select[Any]
    exceeded: Select[Any]


def build_queries_to_check_limit(
    limit_name: str,
    counted_rows_query: Select[Any],
    build_player_refusal: Callable[[tuple[str, ...]], Refusal],
    build_server_refusal: Callable[[int], Refusal],
) -> QueriesToCheckLimit:
    """Build the queries that count one person's rows and a server's rows for a limit, such as open games.

    `counted_rows_query` must have the columns `channel` and `by`, and the parameter `guild`. `build_player_refusal`
    builds the refusal from the channels of the person's own rows, `build_server_refusal` from the number of all rows.
    """
    counted = counted_rows_query.subquery()
    mine = select(counted).where(counted.c.by == _PLAYER)
    return QueriesToCheckLimit(
        limit_name,
        counted_rows_query,
        build_player_refusal,
        build_server_refusal,
        _build_count_above_maximum_query(mine),
        _build_count_above_maximum_query(select(counted)),
    )


def _build_count_above_maximum_query(counted_rows_query: Select[Any]) -> Select[Any]:
    number = select(func.count().label("number")).select_from(counted_rows_query.subquery()).subquery()
    return select(number.c.number).where(number.c.number > bindparam("most", type_=Integer))


_IS_OPENING_OF_POD = (events.c.channel == pods.c.channel) & (events.c.version == pods.c.pod)
_IS_MAKING_OF_PLAN = (events.c.channel == plans.c.channel) & (events.c.version == plans.c.pod)

_WAS_OPENED_FOR_NIGHT = (events.c.interaction < -MAX_DISCORD_ID) & (events.c.interaction % 2 == 0)
"""The bot opened the pod for a night: its host is one of the players and has opened nothing themself."""

_OPENER = case((_WAS_OPENED_FOR_NIGHT, None), else_=events.c.by).label("by")

OPEN_GAMES = build_queries_to_check_limit(
    "open games",
    select(pods.c.channel, _OPENER).join(events, _IS_OPENING_OF_POD).where(IS_OPEN, pods.c.guild == _GUILD),
    lambda channels: Refusal("many-opened", channels=channels),
    lambda number: Refusal("many-open", most=number),
)
"""Pods and duels that are not over, by who opened them; a pod of a night is nobody's."""

OPEN_PLANS = build_queries_to_check_limit(
    "open plans",
    select(plans.c.channel, events.c.by)
    .join(events, _IS_MAKING_OF_PLAN)
    .where(IS_PLANNED, or_(*(plans.c.state == state for state in OPEN_STATES)))
    .where(plans.c.guild == _GUILD),
    lambda channels: Refusal("plan-many", channels=channels),
    lambda number: Refusal("plan-most", most=number),
)
"""Plans that are still ahead, by who made them."""


UNCONFIRMED_ENTRIES = build_queries_to_check_limit(
    "entered games",
    select(pods.c.channel, events.c.by)
    .join(events, _IS_OPENING_OF_POD)
    .where(pods.c.guild == _GUILD, pods.c.unsettled.is_not(None), events.c.type == ENTERED_TYPE)
    .where(~exists().where(results.c.channel == pods.c.channel, results.c.pod == pods.c.pod)),
    lambda channels: Refusal("entry-many", channels=channels),
    lambda number: Refusal("entry-many", channels=(f"{number}",)),
)
"""Entered games that nobody has confirmed or taken back yet, by who entered them."""

MAX_UNCONFIRMED_ENTRIES = 3
"""The most unconfirmed entered games of a person on a server."""


class OpenGamesLimit(Struct, frozen=True):
    """A limit on open or planned games: `own` for a person, `every` for a server."""

    counted: QueriesToCheckLimit
    own: float
    every: float

    @property
    def player_and_server_refusal_codes(self) -> tuple[str, str]:
        return (self.counted.refuse_own(()).code, self.counted.refuse_every(0).code)

    async def require_player_below_limit(self, database: Database, guild_id: int, player: Player) -> None:
        """Raise `Refusal` if the player or the server has reached the limit."""
        rows = await database.fetch_rows(self.counted.rows, {"guild": guild_id})
        mine = tuple(f"<#{row.channel}>" for row in rows if row.by == player)
        if len(mine) >= self.own:
            raise self.counted.refuse_own(mine)
        if len(rows) >= self.every:
            raise self.counted.refuse_every(len(rows))

    def list_write_conditions(self, guild_id: int, player: Player) -> Iterator[WriteCondition]:
        """Yield SQL conditions by which the database refuses a write that would exceed the limit."""
        key = f"{self.counted.name} {guild_id}"
        here = {"guild": guild_id}
        if isfinite(self.own):
            mine = {**here, "me": player, "most": int(self.own)}
            yield WriteCondition(key, self.counted.own_exceeded, mine)
        if isfinite(self.every):
            yield WriteCondition(key, self.counted.exceeded, {**here, "most": int(self.every)})
