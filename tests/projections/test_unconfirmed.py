"""Limits hold even if many commands come at the same moment."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from math import inf

import pytest
from sqlalchemy import update

from bot.planning.making import MakePlan
from bot.projections.limits import (
    MAX_UNCONFIRMED_ENTRIES,
    OPEN_GAMES,
    OPEN_PLANS,
    UNCONFIRMED_ENTRIES,
    CountLimit,
)
from bot.rulebooks import GameCommand
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.entering import Enter
from bot.rules.joining import Bring
from bot.rules.lobby import Open, Start
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.service.live_game import Place
from bot.service.requests import Actor, Limit, Request
from bot.service.service import Service
from bot.storage.engine.database import Database
from bot.storage.engine.errors import Busy
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import guests
from bot.storage.record.log import Log
from bot.storage.record.people import Names, People
from bot.storage.tables.guests import Unclaimed
from tests.storage.store import GUILD, NOON, execute, opened

THREE = CountLimit(OPEN_GAMES, 3, inf)


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
async def services(
    database: Database, url: str, request: pytest.FixtureRequest
) -> AsyncIterator[list[Service]]:
    """The services of some processes with one database."""
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(opened(url)) for _ in range(request.param - 1)]
        yield [Service(Log(each), People(each), lambda: NOON) for each in (database, *others)]


def make_request(channel: int, account: int, command: str, *limits: Limit) -> Request:
    """Return a person's request to open a lobby, or to make a plan, in a channel."""

    def ask(me: str, _: object) -> GameCommand:
        if command == "open":
            return Open(Setup(), me, (me,))
        now = to_milliseconds(NOON)
        return MakePlan(Setup(), me, now + 3 * 60 * 60 * 1000, now)

    actor = Actor(account, Names(f"P{account}"))
    return Request(Place(GUILD, channel), actor, ask, 1000 * account + channel, limits=limits)


async def ask(service: Service, request: Request) -> str:
    """Send a request, again while others are first; return the code of a refusal, or nothing."""
    while True:
        try:
            await service.do(request)
        except Busy:
            continue
        except Refusal as refusal:
            return refusal.code
        return ""


async def ask_at_once(services: list[Service], *requests: Request) -> list[str]:
    """Send the requests to the processes in turn, at the same moment; return what `ask` does."""
    asked = (ask(services[at % len(services)], each) for at, each in enumerate(requests))
    return sorted(await asyncio.gather(*asked))


async def test_of_eight_lobbies_of_a_person_at_once_three_open(services: list[Service]) -> None:
    requests = [make_request(channel, 1, "open", THREE) for channel in range(1, 9)]
    codes = await ask_at_once(services, *requests)
    assert codes == [""] * 3 + ["many-opened"] * 5


async def test_others_are_not_refused_with_them(services: list[Service]) -> None:
    requests = [make_request(each, 1 + each % 2, "open", THREE) for each in range(1, 9)]
    codes = await ask_at_once(services, *requests)
    assert codes == [""] * 6 + ["many-opened"] * 2


async def test_of_eight_lobbies_of_a_server_at_once_five_open(services: list[Service]) -> None:
    most = CountLimit(OPEN_GAMES, inf, 5)
    requests = [make_request(each, each, "open", most) for each in range(1, 9)]
    assert await ask_at_once(services, *requests) == [""] * 5 + ["many-open"] * 3


async def test_of_eight_plans_of_a_person_at_once_two_are_made(services: list[Service]) -> None:
    two = CountLimit(OPEN_PLANS, 2, 100)
    requests = [make_request(each, 1, "plan", two) for each in range(1, 9)]
    assert await ask_at_once(services, *requests) == [""] * 2 + ["plan-many"] * 6


async def test_a_lobby_that_was_closed_is_counted_no_more(services: list[Service]) -> None:
    requests = [make_request(each, 1, "open", THREE) for each in range(1, 5)]
    assert await ask_at_once(services[:1], *requests[:3]) == [""] * 3
    assert await ask_at_once(services, requests[3]) == ["many-opened"]
    closing = Request(Place(GUILD, 1), None, lambda *_: Close())
    assert await ask_at_once(services[:1], closing) == [""]
    assert await ask_at_once(services, requests[3]) == [""]


async def test_a_request_that_comes_twice_is_done_once_and_not_refused(
    services: list[Service],
) -> None:
    one = CountLimit(OPEN_GAMES, 1, inf)
    request = make_request(1, 1, "open", one)
    assert await ask_at_once(services, request, request, request) == [""] * 3


async def test_a_guest_who_is_claimed_at_that_moment_takes_no_seat(
    services: list[Service], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask_at_once(services, make_request(1, 1, "open"))
    gus = await People(database).identify_guest(GUILD, "Gus")
    limit = Unclaimed((gus.id,))

    def bring(channel: int) -> Request:
        def ask(me: str, _: object) -> GameCommand:
            return Bring(gus.id, me)

        actor = Actor(1, Names("P1"))
        return Request(
            Place(GUILD, channel), actor, ask, 7 + channel, named=(gus,), limits=(limit,)
        )

    assert await ask_at_once(services, bring(1)) == [""]
    await ask_at_once(services, make_request(2, 1, "open"))
    original = Unclaimed.check

    async def check_and_claim(self: Unclaimed, *given: object) -> None:
        await original(self, *given)  # type: ignore[arg-type]
        await execute(database, update(guests).values(claimed_by=gus.id))

    monkeypatch.setattr(Unclaimed, "check", check_and_claim)
    assert await ask_at_once(services, bring(2)) == ["guest-claimed"]


async def test_of_eight_games_entered_at_once_three_wait_to_be_confirmed(
    services: list[Service],
) -> None:
    three = CountLimit(UNCONFIRMED_ENTRIES, MAX_UNCONFIRMED_ENTRIES, inf)
    seats = ("x1", "x2", "x3")

    def enter(me: str, _: object) -> GameCommand:
        setup = Setup(variant="elimination", scoring="elimination", played=to_milliseconds(NOON))
        players = (me, *seats)
        losses = (Concede(player) for player in seats)
        return Enter((Open(setup, me, players), Start(players, me), *losses))

    def make(channel: int) -> Request:
        place = Place(GUILD, channel)
        return Request(place, Actor(1, Names("P1")), enter, 100 + channel, limits=(three,))

    codes = await ask_at_once(services, *(make(channel) for channel in range(1, 9)))
    assert codes == [""] * 3 + ["entry-many"] * 5
