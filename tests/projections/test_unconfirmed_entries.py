"""Nothing that is entered and not confirmed counts as played, wherever anybody looks."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.projections.career import read_career
from bot.projections.past_pods import load_recent_channels, load_uncounted_guest_games, read_history
from bot.projections.pods import load_flagged_games, load_settling_games
from bot.projections.season_tables import SeasonTables
from bot.projections.standings import Scope, read_leaderboard
from bot.projections.weeks import read_week
from bot.rules.confirmation import Confirm
from bot.rules.entering import Enter
from bot.rules.lobby import Open, Start
from bot.rules.pod import PodCommand
from bot.rules.records import Setup
from bot.rules.undoing import Undo
from bot.rules.winning import Win
from bot.service.live_game import Place
from bot.storage.engine import schema
from bot.storage.engine.moments import to_milliseconds
from bot.storage.record.people import Names
from bot.storage.servers.guilds import Guilds
from bot.storage.tables.champions import CHAMPION_ROLE_SETTING, Champions
from tests.effort import examples
from tests.projections.test_entered import ANA, DAY, MEG, PLAYED, League, games
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import NOON, killed, rows

HALL = Place(PLAYED.guild, 11)
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
            await read_leaderboard(database, guild),
            await read_leaderboard(database, guild, Scope(season=1)),
            await SeasonTables(database).read_page(guild, Scope(season=1)),
            await load_flagged_games(database, guild, now),
            await load_settling_games(database, guild),
            await read_history(database, guild, 99),
            await load_recent_channels(database, guild, 99, without=()),
            await Champions(database).find_first(guild),
            *[
                await read_week(database, guild, NOON + n * 7 * DAY, NOON + (n + 1) * 7 * DAY)
                for n in range(9)
            ],
        ]
        for key in self.league.keys:
            spent = (NOON, now + DAY)
            shown += [
                await read_career(database, guild, key),
                await read_history(database, guild, 99, player=key),
                await load_uncounted_guest_games(database, guild, key, spent, 99),
            ]
        return tables | {f"shown {number}": each for number, each in enumerate(shown)}


async def enter(league: League, *, won: bool, closed: bool, days: int) -> int:
    """Enter a game that nobody confirms; return its number. It is taken back if `closed`."""
    begun = Open(Setup(played=to_milliseconds(NOON + days * DAY)), league.keys[0], league.keys)
    asked: list[PodCommand] = [begun, Start(league.keys, league.keys[0])]
    if won:
        asked.append(Win(league.keys[0]))
    else:
        asked += [killed(loser, league.keys[0]) for loser in league.keys[1:]]
    done = await league.do(HALL, Enter(tuple(asked)), ANA)
    number = done.live.number
    if closed:
        await league.do(HALL, Undo(), ANA, pod=number)
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
        crowns = Guilds(database, league.people)
        ana = await league.people.on(PLAYED.guild).identify(1, Names("Ana"))
        await crowns.change(PLAYED.guild, CHAMPION_ROLE_SETTING, 7, ana, 99, NOON)
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
            await league.do(HALL, Confirm((number,), "Meg"), MEG, pod=number)
            after = await reader.read()
            assert after != before, "a confirmed one is read"
            before = after
