"""The plugin that seeds the bot's secrets: the same in each run, others for each test."""

import secrets
from random import Random

import pytest

from bot.draws.seating import generate_random_secret
from tests import effort


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Random:
    """The source from which this test's secrets should come."""
    return Random(f"secrets {effort.SEED} {request.node.nodeid}")


@pytest.mark.parametrize("times", [1, 2])
def test_secret_of_a_draw_follows_from_the_seed_and_the_test(chance: Random, times: int) -> None:
    drawn = [generate_random_secret() for _ in range(times)]
    assert drawn == [chance.randbytes(32).hex() for _ in range(times)]


def test_every_kind_of_secret_follows_from_the_seed(chance: Random) -> None:
    assert secrets.token_bytes(4) == chance.randbytes(4)
    assert len(secrets.token_urlsafe(9)) == 12
    chance.randbytes(9)
    assert secrets.randbits(63) == chance.getrandbits(63)
    assert secrets.randbelow(7) == chance.randrange(7)
