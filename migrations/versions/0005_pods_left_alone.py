"""Open pods that nobody has touched for long are found at once."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: None = None
depends_on: None = None

OPEN = sa.text("state NOT IN ('finished', 'closed')")


def upgrade() -> None:
    op.create_index(
        "ix_pods_open", "pods", ["at", "guild"], sqlite_where=OPEN, postgresql_where=OPEN
    )


def downgrade() -> None:
    op.drop_index("ix_pods_open", table_name="pods")
