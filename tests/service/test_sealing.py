"""What the service adds to commands for a lobby: numbers, secrets, tags; and what they become."""

import asyncio
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from sqlalchemy import select

from bot.care.integrity import check_integrity_of_database
from bot.draws.seating import draw_seats_of_pod
from bot.projections.draws import load_random_seating_hash_by_number
from bot.projections.history import iterate_pod_events
from bot.projections.project import rebuild_derived_tables
from bot.rulebooks import GameCommand
from bot.rules.closing import ClosePod
from bot.rules.draws import (
    PlayerSeedText,
    RandomSeatingCommitment,
    compute_account_pseudonym,
    compute_seating_commitment_hash,
)
from bot.rules.joining import JoinPod, SetPlayerSeedText
from bot.rules.lobby import LeaveLobby, LobbyOpened, OpenLobby
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.story import CorrectGameReports, list_events_still_in_effect, list_removable_report_indexes
from bot.rules.winning import ReportDrawnGame, ReportWin
from bot.service import draw_commitments
from bot.service.game_requests import CommandFactory, CommandResult, CommandUser, GameCommandRequest
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine import writer
from bot.storage.engine.database import Database
from bot.storage.engine.errors import DatabaseBusyError
from bot.storage.engine.schema import draw_numbers, draws, events
from bot.storage.privacy import retention
from bot.storage.privacy.personal_data import PersonalDataService
from bot.storage.record.log import EventLog
from bot.storage.record.people import AccountNames, PeopleRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from tests.storage.store import column, rows

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GUILD = 900
EVERYBODY = [CommandUser(number, AccountNames(f"P{number}")) for number in range(1, 5)]
ANA, BO, CY, DI = EVERYBODY
MO = CommandUser(9, AccountNames("Mo"), moderator=True)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told to come back later because the machine has much else to do."""
    monkeypatch.setattr(draw_commitments, "PATIENCE", 60.0)
    monkeypatch.setattr(writer, "PATIENCE", 60.0)


class Process:
    """The bot in a process of its own, as far as it plays."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = PeopleRepository(database)
        self.service = GameService(EventLog(database), self.people, lambda: NOON)
        self.people.add_name_change_listener(self.service.clear_caches)

    async def ask(
        self,
        actor: CommandUser,
        ask: CommandFactory,
        channel: int = 1,
        interaction: int | None = None,
        pressed: tuple[str, ...] | None = None,
    ) -> CommandResult:
        seats = None if pressed is None else frozenset(pressed)
        return await self.service.execute_command(
            GameCommandRequest(ChannelAddress(GUILD, channel), actor, ask, interaction, pressed=seats)
        )

    async def do(self, actor: CommandUser, command: GameCommand, channel: int = 1) -> CommandResult:
        return await self.ask(actor, lambda *_: command, channel)

    async def open(self, channel: int = 1, interaction: int | None = None) -> RandomSeatingCommitment:
        def ask(me: str, _: object) -> OpenLobby:
            return OpenLobby(PodSetup(), me, (me,))

        done = await self.ask(ANA, ask, channel, interaction)
        assert isinstance(done.recorded.event, LobbyOpened)
        assert done.recorded.event.draw is not None
        return done.recorded.event.draw

    async def start(self, channel: int = 1) -> CommandResult:
        for actor in EVERYBODY[1:]:
            await self.ask(actor, lambda me, _: JoinPod(me), channel)
        return await self.ask(ANA, lambda _, live: draw_seats_of_pod(live.pod), channel)


async def read_log(database: Database) -> str:
    return "\n".join(await column(database, select(events.c.payload)))


async def test_lobbies_that_open_at_the_same_moment_get_different_numbers(database: Database) -> None:
    """In two processes, which know nothing of each other."""
    processes = [Process(database), Process(database)]
    seals = await asyncio.gather(*(process.open(2 * at + n) for at, process in enumerate(processes, 1) for n in (0, 1)))
    by_number = sorted(seals, key=lambda seal: seal.number)
    assert [seal.number for seal in by_number] == [1, 2, 3, 4]
    assert by_number[0].before is None
    for before, after in pairwise(by_number):
        assert after.before == compute_seating_commitment_hash(before)
        assert after.own == before.following
    assert await rows(database, draw_numbers) == [(GUILD, number) for number in (1, 2, 3, 4)]


async def test_many_lobbies_of_one_process_wait_for_each_other(database: Database) -> None:
    process = Process(database)
    seals = await asyncio.gather(*(process.open(channel) for channel in range(1, 9)))
    assert sorted(seal.number for seal in seals) == [*range(1, 9)]


async def test_who_waits_too_long_for_a_number_is_told_that_much_is_asked_and_can_ask_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(database)
    with monkeypatch.context() as patch:
        patch.setattr(draw_commitments, "PATIENCE", 0.0)
        first, second = await asyncio.gather(process.open(1), process.open(2), return_exceptions=True)
    assert isinstance(first, RandomSeatingCommitment)
    assert isinstance(second, DatabaseBusyError)
    assert (await process.open(2)).number == first.number + 1


async def test_an_opening_that_is_delivered_twice_has_one_number(database: Database) -> None:
    process = Process(database)
    first = await process.open(interaction=77)
    assert await process.open(interaction=77) == first
    assert await Process(database).open(interaction=77) == first
    assert len(await rows(database, draws)) == 1


async def test_the_last_three_companies_of_a_channel_keep_their_seats(database: Database) -> None:
    def ask(me: str, _: object) -> OpenLobby:
        return OpenLobby(PodSetup(variant="elimination", scoring="elimination"), me, (me,))

    process = Process(database)
    seated = []
    for others in ((BO,), (CY,), (DI,), (BO, CY)):
        await process.ask(ANA, ask)
        for actor in others:
            await process.ask(actor, lambda me, _: JoinPod(me))
        started = await process.ask(ANA, lambda _, live: draw_seats_of_pod(live.pod))
        seated.append(started.pod.players)
        await process.do(ANA, ClosePod())
    assert [each.seats for each in (await process.open()).kept] == seated[:0:-1]


async def test_each_seat_gets_a_tag_of_its_account_and_a_word_its_hash(database: Database) -> None:
    process = Process(database)
    veil = (await process.open()).own.veil or ""
    await process.ask(BO, lambda me, _: JoinPod(me, word=PlayerSeedText("owl")))
    cy = await process.ask(CY, lambda me, _: JoinPod(me))
    draw = cy.pod.draw
    assert draw is not None
    assert [*draw.tags.values()] == [compute_account_pseudonym(veil, account) for account in (1, 2, 3)]
    worded = (await process.ask(CY, lambda me, _: SetPlayerSeedText(me, PlayerSeedText("owl")))).pod.draw
    assert worded is not None
    one, other = worded.words.values()
    assert (one.word, other.word) == ("owl", "owl")
    assert one.hash != other.hash  # nobody sees by it that two chose the same


async def test_everybody_who_sits_in_a_lobby_from_the_start_has_a_tag(database: Database) -> None:
    process = Process(database)
    await process.open()
    players = (await process.start()).pod.players
    for channel, host in enumerate(EVERYBODY, 2):  # a plan has gathered them
        opened = await process.ask(host, lambda me, _: OpenLobby(PodSetup(), me, players), channel, pressed=players)
        assert isinstance(opened.recorded.event, LobbyOpened)
        assert {*opened.recorded.event.tags} == {*players}


async def test_made_anew_from_the_log_the_draws_are_the_same(database: Database) -> None:
    process = Process(database)
    await process.open()
    await process.do(ANA, ClosePod())
    await process.open()
    await process.start()
    await process.open(2)
    before = [await rows(database, table) for table in (draws, draw_numbers)]
    assert [row[-1] for row in before[0]] == [False, True, False]
    assert not (await database.run_read_transaction_without_timeout(check_integrity_of_database)).strayed.count
    await rebuild_derived_tables(database)
    assert [await rows(database, table) for table in (draws, draw_numbers)] == before


async def test_a_lobby_that_was_brought_back_does_not_start_from_a_secret_that_passed_on(database: Database) -> None:
    process = Process(database)
    first = await process.open()
    await process.do(ANA, ClosePod())
    second = await process.open()
    assert (second.own, second.source) == (first.own, 1)
    await process.start()
    await process.do(ANA, ReportDrawnGame())
    back = GameCommandRequest(
        ChannelAddress(GUILD, 1), MO, lambda *_: OverrideGameAsModerator("reopen", "They agreed."), pod=first.pod
    )
    await process.service.execute_command(back)
    with pytest.raises(Refusal) as refused:
        await process.start()
    assert (refused.value.code, refused.value.arguments) == ("draw-handed-on", {"number": 2})


async def test_what_stood_for_somebody_who_is_forgotten_leads_nobody_to_them(database: Database) -> None:
    """Also in a correction, which repeats the story; and in a lobby that they left again."""
    process = Process(database)
    drawn = await process.open()
    lobby = await process.open(2)
    await process.ask(DI, lambda me, _: JoinPod(me, word=PlayerSeedText("owl")), 2)
    await process.ask(DI, lambda me, _: LeaveLobby(me), 2)
    drawn_by = (await process.start()).pod.host
    await process.do(ANA, ReportDrawnGame())
    story = list_events_still_in_effect(
        iterate_pod_events((await process.service.load_game_with_events(ChannelAddress(GUILD, 1))).events)
    )
    await process.do(
        MO,
        CorrectGameReports(story, {list_removable_report_indexes(story)[0]: (ReportWin(drawn_by),)}, "They agreed."),
    )
    veil, other = drawn.own.veil or "", lobby.own.veil or ""
    tags = [
        compute_account_pseudonym(veil, DI.discord_id),
        compute_account_pseudonym(other, DI.discord_id),
    ]
    log = await read_log(database)
    assert log.count(veil) > 1
    assert all(tag in log for tag in tags)
    assert await PersonalDataService(database, process.people).delete_personal_data(DI.discord_id, ["P4"], NOON)
    log = await read_log(database)
    assert veil not in log
    assert drawn.own.cover in log
    assert tags[0] in log  # the seats are still drawn from it
    assert tags[1] not in log
    assert other in log  # it covers those who sit there now
    sealed = await load_random_seating_hash_by_number(database, GUILD, 1)
    assert sealed is not None
    assert compute_seating_commitment_hash(sealed) == compute_seating_commitment_hash(drawn)


async def test_the_draws_of_a_server_go_with_its_history(database: Database) -> None:
    process = Process(database)
    await process.open()
    await ServerSettingsRepository(database, process.people).record_bot_left_server(GUILD, NOON)
    assert await retention.delete_server_data(database, GUILD, NOON)
    assert await rows(database, draws) == await rows(database, draw_numbers) == []
    assert (await Process(database).open()).number == 1
