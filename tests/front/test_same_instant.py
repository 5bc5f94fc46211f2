"""Two acts that begin at the same instant have the outcome of one of their two orders.

Each pair is asked three times, in copies of the same game: one act after the other, the other way
round, and both at once. A copy is the game's rows in the database, for another channel.
"""

import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import combinations_with_replacement, count, cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from simcord import InteractionResult

from tests.effort import EFFORT, SEED
from tests.front.simulated import Server, answer, in_flight
from tests.front.ways import LASTING, WAYS, Cast, Scene, State, find_allowed, make_cast, set_scene

STATES: tuple[State, ...] = (
    *("lobby", "sides", "counting", "guests", "running", "waiting", "finished", "counted"),
    *("claimed", "disputed", "duel-lobby", "duel-ready", "duel", "duel-wear", "duel-asked"),
    *("duel-over", "duel-disputed", "plan", "plan-checking"),
)
"""Points of a game without a form or a preview, which one person alone has."""

COPIED = ("events", "pods")
"""The tables of a game from which the bot makes everything else."""

NIGHTS = EFFORT.pairs // 16
"""Pairs of rows of a night whose round plays."""

DRAWN = ("opened", "started", "entered", "joined", "balanced", "duel-opened", "duel-started")
"""Types of events in which something is drawn by lot: their payloads differ anyway."""


NAMING = ("undo", "joust undo")
"""Rows that take back what was last when asked; if something comes first, they are refused."""


class Pair(NamedTuple):
    """Two rows, with the kinds of people who ask for them."""

    state: State
    one: tuple[str, str]
    other: tuple[str, str]


def list_pairs(state: State) -> Iterator[Pair]:
    """Yield all pairs of rows of a state, each asked for by two who may, whoever they are."""
    chance = Random(f"{SEED} {state}")
    rows = [row for row, (at, _) in WAYS.items() if at == state and not row.startswith(LASTING)]
    for pair in combinations_with_replacement(rows, 2):
        one, other = ((row, chance.choice([*find_allowed(row)])) for row in pair)
        yield Pair(state, one, other)


def choose_pairs() -> dict[State, list[Pair]]:
    """Return the pairs of each state: about as many of each, as long as there are any."""
    chance = Random(SEED)
    pairs = {state: [*list_pairs(state)] for state in STATES}
    chosen: dict[State, list[Pair]] = {state: [] for state in STATES}
    for state in cycle(STATES):
        if sum(map(len, chosen.values())) == EFFORT.pairs or not any(pairs.values()):
            return chosen
        if pairs[state]:
            chosen[state].append(pairs[state].pop(chance.randrange(len(pairs[state]))))
    return chosen


CHOSEN = choose_pairs()


def choose_night_pairs() -> list[Pair]:
    """Return some pairs of rows that lead a night."""
    pairs = [*list_pairs("night-round")]
    return Random(SEED).sample(pairs, min(NIGHTS, len(pairs)))


class Copies:
    """Copies of the game of a scene, each in a channel of its own."""

    def __init__(self, file: Path, server: Server, scene: Scene) -> None:
        self._file, self._server, self._scene = file, server, scene
        self._numbers = count()
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._places = [scene.channel.id, *(thread.id for thread in scene.channel.threads)]
        is_night = len(self._places) > 1
        self._tables = (*COPIED, "plans") if is_night else COPIED
        with closing(sqlite3.connect(file)) as database:
            database.row_factory = sqlite3.Row
            for table in self._tables:
                self._rows[table] = [dict(row) for place in self._places for row in _select(database, table, place)]
                if is_night:  # nobody plays in two
                    self._delete(database, table, self._places)
            database.commit()

    def make(self) -> Scene:
        channel = self._server.guild.create_text_channel(f"copy-{next(self._numbers)}")
        threads = [
            self._server.env.backend.create_thread(channel.id, "pod", self._server.bo.id).id for _ in self._places[1:]
        ]
        places = dict(zip(self._places, [channel.id, *threads], strict=True))
        with closing(sqlite3.connect(self._file)) as database:
            for table, rows in self._rows.items():
                for row in rows:
                    copied = {**row, "channel": places[row["channel"]]}
                    for old, new in places.items() if threads and table == "events" else ():
                        copied["payload"] = copied["payload"].replace(f"{old}", f"{new}")
                    if table == "events":  # which names each interaction once
                        copied["interaction"] = None
                    names = ", ".join(f'"{name}"' for name in copied)
                    marks = ", ".join("?" for _ in copied)
                    database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", [*copied.values()])
            database.commit()
        there = type(self._scene.table)(self._server, channel)
        there.keys = self._scene.table.keys
        return replace(self._scene, channel=channel, table=there)

    def read(self, scene: Scene) -> list[tuple[Any, ...]]:
        """What the acts wrote into a copy, without what is drawn by lot and without times."""
        fresh: list[sqlite3.Row] = []
        with closing(sqlite3.connect(self._file)) as database:
            database.row_factory = sqlite3.Row
            for place, at in zip(_list_places(scene), self._places, strict=False):
                known = sum(row["channel"] == at for row in self._rows["events"])
                fresh += [*_select(database, "events", place)][known:]
        return [
            (name, by, {} if name in DRAWN else strip(msgspec.json.decode(payload)))
            for name, by, payload in ((row["type"], row["by"], row["payload"]) for row in fresh)
            if by is not None or len(self._places) == 1  # a night's pods are closed in their time
        ]

    def drop(self, scene: Scene) -> None:
        """Delete a copy, so that nobody has too many games."""
        with closing(sqlite3.connect(self._file)) as database:
            for table in (*self._tables, "boards", "draws"):
                self._delete(database, table, _list_places(scene))
            database.execute("DELETE FROM draw_numbers WHERE number NOT IN (SELECT number FROM draws)")
            database.commit()

    @staticmethod
    def _delete(database: sqlite3.Connection, table: str, places: list[int]) -> None:
        marks = ", ".join("?" for _ in places)
        database.execute(f"DELETE FROM {table} WHERE channel IN ({marks})", places)


def _list_places(scene: Scene) -> list[int]:
    """The channel of a scene, and its threads in the order of their making."""
    return [scene.channel.id, *(thread.id for thread in scene.channel.threads)]


def _select(database: sqlite3.Connection, table: str, place: int) -> list[sqlite3.Row]:
    order = "version" if table == "events" else "pod"
    query = f"SELECT * FROM {table} WHERE channel = ? ORDER BY {order}"
    return database.execute(query, [place]).fetchall()


def strip(value: Any) -> Any:
    """A payload without moments and secrets."""
    if isinstance(value, dict):
        return {key: strip(each) for key, each in value.items() if key != "secret"}
    if isinstance(value, list):
        return [strip(each) for each in value]
    return 0 if isinstance(value, int) and value > 10**11 else value


def read_answer(result: InteractionResult) -> str:
    """The words of a refusal, or nothing."""
    shown = answer(result).content if result.response is not None else ""
    return re.sub(r"\d{6,}", "", shown) if shown.startswith("🚫") else ""


Outcome = tuple[list[tuple[Any, ...]], str, str]


async def play(copies: Copies, cast: Cast, pair: Pair, order: str) -> Outcome:
    """Ask for both rows in a new copy; return what is written and who was refused why."""
    scene = copies.make()
    people = cast.take_part_in(pair.state)
    results: dict[str, InteractionResult] = {}
    asked = {"one": pair.one, "other": pair.other}

    async def ask(which: str) -> None:
        row, kind = asked[which]
        results[which] = await WAYS[row][1](scene, people[kind])

    if order == "at once":
        with in_flight(cast.server.env):
            await ask("one")
            await ask("other")
        await cast.server.env.settle()
    else:
        for which in order.split(", "):
            await ask(which)
    answers = [read_answer(results[which]) if which in results else "" for which in ("one", "other")]
    outcome = (copies.read(scene), answers[0], answers[1])
    copies.drop(scene)
    return outcome


async def play_alone(copies: Copies, cast: Cast, pair: Pair) -> AsyncIterator[Outcome]:
    """Yield the outcome of each act whose other one may be refused for having come second."""
    if pair.other[0] in NAMING:
        yield await play(copies, cast, pair, "one")
    if pair.one[0] in NAMING:
        yield await play(copies, cast, pair, "other")


@pytest.mark.parametrize("state", STATES)
async def test_two_acts_at_the_same_instant_have_the_outcome_of_one_of_their_orders(
    still: None, server: Server, tmp_path: Path, state: State
) -> None:
    cast = make_cast(server)
    copies = Copies(tmp_path / "games.db", server, await set_scene(cast, state))
    for pair in CHOSEN[state]:
        both = await play(copies, cast, pair, "at once")
        orders = [await play(copies, cast, pair, each) for each in ("one, other", "other, one")]
        if both not in orders:
            assert both[0] in [alone[0] async for alone in play_alone(copies, cast, pair)], pair


async def test_two_acts_of_a_night_at_the_same_instant_have_the_outcome_of_one_of_their_orders(
    still: None, server: Server, tmp_path: Path
) -> None:
    cast = make_cast(server)
    copies = Copies(tmp_path / "games.db", server, await set_scene(cast, "night-round"))
    for pair in choose_night_pairs():
        both = await play(copies, cast, pair, "at once")
        orders = [await play(copies, cast, pair, each) for each in ("one, other", "other, one")]
        # Whoever comes second may read that the night is over, or that there is none, which is the same refusal.
        assert both[0] in [order[0] for order in orders], pair
