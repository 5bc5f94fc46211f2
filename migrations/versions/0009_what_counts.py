"""Pods that moderators should look at; a game that has counted keeps the date of that."""

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""Results are dated anew, from the log."""

UNSETTLED = sa.text("unsettled IS NOT NULL")


def upgrade() -> None:
    op.add_column("pods", sa.Column("unsettled", sa.BigInteger()))
    op.create_index(
        "ix_pods_unsettled",
        "pods",
        ["guild", "unsettled"],
        sqlite_where=UNSETTLED,
        postgresql_where=UNSETTLED,
    )


def downgrade() -> None:
    op.drop_index("ix_pods_unsettled", "pods")
    with op.batch_alter_table("pods") as batch:
        batch.drop_column("unsettled")
