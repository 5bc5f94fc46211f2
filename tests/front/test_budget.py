"""Requests for boards keep to a pace: on a loop whose clock jumps to whatever is waited for."""

import asyncio
import math
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.front.publishing.request_limiter import REQUESTS_PER_SECOND, DiscordRequestRateLimiter
from tests.jumping import now, run

APART = 1 / REQUESTS_PER_SECOND
SECOND = round(REQUESTS_PER_SECOND)


class Line:
    """People who want their turn, and when each had it."""

    def __init__(self, budget: DiscordRequestRateLimiter) -> None:
        self._budget = budget
        self.turns: list[tuple[str, float]] = []

    def joins(self, name: str, **how: Any) -> asyncio.Task[None]:
        return asyncio.create_task(self._waits(name, how))

    async def _waits(self, name: str, how: Mapping[str, Any]) -> None:
        await self._budget.wait_until_request_allowed(**how)
        self.turns.append((name, now()))

    @property
    def names(self) -> str:
        return "".join(name for name, _ in self.turns)

    @property
    def times(self) -> list[float]:
        return [time for _, time in self.turns]


def check_pace(times: list[float]) -> None:
    """Of no second does anybody see more turns than there may be."""
    late = zip(times, times[SECOND:], strict=False)
    assert all(later - first >= 1 - 1e-6 for first, later in late)


def test_of_a_crowd_forty_have_their_turn_each_second() -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        await asyncio.gather(*(line.joins("x") for _ in range(4 * SECOND)))
        check_pace(line.times)
        assert line.times[-1] == pytest.approx(4 - APART)  # and nobody waits for nothing

    run(main())


@given(st.lists(st.tuples(st.floats(0, 0.5), st.integers(1, 90), st.booleans()), max_size=6))
def test_whenever_people_come_no_second_has_more_than_forty_turns(crowds: list[tuple[float, int, bool]]) -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        coming: list[asyncio.Task[None]] = []
        for pause, people, urgent in crowds:
            await asyncio.sleep(pause)
            coming += [line.joins("x", is_urgent=urgent) for _ in range(people)]
        await asyncio.gather(*coming)
        assert len(line.turns) == sum(people for _, people, _ in crowds)
        check_pace(line.times)

    run(main())


def test_who_comes_to_an_empty_room_does_not_wait_however_long_it_was_empty() -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        await line.joins("a")
        await asyncio.sleep(3600)
        await asyncio.gather(*(line.joins(name) for name in "bcd"))
        assert line.times == pytest.approx([0, 3600, 3600 + APART, 3600 + 2 * APART])

    run(main())


def test_who_came_first_is_served_first() -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        await asyncio.gather(*(line.joins(name) for name in "abcdefgh"))
        assert line.names == "abcdefgh"

    run(main())


def test_the_urgent_pass_the_others_but_not_each_other() -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        people = [line.joins(name, is_urgent=name.isupper()) for name in "abcDeF"]
        await asyncio.sleep(1.5 * APART)
        people += [line.joins(name, is_urgent=name.isupper()) for name in "gH"]
        await asyncio.gather(*people)
        assert line.names == "aDFHbceg"

    run(main())


@pytest.mark.parametrize("leaving", ["b", "bc", "bcd", "d"])
def test_who_leaves_the_line_costs_no_turn(leaving: str) -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        people = {name: line.joins(name) for name in "abcde"}
        await asyncio.sleep(APART / 2)
        for name in leaving:
            people[name].cancel()
        await asyncio.gather(*people.values(), return_exceptions=True)
        stayed = [name for name in "abcde" if name not in leaving]
        assert line.names == "".join(stayed)
        assert line.times == pytest.approx([at * APART for at in range(len(stayed))])

    run(main())


def test_a_line_that_everybody_left_keeps_nobody_waiting() -> None:
    async def main() -> None:
        line = Line(DiscordRequestRateLimiter())
        gone = [line.joins(name) for name in "abc"]
        await asyncio.sleep(APART / 2)
        for person in gone[1:]:
            person.cancel()
        await asyncio.sleep(10)
        await line.joins("d")
        assert line.names == "ad"
        assert line.times[1] == pytest.approx(10 + APART / 2)

    run(main())


def test_a_turn_that_has_become_urgent_comes_before_those_that_are_not() -> None:
    async def main() -> None:
        budget = DiscordRequestRateLimiter()
        line = Line(budget)
        first = [line.joins("a"), line.joins("u", is_urgent=True), line.joins("b")]
        second = [line.joins("c", board_channel_id=3), line.joins("d", board_channel_id=4)]
        await asyncio.sleep(0)
        budget.make_board_update_urgent(4)
        budget.make_board_update_urgent(4)  # twice is once
        budget.make_board_update_urgent(5)  # waits for nothing
        await asyncio.gather(*first, *second)
        assert line.names == "audbc"
        check_pace(line.times)
        budget.make_board_update_urgent(4)  # waits no more
        assert line.times[-1] == pytest.approx(4 * APART)  # nobody was given two turns

    run(main())


def test_without_a_pace_nobody_waits_even_for_a_moment() -> None:
    async def main() -> None:
        budget = DiscordRequestRateLimiter(math.inf)
        for _ in range(1000):
            with pytest.raises(StopIteration):  # it ends before anything else can happen
                budget.wait_until_request_allowed().send(None)
        assert now() == 0

    run(main())


def test_what_can_wait_begins_once_few_wait_for_their_turns() -> None:
    async def main() -> None:
        budget = DiscordRequestRateLimiter()
        line = Line(budget)
        crowd = [line.joins("x") for _ in range(SECOND)]
        await asyncio.sleep(0)
        await budget.wait_while_request_queue_is_long(5, math.inf)
        assert SECOND - 5 < len(line.turns) + 1 <= SECOND - 2
        await asyncio.gather(*crowd)
        before = now()
        await budget.wait_while_request_queue_is_long(5, math.inf)
        assert now() == before

    run(main())


def test_what_can_wait_does_not_wait_for_ever() -> None:
    async def main() -> None:
        budget = DiscordRequestRateLimiter()
        crowd = [Line(budget).joins("x") for _ in range(9 * SECOND)]
        await asyncio.sleep(0)
        before = now()
        await budget.wait_while_request_queue_is_long(5, 2.0)
        assert now() == pytest.approx(before + 2.0)
        await asyncio.gather(*crowd)

    run(main())


@pytest.mark.parametrize("processes", [1, 2, 5])
def test_of_several_processes_each_has_its_part_of_the_pace(processes: int) -> None:
    async def main() -> None:
        budget = DiscordRequestRateLimiter()
        budget.divide_rate_among_processes(processes)
        line = Line(budget)
        await asyncio.gather(*(line.joins("x") for _ in range(SECOND)))
        assert line.times[-1] == pytest.approx((1 - APART) * processes)

    run(main())


def test_who_is_alone_again_has_the_whole_pace() -> None:
    async def main() -> None:
        budget = DiscordRequestRateLimiter()
        line = Line(budget)
        budget.divide_rate_among_processes(4)
        await line.joins("x")
        budget.divide_rate_among_processes(1)
        await line.joins("x")  # a turn was given at the slower pace
        begun = now()
        await asyncio.gather(*(line.joins("x") for _ in range(SECOND)))
        assert now() - begun == pytest.approx(1)

    run(main())
