"""What moderators struck out and dismissed; who played each game, and what is odd about it."""

import sqlalchemy as sa
from alembic import op

revision: str = "0011"
down_revision: str | None = "0010"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""The rows of games say more of each."""


def upgrade() -> None:
    op.create_table(
        "strikes",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "id", name="pk_strikes"),
    )
    op.create_table(
        "dismissals",
        sa.Column("channel", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pod", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "pod", name="pk_dismissals"),
    )
    op.create_index("ix_dismissals_guild", "dismissals", ["guild"])
    op.add_column("pods", sa.Column("roster", sa.Text()))
    op.add_column("pods", sa.Column("signs", sa.Text()))


def downgrade() -> None:
    with op.batch_alter_table("pods") as batch:
        batch.drop_column("signs")
        batch.drop_column("roster")
    op.drop_index("ix_dismissals_guild", "dismissals")
    op.drop_table("dismissals")
    op.drop_table("strikes")
