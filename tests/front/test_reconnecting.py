"""How soon a shard connects again."""

from bot.front.gateway.sharded_client import MAX_RECONNECT_DELAY, ReconnectBackoff


def test_delays_grow_to_a_minute_and_no_further() -> None:
    delays = ReconnectBackoff()
    waited = [delays.delay() for _ in range(50)]
    assert waited[0] <= 1.0
    assert max(waited) <= MAX_RECONNECT_DELAY
    assert min(waited[10:]) >= MAX_RECONNECT_DELAY / 2


def test_a_session_that_works_makes_delays_short_again() -> None:
    delays = ReconnectBackoff()
    for _ in range(50):
        delays.delay()
    delays.reset()
    assert delays.delay() <= 1.0


def test_the_limit_of_sessions_makes_them_longer() -> None:
    delays = ReconnectBackoff()
    delays.at_least = 500.0
    assert delays.delay() == 500.0
    delays.at_least = 0.0
    assert delays.delay() <= MAX_RECONNECT_DELAY
