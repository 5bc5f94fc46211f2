"""Run the migrations on the connection that the caller hands over.

The caller's alembic `Config` carries it as `attributes["connection"]`, and the schema to compare
with, if it wants one, as `attributes["metadata"]`. Nothing here reads a configuration file.
"""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=context.config.attributes.get("metadata"),
    render_as_batch=True,  # SQLite alters a table by copying it
)
with context.begin_transaction():
    context.run_migrations()
