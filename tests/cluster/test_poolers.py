"""Behind a pooler a lock would be anybody's: the bot says so, and does not start."""

from collections import deque

import pytest

from bot import serving
from bot.cluster.store import require_dedicated_database_sessions
from bot.config import BotSettings, DatabaseSettings, DiscordSettings
from bot.serving import BotStartError
from bot.storage.engine.errors import TransactionPoolerUnsupportedError
from tests.cluster.pooler import Stream, Take, pooled

by_either = pytest.mark.parametrize(
    "take", [deque[Stream].pop, deque[Stream].popleft], ids=["the newest", "each in turn"]
)


@by_either
async def test_a_pooler_of_transactions_is_seen(url: str, take: Take) -> None:
    async with pooled(url, take) as there:
        with pytest.raises(TransactionPoolerUnsupportedError, match="another session"):
            await require_dedicated_database_sessions(there)


@by_either
async def test_behind_a_pooler_of_transactions_the_bot_does_not_start(url: str, take: Take) -> None:
    async with pooled(url, take) as there:
        settings = BotSettings(discord=DiscordSettings("token"), database=DatabaseSettings(there))
        with pytest.raises(BotStartError, match="set its pool_mode to session"):
            await serving.run_bot_until_stopped(settings)


async def test_connections_with_sessions_of_their_own_are_no_pooler(url: str) -> None:
    await require_dedicated_database_sessions(url)
