"""Guests: they play and have results, but no rank and no total until somebody has claimed them."""

import pytest
from sqlalchemy import insert, select, update

from bot.projections.project import rebuild_derived_tables
from bot.projections.season_standings import compute_season_standings
from bot.projections.standings import load_leaderboard_without_season_rules
from bot.rules.guests import explain_if_pod_has_too_many_guests
from bot.rules.joining import BringGuestToPod
from bot.rules.lobby import LeaveLobby, OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.season_rules.games import SeasonGame, SeasonGameResult
from bot.season_rules.ranking import SeasonStandings
from bot.season_rules.rules import SeasonRules
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.schema import defeats, guests, pods, results, rivalries, seasons
from bot.storage.tables.guests import build_guests_upsert
from bot.storage.tables.totals import SELECT_WRONG_SERVERS
from tests.storage.store import GUILD, NOON, Channel, column, execute, killed, rows

MEMBERS = ("ana", "bo", "cy")
ELIMINATION = PodSetup(variant="elimination", scoring="elimination")


async def lobby(database: Database, *brought: str, members: tuple[str, ...] = MEMBERS) -> Channel:
    """A lobby of members, to which Bo has brought guests."""
    channel = Channel(database)
    await channel.do(OpenLobby(ELIMINATION, "ana", members), *(BringGuestToPod(each, "bo") for each in brought))
    return channel


async def play(database: Database, *brought: str, members: tuple[str, ...] = MEMBERS) -> Channel:
    """A game of theirs, which Ana wins."""
    channel = await lobby(database, *brought, members=members)
    seats = (*members, *brought)
    await channel.do(StartGame(seats, "ana"), *(killed(each, "ana") for each in seats[1:]))
    return channel


async def ranked(database: Database) -> list[str]:
    return sorted(line.player for line in (await load_leaderboard_without_season_rules(database, GUILD)).lines)


async def astray(database: Database) -> list[int]:
    return await column(database, SELECT_WRONG_SERVERS)


async def test_a_guest_has_a_result_and_rivals_but_no_rank(database: Database) -> None:
    await play(database, "gus")
    names = [column.name for column in results.c]
    flags = {row[names.index("player")]: row[names.index("guest")] for row in await rows(database, results)}
    assert flags == {"ana": False, "bo": False, "cy": False, "gus": True}
    assert await ranked(database) == [*MEMBERS]
    assert ("ana", "gus") in {(row[3], row[4]) for row in await rows(database, rivalries)}
    assert await astray(database) == []


@pytest.mark.parametrize(
    ("members", "brought", "excess"),
    [
        (MEMBERS, ("gus",), None),
        (MEMBERS, ("gus", "hal"), None),
        (MEMBERS, ("gus", "hal", "ida"), "many-guests"),
        (("ana", "bo"), ("gus",), "few-members"),
    ],
)
async def test_with_too_many_guests_a_game_is_played_and_counts_for_nobody(
    database: Database, members: tuple[str, ...], brought: tuple[str, ...], excess: str | None
) -> None:
    channel = await play(database, *brought, members=members)
    assert channel.pod is not None
    assert channel.pod.result is not None
    assert explain_if_pod_has_too_many_guests(channel.pod) == excess
    counted = bool(excess is None)
    assert bool(await rows(database, results)) == counted
    assert bool(await rows(database, defeats)) == counted
    assert await ranked(database) == ([*members] if counted else [])


async def test_what_a_guest_won_is_the_claimers_however_it_is_written(database: Database) -> None:
    await database.commit_changes(build_guests_upsert(["gus"], GUILD))
    await execute(database, update(guests).values(claimed_by="zoe"))
    await play(database, "gus")
    assert await ranked(database) == [*MEMBERS, "zoe"]
    assert ("ana", "zoe") in {(row[3], row[4]) for row in await rows(database, rivalries)}
    before = await rows(database, results)
    await rebuild_derived_tables(database)
    assert await rows(database, results) == before
    assert await astray(database) == []


async def test_a_guest_counts_as_whoever_brought_them(database: Database) -> None:
    channel = await play(database, "gus", "hal")
    assert channel.pod is not None
    brought = {player: by for player, by in channel.pod.guests.items() if by is not None}
    (people,) = await column(database, select(pods.c.people))
    assert people == " ".join(sorted(MEMBERS))
    found = await database.fetch_rows(select(results.c.player, results.c.brought_by))
    assert {row.player: row.brought_by for row in found if row.brought_by} == brought
    every = await database.run_read_transaction_without_timeout(lambda c: compute_season_standings(c, GUILD, 1, "pod"))
    assert every is None, "there is no season"
    begun = {"guild": GUILD, "number": 1, "name": "One", "start": NOON}
    await execute(database, insert(seasons).values(**begun, rules='{"circles": true}'))
    table = await database.run_read_transaction_without_timeout(lambda c: compute_season_standings(c, GUILD, 1, "pod"))
    assert table is not None
    (game,) = table.games
    assert {seat.player: seat.result_owner for seat in game.seats} == {each: each for each in MEMBERS} | brought
    before = [await rows(database, each) for each in (pods, results)]
    await rebuild_derived_tables(database)
    assert [await rows(database, each) for each in (pods, results)] == before


async def test_nobody_has_two_results_of_one_game(database: Database) -> None:
    await database.commit_changes(build_guests_upsert(["gus"], GUILD))
    await execute(database, update(guests).values(claimed_by="cy"))
    await play(database, "gus", "hal")
    assert {row[2] for row in await rows(database, results)} == {*MEMBERS, "gus", "hal"}


async def test_a_season_ranks_guests_if_its_rules_say_so(database: Database) -> None:
    await play(database, "gus")
    rows_of = await database.fetch_rows(select(results))
    seats = tuple(SeasonGameResult(row.player, row.points, row.won, guest=row.guest) for row in rows_of)
    games = [SeasonGame(0, 1, 1, seats)]
    for rules, players in ((SeasonRules(needed=1), {*MEMBERS}), (SeasonRules(guests=True), {*MEMBERS, "gus"})):
        table = SeasonStandings(games, rules)
        assert {line.player for line in table.list_ranked_lines()} == players


async def test_who_leaves_a_lobby_takes_their_guests_along(database: Database) -> None:
    channel = await lobby(database, "gus", "hal")
    await channel.do(LeaveLobby("gus"))
    assert channel.pod is not None
    assert channel.pod.players == (*MEMBERS, "hal")
    await channel.do(LeaveLobby("bo"))
    after = channel.pod
    assert [*after.players, *after.guests] == ["ana", "cy"]


async def test_a_lobby_whose_host_leaves_is_a_members(database: Database) -> None:
    channel = Channel(database)
    await channel.do(OpenLobby(PodSetup(), "bo", ("bo",)), BringGuestToPod("gus", "bo"))
    await channel.do(LeaveLobby("bo"))
    assert channel.pod is not None
    assert (channel.pod.host, channel.pod.players) == ("bo", ())


async def test_only_who_has_a_seat_brings_guests_and_no_guest_does(database: Database) -> None:
    channel = await lobby(database, "gus")
    for by in ("zoe", "gus"):
        with pytest.raises(Refusal, match="bring-seat"):
            await channel.do(BringGuestToPod("hal", by))


async def test_a_change_of_a_guest_is_written_once(database: Database) -> None:
    change = build_guests_upsert(["gus"], GUILD)
    await database.commit_changes(change, RowChange(change.statement, change.rows))
    assert await rows(database, guests) == [("gus", GUILD, None, None, None)]
