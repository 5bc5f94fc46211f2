"""An index of the servers of pods without an end: the servers with data are found without reading every game."""

import sqlalchemy as sa
from alembic import op

revision: str = "0044"
down_revision: str | None = "0040"
branch_labels: None = None
depends_on: None = None

_HAS_NO_END = sa.text("ended IS NULL")


def upgrade() -> None:
    op.create_index("ix_pods_endless", "pods", ["guild"], sqlite_where=_HAS_NO_END, postgresql_where=_HAS_NO_END)


def downgrade() -> None:
    op.drop_index("ix_pods_endless", table_name="pods")
