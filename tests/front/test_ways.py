"""What holds for every command and everything that can be pressed, whatever goes wrong."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from simcord import InteractionResult

from bot.i18n import Locale
from tests.effort import EFFORT, NAME, SEED
from tests.front.measuring import find_cut
from tests.front.simulated import Server, deliver_again, pass_quietly
from tests.front.test_trouble import without_tables
from tests.front.ways import MOVING, WAYS, Cast, Scene, Stage, find_allowed, list_worlds_in_gate, make_cast, set_scene

FAILING = list_worlds_in_gate(3, 0)
UNANSWERED = list_worlds_in_gate(3, 1)
"""The rows that are asked where the database fails, and where Discord takes no answer."""


@pytest.fixture
def cast(server: Server) -> Cast:
    """Bo hosts; Ana administers; Meg and Nan moderate; Zoe administers another server."""
    return make_cast(server)


def speak(cast: Cast, locale: Locale) -> None:
    """Let everybody's client be in this language, and so every board that they open."""
    for member in cast.people.values():
        cast.server.speaks(member, locale)


async def ask(cast: Cast, row: str, here: Scene) -> InteractionResult:
    """Somebody who may asks."""
    who = next(iter(find_allowed(row)))
    state, way = WAYS[row]
    return await way(here, cast.take_part_in(state)[who])


@pytest.mark.parametrize("world", FAILING)
async def test_where_the_database_fails_nothing_is_written_and_what_comes_twice_counts_once(
    cast: Cast, tmp_path: Path, world: str
) -> None:
    """Everybody is told that it failed; delivered again also after a restart, nothing changes."""
    server, file, asked = cast.server, tmp_path / "games.db", list[InteractionResult]()
    stage = Stage(cast, file, set_scene)
    before = stage.read()
    speak(cast, "ru")
    for row in FAILING[world]:
        here = await stage.set(row)
        with without_tables(file):
            failed = await ask(cast, row, here)
        assert failed.acknowledged, row
        assert stage.is_as_it_was, row
        here = await stage.set(row)
        asked.append(await ask(cast, row, here))
        assert asked[-1].acknowledged, row
        before = stage.read()
        deliver_again(server.env, asked[-1])
        await server.env.settle()
        assert stage.read() == before, row
    await server.restart()
    for result in asked:
        deliver_again(server.env, result)
    await server.env.settle()
    assert stage.read() == before
    assert server.env.errors is not None  # what failed is in the operator's log
    assert find_cut(server.env.http_requests) == set()


@pytest.mark.parametrize("world", UNANSWERED)
async def test_where_discord_takes_no_answer_it_counts_once_or_can_be_asked_again(
    cast: Cast, tmp_path: Path, world: str
) -> None:
    env, stage = cast.server.env, Stage(cast, tmp_path / "games.db", set_scene)
    speak(cast, "fr")
    for row in UNANSWERED[world]:
        here = await stage.set(row)
        env.inject_error("POST", "/interactions/*/callback", status=500)
        await ask(cast, row, here)
        assert stage.counted <= 1, row
        if stage.is_as_it_was and row not in MOVING:
            assert (await ask(cast, row, here)).acknowledged, row
    assert env.errors is not None  # what failed is in the operator's log
    assert find_cut(env.http_requests) == set()


# What was won stays won

SEEDS = range(SEED, SEED + (EFFORT.outages if NAME == "nightly" else 1))
"""Of people who wander: an evening in the gate, many at night."""

MEMBERS = ("outsider", "player", "loser", "host", "maker")
"""Kinds of people who are no moderators."""


def read_all(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


async def wander(here: Scene, cast: Cast, chance: Random, rows: list[str]) -> None:
    """People who are no moderators ask for these rows in any order, about the same channel."""
    for row in chance.sample(rows, len(rows)):
        here = replace(here, version=chance.randint(1, 12), token="none", on=here.table.board)
        await WAYS[row][1](here, cast[chance.choice(MEMBERS)])
        if chance.random() < 0.05:
            await pass_quietly(cast.server, chance.choice((60, 16 * 60)))


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_acts_of_people_who_are_no_moderators_change_the_points_of_what_counts(
    cast: Cast, tmp_path: Path, seed: int
) -> None:
    here, file, chance = await set_scene(cast, "counted"), tmp_path / "games.db", Random(seed)
    playing = [row for row, (state, _) in WAYS.items() if state in ("running", "claimed")]
    won = f"SELECT * FROM results WHERE channel = {here.channel.id} AND pod = {here.number}"
    before = read_all(file, won)
    assert len(before) == 4
    for row in chance.sample(playing, len(playing)):  # first nobody opens another game
        here = replace(here, token="none", on=here.table.board)
        await WAYS[row][1](here, cast["host"])
    await wander(here, cast, chance, sorted(WAYS))
    await pass_quietly(cast.server, 16 * 60)
    assert read_all(file, won) == before


@pytest.mark.parametrize("seed", SEEDS)
async def test_nobody_is_in_a_game_who_has_not_pressed_for_their_seat(cast: Cast, tmp_path: Path, seed: int) -> None:
    here, file = await set_scene(cast, "counted"), tmp_path / "games.db"
    playing = [row for row, (state, _) in WAYS.items() if state in ("lobby", "running", "finished")]
    rows = [row for row in playing if "override" not in row]
    await here.press(cast["player"], f"pod:{here.number}:rematch")
    for _ in range(4):
        pods = read_all(file, "SELECT max(pod) FROM pods")
        await wander(replace(here, number=pods[0][0]), cast, Random(seed), rows)
    await pass_quietly(cast.server, 16 * 60)
    check_seats(file)


def check_seats(file: Path) -> None:
    """Of each pod those who are seated pressed for it, and all who have points were seated.

    In a rematch, the press for an earlier game of the channel stands.
    """
    pressed: dict[tuple[int, int], set[str]] = {}
    carried: dict[tuple[int, int], set[str]] = {}
    for channel, pod, by, payload in read_all(
        file, "SELECT channel, pod, by, payload FROM events WHERE type IN ('opened', 'joined')"
    ):
        event = msgspec.json.decode(payload)
        if sits := {*event.get("carried", ())}:
            assert sits <= set().union(*(players for (place, _), players in pressed.items() if place == channel))
            carried[channel, pod] = sits
        if by in (event.get("player"), *event.get("players", ())):
            pressed.setdefault((channel, pod), set()).add(by)
        if by == event.get("brought_by"):
            pressed.setdefault((channel, pod), set()).add(event["player"])
    for channel, pod, payload in read_all(file, "SELECT channel, pod, payload FROM events WHERE type = 'started'"):
        assert {*msgspec.json.decode(payload)["seats"]} <= pressed[channel, pod] | carried.get((channel, pod), set())
    for channel, pod, player in read_all(file, "SELECT channel, pod, player FROM results"):
        assert player in pressed[channel, pod] | carried.get((channel, pod), set())
