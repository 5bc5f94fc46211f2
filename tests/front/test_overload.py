"""A flood of interactions: as many are answered as can be in time, others refused or dropped."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from bot.front.gateway import admission_control
from bot.front.gateway.admission_control import (
    DISCORD_EPOCH,
    FLOOD_DURATION,
    MAX_REFUSALS,
    MAX_REFUSED_AGE,
    MAX_SERVED_AGE,
    MAX_UNDER_WAY,
    InteractionConcurrencyLimiter,
    Outcome,
)
from tests.effort import EFFORT, SEED
from tests.front.playing import Table, said
from tests.front.simulated import Server, answer, in_flight

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


def wait(doors: InteractionConcurrencyLimiter, id: int, outcomes: dict[int, Outcome]) -> None:
    """Let an interaction wait, and note its outcome."""
    doors.queue_interaction(id, partial(outcomes.__setitem__, id))


@pytest.mark.parametrize("ahead", [0.0, -3600.0, 86_400.0])
def test_flood_fills_the_places_and_everybody_else_waits_then_is_told(ahead: float) -> None:
    clock, outcomes = Clock(ahead), dict[int, Outcome]()
    doors = InteractionConcurrencyLimiter(clock.read)
    ids = [clock.make_id() for _ in range(5_000)]
    for id in ids:
        if doors.admit_interaction(id) == "serve":
            outcomes[id] = "serve"
        else:
            wait(doors, id, outcomes)
    assert Counter(outcomes.values()) == {"serve": MAX_UNDER_WAY}
    assert doors.queued_interaction_count == 5_000 - MAX_UNDER_WAY
    clock.now += MAX_SERVED_AGE / 2
    for id in ids[:100]:
        doors.release_interaction_slot(id)
    doors.serve_or_refuse_queued_interactions()
    assert [id for id, outcome in outcomes.items() if outcome == "serve"] == ids[: MAX_UNDER_WAY + 100]
    clock.now += MAX_SERVED_AGE
    doors.serve_or_refuse_queued_interactions()
    refused = [id for id, outcome in outcomes.items() if outcome == "refuse"]
    assert refused == ids[MAX_UNDER_WAY + 100 :][:MAX_REFUSALS]
    for id in refused:
        doors.release_interaction_slot(id)
    doors.serve_or_refuse_queued_interactions()
    assert Counter(outcomes.values())["refuse"] == 2 * MAX_REFUSALS
    clock.now += MAX_REFUSED_AGE
    doors.serve_or_refuse_queued_interactions()
    assert doors.queued_interaction_count == 0
    assert len(outcomes) == 5_000


def test_place_is_free_again_after_its_answer() -> None:
    clock, outcomes = Clock(), dict[int, Outcome]()
    doors = InteractionConcurrencyLimiter(clock.read)
    ids = [clock.make_id() for _ in range(MAX_UNDER_WAY)]
    assert {doors.admit_interaction(id) for id in ids} == {"serve"}
    waiting = clock.make_id()
    assert doors.admit_interaction(waiting) == "wait"
    wait(doors, waiting, outcomes)
    doors.release_interaction_slot(ids[0])
    later = clock.make_id()
    assert doors.admit_interaction(later) == "wait"  # behind the one that came first
    doors.serve_or_refuse_queued_interactions()
    assert outcomes == {waiting: "serve"}
    doors.release_interaction_slot(ids[1])
    assert doors.admit_interaction(later) == "serve"


def test_old_interactions_are_dropped_in_a_flood_and_answered_otherwise() -> None:
    clock = Clock()
    doors = InteractionConcurrencyLimiter(clock.read)
    first = clock.make_id()
    assert doors.admit_interaction(first) == "serve"
    assert doors.admit_interaction(clock.make_id(2.0)) == "serve"
    for _ in range(MAX_UNDER_WAY):
        doors.admit_interaction(clock.make_id())
    assert doors.admit_interaction(clock.make_id(MAX_REFUSED_AGE + 0.1)) == "drop"
    doors.release_interaction_slot(first)
    assert doors.admit_interaction(clock.make_id(MAX_SERVED_AGE + 0.1)) == "wait"
    clock.now += FLOOD_DURATION + 1
    assert doors.admit_interaction(clock.make_id(2.0)) == "serve"


def test_typing_never_waits() -> None:
    clock = Clock()
    doors = InteractionConcurrencyLimiter(clock.read)
    verdicts = {doors.admit_interaction(clock.make_id(), can_be_queued=False) for _ in range(1_000)}
    assert verdicts == {"serve", "drop"}


@pytest.mark.parametrize("seed", range(EFFORT.examples))
def test_bounds_hold_whatever_comes(seed: int) -> None:
    random = Random(f"{SEED} overload {seed}")
    clock, made = Clock(random.uniform(-1e6, 1e6)), dict[int, float]()
    doors = InteractionConcurrencyLimiter(clock.read)
    under_way, told = dict[int, str](), dict[int, Outcome]()

    def tell(id: int, outcome: Outcome) -> None:
        age = clock.now - made[id]
        assert id not in told
        assert outcome != "serve" or age <= MAX_SERVED_AGE + 0.001
        assert outcome != "refuse" or MAX_SERVED_AGE < age <= MAX_REFUSED_AGE + 0.001
        told[id] = outcome
        if outcome != "drop":
            under_way[id] = outcome

    doors.admit_interaction(clock.make_id())
    for _ in range(2_000):
        clock.now += random.choice((0.0, 0.001, 0.1))
        age = random.choice((0.0, 0.2, 1.0, 5.0))
        id = clock.make_id(age)
        made[id] = clock.now - age
        verdict = doors.admit_interaction(id)
        if verdict == "serve":
            under_way[id] = verdict
        elif verdict == "wait":
            doors.queue_interaction(id, partial(tell, id))
        if under_way and random.random() < 0.4:
            ended = random.choice([*under_way])
            doors.release_interaction_slot(ended)
            del under_way[ended]
        doors.serve_or_refuse_queued_interactions()
        held = [*under_way.values()]
        assert held.count("serve") <= MAX_UNDER_WAY
        assert held.count("refuse") <= MAX_REFUSALS
    clock.now += 10
    doors.serve_or_refuse_queued_interactions()
    assert doors.queued_interaction_count == 0


async def test_a_burst_waits_for_its_place_and_is_served(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await Table(server).opened(server.bo)
    monkeypatch.setattr(admission_control, "MAX_UNDER_WAY", 1)
    monkeypatch.setattr(admission_control, "MAX_SERVED_AGE", 60.0)
    with in_flight(server.env):
        joined = await server.cy.click(table.board, label="Join")
        later = await server.di.click(table.board, label="Join")
    await server.env.settle()
    assert [said(each) for each in (joined, later)] == ["✅ You have a seat."] * 2


async def test_what_is_too_much_is_told_so_and_works_a_moment_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await Table(server).opened(server.bo)
    monkeypatch.setattr(admission_control, "MAX_UNDER_WAY", 1)
    monkeypatch.setattr(admission_control, "FLOOD_DURATION", 0.0)  # a busy machine may deliver late
    with monkeypatch.context() as patch:
        patch.setattr(admission_control, "MAX_SERVED_AGE", -1.0)  # nobody waits
        with in_flight(server.env):
            joined = await server.cy.click(table.board, label="Join")
            refused = await server.di.click(table.board, label="Join")
            server.speaks(server.gil, "fr")
            typed = await server.gil.slash(server.channel, "pod status")
        await server.env.settle()
    assert said(joined) == "✅ You have a seat."
    assert said(refused).startswith("⏳ I have too much to do right now. Nothing was changed")
    assert said(typed).startswith("⏳ On me demande beaucoup de choses en même temps.")
    assert answer(refused).ephemeral
    assert answer(typed).ephemeral
    assert said(await server.di.click(table.board, label="Join")) == "✅ You have a seat."
