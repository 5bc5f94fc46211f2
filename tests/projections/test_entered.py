"""A game that is entered afterwards equals the same game played, in whatever order."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict
from sqlalchemy import delete, insert

from bot.care.leagues.importing import LeagueImportRequest, import_league_games, preview_league_import
from bot.projections.history import iterate_pod_events
from bot.projections.project import PROJECTIONS, rebuild_derived_tables
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.projections.week_summary import WeekSummary, load_week_summary
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import ConfirmGameReports
from bot.rules.entering import PastGameRecorded, RecordPastGame
from bot.rules.facts import DefeatReport
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.story import list_events_still_in_effect
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.service.game_requests import CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.schema import posts, publications, results, rivalries, seasons, standings, unrated
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.log import EventLog
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository, build_people_upserts
from bot.storage.record.publications import PublishedMessage
from bot.storage.servers.standings_posts import SURFACE
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import NOON, execute, killed, make_command, pressed_by_all, rows

PLAYED, ENTERED, BROUGHT = ChannelAddress(1, 10), ChannelAddress(2, 20), ChannelAddress(3, 30)
"""The same games on three servers: played, entered, and brought in tables."""

NAMES = ("Ana", "Bo", "Cy", "Di")
ANA, MEG = (CommandUser(1, AccountNames("Ana"), moderator=True), CommandUser(5, AccountNames("Meg"), moderator=True))
LATER = NOON + timedelta(days=60)
DAY = timedelta(days=1)

seats = st.integers(0, 3)
reports = st.tuples(st.sampled_from("kkkkkcpdnu"), seats, seats)
games = st.lists(st.lists(reports, max_size=6), min_size=2, max_size=4)


class League:
    """Games that are played at certain moments through the service, or entered later."""

    def __init__(self, database: Database) -> None:
        self.database, self.now = database, NOON
        self.people = PeopleRepository(database)
        self.service = GameService(EventLog(database), self.people, lambda: self.now)
        self.keys: tuple[str, ...] = ()

    async def sit_down(self) -> None:
        """Everybody is known, both servers had a season in the middle, and have sent two posts."""
        known = [
            await self.people.with_nicknames_of_server(NOWHERE).load_or_create_person(id, AccountNames(name))
            for id, name in enumerate(NAMES, 1)
        ]
        self.keys = tuple(person.id for person in known)
        await self.database.commit_changes(*build_people_upserts(known))
        for guild in (PLAYED.guild, ENTERED.guild, BROUGHT.guild):
            season = {"guild": guild, "number": 1, "name": "One", "start": NOON + 5 * DAY}
            await execute(self.database, insert(seasons).values(**season, end=NOON + 15 * DAY))

    async def do(
        self, place: ChannelAddress, command: PodCommand, who: CommandUser = ANA, pod: int = 0
    ) -> CommandResult:
        """Do it, by somebody who was asked whether it may change the season that is over."""
        request = GameCommandRequest(
            place,
            who,
            lambda *_: command,
            pod=pod,
            asked=frozenset({1}),
            pressed=pressed_by_all(command),
        )
        return await self.service.execute_command(request)

    async def play(self, at: datetime, reported: Sequence[tuple[str, int, int]]) -> list[PodCommand]:
        """A game at a moment, whatever of it is refused; returns what was asked and done."""
        self.now = at
        to_the_end = [killed(loser, self.keys[0]) for loser in self.keys[1:]]
        every: list[PodCommand] = [OpenLobby(PodSetup(), self.keys[0], self.keys), StartGame(self.keys, self.keys[0])]
        every += [*(make_command(each, self.keys) for each in reported), *to_the_end, ReportDrawnGame(), ClosePod()]
        accepted: list[PodCommand] = []
        for command in every:
            try:
                await self.do(PLAYED, command)
            except Refusal:
                continue
            accepted.append(command)
        return accepted

    async def tell(self) -> list[PodCommand]:
        """What counts of the game that was played last: no step of it is taken back."""
        found = await self.service.load_game_with_events(PLAYED)
        return [
            event.rebuild_original_command() for event in list_events_still_in_effect(iterate_pod_events(found.events))
        ]

    async def enter(self, at: datetime, asked: Sequence[PodCommand]) -> None:
        """The same game, entered by a player and confirmed by a moderator."""
        self.now = LATER
        begun = OpenLobby(PodSetup(played=datetime_to_milliseconds(at)), self.keys[0], self.keys)
        done = await self.do(ENTERED, RecordPastGame((begun, *asked[1:])))
        number = done.live.number
        await self.do(ENTERED, ConfirmGameReports((number,), "Meg"), MEG, pod=number)

    async def bring(self, games: Sequence[tuple[datetime, Sequence[PodCommand]]], to: Path) -> None:
        """The same games, as the tables of a league have them."""
        seats, defeats = ["game,played,player"], ["game,player,how,by,card"]
        for number, (at, asked) in enumerate(games):
            seats += [f"{number},{at:%Y-%m-%d %H:%M},{name}" for name in NAMES]
            defeats += [f"{number},{row}" for row in map(self._describe, asked) if row]
        names = [f"{name} = {id}" for id, name in enumerate(NAMES, 1)]
        files = (to / "games.csv", to / "defeats.csv", to / "names.txt")
        for file, lines in zip(files, (seats, defeats, names), strict=True):
            file.write_text("\n".join(lines))
        wanted = LeagueImportRequest(files[0], BROUGHT.channel, files[1], BROUGHT.guild, files[2], None, True)
        judged = await preview_league_import(self.database, wanted, LATER)
        assert judged.doubts == ()
        assert len(judged.games) == len(games)
        await import_league_games(self.database, judged, LATER)

    def _describe(self, command: PodCommand) -> str:
        """A row of the table of defeats; nothing for what it does not know."""
        called = dict(zip(self.keys, NAMES, strict=True))
        match command:
            case ReportDefeats(reports=(DefeatReport(loser=loser, cause=cause, sources=(source,)),)):
                return f"{called[loser]},{cause},{called[source.controller]},{source.object}"
            case ConcedeGame(player=player):
                return f"{called[player]},concede,,"
            case AnswerPendingPlayerChoice(by=by, player=player):
                return f"{called[by]},choose,{called.get(player or '', '')},"
            case ReportDrawnGame():
                return f"{NAMES[0]},draw,,"
            case _:
                return ""

    async def rate(self) -> None:
        for guild in (PLAYED.guild, ENTERED.guild, BROUGHT.guild):
            rater = BackgroundRatingUpdater(self.database, 3)
            rater.schedule_rating_of_server(guild)
            await rater.wait_for_ratings_of_server(guild)
        assert await rows(self.database, unrated) == []

    async def read(self, place: ChannelAddress) -> tuple[list[Any], ...]:
        """What follows from a server's games, without what names the server or a game."""
        found = []
        for table in (results, standings, rivalries):
            names = [column.name for column in table.columns]
            # Also when it came into the log, which is later for an entered game.
            where = [n for n, name in enumerate(names) if name in ("guild", "channel", "pod", "recorded")]
            guild = names.index("guild")
            found.append(
                sorted(
                    repr([value for n, value in enumerate(row) if n not in where])
                    for row in await rows(self.database, table)
                    if row[guild] == place.guild
                )
            )
        return tuple(found)

    async def read_weeks(self, place: ChannelAddress) -> list[WeekSummary]:
        """The weeks in which there was a game."""
        weeks = [(NOON + 7 * n * DAY, NOON + 7 * (n + 1) * DAY) for n in range(4)]
        return [await load_week_summary(self.database, place.guild, *week) for week in weeks]


def without_names(weeks: list[WeekSummary], guild: int) -> str:
    """Weeks in words that do not say whose they are."""
    return repr(weeks).replace(f"guild={guild}", "guild")


@pytest.mark.long
@settings(max_examples=examples(6))
@given(
    evenings=games,
    hours=st.lists(st.integers(0, 28 * 24 - 1), min_size=4, max_size=4, unique=True),
    order=st.permutations(range(4)),
)
async def test_games_entered_in_any_order_leave_what_playing_them_would_have(
    fresh: Fresh,
    evenings: list[list[tuple[str, int, int]]],
    hours: list[int],
    order: list[int],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with open_anew(fresh) as database:
        league = League(database)
        await league.sit_down()
        moments = [NOON + timedelta(hours=hour) for hour in sorted(hours[: len(evenings)])]
        asked, stories = list[list[PodCommand]](), list[list[PodCommand]]()
        for at, reported in zip(moments, evenings, strict=True):
            asked.append(await league.play(at, reported))
            stories.append(await league.tell())
        ended: list[int] = []
        for n in (each for each in order if each < len(evenings)):
            with suppress(Refusal):  # it was closed without a result
                await league.enter(moments[n], asked[n])
                ended.append(n)
        told = [(moments[n], stories[n]) for n in ended]
        await league.bring(told, tmp_path_factory.mktemp("league"))
        await league.rate()
        played = await league.read_weeks(PLAYED)
        for place in (ENTERED, BROUGHT):
            assert await league.read(place) == await league.read(PLAYED)
            weeks = await league.read_weeks(place)
            assert without_names(weeks, place.guild) == without_names(played, PLAYED.guild)

        kept = [await rows(database, table) for table in PROJECTIONS]
        await execute(database, *map(delete, PROJECTIONS))
        await rebuild_derived_tables(database)
        await league.rate()
        assert [await rows(database, table) for table in PROJECTIONS] == kept


async def test_an_entered_game_goes_beside_what_its_channel_plays(database: Database) -> None:
    league = League(database)
    await league.sit_down()
    asked = await league.play(NOON, [])
    await league.do(ENTERED, OpenLobby(PodSetup(), league.keys[0], league.keys))
    running = await league.do(ENTERED, StartGame(league.keys, league.keys[0]))
    await league.enter(NOON, asked)
    for again in (league.service, GameService(EventLog(database), league.people, lambda: LATER)):
        current = await again.load_current_game(ENTERED)
        assert (current.number, current.game) == (running.live.number, running.live.game)
    await league.do(ENTERED, killed(league.keys[1], league.keys[0]))


async def test_an_entered_game_is_never_the_one_that_its_channel_played_last(database: Database) -> None:
    league = League(database)
    await league.sit_down()
    asked = await league.play(NOON, [])
    await league.enter(NOON, asked)
    assert (await league.service.load_current_game(ENTERED)).game is None
    last = (await league.service.load_current_game(PLAYED)).number
    begun = OpenLobby(PodSetup(played=datetime_to_milliseconds(NOON)), league.keys[0], league.keys)
    await league.do(PLAYED, RecordPastGame((begun, *asked[1:])))
    assert (await league.service.load_current_game(PLAYED)).number == last


async def test_taken_back_an_entered_game_is_closed_and_corrected_it_keeps_its_date(database: Database) -> None:
    league = League(database)
    await league.sit_down()
    asked = await league.play(NOON, [])
    league.now = LATER
    begun = OpenLobby(PodSetup(played=datetime_to_milliseconds(NOON)), league.keys[0], league.keys)
    done = await league.do(PLAYED, RecordPastGame((begun, *asked[1:])))
    assert done.pod.final_result is None
    assert done.live.end_time == NOON
    back = await league.do(PLAYED, UndoPodEvent(), pod=done.live.number)
    assert back.pod.state == "closed"
    assert back.live.end_time == NOON


async def test_the_story_of_an_entered_game_is_what_would_have_been_told(database: Database) -> None:
    league = League(database)
    await league.sit_down()
    asked = await league.play(NOON, [("k", 1, 2)])
    await league.enter(NOON, asked)
    number = 1
    found = await league.service.load_game_with_events(ENTERED, number)
    story = list_events_still_in_effect(iterate_pod_events(found.events))
    assert isinstance(found.events[0].event, PastGameRecorded)
    assert [event.rebuild_original_command() for event in story[1:]] == list(asked[1:])


@pytest.mark.parametrize("missing", ["end", "date"])
async def test_what_has_no_end_or_no_date_is_not_entered(database: Database, missing: str) -> None:
    league = League(database)
    await league.sit_down()
    asked = await league.play(NOON, [])
    played = None if missing == "date" else datetime_to_milliseconds(NOON)
    begun = OpenLobby(PodSetup(played=played), league.keys[0], league.keys)
    with pytest.raises(Refusal) as refused:
        await league.do(ENTERED, RecordPastGame((begun, *asked[1 : 2 if missing == "end" else None])))
    assert refused.value.code == "entered-unfinished"


async def test_posts_that_were_sent_show_a_game_that_is_entered_later(database: Database) -> None:
    league = League(database)
    await league.sit_down()
    asked = await league.play(NOON, [])
    for number, end in ((1, NOON + DAY), (2, NOON - DAY)):
        row = {"guild": ENTERED.guild, "kind": "week", "number": number, "language": "en"}
        row |= {"start": end - 7 * DAY, "end": end, "late": False}
        await execute(database, insert(posts).values(**row))
        sent = PublishedMessage(SURFACE, ENTERED.guild, f"week:{number}", 20, 1, 1, message=number)
        await execute(database, insert(publications).values(**asdict(sent)))
    await league.enter(NOON, asked)
    keys = [column.name for column in publications.columns]
    found = [dict(zip(keys, row, strict=True)) for row in await rows(database, publications)]
    wanted = {row["key"]: row["wanted"] for row in found}
    assert wanted["week:1"] > 1
    assert wanted["week:2"] == 1
