"""Private ballots on deeds, which no event holds."""

import sqlalchemy as sa
from alembic import op

revision: str = "0037"
down_revision: str | None = "0036"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "ballots",
        sa.Column("channel", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("pod", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("voter", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("choice", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("channel", "pod", "deed", "voter", name=op.f("pk_ballots")),
    )
    op.create_index("ix_ballots_voter", "ballots", ["voter"])
    op.create_index("ix_ballots_choice", "ballots", ["choice"])


def downgrade() -> None:
    op.drop_table("ballots")
