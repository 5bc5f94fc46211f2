"""Boards know what is wanted of them, so that those which are owed are found in an index."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: None = None
depends_on: None = None

OWED = sa.text("shown < wanted OR former IS NOT NULL")


def upgrade() -> None:
    _put_aside()
    op.create_table(
        "boards",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("wanted", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("posted", sa.BigInteger()),
        sa.Column("asked", sa.Text()),
        sa.Column("former", sa.BigInteger()),
        sa.PrimaryKeyConstraint("channel", "pod", name="pk_boards"),
    )
    op.create_index(
        "ix_boards_owed", "boards", ["channel", "pod"], sqlite_where=OWED, postgresql_where=OWED
    )
    # A pod that was over and had no board was left alone; an open one is owed its board.
    op.execute(
        """
        INSERT INTO boards (channel, pod, guild, language, wanted, shown, message, posted, asked)
        SELECT pods.channel, pods.pod, pods.guild, coalesce(language, 'en'), version,
            coalesce(shown, CASE WHEN state IN ('finished', 'closed') THEN version ELSE 0 END),
            message, posted, asked
        FROM pods LEFT JOIN aside ON aside.channel = pods.channel AND aside.pod = pods.pod
        """
    )
    op.drop_table("aside")


def downgrade() -> None:
    _put_aside()
    op.create_table(
        "boards",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("posted", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text()),
        sa.PrimaryKeyConstraint("channel", "pod", name="pk_boards"),
    )
    op.execute(
        """
        INSERT INTO boards (channel, pod, message, posted, shown, language, asked)
        SELECT channel, pod, message, posted, shown, language, asked
        FROM aside WHERE message IS NOT NULL
        """
    )
    op.drop_table("aside")


def _put_aside() -> None:
    # Names of constraints and indexes are free again only when the table is gone.
    op.execute("CREATE TABLE aside AS SELECT * FROM boards")
    op.drop_table("boards")
