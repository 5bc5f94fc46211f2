"""Two servers with a past; dumps and archives of a database."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, insert, update

from bot.care.exporting import export_game_history
from bot.care.rebuild import rebuild_computed_tables
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.rules.announcements import SetMeetingLink
from bot.rules.concession import ConcedeGame
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.log import build_event_insert
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPost, build_standings_post_row_inserts
from tests.storage.store import NOON, SEATS, Channel, execute, load_tables

HERE, THERE = 900, 901
"""The servers."""

HALL, ATTIC, CELLAR = 100, 101, 200
"""The channels: two of the one, one of the other."""

PEOPLE = [Person(id, 1_000 + n, id.title()) for n, id in enumerate((*SEATS, "eve", "fay"))]
"""Eve plays in the other server only, Fay nowhere: she has set the language of the one."""

GUESTED = [Person("gil", -5, "Gil"), Person("gus", -4, "Gus")]
"""Who has no account."""

TABLES = tuple(t for t in schema.metadata.sorted_tables if t is not schema.result_changes)
"""All but the one that counts how often results were written, which is no part of a history."""

OLD_DEFEAT = (
    '{"type": "defeated", "report": {"loser": "bo", "cause": "life", "sources":'
    ' [{"controller": "ana", "object": "ana"}]}, "outcome": {}}'
)
"""A payload of schema 1, with spaces; the object is called like a player."""


TIE = ReportDefeats((DefeatReport("bo", "effect", (DefeatSource("ana", "Pact"), DefeatSource("cy", "Rack"))),))
"""Who is responsible is for Bo to choose."""


_NINE = NOON + timedelta(minutes=9)
_RULES = '{"weekly":2,"circles":true,"damped":true}'
_NOTICE = '{"since":"2026-01-01T00:00:00Z","channel":8,"language":"fr","told":[]}'
_UNPLANNED = {"ends": None, "notice": None}
_PLANNED = {"ends": NOON + timedelta(days=300), "notice": _NOTICE}
SEASONS = [
    {"guild": HERE, "number": 1, "name": "Uno", "start": NOON, "end": _NINE, "rules": None, **_UNPLANNED},
    {"guild": HERE, "number": 2, "name": "Due", "start": _NINE, "end": None, "rules": _RULES, **_PLANNED},
    {"guild": THERE, "number": 1, "name": "Tre", "start": NOON, "end": None, "rules": None, **_UNPLANNED},
]
EXCLUSIONS = [{"guild": HERE, "season": 2, "player": "bo", "reason": "again", "at": NOON, "by": "ana"}]

SETTLED = [
    {"guild": HERE, "season": 1, "game": "pod", "player": "cy"} | {"eligible": 7, "held": 12, "within": 3, "middle": 20}
]


POSTS = [
    StandingsPost(HERE, "season", 1, NOON, NOON + timedelta(minutes=9), False, "fr", HALL, 78, 3, 2),
    StandingsPost(HERE, "week", 105_660, NOON, NOON + timedelta(days=7), True, "en"),
    StandingsPost(THERE, "week", 105_660, NOON, NOON + timedelta(days=7), False, "ru", CELLAR),
]


CHAMPIONS = [
    {"guild": HERE, "discord_id": 1_000, "role": 5, "given": True},
    {"guild": HERE, "discord_id": 1_001, "role": 5, "given": False},
]


STRIKES = [{"guild": HERE, "id": 9, "text": "Uno"}, {"guild": THERE, "id": 8, "text": "Pact"}]

GUESTS = [
    {"player": "gil", "guild": HERE, "asked_by": "bo", "asked": NOON, "claimed_by": None},
    {"player": "gus", "guild": THERE, "asked_by": None, "asked": None, "claimed_by": "eve"},
]

AVOIDANCES = [
    {"guild": HERE, "player": "bo", "avoided": "fay", "place": 2},
    {"guild": HERE, "player": "di", "avoided": "bo", "place": 0},
    {"guild": THERE, "player": "eve", "avoided": "bo", "place": 1},
]

MERGES = [
    {
        **{"guild": THERE, "player": "fay", "stays": "eve", "person": "eve", "by": "ana"},
        **{"at": NOON, "reason": "New phone", "old_agrees": True, "new_agrees": True},
    }
]

DECKS = [
    {
        "key": "goblins",
        "player": "bo",
        "deck": '{"commanders":[{"text":"Krenko"}],"name":"Goblins","key":"goblins"}',
        "link": "https://example.com",
        "used": NOON,
        "retired": None,
    },
    {
        "key": "value",
        "player": "bo",
        "deck": '{"commanders":[{"text":"Tymna"}],"key":"value"}',
        "link": None,
        "used": NOON,
        "retired": NOON,
    },
]

DISMISSALS = [{"channel": HALL, "pod": 1, "guild": HERE}]


_history: dict[str, list[dict[str, Any]]] = {}
"""All rows of the history that this process has played, by table."""


async def write_history(database: Database) -> None:
    """Write into an empty database what `play_history` writes; the first call plays, later ones copy its rows."""
    if not _history:
        await play_history(database)
        _history.update(await load_tables(database))
        return

    def write(connection: Connection) -> None:
        for table in schema.metadata.sorted_tables:
            if _history[table.name]:
                connection.execute(insert(table), _history[table.name])

    await database.run_write_transaction(write)


async def play_history(database: Database) -> None:
    """Play pods in every state, undo some events, and write an event of an old schema.

    The first pod of the hall is corrected while its third is played.
    """
    hall, attic, cellar = (
        Channel(database, HALL, HERE),
        Channel(database, ATTIC, HERE),
        Channel(database, CELLAR, THERE),
    )
    await execute(database, insert(schema.seasons).values(SEASONS))
    await execute(database, insert(schema.exclusions).values(EXCLUSIONS))
    await execute(database, insert(schema.settled_lines).values(SETTLED))
    await database.commit_changes(*(change for post in POSTS for change in build_standings_post_row_inserts(post)))
    await execute(database, insert(schema.champions).values(CHAMPIONS))
    await execute(database, insert(schema.strikes).values(STRIKES))
    await execute(database, insert(schema.guests).values(GUESTS))
    await execute(database, insert(schema.avoidances).values(AVOIDANCES))
    await execute(database, insert(schema.merges).values(MERGES))
    await execute(database, insert(schema.player_decks).values(DECKS))
    await execute(database, insert(schema.dismissals).values(DISMISSALS))
    await hall.play("bo", "cy", "di")
    await hall.do(UndoPodEvent(), ConcedeGame("di"))
    await hall.play("bo")
    await hall.do(ReportDrawnGame())
    await hall.play()
    hall.back_to(1)
    await hall.do(OverrideGameAsModerator("points", "they had five", points={"bo": 5}))
    link = SetMeetingLink("https://example.com/attic")
    await attic.do(OpenLobby(PodSetup(title="ana"), "ana", SEATS), link, StartGame(SEATS, "ana"))
    await _write_old_defeat(attic)
    await cellar.play("di", "bo", "ana", killer="eve", seats=("ana", "bo", "di", "eve"))
    await cellar.play(seats=("eve", "ana", "bo", "cy"))
    await cellar.do(TIE)
    await database.commit_changes(*build_people_upserts([*PEOPLE, *GUESTED]))
    called = [replace(PEOPLE[1], nick=f"Bobby of {guild}", guild=guild) for guild in (HERE, THERE)]
    await database.commit_changes(*build_people_upserts(called))
    own = update(schema.events).where(schema.events.c.channel == CELLAR)  # as a plan's lobby has
    await execute(database, own.where(schema.events.c.version == 1).values(interaction=-9))
    guilds, fay = ServerSettingsRepository(database, PeopleRepository(database)), PEOPLE[-1]
    await guilds.set_setting(HERE, "language", "fr", fay, 1, NOON)
    await guilds.set_setting(HERE, "channels", (HALL, ATTIC), PEOPLE[0], 3, NOON)
    await guilds.set_setting(THERE, "variant", "elimination", PEOPLE[1], 2, NOON)
    await guilds.record_bot_left_server(THERE, NOON)
    for channel, pod in ((HALL, 1), (CELLAR, cellar.number)):
        boards = PodBoardRepository(database)
        board = await boards.load_pod_board(channel, pod)
        assert board is not None
        shown = replace(board, shown=board.wanted, posted=NOON, asked="responsible:bo")
        for message, former in ((76, None), (77, 76)):
            assert await boards.store_board_message(replace(shown, message=message, former=former))
    result = PublishedMessage("result", HERE, f"{HALL}/1", 99, 1, 1, 88)
    await PublishedMessageRepository(database).add_published_message(result)
    for server in (HERE, THERE):
        await BackgroundRatingUpdater(database).wait_for_ratings_of_server(server)


async def _write_old_defeat(channel: Channel) -> None:
    last = channel.written[-1]
    row = {**build_event_insert(last).rows[0], "version": last.version + 1, "interaction": 5}
    old = {"type": "defeated", "schema": 1, "payload": OLD_DEFEAT}
    await execute(channel.log.database, insert(schema.events).values({**row, **old}))
    await rebuild_computed_tables(channel.log.database)


async def everything(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables but the one that `TABLES` leaves out."""
    found = await load_tables(database)
    return {table.name: [tuple(row.values()) for row in found[table.name]] for table in TABLES}


async def exported(database: Database, folder: Path, server: int | None = None) -> Path:
    """Export a database into a new file; return the file."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{len(list(folder.iterdir()))}.jsonl"
    await export_game_history(database, str(file), server)
    return file


def lines(file: Path) -> list[dict[str, Any]]:
    """Return the lines of an archive, decoded."""
    return [json.loads(line) for line in file.read_text().splitlines()]


def write_lines(file: Path, said: list[dict[str, Any]]) -> None:
    """Write an archive of these lines."""
    file.write_text("".join(json.dumps(line) + "\n" for line in said))
