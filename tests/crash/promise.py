"""The promise to members, compared with the log: nothing lost, nothing twice, boards right.

Of the bot's database only the log is trusted. The bot's own code folds it and draws the boards.
"""

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, Table, create_engine, insert, select, text

from bot.formatters.messages import PodMessageFormatter
from bot.front.free_seats.seat_list_texts import SHOW_ALL_ID
from bot.front.gateway.slash_commands import make_command_names_clickable
from bot.front.plans import plan_board
from bot.front.pods import pod_board
from bot.front.substitutes import substitute_texts
from bot.front.ui import components
from bot.front.ui.escaping import escape_markdown
from bot.front.ui.message_layout import build_board_layout
from bot.i18n import DEFAULT, find_supported_locale, load_translations
from bot.planning.plan import PlannedGame
from bot.planning.plan_creation import FutureGamePlanned
from bot.projections.project import PROJECTIONS, rebuild_derived_tables_in_transaction
from bot.projections.rating_updater import SELECT_UNRATED_SERVERS, rate_all_games_of_all_servers
from bot.projections.skill import SkillRatingAfterGame
from bot.rulebooks import apply_game_event, is_game_over
from bot.rules.announcements import RoundTimeEnded
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service.live_game import ChannelAddress, LiveGame, apply_stored_event
from bot.storage.engine import schema
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import TABLES
from bot.storage.engine.timestamps import datetime_from_milliseconds
from bot.storage.record.codec import decode_event_of_any_schema
from bot.storage.record.stored_event import StoredEvent
from tests.crash import appointments, elimination, evenings
from tests.crash.appointments import Appointment
from tests.crash.elimination import Line
from tests.loopback.objects import Json, list_parts
from tests.loopback.rest import Answer
from tests.loopback.server import Loopback
from tests.storage.store import opened

AGAIN = "☑️"
CONFIRMED = ("✅", AGAIN, "↩️")
"""How an answer begins that says: it is recorded; and one that says: it was before."""

SAME_ACTS = ("join", "leave", "start", "turn")
"""What people do by a button of the board or by a command: the bot takes both for the same."""

ALL_THE_SAME = "beside:"
"""How the button begins by which somebody joins beside a person whom they avoid."""
TIME_UP = str(RoundTimeEnded.__struct_config__.tag)

_EVENTS = text(
    'SELECT channel, version, pod, guild, type, schema, payload, interaction, "by", at FROM events'
    " ORDER BY channel, version"
)
_PEOPLE = text("SELECT id, discord_id, name FROM people")
_WEEKS = text(
    'SELECT posts.guild, number, start, "end", message, wanted, shown, channel FROM posts'
    " JOIN publications ON surface = 'post' AND publications.guild = posts.guild"
    " AND key = kind || ':' || CAST(number AS TEXT)"
)
_ENDED = text("SELECT DISTINCT guild, channel, pod, at FROM results WHERE game = 'pod'")
_MERGES = text("SELECT guild, player, person, old_agrees, new_agrees FROM merges")
_AVOIDED = text("SELECT guild, player, avoided FROM avoidances")
_PLACED = text("SELECT channel, pod, message FROM boards WHERE message IS NOT NULL")
_ANNOUNCED = text("SELECT message, tried FROM publications WHERE surface = 'result'")


class Person(NamedTuple):
    """The person of a key."""

    discord_id: int
    name: str


class Seat(NamedTuple):
    """A pod of the log: its place, its number, its last version, and its opener."""

    channel: int
    number: int
    version: int
    opened: int | None  # the id of the interaction
    live: LiveGame

    @property
    def pod(self) -> Pod:
        """The pod itself."""
        assert self.live.pod is not None
        return self.live.pod


class Merging(NamedTuple):
    """A merge of an old account: who owns its results once it was carried out, and who agreed."""

    person: Player | None
    old_agrees: bool
    new_agrees: bool


class Delivery(NamedTuple):
    """The origin of an event: place, interaction if any, and whether a member caused it."""

    channel: int
    id: int | None
    by_somebody: bool


@dataclass
class Log:
    """The rows of the log, and the bot's notes about posts and results."""

    interactions: list[Delivery] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    weeks: list[Row[Any]] = field(default_factory=list)  # posts, and what is to be seen of them
    ended: list[tuple[int, int]] = field(default_factory=list)
    """Where each game with results has ended, and when."""
    placed: list[Row[Any]] = field(default_factory=list)  # boards with the messages noted of them
    announced: set[int] = field(default_factory=set)  # messages of results that are noted
    announcing: int = 0  # results that may have been sent without a note of it
    pods: dict[tuple[int, int], Seat] = field(default_factory=dict)
    plans: dict[tuple[int, int], Appointment] = field(default_factory=dict)
    told: Counter[int] = field(default_factory=Counter)
    """How often time was called in pods of nights, by delivery."""
    people: dict[Player, Person] = field(default_factory=dict)
    merges: dict[tuple[int, Player], Merging] = field(default_factory=dict)
    avoided: set[tuple[int, int, int]] = field(default_factory=set)
    """A server, an account on it, and one that it avoids."""
    acted: dict[Player, int] = field(default_factory=dict)  # by which interaction, last

    @property
    def games(self) -> evenings.Games:
        """All games by channel and number."""
        return {key: seat.live for key, seat in self.pods.items()}

    def newest(self, channel: int) -> Seat | None:
        """Return the pod of a channel that is open, or else the newest: an earlier one may be open again."""
        seats = [seat for seat in self.pods.values() if seat.channel == channel]
        return max(seats, key=lambda seat: (not seat.live.is_over, seat.number), default=None)


class Reader:
    """A reader of the log of a database, SQLite or PostgreSQL, again and again.

    Every row is read each time. A game is folded from its start only if one of its rows has
    changed, and else from the first row that is new.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._folded: dict[tuple[int, int], tuple[list[Row[Any]], Seat | Appointment | None]] = {}

    async def read(self) -> Log:
        """Read the log."""
        statements = (*(_EVENTS, _PEOPLE, _WEEKS, _ENDED, _ANNOUNCED, _MERGES, _AVOIDED), _PLACED)
        async with opened(self._url) as database:
            (rows, people, weeks, ended, announced, merges, avoided, placed) = await database.run_read_transaction(
                lambda connection: [connection.execute(each).all() for each in statements]
            )
        log = Log(people={row.id: Person(row.discord_id, row.name) for row in people})
        log.placed = list(placed)
        log.weeks, log.ended = list(weeks), [(row.guild, row.at) for row in ended]
        log.merges = {(guild, player): Merging(*rest) for guild, player, *rest in merges}
        log.avoided = {
            (row.guild, *(log.people[each].discord_id for each in (row.player, row.avoided))) for row in avoided
        }
        log.announced = {row.message for row in announced if row.message is not None}
        log.announcing = sum(row.tried is not None for row in announced)
        games: defaultdict[tuple[int, int], list[Row[Any]]] = defaultdict(list)
        for row in rows:
            log.interactions.append(Delivery(row.channel, row.interaction, row.by is not None))
            log.lines.append(Line(row.channel, row.pod, row.type, row.payload))
            if row.type == TIME_UP and row.interaction is not None:
                log.told[row.interaction] += 1
            if row.by is not None and row.interaction is not None:
                log.acted[row.by] = row.interaction
            games[row.channel, row.pod].append(row)
        for key, its in games.items():
            seat = self._fold(key, its)
            if isinstance(seat, Seat):
                log.pods[key] = seat
            else:
                log.plans[key] = seat
        return log

    def _fold(self, key: tuple[int, int], rows: list[Row[Any]]) -> Seat | Appointment:
        """Return a game, which has at least one row."""
        known, seat = self._folded.get(key, ([], None))
        if rows[: len(known)] != known:
            known, seat = [], None
        for row in rows[len(known) :]:
            seat = _follow(seat, row)
        assert seat is not None
        self._folded[key] = rows, seat
        return seat


def _follow(before: Seat | Appointment | None, row: Row[Any]) -> Seat | Appointment:
    """Apply an event to its game, which its first interaction opened or made."""
    event = decode_event_of_any_schema(row.type, row.schema, row.payload)
    place = (row.channel, row.pod, row.version)
    if isinstance(before, Appointment) or isinstance(event, FutureGamePlanned):
        plan = before if isinstance(before, Appointment) else None
        planned = apply_game_event(plan.plan if plan else None, event)
        assert isinstance(planned, PlannedGame)
        return Appointment(*place, plan.made if plan else row.interaction, planned)
    live = before.live if before else LiveGame(ChannelAddress(row.guild, row.channel))
    at = (row.channel, row.version, row.pod, row.guild)
    recorded = StoredEvent(*at, event, row.by, row.interaction, datetime_from_milliseconds(row.at))
    opened = before.opened if before else row.interaction
    return Seat(*place, opened, apply_stored_event(live, recorded))


# Nothing lost, nothing twice


def confirmed(answers: Iterable[Answer]) -> set[int]:
    """Return the interactions whose confirmation a member saw."""
    return {answer.interaction for answer in answers if answer.content.startswith(CONFIRMED)}


def count_kept_seats_taken(discord: Loopback) -> int:
    """Count the kept seats whose owners were told that they have them."""
    told = confirmed(discord.rest.answers.values())
    return sum(str(discord.sent[id]["data"].get("custom_id")).endswith(":present") for id in told)


def lost(log: Log, discord: Loopback) -> set[int]:
    """Return the interactions that were confirmed and are not in the log."""
    kept = {each.id for each in log.interactions if each.id is not None}
    answers = discord.rest.answers.values()
    offered = {
        part["custom_id"]: answer.interaction
        for answer in reversed(answers)  # the command's comes last: a change shows the button anew
        for part in list_parts(answer.data)
        if part["custom_id"].startswith("plan:")
    }

    def find_kept(id: int) -> int:
        """Return the interaction that the log has for a press: the command that made a plan."""
        pressed = str(discord.sent[id]["data"].get("custom_id"))
        return offered.get(pressed, id) if pressed.endswith(":make") else id

    told = {id for id in confirmed(answers) if not _is_beside(discord.sent[id])}
    done = {id: _describe_ask(discord.sent[id]) for id in kept & discord.sent.keys()}
    late = {asked for id, asked in done.items() if id not in told}

    def was_done_before(id: int) -> bool:
        """Return whether a repeated request was answered as done before."""
        asked, again = _describe_ask(discord.sent[id]), discord.rest.answers[id].content
        if asked in late or (again.startswith(AGAIN) and asked in done.values()):
            return True
        if not _is_join(discord.sent[id]):
            return False
        who = _find_member(discord.sent[id])
        mine = [each for each in done if each < id and _find_member(discord.sent[each]) == who]
        return bool(mine) and done[max(mine)] == asked

    missing = {id for id in told if find_kept(id) not in kept}
    return {id for id in missing if not was_done_before(id)}


def _is_beside(sent: Json) -> bool:
    """Return whether an act is in no log: a look at what one may do, or an answer to a merge."""
    pressed = str(sent["data"].get("custom_id"))
    return pressed.endswith(":more") or pressed.startswith("merge:")


def _is_join(sent: Json) -> bool:
    """Return whether somebody wants a seat, which they are told twice if they ask twice."""
    return _name_act(sent["data"]) == "join"


def _find_member(sent: Json) -> tuple[str, str]:
    """Return who asked, and in which channel."""
    return sent["member"]["user"]["id"], sent["channel_id"]


def _describe_ask(sent: Json) -> str:
    """Describe who asked for what, and where."""
    return f"{sent['member']['user']['id']} {sent['channel_id']} {_name_act(sent['data'])}"


def _name_act(data: Json) -> str:
    """Return the name of an act, if a button and a command do the same, or else all the data."""
    if str(data.get("custom_id")).startswith(ALL_THE_SAME):
        return "join"
    inner = data.get("options") or [{"name": ""}]
    name = str(data.get("custom_id") or f"pod::{inner[0]['name']}").split(":")[2:3]
    return name[0] if name and name[0] in SAME_ACTS else f"{data}"


def repeated(log: Log, discord: Loopback) -> list[int | None]:
    """Return interactions with several events, and events whose interaction was not sent there."""
    done = [each for each in log.interactions if each.by_somebody or each.id is not None]
    counted = Counter(each.id for each in done)
    twice = [id for id, count in counted.items() if count > 1]
    own = appointments.list_deliveries(log.plans)
    played = evenings.list_deliveries(log.plans)
    threads = discord.servers.threads
    return twice + [
        each.id
        for each in done
        if not _sent(discord, each)
        and own.get(each.id or 0, (0, 0))[0] != each.channel
        and played.get(each.id or 0, 0) != threads.get(each.channel, -1)
    ]


def _sent(discord: Loopback, of: Delivery) -> bool:
    """Return whether somebody asked for an event, there or in the channel of the thread."""
    there = {str(of.channel), str(discord.servers.threads.get(of.channel, of.channel))}
    return of.id in discord.sent and discord.sent[of.id]["channel_id"] in there


def unforgotten(log: Log, discord: Loopback) -> set[int]:
    """Return the people whom the bot still knows though it said that it forgot them."""
    known = {person.discord_id for person in log.people.values()}
    return known & set(_forgotten(discord))


def _forgotten(discord: Loopback) -> Iterator[int]:
    for request in discord.rest.requests:
        if request.method == "PATCH" and (token := re.search(r"/token-(\d+)/", request.path)):
            asked = discord.sent[int(token[1])]
            done = str((request.body or {}).get("content") or "").startswith(CONFIRMED)
            if done and asked["data"].get("custom_id") == "me:forget:really":
                yield int(asked["member"]["user"]["id"])


def find_forgone(log: Log, discord: Loopback) -> list[str]:
    """Return the merges and avoidances that people were told of, and that are not there."""
    answered = [(discord.sent[id], each) for id, each in discord.rest.answers.items()]
    agreed: defaultdict[tuple[int, Player], set[int]] = defaultdict(set)
    found = list[str]()
    for sent, answer in answered:
        account = int(sent["member"]["user"]["id"])
        kind, _, rest = str(sent["data"].get("custom_id")).partition(":")
        if kind == "merge" and rest.endswith(":yes") and answer.content.startswith(CONFIRMED):
            agreed[int(sent["guild_id"]), rest.removesuffix(":yes")].add(account)
        if (kind, rest) == ("me", "avoid") and answer.content.startswith(AVOIDS):
            wanted = {(int(sent["guild_id"]), account, int(to)) for to in sent["data"]["values"]}
            if not wanted <= log.avoided:
                found.append(f"{account} avoids {sent['data']['values']}, which is not kept")
    for place, accounts in agreed.items():
        row, old = log.merges.get(place), log.people[place[1]].discord_id
        kept = {old in accounts: "old_agrees", bool(accounts - {old}): "new_agrees"}
        if row is None or not all(getattr(row, name) for said, name in kept.items() if said):
            found.append(f"{accounts} agreed that {place} is one of them, which is not kept: {row}")
        elif len(accounts) > 1 and row.person is None:
            found.append(f"{accounts} agreed that {place} is one of them, and nothing followed")
    return found


AVOIDS = "🤫"
"""How an answer begins that says whom somebody avoids."""


# Posts and results


def misplaced(log: Log, discord: Loopback) -> set[str]:
    """Return the boards of which a message is noted that is not there; nobody deletes boards."""
    gone = (row for row in log.placed if row.message not in discord.rest.messages)
    return {f"board {row.pod} of channel {row.channel}: no {row.message}" for row in gone}


def wrong_posts(log: Log, discord: Loopback) -> list[str]:
    """Return problems of weekly posts: each must stand once, with the right number of games.

    Posts that the bot still owes do not count.
    """
    sent = Counter(
        f"{part['custom_id']} in {message['channel_id']}"
        for message in discord.rest.messages.values()
        for part in list_parts(message)
        if part["custom_id"].startswith("post:week:")
    )
    wrong = [f"{name} is there {count} times" for name, count in sent.items() if count > 1]
    for week in log.weeks:
        message = discord.rest.messages.get(week.message or 0)
        if week.channel is None or week.message is None or week.shown < week.wanted:
            continue
        ended = [at for guild, at in log.ended if guild == week.guild]
        played = sum(week.start <= at < week.end for at in ended)
        said = re.search(r"-# (\d+)", "" if message is None else message["embeds"][0]["description"])
        if said is None or int(said[1]) != played:
            wrong.append(f"week {week.number}: {played} games, but {said}")
    return wrong


def repeated_results(log: Log, discord: Loopback, channels: Iterable[int]) -> int:
    """Return how many messages with results the bot neither knows nor will look for."""
    every, messages = set(map(str, channels)), discord.rest.messages.items()
    there = {id for id, message in messages if message["channel_id"] in every}
    return max(0, len(there - log.announced) - log.announcing)


def count_wrong_lists(discord: Loopback, channels: Iterable[int]) -> int:
    """Count the channels that do not show exactly one list of free seats."""
    there = Counter(
        message["channel_id"]
        for message in discord.rest.messages.values()
        if any(part["custom_id"] == SHOW_ALL_ID for part in list_parts(message))
    )
    return sum(there[str(channel)] != 1 for channel in channels)


# Games of elimination, as an independent model tells them


def wrong_plans(log: Log, discord: Loopback, now: int) -> list[str]:
    """Return problems of plans, at a time in milliseconds since 1970."""
    opened = {place: seat.opened for place, seat in log.pods.items()}
    accounts = {player: person.discord_id for player, person in log.people.items()}
    found = appointments.find_wrong(log.plans, opened, discord.rest, now, accounts)
    return [*found, *evenings.find_wrong(log.plans, opened, log.told, discord, now), *_find_endless_calls(log)]


def _find_endless_calls(log: Log) -> list[str]:
    """Return the open pods of running rounds whose call has ended, and that were not filled from the bench.

    A pod with too few people is closed instead, and waits for ever.
    """
    rounds = [each.plan.night.current_round for each in log.plans.values() if each.plan.is_open and each.plan.night]
    seated = {(pod.channel, pod.pod) for each in rounds if each is not None for pod in each.pods if pod.is_opened}
    pods = {place: log.pods[place].pod for place in seated & log.pods.keys()}
    return [
        f"the pod {place} waits for its bench"
        for place, pod in pods.items()
        if pod.state == "lobby" and pod.awaits_bench
    ]


def unlike_model(log: Log, discord: Loopback) -> list[str]:
    """Return how boards differ from the model."""
    names = {player: person.name for player, person in log.people.items()}
    shown = {
        (int(message["channel_id"]), int(part["custom_id"].split(":")[1])): message
        for message in discord.rest.messages.values()
        for part in list_parts(message)
        if part["custom_id"].startswith("pod:")
    }
    return [
        f"{place}: {difference}"
        for place, game in elimination.tell(log.lines).items()
        if place in shown
        for difference in elimination.find_differences(game, _read(shown[place]), names)
    ]


def _read(message: Json) -> str:
    """Return all texts of a message."""

    def walk(parts: Iterable[Json]) -> Iterator[str]:
        for part in parts:
            yield from ([part["content"]] if part["type"] == TEXT else walk(part.get("components", ())))

    return "\n".join(walk(message["components"]))


# What follows from the log


class Following(NamedTuple):
    """The number of results, the servers with unrated games, tables that differ from the log."""

    results: int
    unrated: int
    strayed: list[str]


async def following(url: str) -> Following:
    """Compare projections after a crash, and ratings once they caught up, with a rebuild.

    They are compared in a copy: a rebuild would lock out the bot, which goes on meanwhile.
    """
    database = Database(url)
    try:
        tables = await database.run_read_transaction_without_timeout(_read_tables)
    finally:
        await database.close_all_connections()
    return await asyncio.to_thread(_compare_copy, tables)


def _read_tables(connection: Connection) -> Mapping[Table, Sequence[Any]]:
    return {table: connection.execute(select(table)).all() for table in TABLES}


def _compare_copy(tables: Mapping[Table, Sequence[Any]]) -> Following:
    copy = create_engine("sqlite://")
    with copy.begin() as connection:
        schema.metadata.create_all(connection)
        for table, rows in tables.items():
            if rows:
                connection.execute(insert(table), [row._asdict() for row in rows])
        left = _rows(connection, rated=False)
        unrated = len(connection.scalars(SELECT_UNRATED_SERVERS).all())
        rate_all_games_of_all_servers(connection, lambda *_: None)
        caught_up = _rows(connection)
        rebuild_derived_tables_in_transaction(connection)
        strayed = _differing(left, _rows(connection, rated=False))
        rate_all_games_of_all_servers(connection, lambda *_: None)
        strayed += _differing(caught_up, _rows(connection))
    copy.dispose()
    return Following(len(caught_up[schema.results.name]), unrated, strayed)


_Rows = dict[str, Sequence[Any]]


def _rows(connection: Connection, *, rated: bool = True) -> _Rows:
    """Return the projections, sorted by key; ratings only if they are up to date."""
    every = (*PROJECTIONS, schema.standings, *([schema.unrated] if rated else ()))
    left_out = () if rated else SkillRatingAfterGame._fields
    return {
        table.name: connection.execute(
            select(*(c for c in table.c if c.name not in left_out)).order_by(*table.primary_key)
        ).all()
        for table in every
    }


def _differing(kept: _Rows, rebuilt: _Rows) -> list[str]:
    return [name for name, rows in rebuilt.items() if rows != kept[name]]


# Boards


TEXT = 10
"""Discord's type of a text; above the board it calls somebody, until something happens."""

PICTURE = 12
"""Discord's type of what holds pictures: a result has one, if there was time to draw it."""

SEPARATOR = 14
"""Discord's type of a space between parts, with or without a line."""

SINCE = re.compile(r", <t:\d+:R>")
WHEN = re.compile(r"<t:\d+:R>")


class Shown(NamedTuple):
    """The visible content of a board as JSON, without its call, its picture, and moments."""

    components: str


class Wrong(NamedTuple):
    """A channel with wrong boards."""

    channel: int
    missing: list[Shown]
    unwanted: list[Shown]

    @property
    def boards(self) -> int:
        """Return the number of wrong boards."""
        return max(len(self.missing), len(self.unwanted))


class Boards:
    """The boards that every channel should have, by the log."""

    def __init__(self, discord: Loopback) -> None:
        self._discord = discord
        self._drawn: dict[tuple[int, int, int], list[Shown]] = {}  # by channel, pod, version
        self._read: dict[int, tuple[Json, Shown]] = {}  # by message
        self._expected: dict[int, Counter[Shown]] = {}

    def follow(self, log: Log, channels: Iterable[int]) -> None:
        """Expect the boards of `channels` as in `log` from now on."""
        self._expected = {channel: Counter() for channel in channels}
        live = self._live()
        with self._mentioning():
            own = appointments.list_deliveries(log.plans)
            seats: list[Seat | Appointment] = [*log.pods.values(), *log.plans.values()]
            for seat in seats:
                if seat.channel in self._expected:
                    right = self._list_right(seat, log, own)
                    shown = next((each for each in right if each in live[seat.channel]), right[0])
                    self._expected[seat.channel][shown] += 1

    @contextmanager
    def _mentioning(self) -> Iterator[None]:
        """Mention commands by the ids that Discord gave them, as the bot does."""
        make_command_names_clickable({each["name"]: int(each["id"]) for each in self._discord.rest.commands})
        try:
            yield
        finally:
            make_command_names_clickable({})

    def _list_right(self, seat: Seat | Appointment, log: Log, own: Mapping[int, tuple[int, int]]) -> list[Shown]:
        """Return the boards that may be shown; `own` has the plans' own deliveries.

        A person who was forgotten after the end keeps their name on the board.
        """
        key = (seat.channel, seat.number, seat.version)
        if key not in self._drawn or _shows_others(seat):
            made = (seat.opened if isinstance(seat, Seat) else seat.made) or 0
            while made in own:
                made = own[made][1]
            locale = self._discord.sent.get(made, {}).get("locale", DEFAULT)
            self._drawn[key] = [draw(seat, log.people, locale, log.games)]
            if isinstance(seat, Seat) and is_game_over(seat.pod):
                self._drawn[key].append(draw(seat, self._find_former(log), locale, log.games))
        return self._drawn[key]

    def _find_former(self, log: Log) -> dict[Player, Person]:
        """Return everybody who has a name, or had one at their last action."""
        sent = {player: self._discord.sent.get(id) for player, id in log.acted.items()}
        users = {player: each["member"]["user"] for player, each in sent.items() if each}
        former = {p: Person(int(each["id"]), each["global_name"]) for p, each in users.items()}
        return former | log.people

    def right(self) -> bool:
        """Return whether each pod has exactly one board, which shows its state."""
        return self._live() == self._expected

    def wrong(self) -> list[Wrong]:
        """Return the channels whose boards are wrong."""
        live = self._live()
        differences = (
            Wrong(channel, list((boards - live[channel]).elements()), list((live[channel] - boards).elements()))
            for channel, boards in self._expected.items()
        )
        return [wrong for wrong in differences if wrong.boards]

    def _live(self) -> dict[int, Counter[Shown]]:
        live: dict[int, Counter[Shown]] = {channel: Counter() for channel in self._expected}
        for id, message in self._discord.rest.messages.items():
            channel = int(message["channel_id"])
            if channel in live:
                live[channel][self._look(id, message)] += 1
        return live

    def _look(self, id: int, message: Json) -> Shown:
        known = self._read.get(id)
        if known is None or known[0] is not message:
            known = message, _shown(message["components"])
            self._read[id] = known
        return known[1]


def _shows_others(seat: Seat | Appointment) -> bool:
    """Return whether a board shows other games: that of a night shows its pods."""
    return isinstance(seat, Appointment) and seat.plan.night is not None


def draw(seat: Seat | Appointment, people: Mapping[Player, Person], locale: str, games: evenings.Games) -> Shown:
    """Draw the board of a pod or a plan, in the language of its opener.

    The board of a night shows its pods among `games`.
    """
    words = load_translations(find_supported_locale(locale) or DEFAULT)
    names = defaultdict(lambda: words("forgotten-player"), {p: people[p].name for p in people})
    safe = PodMessageFormatter(words, lambda player: escape_markdown(names[player], 32))
    bare = PodMessageFormatter(words, names.__getitem__)
    if isinstance(seat, Appointment):
        items = plan_board.build_planned_game_buttons(seat.number, seat.plan, bare.text)
        night = seat.plan.night
        states = () if night is None else evenings.read_states(night, games)
        view = build_board_layout(
            plan_board.render_planned_game_embed(seat.plan, safe, states), items, game_number=seat.number
        )
        return _shown(view.to_components())  # type: ignore[no-untyped-call]
    embed = pod_board.render_pod_embed(seat.live.pod_facts, safe, pod_board.build_pod_board_details(seat.live, None))
    beside = substitute_texts.build_seat_substitution_buttons(seat.number, seat.live.pod_facts, bare)
    items = components.build_pod_board_buttons_and_menus(seat.number, seat.live.pod_facts, bare, beside)
    view = build_board_layout(embed, items, game_number=seat.number)
    return _shown(view.to_components())  # type: ignore[no-untyped-call]


def _shown(components: list[Json]) -> Shown:
    parts = [_without_picture(each) for each in components if each["type"] != TEXT]
    said = msgspec.json.encode(parts, order="sorted").decode()
    return Shown(WHEN.sub("<t>", SINCE.sub("", said)))


def _without_picture(part: Json) -> Json:
    inside = part.get("components")
    if inside is None:
        return part
    return {**part, "components": [each for each in inside if not _is_picture(each)]}


def _is_picture(part: Json) -> bool:
    """Return whether a part is a picture, or the space that stands where there is none."""
    return part["type"] == PICTURE or (part["type"] == SEPARATOR and not part.get("divider"))
