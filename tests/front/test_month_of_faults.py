"""A month in which Discord fails each day and places are gone: the log of a whole bot, counted by level and kind.

The gate plays three hours. An `ERROR` is something that somebody has to act on, and nothing here is.
"""

import io
import json
import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import aiohttp
import pytest
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.watch.log_deduplication import DeduplicatingLogHandler
from tests.effort import NAME, SEED
from tests.front.playing import Table, said, sets
from tests.front.simulated import Server
from tests.front.test_fault_table import PIN
from tests.front.test_faults import MINUTE, fails, pass_time
from tests.front.test_threads import sets_threads

pytestmark = pytest.mark.usefixtures("still")

HOUR = 60 * MINUTE
DAY = 24 * HOUR

LONG = 30 * DAY if NAME == "nightly" else 3 * HOUR
"""Seconds that the faults go on."""

LINE = re.compile(r"^(?:WARNING|ERROR|CRITICAL) .+$", re.MULTILINE)

KINDS = ("5xx", "cut before", "cut after", "429")
"""How Discord fails for some minutes, at everything that is asked of it."""

MOST_KINDS = 10
"""Kinds of lines that one reads of all that happens here."""

MOST_LINES = 6
"""Lines of each kind in three hours: one at once, then one an hour, and another one after each outage."""


@contextmanager
def outage(kind: str) -> Iterator[None]:
    """Let Discord fail at every request."""
    dispatch = router.dispatch

    def fail(backend: Any, method: str, path: str, **more: Any) -> Any:
        if kind == "cut after":
            dispatch(backend, method, path, **more)
        if kind.startswith("cut"):
            raise aiohttp.ServerDisconnectedError
        if kind == "5xx":  # an empty body that should be JSON
            raise json.JSONDecodeError("Expecting value", "", 0)
        raise BackendError(int(kind), 0, "too many requests")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(router, "dispatch", fail)
        yield


@contextmanager
def read_log(server: Server) -> Iterator[io.StringIO]:
    """Yield what the operator reads of warnings and errors, at the times of the simulated Discord."""
    stream = io.StringIO()
    handler = DeduplicatingLogHandler(stream)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s %(message)s"))

    def date(record: logging.LogRecord) -> bool:
        record.created = server.env.backend.clock.now().timestamp()
        return True

    handler.addFilter(date)
    logging.getLogger().addHandler(handler)
    try:
        yield stream
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


async def lose_places(server: Server) -> None:
    """Let a game, results and weekly posts have places that are deleted."""
    places = [server.guild.create_text_channel(name) for name in ("gone", "results", "weekly")]
    await server.env.settle()
    gone, results, weekly = places
    await sets(server, "results_channel", results)
    await sets(server, "weekly", weekly)
    table = await Table(server, gone).started(*server.everybody[:4])
    await table.reports(server.ana, "Bo", "Ana")
    for each in places:
        server.env.backend.delete_channel(each.id)
    await server.env.settle()


async def end_game_in_thread(server: Server) -> None:
    """Play a game in a thread to its end, where the bot may not pin the result."""
    fails(server, PIN, 403, times=None)
    await sets_threads(server, "thread")
    said(await server.ana.slash(server.channel, "pod open"))
    table = Table(server, server.channel.threads[-1])
    for guest in server.everybody[1:4]:
        await guest.click(table.board, label="Join")
    await table.starts(server.ana)
    for loser in ("Bo", "Cy", "Di"):
        await table.reports(server.ana, loser, "Ana")


@pytest.mark.long
async def test_log_of_a_month_of_faults_is_short_and_has_no_error(server: Server) -> None:
    chance = Random(f"{SEED} month")
    with read_log(server) as log:
        await lose_places(server)
        lobby = await Table(server).opened(server.bo)
        await end_game_in_thread(server)
        passed, outages = 0.0, 0
        while passed < LONG:
            quiet, away = chance.uniform(15, 40) * MINUTE, chance.uniform(2, 15) * MINUTE
            await pass_time(server, quiet)
            if "⋯" not in lobby.buttons:  # the lobby was closed, as nobody had come for days
                await lobby.opened(server.bo)
            with outage(KINDS[outages % len(KINDS)]):
                label = "Join" if outages % 2 else "⋯"
                for who in (server.cy, server.di):
                    if label in lobby.buttons:  # a press may find the lobby lapsed
                        await who.click(lobby.board, label=label)
                await server.gil.slash(server.channel, "pod open")
                await pass_time(server, away)
            passed, outages = passed + quiet + away, outages + 1
        await pass_time(server, 2 * MINUTE)
        said(await server.gil.slash(server.channel, "pod status"))
    server.env.errors  # noqa: B018 - what Discord refused is in the log
    kinds = Counter(re.sub(r"\d+|:.*", "", line.split(" (")[0]) for line in LINE.findall(log.getvalue()))
    table = "\n".join(f"{count:4} {kind}" for kind, count in kinds.most_common())
    assert kinds
    assert not [kind for kind in kinds if kind.startswith(("ERROR", "CRITICAL"))], log.getvalue()
    assert len(kinds) <= MOST_KINDS, table
    assert max(kinds.values()) <= MOST_LINES * LONG / (3 * HOUR), table
