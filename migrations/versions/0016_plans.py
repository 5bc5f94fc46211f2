"""The plans of all channels, and when there is something to do for each."""

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: None = None
depends_on: None = None

_TO_COME = sa.text("due IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "plans",
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("pod", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.PrimaryKeyConstraint("channel", "pod", name="pk_plans"),
    )
    op.create_index(
        "ix_plans_due",
        "plans",
        ["due", "guild"],
        sqlite_where=_TO_COME,
        postgresql_where=_TO_COME,
    )


def downgrade() -> None:
    op.drop_table("plans")
