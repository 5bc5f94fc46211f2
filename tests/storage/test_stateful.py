"""The store against a model of it, whatever is done to it, crashes between any two steps too.

On SQLite a crash is what a killed process leaves: the files as they are at that moment. On
PostgreSQL it is a connection that the server ends at that moment.
"""

import asyncio
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from msgspec.structs import replace
from sqlalchemy import Connection, event, text
from sqlalchemy.util import await_only

from bot.storage.engine.database import Database
from bot.storage.record.boards import PodBoardRepository, build_row_change_marking_board_outdated
from bot.storage.record.errors import DuplicateInteractionError, EventVersionConflictError
from bot.storage.record.log import EventLog
from bot.storage.record.people import Person
from bot.storage.record.stored_event import StoredEvent
from tests.effort import examples
from tests.sharing import count_examples
from tests.storage.databases import Fresh
from tests.storage.store import a_record, url_of

T = TypeVar("T")

CHANNELS = st.integers(1, 3)
STEPS = st.integers(0, 12)
"""After so many steps of a commit the process dies; a commit takes fewer, and then it does not."""


class Died(Exception):
    """The process is no more, and said nothing."""


class Store(RuleBasedStateMachine):
    """Several channels of one database."""

    def __init__(self, fresh: Fresh) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.log: dict[int, list[StoredEvent]] = defaultdict(list)
        self.done: list[StoredEvent] = []  # by an interaction
        self.numbers = iter(range(1, 1_000_000))
        self.folder = Path(tempfile.mkdtemp())
        self.databases = ExitStack()
        self.open(self.databases.enter_context(fresh()))

    def open(self, url: str) -> None:
        self.database = Database(url)
        self.kind = url.partition(":")[0]

    def run(self, work: Awaitable[T]) -> T:
        async def awaited() -> T:
            return await work

        return self.runner.run(awaited())

    def next(self, channel: int, ahead: int = 1) -> StoredEvent:
        """What would come next in a channel, or what comes too soon or too late."""
        version = max(1, len(self.log[channel]) + ahead)
        return a_record(version, channel, interaction=next(self.numbers))

    def append(self, recorded: StoredEvent) -> Awaitable[None]:
        somebody = Person(f"{recorded.channel}", recorded.channel, f"at {recorded.version}")
        return EventLog(self.database).append_event(
            recorded, [somebody], [build_row_change_marking_board_outdated(recorded, "fr")]
        )

    def appended(self, recorded: StoredEvent) -> None:
        self.log[recorded.channel].append(recorded)
        self.done.append(recorded)

    @rule(channel=CHANNELS)
    def append_the_next(self, channel: int) -> None:
        recorded = self.next(channel)
        self.run(self.append(recorded))
        self.appended(recorded)

    @precondition(lambda self: self.done)
    @rule(channel=CHANNELS)
    def append_where_something_stands(self, channel: int) -> None:
        if self.log[channel]:
            with pytest.raises(EventVersionConflictError):
                self.run(self.append(self.next(channel, ahead=0)))

    @precondition(lambda self: self.done)
    @rule(data=st.data(), channel=CHANNELS)
    def deliver_again(self, data: st.DataObject, channel: int) -> None:
        earlier = data.draw(st.sampled_from(self.done))
        again = replace(self.next(channel), interaction=earlier.interaction)
        with pytest.raises(DuplicateInteractionError) as refused:
            self.run(self.append(again))
        assert refused.value.recorded == earlier

    @rule(channels=st.lists(CHANNELS, min_size=2, max_size=6))
    def append_at_once(self, channels: list[int]) -> None:
        """Several commands, some for one and the same version."""
        records = [self.next(channel) for channel in channels]

        async def all_of_them() -> list[BaseException | None]:
            return list(await asyncio.gather(*map(self.append, records), return_exceptions=True))

        seen = set[int]()
        for recorded, outcome in zip(records, self.run(all_of_them()), strict=True):
            assert isinstance(outcome, EventVersionConflictError if recorded.channel in seen else type(None))
            if outcome is None:
                self.appended(recorded)
            seen.add(recorded.channel)

    @rule(channels=st.sets(CHANNELS, min_size=1), steps=STEPS)
    def die_while_writing(self, channels: set[int], steps: int) -> None:
        """What was not acknowledged is there as a whole or not at all."""
        records = [self.next(channel) for channel in channels]

        async def all_of_them() -> list[BaseException | None]:
            tasks = [asyncio.ensure_future(self.append(recorded)) for recorded in records]
            return list(await asyncio.gather(*tasks, return_exceptions=True))

        if self.kind == "sqlite":
            remains = Path(tempfile.mkdtemp(dir=self.folder))
            with self.before_each_statement(steps, partial(self.leave, remains)):
                outcomes = self.run(all_of_them())
            if any(remains.iterdir()):  # it died, and nobody heard what came after
                outcomes = [Died() for _ in records]
            else:
                self.leave(remains)
            self.run(self.database.close_all_connections())
            self.open(url_of(remains / self.file.name))
        else:
            with self.before_each_step(steps, self.cut):
                outcomes = self.run(all_of_them())
        for recorded, outcome in zip(records, outcomes, strict=True):
            there = self.run(EventLog(self.database).load_version_of_last_event(recorded.channel)) == recorded.version
            assert there or outcome is not None
            if self.kind == "postgresql":  # a lost connection is tried again
                assert there
                assert outcome is None
            if there:
                self.appended(recorded)

    @property
    def file(self) -> Path:
        return Path(self.database.url.removeprefix("sqlite:///"))

    def leave(self, remains: Path) -> None:
        """Copies the files as a process that dies at this moment leaves them."""
        for file in self.file.parent.glob(f"{self.file.name}*"):
            if not file.name.endswith("-shm"):  # memory that processes share, made anew
                shutil.copy(file, remains)

    @contextmanager
    def before_each_statement(self, steps: int, die: Callable[[], None]) -> Iterator[None]:
        """Calls `die` before a statement of SQLite's writer, after so many others."""
        left = count(-steps)

        def step(_: str) -> None:
            if next(left) == 0:
                die()

        store: Any = self.database._store
        self.run(self.database.commit_changes())  # it is connected
        store._own.driver_connection.set_trace_callback(step)
        try:
            yield
        finally:
            store._own.driver_connection.set_trace_callback(None)

    def cut(self, connection: Connection) -> None:
        """Lets the server end the connection."""
        raw: Any = connection.connection.driver_connection
        ended = text("SELECT pg_terminate_backend(:number, 1000)")

        async def cut() -> None:
            await self.database.fetch_rows(ended, {"number": raw.get_server_pid()})

        await_only(cut())

    @contextmanager
    def before_each_step(self, steps: int, cut: Callable[[Connection], None]) -> Iterator[None]:
        """Calls `cut` before or after a step of PostgreSQL's writer, after so many others."""
        left = count(-steps)

        def step(connection: Connection, *_: Any) -> None:
            if next(left) == 0:
                cut(connection)

        store: Any = self.database._store
        names = ("before_cursor_execute", "after_cursor_execute", "commit")
        for name in names:
            event.listen(store._writer.sync_engine, name, step)
        try:
            yield
        finally:
            for name in names:
                event.remove(store._writer.sync_engine, name, step)

    @invariant()
    def the_log_is_what_was_appended(self) -> None:
        for channel, records in self.log.items():
            log = EventLog(self.database)
            assert self.run(log.load_version_of_last_event(channel)) == len(records)
            found = [each for r in records for each in self.run(log.load_game_events(channel, r.pod))]
            assert found == records

    @invariant()
    def every_event_has_called_for_its_board(self) -> None:
        owed = self.run(PodBoardRepository(self.database).load_outdated_boards())
        called = [r.version for records in self.log.values() for r in records]
        assert sorted(board.wanted for board in owed) == sorted(called)

    def teardown(self) -> None:
        self.run(self.database.close_all_connections())
        self.runner.close()
        self.databases.close()
        shutil.rmtree(self.folder)


def test_the_store_keeps_its_promises_whatever_happens(fresh: Fresh, kind: str) -> None:
    run_state_machine_as_test(
        partial(Store, fresh),  # type: ignore[arg-type]
        settings=settings(max_examples=count_examples(examples(8), kind), stateful_step_count=12),
    )
