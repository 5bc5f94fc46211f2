"""A flood of interactions: as many are answered as can be in time, others refused or dropped."""

from random import Random

import pytest

from bot.front.gateway import overload
from bot.front.gateway.overload import (
    DISCORD_EPOCH,
    FLOOD_DURATION,
    MAX_REFUSALS,
    MAX_REFUSED_AGE,
    MAX_SERVED_AGE,
    MAX_UNDER_WAY,
    Overload,
)
from tests.effort import EFFORT, SEED
from tests.front.playing import Table, said
from tests.front.simulated import Server, in_flight

NOON = 1_800_000_000.0


class Clock:
    """A clock that differs from Discord's, and the ids that Discord makes."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.now = NOON
        self._ahead = ahead
        self._made = 0

    def read(self) -> float:
        return self.now + self._ahead

    def make_id(self, age: float = 0.0) -> int:
        """Return an id that Discord made so many seconds ago."""
        self._made += 1
        return (round((self.now - age - DISCORD_EPOCH) * 1000) << 22) + self._made


@pytest.mark.parametrize("ahead", [0.0, -3600.0, 86_400.0])
def test_flood_fills_the_places_then_is_refused_and_dropped(ahead: float) -> None:
    clock = Clock(ahead)
    doors = Overload(clock.read)
    verdicts = [doors.admit(clock.make_id()) for _ in range(5_000)]
    assert verdicts.count("serve") == MAX_UNDER_WAY
    assert verdicts.count("refuse") == MAX_REFUSALS
    assert verdicts[MAX_UNDER_WAY + MAX_REFUSALS :] == ["drop"] * (
        5_000 - MAX_UNDER_WAY - MAX_REFUSALS
    )


def test_place_is_free_again_after_its_answer() -> None:
    clock = Clock()
    doors = Overload(clock.read)
    ids = [clock.make_id() for _ in range(MAX_UNDER_WAY)]
    assert {doors.admit(id) for id in ids} == {"serve"}
    refused = clock.make_id()
    assert doors.admit(refused) == "refuse"
    assert doors.is_refused(refused)
    doors.end(ids[0])
    doors.end(refused)
    assert doors.admit(clock.make_id()) == "serve"
    assert not doors.is_refused(refused)


def test_old_interactions_are_dropped_in_a_flood_and_answered_otherwise() -> None:
    clock = Clock()
    doors = Overload(clock.read)
    first = clock.make_id()
    assert doors.admit(first) == "serve"
    assert doors.admit(clock.make_id(2.0)) == "serve"
    for _ in range(MAX_UNDER_WAY):
        doors.admit(clock.make_id())
    assert doors.admit(clock.make_id(MAX_REFUSED_AGE + 0.1)) == "drop"
    doors.end(first)
    assert doors.admit(clock.make_id(MAX_SERVED_AGE + 0.1)) == "drop"
    clock.now += FLOOD_DURATION + 1
    assert doors.admit(clock.make_id(2.0)) == "serve"


def test_typing_is_never_refused() -> None:
    clock = Clock()
    doors = Overload(clock.read)
    verdicts = {doors.admit(clock.make_id(), awaits_answer=False) for _ in range(1_000)}
    assert verdicts == {"serve", "drop"}


@pytest.mark.parametrize("seed", range(EFFORT.examples))
def test_bounds_hold_whatever_comes(seed: int) -> None:
    random = Random(f"{SEED} overload {seed}")
    clock = Clock(random.uniform(-1e6, 1e6))
    doors = Overload(clock.read)
    under_way: dict[int, str] = {}
    doors.admit(clock.make_id())
    for _ in range(2_000):
        clock.now += random.choice((0.0, 0.001, 0.1))
        age = random.choice((0.0, 0.2, 1.0, 5.0))
        id = clock.make_id(age)
        if (verdict := doors.admit(id)) != "drop":
            under_way[id] = verdict
        assert verdict != "refuse" or age <= MAX_REFUSED_AGE
        if under_way and random.random() < 0.4:
            ended = random.choice([*under_way])
            doors.end(ended)
            del under_way[ended]
        held = [*under_way.values()]
        assert held.count("serve") <= MAX_UNDER_WAY
        assert held.count("refuse") <= MAX_REFUSALS


async def test_what_is_too_much_is_told_so_and_works_a_moment_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await Table(server).opened(server.bo)
    monkeypatch.setattr(overload, "MAX_UNDER_WAY", 1)
    with in_flight(server.env):
        joined = await server.cy.click(table.board, label="Join")
        refused = await server.di.click(table.board, label="Join")
    await server.env.settle()
    assert said(joined) == "✅ You have a seat."
    assert said(refused).startswith("⏳ I have too much to do right now. Nothing was changed")
    assert said(await server.di.click(table.board, label="Join")) == "✅ You have a seat."
