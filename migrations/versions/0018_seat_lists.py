"""The messages that always show who has a seat left: where each stands, and what it shows."""

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: None = None
depends_on: None = None

_OWED = sa.text("shown < wanted OR former IS NOT NULL")


def upgrade() -> None:
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
        "ix_seat_lists_owed", "seat_lists", ["guild"], sqlite_where=_OWED, postgresql_where=_OWED
    )


def downgrade() -> None:
    op.drop_table("seat_lists")
