"""A pod knows when the next of its reports is confirmed by itself."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: None = None
depends_on: None = None

TO_CONFIRM = sa.text("confirm_by IS NOT NULL")


def upgrade() -> None:
    op.add_column("pods", sa.Column("confirm_by", sa.BigInteger()))
    op.create_index(
        "ix_pods_confirm_by",
        "pods",
        ["confirm_by"],
        sqlite_where=TO_CONFIRM,
        postgresql_where=TO_CONFIRM,
    )


def downgrade() -> None:
    op.drop_index("ix_pods_confirm_by", "pods")
    op.drop_column("pods", "confirm_by")
