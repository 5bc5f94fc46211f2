"""Guests: people without an account, by server, and who claimed them; which results are theirs."""

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("asked_by", sa.Text()),
        sa.Column("asked", sa.BigInteger()),
        sa.Column("claimed_by", sa.Text()),
        sa.PrimaryKeyConstraint("player", name="pk_guests"),
    )
    op.create_index("ix_guests_guild", "guests", ["guild"])
    op.add_column(
        "results",
        sa.Column("guest", sa.Boolean(), nullable=False, server_default=sa.text("false")),
    )


def downgrade() -> None:
    op.drop_column("results", "guest")
    op.drop_table("guests")
