"""Limits hold even if many commands come at the same moment."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from math import inf

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from bot.planning.plan_creation import PlanFutureGame
from bot.projections.limits import MAX_UNCONFIRMED_ENTRIES, OPEN_GAMES, OPEN_PLANS, UNCONFIRMED_ENTRIES, OpenGamesLimit
from bot.projections.plans import (
    compute_idempotency_key_of_game_night_pod,
    compute_idempotency_key_of_next_plan,
    compute_idempotency_key_of_plan_lobby,
)
from bot.rulebooks import GameCommand
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.entering import RecordPastGame
from bot.rules.joining import BringGuestToPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.service.game_requests import CommandLimit, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError
from bot.storage.engine.schema import guests
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from bot.storage.tables.guests import ClaimedGuestCommandLimit
from tests.storage.store import GUILD, NOON, execute, opened

THREE = OpenGamesLimit(OPEN_GAMES, 3, inf)


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
async def services(database: Database, url: str, request: pytest.FixtureRequest) -> AsyncIterator[list[GameService]]:
    """The services of some processes with one database."""
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(opened(url)) for _ in range(request.param - 1)]
        yield [GameService(EventLog(each), PeopleRepository(each), lambda: NOON) for each in (database, *others)]


def make_request(channel: int, account: int, command: str, *limits: CommandLimit) -> GameCommandRequest:
    """Return a person's request to open a lobby, or to make a plan, in a channel."""

    def ask(me: str, _: object) -> GameCommand:
        if command == "open":
            return OpenLobby(PodSetup(), me, (me,))
        now = datetime_to_milliseconds(NOON)
        return PlanFutureGame(PodSetup(), me, now + 3 * 60 * 60 * 1000, now)

    actor = CommandUser(account, AccountNames(f"P{account}"))
    return GameCommandRequest(ChannelAddress(GUILD, channel), actor, ask, 1000 * account + channel, limits=limits)


async def ask(service: GameService, request: GameCommandRequest) -> str:
    """Send a request, again while others are first; return the code of a refusal, or nothing."""
    while True:
        try:
            await service.execute_command(request)
        except DatabaseBusyError:
            continue
        except Refusal as refusal:
            return refusal.code
        return ""


async def ask_at_once(services: list[GameService], *requests: GameCommandRequest) -> list[str]:
    """Send the requests to the processes in turn, at the same moment; return what `ask` does."""
    asked = (ask(services[at % len(services)], each) for at, each in enumerate(requests))
    return sorted(await asyncio.gather(*asked))


async def test_of_eight_lobbies_of_a_person_at_once_three_open(services: list[GameService]) -> None:
    requests = [make_request(channel, 1, "open", THREE) for channel in range(1, 9)]
    codes = await ask_at_once(services, *requests)
    assert codes == [""] * 3 + ["many-opened"] * 5


async def test_others_are_not_refused_with_them(services: list[GameService]) -> None:
    requests = [make_request(each, 1 + each % 2, "open", THREE) for each in range(1, 9)]
    codes = await ask_at_once(services, *requests)
    assert codes == [""] * 6 + ["many-opened"] * 2


async def test_of_eight_lobbies_of_a_server_at_once_five_open(services: list[GameService]) -> None:
    most = OpenGamesLimit(OPEN_GAMES, inf, 5)
    requests = [make_request(each, each, "open", most) for each in range(1, 9)]
    assert await ask_at_once(services, *requests) == [""] * 5 + ["many-open"] * 3


async def test_of_eight_plans_of_a_person_at_once_two_are_made(services: list[GameService]) -> None:
    two = OpenGamesLimit(OPEN_PLANS, 2, 100)
    requests = [make_request(each, 1, "plan", two) for each in range(1, 9)]
    assert await ask_at_once(services, *requests) == [""] * 2 + ["plan-many"] * 6


async def test_a_lobby_that_was_closed_is_counted_no_more(services: list[GameService]) -> None:
    requests = [make_request(each, 1, "open", THREE) for each in range(1, 5)]
    assert await ask_at_once(services[:1], *requests[:3]) == [""] * 3
    assert await ask_at_once(services, requests[3]) == ["many-opened"]
    closing = GameCommandRequest(ChannelAddress(GUILD, 1), None, lambda *_: ClosePod())
    assert await ask_at_once(services[:1], closing) == [""]
    assert await ask_at_once(services, requests[3]) == [""]


async def test_pods_of_nights_count_for_the_server_alone(services: list[GameService]) -> None:
    of_night = [compute_idempotency_key_of_game_night_pod(9, 1, serial) for serial in range(1, 4)]
    opened = [replace(make_request(at, 1, "open"), interaction=key) for at, key in enumerate(of_night, 11)]
    assert await ask_at_once(services[:1], *opened) == [""] * 3
    asked = [make_request(each, 1, "open", THREE) for each in range(1, 5)]
    assert await ask_at_once(services, *asked) == [""] * 3 + ["many-opened"]  # as if there were no night
    most = OpenGamesLimit(OPEN_GAMES, inf, 6)
    assert await ask_at_once(services, make_request(20, 2, "open", most)) == ["many-open"]


async def test_lobby_of_a_plan_counts_for_whoever_made_the_plan(services: list[GameService]) -> None:
    made = (1_000, compute_idempotency_key_of_next_plan(9, 1))  # by a press, and as the next plan of a series
    lobbies = [compute_idempotency_key_of_plan_lobby(key) for key in made]
    opened = [replace(make_request(at, 1, "open"), interaction=key) for at, key in enumerate(lobbies, 11)]
    assert await ask_at_once(services[:1], *opened) == [""] * 2
    asked = [make_request(each, 1, "open", THREE) for each in range(1, 3)]
    assert await ask_at_once(services, *asked) == ["", "many-opened"]


async def test_a_request_that_comes_twice_is_done_once_and_not_refused(services: list[GameService]) -> None:
    one = OpenGamesLimit(OPEN_GAMES, 1, inf)
    request = make_request(1, 1, "open", one)
    assert await ask_at_once(services, request, request, request) == [""] * 3


async def test_a_guest_who_is_claimed_at_that_moment_takes_no_seat(
    services: list[GameService], database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask_at_once(services, make_request(1, 1, "open"))
    gus = await PeopleRepository(database).load_or_create_guest(GUILD, "Gus")
    limit = ClaimedGuestCommandLimit((gus.id,))

    def bring(channel: int) -> GameCommandRequest:
        def ask(me: str, _: object) -> GameCommand:
            return BringGuestToPod(gus.id, me)

        actor = CommandUser(1, AccountNames("P1"))
        return GameCommandRequest(
            ChannelAddress(GUILD, channel), actor, ask, 7 + channel, named=(gus,), limits=(limit,)
        )

    assert await ask_at_once(services, bring(1)) == [""]
    await ask_at_once(services, make_request(2, 1, "open"))
    original = ClaimedGuestCommandLimit.require_player_below_limit

    async def check_and_claim(self: ClaimedGuestCommandLimit, *given: object) -> None:
        await original(self, *given)  # type: ignore[arg-type]
        await execute(database, update(guests).values(claimed_by=gus.id))

    monkeypatch.setattr(ClaimedGuestCommandLimit, "require_player_below_limit", check_and_claim)
    assert await ask_at_once(services, bring(2)) == ["guest-claimed"]


async def test_of_eight_games_entered_at_once_three_wait_to_be_confirmed(services: list[GameService]) -> None:
    three = OpenGamesLimit(UNCONFIRMED_ENTRIES, MAX_UNCONFIRMED_ENTRIES, inf)
    seats = ("x1", "x2", "x3")

    def enter(me: str, _: object) -> GameCommand:
        setup = PodSetup(variant="elimination", scoring="elimination", played=datetime_to_milliseconds(NOON))
        players = (me, *seats)
        losses = (ConcedeGame(player) for player in seats)
        return RecordPastGame((OpenLobby(setup, me, players), StartGame(players, me), *losses))

    def make(channel: int) -> GameCommandRequest:
        place = ChannelAddress(GUILD, channel)
        return GameCommandRequest(place, CommandUser(1, AccountNames("P1")), enter, 100 + channel, limits=(three,))

    codes = await ask_at_once(services, *(make(channel) for channel in range(1, 9)))
    assert codes == [""] * 3 + ["entry-many"] * 5
