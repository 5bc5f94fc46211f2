"""The rate limits of the loopback: which requests count together, and how long they take."""

import pytest

from tests.loopback.limits import GLOBAL, Limit, RateLimits, list_routes

SEND, EDIT = ("POST", "/channels/1/messages"), ("PATCH", "/channels/1/messages/5")
THREAD = ("POST", "/channels/1/messages/5/threads")


def test_sixth_message_to_a_channel_has_to_wait_and_other_requests_have_not() -> None:
    limits = RateLimits()
    taken = [limits.take(*SEND, 10.0) for _ in range(6)]
    assert [each.after for each in taken] == [None] * 5 + [5.0]
    assert [each.headers["X-RateLimit-Remaining"] for each in taken] == list("432100")
    assert not taken[-1].by_all
    assert limits.take(*EDIT, 10.0).after is None
    assert limits.take("POST", "/channels/2/messages", 10.0).after is None
    assert limits.take(*SEND, 15.0).after is None


def test_fifty_requests_a_second_are_taken_and_answers_do_not_count() -> None:
    limits = RateLimits()
    taken = [limits.take("GET", f"/guilds/{number}", 1.0) for number in range(51)]
    assert [each.by_all for each in taken] == [False] * 50 + [True]
    assert limits.take("POST", "/interactions/1/token/callback", 1.0).after is None
    assert limits.take("GET", "/guilds/1", 2.0).after is None


@pytest.mark.parametrize(
    ("requests", "seconds"),
    [
        ([], 0.0),
        ([SEND] * 5, 0.0),
        ([SEND] * 6, 5.0),
        ([SEND] * 50, 45.0),
        ([SEND, EDIT] * 5, 0.0),
        ([THREAD] * 51, 60.0),
        ([("GET", f"/guilds/{number}") for number in range(101)], 2.0),
        ([("POST", "/webhooks/1/token")] * 1000, 0.0),
    ],
)
def test_least_time_of_requests_is_that_of_their_slowest_limit(requests: list[tuple[str, str]], seconds: float) -> None:
    limits = RateLimits(list_routes(threads=Limit(50, 60.0)))
    assert limits.compute_time(requests) == seconds


def test_requests_that_take_their_least_time_are_all_taken() -> None:
    limits = RateLimits()
    moments = [number // GLOBAL.requests * GLOBAL.seconds for number in range(500)]
    assert all(limits.take("GET", "/", each).after is None for each in moments)
