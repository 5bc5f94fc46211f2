"""The messages that always show who on a server has a seat left: one in each channel that wants it.

Which channels want one is a server's setting. A row says what stands on Discord, and which version
of what there is to show that has: both are written in the transaction of what changes them.
"""

from collections.abc import Iterator
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict, force_setattr
from sqlalchemy import BigInteger, bindparam, delete, select, text, update

from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.rulebooks import Game
from bot.rules.pod import Pod
from bot.storage.engine.changes import RowChange
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.schema import guilds, seat_lists
from bot.storage.engine.upserts import Upsert
from bot.storage.record.recorded import Recorded

SETTING = "seat_lists"
"""The field of `ServerSettings`."""


class SeatList(Struct, frozen=True, gc=False):
    """The message of a channel that shows who has a seat left, and should show version `wanted`.

    It shows version `shown`, and `looks` tells what it says. `former` is the message before, while
    that is to be deleted. Since `tried` the next one may have been sent, and nobody knows of it.
    """

    channel: int
    guild: int
    message: int | None = None
    former: int | None = None
    wanted: int = 1
    shown: int = 0
    looks: str | None = None
    tried: datetime | None = None

    @property
    def is_being_sent(self) -> bool:
        """Whether there is no message yet, or one is to follow that is not known of."""
        return self.message == self.former

    @property
    def is_owed(self) -> bool:
        """Whether there is something to do for it."""
        return self.shown < self.wanted or self.former is not None

    def __post_init__(self) -> None:
        if self.tried is not None:
            force_setattr(self, "tried", round_to_milliseconds(self.tried))


_SHOWING = ("message", "former", "shown", "looks", "tried")
_ADD = Upsert(seat_lists)
_PUT = (
    update(seat_lists)
    .where(seat_lists.c.channel == bindparam("in_channel"))
    .values({name: bindparam(name) for name in _SHOWING})
)
_DROP = delete(seat_lists).where(seat_lists.c.channel == bindparam("in_channel"))
_TOUCH = (
    update(seat_lists)
    .where(seat_lists.c.guild == bindparam("of_guild", type_=BigInteger))
    .values(wanted=seat_lists.c.wanted + 1)
)
_HAS_LISTS = text(f"""guilds.settings LIKE '%"{SETTING}"%'""")


def can_be_joined(game: Game | None) -> bool:
    """Whether a game may be on a list, if it has a seat left."""
    match game:
        case Pod() | Duel():
            return game.state == "lobby"
        case Plan():
            return game.is_open
        case None:
            return False


def touch_lists(recorded: Recorded, before: Game | None, after: Game) -> Iterator[RowChange]:
    """What the lists of a server show has changed, if an event is of a lobby or a plan."""
    if can_be_joined(before) or can_be_joined(after):
        yield RowChange(_TOUCH, [{"of_guild": recorded.guild}])


class SeatLists:
    """The lists of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_servers(self) -> set[int]:
        """The servers that have set a channel for one."""
        async with self._database.open_reader() as connection:
            return set(await connection.scalars(select(guilds.c.guild).where(_HAS_LISTS)))

    async def find_all(self, guild: int | None = None) -> list[SeatList]:
        """What stands on Discord, on one server or on all."""
        every = select(seat_lists).order_by(seat_lists.c.guild, seat_lists.c.channel)
        if guild is not None:
            every = every.where(seat_lists.c.guild == guild)
        async with self._database.open_reader() as connection:
            return [SeatList(*row) for row in await connection.execute(every)]

    async def add(self, shown: SeatList) -> None:
        """There is to be one in a channel."""
        await self._database.write(RowChange(_ADD, [asdict(shown)]))

    async def put(self, shown: SeatList) -> None:
        """Remember what stands on Discord; what is wanted of it is for others to say."""
        row = {name: getattr(shown, name) for name in _SHOWING}
        await self._database.write(RowChange(_PUT, [{"in_channel": shown.channel, **row}]))

    async def drop(self, channel: int) -> None:
        """Nothing stands in a channel any more."""
        await self._database.write(RowChange(_DROP, [{"in_channel": channel}]))

    async def doubt(self) -> None:
        """Every message is gone, as in a Discord that began anew: they are sent again."""
        await self._database.write(RowChange(delete(seat_lists), []))
