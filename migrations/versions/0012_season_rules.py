"""Rules of a season, and people who are excluded from one."""

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.add_column("seasons", sa.Column("rules", sa.Text()))
    op.create_table(
        "result_changes",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_result_changes"),
    )
    op.create_table(
        "exclusions",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("season", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "season", "player", name="pk_exclusions"),
    )


def downgrade() -> None:
    op.drop_table("exclusions")
    op.drop_table("result_changes")
    with op.batch_alter_table("seasons") as batch:
        batch.drop_column("rules")
