"""Places where nothing can be done are left alone: after a refusal each time for twice as long, up to a limit."""

import asyncio
from itertools import count, takewhile

import aiohttp
import discord
import pytest

from bot.basics.reconciler import FIRST_PAUSE, LONGEST_PAUSE, OUTAGE_PAUSE, RetryBackoff
from bot.front.publishing.retries import ChannelFailureBackoff, is_error_worth_retry
from bot.service.live_game import ChannelAddress
from bot.storage.engine.errors import DatabaseBusyError
from tests.jumping import now, run


async def find_rest(backoff: RetryBackoff[str], key: str) -> float:
    """How long a key is left alone from now on, in seconds."""
    began, step = now(), FIRST_PAUSE / 4
    for _ in takewhile(lambda _: backoff.must_wait_after_failure(key), count()):
        await asyncio.sleep(step)
    return now() - began


def test_each_rest_is_twice_as_long_up_to_a_limit() -> None:
    async def main() -> None:
        backoff, rests = RetryBackoff[str](), []
        for _ in range(12):
            backoff.record_failure("a")
            rests.append(await find_rest(backoff, "a"))
        assert rests == [min(FIRST_PAUSE * 2**at, LONGEST_PAUSE) for at in range(12)]
        assert rests[-1] == LONGEST_PAUSE

    run(main())


def test_a_rest_that_is_over_is_remembered_until_something_could_be_done() -> None:
    async def main() -> None:
        backoff = RetryBackoff[str]()
        assert not backoff.has_last_attempt_failed("a")
        backoff.record_failure("a")
        assert backoff.has_last_attempt_failed("a")
        await asyncio.sleep(FIRST_PAUSE)
        assert not backoff.must_wait_after_failure("a")
        assert backoff.has_last_attempt_failed("a")
        backoff.reset_failures("a")
        assert not backoff.has_last_attempt_failed("a")
        backoff.record_failure("a")
        assert await find_rest(backoff, "a") == FIRST_PAUSE

    run(main())


def test_in_an_outage_rests_stay_short_and_few_keys_are_tried() -> None:
    async def main() -> None:
        tried: list[str] = []
        backoff = RetryBackoff[str](tried.append)
        names = [f"channel {each}" for each in range(300)]
        for name in names:
            backoff.record_failure(name, is_service_down=True)
        for _ in range(5):
            before = len(tried)
            await asyncio.sleep(OUTAGE_PAUSE)
            for name in tried[before:]:
                backoff.record_failure(name, is_service_down=True)
        assert 3 * OUTAGE_PAUSE <= len(tried) <= 5 * OUTAGE_PAUSE
        assert len({*tried}) == len(tried)  # everybody in turn

    run(main())


def test_a_success_after_an_outage_ends_the_rests_of_all_within_a_minute() -> None:
    async def main() -> None:
        tried: list[str] = []
        backoff = RetryBackoff[str](tried.append)
        names = {f"channel {each}" for each in range(300)}
        for name in names:
            backoff.record_failure(name, is_service_down=True)
        await asyncio.sleep(OUTAGE_PAUSE)
        backoff.record_success(tried[0])
        await asyncio.sleep(1)
        assert {*tried} == names
        assert not any(map(backoff.must_wait_after_failure, names))

    run(main())


def test_a_success_does_not_end_the_rest_of_what_was_refused_or_failed_a_moment_ago() -> None:
    async def main() -> None:
        tried: list[str] = []
        backoff = RetryBackoff[str](tried.append)
        for name in ("refused", "refused", "refused"):
            backoff.record_failure(name)
        backoff.record_failure("back", is_service_down=True)
        await asyncio.sleep(1)
        backoff.record_failure("late", is_service_down=True)
        backoff.record_success("back")
        await asyncio.sleep(FIRST_PAUSE - 1)
        assert tried == []
        await asyncio.sleep(2)
        assert tried == ["late"]
        backoff.end_pause_early("refused")  # somebody was answered there
        await asyncio.sleep(1)
        assert tried == ["late", "refused"]

    run(main())


def test_a_change_ends_the_rests_that_it_concerns() -> None:
    async def main() -> None:
        backoff = ChannelFailureBackoff()
        places = [ChannelAddress(900, 1), ChannelAddress(900, 2), ChannelAddress(901, 3)]
        for place in places:
            backoff.record_failure(place)
        backoff.forget_channel_failures_of_server(900)
        assert [*filter(backoff.must_wait_after_failure, places)] == [ChannelAddress(901, 3)]
        backoff.forget_channel_failures_of_server(None)
        assert not backoff.must_wait_after_failure(ChannelAddress(901, 3))

    run(main())


class Answer:
    """What discord.py needs of an answer to make an error of it."""

    reason = "because"

    def __init__(self, status: int) -> None:
        self.status = status


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        *((discord.HTTPException(Answer(status), None), True) for status in (429, 500, 503)),
        *((discord.HTTPException(Answer(status), None), False) for status in (400, 401)),
        (discord.Forbidden(Answer(403), None), False),
        (discord.NotFound(Answer(404), None), False),
        (aiohttp.ClientError(), True),
        (OSError(), True),
        (TimeoutError(), True),
        (DatabaseBusyError(), True),
    ],
)
def test_what_discord_says_for_good_does_not_pass(error: Exception, passes: bool) -> None:
    assert is_error_worth_retry(error) == passes
