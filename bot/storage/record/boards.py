"""Where each pod's board is, how much of the log it shows, and which boards are owed.

An event and the board that it calls for are written in one transaction: whatever happens
between the log and Discord, what is owed is found again.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import and_, bindparam, or_, select, tuple_, update

from bot.lru_cache import LruCache
from bot.rules.facts import Player
from bot.storage.engine.changes import RowChange, Upsert
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.point_reads import Question
from bot.storage.engine.schema import OPEN, boards, plans, pods
from bot.storage.record.recorded import Recorded


class Board(Struct, frozen=True, gc=False):
    """The message that shows a pod, and should show the log up to the version `wanted`.

    It shows the version `shown`, in `language` where the server has not chosen one. `message` was
    `posted` then (to the millisecond); both are None before the first. `asked` tells which open
    choice it called somebody for, and of what it warned; `former` is the message before, while that
    is to be deleted. `told` are the players whom it told that their game starts, `picture` names
    what is drawn on it. `calls` are the messages that call somebody before a vote about them.

    Since `tried` the next message may have been sent, and nobody knows of it.
    """

    channel: int
    pod: int
    guild: int
    language: str
    wanted: int
    shown: int = 0
    message: int | None = None
    posted: datetime | None = None
    asked: str | None = None
    former: int | None = None
    told: str | None = None
    picture: str | None = None
    calls: str | None = None
    tried: datetime | None = None

    @property
    def is_being_sent(self) -> bool:
        """Whether there is no message yet, or one is to follow that is not known of."""
        return self.message == self.former

    def knows(self, message: int) -> bool:
        """Whether a message is the one that shows the game, the one before, or calls somebody."""
        return message in (self.message, self.former, *self.vote_calls.values())

    @property
    def players_told(self) -> frozenset[Player]:
        """Whom the boards of this game have told that it starts."""
        return frozenset((self.told or "").split())

    @property
    def vote_calls(self) -> Mapping[Player, int]:
        """The messages that call players before a vote about them, and stand there still."""
        pairs = (each.split(":") for each in (self.calls or "").split())
        return {player: int(message) for player, message in pairs}

    def __post_init__(self) -> None:
        for name in ("posted", "tried"):
            if (moment := getattr(self, name)) is not None:
                force_setattr(self, name, round_to_milliseconds(moment))


_REMEMBERED = 4096

_SHOWING = (*("shown", "message", "posted", "asked", "former", "told", "picture", "tried"),)

_ONE = select(boards).where(
    boards.c.channel == bindparam("channel"), boards.c.pod == bindparam("pod")
)
_WANT = Upsert(boards)
_PUT = (
    update(boards)
    .where(boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
    .values({name: bindparam(name) for name in _SHOWING})
)
_NOTE = _PUT.where(
    boards.c.message.is_not_distinct_from(bindparam("as_message")),
    boards.c.shown <= bindparam("up_to"),
    boards.c.message.is_distinct_from(boards.c.former),  # else the next one is being sent
)
_CALL = (
    update(boards)
    .where(boards.c.channel == bindparam("in_channel"), boards.c.pod == bindparam("of_pod"))
    .values(calls=bindparam("now_calls"))
)

_GONE = update(boards).values(
    shown=boards.c.wanted,
    **dict.fromkeys(each for each in (*_SHOWING, "calls") if each not in ("shown", "told")),
)
_SAME = and_(pods.c.channel == boards.c.channel, pods.c.pod == boards.c.pod)
_SAME_PLAN = and_(plans.c.channel == boards.c.channel, plans.c.pod == boards.c.pod)
OF_OPEN_POD = or_(
    select(pods).where(_SAME, or_(*(pods.c.state == state for state in OPEN))).exists(),
    select(plans).where(_SAME_PLAN, plans.c.due.is_not(None)).exists(),
)
"""Whether a row of `boards` is of a pod that is not over, or of a plan that is to come.

Without `IN`, which takes one row.
"""
_ANEW = update(boards).values(shown=0).where(OF_OPEN_POD)
_OWED = or_(boards.c.shown < boards.c.wanted, boards.c.former.is_not(None))
_PLACE = tuple_(boards.c.channel, boards.c.pod)


def owe_board(recorded: Recorded, language: str) -> RowChange:
    """The board of the event's pod should show it.

    A first board speaks `language`, and may be sent from now on.
    """
    place = (recorded.channel, recorded.pod, recorded.guild)
    board = Board(*place, language, recorded.version, tried=recorded.at)
    return RowChange(_WANT, [asdict(board)])


def _update_board(board: Board) -> RowChange:
    return RowChange(_PUT, [_make_row(board)])


def _make_row(board: Board) -> dict[str, Any]:
    row = asdict(board)
    for name in ("guild", "language", "wanted", "calls"):
        del row[name]
    return row | {"in_channel": row.pop("channel"), "of_pod": row.pop("pod")}


_Recent = LruCache[tuple[int, int], Board]


def _remember_newer(written: Board, recent: _Recent) -> Board:
    """The newer of what is written and what is known, with all that is wanted of it."""
    place = written.channel, written.pod
    known = recent.get(place)
    newer = written if known is None or known.shown < written.shown else known
    newer = replace(newer, wanted=written.wanted)
    recent.put(place, newer)
    return newer


class Boards:
    """The boards of all channels. Every method raises `Unreachable`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._recent = _Recent(_REMEMBERED)

    def reread(self) -> None:
        """Nothing in memory holds: boards were deleted, or are to be drawn anew.

        Nor does what is being read at the moment.
        """
        self._recent = _Recent(_REMEMBERED)

    async def get(self, channel: int, pod: int, *, fresh: bool = False) -> Board | None:
        """The board of a pod; every pod has one, be it unposted.

        Unless it must be `fresh`, what is wanted of it may have grown, and another process may have
        moved it.
        """
        recent = self._recent
        known = recent.get((channel, pod))
        if known is not None and not fresh:
            return known
        (rows,) = await self._database.ask(Question(_ONE, {"channel": channel, "pod": pod}))
        if not rows:
            return None
        board = Board(*rows[0])
        recent.put((channel, pod), board)
        return board

    async def put(self, board: Board) -> None:
        """Remember what a board shows and where; what is wanted of it is the log's to say.

        Its calls are left as they are, see `put_call`.
        """
        await self._database.write(_update_board(self._remember_shown(board)))

    def note(self, board: Board) -> None:
        """Remember a board that was edited, with the next commit.

        Should a crash come first, it is drawn again; should somebody come first who draws it
        further or moves it, that holds.
        """
        row = _make_row(self._remember_shown(board))
        row |= {"as_message": board.message, "up_to": board.shown}
        self._database.put_off(RowChange(_NOTE, [row]))

    async def put_call(self, channel: int, pod: int, player: Player, message: int | None) -> None:
        """Remember the message that calls a player before a vote; None: there is none any more."""
        board = await self.get(channel, pod)
        assert board is not None
        others = {each: id for each, id in board.vote_calls.items() if each != player}
        now = others if message is None else {**others, player: message}
        calls = " ".join(f"{each}:{id}" for each, id in now.items()) or None
        self._remember(replace(board, calls=calls))
        row = {"in_channel": channel, "of_pod": pod, "now_calls": calls}
        await self._database.write(RowChange(_CALL, [row]))

    def _remember_shown(self, board: Board) -> Board:
        """Remember what whoever drew the board knows of it: somebody may be called meanwhile."""
        known = self._recent.get((board.channel, board.pod))
        return self._remember(board if known is None else replace(board, calls=known.calls))

    def _remember(self, board: Board) -> Board:
        self._recent.put((board.channel, board.pod), board)
        return board

    async def doubt(self) -> None:
        """Every message is gone, as in a Discord that began anew: boards of open pods are owed."""
        await self._database.write(RowChange(_GONE, []), RowChange(_ANEW, []))
        self._recent = _Recent(_REMEMBERED)

    async def find_owed(self, after: tuple[int, int] = (0, 0), limit: int = 400) -> list[Board]:
        """Boards that lag behind the log, in the order of channel and pod, those `after` one."""
        await self._database.flush()
        page = select(boards).where(_OWED, after < _PLACE).order_by(*_PLACE).limit(limit)
        recent = self._recent
        rows = await self._database.fetch(page)
        found = [_remember_newer(Board(*row), recent) for row in rows]
        return [board for board in found if board.shown < board.wanted or board.former]

    async def owe_lost(self, channel: int, messages: Collection[int]) -> list[Board]:
        """The boards of open pods that these messages were; from now on they are owed."""
        mine = and_(boards.c.channel == channel, boards.c.message.in_(messages))
        lost = select(boards).where(mine, OF_OPEN_POD)
        found = [Board(*row) for row in await self._database.fetch(lost)]
        for board in found:
            await self.put(replace(board, shown=0))
        return found
