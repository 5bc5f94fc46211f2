"""Totals: whatever happens, they are what the results add up to, season by season."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.projections.project import rebuild_derived_tables
from bot.projections.standings import (
    ALL_RESULTS,
    LINES_PER_PAGE,
    LeaderboardFilter,
    LeaderboardLine,
    load_leaderboard_without_season_rules,
)
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results, standings
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import PeopleRepository
from bot.storage.tables.seasons import ChangedSeasonWithAuditEntry, Season, SeasonChangeRequest, SeasonRepository
from bot.storage.tables.totals import DAY_MILLISECONDS, SELECT_WRONG_SERVERS, iterate_blocks_of_days_since
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import ANA, GUILD, NOON, SEATS, Channel, column, execute, killed, rows

NEVER = NOON + timedelta(days=100_000)
WHY = "it was not like that"


class Later(Channel):
    """A channel whose next events can be put off."""

    days = 0.0

    def when(self, version: int) -> datetime:
        return super().when(version) + timedelta(days=self.days)


class League:
    """A server with seasons."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seasons = SeasonRepository(database, PeopleRepository(database))
        self.interaction = 1_000

    def decider(self, at: datetime) -> SeasonChangeRequest:
        self.interaction += 1
        return SeasonChangeRequest(GUILD, ANA, self.interaction, at)

    async def start(self, at: datetime, name: str | None = None) -> ChangedSeasonWithAuditEntry:
        return await self.seasons.start_season(self.decider(at), name, "Season {}".format)

    async def end(self, at: datetime) -> ChangedSeasonWithAuditEntry:
        return await self.seasons.end_running_season(self.decider(at), 1, "en")


async def summed(database: Database, scope: LeaderboardFilter = ALL_RESULTS) -> dict[str, tuple[int, int]]:
    """Points and games of everybody, added up from the results and the seasons as they are."""
    columns = list(results.c.keys())
    found = dict[str, tuple[int, int]]()
    seasons = {s[1]: Season(*s[:5]) for s in await rows(database, schema.seasons)}
    for values in await rows(database, results):
        row = dict(zip(columns, values, strict=True))
        season = seasons.get(scope.season or 0)
        if season and not season.start <= row["at"] < (season.end or NEVER):
            continue
        if scope.since is not None and datetime_to_milliseconds(row["at"]) // DAY_MILLISECONDS < scope.since:
            continue
        if scope.variant not in ("", row["variant"]) or scope.table not in ("", row["table"]):
            continue
        points, games = found.get(row["player"], (0, 0))
        found[row["player"]] = points + row["points"], games + 1
    return found


async def listed(database: Database, scope: LeaderboardFilter = ALL_RESULTS) -> dict[str, tuple[int, int]]:
    """The same as the leaderboard has it."""
    page = await load_leaderboard_without_season_rules(database, GUILD, scope)
    return {line.player: (line.points, line.games) for line in page.lines}


asked = st.sampled_from([*"kkkkkkcdxunvs", "later", "much later", "season", "season"])
histories = st.lists(st.tuples(asked, st.sampled_from((1, 2)), st.integers(0, 3), st.integers(0, 3)), max_size=40)


async def lived(database: Database, history: list[tuple[str, int, int, int]]) -> tuple[League, list[Later], datetime]:
    """A server after all of it that was not refused, its channels, and what time it is there."""
    league, channels = League(database), {id: Later(database, id) for id in (1, 2)}
    now = NOON
    for kind, id, one, other in history:
        channel = channels[id]
        if channel.pod is None or (channel.pod.state in ("finished", "closed") and kind == "k"):
            await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "ana"))
        if "later" in kind:
            days = 40 if "much" in kind else 3
            for each in channels.values():
                each.days += days
        now = max(each.when(each.version) for each in channels.values())
        commands: Mapping[str, PodCommand] = {
            "k": killed(SEATS[one], SEATS[other]),
            "c": ConcedeGame(SEATS[one]),
            "d": ReportDrawnGame(),
            "x": ClosePod(),
            "u": UndoPodEvent(),
            "n": BeginNextTurn(),
            "v": OverrideGameAsModerator("void", WHY),
            "s": OverrideGameAsModerator("points", WHY, points={SEATS[one]: other}),
        }
        try:
            if kind == "season":
                known = await league.seasons.load_seasons_of_server(GUILD)
                running = bool(known) and known[0].end is None
                await (league.end(now) if running else league.start(now))
            elif kind in commands:
                await channel.do(commands[kind])
        except Refusal:
            continue
    return league, list(channels.values()), now


@settings(max_examples=examples(8))
@given(history=histories)
async def test_totals_are_the_sums_over_results_and_a_rebuild_gives_the_same(
    fresh: Fresh, history: list[tuple[str, int, int, int]]
) -> None:
    async with open_anew(fresh) as database:
        league, _, now = await lived(database, history)
        today = datetime_to_milliseconds(now) // DAY_MILLISECONDS
        scopes = [LeaderboardFilter(), LeaderboardFilter(variant="esclave"), LeaderboardFilter(table="emperor")]
        scopes += [LeaderboardFilter(season=each.number) for each in await league.seasons.load_seasons_of_server(GUILD)]
        scopes += [LeaderboardFilter(since=today - days + 1, variant="esclave") for days in (1, 2, 9, 33, 90)]
        for scope in scopes:
            assert await listed(database, scope) == await summed(database, scope)
        kept = await rows(database, standings)
        await rebuild_derived_tables(database)
        assert await rows(database, standings) == kept
        assert await column(database, SELECT_WRONG_SERVERS) == []


@pytest.mark.parametrize("days", [1, 2, 7, 8, 9, 31, 32, 33, 64, 89, 90])
@pytest.mark.parametrize("today", [20_000, 20_001, 20_031, 20_032])
def test_a_few_blocks_fill_all_days_since_one_and_no_other(days: int, today: int) -> None:
    lengths = {"day": 1, "days_8": 8, "days_32": 32}
    covered = list[int]()
    blocks = 0
    for kind, begin, end in iterate_blocks_of_days_since(today - days + 1):
        length = lengths[kind]
        last = min(end, today // length + 1)
        blocks += max(0, last - begin)
        covered += range(begin * length, last * length)
    assert [day for day in covered if day <= today] == list(range(today - days + 1, today + 1))
    assert blocks <= 15


async def test_a_pod_counts_in_the_season_in_which_it_ended(database: Database) -> None:
    league, channel = League(database), Channel(database)
    await channel.play("bo", "cy")  # its third event is four minutes after noon
    await league.start(channel.written[-1].at + timedelta(seconds=30), "Spring")
    await channel.do(killed("di", "ana"))
    await league.end(channel.written[-1].at + timedelta(seconds=30))
    await channel.play("bo", "cy", "di")
    assert (await listed(database, LeaderboardFilter(season=1)))["ana"] == (3, 1)
    assert (await listed(database))["ana"] == (6, 2)


async def test_what_is_put_right_later_is_put_right_in_the_season_of_the_pod(database: Database) -> None:
    league, channel = League(database), Channel(database)
    await league.start(NOON)
    await channel.play("bo", "cy", "di")
    await league.end(channel.written[-1].at + timedelta(seconds=1))
    await league.start(channel.written[-1].at + timedelta(seconds=2))
    await channel.do(OverrideGameAsModerator("points", WHY, points={"di": 9}))
    assert (await listed(database, LeaderboardFilter(season=1)))["di"] == (9, 1)
    assert await listed(database, LeaderboardFilter(season=2)) == {}


async def test_a_game_that_ends_as_a_season_does_counts_in_the_next_one(database: Database) -> None:
    league, channel = League(database), Channel(database)
    await league.start(NOON)
    await channel.play("bo", "cy", "di")
    end = channel.written[-1].at
    await league.end(end)  # their commits came in the other order
    await league.start(end)
    assert await listed(database, LeaderboardFilter(season=1)) == {}
    assert (await listed(database, LeaderboardFilter(season=2)))["ana"] == (3, 1)


async def test_seasons_are_decided_once_do_not_overlap_and_have_names_of_their_own(database: Database) -> None:
    league = League(database)
    with pytest.raises(Refusal, match="no-season-runs"):
        await league.end(NOON)
    first = league.decider(NOON)
    for again in (False, True):
        done = await league.seasons.start_season(first, None, "Season {}".format)
        assert (done.again, done.season.name) == (again, "Season 1")
    with pytest.raises(Refusal, match="season-runs"):
        await league.start(NOON)
    await league.end(NOON - timedelta(hours=1))  # by a clock that was put back
    second = (await league.start(NOON - timedelta(hours=2), "Two")).season
    assert second.start == NOON
    await league.seasons.rename_season(league.decider(NOON), 2, "season 1")
    await league.seasons.rename_season(league.decider(NOON), 2, "Two")
    with pytest.raises(Refusal, match="no-season"):
        await league.seasons.rename_season(league.decider(NOON), 3, "Three")
    await league.seasons.rename_season(league.decider(NOON), 1, "One")
    one = Season(GUILD, 1, "One", NOON, NOON, second.rules)
    assert await league.seasons.load_seasons_of_server(GUILD) == [replace(second, name="Two"), one]
    assert await league.seasons.load_seasons_of_server(GUILD + 1) == []


async def test_pages_follow_each_other_and_ties_share_a_rank_across_them(database: Database) -> None:
    names = [f"p{n:02}" for n in range(25)]
    line: dict[str, object] = dict.fromkeys(standings.c.keys(), 0)
    line |= {"guild": GUILD, "game": "pod", "variant": "", "table": "", "span": "ever", "number": 0}
    added = [line | {"player": name, "points": 25 - n // 3 * 3} for n, name in enumerate(names)]
    await execute(database, standings.insert().values(added))
    pages = [
        await load_leaderboard_without_season_rules(database, GUILD, viewer="p12", page_number=number)
        for number in (0, 1, 2)
    ]
    lines = [each for page in pages for each in page.lines]
    assert [each.player for each in lines] == names
    assert [each.rank for each in lines] == [n // 3 * 3 + 1 for n in range(25)]
    assert {page.own for page in pages} == {lines[12]}
    assert [(page.number, page.last, len(page.lines)) for page in pages] == [
        (0, 2, LINES_PER_PAGE),
        (1, 2, LINES_PER_PAGE),
        (2, 2, 5),
    ]
    beyond = await load_leaderboard_without_season_rules(database, GUILD, page_number=7)
    assert (beyond.number, beyond.own, beyond.lines) == (2, None, pages[2].lines)
    assert isinstance(beyond.lines[0], LeaderboardLine)
