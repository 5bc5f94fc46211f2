"""Which lobbies and plans a server has open, found without looking at those of others."""

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: None = None
depends_on: None = None

_IS_LOBBY = sa.text("state = 'lobby'")
_TO_COME = sa.text("due IS NOT NULL")


def upgrade() -> None:
    op.create_index(
        "ix_pods_lobbies", "pods", ["guild"], sqlite_where=_IS_LOBBY, postgresql_where=_IS_LOBBY
    )
    op.create_index(
        "ix_plans_open", "plans", ["guild", "at"], sqlite_where=_TO_COME, postgresql_where=_TO_COME
    )


def downgrade() -> None:
    op.drop_index("ix_plans_open", "plans")
    op.drop_index("ix_pods_lobbies", "pods")
