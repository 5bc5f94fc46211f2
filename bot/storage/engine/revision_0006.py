"""Earlier forms of revision 0006, which was changed eight times after it had landed.

Databases of all forms say that they are at 0006. None can be further: the rebuild after 0007 needs `pods.ended`, which
came with the last form. So before 0007 they are completed to the last form.
"""

import sqlalchemy as sa
from alembic import op

REVISION = "0006"

REMADE = ("results", "defeats", "unrated", "standings", "rivalries")
"""Tables that 0007 drops and makes anew: they must exist, in any form."""

ENDED = sa.text("ended IS NOT NULL")
OWED = sa.text("channel IS NOT NULL AND (message IS NULL OR shown < wanted)")
DUE = sa.text("due IS NOT NULL AND left_at IS NULL")


def complete_schema_revision_0006() -> None:
    """Add the tables and columns of migration 0006 that a database lacks; released versions of it differ."""
    found = sa.inspect(op.get_bind())
    tables = {name: _list_column_names(found, name) for name in found.get_table_names()}
    for name in REMADE:
        if name not in tables:
            op.create_table(name, sa.Column("guild", sa.BigInteger()))
    if "ended" not in tables["pods"]:
        op.add_column("pods", sa.Column("ended", sa.BigInteger()))
        _create_partial_index("ix_pods_ended", "pods", ["guild", "ended", "channel", "pod"], ENDED)
    if "due" not in tables["guilds"]:
        op.add_column("guilds", sa.Column("due", sa.BigInteger()))
        _create_partial_index("ix_guilds_due", "guilds", ["due"], DUE)
    if "claim" not in tables.get("posts", ()):
        _recreate_posts_table(tables.get("posts", set()))
    if "champions" not in tables:
        _create_champion_role_tables()


def _list_column_names(inspector: sa.Inspector, table_name: str) -> set[str]:
    return {column["name"] for column in inspector.get_columns(table_name)}


def _create_partial_index(name: str, table: str, columns: list[str], condition: sa.TextClause) -> None:
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def _recreate_posts_table(old_columns: set[str]) -> None:
    """Create the table of posts again, and copy the given columns of its rows."""
    if old_columns:
        op.execute("CREATE TABLE aside AS SELECT * FROM posts")
        op.drop_table("posts")
    made = op.create_table(
        "posts",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("start", sa.BigInteger(), nullable=False),
        sa.Column("end", sa.BigInteger(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("claimed", sa.BigInteger()),
        sa.Column("claim", sa.BigInteger()),
        sa.Column("tried", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild", "kind", "number", name="pk_posts"),
    )
    op.create_index("ix_posts_guild_end", "posts", ["guild", "end"])
    _create_partial_index("ix_posts_owed", "posts", ["guild"], OWED)
    if old_columns:
        kept = [column.name for column in made.columns if column.name in old_columns]
        aside = sa.table("aside", *(sa.column(name) for name in kept))
        if "language" in old_columns:
            op.execute(made.insert().from_select(kept, sa.select(aside)))
        op.drop_table("aside")


def _create_champion_role_tables() -> None:
    op.create_table(
        "champions",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("discord_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("role", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("given", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "discord_id", "role", name="pk_champions"),
    )
    op.create_index("ix_champions_discord_id", "champions", ["discord_id"])
    op.create_table(
        "uncrowned",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("trouble", sa.Text(), nullable=False),
        sa.Column("told", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_uncrowned"),
    )
