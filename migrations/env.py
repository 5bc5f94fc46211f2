"""Run the migrations: on the connection that the bot hands over, or from the command line.

alembic -x url=sqlite:///suzerain.db upgrade head
"""

import asyncio

from alembic import context
from alembic.operations import Operations
from alembic.util import CommandError
from sqlalchemy import Connection

from bot.projections.project import rebuild_derived_tables_in_transaction
from bot.storage.engine import revision_0006
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import require_matching_schema
from bot.storage.engine.schema import HEAD, metadata
from bot.storage.engine.stores import DatabaseAccessMode


def migrate(connection: Connection) -> None:
    """Run what the command asked for, in the transaction that the connection is in."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,  # SQLite alters a table by copying it
    )
    with context.begin_transaction():
        before = context.get_context().get_current_revision()
        if before == revision_0006.REVISION:
            with Operations.context(context.get_context()):
                revision_0006.complete_schema_revision_0006()
        context.run_migrations()
        after = context.get_context().get_current_revision()
        steps = context.script.iterate_revisions(after, before or "base") if after == HEAD else ()
        rebuild = context.config.attributes.get("rebuild", True)
        if rebuild and any(getattr(step.module, "rebuilds", False) for step in steps):
            require_matching_schema(connection)
            rebuild_derived_tables_in_transaction(connection)


async def connect_and_migrate() -> None:
    """Open the database that the command line names."""
    url = context.get_x_argument(as_dictionary=True).get("url")
    if not url:
        raise CommandError("Name the database: alembic -x url=sqlite:///suzerain.db …")
    database = Database(url, access_mode=DatabaseAccessMode.FILL)
    try:
        await database.run_write_transaction(migrate)
    finally:
        await database.close_all_connections()


handed_over = context.config.attributes.get("connection")
if handed_over is not None:
    migrate(handed_over)
else:
    asyncio.run(connect_and_migrate())
