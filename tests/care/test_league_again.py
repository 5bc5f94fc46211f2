"""Importing a league's table again, with games that the server has already."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import insert

from bot.care.integrity import check_integrity_of_database
from bot.care.leagues.batches import undo_game_import
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.undoing import UndoPodEvent
from bot.rules.variants import VARIANTS
from bot.storage.engine import schema
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person
from tests.care.leagues import DEFEATS, GAMES, LATER, League
from tests.storage.store import CHANNEL, GUILD, NOON, execute, rows

pytestmark = pytest.mark.shared_databases


async def test_what_is_here_already_is_not_entered_twice(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    again = await league.judge(GAMES, DEFEATS)
    assert (again.games, again.here, again.doubts) == ((), 2, ())
    more = GAMES + "3,2026-01-12,Ana,draw,\n3,,Bo,,\n3,,Cy,,\n3,,Di,,\n"
    grown = await league.enter(more, DEFEATS)
    assert (len(grown.games), grown.here) == (1, 2)


async def test_a_game_that_may_be_one_that_was_played_here_is_named(league: League) -> None:
    played = await league.judge(GAMES.replace("2026-01-11", f"{NOON:%Y-%m-%d}"), DEFEATS)
    (note,) = played.notes
    assert "games.csv:6: game '2' has the day and the players of game 1 of channel 100" in note


@pytest.mark.parametrize(
    ("change", "to", "said"),
    [
        ("no,7", "no,6", "result"),
        ("2,,Bo,,\n2,,Cy,x,", "2,,Bo,x,\n2,,Cy,,", "result"),
        ("2,,Bo,,\n2,,Cy,x,", "2,,Cy,x,\n2,,Bo,,", "order of seats"),
        ("2,,Bo,,", "2,,Eve,,", "choice of players"),
        ("won,points", "won,format", "format, result"),
    ],
)
async def test_a_game_that_differs_from_what_is_here_is_a_doubt(
    league: League, change: str, to: str, said: str
) -> None:
    await league.enter(GAMES, DEFEATS)
    changed = GAMES.replace(change, to)
    changed = changed if "points" in changed else changed.replace("no,7", "no,modern")
    judged = await league.judge(changed, DEFEATS, guests=True)
    (doubt,) = judged.doubts
    assert f"games.csv:6: game: '2' is here already (game 7 of channel 100) with another {said};" in doubt
    assert (judged.here, judged.games, judged.new) == (1, (), ())


@pytest.mark.parametrize(
    ("before", "then", "is_doubt"),
    [
        ("Krenko", "Krenko", False),
        ("Krenko", "krenko", False),
        ("Tymna + Kraum", "Kraum + Tymna", False),
        ("Krenko", "", False),
        ("", "Krenko", False),
        ("Krenko", "Atraxa", True),
    ],
)
async def test_another_deck_than_the_one_that_was_imported_is_a_doubt(
    league: League, before: str, then: str, is_doubt: bool
) -> None:
    header, first, *others = GAMES.splitlines()

    def write(deck: str) -> str:
        return "\n".join([f"{header},deck", f"{first},{deck}", *others])

    await league.enter(write(before), DEFEATS)
    judged = await league.judge(write(then), DEFEATS)
    assert judged.games == ()
    assert [("with another deck;" in doubt) for doubt in judged.doubts] == [True] * is_doubt


async def test_what_a_moderator_put_right_may_be_put_right_in_the_table(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    points = OverrideGameAsModerator("points", "counted again", points={"di": 6, "bo": 0})
    await league.decide(judged.first + 1, points)
    assert (await league.judge(GAMES, DEFEATS)).here == 2
    assert (await league.judge(GAMES.replace("no,7", "no,6"), DEFEATS)).here == 2
    other = (await league.judge(GAMES.replace("no,7", "no,5"), DEFEATS)).doubts
    assert "game 7 of channel 100) with another result" in other[0]


@pytest.mark.parametrize(
    "settings",
    [
        {"language": "ru"},
        {"base": "modern", "variant": "elimination", "table": "two-headed-giant"},
        {"scoring": "elimination"},
        {"variant": "Ours", "variants": {"Ours": VARIANTS["respawn"]}},
    ],
)
async def test_games_stay_the_same_when_the_server_sets_something_else(
    league: League, settings: dict[str, Any]
) -> None:
    served = "3,2026-01-12,Ana,yes,,\n3,,Bo,,,Ana\n3,,Cy,,,\n3,,Di,,,Cy\n"
    table = GAMES.replace("points", "points,master") + served
    await league.enter(table, DEFEATS)
    await league.set(**settings)
    again = await league.judge(table, DEFEATS)
    assert (again.games, again.here, again.doubts) == ((), 3, ())


async def test_games_stay_the_same_when_a_guest_has_joined_the_server(league: League) -> None:
    table = GAMES.replace("Cy", "Tom")
    (guest,) = (await league.enter(table, guests=True)).new
    tom = Person("tom", 10**17 + 5, "Tom", "tom.name")
    await league.claim(guest.id, tom)
    for names in (None, f"Tom = {tom.discord_id}"):
        again = await league.judge(table, names=names)
        assert (again.games, again.here, again.doubts) == ((), 2, ())
    more = "3,2026-01-12,Ana,draw,\n3,,Bo,,\n3,,Tom,,\n3,,Di,,\n"
    await league.enter(table + more)
    points = await league.points()
    assert [guest.id in each for each in points] == [False] * 3
    assert [each[tom.id] for each in points] == [0, 3, 0]


async def test_a_date_that_was_put_right_in_the_table_is_a_doubt(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    moved = GAMES.replace("2026-01-11", "2026-01-12 21:30")
    (doubt,) = (await league.judge(moved, DEFEATS)).doubts
    said = f"game: '2' is here with another date: game 7 of channel {CHANNEL}, of 2026-01-11 12:00"
    assert f"games.csv:6: {said}; let a moderator put that one right" in doubt
    at = datetime_to_milliseconds(datetime(2026, 1, 12, 21, 30, tzinfo=UTC))
    await league.decide(judged.first + 1, OverrideGameAsModerator("date", "a week later", at=at))
    put_right = await league.judge(moved, DEFEATS)
    assert (put_right.games, put_right.here, put_right.doubts) == ((), 2, ())


async def test_a_league_may_count_its_games_anew(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    anew = GAMES.replace("2026-01-1", "2026-02-1")
    judged = await league.judge(anew, names="Di = 200000000000000000")
    assert ([fresh.game.name for fresh in judged.games], judged.doubts) == (["1", "2"], ())
    same = await league.judge(anew)
    assert len(same.doubts) == 2
    assert all(doubt.endswith("Another game needs another name") for doubt in same.doubts)


async def test_games_stay_the_same_in_another_time_zone(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    await league.set(timezone="Asia/Tokyo")
    again = await league.judge(GAMES, DEFEATS)
    assert (again.games, again.here, again.doubts, again.notes) == ((), 2, (), ())


async def test_a_game_that_is_here_under_another_name_is_a_doubt(league: League) -> None:
    await league.enter(GAMES)
    (doubt,) = (await league.judge(GAMES.replace("2,", "two,"))).doubts
    assert "games.csv:6: game: 'two' has the day and the players of game 7 of channel 100" in doubt
    second = "".join(f"3{line[1:]}\n" for line in GAMES.splitlines() if line.startswith("2"))
    again = await league.judge(GAMES + second)
    assert ([fresh.game.name for fresh in again.games], again.doubts) == (["3"], ())


async def test_an_import_is_taken_back_as_one_and_can_be_made_again(league: League) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    before = await rows(league.database, schema.standings)
    assert await undo_game_import(league.database, CHANNEL, judged.first, LATER) == 2
    assert await league.points() == []
    assert await undo_game_import(league.database, CHANNEL, judged.first, LATER) == 0
    examined = await league.database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert (examined.strayed.first, examined.boards.first) == ([], [])
    await league.enter(GAMES, DEFEATS)
    assert await rows(league.database, schema.standings) == before
    assert (await league.judge(GAMES, DEFEATS)).here == 2


async def test_a_season_that_is_over_is_entered_if_somebody_says_so(league: League) -> None:
    spring = {"guild": GUILD, "number": 1, "name": "Spring", "start": NOON}
    over = NOON + timedelta(days=11)
    await execute(league.database, insert(schema.seasons).values(**spring, end=over))
    (doubt,) = (await league.judge(GAMES, DEFEATS)).doubts
    assert "games.csv:2: played: 2 games of the season 'Spring', which is over" in doubt
    await league.enter(GAMES, DEFEATS, closed_seasons=True)


async def test_a_season_that_has_ended_since_is_no_matter(league: League) -> None:
    await league.enter(GAMES, DEFEATS)
    spring = {"guild": GUILD, "number": 1, "name": "Spring", "start": NOON}
    over = NOON + timedelta(days=11)
    await execute(league.database, insert(schema.seasons).values(**spring, end=over))
    again = await league.judge(GAMES, DEFEATS)
    assert (again.here, again.doubts) == (2, ())
    more = "{0},2026-01-{1},Ana,draw,\n{0},,Bo,,\n{0},,Cy,,\n{0},,Di,,\n"
    await league.enter(GAMES + more.format(3, 20), DEFEATS)
    (doubt,) = (await league.judge(GAMES + more.format(4, "05"), DEFEATS)).doubts
    assert "games.csv:10: played: 1 game of the season 'Spring', which is over" in doubt


@pytest.mark.parametrize("command", [UndoPodEvent("of another league"), OverrideGameAsModerator("void", "no result")])
async def test_what_a_moderator_has_taken_back_stays_so(league: League, command: PodCommand) -> None:
    judged = await league.enter(GAMES, DEFEATS)
    await league.decide(judged.first, command)
    again = await league.judge(GAMES, DEFEATS)
    assert (again.games, again.here, again.doubts) == ((), 2, ())
    (note,) = again.notes
    assert "games.csv:2: game: '1' was taken back here by a moderator (game 6 of " in note
    await undo_game_import(league.database, CHANNEL, judged.first, LATER)
    second = await league.enter(GAMES, DEFEATS)
    assert ([fresh.game.name for fresh in second.games], second.here) == (["2"], 1)
