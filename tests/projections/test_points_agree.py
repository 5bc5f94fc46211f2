"""Every place that shows a gain or a total in a season agrees with the leaderboard."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, select, text

from bot.front.game_texts.series_texts import load_series_summary_of_pod
from bot.nights.night import GameNightPod
from bot.projections import standings_file
from bot.projections.career import apply_season_rules_to_player_career, load_player_career
from bot.projections.merged_points import StandingsKind, load_points_by_standings_kind
from bot.projections.progress import load_player_points_over_time
from bot.projections.season_awards import AwardId, load_season_awards
from bot.projections.season_standings import SeasonStandingsCache, compute_season_points_over_time
from bot.projections.standings import LeaderboardFilter, LeaderboardLine
from bot.projections.week_summary import WeekSummary, apply_season_rules_to_week_summary, load_week_summary
from bot.rules.deeds import DEED_IDS
from bot.rules.house_deeds import compute_achievement_id
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.records import PodSetup
from bot.rules.series import GameSeriesSettings
from bot.rules.substitutes import TakeOverSeatAsSubstitute
from bot.rules.variants import ServantKind
from bot.season_rules.rules import NO_RULES, PRESETS, USUAL_RULES, AttendanceRule, BestRoundsRule, SeasonRules
from bot.service.live_game import ChannelAddress, LiveGame
from bot.service.pod_states import GameNightPodState
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results, standings
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import Person, build_people_upserts
from bot.storage.tables.game_kinds import JOUST, POD, GameKind
from bot.storage.tables.seasons import Season
from bot.storage.tables.totals import DAY_MILLISECONDS, SEASON, build_standings_totals_query
from tests.projections.test_progress import Row, a_result
from tests.projections.test_season_tables import SPRING, League
from tests.storage.store import GUILD, NOON, SEATS, Channel, execute, killed

NAMES = ("ana", "bo", "cy", "di", "eve", "flo", "gus")
BEFORE, START, END = (NOON + timedelta(days=days) for days in (-2, 10, 17))
HOUSE = compute_achievement_id("Concede a tie")
RULES: tuple[SeasonRules, ...] = (
    NO_RULES,
    USUAL_RULES,
    SeasonRules(cap=5, deeds={"first-blood": 2, "revenge": 3}, deeds_most=3),
    SeasonRules(best=3, of=6),
    SeasonRules(cap=5, deeds={"first-blood": 2, HOUSE: -2}, week_most=2, attendance=AttendanceRule("night", 2)),
    SeasonRules(best=9, rounds=BestRoundsRule("night", 3, 6), attendance=AttendanceRule("week", 1), zone_minutes=120),
    SeasonRules(weekly=1, needed=4, cap=12, deeds=dict.fromkeys(DEED_IDS, 1), order="log"),
    *PRESETS.values(),
)


CASES = [
    *((seed, rules, POD) for rules in RULES for seed in range(2)),
    *((0, rules, JOUST) for rules in (NO_RULES, RULES[3])),
]


class SeasonOfResults(League):
    """A season with random results of a kind of game, some of them from before its beginning."""

    def __init__(self, database: Database, kind: GameKind = POD) -> None:
        super().__init__(database)
        self.kind = kind
        self.scope = replace(SPRING, game=kind)

    async def played(self, seed: int, rules: SeasonRules) -> Season:
        season = await self.started()
        people = [Person(name, number, name.title()) for number, name in enumerate(NAMES, 1)]
        await self.database.commit_changes(*build_people_upserts(people))
        await execute(self.database, results.insert().values(list(self._draw_results(Random(seed)))))
        await execute(self.database, text(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}"))
        if rules != USUAL_RULES:
            await self.rule(USUAL_RULES, rules)
        return season

    def _draw_results(self, chance: Random) -> list[Row]:
        rows = list[Row]()
        for pod in range(40):
            at = BEFORE + timedelta(hours=chance.randrange(19 * 24))
            variant = chance.choice(("esclave", "respawn"))
            for number, player in enumerate(chance.sample(NAMES, 4)):
                deeds = " ".join(deed for deed in (*DEED_IDS, HOUSE) if chance.random() < 0.2)
                points = chance.choice((3, 20)) if not number else chance.randrange(-2, 3)
                shown = {"points": points, "won": not number, "variant": variant, "deeds": deeds, "table": "emperor"}
                shown |= {"caused": chance.randrange(4), "role": chance.choice(("master", "servant"))}
                shown["game"] = self.kind
                rows.append(a_result(pod, player, at, channel=1, **shown))
        return rows

    async def totals_over_time(self, *ends: datetime) -> list[Mapping[str, int]]:
        """The points of everybody at some times, as the chart draws them."""
        table = await self.tables.load_season_standings(GUILD, 1, self.kind)
        found = (
            await load_player_points_over_time(self.database, GUILD, NAMES, self.scope, NOON, ends)
            if table is None
            else compute_season_points_over_time(table, NAMES, ends)
        )
        return [{name: points[at] or 0 for name, points in found.items()} for at in range(len(ends))]

    async def week(self) -> WeekSummary:
        found = await load_week_summary(self.database, GUILD, START, END, self.kind)
        return await apply_season_rules_to_week_summary(self.tables, GUILD, found, self.kind)

    async def careers(self, season: Season, *, variant: str = "") -> dict[str, int]:
        """The points of everybody as `/stats` tells them."""
        told = dict[str, int]()
        for name in NAMES:
            career = await load_player_career(self.database, GUILD, name, (season.start, END), self.kind)
            assert career is not None
            ruled = await apply_season_rules_to_player_career(self.tables, season, name, career, self.kind)
            told[name] = ruled.find_points(variant)
        return told


def find_value_of_award(line: LeaderboardLine, award: AwardId) -> int:
    values = {"wins": line.won_as_master + line.won_as_servant, "master-wins": line.won_as_master}
    values |= {"thrall-wins": line.won_as_servant, "caused": line.caused, "games": line.games}
    return values[award]


@pytest.mark.shared_databases
@pytest.mark.parametrize(("seed", "rules", "game"), CASES)
async def test_every_place_tells_the_points_of_the_leaderboard(
    database: Database, seed: int, rules: SeasonRules, game: GameKind
) -> None:
    league = SeasonOfResults(database, game)
    season = await league.played(seed, rules)
    if seed:
        await league.seasons.exclude_player_from_season(league.decider(), None, "bo", "three accounts")
    page = await league.tables.load_leaderboard_page(GUILD, league.scope, "bo")
    everybody = page.lines if page.own is None or not page.own.excluded else [*page.lines, page.own]
    total = {line.player: line.points for line in everybody}
    assert {*total} == {*NAMES}
    assert await league.careers(season) == total
    header = await database.run_read_transaction_without_timeout(
        partial(standings_file.load_standings_file_header, guild_id=GUILD, leaderboard_filter=league.scope, now=NOON)
    )
    lines = await database.run_read_transaction_without_timeout(
        lambda connection: list(standings_file.load_standings_file_lines(connection, header))
    )
    assert {str(line.player).lower(): line.points for line in lines} == total
    merged = await database.run_read_transaction_without_timeout(partial(load_points_by_standings_kind, GUILD))
    assert merged[StandingsKind(game, SEASON)] == total
    for award in await load_season_awards(database, league.tables, season) if game == POD else ():
        if award.award == "reign":
            continue  # no leaderboard shows it
        most = {line.player: find_value_of_award(line, award.award) for line in everybody if not line.excluded}
        assert award.number == max(most.values())
        assert award.players == tuple(sorted(player for player, value in most.items() if value == award.number))
    at_start, at_end = await league.totals_over_time(START, END)
    assert at_end == total
    week = await league.week()
    ranks = {line.player: (line.rank, line.points) for line in page.lines if line.rank is not None}
    assert {line.player: (line.rank, line.points) for line in week.table} == ranks
    shown = {gain.player: gain.points for gain in week.gains}
    gains = {name: total[name] - at_start.get(name, 0) for name in total if not (seed and name == "bo")}
    best = sorted((points for points in gains.values() if points > 0), reverse=True)
    assert shown == {name: gains[name] for name in shown}
    assert [*shown.values()] == best[: len(shown)]
    assert len(shown) >= min(3, len(best))


@pytest.mark.parametrize("rules", [NO_RULES, RULES[2], RULES[3]])
async def test_points_by_variant_are_those_of_its_leaderboard(database: Database, rules: SeasonRules) -> None:
    league = SeasonOfResults(database)
    season = await league.played(7, rules)
    for variant in ("esclave", "respawn"):
        page = await SeasonStandingsCache(database).load_leaderboard_page(GUILD, type(SPRING)(1, variant=variant))
        told = await league.careers(season, variant=variant)
        assert {line.player: line.points for line in page.lines} == {
            p: told[p] for p in told if p in {line.player for line in page.lines}
        }


async def test_a_capped_game_brings_no_more_in_the_week_than_in_the_table(database: Database) -> None:
    league = League(database)
    await league.started()
    rows = [a_result(1, name, START, points=points) for name, points in (("ana", 20), ("bo", 3))]
    await execute(database, results.insert().values(rows))
    await execute(database, text(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}"))
    found = await load_week_summary(database, GUILD, START, END)
    week = await apply_season_rules_to_week_summary(league.tables, GUILD, found)
    assert [(gain.player, gain.points) for gain in week.gains] == [("ana", 12), ("bo", 3)]
    assert [(line.player, line.points) for line in week.table] == [("ana", 12), ("bo", 3)]


@pytest.mark.parametrize("seed", range(3))
async def test_series_and_nights_tell_the_points_of_the_results(database: Database, seed: int) -> None:
    chance, channel, series = Random(seed), Channel(database), GameSeriesSettings(1000)
    told = Counter[str]()
    for number in range(3):
        seats = chance.sample(SEATS, 4)
        await channel.do(OpenLobby(PodSetup(series=series), seats[0], tuple(seats)), StartGame(tuple(seats), seats[0]))
        for player in seats[1:]:
            loser = f"substitute-{number}-{player}" if chance.random() < 0.7 else player
            if loser != player:
                await channel.do(TakeOverSeatAsSubstitute(player, loser, takes_result=chance.random() < 0.5))
            await channel.do(killed(loser, seats[0]))
        series = GameSeriesSettings(1000, series.first or channel.number)
        assert channel.played is not None
        live = LiveGame(ChannelAddress(GUILD, channel.id), channel.version, channel.number, channel.played.game)
        rows = await database.fetch_rows(
            select(results.c.player, results.c.points, results.c.won).where(results.c.pod == channel.number)
        )
        points = {row.player: row.points for row in rows}
        score = GameNightPodState(GameNightPod(number + 1, tuple(seats)), live).points_and_winners
        assert score is not None
        assert score.points == points
        assert {*score.winners} == {row.player for row in rows if row.won}
        told.update(points)
        summary = await load_series_summary_of_pod(database, live)
        assert summary is not None
        assert summary.standing.points == dict(told)
        assert summary.likely is not None
        assert summary.likely.points == dict(told)


SERVANTS: list[tuple[list[Row], ServantKind]] = [
    ([{"variant": "esclave"}], "thrall"),  # before a thrall has won
    ([{"variant": "necromancer", "role": "servant", "won": False, "served": 1}], "minion"),
    ([{"variant": "elimination"}, {"variant": "respawn"}], "none"),
    ([{"variant": "necromancer"}, {"variant": "esclave"}, {"variant": "elimination"}], "thrall"),
    ([{"variant": "house"}], "none"),
    ([{"variant": "house", "role": "servant", "won": False, "served": 1}], "minion"),
    ([{"variant": "house", "role": "servant"}], "thrall"),
]


@pytest.mark.parametrize("rules", [NO_RULES, RULES[3]])
async def test_every_place_knows_which_servants_the_games_can_have(database: Database, rules: SeasonRules) -> None:
    league = League(database)
    season = await league.started()
    await league.rule(USUAL_RULES, rules)
    for played, servants in SERVANTS:
        rows = [a_result(pod, "ana", START + timedelta(hours=pod), **row) for pod, row in enumerate(played, 1)]
        before = a_result(9, "ana", BEFORE, variant="esclave", role="servant")  # in no season
        await execute(database, delete(results), delete(standings), results.insert().values([*rows, before]))
        await execute(database, text(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}"))
        tables = SeasonStandingsCache(database)
        day = datetime_to_milliseconds(START) // DAY_MILLISECONDS
        for scope in (SPRING, LeaderboardFilter(since=day), replace(SPRING, table="free-for-all")):
            assert (await tables.load_leaderboard_page(GUILD, scope)).servants == servants
        page = await tables.load_leaderboard_page(GUILD, replace(SPRING, variant=str(played[0]["variant"])))
        assert len(played) > 1 or page.servants == servants
        assert (await tables.load_leaderboard_page(GUILD, LeaderboardFilter())).servants == "thrall"
        found = await load_week_summary(database, GUILD, START, END)
        assert (await apply_season_rules_to_week_summary(tables, GUILD, found)).servants == servants
        career = await load_player_career(database, GUILD, "ana", (season.start, END))
        assert career is not None
        assert career.servants == servants


async def test_a_week_says_how_many_lack_games_for_a_rank(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.rule(USUAL_RULES, SeasonRules(needed=2))
    seats = [(1, "ana"), (1, "bo"), (1, "cy"), (2, "ana"), (2, "di"), (3, "gus")]
    rows = [a_result(pod, name, START + timedelta(hours=pod), points=3 if name == "ana" else 0) for pod, name in seats]
    await execute(database, results.insert().values(rows))
    await execute(database, text(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}"))
    await league.seasons.exclude_player_from_season(league.decider(), None, "di", "three accounts")
    found = await load_week_summary(database, GUILD, START, END)
    week = await apply_season_rules_to_week_summary(league.tables, GUILD, found)
    assert [line.player for line in week.table] == ["ana"]
    assert (week.unranked, week.games_for_rank) == (3, 2)
    early = await load_week_summary(database, GUILD, START, START + timedelta(hours=1, minutes=30))
    first = await apply_season_rules_to_week_summary(league.tables, GUILD, early)
    assert (first.needed, first.unranked, len(first.table)) == (2, 0, 3)  # each line says what is missing
