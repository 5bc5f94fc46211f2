"""The lease of the download: of several processes of the bot, one at a time downloads card data.

It is a lock of a session of PostgreSQL, so it ends with its process, however that ends.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import text

from bot.storage.engine.postgres import DRIVER_ERRORS, make_lock_engine
from bot.storage.engine.stores import explain_errors
from bot.storage.engine.urls import is_shared, mask, read_url

DOWNLOAD_LOCK = 1_937_073_258
"""The first number of the advisory lock; mixed with the schema's name, as two bots may share."""

_LOCK = text("SELECT pg_try_advisory_lock(:lock # hashtext(current_schema()), 0)").bindparams(
    lock=DOWNLOAD_LOCK
)


@asynccontextmanager
async def hold_download_lease(url: str) -> AsyncIterator[bool]:
    """Hold the lease for the block, and yield True; yield False if another process has it.

    On SQLite there is one process, which has it. Raises `StorageError`.
    """
    if not is_shared(url):
        yield True
        return
    parsed = read_url(url)
    engine = make_lock_engine(parsed).execution_options(isolation_level="AUTOCOMMIT")
    try:
        with explain_errors(mask(parsed), *DRIVER_ERRORS):
            connection = await engine.connect()
            mine = bool((await connection.execute(_LOCK)).scalar_one())
        try:
            yield mine
        finally:
            await connection.close()
    finally:
        await engine.dispose()
