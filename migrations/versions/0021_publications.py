"""One table of the messages that the bot keeps up to date; lists of free seats are its first."""

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: None = None
depends_on: None = None

_OWED = sa.text("channel IS NOT NULL AND (message IS NULL OR shown < wanted OR former IS NOT NULL)")
_OWED_BEFORE = sa.text("shown < wanted OR former IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "publications",
        sa.Column("surface", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("former", sa.BigInteger()),
        sa.Column("tried", sa.BigInteger()),
        sa.Column("mark", sa.Text()),
        sa.Column("lease", sa.BigInteger()),
        sa.Column("lease_until", sa.BigInteger()),
        sa.Column("digest", sa.Text()),
        sa.PrimaryKeyConstraint("surface", "guild", "key", name="pk_publications"),
    )
    op.create_index("ix_publications_guild", "publications", ["guild"])
    op.create_index(
        "ix_publications_owed",
        "publications",
        ["surface", "guild"],
        sqlite_where=_OWED,
        postgresql_where=_OWED,
    )
    op.execute(
        "INSERT INTO publications"
        " (surface, guild, key, channel, wanted, shown, message, former, tried, digest)"
        " SELECT 'seats', guild, CAST(channel AS TEXT), channel, wanted, shown, message, former,"
        " tried, looks FROM seat_lists"
    )
    op.drop_table("seat_lists")


def downgrade() -> None:
    op.create_table(
        "seat_lists",
        sa.Column("channel", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("former", sa.BigInteger()),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("looks", sa.Text()),
        sa.Column("tried", sa.BigInteger()),
        sa.PrimaryKeyConstraint("channel", name="pk_seat_lists"),
    )
    op.create_index("ix_seat_lists_guild", "seat_lists", ["guild"])
    op.create_index(
        "ix_seat_lists_owed",
        "seat_lists",
        ["guild"],
        sqlite_where=_OWED_BEFORE,
        postgresql_where=_OWED_BEFORE,
    )
    op.execute(
        "INSERT INTO seat_lists (channel, guild, message, former, wanted, shown, looks, tried)"
        " SELECT channel, guild, message, former, wanted, shown, digest, tried FROM publications"
        " WHERE surface = 'seats'"
    )
    op.drop_table("publications")
