"""The bot's secrets in tests: each test gets the same ones in every run with one seed.

Secrets decide who sits with whom and who begins. A test that holds for most draws would fail by chance; with a seed
of its own it always passes or always fails, and a night's run tries other draws.
"""

import secrets
from collections.abc import Iterator
from random import Random

import pytest

from tests import effort


@pytest.fixture(autouse=True)
def seeded_secrets(request: pytest.FixtureRequest) -> Iterator[None]:
    """Draw the secrets of this process from the run's seed and the test's id."""
    chance = Random(f"secrets {effort.SEED} {request.node.nodeid}")

    def draw_bytes(count: int | None = None) -> bytes:
        return chance.randbytes(secrets.DEFAULT_ENTROPY if count is None else count)

    # The other functions of the module draw from token_bytes, by its name in the module.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "token_bytes", draw_bytes)
        patch.setattr(secrets, "randbits", chance.getrandbits)
        patch.setattr(secrets, "randbelow", chance.randrange)
        yield
