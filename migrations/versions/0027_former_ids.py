"""Former ids of people who were forgotten, for a season, and lines that stay without them."""

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | None = "0026"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "former_ids",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "season", "player", name=op.f("pk_former_ids")),
    )
    op.create_table(
        "settled_lines",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("eligible", sa.Integer(), nullable=False),
        sa.Column("held", sa.Integer(), nullable=False),
        sa.Column("within", sa.Integer(), nullable=False),
        sa.Column("middle", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "season", "game", "player", name=op.f("pk_settled_lines")),
    )


def downgrade() -> None:
    op.drop_table("settled_lines")
    op.drop_table("former_ids")
