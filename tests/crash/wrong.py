"""Programs that are wrong on purpose: the runs must notice each by its effects.

    python -m tests.crash --wrong NAME

runs one of them, and succeeds if its fault is found.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.cluster.membership import ClusterMembership
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import build_game_command_request
from bot.front.nights import night_threads
from bot.front.plans import plan_scheduler
from bot.front.pods import life_totals
from bot.service import service
from bot.service.game_requests import CommandFactory, CommandResult
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import boards
from bot.storage.record import boards as record
from bot.storage.record.boards import PodBoard, PodBoardRepository
from bot.storage.servers import standings_posts


def forget_former() -> None:
    """Send a moved board without writing `former` first."""
    put = PodBoardRepository.store_board_message

    async def put_unless_moving(self: PodBoardRepository, board: PodBoard) -> bool:
        moves = board.message is not None and board.message == board.former
        return moves or await put(self, board)

    _replace(PodBoardRepository, "put", put_unless_moving)


def remember_first() -> None:
    """Cache a board before its row is written, also if that is refused."""

    async def put(self: PodBoardRepository, board: PodBoard) -> bool:
        self._recent.replace_cached_row((board.channel, board.pod), board)
        await self._database.commit_changes(RowChange(record._UPDATE_SHOWN, [record._build_board_database_row(board)]))
        return True

    _replace(PodBoardRepository, "put", put)


def owe_nobody() -> None:
    """Owe no board for changes that the bot makes by itself."""
    list_consequences = service.build_database_changes_after_event

    def follow_people(history: Any, *more: Any) -> Iterator[RowChange]:
        for change in list_consequences(history, *more):
            if history.last.by is not None or change.table_name != boards.name:
                yield change

    _replace(service, "list_consequences", follow_people)


def leave_past_weeks() -> None:
    """Leave a past week's post as it is when its results change."""
    touch = standings_posts.add_updates_of_standings_posts

    def touch_before(recorded: Any, changes: Any, *, had_results: bool, has_results: bool) -> Iterator[RowChange]:
        return touch(recorded, changes, had_results=had_results, has_results=False)

    _replace(service, "touch_posts", touch_before)


def count_each_delivery() -> None:
    """Count a life change twice if it is delivered twice."""

    async def do(ctx: Context, ask: CommandFactory, pod: int = 0) -> CommandResult:
        request = build_game_command_request(ctx, ask, pod)
        return await ctx.services.service.execute_command(replace(request, interaction=None))

    _replace(life_totals, "execute_command", do)


def remind_again() -> None:
    """Send reminders without looking for those from before a crash."""
    _replace(plan_scheduler, "NONCE_LIFETIME", timedelta.max)


def create_threads_again() -> None:
    """Create the threads of a night's pods without looking for those from before a crash."""

    async def find_none(*_: object) -> None:
        return None

    _replace(night_threads.GameNightThreadOpener, "_find_unused_thread", find_none)


def never_lapse() -> None:
    """Let a process without a database go on acting for its shards."""
    _replace(ClusterMembership, "is_valid", True)


def _replace(owner: object, name: str, other: object) -> None:
    """Replace an attribute until the process ends."""
    assert hasattr(owner, name)
    setattr(owner, name, other)


class Fault(NamedTuple):
    """A way to make a program wrong, and the count that a run must find above 0.

    Some faults show only with several processes, after failures of some `kinds`.
    """

    make: Callable[[], None]
    shows: str
    kinds: tuple[str, ...] = ()


WRONG: Mapping[str, Fault] = {
    "former": Fault(forget_former, "boards"),
    "ahead": Fault(remember_first, "boards"),
    "owed": Fault(owe_nobody, "boards"),
    "weeks": Fault(leave_past_weeks, "posts"),
    "twice": Fault(count_each_delivery, "repeated"),
    "reminders": Fault(remind_again, "plans"),
    "pods": Fault(create_threads_again, "plans"),
    "leases": Fault(never_lapse, "trespasses", ("silent network", "reset network")),
}
