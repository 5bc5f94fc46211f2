"""From reports to a leaderboard, and back when a report is taken back."""

import pytest

from bot.projections import standings
from bot.projections.project import build_row_changes_of_last_game_event
from bot.projections.standings import LeaderboardLine
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import ConfirmGameReports
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from tests.storage.store import CHANNEL, GUILD, SEATS, Channel, killed, rows


async def leaderboard(database: Database, guild: int) -> list[LeaderboardLine]:
    return (await standings.load_leaderboard_without_season_rules(database, guild)).lines


async def line_of(database: Database, guild: int, player: str) -> LeaderboardLine | None:
    return (await standings.load_leaderboard_without_season_rules(database, guild, viewer=player)).own


ANA_WON = [
    LeaderboardLine(1, "ana", points=3, games=1, won_as_master=1, won_as_servant=0, caused=3),
    LeaderboardLine(2, "bo", points=1, games=1, won_as_master=0, won_as_servant=1, served=1),
    LeaderboardLine(2, "cy", points=1, games=1, won_as_master=0, won_as_servant=1, served=1),
    LeaderboardLine(4, "di", points=0, games=1, won_as_master=0, won_as_servant=0),
]


async def test_a_server_without_finished_pods_has_no_leaderboard(database: Database) -> None:
    await Channel(database).play("bo", "cy")
    assert await leaderboard(database, GUILD) == []
    assert await line_of(database, GUILD, "ana") is None


async def test_a_finished_pod_gives_points_and_those_who_have_as_many_share_a_rank(database: Database) -> None:
    await Channel(database).play("bo", "cy", "di")
    assert await leaderboard(database, GUILD) == ANA_WON


async def test_a_result_says_what_everybody_was_at_the_end(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    await channel.do(ConcedeGame("bo"), killed("cy", "ana"), killed("di", "ana"))
    at, kind = channel.written[-1].at, ("esclave", "free-for-all")
    assert [row[:14] for row in await rows(database, results)] == [
        (CHANNEL, 1, "ana", GUILD, 3, "master", True, at, *kind, 3, 0, 60_000, 0),
        (CHANNEL, 1, "bo", GUILD, -1, "servant", False, at, *kind, 0, 1, 0, 1),
        (CHANNEL, 1, "cy", GUILD, 1, "servant", True, at, *kind, 0, 1, 0, 2),
        (CHANNEL, 1, "di", GUILD, 0, "master", False, at, *kind, 0, 0, 0, 3),
    ]


async def test_a_result_names_the_team_in_which_somebody_began(database: Database) -> None:
    channel = Channel(database)
    giants = PodSetup("two-headed-giant", "elimination", scoring="elimination")
    await channel.do(OpenLobby(giants, "ana", SEATS), StartGame(("bo", "ana", "di", "cy"), "ana"))
    await channel.do(ReportDrawnGame())
    teams = {row[2]: row[13] for row in await rows(database, results)}
    assert teams == {"bo": 0, "ana": 0, "di": 1, "cy": 1}


async def test_the_pods_of_a_server_add_up_over_its_channels(database: Database) -> None:
    await Channel(database, 1).play("bo", "cy", "di")
    await Channel(database, 2).play("ana", "cy", "di", killer="bo")
    assert (await leaderboard(database, GUILD))[:3] == [
        LeaderboardLine(1, "ana", points=4, games=2, won_as_master=1, won_as_servant=1, caused=3, served=1),
        LeaderboardLine(1, "bo", points=4, games=2, won_as_master=1, won_as_servant=1, caused=3, served=1),
        LeaderboardLine(3, "cy", points=2, games=2, won_as_master=0, won_as_servant=2, served=2),
    ]


async def test_servers_do_not_see_each_other(database: Database) -> None:
    await Channel(database, 1).play("bo", "cy", "di")
    await Channel(database, 2, guild=GUILD + 1).play("ana", "cy", "di", killer="bo")
    assert await leaderboard(database, GUILD) == ANA_WON


async def test_a_draw_is_a_game_that_nobody_won(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo")
    await channel.do(ReportDrawnGame())
    board = await leaderboard(database, GUILD)
    assert {(line.rank, line.points, line.games) for line in board} == {(1, 0, 1)}
    assert not any(line.won_as_master + line.won_as_servant for line in board)


async def test_a_step_back_after_the_end_takes_the_points_back(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.do(UndoPodEvent())
    assert await leaderboard(database, GUILD) == []
    await channel.do(killed("di", "ana"))
    assert await leaderboard(database, GUILD) == ANA_WON


async def test_another_end_after_a_step_back_replaces_the_points(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.do(UndoPodEvent(), killed("ana", "di"))
    line = await line_of(database, GUILD, "di")
    assert line == LeaderboardLine(1, "di", 3, 1, won_as_master=1, won_as_servant=0, caused=1)


async def test_a_closed_pod_gives_no_points(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy")
    await channel.do(ClosePod())
    assert await leaderboard(database, GUILD) == []


async def test_a_player_has_the_line_that_the_leaderboard_shows(database: Database) -> None:
    await Channel(database).play("bo", "cy", "di")
    lines = [await line_of(database, GUILD, line.player) for line in ANA_WON]
    assert lines == ANA_WON
    assert await line_of(database, GUILD, "nobody") is None


async def test_points_count_once_the_last_report_is_confirmed(database: Database) -> None:
    channel = Channel(database)
    await channel.play("bo", "cy", "di", setup=PodSetup(confirmation="loser"))
    await channel.do(ConfirmGameReports((3,), "bo"), ConfirmGameReports((4,), "cy"))
    assert await leaderboard(database, GUILD) == []
    await channel.do(ConfirmGameReports((5,), "di"))
    assert await leaderboard(database, GUILD) == ANA_WON


@pytest.mark.parametrize(("losers", "touched"), [(SEATS[1:2], False), (SEATS[1:], True)])
async def test_a_step_taken_back_touches_results_only_where_there_were_some(
    database: Database, losers: tuple[str, ...], touched: bool
) -> None:
    channel = Channel(database)
    await channel.play(*losers)
    await channel.do(UndoPodEvent())
    assert channel.played is not None
    changed = {change.table_name for change in build_row_changes_of_last_game_event(channel.played)}
    assert ("results" in changed, changed != {"pods"}) == (touched, touched)
