"""Discord fails at each request of an opening and of a game's end, in each way: one table.

Within a minute the board says how the game stands, or whoever acted was told. And once Discord is back after some
minutes, all is right within a minute.
"""

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from typing import Any

import aiohttp
import pytest
import simcord
from simcord.backend.errors import BackendError
from simcord.http import router

from tests import effort
from tests.front.playing import Table, end, said, sets
from tests.front.simulated import Server
from tests.front.test_faults import CALLBACK, DELETE, MINUTE, PATCH, POST, Route, pass_time, route
from tests.front.test_threads import sets_threads

pytestmark = pytest.mark.usefixtures("still")

THREAD: Route = ("POST", "/channels/*/threads")
PIN: Route = ("PUT", "/channels/*/messages/pins/*")
ARCHIVE: Route = ("PATCH", "/channels/*")
MEMBER: Route = ("PUT", "/channels/*/thread-members/*")
LOOK_UP: Route = ("GET", "/channels/*")
ANSWER: Route = ("PATCH", "/webhooks/*/*/messages/@original")

REFUSALS = {"400": 400, "403": 403, "404": 404, "413": 413}
"""How Discord says that it does not take a request."""

OUTAGES = ("5xx", "cut before", "cut after")
"""How Discord fails: with an empty body that should be JSON, or without an answer to a request that it took or not."""

STEPS = (0.0, 5.0, 10.0, 20.0, 40.0, MINUTE)
"""Seconds after which it is looked whether all is right."""

LONG = 300.0
"""Seconds of a long fault: as long as nothing comes right by itself."""


@dataclass
class Faults:
    """The fault that Discord has now: at a route, of a kind, at so many requests; None is all."""

    at: Route | None = None
    kind: str = ""
    left: int | None = None

    def begin(self, at: Route, kind: str, times: int | None) -> None:
        self.at, self.kind, self.left = at, kind, times

    def end(self) -> None:
        self.at = None

    def is_due(self, method: str, path: str) -> bool:
        """Whether this request fails."""
        if self.at is None or self.left == 0 or method != self.at[0] or not fnmatch(path, self.at[1]):
            return False
        if path.count("/") != self.at[1].count("/"):  # a star takes no slash
            return False
        self.left = None if self.left is None else self.left - 1
        return True


@contextmanager
def failing() -> Iterator[Faults]:
    """A Discord that can fail in each way, where simcord knows statuses alone."""
    faults, dispatch = Faults(), router.dispatch

    def fail(backend: Any, method: str, path: str, **more: Any) -> Any:
        if not faults.is_due(method, path):
            return dispatch(backend, method, path, **more)
        if faults.kind == "cut after":
            dispatch(backend, method, path, **more)
        if faults.kind.startswith("cut"):
            raise aiohttp.ServerDisconnectedError
        if faults.kind == "5xx":
            raise json.JSONDecodeError("Expecting value", "", 0)
        raise BackendError(REFUSALS[faults.kind], 0, "refused by the test")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", fail)
        yield faults


@dataclass
class Case:
    """A channel of its own, and what happens there; `told` is what was said to whoever acted."""

    server: Server
    channel: simcord.ChannelHandle
    table: Table
    result: simcord.InteractionResult | None = None
    is_ending: bool = False

    @property
    def told(self) -> str:
        """All that was said to whoever acted, in private."""
        if self.result is None:
            return ""
        first = [self.result.response] if self.result.response is not None else []
        return "\n".join(each.content for each in (*first, *self.result.followups) if each is not None)

    @property
    def is_nothing_done(self) -> bool:
        """Whether nothing was opened: Discord took not even the first answer, and says so itself or lets the bot."""
        return not (self.is_ending or "✅" in self.told or self.channel.threads or self.table.boards)

    def is_right(self) -> bool:
        """Whether one board shows how the game stands; nobody uses the bot to see that."""
        boards = self.table.boards
        if self.is_nothing_done:
            return True
        if len(boards) != 1:
            return False
        expected = {"Dispute"} if self.is_ending else {"Join"}
        return expected <= {*self.table.buttons} and "Report" not in self.table.buttons


async def _prepare_nothing(case: Case) -> None:
    pass


async def _start(case: Case) -> None:
    await case.table.started(*case.server.everybody[:4])
    await _defeat_all_but_one(case)


async def _defeat_all_but_one(case: Case) -> None:
    for loser in ("Bo", "Cy"):
        await case.table.reports(case.server.ana, loser, "Ana")


async def _start_and_talk(case: Case) -> None:
    await _start(case)
    for _ in range(4):  # so that the result comes as a new message
        await case.server.gil.send(case.channel, "still there?")


async def _start_in_thread(case: Case) -> None:
    said(await case.server.ana.slash(case.channel, "pod open"))
    case.table = Table(case.server, case.channel.threads[-1])
    for guest in case.server.everybody[1:4]:
        await guest.click(case.table.board, label="Join")
    await case.table.starts(case.server.ana)
    await _defeat_all_but_one(case)


async def _open(case: Case) -> None:
    case.result = await case.server.ana.slash(case.channel, "pod open")


async def _open_thread(case: Case) -> None:
    await _open(case)
    if case.channel.threads and not case.table.boards:  # else the game is in the channel, beside a thread of no use
        case.table = Table(case.server, case.channel.threads[-1])


async def _end(case: Case) -> None:
    case.is_ending = True
    case.result = await case.table.reports(case.server.di, "Di", "Ana")


@dataclass(frozen=True)
class Act:
    """What comes before the fault, what is done, and what the answer then says if the board cannot."""

    prepare: Callable[[Case], Awaitable[None]]
    do: Callable[[Case], Awaitable[None]]
    routes: tuple[Route, ...]
    told: tuple[str, ...]


ENDED = ("Ana wins",)
NOT_OPEN = ("⏳ Discord has not taken the board yet", "🚫", "⚠️")

ACTS = {
    "open": Act(_prepare_nothing, _open, (POST, CALLBACK), NOT_OPEN),
    "end": Act(_start, _end, (PATCH, POST, CALLBACK), ENDED),
    "end, moved": Act(_start_and_talk, _end, (POST, PATCH, DELETE), ENDED),
    "open, thread": Act(_prepare_nothing, _open_thread, (THREAD, POST, MEMBER, CALLBACK, ANSWER), NOT_OPEN),
    "end, thread": Act(_start_in_thread, _end, (PATCH, PIN, ARCHIVE, LOOK_UP), ENDED),
}
"""What people do, with the requests that it takes."""


@dataclass(frozen=True)
class Row:
    """A row of the table: a fault, how the first minute went, and when all was right after it ended."""

    act: str
    at: Route
    kind: str
    lasting: bool
    first: str
    recovered: float | None

    @property
    def is_good(self) -> bool:
        return self.first != "silent" and self.recovered is not None

    def __str__(self) -> str:
        asked = " ".join(self.at)
        how = "6 min" if self.lasting else "once"
        after = "-" if self.recovered is None else f"{self.recovered:.0f} s"
        return f"{self.act:13} {asked:45} {self.kind:11} {how:7} {self.first:15} {after:>6}"


async def wait_until_right(case: Case, server: Server) -> float | None:
    """Let a minute pass; return after how many seconds the board was right, or None."""
    passed = 0.0
    for step in STEPS:
        await server.env.advance_time(step - passed)
        passed = step
        if case.is_right():
            return step
    return None


async def prepare(server: Server, act: Act) -> Case:
    """A channel of its own in which the act can follow."""
    channel = server.guild.create_text_channel("table")
    await server.env.settle()
    case = Case(server, channel, Table(server, channel))
    await act.prepare(case)
    return case


async def play(server: Server, faults: Faults, name: str, at: Route, kind: str, *, lasting: bool) -> Row:
    """Do something while Discord fails, and go on until it is back."""
    act = ACTS[name]
    case = await prepare(server, act)
    faults.begin(at, kind, None if lasting else 1)
    await act.do(case)
    seconds = await wait_until_right(case, server)
    told = any(text in case.told for text in act.told)
    first = "told" if told else "silent"
    first = first if seconds is None else f"right in {seconds:.0f} s"
    first = "nothing done" if case.is_nothing_done else first
    if lasting:
        await pass_time(server, LONG)
    faults.end()
    if kind in REFUSALS:  # a refusal ends with the next thing that somebody does there
        await server.gil.slash(case.table.channel, "pod status")
    recovered = await wait_until_right(case, server)
    await close(case)
    return Row(name, at, kind, lasting, first, recovered)


async def close(case: Case) -> None:
    """Leave nothing open, as nobody may have too many games."""
    if not case.is_ending and not case.is_nothing_done:
        await end(case.server.ana, case.table.channel, "close")


def list_cells() -> list[tuple[str, Route, str, bool]]:
    """All faults, with whether each lasts; in the gate one of each request, which the seed chooses."""
    cells = []
    for name, act in ACTS.items():
        for at in act.routes:
            kinds = [*REFUSALS, *OUTAGES]
            if at in (CALLBACK, ANSWER):  # the bot's adapter sends a lost answer again, simcord's does not
                kinds.remove("cut after")
            all_of_them = [(name, at, kind, lasting) for kind in kinds for lasting in (True, False)]
            cells += all_of_them if effort.NAME != "gate" else [effort.choose(all_of_them, f"{name} {at}")]
    return cells


async def play_without_faults(server: Server, act: Act) -> set[Route]:
    """Do something while Discord works; return the routes of all requests that this takes."""
    case = await prepare(server, act)
    before = len(server.env.http_requests)
    await act.do(case)
    await server.env.advance_time(20 * MINUTE)  # a thread is put away once the result counts
    made = {route(each) for each in server.env.http_requests[before:]}
    await close(case)
    return made


async def set_up_next_act(server: Server, name: str, former: str | None) -> None:
    """Let results have a channel, and games of acts in threads a thread."""
    if former is None:
        await sets(server, "results_channel", server.guild.create_text_channel("results"))
    if "thread" in name and "thread" not in (former or ""):
        await sets_threads(server, "thread")


async def test_table_has_every_request_of_an_opening_and_an_end(server: Server) -> None:
    former, in_table = None, {each for act in ACTS.values() for each in act.routes}
    for name, act in ACTS.items():
        await set_up_next_act(server, name, former)
        made = await play_without_faults(server, act)
        assert {*act.routes} <= made <= in_table, name
        former = name


async def test_board_is_right_or_person_is_told_in_a_minute_and_all_is_right_a_minute_after_recovery(
    server: Server,
) -> None:
    rows: list[Row] = []
    with failing() as faults:
        for name, at, kind, lasting in list_cells():
            await set_up_next_act(server, name, rows[-1].act if rows else None)
            rows.append(await play(server, faults, name, at, kind, lasting=lasting))
    server.env.errors  # noqa: B018 - what was refused is in the log
    table = "\n".join(map(str, rows))
    assert [str(row) for row in rows if not row.is_good] == [], table
