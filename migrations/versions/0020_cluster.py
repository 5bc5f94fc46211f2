"""Several processes that are one bot, on PostgreSQL: who serves what, and what they tell others."""

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: None = None
depends_on: None = None

TELL = """
CREATE FUNCTION suzerain_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('suzerain', TG_ARGV[0]);
    RETURN NULL;
END $$
"""

TOLD = (
    ("people", "DELETE", "people"),
    ("strikes", "INSERT OR UPDATE OR DELETE", "strikes"),
)

TELL_GUILD = """
CREATE FUNCTION suzerain_tell_guild() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('suzerain', 'settings ' || coalesce(NEW.guild, OLD.guild));
    RETURN NULL;
END $$
"""


def upgrade() -> None:
    if op.get_context().dialect.name != "postgresql":  # SQLite has one process
        return
    op.create_table(
        "cluster",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_cluster"),
    )
    op.create_table(
        "commands",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_commands"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("backend", sa.Integer(), nullable=False),
        sa.Column("backend_since", sa.Double(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("beat", sa.Double(), nullable=False),
        sa.Column("numbering", sa.Integer(), nullable=False),
        sa.Column("draining", sa.Boolean(), nullable=False),
        sa.Column("only", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "shards",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.Text()),
        sa.Column("heir", sa.Text()),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("taken", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", name="pk_shards"),
    )
    op.create_table(
        "identifies",
        sa.Column("bucket", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_identifies"),
    )
    op.execute(TELL)
    op.execute(TELL_GUILD)
    for table, what, told in TOLD:
        op.execute(
            f"CREATE TRIGGER suzerain_tell AFTER {what} ON {table}"
            f" FOR EACH STATEMENT EXECUTE FUNCTION suzerain_tell('{told}')"
        )
    # Not of the row's other columns, which change each week and whenever somebody plays.
    op.execute(
        "CREATE TRIGGER suzerain_tell AFTER INSERT OR UPDATE OF settings OR DELETE ON guilds"
        " FOR EACH ROW EXECUTE FUNCTION suzerain_tell_guild()"
    )


def downgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    op.execute("DROP TRIGGER suzerain_tell ON guilds")
    for table, _, _ in TOLD:
        op.execute(f"DROP TRIGGER suzerain_tell ON {table}")
    op.execute("DROP FUNCTION suzerain_tell_guild()")
    op.execute("DROP FUNCTION suzerain_tell()")
    for table in ("identifies", "shards", "processes", "commands", "cluster"):
        op.drop_table(table)
