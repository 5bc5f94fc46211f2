"""Marked work is done soon, once, in order, and again if it was marked meanwhile."""

import asyncio
import logging
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.basics.reconciler import DebouncedJobQueue
from tests.jumping import now, run

SECONDS = 1.0
"""That each job of a `Diary` takes."""


class Job(NamedTuple):
    """Work that was marked under these numbers; it may be urgent."""

    numbers: tuple[int, ...]
    urgent: bool = False


def merge(former: Job, newer: Job) -> Job:
    return Job((*former.numbers, *newer.numbers), former.urgent or newer.urgent)


def lane(key: str) -> str:
    """Return the lane of keys such as `a1` and `a2`: their letter."""
    return key[0]


class Diary:
    """A record of the work done: key, numbers, and time of start."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.done: list[tuple[str, tuple[int, ...], float]] = []
        self.doing: list[str] = []
        self.most = 0  # at the same time
        self._seconds = seconds

    async def work(self, key: str, job: Job) -> None:
        assert lane(key) not in map(lane, self.doing)
        self.doing.append(key)
        self.most = max(self.most, len(self.doing))
        began = now()
        try:
            await asyncio.sleep(self._seconds)
            self.done.append((key, job.numbers, began))
        finally:
            self.doing.remove(key)


def reconcile(diary: Diary, **how: float | None) -> DebouncedJobQueue[str, Job]:
    return DebouncedJobQueue(
        diary.work,
        merge=merge,
        lane=lane,
        is_urgent=lambda job: job.urgent,
        **how,  # type: ignore[arg-type]
    )


def test_what_is_marked_while_it_is_done_is_done_again_and_once() -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary)
        work.queue_job("a", Job((1,)))
        await asyncio.sleep(SECONDS / 2)
        work.queue_job("a", Job((2,)))
        work.queue_job("a", Job((3,)))
        await work.wait_for_jobs_of_keys(["a"])
        assert diary.done == [("a", (1,), 0.0), ("a", (2, 3), SECONDS)]

    run(main())


def test_without_a_way_to_merge_the_newest_job_is_done() -> None:
    async def main() -> None:
        done: list[int] = []

        async def work(_: str, job: int) -> None:
            done.append(job)

        jobs = DebouncedJobQueue[str, int](work)
        for number in range(3):
            jobs.queue_job("a", number)
        await jobs.wait_for_jobs_of_keys(["a"])
        assert done == [2]

    run(main())


def test_keys_of_one_lane_follow_each_other_and_lanes_do_not_wait() -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary)
        for key in ("a1", "a2", "b1"):
            work.queue_job(key, Job((0,)))
        await work.wait_for_jobs_of_keys(["a1", "b1"])
        assert [(key, at) for key, _, at in diary.done] == [("a1", 0.0), ("b1", 0.0), ("a2", 1.0)]

    run(main())


def test_what_is_urgent_comes_first_in_its_lane() -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary)
        for number in range(4):
            work.queue_job(f"a{number}", Job((0,), urgent=number == 2))
        await work.wait_for_jobs_of_keys(["a0"])
        assert [key for key, *_ in diary.done] == ["a2", "a0", "a1", "a3"]

    run(main())


def test_after_a_turn_what_happens_meanwhile_is_done_together_but_what_is_urgent_at_once() -> None:
    async def main() -> None:
        diary = Diary(seconds=0.0)
        work = reconcile(diary, apart=10.0)
        work.queue_job("a", Job((0,)))
        await asyncio.sleep(0.5)
        for number in range(1, 26):
            work.queue_job("a", Job((number,)))
            await asyncio.sleep(1.0)
        work.queue_job("a", Job((26,), urgent=True))
        await work.wait_for_jobs_of_keys(["a"])
        assert [at for *_, at in diary.done] == [0.0, 10.0, 20.0, 25.5]
        assert sum((numbers for _, numbers, _ in diary.done), ()) == tuple(range(27))
        work.queue_job("a", Job((31,)))
        await asyncio.sleep(1.0)
        work.queue_job("a", Job((32,), urgent=True))
        await asyncio.sleep(0.0)
        await work.wait_for_jobs_of_keys(["a"])
        (one, other) = diary.done[-2:]
        assert (one[1], other[1], other[2] - one[2]) == ((31,), (32,), 1.0)

    run(main())


def test_before_a_turn_what_happens_is_gathered() -> None:
    async def main() -> None:
        diary = Diary(seconds=0.0)
        work = reconcile(diary, gathers=4.5)
        for number in range(8):
            work.queue_job("a", Job((number,)))
            await asyncio.sleep(1.0)
        await work.wait_for_jobs_of_keys(["a"])
        assert diary.done == [("a", (0, 1, 2, 3, 4), 4.5), ("a", (5, 6, 7), 9.5)]

    run(main())


def test_in_a_series_of_changes_they_gather_and_the_last_are_done_at_its_end() -> None:
    async def main() -> None:
        diary = Diary(seconds=0.0)
        work = reconcile(diary)
        with work.delay_jobs_of_key("a1", 4.5):
            for number in range(8):
                work.queue_job("a1", Job((number,)))
                await asyncio.sleep(1.0)
        await work.wait_for_jobs_of_keys(["a1"])
        assert diary.done == [("a1", (0, 1, 2, 3, 4), 4.5), ("a1", (5, 6, 7), 8.0)]
        work.queue_job("a1", Job((8,)))
        await work.wait_for_jobs_of_keys(["a1"])
        assert diary.done[-1] == ("a1", (8,), 8.0)

    run(main())


def test_neither_what_is_urgent_nor_another_key_waits_for_a_series_of_changes() -> None:
    async def main() -> None:
        diary = Diary(seconds=0.0)
        work = reconcile(diary)
        with work.delay_jobs_of_key("a1", 5.0):
            work.queue_job("a1", Job((1,)))
            await asyncio.sleep(1.0)
            work.queue_job("a1", Job((2,), urgent=True))
            await work.wait_for_jobs_of_keys(["a1"])
            work.queue_job("a1", Job((3,)))
            await asyncio.sleep(1.0)
            work.queue_job("a2", Job((4,)))
            await work.wait_for_jobs_of_keys(["a2"])
        assert [at for *_, at in diary.done] == [1.0, 2.0, 2.0]

    run(main())


def test_who_finishes_waits_for_no_series_of_changes() -> None:
    async def main() -> None:
        diary = Diary(seconds=0.0)
        work = reconcile(diary)
        with work.delay_jobs_of_key("a1", 50.0):
            work.queue_job("a1", Job((1,)))
            await asyncio.sleep(1.0)
            await work.finish_all_queued_jobs(5.0)
            assert [at for *_, at in diary.done] == [1.0]

    run(main())


@pytest.mark.parametrize("most", [1, 2, 5])
def test_no_more_is_done_at_once_than_there_may_be_and_nobody_has_two_turns_before_another(most: int) -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary, at_once=most)

        for key in "abcde":
            work.queue_job(key, Job((1,)))
        for number in range(2, 4):
            await asyncio.sleep(SECONDS / 4)
            for key in "abcde":
                work.queue_job(key, Job((number,)))
        await work.wait_for_jobs_of_keys("abcde")
        assert diary.most == most
        assert {key for key, *_ in diary.done[:5]} == set("abcde")
        assert sorted(key for key, numbers, _ in diary.done if 3 in numbers) == list("abcde")

    run(main())


def test_a_job_that_is_taken_is_not_done() -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary)
        work.queue_job("a", Job((1,)))
        await asyncio.sleep(SECONDS / 2)
        work.queue_job("a", Job((2,)))
        assert work.pop_waiting_job("a") == Job((2,))
        assert work.pop_waiting_job("a") is None
        await work.wait_for_jobs_of_keys(["a"])
        assert diary.done == [("a", (1,), 0.0)]
        work.queue_job("a", Job((3,)))
        await work.wait_for_jobs_of_keys(["a"])
        assert diary.done[-1][1] == (3,)

    run(main())


def test_one_key_that_fails_is_logged_and_hurts_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        done: list[str] = []

        async def work(key: str, _: None) -> None:
            if key == "a2":
                raise ValueError(key)
            done.append(key)

        jobs = DebouncedJobQueue[str, None](work, lane=lane)
        for key in ("a1", "a2", "a3"):
            jobs.queue_job(key, None)
        await jobs.wait_for_jobs_of_keys(["a1"])
        assert done == ["a1", "a3"]

    with caplog.at_level(logging.ERROR):
        run(main())
    assert "a2" in caplog.text


def test_who_finishes_does_what_is_marked_without_a_pause() -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary, apart=100.0)
        work.queue_job("a", Job((1,)))
        await asyncio.sleep(10.0)
        work.queue_job("a", Job((2,)))
        work.queue_job("b", Job((3,)))
        await work.finish_all_queued_jobs(5.0)
        assert now() == 11.0
        assert sorted(numbers for _, numbers, _ in diary.done) == [(1,), (2,), (3,)]

    run(main())


def test_who_finishes_waits_no_longer_than_that() -> None:
    async def main() -> None:
        diary = Diary(seconds=60.0)
        work = reconcile(diary)
        work.queue_job("a", Job((1,)))
        await asyncio.sleep(1.0)
        await work.finish_all_queued_jobs(5.0)
        assert (now(), diary.done, diary.doing) == (6.0, [], [])

    run(main())


@pytest.mark.parametrize(("patience", "done"), [(5.0, [("a", (1,), 0.0)]), (0.0, [])])
def test_who_closes_waits_for_what_is_being_done_and_begins_nothing(patience: float, done: list[object]) -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary, gathers=0.0)
        work.queue_job("a", Job((1,)))
        await asyncio.sleep(SECONDS / 2)
        work.queue_job("a", Job((2,)))
        await work.close(patience)
        work.queue_job("a", Job((3,)))
        await asyncio.sleep(60.0)
        assert diary.done == done
        assert diary.doing == []

    run(main())


def test_who_closes_does_not_wait_for_what_is_only_being_gathered() -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary, gathers=60.0)
        work.queue_job("a", Job((1,)))
        await asyncio.sleep(1.0)
        await work.close(5.0)
        assert (now(), diary.done) == (1.0, [])

    run(main())


@given(
    st.lists(st.tuples(st.floats(0, 3), st.sampled_from(["a1", "a2", "b1", "c1"]), st.booleans()), max_size=20),
    st.sampled_from([0.0, 0.5, 4.0]),
    st.sampled_from([0.0, 0.5, 4.0]),
    st.sampled_from([None, 1, 2]),
)
def test_whatever_is_marked_is_done_afterwards_and_once(
    marks: list[tuple[float, str, bool]], gathers: float, apart: float, at_once: int | None
) -> None:
    async def main() -> None:
        diary = Diary()
        work = reconcile(diary, gathers=gathers, apart=apart, at_once=at_once)
        marked: dict[int, tuple[str, float]] = {}
        for number, (pause, key, urgent) in enumerate(marks):
            await asyncio.sleep(pause)
            marked[number] = key, now()
            work.queue_job(key, Job((number,), urgent))
        await work.wait_for_jobs_of_keys({key for _, key, _ in marks})
        found = [(number, key, at) for key, numbers, at in diary.done for number in numbers]
        assert sorted(number for number, *_ in found) == list(marked)
        for number, key, at in found:
            assert key == marked[number][0]
            assert at >= marked[number][1]

    run(main())
