"""A server with a rich history, between neighbours, and all of it in the reverse order of ids.

The history is played once, through the log. Its rows are then copied to servers and channels with
lower and higher ids. The numbers of seasons and games are the same there, but other people sit in
the same seats, seasons begin later, the bot has left, and the results of a merged account are not
its owner's yet: a statement that reaches these rows shows or changes something else. In the
mirrored world the lowest server, channel, account, role or player has the id of the highest, and so
on.
"""

import contextlib
import json
import re
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace
from sqlalchemy import Connection, Row, func, insert, select, update

from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.nights.night import MINUTE
from bot.nights.terms import GameNightSettings
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.check_in import CheckInForPlan
from bot.planning.night_rounds import RecordGameNightPodOpening, SeatGameNightRound
from bot.planning.plan_creation import PlanFutureGame
from bot.planning.scheduled_event import RecordScheduledEventState
from bot.planning.signing_up import SignUpForPlan
from bot.projections.rating_updater import BackgroundRatingUpdater
from bot.rules.announcements import SetMeetingLink
from bot.rules.deck_naming import DeclareDeck
from bot.rules.draws import RandomSeatingCommitment, RandomSeatingSecrets
from bot.rules.entering import RecordPastGame
from bot.rules.facts import Commander, Deck
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine import schema
from bot.storage.engine.account_key import compute_fingerprint_of_account_hash_key, compute_hmac_of_text
from bot.storage.engine.database import Database
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.boards import PodBoardRepository
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts, compute_guest_account_number
from bot.storage.record.publications import PublishedMessage, build_published_message_insert
from bot.storage.servers.server_settings import ServerSettingsRepository
from bot.storage.servers.standings_posts import StandingsPost, build_standings_post_row_inserts
from bot.storage.tables.former_ids import RETENTION
from tests.storage.store import ACCOUNT_KEY, NOON, SEATS, Channel, execute, killed

HERE, THERE = 9_002_000, 9_002_001
"""The servers; nothing that is asked of the first may show or change the second."""

HALL, ATTIC, CELLAR, LOFT, DEN, YARD, BARN, SHED = CHANNELS = range(7_020_000, 7_020_008)
"""The channels; the cellar is of the other server."""

PODS = (1, 11, 21, 29)
"""The numbers of the games of the hall and the attic; the last is not over."""

ROLES = (5_000_004, 5_000_005, 5_000_006)
MESSAGES = (6_000_001, 6_000_002, 6_000_003)

RUNNING = 4
"""The season that runs."""

ENTRY = 2_500_000_123
"""The interaction of the act, between those of the history."""

FAYS, GILS, LATE = 6, 11, 21
"""The numbers of games of the yard: those that Fay and Gil played, and the one that is not over.

A game of the hall that is over has the number of the last.
"""

GUESTS = {"gil": HERE, "gus": THERE, "guy": HERE, "gab": HERE, "gum": HERE}
"""The guests, and where they play; each copy has its own."""

COPIES = {-1: ("f", "abe"), 0: ("g", "eve"), 1: ("h", "zoe")}
"""The first letter of all guests on lower servers, in the middle, and on higher ones, and who is
there what Eve is in the middle.
"""

NAMES = (*SEATS, "eve", "fay", "ida", "abe", "zoe", "ada", "max")
PEOPLE = {name: Person(name, 8_000_000 + n, name.title()) for n, name in enumerate(NAMES)}

FORMER = {
    2: {"cy": 1, "di": PEOPLE["ida"].discord_id, "eve": PEOPLE["bo"].discord_id} | {"fay": 4, "lou": 4},
    3: {"ana": 2, "cy": 2},
    4: {"ana": 3, "cy": 3},
}
"""The accounts of which these were the ids once, by season: of nobody who is here, of Ida, who
plays on the other server after the first season, and of Bo.
"""

KNOWN = [each for each in PEOPLE.values() if each.id not in ("abe", "zoe")]
"""The people whom the servers in the middle know."""

BO = PEOPLE["bo"]

_SERVER_STEP, _CHANNEL_STEP, _DELIVERY_STEP = 1_000, 10_000, 1_000_000_000

GUESTED = {
    name: Person(name, compute_guest_account_number(guild + copy * _SERVER_STEP, name), name.title())
    for copy, (letter, _) in COPIES.items()
    for name, guild in ((f"{letter}{each[1:]}", at) for each, at in GUESTS.items())
}

SHARED = frozenset({"people", "decks", "player_decks", "entry_calls"})
"""The tables whose rows are of no server, or tell nothing of it."""

NOW = datetime_to_milliseconds(NOON)
AT = NOW + 20 * MINUTE
LONG_AGO = NOON - RETENTION
KEY = ACCOUNT_KEY.encode()
DECK = Deck((Commander("Krenko"),), name="Goblins", key="goblins")
HOUR, WEEK = timedelta(hours=1), timedelta(days=7)

_STRUCK = {HERE: ("Struck", "Late", "Gil"), THERE: ("Krenko", "Tymna", "Lightning Bolt")}
_STONES = '{{"name":"Stones of {player}","singularities":[],"crucible":[]}}'
_DECK = '{{"commanders":[{{"text":"Tymna"}}],"key":"{player}-{key}"}}'

Rows = dict[str, list[dict[str, Any]]]
"""The rows of all tables, by the table's name."""


def name_decision(server: int, number: int) -> int:
    """Return the interaction of a decision on a server."""
    return 4_000_000 + 100 * (server - HERE) + number


class Place(Channel):
    """A channel where nothing happens in the same moment as in another."""

    def when(self, version: int) -> datetime:
        """At what time it has an event."""
        return super().when(version) + timedelta(seconds=self.id - HALL)


async def play_history(database: Database) -> None:
    """Play pods, duels, plans and a night, and fill every other table."""
    await database.commit_changes(*build_people_upserts([*PEOPLE.values(), *GUESTED.values()]))
    called = [replace(each, nick=f"{each.display_name}!", guild=HERE) for each in KNOWN]
    await database.commit_changes(*build_people_upserts([*called, *(replace(e, guild=THERE) for e in called)]))
    await _fill_tables(database)
    await _play_games(database)
    await _plan(Place(database, LOFT, HERE), Place(database, SHED, HERE))
    await _post(database)
    people = PeopleRepository(database)
    for server, channel in ((HERE, HALL), (THERE, CELLAR)):
        for number, (name, value) in enumerate(
            {"champion_role": ROLES[1], "seat_lists": (channel,), "weekly": channel}.items()
        ):
            interaction = name_decision(server, 10 + number)
            await ServerSettingsRepository(database, people).set_setting(
                server, name, value, PEOPLE["cy"], interaction, NOON
            )
        await BackgroundRatingUpdater(database).wait_for_ratings_of_server(server)
        for number, pod in enumerate(PODS, 1):
            await _seal(database, server, channel, pod, number)
        surprising = (schema.results.c.channel == channel, schema.results.c.pod == PODS[1])
        await execute(database, update(schema.results).where(*surprising).values(chance=0.05))
        since = {"since": NOON + WEEK, "channel": HALL, "version": 9}
        row = {"guild": server, "game": "pod", **since}
        await execute(database, insert(schema.unrated).values(row))
        await _check_sums(database, server)
    left = update(schema.guilds).where(schema.guilds.c.guild == THERE).values(left_at=NOON + HOUR)
    await execute(database, left, update(schema.guilds).values(commands="old"))


async def _play_games(database: Database) -> None:
    hall, attic, cellar, den, yard, barn = (
        Place(database, id, THERE if id == CELLAR else HERE) for id in (HALL, ATTIC, CELLAR, DEN, YARD, BARN)
    )
    for channel in (hall, attic):
        for losers in (("bo", "cy"), ("cy", "bo"), ()):
            await channel.play()
            await channel.do(*(DeclareDeck(each, DECK) for each in ("ana", "bo", "cy")))
            await channel.do(*(killed(each, "ana") for each in losers))
            end = ReportDrawnGame() if not losers else killed("di", "ana")
            await channel.do(end, UndoPodEvent(), end)
        await channel.play("bo")
        assert channel.number == PODS[-1]
        channel.back_to(1)
        await channel.do(OverrideGameAsModerator("points", "they had five", points={"bo": 5}))
        channel.back_to(PODS[-1])
        await channel.do(DeclareDeck("di", DECK))
    for seats in (
        ("ana", "cy", "di", "guy"),
        ("bo", "cy", "di", "fay"),
        ("ana", "cy", "di", "gil"),
        ("ana", "cy", "di", "guy"),
    ):
        await yard.play(*seats[:0:-1], killer=seats[0], seats=seats)
    late = OpenLobby(PodSetup(title="Late"), "cy", ("cy", "di", "gab"))
    await yard.do(late, SetMeetingLink("https://example.com/Krenko"))
    assert yard.number == LATE
    await _let_eve_decide(yard.log.database, YARD, FAYS + 1)
    # Guy was claimed, but his results are not Eve's yet.
    guy = {"player": "guy", "guild": HERE, "claimed_by": "eve"}
    await execute(yard.log.database, insert(schema.guests).values(guy))
    await cellar.play("di", "bo", "ana", killer="eve", seats=("ana", "bo", "di", "eve"))
    await cellar.play("ana", "bo", "gus", killer="ida", seats=("ana", "bo", "ida", "gus"))
    cellar.played = None
    played = OpenLobby(PodSetup(played=NOW), "ana", SEATS), StartGame(SEATS, "ana")
    await cellar.do(RecordPastGame((*played, *(killed(loser, "ana") for loser in SEATS[1:]))))
    await barn.play("bo", "cy", "ida", seats=("ana", "bo", "cy", "ida"))
    for _ in range(2):  # with too many guests to count
        seats, guests = ("bo", "ana", "gab", "gum"), {"gab": "bo", "gum": "bo"}
        await barn.do(OpenLobby(PodSetup(), "bo", seats, guests=guests), StartGame(seats, "bo"))
        await barn.do(*(killed(each, "bo") for each in seats[1:]))
    assert barn.number == cellar.number
    await barn.play(*SEATS[1:])
    for one, two in (("ana", "bo"), ("cy", "bo"), ("bo", "cy")):
        await den.do(OpenDuel(DuelSetup("own"), one, (one, two)), StartDuel(one), ConcedeDuel(two))
    await den.do(OpenDuel(DuelSetup("own"), "bo", ("bo", "di")), StartDuel("bo"))


async def _plan(loft: Channel, shed: Channel) -> None:
    setup = PodSetup(variant="elimination", scoring="elimination")
    plan = PlanFutureGame(PodSetup(), "ana", AT, NOW, listing=True)
    await loft.do(plan, SignUpForPlan("bo"), RecordScheduledEventState(55, at=AT), CancelPlannedGame(by="bo"))
    await shed.do(plan, SignUpForPlan("bo"), RecordScheduledEventState(65, at=AT), CancelPlannedGame(by="bo"))
    await shed.do(plan, RecordScheduledEventState(66, at=AT))
    await loft.do(PlanFutureGame(setup, "ana", AT, NOW, night=GameNightSettings(3, 60)), CheckInForPlan("ana", NOW))
    await loft.do(*(SignUpForPlan(player) for player in SEATS[1:]), SeatGameNightRound(1, (SEATS,), (), AT))
    await loft.do(RecordGameNightPodOpening(1, 7, 1))
    await loft.do(plan, SignUpForPlan("ida"), RecordScheduledEventState(56, at=AT))
    await loft.do(plan, SignUpForPlan("di"), RecordScheduledEventState(57, at=AT))
    for channel, version in ((LOFT, 13), (ATTIC, 30)):
        await _let_eve_decide(loft.log.database, channel, version)
    for number, version in enumerate((1, 5, 12, 15), 21):
        here = (schema.events.c.channel == LOFT, schema.events.c.version == version)
        given = update(schema.events).values(interaction=name_decision(HERE, number))
        await execute(loft.log.database, given.where(*here))


async def _let_eve_decide(database: Database, channel: int, version: int) -> None:
    """Make Eve the author of an event of a game that she does not play."""
    here = (schema.events.c.channel == channel, schema.events.c.version == version)
    await execute(database, update(schema.events).where(*here).values(by="eve"))


async def _check_sums(database: Database, server: int) -> None:
    """Compare totals with the rows that they add up: what deletes too much must not do it here."""
    of, total = schema.results.c, schema.standings.c
    pairs = schema.defeats.c, schema.rivalries.c
    for summed, kept in (
        (
            select(of.player, func.sum(of.points)).where(of.guild == server, of.game == "pod"),
            select(total.player, total.points).where(
                *(total.guild == server, total.game == "pod", total.span == "ever"),
                *(total.variant == "", total.table == ""),
            ),
        ),
        (
            select(pairs[0].loser, func.sum(pairs[0].times)).where(pairs[0].guild == server),
            select(pairs[1].loser, func.sum(pairs[1].times)).where(pairs[1].guild == server, pairs[1].season == 0),
        ),
    ):
        by_player = [each.group_by(each.selected_columns[0]) for each in (summed, kept)]
        found = [dict(map(tuple, await database.fetch_rows(each))) for each in by_player]
        assert found[0] == found[1]


async def _seal(database: Database, server: int, channel: int, pod: int, number: int) -> None:
    """Give a game that was opened long ago the seal of a draw."""
    secrets = RandomSeatingSecrets(f"{number}" * 64, "c" * 64, f"{channel}{number}".zfill(64))
    seal = RandomSeatingCommitment(server, channel, pod, number, secrets, secrets, channel)
    text = msgspec.json.encode(seal).decode()
    payload = func.json_set(schema.events.c.payload, "$.draw", func.json(text))
    here = (schema.events.c.channel == channel, schema.events.c.version == pod)
    await execute(database, update(schema.events).where(*here).values(payload=payload))


async def _post(database: Database) -> None:
    places = [(channel, pod) for channel in (HALL, ATTIC) for pod in PODS]
    places += [(YARD, pod) for pod in range(1, LATE + 1, 5)]
    places += [(CELLAR, 1), (LOFT, 1), (LOFT, 5), (LOFT, 12), (LOFT, 15)]
    for number, (channel, pod) in enumerate(places):
        board = await PodBoardRepository(database).load_pod_board(channel, pod)
        assert board is not None
        shown = replace(board, shown=board.wanted, posted=NOON, asked="responsible:bo")
        former, message = MESSAGES[1], MESSAGES[number % 3]
        for before, after in ((None, former), (former, message)):
            assert await PodBoardRepository(database).store_board_message(replace(shown, message=after, former=before))
        called = "eve" if channel == YARD else "bo"
        await PodBoardRepository(database).store_kick_vote_message_id(channel, pod, called, message)
    first = update(schema.boards).where(schema.boards.c.pod == PODS[0]).values(language="en")
    await execute(database, first)
    for server, channel in ((HERE, HALL), (THERE, CELLAR)):
        weeks = [("week", number) for number in (1, 2, 3, 2_920, 2_921, 2_922)]
        for kind, number in (*weeks, *(("season", number) for number in (1, 2, 3))):
            begins = NOON + (number % 10 - 1) * WEEK
            times = (begins, begins + WEEK)
            sent = None if number == 1 else 78
            post = StandingsPost(server, kind, number, *times, False, "fr", channel, sent)  # type: ignore[arg-type]
            await database.commit_changes(*build_standings_post_row_inserts(replace(post, shown=1)))
        for surface in ("result", "rules", "seats"):
            for key in ("a", "b", "c", "week:2921", "season:2"):
                row = PublishedMessage(surface, server, key, channel, 3, 1, 88, former=MESSAGES[1])
                await database.commit_changes(build_published_message_insert(row))


async def _fill_tables(database: Database) -> None:
    """Write rows of the tables that no game fills."""
    t = schema
    rules = '{"weekly":2,"circles":true,"damped":true}'
    for server, named in ((HERE, "Here"), (THERE, "There")):
        spans = ((1, -9, 7), (2, 7, 14), (3, 14, 24), (4, 24, None))
        both = {"reason": "Krenko twice", "at": NOON}
        writes: dict[Any, list[dict[str, Any]]] = {
            t.seasons: [
                {
                    "number": n,
                    "name": {1: "Ana! and Fay!", 2: f"{named} 2"}.get(n, f"Krenko {n}"),
                    "rules": rules if n > 1 else None,
                }
                | {"start": NOON + timedelta(minutes=start)}
                | {"end": None if end is None else NOON + timedelta(minutes=end)}
                for n, start, end in spans
            ],
            t.exclusions: [
                {"season": n, "player": each, "by": "ana", **both}
                for n, *_ in spans
                for each in (("ana", "bo", "di") if n != 3 else ("ana", "fay"))
            ],
            t.settled_lines: [
                {"season": n, "game": "pod", "player": each} | {"eligible": 7, "held": 12, "within": 3, "middle": 20}
                for n, *_ in spans
                for each in ("bo", "cy", "di")
            ],
            t.former_ids: [
                {"season": n, "player": each, "tag": f"{server} {n} {account}"}
                | {
                    "key": compute_fingerprint_of_account_hash_key(KEY),
                    "at": LONG_AGO if (n, each) == (RUNNING, "cy") else NOON + at * HOUR,
                }
                for n, former in FORMER.items()
                for at, (each, account) in enumerate(former.items())
            ],
            t.champions: [
                {"discord_id": each.discord_id, "role": role, "given": True} for each in KNOWN for role in ROLES
            ],
            t.uncrowned: [{"trouble": "high", "told": NOON}],
            t.avoidances: [
                {"player": one, "avoided": two}
                for one, two in (
                    *(("ana", "bo"), ("bo", "fay"), ("bo", "cy"), ("di", "bo")),
                    *(("ada", "cy"), ("max", "cy")),
                )
            ],
            t.ballots: [
                {"channel": HALL if server == HERE else CELLAR, "pod": pod, "deed": deed, "voter": one, "choice": two}
                for pod in PODS[:2]
                for deed in ("house-a", "house-b")
                for one, two in (("ana", "bo"), ("bo", "di"), ("di", "bo"))
            ],
            t.merges: [
                {"player": one, "stays": two, "person": person, "by": "ana", **both}
                | {"old_agrees": True, "new_agrees": False}
                for one, two, person in (
                    ("fay", "eve", None),
                    ("eve", "di", None),
                    ("bo", "fay", "fay"),
                    ("ada", "ana", "ana"),
                    ("max", "di", "di"),
                )
                if server == HERE or one not in ("eve", "bo")
            ],
            t.draws: [
                {"channel": HALL if server == HERE else CELLAR, "pod": pod, "number": number}
                | {"home": HALL if number < 3 else YARD, "source": source}
                | {"commitment": f"c{number}", "used": True}
                for number, pod, source in zip((1, 2, 3, 4), PODS, (None, None, 2, 2), strict=True)
            ],
            t.draw_numbers: [{"number": number} for number in (1, 2, 3, 4)],
            t.dismissals: [{"channel": HALL if server == HERE else CELLAR, "pod": 900}],
            t.strikes: [
                {"id": name_decision(server, number), "text": text} for number, text in enumerate(_STRUCK[server], 1)
            ],
        }
        guests = [("gil", "bo", None), ("gab", None, None), ("gum", None, None), ("gus", None, "cy")]
        writes[t.guests] = [
            {"player": name, "asked_by": asked, "asked": asked and NOON, "claimed_by": claimed}
            for name, asked, claimed in (guests[:-1] if server == HERE else guests[-1:])
        ]
        for table, written in writes.items():
            await execute(database, insert(table).values([{"guild": server, **r} for r in written]))
        for number in (1, 2, 3):
            details = {"reason": "Krenko", "player": "bo"}
            entry = AuditEntry(name_decision(server, number), server, NOON, "ana", "struck", details)
            await database.commit_changes(build_audit_entry_insert(entry))
    decks = [
        {"key": f"{player}-{key}", "player": player, "deck": _DECK.format(player=player, key=key)}
        | {"link": None, "used": NOON, "retired": None}
        for player in NAMES
        for key in ("a", "b", "c")
    ]
    await execute(database, insert(t.player_decks).values(decks))
    one = [{"player": player, "deck": _STONES.format(player=player)} for player in NAMES]
    await execute(database, insert(t.decks).values(one))
    calls = [
        {"player": player, "channel": channel, "pod": 1, "guild": HERE} | {"at": NOON + timedelta(hours=hour)}
        for player, channel, hour in (("ana", ATTIC, 1), ("bo", HALL, 2), ("cy", HALL, -24))
    ]
    await execute(database, insert(t.entry_calls).values(calls))


# Copies with other ids


class Renaming(NamedTuple):
    """Another id for each id, in numbers and in texts."""

    numbers: Mapping[int, int]
    names: Mapping[str, str]

    def __call__(self, value: Any) -> Any:
        """Return a value of a column with the other ids."""
        if isinstance(value, str):
            return _WORD.sub(lambda found: self._rename_word(found.group()), value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self.numbers.get(value, value)
        return value

    def _rename_word(self, word: str) -> str:
        if word.lstrip("-").isdigit():
            return str(self.numbers.get(int(word), int(word)))
        return self.names.get(word, word)


_HANDLE = re.compile(r"#\d{4}\b")
"""The numbers in names of guests that were struck out: they follow from the server's id."""

_WORD = re.compile(r"-?\b\d{6,}\b|\b[a-z]{2,3}\b")


def make_copy(copy: int) -> Renaming:
    """Return the ids of the history on lower servers, or on higher ones."""
    servers = {each: each + copy * _SERVER_STEP for each in (HERE, THERE)}
    channels = {each: each + copy * _CHANNEL_STEP for each in CHANNELS}
    letter, eve = COPIES[copy]
    eves = PEOPLE["eve"].discord_id, PEOPLE[eve].discord_id
    names = {name: SEATS[(at + copy) % len(SEATS)] for at, name in enumerate(SEATS)}
    names |= {"eve": eve, eve: "eve"} | {name: f"{letter}{name[1:]}" for name in GUESTS}
    return Renaming({**servers, **channels, **dict(zip(eves, reversed(eves), strict=True))}, names)


def deliver(id: int, copy: int = 0) -> int:
    """Return the id that an interaction has in a copy; those of the bot stay negative."""
    step = _DELIVERY_STEP * (copy + 2)
    return id + step if id > 0 else id - step


def make_mirror() -> Renaming:
    """Return the renaming that reverses the order of all servers, channels, people and roles."""
    groups = (
        [make_copy(copy).numbers[each] for copy in COPIES for each in (HERE, THERE)],
        *([make_copy(copy).numbers[each] for each in CHANNELS] for copy in COPIES),
        [each.discord_id for each in PEOPLE.values()],
        ROLES,
        MESSAGES,
        [
            deliver(name_decision(server, number), copy)
            for copy in COPIES
            for server in (HERE, THERE)
            for number in (1, 2, 3, 10, 11, 12, 21, 22, 23, 24)
        ],
    )
    numbers = dict(pair for group in groups for pair in _reverse(group))
    for copy in COPIES:
        for name, guild in GUESTS.items():
            there = guild + copy * _SERVER_STEP
            called = f"{COPIES[copy][0]}{name[1:]}"
            accounts = [compute_guest_account_number(each, called) for each in (there, numbers[there])]
            numbers |= dict(_reverse(accounts))
    return Renaming(numbers, dict(_reverse([*PEOPLE, *GUESTED])))


def _reverse(ids: Sequence[Any]) -> list[tuple[Any, Any]]:
    order = sorted(ids)
    return [*zip(order, reversed(order), strict=True)]


MIRROR = make_mirror()


def copy_rows(played: Rows, copies: Sequence[int], renaming: Renaming | None = None) -> Rows:
    """Return the rows of a history, once for each copy, with other ids."""
    found: Rows = {}
    for name, rows in played.items():
        every = [
            _copy_row(name, row, copy)
            for copy in copies
            for row in (*rows, *(_BESIDE.get(name, ()) if copy else ()))
            if not (copy and name == "former_ids" and row["season"] == RUNNING)
        ]
        found[name] = rows if name in SHARED else every
    if renaming is not None:
        found = {
            name: [{key: renaming(value) for key, value in row.items()} for row in rows] for name, rows in found.items()
        }
    hashed = [{**row, "tag": compute_hmac_of_text(KEY, row["tag"])} for row in found["former_ids"]]
    return {**found, "former_ids": hashed}


def _copy_row(table: str, row: dict[str, Any], copy: int) -> dict[str, Any]:
    renaming = make_copy(copy)
    found = {key: renaming(value) for key, value in row.items()}
    for key in ("interaction", *(["id"] if table in ("audit", "strikes") else ())):
        if found.get(key):
            found[key] = deliver(found[key], copy)
    return _set_apart(table, row, found) if copy else found


def _set_apart(table: str, row: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """Return a row as servers beside have it, who tell something else than those in the middle."""
    later = {key: found[key] + by for key, by in _LATER.get(table, {}).items() if found[key]}
    if table == "seasons":
        later["name"] = f"Beside {row['number']}"
        if row["number"] == RUNNING:
            later["end"] = NOON
    elif table == "boards":
        later["language"] = "ru"
    elif table == "strikes" and row["text"] == "Struck":
        later["text"] = "Gum"
    elif table == "guilds" and row["guild"] == HERE:
        later["left_at"] = NOON
    return found | later


_LATER = {
    "seasons": {"start": HOUR, "end": HOUR},
    "former_ids": {"at": 4 * WEEK},
    "results": {"at": HOUR},
    "posts": {"end": WEEK},
}
"""The columns with moments that are later on the servers beside."""

_BESIDE: Rows = {
    "merges": [
        {"guild": HERE, "player": player, "stays": stays, "person": stays, "by": "ana", "at": NOON}
        | {"reason": "Later", "old_agrees": True, "new_agrees": True}
        for player, stays in (("di", "fay"), ("cy", "zed"))
    ],
    "posts": [
        {"guild": HERE, "kind": "week", "number": 2_930, "start": NOON, "end": NOON} | {"late": False, "language": "ru"}
    ],
    "exclusions": [{"guild": HERE, "season": 2, "player": "fay", "reason": "Later", "by": "ana", "at": NOON}],
}
"""Rows that are only on the servers beside: results there are not their owner's yet."""


class Only(NamedTuple):
    """The only rows of some tables that are left: each has all values of one of `kept`."""

    tables: Sequence[str]
    kept: Sequence[Mapping[str, Any]]

    def delete_others(self, connection: sqlite3.Connection) -> None:
        """Delete all other rows of the tables."""
        every = [" AND ".join(f"{name} = ?" for name in each) for each in self.kept]
        given = [value for each in self.kept for value in each.values()]
        for table in self.tables:
            connection.execute(f"DELETE FROM {table} WHERE NOT ({' OR '.join(every)})", given)


def only(table: str, **values: Any) -> Only:
    """Return an `Only` that leaves the rows of a table with these values."""
    return Only([table], [values])


def only_games(channel: int, *numbers: int, also: Sequence[tuple[int, int]] = ()) -> Only:
    """Return an `Only` that leaves some games, with the rows that any table has of them."""
    games = [*((channel, number) for number in numbers), *also]
    return Only(_list_tables("channel", "pod"), [{"channel": c, "pod": n} for c, n in games])


def only_seasons(*numbers: int) -> Sequence[Only]:
    """Return several `Only` that leave some seasons, with the rows that any table has of them."""
    of = Only(_list_tables("season"), [{"season": number} for number in numbers])
    return of, Only(["seasons"], [{"number": number} for number in numbers])


def _list_tables(*columns: str) -> list[str]:
    """Return the names of the tables that have some columns."""
    every = schema.metadata.sorted_tables
    return [table.name for table in every if all(name in table.c for name in columns)]


async def read_rows(database: Database) -> Rows:
    """Return all rows of all tables."""

    def read(connection: Connection) -> Rows:
        return {
            table.name: [dict(row._mapping) for row in connection.execute(select(table))]
            for table in schema.metadata.sorted_tables
        }

    return await database.run_read_transaction(read)


async def write_rows(database: Database, rows: Rows) -> None:
    """Write rows into empty tables."""

    def write(connection: Connection) -> None:
        for table in schema.metadata.sorted_tables:
            if rows[table.name]:
                connection.execute(insert(table), rows[table.name])

    await database.run_write_transaction(write)


# Comparing


def simplify(value: Any, renaming: Renaming | None = None) -> Any:
    """Return a value of any kind as plain data with other ids, whatever the order of its parts."""
    if isinstance(value, Struct):
        value = {each.name: getattr(value, each.name) for each in fields(value)}
    elif isinstance(value, Row):
        value = dict(value._mapping)
    elif isinstance(value, float):
        value = round(value, 9)
    elif isinstance(value, str) and value[:1] in ("{", "["):
        with contextlib.suppress(ValueError):
            value = json.loads(value)
    elif hasattr(value, "__dict__"):
        value = vars(value)
    if isinstance(value, Mapping):
        pairs = ((simplify(k, renaming), simplify(v, renaming)) for k, v in value.items())
        return sorted(pairs, key=repr)
    if isinstance(value, list | tuple | set | frozenset):
        return sorted((simplify(each, renaming) for each in value), key=repr)
    if isinstance(value, str):
        value = _HANDLE.sub("#", value)
    renamed = value if renaming is None else renaming(value)
    return sorted(renamed.split()) if isinstance(value, str) and " " in value else renamed


class World:
    """One of the worlds: a database, and the ids that things of the history have there."""

    def __init__(self, database: Database, renaming: Renaming | None = None) -> None:
        self.database = database
        self.people = PeopleRepository(database)
        self._renaming = renaming

    def __call__(self, id: Any) -> Any:
        """Return the id that a server, a channel, a player, a role or a message has here."""
        return id if self._renaming is None else self._renaming(id)

    def person(self, name: str, guild: int = HERE) -> Person:
        """Return somebody of the history as they are called on a server."""
        known = {**PEOPLE, **GUESTED}[name]
        return replace(
            known,
            id=self(name),
            discord_id=self(known.discord_id),
            nick="" if known.is_guest else f"{known.own_name}!",
            guild=self(guild),
        )

    def entry(self, what: str, **details: Any) -> AuditEntry:
        """Return the audit entry of a decision by Ana."""
        return AuditEntry(ENTRY, self(HERE), NOON, self("ana"), what, details)
