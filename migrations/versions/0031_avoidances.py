"""Whom people avoid, on each server."""

import sqlalchemy as sa
from alembic import op

revision: str = "0031"
down_revision: str | None = "0030"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "avoidances",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("avoided", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "player", "avoided", name=op.f("pk_avoidances")),
    )
    op.create_index("ix_avoidances_player", "avoidances", ["player"])
    op.create_index("ix_avoidances_avoided", "avoidances", ["avoided"])


def downgrade() -> None:
    op.drop_table("avoidances")
