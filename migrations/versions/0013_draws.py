"""The numbered draws of each server."""

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "draws",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("home", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Integer()),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("used", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "pod", name="pk_draws"),
    )
    op.create_index("ix_draws_guild_number", "draws", ["guild", "number"])
    op.create_index("ix_draws_guild_home_number", "draws", ["guild", "home", "number"])
    op.create_index("ix_draws_guild_source", "draws", ["guild", "source"])
    op.create_table(
        "draw_numbers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "number", name="pk_draw_numbers"),
    )


def downgrade() -> None:
    op.drop_table("draw_numbers")
    op.drop_table("draws")
