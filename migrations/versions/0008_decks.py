"""Decks of Magicjoust: one a person."""

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.create_table(
        "decks",
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("deck", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_decks"),
    )


def downgrade() -> None:
    op.drop_table("decks")
