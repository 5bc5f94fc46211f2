"""Whoever is forgotten is nowhere, and their games are what they were; before, they have it all."""

import asyncio
import gzip
import json
import unicodedata
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import Text, insert

from bot.care.integrity import check_integrity_of_database
from bot.projections.history import iterate_pod_events
from bot.projections.project import rebuild_derived_tables
from bot.rules.announcements import SetMeetingLink
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.joining import BringGuestToPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.story import CorrectGameReports, list_events_still_in_effect
from bot.rules.teams import list_players_in_game
from bot.rules.undoing import UndoPodEvent
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.privacy.forgetting import DECK_COLUMNS, TEXT_COLUMNS
from bot.storage.privacy.personal_data import PAUSE, DataExportRateLimitedError, PersonalDataService
from bot.storage.privacy.traces import load_servers_of_player
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.log import EventLog, iterate_events_by_game
from bot.storage.record.people import NOWHERE, AccountNames, PeopleRepository, Person, build_people_upserts
from bot.storage.record.redaction import REDACTED, redact_user_texts_in_json_value
from bot.storage.tables.open_games import PlayerNeededInOpenGameError
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import NOON, Channel, execute, load_tables, opened, rows

IDS = ("aaaaaaaaaaaa", "b_b-bbbbbbbb", "cccccccccccc", "dddddddddddd")
ANA, BO = IDS[:2]
ACCOUNT = 123456789012345678
LARGE = 10**9
HERE, ELSEWHERE, AFAR = 900, 901, 902


async def test_servers_of_somebody_are_those_where_they_play_decide_or_claim(database: Database) -> None:
    await Channel(database, 100, HERE).do(OpenLobby(PodSetup(), ANA, IDS))
    for id, (guild, by) in enumerate(((HERE, IDS[2]), (ELSEWHERE, ANA), (AFAR, BO)), 1):
        await database.commit_changes(build_audit_entry_insert(AuditEntry(id, guild, NOON, by, "setting", {})))
    for id, column in enumerate(("claimed_by", "asked_by"), 1):
        guest = {"player": f"guest{id}", "guild": LARGE + id, column: IDS[id]}
        await execute(database, insert(schema.guests).values(guest))
    found = [await database.run_read_transaction(partial(load_servers_of_player, player=each)) for each in IDS]
    assert found[:2] == [{HERE, ELSEWHERE}, {HERE, AFAR, LARGE + 1}]
    assert found[2:] == [{HERE, LARGE + 2}, {HERE}]


async def write_history(database: Database, name: str) -> list[Channel]:
    """Ana plays in one server, and decides something in another; people type her name in both."""
    hall, attic = Channel(database, 100, HERE), Channel(database, 101, HERE)
    away, afar = Channel(database, 200, ELSEWHERE), Channel(database, 300, AFAR)
    season = {"guild": HERE, "number": 1, "name": f"the days of {name}", "start": NOON}
    await execute(database, insert(schema.seasons).values(season))
    excluded = {"guild": HERE, "season": 1, "player": IDS[1], "at": NOON, "by": IDS[2]}
    reason = {"reason": f"an account of {name}"}
    await execute(database, insert(schema.exclusions).values(excluded | reason))
    await hall.do(OpenLobby(PodSetup(title=f"the pod of {name}"), ANA, IDS), StartGame(IDS, ANA))
    await hall.do(_lost(IDS[1], ANA, f"{name}’s Bolt"), UndoPodEvent(), _lost(IDS[1], ANA, "Bolt"))
    await hall.do(ConcedeGame(IDS[2]), OverrideGameAsModerator("status", f"{name} said so", IDS[1]))
    story = list_events_still_in_effect(iterate_pod_events(hall.written))
    await hall.do(CorrectGameReports(story, {2: (_lost(IDS[1], ANA, f"a ({name})"),)}, f"so said <@{ACCOUNT}>"))
    await hall.do(_lost(IDS[1], ANA, "Bolt"), _lost(IDS[3], ANA, "Bolt"))
    link = SetMeetingLink(f"https://example.com/{name}")
    await attic.do(OpenLobby(PodSetup(title=f"without {name}"), BO, IDS[1:]), link, ClosePod())
    await away.do(OpenLobby(PodSetup(title=f"{name} moderates"), BO, IDS[1:]))
    await afar.do(OpenLobby(PodSetup(title="far away"), BO, IDS[1:]))
    persons = [Person(id, n, f"P{n}") for n, id in enumerate(IDS[1:], 1)]
    await database.commit_changes(
        *build_people_upserts([Person(ANA, ACCOUNT, name), *persons]),
        build_audit_entry_insert(AuditEntry(5, ELSEWHERE, NOON, ANA, "override", {"reason": f"{name} wants it"})),
        build_audit_entry_insert(AuditEntry(6, HERE, NOON, BO, "override", {"reason": f"no {name} here"})),
    )
    return [hall, attic, away, afar]


def _lost(loser: str, killer: str, card: str) -> ReportDefeats:
    sources = (DefeatSource(killer, card, amount=2), DefeatSource(killer, f"other {card}", amount=2))
    return ReportDefeats((DefeatReport(loser, "life", sources),))


async def dump(database: Database) -> str:
    found = [[tuple(row.values()) for row in rows] for rows in (await load_tables(database)).values()]
    return unicodedata.normalize("NFD", repr(found).casefold())


async def payloads(database: Database) -> list[Any]:
    """All that the log says but its texts."""
    found = await rows(database, schema.events)
    return [redact_user_texts_in_json_value(json.loads(row[6]), lambda _: "") for row in found]


async def pods(database: Database) -> list[Pod | None]:
    return await database.run_read_transaction_without_timeout(
        lambda connection: [
            replay_pod_events(iterate_pod_events(story)) for story in iterate_events_by_game(connection)
        ]
    )


def privacy(database: Database) -> PersonalDataService:
    return PersonalDataService(database, PeopleRepository(database))


NAMES = st.text("ЖжЩщЭэЮÉéÜü'. ", min_size=3, max_size=12).filter(lambda name: name.strip("'. "))


@settings(max_examples=examples(6), suppress_health_check=list(HealthCheck))
@given(name=NAMES.map(str.strip))
def test_a_name_is_nowhere_once_it_is_forgotten_and_every_game_is_what_it_was(fresh: Fresh, name: str) -> None:
    async def check() -> None:
        async with open_anew(fresh) as database:
            await write_history(database, name)
            before, was = await payloads(database), await pods(database)
            results = await rows(database, schema.results)
            assert await privacy(database).delete_personal_data(ACCOUNT, [name], NOON)
            left = await dump(database)
            assert unicodedata.normalize("NFD", name.casefold()) not in left
            assert str(ACCOUNT) not in left
            assert await payloads(database) == before
            after = await pods(database)
            states = [(pod.standings, pod.state, pod.result) for pod in after if pod]
            assert states == [(pod.standings, pod.state, pod.result) for pod in was if pod]
            assert await rows(database, schema.results) == results
            examined = await database.run_read_transaction_without_timeout(check_integrity_of_database)
            problems = (examined.damaged, examined.strayed, examined.boards)
            assert [problem.first for problem in problems] == [[], [], []]
            kept = [await rows(database, table) for table in (schema.pods, schema.results)]
            await rebuild_derived_tables(database)
            assert kept == [await rows(database, t) for t in (schema.pods, schema.results)]

    asyncio.run(check())


IDS_AND_WORDS = {
    *("player", "avoided", "stays", "person", "by", "asked_by", "brought_by", "claimed_by", "responsible", "loser"),
    *("voter", "choice", "deed"),
    *("asked", "told", "calls", "people", "roster", "signs", "id", "key", "tag", "commitment", "mark", "digest"),
    *("game", "kind", "language", "picture", "role", "span", "state", "surface", "table", "trouble", "type", "variant"),
    *("what", "rules", "deeds", "unconfirmed_deeds", "commands", "lease"),
}
"""Names of columns with ids and words of the bot, wherever they stand."""

NOT_TYPED = {
    "card_defeats.card",  # as the index of cards has it
    *("people.name", "people.username", "nicknames.name"),  # rows that go with their person
    *("decks.deck", "player_decks.deck", "player_decks.link"),  # so do these
    "guilds.settings",  # what administrators decide for their server
    "seasons.notice",  # where a planned end is announced
    *("events.payload", "audit.details"),  # redacted field by field
}
"""Other columns of text that lose no name when somebody is forgotten."""


def test_every_column_of_text_says_whether_people_type_it() -> None:
    columns = {each for table in schema.metadata.sorted_tables for each in table.c if isinstance(each.type, Text)}
    known = {each for each in columns if each.name in IDS_AND_WORDS or str(each) in NOT_TYPED}
    missing = {str(each) for each in columns - known - {*TEXT_COLUMNS, *DECK_COLUMNS}}
    assert not missing, (
        f"add {sorted(missing)} to TEXT_COLUMNS in bot/storage/privacy/forgetting.py if people type its text, or else"
        f" to NOT_TYPED in tests/storage/test_forgetting.py"
    )
    assert {str(each) for each in columns} >= NOT_TYPED


async def test_whoever_is_forgotten_comes_back_as_somebody_new(database: Database) -> None:
    await write_history(database, "Ana")
    people = PeopleRepository(database)
    await people.with_nicknames_of_server(NOWHERE).load_people_by_id(IDS)
    await PersonalDataService(database, people).delete_personal_data(ACCOUNT, ["Ana"], NOON)
    assert (
        await people.with_nicknames_of_server(NOWHERE).load_or_create_person(ACCOUNT, AccountNames("Ana"))
    ).id != ANA
    assert await people.with_nicknames_of_server(NOWHERE).load_people_by_id([ANA]) == {}
    assert len(await people.with_nicknames_of_server(NOWHERE).load_people_by_id(IDS)) == 3


async def test_names_of_today_and_the_one_written_down_are_struck(database: Database) -> None:
    await write_history(database, "Ana")
    hall = Channel(database, 400, HERE)
    await hall.do(OpenLobby(PodSetup(title="Anastasia the 1st"), BO, IDS[1:]), ClosePod())
    await privacy(database).delete_personal_data(ACCOUNT, ["Anastasia"], NOON)
    left = await dump(database)
    assert "anastasia" not in left
    assert f"{REDACTED} moderates" in left
    assert f"the pod of {REDACTED}" in left


async def test_texts_of_servers_where_they_never_were_stay(database: Database) -> None:
    *_, afar = await write_history(database, "far")
    before = await EventLog(database).load_game_events(afar.id, 1)
    await privacy(database).delete_personal_data(ACCOUNT, [], NOON)
    assert await EventLog(database).load_game_events(afar.id, 1) == before


async def test_nobody_is_forgotten_while_a_game_needs_them(database: Database) -> None:
    await write_history(database, "Ana")
    lobby, game = Channel(database, 400, HERE), Channel(database, 401, ELSEWHERE)
    await lobby.do(OpenLobby(PodSetup(title="Ana"), ANA, ()))
    await game.do(OpenLobby(PodSetup(), BO, IDS), StartGame(IDS, BO))
    before = await dump(database)
    people = PeopleRepository(database)
    with pytest.raises(PlayerNeededInOpenGameError) as playing:
        await PersonalDataService(database, people).delete_personal_data(ACCOUNT, ["Ana"], NOON)
    assert sorted(playing.value.channels) == [400, 401]
    assert await dump(database) == before
    await lobby.do(ClosePod())
    await game.do(ConcedeGame(ANA))
    assert await PersonalDataService(database, people).delete_personal_data(ACCOUNT, ["Ana"], NOON)


async def test_reopened_game_keeps_neither_players_nor_claimed_guests_from_being_forgotten(database: Database) -> None:
    await write_history(database, "Ana")
    await database.commit_changes(*build_people_upserts([Person("gus", -1, "Gustav")]))
    game = Channel(database, 401, HERE)
    await game.do(OpenLobby(PodSetup(), BO, IDS), BringGuestToPod("gus", BO), StartGame((*IDS, "gus"), BO))
    await game.do(*map(ConcedeGame, IDS[2:]), ConcedeGame(BO), ConcedeGame("gus"))
    row = {"player": "gus", "guild": HERE, "claimed_by": ANA}
    await execute(database, insert(schema.guests).values(row))
    await game.do(UndoPodEvent(), UndoPodEvent())
    assert game.pod is not None
    assert {ANA, "gus"} <= {*list_players_in_game(game.pod.standings)}
    assert await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)


async def test_reopened_closing_of_a_game_keeps_nobody_from_being_forgotten(database: Database) -> None:
    await write_history(database, "Ana")
    game = Channel(database, 401, HERE)
    await game.do(OpenLobby(PodSetup(), BO, IDS), StartGame(IDS, BO), ClosePod(), UndoPodEvent())
    assert game.pod is not None
    assert game.pod.state == "running"
    assert await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)


async def test_open_games_of_others_keep_nobody_from_being_forgotten(database: Database) -> None:
    await write_history(database, "Ana")
    for channel, other in ((400, "A" * 12), (401, "z" * 12)):
        await Channel(database, channel, HERE).do(OpenLobby(PodSetup(), other, (other,)))
    assert await PersonalDataService(database, PeopleRepository(database)).delete_personal_data(ACCOUNT, ["Ana"], NOON)


async def test_who_brought_a_guest_is_not_forgotten_before_the_guest_is_out(database: Database) -> None:
    await write_history(database, "Ana")
    game = Channel(database, 401, HERE)
    await game.do(OpenLobby(PodSetup(), BO, IDS), BringGuestToPod("gus", ANA), StartGame((*IDS, "gus"), BO))
    await game.do(ConcedeGame(ANA))
    with pytest.raises(PlayerNeededInOpenGameError):
        await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)
    await game.do(ConcedeGame("gus"))
    assert await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)


async def test_the_guests_they_claimed_are_forgotten_with_them_and_no_others(database: Database) -> None:
    await write_history(database, "Ana")
    names = {"gus": "Gustav", "hal": "Halvard", "ivy": "Ivette"}
    guests = [Person(id, -number, names[id]) for number, id in enumerate(names, 1)]
    await database.commit_changes(*build_people_upserts(guests))
    claimed = {"gus": ANA, "hal": BO, "ivy": None}
    for player, claimer in claimed.items():
        row = {"player": player, "guild": HERE, "claimed_by": claimer}
        await execute(database, insert(schema.guests).values(row))
    met = "Gustav, Halvard and Ivette"
    await Channel(database, 400, HERE).do(OpenLobby(PodSetup(title=met), BO, IDS[1:]))
    await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)
    left = await dump(database)
    assert f"{REDACTED}, halvard and ivette" in left
    assert "gustav" not in left
    kept = {row[0] for row in await rows(database, schema.people)}
    assert kept == {*IDS[1:], "hal", "ivy"}


async def test_open_boards_that_show_them_are_owed_and_no_other(database: Database) -> None:
    hall, attic, away, _ = await write_history(database, "Ana")
    game = Channel(database, 401, HERE)
    await game.do(OpenLobby(PodSetup(), BO, IDS), StartGame(IDS, BO), ConcedeGame(ANA))
    untouched = Channel(database, 402, HERE)
    await untouched.do(OpenLobby(PodSetup(title="others"), BO, IDS[1:]))
    boards = PodBoardRepository(database)
    for owed in await boards.load_outdated_boards():
        await boards.store_board_message(replace(owed, shown=owed.wanted))
    await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)
    boards.clear_board_cache()
    assert [board.channel for board in await boards.load_outdated_boards()] == [away.id, game.id]
    assert {hall.pod.state, attic.pod.state} == {"finished", "closed"}  # type: ignore[union-attr]


async def test_another_process_forgets_them_at_its_next_look(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        await write_history(one, "Ana")
        there, told = PeopleRepository(other), list[str]()
        there.add_name_change_listener(lambda: told.append("reread"))
        new = await there.with_nicknames_of_server(NOWHERE).load_or_create_person(7, AccountNames("New"))
        await there.with_nicknames_of_server(NOWHERE).load_people_by_id(IDS)
        await there.clear_name_caches_if_people_changed()
        assert told == []
        await privacy(one).delete_personal_data(ACCOUNT, ["Ana"], NOON)
        assert ANA in await there.with_nicknames_of_server(NOWHERE).load_people_by_id(IDS)
        await there.clear_name_caches_if_people_changed()
        assert told == ["reread"]
        assert ANA not in await there.with_nicknames_of_server(NOWHERE).load_people_by_id(IDS)
        assert (
            await there.with_nicknames_of_server(NOWHERE).load_or_create_person(7, AccountNames("New"))
        ).id != new.id  # never written down


async def test_who_is_not_known_cannot_be_forgotten_nor_told_anything(database: Database) -> None:
    await write_history(database, "Ana")
    before = await dump(database)
    assert not await privacy(database).delete_personal_data(4711, ["Ana"], NOON)
    assert await privacy(database).export_account_data(4711, LARGE, NOON) is None
    assert await dump(database) == before


async def test_one_damaged_event_keeps_nobody_from_being_forgotten(database: Database) -> None:
    await write_history(database, "Ana")
    row = {"channel": 500, "version": 1, "pod": 1, "guild": HERE, "type": "joined", "schema": 1}
    payload = {"payload": '{"title": "Ana', "by": ANA, "at": NOON}
    await execute(database, insert(schema.events).values(row | payload))
    assert await told_to(privacy(database))
    assert await privacy(database).delete_personal_data(ACCOUNT, ["Ana"], NOON)


# Telling them


async def told_to(kept: PersonalDataService, account: int = ACCOUNT, now: datetime = NOON) -> Any:
    """What somebody is told, read as it comes."""
    found = await kept.export_account_data(account, LARGE, now)
    assert found is not None
    file, packed = found
    assert not packed
    with file:
        return json.loads(file.read())


async def test_an_export_holds_all_about_somebody_and_nobody_else_s_name(database: Database) -> None:
    hall, *_ = await write_history(database, "Ana")
    written = await told_to(privacy(database))
    assert written["person"] == {"id": ANA, "discord_id": ACCOUNT, "name": "Ana", "username": ""}
    assert [event["version"] for event in written["events"]] == list(range(1, hall.version + 1))
    assert {event["channel"] for event in written["events"]} == {hall.id}
    assert [line["player"] for line in written["results"]] == [ANA]
    for kind in ("defeats", "rivalries"):
        assert {line["responsible"] for line in written[kind]} == {ANA}
    assert [entry["id"] for entry in written["audit"]] == [5]
    assert written["audit"][0]["details"] == {"reason": "Ana wants it"}
    assert not any(name in json.dumps(written) for name in ("P1", "P2", "P3"))


async def test_an_export_says_who_defeated_whoever_asks_and_of_no_defeat_of_another(database: Database) -> None:
    await write_history(database, "Ana")
    for account, loser in ((1, IDS[1]), (3, IDS[3])):
        written = await told_to(privacy(database), account)
        for kind in ("defeats", "rivalries"):
            found = {(line["responsible"], line["loser"]) for line in written[kind]}
            assert found == {(ANA, loser)}


async def test_of_whom_a_board_called_or_told_it_says_only_who_asks(database: Database) -> None:
    hall, *_ = await write_history(database, "Ana")
    boards = PodBoardRepository(database)
    (board,) = [each for each in await boards.load_outdated_boards() if each.channel == hall.id]
    await boards.store_board_message(replace(board, told=f"{ANA} {IDS[1]}", asked=f"4:{IDS[2]}"))
    await boards.store_kick_vote_message_id(hall.id, board.pod, IDS[1], 7)
    kept = privacy(database)
    found = [(await told_to(kept, account))["boards"] for account in (ACCOUNT, 1, 2, 3)]
    assert [[(row["told"], row["calls"]) for row in each] for each in found] == [
        [(ANA, None)],
        [(IDS[1], IDS[1])],
        [(None, None)],
        [],
    ]


async def test_what_others_typed_is_not_in_it(database: Database) -> None:
    hall = Channel(database, 100, HERE)
    await hall.do(OpenLobby(PodSetup(title="mine"), ANA, IDS, secret="5ec7e7"), StartGame(IDS, ANA))
    await hall.do(_lost(IDS[1], ANA, "Bolt"))
    await database.commit_changes(*build_people_upserts([Person(ANA, 1, "Ana"), Person(BO, 2, "Bo")]))
    log = await rows(database, schema.events)
    await execute(
        database,
        schema.events.delete(),
        insert(schema.events).values(
            [
                dict(zip(schema.events.c.keys(), row, strict=True)) | {"by": by}
                for row, by in zip(log, (ANA, ANA, BO), strict=True)
            ]
        ),
    )
    told_ana, told_bo = await told_to(privacy(database), 1), await told_to(privacy(database), 2)
    assert "mine" in json.dumps(told_ana)
    assert "Bolt" not in json.dumps(told_ana)
    assert "Bolt" in json.dumps(told_bo)
    assert "mine" not in json.dumps(told_bo)
    assert "5ec7e7" not in json.dumps(told_ana) + json.dumps(told_bo)


async def test_a_large_export_is_compressed(database: Database) -> None:
    await write_history(database, "Ana")
    written = await told_to(privacy(database))
    found = await privacy(database).export_account_data(ACCOUNT, 100, NOON)
    assert found is not None
    file, packed = found
    with file:
        assert packed
        assert json.loads(gzip.decompress(file.read())) == written


async def test_nobody_has_the_whole_log_read_again_and_again(database: Database) -> None:
    await write_history(database, "Ana")
    kept = privacy(database)
    assert await told_to(kept)
    with pytest.raises(DataExportRateLimitedError):
        await kept.export_account_data(ACCOUNT, LARGE, NOON + PAUSE - timedelta(seconds=1))
    assert await told_to(kept, 1)
    assert await told_to(kept, now=NOON + PAUSE)
