"""Tables of seasons with rules, as they are read from results: in step with every correction."""

from datetime import datetime, timedelta
from functools import partial

import pytest
from msgspec.structs import replace
from sqlalchemy import insert, select, text, update

from bot.i18n import load_translations
from bot.projections import standings_file
from bot.projections.history import iterate_pod_events
from bot.projections.pods import load_games_with_warning_signs
from bot.projections.project import rebuild_derived_tables
from bot.projections.season_standings import (
    SeasonLeaderLookup,
    SeasonStandingsCache,
    compute_season_points_over_time,
    erase_expired_former_player_ids,
)
from bot.projections.standings import LeaderboardFilter
from bot.projections.warning_signs import MANY_GAMES
from bot.projections.week_summary import (
    LEAST_HISTORY,
    NewRecordInWeek,
    RareAchievement,
    WeekSummary,
    apply_season_rules_to_week_summary,
    load_week_summary,
)
from bot.rules.confirmation import ConfirmGameReports
from bot.rules.house_deeds import ClaimServerAchievement, compute_achievement_id
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.season_rules.rules import NO_RULES, USUAL_RULES, SeasonRules
from bot.storage.engine.database import Database
from bot.storage.engine.schema import former_ids, results, seasons
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.audit import load_audit_log_page
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPost, StandingsPostRepository, build_standings_post_row_inserts
from bot.storage.tables.champions import CHAMPION_ROLE_SETTING, ChampionRepository
from bot.storage.tables.former_ids import RETENTION, RETENTION_AFTER_END
from bot.storage.tables.season_gate import SeasonResultsChange, find_season_at_time, list_changed_ended_seasons
from bot.storage.tables.seasons import Season, SeasonChangeRequest, SeasonRepository
from bot.storage.tables.totals import build_standings_totals_query
from tests.projections.test_progress import a_result
from tests.storage.store import GUILD, NOON, SEATS, Channel, execute, killed, rows

ANA, BO, CY, DI = (Person(name, n, name.title()) for n, name in enumerate(("ana", "bo", "cy", "di"), 1))
TWICE = SeasonRules(weekly=2)
SPRING = LeaderboardFilter(season=1)
DAY = timedelta(days=1)


class League:
    """A season of a server, and what is asked of it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.seasons = SeasonRepository(database, PeopleRepository(database))
        self.tables = SeasonStandingsCache(database)
        self.channel = Channel(database)
        self.asked = 0

    async def started(self) -> Season:
        await self.database.commit_changes(*build_people_upserts([ANA, BO, CY, DI]))
        begun = await self.seasons.start_season(self.decider(), "Spring", str)
        return begun.season

    def decider(self) -> SeasonChangeRequest:
        """Ana, at noon: the season begins before every game."""
        self.asked += 1
        return SeasonChangeRequest(GUILD, ANA, self.asked, NOON)

    async def rule(self, before: SeasonRules, rules: SeasonRules) -> None:
        await self.seasons.change_season_rules(self.decider(), 1, before, rules)

    async def lines(self) -> dict[str, tuple[int | None, int]]:
        page = await self.tables.load_leaderboard_page(GUILD, SPRING)
        return {line.player: (line.rank, line.points) for line in page.lines}


async def test_a_table_follows_its_rules_and_every_correction(database: Database) -> None:
    league = League(database)
    await league.started()
    for _ in range(3):
        await league.channel.play("bo", "cy", "di")
    assert (await league.lines())["ana"] == (1, 9)
    await league.rule(USUAL_RULES, TWICE)
    assert (await league.lines())["ana"] == (1, 6)
    assert (await league.lines())["ana"] == (1, 6), "kept in memory"
    first = league.channel.written[0].pod
    league.channel.back_to(first)
    await league.channel.do(OverrideGameAsModerator("void", "nobody knows"))
    assert (await league.lines())["ana"] == (1, 6), "the third game is the second now"
    await league.rule(TWICE, NO_RULES)
    assert (await league.lines())["ana"] == (1, 6)


async def test_somebody_who_was_faster_is_told_of(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.rule(USUAL_RULES, TWICE)
    with pytest.raises(Refusal) as refused:
        await league.rule(USUAL_RULES, SeasonRules(needed=3))
    assert refused.value.code == "season-rules-changed"
    await league.seasons.end_running_season(league.decider(), 7, "en")
    with pytest.raises(Refusal) as refused:
        await league.rule(TWICE, NO_RULES)
    assert refused.value.code == "season-rules-over"


async def test_an_excluded_leader_has_no_rank_no_role_and_no_place_in_the_week(database: Database) -> None:
    league = League(database)
    season = await league.started()
    champions = ChampionRepository(database)
    leaders = SeasonLeaderLookup(database, champions, league.tables)
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        GUILD, CHAMPION_ROLE_SETTING, 7, ANA, 99, NOON
    )
    await league.channel.play("bo", "cy", "di")
    assert await leaders.load_leader_accounts_by_server(GUILD) == {GUILD: {1}}
    await league.seasons.exclude_player_from_season(league.decider(), None, "ana", "three accounts")
    assert await league.lines() == {"bo": (1, 1), "cy": (1, 1), "di": (3, 0)}
    assert await leaders.load_leader_accounts_by_server() == {GUILD: {2, 3}}
    own = (await league.tables.load_leaderboard_page(GUILD, SPRING, "ana")).own
    assert own is not None
    assert (own.rank, own.points, own.excluded) == (None, 3, True)
    end = NOON + timedelta(days=1)
    week = await load_week_summary(database, GUILD, season.start, end)
    ruled = await apply_season_rules_to_week_summary(league.tables, GUILD, week)
    assert (week.leaders, ruled.leaders, ruled.ahead) == (("ana",), ("bo", "cy"), 1)
    assert [place.player for place in ruled.table] == ["bo", "cy", "di"]
    assert [(gain.player, gain.rank) for gain in week.gains] == [("ana", 1), ("bo", 2), ("cy", 2)]
    assert [(gain.player, gain.rank) for gain in ruled.gains] == [("bo", 1), ("cy", 1)]
    await league.seasons.reinstate_player_in_season(league.decider(), None, "ana")
    assert (await league.lines())["ana"] == (1, 3)
    trail = await load_audit_log_page(database, GUILD, 0, 9)
    did = {entry.id: entry.details.get("did") for entry in trail if entry.what == "season"}
    assert [did[number] for number in sorted(did)] == ["start", "exclude", "include"]


async def test_throne_role_and_table_wait_for_a_leader_with_enough_games(database: Database) -> None:
    league = League(database)
    season = await league.started()
    leaders = SeasonLeaderLookup(database, ChampionRepository(database), league.tables)
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        GUILD, CHAMPION_ROLE_SETTING, 7, ANA, 99, NOON
    )
    end = NOON + DAY

    async def load_week() -> WeekSummary:
        found = await load_week_summary(database, GUILD, season.start, end)
        return await apply_season_rules_to_week_summary(league.tables, GUILD, found)

    await league.rule(USUAL_RULES, SeasonRules(needed=2))
    await league.channel.play("bo", "cy", "di")
    week = await load_week()
    assert (week.needed, week.leaders, week.former) == (2, (), ())
    assert [(line.player, line.points, line.missing) for line in week.table] == [
        ("ana", 3, 1),
        ("bo", 1, 1),
        ("cy", 1, 1),
        ("di", 0, 1),
    ]
    assert await leaders.load_leader_accounts_by_server() == {}
    await league.channel.play("bo", "cy", "di")
    week = await load_week()
    assert (week.needed, week.leaders) == (None, ("ana",))
    assert await leaders.load_leader_accounts_by_server() == {GUILD: {1}}
    await league.rule(SeasonRules(needed=2), SeasonRules(needed=3))
    assert await leaders.load_leader_accounts_by_server() == {}
    await league.seasons.end_running_season(replace(league.decider(), at=end), 7, "en")
    week = await load_week()
    assert (week.needed, week.leaders, week.table) == (None, (), ()), "a rule for the end holds at the end"


async def test_champion_of_a_season_keeps_the_role_until_the_next_season_has_a_leader(database: Database) -> None:
    league = League(database)
    season = await league.started()
    leaders = SeasonLeaderLookup(database, ChampionRepository(database), league.tables)
    await ServerSettingsRepository(database, PeopleRepository(database)).set_setting(
        GUILD, CHAMPION_ROLE_SETTING, 7, ANA, 99, NOON
    )
    middle = season.start + DAY
    row = {"guild": GUILD, "number": 2, "name": "Summer", "start": middle, "rules": '{"needed":5}'}
    await database.run_write_transaction(
        lambda connection: (
            connection.execute(update(seasons).values(end=middle)),
            connection.execute(insert(seasons).values(row)),
        )
    )
    rows = [a_result(1, name, season.start, points=points) for name, points in (("ana", 3), ("bo", 1))]
    rows += [a_result(2, name, middle, points=points) for name, points in (("ana", 0), ("bo", 3))]
    await execute(database, insert(results).values(rows))
    await execute(database, text(f"INSERT INTO standings {build_standings_totals_query('1 = 1', 1)}"))
    assert await leaders.load_leader_accounts_by_server() == {GUILD: {1}}


async def test_who_cannot_be_excluded_or_included(database: Database) -> None:
    league = League(database)
    await league.started()
    for ask, code in (
        (league.seasons.exclude_player_from_season(league.decider(), None, "ana", "why"), "season-not-played"),
        (league.seasons.reinstate_player_in_season(league.decider(), None, "ana"), "season-not-excluded"),
    ):
        with pytest.raises(Refusal) as refused:
            await ask
        assert refused.value.code == code
    await league.channel.play("bo", "cy", "di")
    for other in ("abe", "zoe"):  # of whom nothing is known
        with pytest.raises(Refusal) as refused:
            await league.seasons.exclude_player_from_season(league.decider(), 1, other, "why")
        assert refused.value.code == "season-not-played"
    await league.seasons.exclude_player_from_season(league.decider(), 1, "ana", "why")
    with pytest.raises(Refusal) as refused:
        await league.seasons.exclude_player_from_season(league.decider(), 1, "ana", "why")
    assert refused.value.code == "season-excluded"


async def test_a_file_says_who_is_ranked_and_by_which_rules(database: Database) -> None:
    league = League(database)
    await league.started()
    for _ in range(3):
        await league.channel.play("bo", "cy", "di")
    await league.channel.play("bo", "cy", "eve", seats=("cy", "bo", "di", "eve"), killer="di")
    await league.rule(USUAL_RULES, SeasonRules(weekly=2, needed=2))
    await league.seasons.exclude_player_from_season(league.decider(), None, "bo", "why")
    of = await database.run_read_transaction_without_timeout(
        partial(standings_file.load_standings_file_header, guild_id=GUILD, leaderboard_filter=SPRING, now=NOON)
    )
    assert of.rules == SeasonRules(weekly=2, needed=2)
    lines = await database.run_read_transaction_without_timeout(
        lambda c: list(standings_file.load_standings_file_lines(c, of))
    )
    assert [(each.rank, each.player, each.points, each.played, each.status) for each in lines] == [
        (1, "Ana", 6, 3, "ranked"),
        (2, "Cy", 2, 4, "ranked"),
        (3, "Di", 0, 4, "ranked"),
        (None, None, 0, 1, "unranked"),
        (None, "Bo", 2, 4, "excluded"),
    ]


async def test_the_points_of_a_past_day_are_those_of_the_rules(database: Database) -> None:
    league = League(database)
    await league.started()
    for _ in range(3):
        await league.channel.play("bo", "cy", "di")
    await league.rule(USUAL_RULES, TWICE)
    table = await league.tables.load_season_standings(GUILD, 1)
    assert table is not None
    ends = [NOON + timedelta(hours=hours) for hours in (0, 1)]
    assert compute_season_points_over_time(table, ["ana", "zoe"], ends) == {"ana": [None, 6]}


async def test_posts_that_show_a_season_are_drawn_again_when_its_rules_change(database: Database) -> None:
    league = League(database)
    await league.started()
    for number, end in ((1, NOON), (2, NOON + timedelta(days=7))):
        post = StandingsPost(GUILD, "week", number, NOON, end, False, "en", 5, shown=1)
        await database.commit_changes(*build_standings_post_row_inserts(post))
    await league.rule(USUAL_RULES, TWICE)
    found = [await StandingsPostRepository(database).load_standings_post(GUILD, "week", number) for number in (1, 2)]
    assert [post.wanted for post in found if post is not None] == [1, 2]


@pytest.mark.parametrize("presses", [False, True])
async def test_correction_of_a_game_pays_no_claimed_deed_that_nobody_had_confirmed(
    database: Database, presses: bool
) -> None:
    league = League(database)
    await league.started()
    claim = ClaimServerAchievement("ana", compute_achievement_id("five casts"), "five casts", 1)
    await league.rule(USUAL_RULES, SeasonRules(deeds={claim.deed: 5}, circles=True))
    setup = PodSetup(dispute_minutes=15)
    await league.channel.do(OpenLobby(setup, "ana", SEATS), StartGame(SEATS, "ana"), claim)
    if presses:
        await league.channel.do(ConfirmGameReports((league.channel.version,), "bo"))
    await league.channel.do(*(killed(loser, "ana") for loser in ("bo", "cy", "di")))
    assert league.channel.pod is not None
    open_reports = tuple(each.needed_confirmation.version for each in league.channel.pod.unconfirmed)
    await league.channel.do(ConfirmGameReports(open_reports))
    assert (await league.lines())["ana"] == (1, 8 if presses else 3)
    story = list_events_still_in_effect(iterate_pod_events(league.channel.written))
    await league.channel.do(CorrectGameReports(story, {3: (killed("bo", "cy"),)}, "it was Cy"))
    assert (await league.lines())["ana"] == (1, 8 if presses else 3)
    before = await rows(database, results)
    await rebuild_derived_tables(database)
    assert await rows(database, results) == before


def test_every_rule_is_said_in_every_language() -> None:
    from bot.front.server.season_rule_texts import describe_each_season_rule

    every = SeasonRules(
        5, 12, 16, 3, circles=True, provisional=10, damped=True, guests=True, cap=12,
        deeds={"mill": 2, "house-1": 1}, deeds_most=3,
    )  # fmt: skip
    for locale in ("en", "fr", "ru"):
        assert len(list(describe_each_season_rule(every, load_translations(locale), {}))) == 9


async def test_a_game_brings_at_most_the_cap_in_a_season_that_starts_now(database: Database) -> None:
    league = League(database)
    await league.started()
    assert await league.tables.load_season_standings(GUILD, 1) is None, "every result counts as it is"
    await league.channel.play("bo", "cy", "di")
    assert await league.tables.load_season_standings(GUILD, 1) is None
    await league.rule(USUAL_RULES, replace(USUAL_RULES, cap=2))
    table = await league.tables.load_season_standings(GUILD, 1)
    assert table is not None
    assert table.selection.capped == {"ana": 1}
    assert await league.lines() == {"ana": (1, 2), "bo": (2, 1), "cy": (2, 1), "di": (4, 0)}
    of = await database.run_read_transaction_without_timeout(
        partial(standings_file.load_standings_file_header, guild_id=GUILD, leaderboard_filter=SPRING, now=NOON)
    )
    lines = await database.run_read_transaction_without_timeout(
        lambda c: list(standings_file.load_standings_file_lines(c, of))
    )
    assert lines[0].points == 2


async def test_a_season_of_before_keeps_its_points_and_order(database: Database) -> None:
    league = League(database)
    await league.started()
    await database.run_write_transaction(lambda c: c.execute(update(seasons).values(rules=None)))
    (season,) = await league.seasons.load_seasons_of_server(GUILD)
    assert season.rules == NO_RULES
    assert season.rules.order == "date"


async def test_a_correction_moves_no_game_within_the_order_of_the_log(database: Database) -> None:
    league = League(database)
    await league.started()
    for _ in range(3):
        await league.channel.play("bo", "cy", "di")
    second = league.channel.written[len(league.channel.written) // 3].pod
    before = await database.fetch_rows(select(results.c.pod, results.c.recorded).distinct())
    league.channel.back_to(second)
    await league.channel.do(OverrideGameAsModerator("date", "it was earlier", at=datetime_to_milliseconds(NOON)))
    after = await database.fetch_rows(select(results.c.pod, results.c.recorded).distinct())
    assert set(before) == set(after)
    moved = await database.fetch_rows(select(results.c.at).where(results.c.pod == second).distinct())
    assert [at for (at,) in moved] == [NOON]
    await rebuild_derived_tables(database)
    assert set(await database.fetch_rows(select(results.c.pod, results.c.recorded).distinct())) == {*before}


# Whoever was forgotten and came back

BACK = Person("ana-again", ANA.discord_id, "Ana")
LATER = NOON + timedelta(hours=1)
CIRCLES = SeasonRules(needed=3, circles=True, cap=12, order="log")


async def forget(database: Database, person: Person, now: datetime = LATER) -> None:
    """Forget a person, who comes back with another id."""
    people = PeopleRepository(database)
    assert await PersonalDataService(database, people).delete_personal_data(
        person.discord_id, [person.display_name], now
    )


async def come_back(database: Database, person: Person = BACK) -> None:
    await database.commit_changes(*build_people_upserts([person]))


async def test_whoever_is_forgotten_and_comes_back_shares_the_games_that_a_rank_needs(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.rule(USUAL_RULES, CIRCLES)
    await league.channel.play("bo", "cy", "di")
    await league.channel.play("bo", "cy", "di")
    await forget(database, ANA)
    await come_back(database)
    await league.channel.play("bo", "cy", "di", killer="ana-again", seats=("ana-again", "bo", "cy", "di"))
    table = await league.tables.load_season_standings(GUILD, 1)
    assert table is not None
    lines = {line.player: (line.games, line.missing) for line in table.list_ranked_lines()}
    assert lines["ana"] == (2, 0)
    assert lines["ana-again"] == (1, 0)
    stranger = Person("eve", 77, "Eve")
    await come_back(database, stranger)
    await league.channel.play("bo", "cy", "di", killer="eve", seats=("eve", "bo", "cy", "di"))
    table = await league.tables.load_season_standings(GUILD, 1)
    assert table is not None
    assert {line.player: line.missing for line in table.list_ranked_lines()}["eve"] == 2


async def test_whoever_is_excluded_stays_so_after_being_forgotten_until_they_are_included(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.channel.play("bo", "cy", "di")
    await league.seasons.exclude_player_from_season(league.decider(), None, "ana", "three accounts")
    await forget(database, ANA)
    await come_back(database)
    await league.channel.play("bo", "cy", "di", killer="ana-again", seats=("ana-again", "bo", "cy", "di"))
    assert set(await league.lines()) == {"bo", "cy", "di"}
    reasons = {each.player: each.reason for each in await league.seasons.load_season_exclusions(GUILD, 1)}
    assert reasons == {"ana": "three accounts", "ana-again": "three accounts"}
    with pytest.raises(Refusal) as refused:
        await league.seasons.exclude_player_from_season(league.decider(), None, "ana-again", "once more")
    assert refused.value.code == "season-excluded"
    await league.seasons.reinstate_player_in_season(league.decider(), None, "ana-again")
    assert set(await league.lines()) == {"ana", "ana-again", "bo", "cy", "di"}


async def test_former_ids_are_erased_after_the_season_and_its_table_stays_as_it_was(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.rule(USUAL_RULES, CIRCLES)
    for seats in (("ana", "bo", "cy", "di"), ("ana", "bo", "cy", "eve")):
        await league.channel.play(*seats[1:], seats=seats)
    await league.seasons.exclude_player_from_season(league.decider(), None, "bo", "three accounts")
    for person in (ANA, BO):
        await forget(database, person)
    bo = Person("bo-again", BO.discord_id, "Bo")
    for person in (BACK, bo):
        await come_back(database, person)
    seats = ("ana-again", "bo-again", "cy", "di")
    await league.channel.play(*seats[1:], killer=seats[0], seats=seats)
    await league.seasons.end_running_season(replace(league.decider(), at=LATER), 7, "en")
    before = await league.tables.load_season_standings(GUILD, 1)
    assert before is not None
    lines = {line.player: line for line in before.list_ranked_lines()}
    assert (lines["ana-again"].missing, lines["bo-again"].excluded) == (0, True)
    await erase_expired_former_player_ids(database, LATER + RETENTION_AFTER_END - timedelta(minutes=1))
    assert len(await rows(database, former_ids)) == 2
    await erase_expired_former_player_ids(database, LATER + RETENTION_AFTER_END)
    assert await rows(database, former_ids) == []
    after = await SeasonStandingsCache(database).load_season_standings(GUILD, 1)
    assert after is not None
    assert after.list_ranked_lines() == before.list_ranked_lines()
    told = {each.player: each.reason for each in await league.seasons.load_season_exclusions(GUILD, 1)}
    assert told == {"bo": "three accounts", "bo-again": "three accounts"}


async def test_former_ids_are_erased_after_four_hundred_days_at_the_latest(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.channel.play("bo", "cy", "di")
    await forget(database, ANA)
    await erase_expired_former_player_ids(database, LATER + RETENTION - timedelta(minutes=1))
    assert len(await rows(database, former_ids)) == 1
    await erase_expired_former_player_ids(database, LATER + RETENTION)
    assert await rows(database, former_ids) == []


async def test_nothing_is_kept_of_whoever_took_no_part_in_a_running_season(database: Database) -> None:
    league = League(database)
    await database.commit_changes(*build_people_upserts([ANA, BO, CY, DI]))
    await league.channel.play("bo", "cy", "di")
    await league.seasons.start_season(replace(league.decider(), at=NOON + timedelta(days=1)), "S", str)
    await forget(database, ANA)
    assert await rows(database, former_ids) == []


async def test_games_of_few_on_the_desk_count_people_who_came_back_as_themselves(database: Database) -> None:
    league = League(database)
    await league.started()
    for _ in range(MANY_GAMES // 2):
        await league.channel.play("bo", "cy", "di")
    await forget(database, ANA)
    await come_back(database)
    seats = ("ana-again", "bo", "cy", "di")
    for _ in range(MANY_GAMES // 2):
        await league.channel.play("bo", "cy", "di", killer="ana-again", seats=seats)
    flagged = await load_games_with_warning_signs(database, GUILD, LATER)
    assert [(each.signs, each.times) for each in flagged if "few" in each.signs] == [(("few",), MANY_GAMES)]


async def test_deeds_of_old_games_count_from_the_start_of_the_season_and_are_told_apart(database: Database) -> None:
    league = League(database)
    await league.started()
    await league.channel.play("bo", "cy", "di")
    season = (await league.seasons.load_seasons_of_server(GUILD))[0]
    given = replace(USUAL_RULES, deeds={"first-blood": 2, "loyal": 1})
    before, after = await league.tables.compute_standings_by_current_and_new_rules(season, given)
    assert {line.from_deeds for line in before.list_ranked_lines()} == {0}
    found = {line.player: (line.points, line.from_deeds) for line in after.list_ranked_lines()}
    assert found == {"ana": (5, 2), "bo": (2, 1), "cy": (2, 1), "di": (0, 0)}


ELIMINATION = PodSetup(variant="elimination", scoring="elimination")


async def test_a_week_tells_what_is_rare_on_the_server_once_it_has_a_history(database: Database) -> None:
    league = League(database)
    await league.started()
    first = NOON + timedelta(days=7)
    await league.channel.play("bo", "cy", "di")
    week = await load_week_summary(database, GUILD, NOON, first)
    assert (week.deed, week.records) == (None, ())  # everything is new
    for _ in range(LEAST_HISTORY):
        await league.channel.play("bo", "cy", "di", setup=ELIMINATION)
    later = league.channel.when(league.channel.version)
    await league.channel.play("ana", "cy", "di", killer="bo")
    week = await load_week_summary(database, GUILD, later + timedelta(seconds=1), later + timedelta(days=7))
    assert week.deed == RareAchievement("loyal", ("ana", "cy"), 1) or week.deed is not None
    assert [record.record for record in week.records] == []
    await league.channel.play("bo", "cy", "di", "eve", seats=(*SEATS, "eve"), setup=ELIMINATION)
    week = await load_week_summary(database, GUILD, later + timedelta(seconds=1), later + timedelta(days=7))
    assert NewRecordInWeek("seats", (), 5) in week.records
    assert NewRecordInWeek("caused", ("ana",), 4) in week.records


def test_a_moment_at_which_a_season_ends_is_of_the_next_one() -> None:
    first = Season(GUILD, 1, "First", NOON, NOON + DAY)
    second = Season(GUILD, 2, "Second", NOON + DAY)
    assert find_season_at_time([first, second], NOON) == first
    assert find_season_at_time([first, second], NOON + DAY) == second
    assert find_season_at_time([first], NOON + DAY) is None
    late = SeasonResultsChange(frozenset({NOON + DAY}))
    assert list_changed_ended_seasons([first, second], late) == []
    assert list_changed_ended_seasons([first, second], replace(late, dates=frozenset({NOON}))) == [first]
