"""The lease of the download: one process of the bot at a time downloads card data.

It is a lock of a session of PostgreSQL, so it ends with its process, however that ends.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import text

from bot.storage.engine.postgres import DRIVER_ERRORS, create_engine_for_advisory_locks
from bot.storage.engine.stores import raise_database_unreachable_on_driver_errors
from bot.storage.engine.urls import allows_several_bot_processes, mask_password_in_database_url, parse_database_url

DOWNLOAD_LOCK = 1_937_073_258
"""The first number of the advisory lock; mixed with the schema's name, as two bots may share."""

_LOCK = text("SELECT pg_try_advisory_lock(:lock # hashtext(current_schema()), 0)").bindparams(lock=DOWNLOAD_LOCK)


@asynccontextmanager
async def hold_card_download_lock(database_url: str) -> AsyncIterator[bool]:
    """Hold the lock for downloading card data during the `with` block; yield False if it is taken.

    Another process may have the lease. On SQLite there is one process, which always has it. Raises `StorageError`.
    """
    if not allows_several_bot_processes(database_url):
        yield True
        return
    parsed = parse_database_url(database_url)
    engine = create_engine_for_advisory_locks(parsed).execution_options(isolation_level="AUTOCOMMIT")
    try:
        with raise_database_unreachable_on_driver_errors(mask_password_in_database_url(parsed), *DRIVER_ERRORS):
            connection = await engine.connect()
            mine = bool((await connection.execute(_LOCK)).scalar_one())
        try:
            yield mine
        finally:
            await connection.close()
    finally:
        await engine.dispose()
