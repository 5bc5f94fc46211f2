"""Nothing that is entered and not confirmed counts as played, wherever anybody looks."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.projections.career import load_player_career
from bot.projections.past_pods import (
    load_channels_of_newest_games,
    load_finished_games,
    load_games_uncounted_due_to_guests,
)
from bot.projections.pods import load_games_awaiting_confirmation, load_games_with_warning_signs
from bot.projections.season_standings import SeasonStandingsCache
from bot.projections.standings import LeaderboardFilter, load_leaderboard_without_season_rules
from bot.projections.week_summary import load_week_summary
from bot.rules.confirmation import ConfirmGameReports
from bot.rules.entering import RecordPastGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportWin
from bot.service.live_game import ChannelAddress
from bot.storage.engine import schema
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.people import AccountNames
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.tables.champions import CHAMPION_ROLE_SETTING, ChampionRepository
from tests.effort import examples
from tests.projections.test_entered import ANA, DAY, MEG, PLAYED, League, games
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import NOON, killed, rows

HALL = ChannelAddress(PLAYED.guild, 11)
"""Where games are entered; others are played in another channel of the same server."""

TABLES = ("results", "defeats", "standings", "rivalries", "unrated", "posts")
"""The tables that games write, of which readers make what they show."""


class Reader:
    """All that can be read of what the people of a server have played."""

    def __init__(self, league: League) -> None:
        self.league = league

    async def read(self) -> dict[str, Any]:
        database = self.league.database
        guild = PLAYED.guild
        now = self.league.now
        find = schema.metadata.tables
        tables = {name: await rows(database, find[name]) for name in TABLES}
        shown = [
            await load_leaderboard_without_season_rules(database, guild),
            await load_leaderboard_without_season_rules(database, guild, LeaderboardFilter(season=1)),
            await SeasonStandingsCache(database).load_leaderboard_page(guild, LeaderboardFilter(season=1)),
            await load_games_with_warning_signs(database, guild, now),
            await load_games_awaiting_confirmation(database, guild),
            await load_finished_games(database, guild, 99),
            await load_channels_of_newest_games(database, guild, 99, excluded_channels=()),
            await ChampionRepository(database).load_champion_accounts_by_server(guild),
            *[await load_week_summary(database, guild, NOON + n * 7 * DAY, NOON + (n + 1) * 7 * DAY) for n in range(9)],
        ]
        for key in self.league.keys:
            spent = (NOON, now + DAY)
            shown += [
                await load_player_career(database, guild, key),
                await load_finished_games(database, guild, 99, player=key),
                await load_games_uncounted_due_to_guests(database, guild, key, spent, 99),
            ]
        return tables | {f"shown {number}": each for number, each in enumerate(shown)}


async def enter(league: League, *, won: bool, closed: bool, days: int) -> int:
    """Enter a game that nobody confirms; return its number. It is taken back if `closed`."""
    begun = OpenLobby(PodSetup(played=datetime_to_milliseconds(NOON + days * DAY)), league.keys[0], league.keys)
    asked: list[PodCommand] = [begun, StartGame(league.keys, league.keys[0])]
    if won:
        asked.append(ReportWin(league.keys[0]))
    else:
        asked += [killed(loser, league.keys[0]) for loser in league.keys[1:]]
    done = await league.do(HALL, RecordPastGame(tuple(asked)), ANA)
    number = done.live.number
    if closed:
        await league.do(HALL, UndoPodEvent(), ANA, pod=number)
    return number


entries = st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(1, 40)), max_size=4)


@settings(max_examples=examples(6))
@given(played=games, entered=entries)
async def test_games_that_nobody_confirmed_change_nothing_that_is_read(
    fresh: Fresh, played: list[Any], entered: list[tuple[bool, bool, int]]
) -> None:
    async with open_anew(fresh) as database:
        league = League(database)
        await league.sit_down()
        crowns = ServerSettingsRepository(database, league.people)
        ana = await league.people.with_nicknames_of_server(PLAYED.guild).load_or_create_person(1, AccountNames("Ana"))
        await crowns.set_setting(PLAYED.guild, CHAMPION_ROLE_SETTING, 7, ana, 99, NOON)
        for number, reported in enumerate(played):
            await league.play(NOON + number * 2 * DAY, reported)
        league.now = NOON + 60 * DAY
        reader = Reader(league)
        before = await reader.read()
        pending = list[int]()
        for won, closed, days in entered:
            number = await enter(league, won=won, closed=closed, days=days)
            pending += [] if closed else [number]
        assert await reader.read() == before
        for number in pending:
            await league.do(HALL, ConfirmGameReports((number,), "Meg"), MEG, pod=number)
            after = await reader.read()
            assert after != before, "a confirmed one is read"
            before = after
