"""What `/stats` and `/rivals` read: careers, streaks, and who defeated whom most often."""

from datetime import timedelta
from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.projections.career import PlayerCareer, PlayerGameTotals, load_player_career
from bot.projections.defeats import PlayerRivalry, load_fiercest_player_rivalries, load_most_frequent_opponents
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results, rivalries
from bot.storage.tables.rivalries import EVER
from tests.effort import examples
from tests.projections.test_totals import WHY, Later, League
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import GUILD, NOON, SEATS, Channel, execute, killed, make_blank_result


async def has_done(database: Database, player: str) -> PlayerCareer:
    found = await load_player_career(database, GUILD, player)
    assert found is not None
    return found


async def test_a_career_is_told_by_variant_and_by_role(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("ana", "cy", "di", killer="bo")
    await channel.play("bo")
    await channel.do(ReportDrawnGame())
    ana, bo = await has_done(database, "ana"), await has_done(database, "bo")
    assert ana.records == {
        ("esclave", "master"): PlayerGameTotals(
            games=2, won=1, drawn=1, points=ana.sum_games_by_variant_and_role(role="master").points
        ),
        ("esclave", "servant"): PlayerGameTotals(
            games=1, won=1, points=ana.sum_games_by_variant_and_role(role="servant").points
        ),
    }
    assert (
        ana.sum_games_by_variant_and_role().games,
        ana.sum_games_by_variant_and_role().won,
        ana.sum_games_by_variant_and_role().drawn,
        ana.sum_games_by_variant_and_role().lost_game_count,
    ) == (3, 2, 1, 0)
    assert (ana.caused, ana.served) == (4, 1)
    assert (
        bo.sum_games_by_variant_and_role(role="servant").won,
        bo.sum_games_by_variant_and_role(role="servant").drawn,
        bo.served,
    ) == (1, 1, 2)
    assert ana.sum_games_by_variant_and_role("elimination") == PlayerGameTotals()
    assert await load_player_career(database, GUILD, "eve") is None
    assert await load_player_career(database, GUILD + 1, "ana") is None


async def test_a_career_follows_what_is_taken_back_and_put_right(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.do(UndoPodEvent(), killed("ana", "di"))
    assert (await has_done(database, "ana")).sum_games_by_variant_and_role().lost_game_count == 1
    await channel.do(UndoPodEvent(), killed("di", "ana"))
    assert (await has_done(database, "ana")).sum_games_by_variant_and_role().won == 1
    await channel.do(OverrideGameAsModerator("points", WHY, points={"di": 9}))
    assert (await has_done(database, "di")).sum_games_by_variant_and_role().points == 9
    await channel.do(OverrideGameAsModerator("void", WHY))
    assert await load_player_career(database, GUILD, "di") is None


async def test_only_games_of_a_time_count_if_one_is_named(database: Database) -> None:
    channel = Later(database)
    await channel.play("bo", "cy", "di")
    channel.days = 10
    await channel.play("bo", "cy", "di")
    middle = NOON + timedelta(days=5)
    for between, games in (
        ((NOON, middle), 1),
        ((middle, middle + timedelta(days=30)), 1),
        ((NOON, channel.written[-1].at), 1),  # its end is no part of a season
    ):
        found = await load_player_career(database, GUILD, "ana", between)
        assert found is not None
        assert found.sum_games_by_variant_and_role().games == games


@settings(max_examples=examples(15))
@given(won=st.lists(st.booleans(), min_size=1, max_size=30))
async def test_streaks_are_games_won_in_a_row(fresh: Fresh, won: list[bool]) -> None:
    async with open_anew(fresh) as database:
        line: dict[str, object] = make_blank_result()
        line |= {"player": "ana", "guild": GUILD, "role": "master", "variant": "v", "table": "t"}
        line["game"] = "pod"
        games = [
            line
            | {"pod": 1000 - n, "won": each, "at": NOON + timedelta(days=n)}
            | {"mu": None, "sigma": None, "chance": None}
            | {"brought_by": None, "recorded": NOON + timedelta(days=n)}
            for n, each in enumerate(won)
        ]
        await execute(database, results.insert().values(games))
        runs = [len(list(run)) if yes else 0 for yes, run in groupby(won)]
        found = await has_done(database, "ana")
        assert (found.streak, found.longest) == (runs[-1], max(runs))


async def test_the_fiercest_rivals_are_those_with_most_defeats_either_way(database: Database) -> None:
    pairs = [("ana", "bo", 3), ("bo", "ana", 5), ("cy", "di", 7), ("di", "ana", 1)]
    pairs += [("bo", "cy", 2), ("cy", "bo", 2)]
    rows = [
        {"guild": GUILD, "game": "pod", "season": season} | {"responsible": one, "loser": other, "times": times}
        for season in (0, 1)  # rows of earlier versions say 0 for all time, too
        for one, other, times in pairs[season:]
    ]
    await execute(database, rivalries.insert().values(rows))
    assert await load_fiercest_player_rivalries(database, GUILD, EVER, 3) == [
        PlayerRivalry("bo", "ana", 5, 3),
        PlayerRivalry("cy", "di", 7, 0),
        PlayerRivalry("bo", "cy", 2, 2),
    ]
    assert (await load_fiercest_player_rivalries(database, GUILD, 1, 2))[1] == PlayerRivalry("bo", "ana", 5, 0)
    assert await load_fiercest_player_rivalries(database, GUILD, 2, 3) == []
    victims, nemeses = await load_most_frequent_opponents(database, GUILD, EVER, "bo", 1)
    assert (victims, nemeses) == ([("ana", 5)], [("ana", 3)])


async def test_who_is_favourite_follows_from_the_games(database: Database) -> None:
    league, channel = League(database), Channel(database)
    await league.start(NOON)
    await channel.play("bo", "cy", "di")
    await channel.play("bo", "cy", "di")
    expected = [("bo", 2), ("cy", 2), ("di", 2)]
    for season in (EVER, 1):
        assert await load_most_frequent_opponents(database, GUILD, season, "ana", 3) == (expected, [])
        assert await load_most_frequent_opponents(database, GUILD, season, "bo", 3) == ([], [("ana", 2)])
    assert len(await load_fiercest_player_rivalries(database, GUILD, EVER, 24)) == len(SEATS) - 1
