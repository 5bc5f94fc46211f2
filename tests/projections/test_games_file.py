"""Games as a file: what comes out goes in again, with the same standings; on the same server nothing changes."""

import base64
import csv
import io
import re
import shutil
import zlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select

from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.nights.terms import GameNightSettings
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_rounds import RecordGameNightPodOpening, SeatGameNightRound
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.signing_up import SignUpForPlan
from bot.projections.games_entry import (
    GamesFilePreview,
    GamesFileUnreadableError,
    StoreGamesFileRequest,
    parse_games_file,
    preview_games_file,
    store_games_from_file,
)
from bot.projections.games_file import COLUMNS, GamesFileSelection, encode_games_file
from bot.projections.standings import load_leaderboard_without_season_rules
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.deck_naming import DeclareDeck
from bot.rules.entering import RecordPastGame, build_setup_of_past_game
from bot.rules.facts import Commander, Deck
from bot.rules.house_deeds import (
    ClaimServerAchievement,
    CloseServerAchievementVote,
    GiveServerAchievement,
    compute_achievement_id,
)
from bot.rules.joining import JoinPod
from bot.rules.lobby import LeaveLobby, OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.substitutes import ApproveResultTransfer, TakeOverSeatAsSubstitute
from bot.rules.undoing import UndoPodEvent
from bot.rules.variants import Scoring, Variant
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.storage.engine.database import Database
from bot.storage.engine.schema import people, results
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import Person, build_people_upserts, compute_guest_account_number
from bot.storage.tables.guests import build_guests_upsert
from tests.effort import SEED, examples
from tests.storage.store import ACCOUNT_KEY, CHANNEL, GUILD, NOON, SEATS, Channel, execute, killed, opened, url_of

PEOPLE = [Person(name, number, f"={name}", name) for number, name in enumerate(SEATS, 10**17)]
ELSEWHERE = 901


async def play(database: Database) -> None:
    """Games of several variants: with thralls, a draw, a deck, a deed of the server's own, and one in two teams."""
    await database.commit_changes(*build_people_upserts(PEOPLE))
    channel = Channel(database)
    await channel.play("bo", "cy", "di")
    await channel.play("ana", "cy", "di", killer="bo", setup=PodSetup(variant="elimination", scoring="elimination"))
    await channel.do(OpenLobby(PodSetup(), "ana", SEATS), StartGame(SEATS, "cy"))
    await channel.do(DeclareDeck("bo", Deck((Commander("-Krenko, Mob Boss"),), name="@goblins")))
    await channel.do(killed("di", "cy"), ReportDrawnGame())
    teams = PodSetup(table="two-headed-giant", variant="elimination", scoring="elimination")
    await channel.do(OpenLobby(teams, "ana", SEATS), StartGame(SEATS, "bo"), killed("ana", "cy"))


async def export(database: Database, guild: int = GUILD) -> bytes:
    def write(connection: Connection) -> bytes:
        return b"".join(encode_games_file(connection, GamesFileSelection(guild)))

    return await database.run_read_transaction_without_timeout(write)


async def preview(database: Database, content: bytes, guild: int = GUILD) -> GamesFilePreview:
    games = parse_games_file(content)
    return await database.run_read_transaction_without_timeout(
        lambda connection: preview_games_file(connection, guild, games, "As in the file")
    )


async def enter(database: Database, content: bytes, guild: int = GUILD) -> GamesFilePreview:
    found = await preview(database, content, guild)
    entry = AuditEntry(7, guild, NOON + timedelta(days=9), "ana", "imported", {})
    request = StoreGamesFileRequest(555, found, entry, "en", frozenset())
    await database.run_write_transaction(lambda connection: store_games_from_file(request, connection))
    return found


async def load_standing(database: Database, guild: int = GUILD) -> list[Any]:
    """All that leaderboards, statistics and seasons are made of, with accounts in place of players."""
    left_out = {"channel", "pod", "player", "guild", "mu", "sigma", "chance", "recorded", "reign", "brought_by"}
    columns = [each for each in results.c if each.name not in left_out]
    query = select(people.c.discord_id, *columns).join(people, people.c.id == results.c.player)
    rows = await database.fetch_rows(query.where(results.c.guild == guild))
    return sorted(tuple(map(str, row)) for row in rows)


@pytest.fixture
async def played(template: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """A server with some games."""
    async with opened(url_of(Path(shutil.copy(template, tmp_path / "here.db"))), ACCOUNT_KEY) as database:
        await play(database)
        yield database


@pytest.fixture
async def empty(template: Path, tmp_path: Path) -> AsyncIterator[Database]:
    """Another bot, which knows nothing."""
    async with opened(url_of(Path(shutil.copy(template, tmp_path / "there.db"))), ACCOUNT_KEY) as database:
        yield database


async def test_what_came_out_gives_the_same_standings_on_an_empty_server(played: Database, empty: Database) -> None:
    content = await export(played)
    found = await enter(empty, content, ELSEWHERE)
    assert (found.problems, found.known, len(found.games)) == ((), 0, 4)
    assert await load_standing(empty, ELSEWHERE) == await load_standing(played)
    again = await preview(empty, content, ELSEWHERE)
    assert (again.games, again.known, again.differing) == ((), 4, ())
    once_more = await preview(played, await export(empty, ELSEWHERE))  # back where it came from
    assert (once_more.games, once_more.known, once_more.problems) == ((), 4, ())


async def test_what_came_out_changes_nothing_on_the_same_server(played: Database) -> None:
    found = await preview(played, await export(played))
    assert (found.games, found.known, found.differing, found.new_people) == ((), 4, (), ())


async def test_no_cell_is_a_formula_and_an_edited_file_is_read_as_before(played: Database) -> None:
    content = await export(played)
    rows = [*csv.reader(io.StringIO(content.decode(), newline=""))]
    assert not [cell for row in rows for cell in row if cell[:1] in ("=", "+", "-", "@", "\t")]
    saved = io.StringIO()
    csv.writer(saved, delimiter=";").writerows(rows)
    again = parse_games_file(b"\xef\xbb\xbf" + saved.getvalue().encode())
    assert {row["player"] for game in again for row in game.rows} == {f"={name}" for name in SEATS}


async def test_a_cell_that_contradicts_the_record_is_named(played: Database, empty: Database) -> None:
    content = (await export(played)).decode().replace(",yes,", ",no,", 1).encode()
    found = await preview(empty, content, ELSEWHERE)
    [problem] = found.problems
    assert (problem.code, problem.column, problem.cell, problem.wanted) == ("cell", "won", "no", "yes")
    assert len(found.games) == 3


async def test_other_points_count_where_the_game_is_new_and_change_nothing_where_it_is_known(
    played: Database, empty: Database
) -> None:
    rows = [*csv.DictReader(io.StringIO((await export(played)).decode(), newline=""))]
    first = rows[0]
    first["points"] = "42"
    saved = io.StringIO()
    writer = csv.DictWriter(saved, [*first])
    writer.writeheader()
    writer.writerows(rows)
    found = await preview(played, saved.getvalue().encode())
    assert (found.games, found.differing) == ((), (first["game"],))
    await enter(empty, saved.getvalue().encode(), ELSEWHERE)
    query = select(results.c.points).where(results.c.points == 42)
    assert len(await empty.fetch_rows(query)) == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"", b"game,seat\n1,1\n"])
def test_a_file_that_is_no_table_of_games_is_refused(content: bytes) -> None:
    with pytest.raises(GamesFileUnreadableError):
        parse_games_file(content)


async def test_a_record_that_was_changed_or_is_missing_is_a_problem(played: Database, empty: Database) -> None:
    rows = [*csv.DictReader(io.StringIO((await export(played)).decode(), newline=""))]
    texts = ["", "zAAAA", rows[4]["record"], rows[0]["record"][:-8]]
    for number, text in enumerate(texts):
        rows[4 * number]["record"] = text
    saved = io.StringIO()
    writer = csv.DictWriter(saved, [*rows[0]])
    writer.writeheader()
    writer.writerows(rows)
    found = await preview(empty, saved.getvalue().encode(), ELSEWHERE)
    assert not found.games
    assert {problem.code for problem in found.problems} <= {"record", "cell", "rules"}


# A whole season, by chance

MEMBERS = ("ana", "bo", "cy", "di", "eve", "fay")
GUESTS = ("gus", "hal")
OWN = Variant(loser_becomes="servant", responsibility="simple", life_after=20, points=Scoring(4, 1, -1, -2, per_beat=1))
SETUPS = (
    PodSetup(),
    PodSetup(scoring="lotus", choose_master=True, title="=Friday"),
    PodSetup(variant="necromancer", scoring="necromancer"),
    PodSetup(variant="elimination", scoring="places"),
    PodSetup(variant="respawn", scoring="respawn"),
    PodSetup(variant="Our own", scoring="esclave", house=OWN),
)
PLAYED, VOTED, GIVEN = (
    (compute_achievement_id(name, "voted" if name == "+Best play" else "claimed"), name)
    for name in ("Concede a tie", "+Best play", "Slow play")
)


class Season:
    """Games of a channel, drawn by chance, with all that can happen in one."""

    def __init__(self, database: Database, seed: int) -> None:
        self.chance = Random(f"{SEED} {seed}")
        self.channel = Channel(database)
        self.seen = Counter[str]()

    async def play(self, count: int) -> None:
        games = 0
        while games < count:
            await (self._enter_past_game() if self.chance.random() < 0.2 else self._play_game())
            games += self.channel.pod is not None and self.channel.pod.final_result is not None

    async def _try(self, command: PodCommand) -> None:
        with suppress(Refusal):
            await self.channel.do(command)
            self.seen[type(command).__name__] += 1

    def _draw_players(self) -> tuple[tuple[str, ...], dict[str, str | None]]:
        members = self.chance.sample(MEMBERS, self.chance.choice((4, 5)))
        guests = dict.fromkeys(self.chance.sample(GUESTS, self.chance.choice((0, 0, 1))), members[0])
        return (*members, *guests), {**guests}

    async def _play_game(self) -> None:
        seats, guests = self._draw_players()
        await self.channel.do(OpenLobby(self.chance.choice(SETUPS), seats[0], seats, guests=guests))
        left = self.chance.choice([None, *seats[1:]]) if len(seats) > 4 else None
        if left is not None:
            await self._try(LeaveLobby(left))
        pod = self.channel.pod
        assert pod is not None
        order = tuple(self.chance.sample(pod.players, len(pod.players)))
        await self.channel.do(StartGame(order, order[0]))
        for _ in range(12):
            if self.channel.pod is None or self.channel.pod.result is not None:
                break
            await self._try(self._draw_command(order))
        await self._try(ReportDrawnGame() if self.chance.random() < 0.3 else ReportWin(self.chance.choice(order)))
        for deed, name in (VOTED, GIVEN):  # until the game counts, and beyond its last report
            player = self.chance.choice(order)
            how = GiveServerAchievement(player, deed, name, "they did", 2)
            await self._try(how if name == GIVEN[1] else CloseServerAchievementVote(deed, name, player))
        points = {self.chance.choice(order): self.chance.randrange(-5, 30)}
        if self.chance.random() < 0.2:
            await self._try(OverrideGameAsModerator("points", "counted wrongly", points=points))
        if self.channel.pod is not None and self.channel.pod.result is None:
            await self._try(ClosePod())

    def _draw_command(self, order: tuple[str, ...]) -> PodCommand:
        one, other, *_ = self.chance.sample(order, 2)
        pod = self.channel.pod
        question = None if pod is None else pod.pending_player_choice
        if question is not None:
            return AnswerPendingPlayerChoice(question.by, self.chance.choice(question.options))
        absent = self.chance.choice([each for each in MEMBERS if each not in order])
        sitting = self.chance.choice(order if pod is None else pod.players)
        rare = (
            ConcedeGame(one),
            BeginNextTurn(),
            UndoPodEvent(),
            TakeOverSeatAsSubstitute(one, absent, self.chance.random() < 0.5),
            *(ApproveResultTransfer(sitting, each) for each in order),
            JoinPod(absent),
            ClaimServerAchievement(one, *PLAYED, 2),
            DeclareDeck(one, Deck((Commander("Krenko, Mob Boss"),), name="-goblins")),
        )
        return killed(one, other) if self.chance.random() < 0.5 else self.chance.choice(rare)

    async def _enter_past_game(self) -> None:
        seats, guests = self._draw_players()
        played = datetime_to_milliseconds(NOON - timedelta(days=self.chance.randrange(1, 40)))
        setup = build_setup_of_past_game(SETUPS[3], played, len(seats))
        commands: list[PodCommand] = [OpenLobby(setup, seats[0], seats, guests=guests), StartGame(seats, seats[0])]
        commands += [killed(each, seats[0]) for each in seats[1:]]
        self.channel.played = None
        await self.channel.do(RecordPastGame(tuple(commands)))
        self.seen["RecordPastGame"] += 1


async def play_night_and_duel(database: Database, pod: tuple[int, int]) -> None:
    """A night whose first round had this pod, and a duel, which no file of games holds."""
    night = Channel(database, CHANNEL + 1)
    start = datetime_to_milliseconds(NOON)
    terms = GameNightSettings(3, 60)
    setup = PodSetup(variant="elimination", scoring="elimination", title="Friday night")
    await night.do(PlanFutureGame(setup, "ana", start + 60_000, start, night=terms), CheckInForPlan("ana", start))
    await night.do(*(SignUpForPlan(player) for player in MEMBERS[1:4]))
    await night.do(SeatGameNightRound(1, (MEMBERS[:4],), (), start + 60_000), RecordGameNightPodOpening(1, *pod))
    await Channel(database, CHANNEL + 2).do(
        OpenDuel(DuelSetup("own"), "ana", ("ana", "bo")), StartDuel("ana"), ConcedeDuel("bo")
    )


@pytest.mark.parametrize("seed", range(examples(3)))
async def test_a_season_by_chance_goes_out_and_in_again(template: Path, tmp_path: Path, seed: int) -> None:
    here, there = (url_of(Path(shutil.copy(template, tmp_path / name))) for name in ("here.db", "there.db"))
    async with opened(here, ACCOUNT_KEY) as database, opened(there, ACCOUNT_KEY) as other:
        members = [Person(name, number, name.title(), name) for number, name in enumerate(MEMBERS, 10**17)]
        guests = [Person(name, compute_guest_account_number(GUILD, name), name) for name in GUESTS]
        await database.commit_changes(*build_people_upserts([*members, *guests]), build_guests_upsert(GUESTS, GUILD))
        season = Season(database, seed)
        await season.play(14)
        games = {(row.channel, row.pod) for row in await database.fetch_rows(select(results))}
        await play_night_and_duel(database, min(games))
        count = len(games)
        content = await export(database)
        found = [*csv.DictReader(io.StringIO(content.decode(), newline=""))]
        name = "-".join(map(str, min(games)))
        assert {(row["night"], row["round"]) for row in found if row["game"] == name} == {("Friday night", "1")}
        sums = Counter[str]()
        for row in found:
            sums[row["player"].lower()] += int(row["points"].removeprefix("'")) if row["account"] else 0
        page = await load_leaderboard_without_season_rules(database, GUILD)
        assert {line.player: line.points for line in page.lines} == {name: sums[name] for name in MEMBERS}
        same = await preview(database, content)
        assert same == GamesFilePreview((), count, (), (), ())

        entered = await enter(other, content, ELSEWHERE)
        assert (entered.known, entered.differing, entered.problems) == (0, (), ())
        assert len(entered.games) == count
        assert await load_standing_by_name(other, ELSEWHERE) == await load_standing_by_name(database)
        again = await preview(other, content, ELSEWHERE)
        assert again == GamesFilePreview((), count, (), (), ())
        back = await preview(database, await export(other, ELSEWHERE))
        assert back == GamesFilePreview((), count, (), (), ())

        row = season.chance.choice(found)
        row["points"] = f"{int(row['points'].removeprefix(chr(39))) + 7}"
        saved = io.StringIO()
        writer = csv.DictWriter(saved, COLUMNS)
        writer.writeheader()
        writer.writerows(found)
        changed = await preview(database, saved.getvalue().encode())
        assert changed == GamesFilePreview((), count, (row["game"],), (), ())


async def load_standing_by_name(database: Database, guild: int = GUILD) -> list[Any]:
    """The same, with names in place of accounts: a guest of another server has another number."""
    left_out = {"channel", "pod", "player", "guild", "mu", "sigma", "chance", "recorded", "reign", "brought_by"}
    columns = [each for each in results.c if each.name not in left_out]
    query = select(people.c.name, *columns).join(people, people.c.id == results.c.player)
    rows = await database.fetch_rows(query.where(results.c.guild == guild, results.c.game == "pod"))
    return sorted(tuple(map(str, row)) for row in rows)


async def test_games_of_a_forgotten_player_go_out_and_in_as_those_of_a_deleted_one(
    played: Database, empty: Database
) -> None:
    await execute(played, delete(people).where(people.c.id == "di"))
    content = await export(played)
    assert await preview(played, content) == GamesFilePreview((), 4, (), (), ())
    entered = await enter(empty, content, ELSEWHERE)
    assert (len(entered.games), entered.problems) == (4, ())
    assert await preview(empty, content, ELSEWHERE) == GamesFilePreview((), 4, (), (), ())
    assert await preview(played, await export(empty, ELSEWHERE)) == GamesFilePreview((), 4, (), (), ())
    assert len(await empty.fetch_rows(select(people))) == 3


async def test_a_record_names_nobody_who_left_the_lobby_and_no_secret_of_its_draw(database: Database) -> None:
    channel = Channel(database)
    await database.commit_changes(*build_people_upserts(PEOPLE))
    setup = PodSetup(variant="elimination", scoring="elimination", invited=SEATS)
    await channel.do(OpenLobby(setup, "ana", SEATS), LeaveLobby("di"), StartGame(SEATS[:3], "ana"))
    await channel.do(killed("bo", "ana"), killed("cy", "ana"))
    rows = [*csv.DictReader(io.StringIO((await export(database)).decode(), newline=""))]
    record = zlib.decompress(base64.urlsafe_b64decode(rows[0]["record"].removeprefix("z"))).decode()
    assert "=di" not in record
    assert not {"secret", "veil", "invited", "left"} & {*re.findall(r"\w+", record)}
