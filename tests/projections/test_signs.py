"""Which finished games moderators should look at: by signs of their own, or of the same few."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import insert, select

from bot.projections.pods import MAX_SEARCHED_GAMES, load_games_with_warning_signs
from bot.projections.warning_signs import (
    FEW_PLAYERS,
    LOOK_BACK,
    MANY_GAMES,
    PlayedGame,
    Sign,
    find_games_with_warning_signs,
)
from bot.rules.confirmation import ConfirmGameReports
from bot.rules.entering import RecordPastGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportWin
from bot.service.game_requests import CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.schema import dismissals, pods
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from tests.storage.store import CHANNEL, GUILD, NOON, SEATS, Channel, column, execute


def game(number: int, people: int = 4, *signs: Sign, dismissed: bool = False, channel: int = CHANNEL) -> PlayedGame:
    """A game that ended so many minutes after noon."""
    roster = " ".join(f"p{each}" for each in range(people))
    ended = NOON + timedelta(minutes=number)
    return PlayedGame(channel, number, ended, roster, signs, dismissed)


def newest_first(*games: PlayedGame) -> list[tuple[int, tuple[Sign, ...]]]:
    """The numbers of the games that should be looked at, each with why."""
    found = find_games_with_warning_signs(sorted(games, key=lambda each: each.ended, reverse=True))
    return [(look.pod, look.signs) for look in found]


def test_a_game_without_a_sign_is_nobody_s_business() -> None:
    assert newest_first(*(game(number) for number in range(1, MANY_GAMES))) == []


def test_the_same_few_are_shown_by_their_newest_game_once_they_are_many() -> None:
    many = [game(number) for number in range(1, MANY_GAMES + 1)]
    assert newest_first(*many) == [(MANY_GAMES, ("few",))]


def test_more_people_are_no_few_however_often_they_play() -> None:
    assert newest_first(*(game(number, FEW_PLAYERS + 1) for number in range(1, 3 * MANY_GAMES))) == []


def test_what_is_dismissed_stays_so_until_the_same_few_play_again() -> None:
    many = [game(number) for number in range(1, MANY_GAMES)]
    last = game(MANY_GAMES, dismissed=True)
    assert newest_first(*many, last) == []
    assert newest_first(*many, last, game(MANY_GAMES + 1)) == [(MANY_GAMES + 1, ("few",))]


def test_each_game_with_a_sign_of_its_own_is_shown_unless_it_is_dismissed() -> None:
    shown = [game(1, 4, "quick"), game(2, 4, "won"), game(3, 4, "quick", dismissed=True)]
    assert newest_first(*shown) == [(2, ("won",)), (1, ("quick",))]


async def looks(database: Database, now: datetime = NOON) -> list[tuple[int, tuple[Sign, ...]]]:
    return [(look.pod, look.signs) for look in await load_games_with_warning_signs(database, GUILD, now)]


async def test_a_win_by_report_is_a_sign_until_it_is_taken_back(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")  # an event a minute
    await channel.do(ReportWin("ana", "combo"))
    assert await looks(database) == [(1, ("won",))]
    await channel.do(UndoPodEvent())
    assert await looks(database) == []


async def test_a_void_game_is_looked_at_no_more(database: Database) -> None:
    channel = Channel(database)
    await channel.play()
    await channel.do(ReportWin("ana", "effect"), OverrideGameAsModerator("void", "nobody played it"))
    assert await looks(database) == []


async def test_a_game_that_is_over_within_a_minute_is_a_sign(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_haste = lambda _, version: NOON + timedelta(seconds=10 * version)  # noqa: E731
    monkeypatch.setattr(Channel, "when", in_haste)
    await Channel(database).play("bo", "cy", "di")
    assert await looks(database) == [(1, ("quick",))]


async def test_a_game_of_which_a_moderator_says_when_it_ended_is_not_quick(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_haste = lambda _, version: NOON + timedelta(seconds=10 * version)  # noqa: E731
    monkeypatch.setattr(Channel, "when", in_haste)
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    at = int(NOON.timestamp() * 1000)
    await channel.do(OverrideGameAsModerator("date", "it was played at noon", at=at))
    assert await looks(database) == []


async def test_of_ten_thousand_games_no_more_is_read_than_what_is_looked_through(database: Database) -> None:
    played = [
        {
            **{"channel": CHANNEL, "pod": number, "guild": GUILD, "state": "finished"},
            **{"version": number, "at": NOON, "ended": NOON - timedelta(minutes=number)},
            "people": " ".join(sorted(f"p{(number + seat) % 50}" for seat in range(len(SEATS)))),
            "signs": "quick" if number % 500 == 0 else None,
        }
        for number in range(1, 10_001)
    ]
    await execute(database, *(insert(pods).values(played[at : at + 500]) for at in range(0, 10_000, 500)))
    await execute(database, insert(dismissals).values(channel=CHANNEL, pod=500, guild=GUILD))
    found = await load_games_with_warning_signs(database, GUILD, NOON)
    assert {look.pod for look in found} == {*range(1, 51), *range(1_000, MAX_SEARCHED_GAMES + 1, 500)}
    long_ago = NOON + LOOK_BACK + timedelta(days=8)
    assert await load_games_with_warning_signs(database, GUILD, long_ago) == []


async def test_an_entered_game_that_nobody_has_confirmed_was_not_played(database: Database) -> None:
    people = PeopleRepository(database)
    service = GameService(EventLog(database), people, lambda: NOON)
    setup = PodSetup(variant="elimination", scoring="elimination", played=datetime_to_milliseconds(NOON))
    place = ChannelAddress(GUILD, CHANNEL)

    def enter(me: str, _: object) -> RecordPastGame:
        players = (me, "bo")
        return RecordPastGame((OpenLobby(setup, me, players), StartGame(players, me), ReportWin(me)))

    done = await service.execute_command(GameCommandRequest(place, CommandUser(1, AccountNames("Ana")), enter))
    number = done.live.number
    assert await column(database, select(pods.c.people)) == [None]
    assert await looks(database) == []
    confirm = lambda *_: ConfirmGameReports((number,), "meg")  # noqa: E731
    await service.execute_command(
        GameCommandRequest(place, CommandUser(5, AccountNames("Meg"), moderator=True), confirm, pod=number)
    )
    assert await column(database, select(pods.c.people)) == [" ".join(sorted((done.recorded.by or "", "bo")))]
