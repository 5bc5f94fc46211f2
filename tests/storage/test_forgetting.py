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
from sqlalchemy import insert

from bot.care.integrity import examine
from bot.projections.history import list_events
from bot.projections.project import rebuild
from bot.rules.announcements import SetLink
from bot.rules.closing import Close
from bot.rules.concession import Concede
from bot.rules.facts import Report, Source
from bot.rules.joining import Bring
from bot.rules.lobby import Open, Start
from bot.rules.overrule import Overrule
from bot.rules.pod import Pod, fold
from bot.rules.records import Setup
from bot.rules.reporting import Defeat
from bot.rules.story import Correct, tell_story
from bot.rules.undoing import Undo
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.privacy.personal_data import PAUSE, PersonalData, TooSoon
from bot.storage.privacy.traces import find_servers
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.boards import Boards
from bot.storage.record.log import Log, read_stories
from bot.storage.record.people import NOWHERE, Names, People, Person, insert_people
from bot.storage.record.redaction import REDACTED, redact_value
from bot.storage.tables.open_games import Playing
from tests.effort import examples
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import NOON, Channel, execute, opened, rows

IDS = ("aaaaaaaaaaaa", "b_b-bbbbbbbb", "cccccccccccc", "dddddddddddd")
ANA, BO = IDS[:2]
ACCOUNT = 123456789012345678
LARGE = 10**9
HERE, ELSEWHERE, AFAR = 900, 901, 902


async def test_servers_of_somebody_are_those_where_they_play_decide_or_claim(
    database: Database,
) -> None:
    await Channel(database, 100, HERE).do(Open(Setup(), ANA, IDS))
    for id, (guild, by) in enumerate(((HERE, IDS[2]), (ELSEWHERE, ANA), (AFAR, BO)), 1):
        await database.write(insert_entry(AuditEntry(id, guild, NOON, by, "setting", {})))
    for id, column in enumerate(("claimed_by", "asked_by"), 1):
        guest = {"player": f"guest{id}", "guild": LARGE + id, column: IDS[id]}
        await execute(database, insert(schema.guests).values(guest))
    found = [await database.read(partial(find_servers, player=each)) for each in IDS]
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
    await hall.do(Open(Setup(title=f"the pod of {name}"), ANA, IDS), Start(IDS, ANA))
    await hall.do(_lost(IDS[1], ANA, f"{name}’s Bolt"), Undo(), _lost(IDS[1], ANA, "Bolt"))
    await hall.do(Concede(IDS[2]), Overrule("status", f"{name} said so", IDS[1]))
    story = tell_story(list_events(hall.written))
    await hall.do(
        Correct(story, {2: (_lost(IDS[1], ANA, f"a ({name})"),)}, f"so said <@{ACCOUNT}>")
    )
    await hall.do(_lost(IDS[1], ANA, "Bolt"), _lost(IDS[3], ANA, "Bolt"))
    link = SetLink(f"https://example.com/{name}")
    await attic.do(Open(Setup(title=f"without {name}"), BO, IDS[1:]), link, Close())
    await away.do(Open(Setup(title=f"{name} moderates"), BO, IDS[1:]))
    await afar.do(Open(Setup(title="far away"), BO, IDS[1:]))
    persons = [Person(id, n, f"P{n}") for n, id in enumerate(IDS[1:], 1)]
    await database.write(
        *insert_people([Person(ANA, ACCOUNT, name), *persons]),
        insert_entry(
            AuditEntry(5, ELSEWHERE, NOON, ANA, "override", {"reason": f"{name} wants it"})
        ),
        insert_entry(AuditEntry(6, HERE, NOON, BO, "override", {"reason": f"no {name} here"})),
    )
    return [hall, attic, away, afar]


def _lost(loser: str, killer: str, card: str) -> Defeat:
    sources = (Source(killer, card, amount=2), Source(killer, f"other {card}", amount=2))
    return Defeat((Report(loser, "life", sources),))


async def dump(database: Database) -> str:
    found = [await rows(database, table) for table in schema.metadata.sorted_tables]
    return unicodedata.normalize("NFD", repr(found).casefold())


async def payloads(database: Database) -> list[Any]:
    """All that the log says but its texts."""
    found = await rows(database, schema.events)
    return [redact_value(json.loads(row[6]), lambda _: "") for row in found]


async def pods(database: Database) -> list[Pod | None]:
    return await database.snapshot(
        lambda connection: [fold(list_events(story)) for story in read_stories(connection)]
    )


def privacy(database: Database) -> PersonalData:
    return PersonalData(database, People(database))


NAMES = st.text("ЖжЩщЭэЮÉéÜü'. ", min_size=3, max_size=12).filter(lambda name: name.strip("'. "))


@settings(max_examples=examples(6), suppress_health_check=list(HealthCheck))
@given(name=NAMES.map(str.strip))
def test_a_name_is_nowhere_once_it_is_forgotten_and_every_game_is_what_it_was(
    fresh: Fresh, name: str
) -> None:
    async def check() -> None:
        async with open_anew(fresh) as database:
            await write_history(database, name)
            before, was = await payloads(database), await pods(database)
            results = await rows(database, schema.results)
            assert await privacy(database).forget(ACCOUNT, [name], NOON)
            left = await dump(database)
            assert unicodedata.normalize("NFD", name.casefold()) not in left
            assert str(ACCOUNT) not in left
            assert await payloads(database) == before
            after = await pods(database)
            states = [(pod.standings, pod.state, pod.result) for pod in after if pod]
            assert states == [(pod.standings, pod.state, pod.result) for pod in was if pod]
            assert await rows(database, schema.results) == results
            examined = await database.snapshot(examine)
            problems = (examined.damaged, examined.strayed, examined.boards)
            assert [problem.first for problem in problems] == [[], [], []]
            kept = [await rows(database, table) for table in (schema.pods, schema.results)]
            await rebuild(database)
            assert kept == [await rows(database, t) for t in (schema.pods, schema.results)]

    asyncio.run(check())


async def test_whoever_is_forgotten_comes_back_as_somebody_new(database: Database) -> None:
    await write_history(database, "Ana")
    people = People(database)
    await people.on(NOWHERE).find_people(IDS)
    await PersonalData(database, people).forget(ACCOUNT, ["Ana"], NOON)
    assert (await people.on(NOWHERE).identify(ACCOUNT, Names("Ana"))).id != ANA
    assert await people.on(NOWHERE).find_people([ANA]) == {}
    assert len(await people.on(NOWHERE).find_people(IDS)) == 3


async def test_names_of_today_and_the_one_written_down_are_struck(database: Database) -> None:
    await write_history(database, "Ana")
    hall = Channel(database, 400, HERE)
    await hall.do(Open(Setup(title="Anastasia the 1st"), BO, IDS[1:]), Close())
    await privacy(database).forget(ACCOUNT, ["Anastasia"], NOON)
    left = await dump(database)
    assert "anastasia" not in left
    assert f"{REDACTED} moderates" in left
    assert f"the pod of {REDACTED}" in left


async def test_texts_of_servers_where_they_never_were_stay(database: Database) -> None:
    *_, afar = await write_history(database, "far")
    before = await Log(database).read(afar.id, 1)
    await privacy(database).forget(ACCOUNT, [], NOON)
    assert await Log(database).read(afar.id, 1) == before


async def test_nobody_is_forgotten_while_a_game_needs_them(database: Database) -> None:
    await write_history(database, "Ana")
    lobby, game = Channel(database, 400, HERE), Channel(database, 401, ELSEWHERE)
    await lobby.do(Open(Setup(title="Ana"), ANA, ()))
    await game.do(Open(Setup(), BO, IDS), Start(IDS, BO))
    before = await dump(database)
    people = People(database)
    with pytest.raises(Playing) as playing:
        await PersonalData(database, people).forget(ACCOUNT, ["Ana"], NOON)
    assert sorted(playing.value.channels) == [400, 401]
    assert await dump(database) == before
    await lobby.do(Close())
    await game.do(Concede(ANA))
    assert await PersonalData(database, people).forget(ACCOUNT, ["Ana"], NOON)


async def test_open_games_of_others_keep_nobody_from_being_forgotten(database: Database) -> None:
    await write_history(database, "Ana")
    for channel, other in ((400, "A" * 12), (401, "z" * 12)):
        await Channel(database, channel, HERE).do(Open(Setup(), other, (other,)))
    assert await PersonalData(database, People(database)).forget(ACCOUNT, ["Ana"], NOON)


async def test_who_brought_a_guest_is_not_forgotten_before_the_guest_is_out(
    database: Database,
) -> None:
    await write_history(database, "Ana")
    game = Channel(database, 401, HERE)
    await game.do(Open(Setup(), BO, IDS), Bring("gus", ANA), Start((*IDS, "gus"), BO))
    await game.do(Concede(ANA))
    with pytest.raises(Playing):
        await privacy(database).forget(ACCOUNT, ["Ana"], NOON)
    await game.do(Concede("gus"))
    assert await privacy(database).forget(ACCOUNT, ["Ana"], NOON)


async def test_the_guests_they_claimed_are_forgotten_with_them_and_no_others(
    database: Database,
) -> None:
    await write_history(database, "Ana")
    names = {"gus": "Gustav", "hal": "Halvard", "ivy": "Ivette"}
    guests = [Person(id, -number, names[id]) for number, id in enumerate(names, 1)]
    await database.write(*insert_people(guests))
    claimed = {"gus": ANA, "hal": BO, "ivy": None}
    for player, claimer in claimed.items():
        row = {"player": player, "guild": HERE, "claimed_by": claimer}
        await execute(database, insert(schema.guests).values(row))
    met = "Gustav, Halvard and Ivette"
    await Channel(database, 400, HERE).do(Open(Setup(title=met), BO, IDS[1:]))
    await privacy(database).forget(ACCOUNT, ["Ana"], NOON)
    left = await dump(database)
    assert f"{REDACTED}, halvard and ivette" in left
    assert "gustav" not in left
    kept = {row[0] for row in await rows(database, schema.people)}
    assert kept == {*IDS[1:], "hal", "ivy"}


async def test_open_boards_that_show_them_are_owed_and_no_other(database: Database) -> None:
    hall, attic, away, _ = await write_history(database, "Ana")
    game = Channel(database, 401, HERE)
    await game.do(Open(Setup(), BO, IDS), Start(IDS, BO), Concede(ANA))
    untouched = Channel(database, 402, HERE)
    await untouched.do(Open(Setup(title="others"), BO, IDS[1:]))
    boards = Boards(database)
    for owed in await boards.find_owed():
        await boards.put(replace(owed, shown=owed.wanted))
    await privacy(database).forget(ACCOUNT, ["Ana"], NOON)
    boards.reread()
    assert [board.channel for board in await boards.find_owed()] == [away.id, game.id]
    assert {hall.pod.state, attic.pod.state} == {"finished", "closed"}  # type: ignore[union-attr]


async def test_another_process_forgets_them_at_its_next_look(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        await write_history(one, "Ana")
        there, told = People(other), list[str]()
        there.listen(lambda: told.append("reread"))
        new = await there.on(NOWHERE).identify(7, Names("New"))
        await there.on(NOWHERE).find_people(IDS)
        await there.recall()
        assert told == []
        await privacy(one).forget(ACCOUNT, ["Ana"], NOON)
        assert ANA in await there.on(NOWHERE).find_people(IDS)
        await there.recall()
        assert told == ["reread"]
        assert ANA not in await there.on(NOWHERE).find_people(IDS)
        assert (
            await there.on(NOWHERE).identify(7, Names("New"))
        ).id != new.id  # never written down


async def test_who_is_not_known_cannot_be_forgotten_nor_told_anything(database: Database) -> None:
    await write_history(database, "Ana")
    before = await dump(database)
    assert not await privacy(database).forget(4711, ["Ana"], NOON)
    assert await privacy(database).export(4711, LARGE, NOON) is None
    assert await dump(database) == before


async def test_one_damaged_event_keeps_nobody_from_being_forgotten(database: Database) -> None:
    await write_history(database, "Ana")
    row = {"channel": 500, "version": 1, "pod": 1, "guild": HERE, "type": "joined", "schema": 1}
    payload = {"payload": '{"title": "Ana', "by": ANA, "at": NOON}
    await execute(database, insert(schema.events).values(row | payload))
    assert await told_to(privacy(database))
    assert await privacy(database).forget(ACCOUNT, ["Ana"], NOON)


# Telling them


async def told_to(kept: PersonalData, account: int = ACCOUNT, now: datetime = NOON) -> Any:
    """What somebody is told, read as it comes."""
    found = await kept.export(account, LARGE, now)
    assert found is not None
    file, packed = found
    assert not packed
    with file:
        return json.loads(file.read())


async def test_an_export_holds_all_about_somebody_and_nobody_else_s_name(
    database: Database,
) -> None:
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


async def test_an_export_says_who_defeated_whoever_asks_and_of_no_defeat_of_another(
    database: Database,
) -> None:
    await write_history(database, "Ana")
    for account, loser in ((1, IDS[1]), (3, IDS[3])):
        written = await told_to(privacy(database), account)
        for kind in ("defeats", "rivalries"):
            found = {(line["responsible"], line["loser"]) for line in written[kind]}
            assert found == {(ANA, loser)}


async def test_of_whom_a_board_called_or_told_it_says_only_who_asks(database: Database) -> None:
    hall, *_ = await write_history(database, "Ana")
    boards = Boards(database)
    (board,) = [each for each in await boards.find_owed() if each.channel == hall.id]
    await boards.put(replace(board, told=f"{ANA} {IDS[1]}", asked=f"4:{IDS[2]}"))
    await boards.put_call(hall.id, board.pod, IDS[1], 7)
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
    await hall.do(Open(Setup(title="mine"), ANA, IDS, secret="5ec7e7"), Start(IDS, ANA))
    await hall.do(_lost(IDS[1], ANA, "Bolt"))
    await database.write(*insert_people([Person(ANA, 1, "Ana"), Person(BO, 2, "Bo")]))
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
    found = await privacy(database).export(ACCOUNT, 100, NOON)
    assert found is not None
    file, packed = found
    with file:
        assert packed
        assert json.loads(gzip.decompress(file.read())) == written


async def test_nobody_has_the_whole_log_read_again_and_again(database: Database) -> None:
    await write_history(database, "Ana")
    kept = privacy(database)
    assert await told_to(kept)
    with pytest.raises(TooSoon):
        await kept.export(ACCOUNT, LARGE, NOON + PAUSE - timedelta(seconds=1))
    assert await told_to(kept, 1)
    assert await told_to(kept, now=NOON + PAUSE)
