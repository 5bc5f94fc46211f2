"""Planned ends of seasons: when, and where and in which language they are announced."""

import sqlalchemy as sa
from alembic import op

revision: str = "0040"
down_revision: str | None = "0037"
branch_labels: None = None
depends_on: None = None

_PLANNED = sa.text('"end" IS NULL AND ends IS NOT NULL')


def upgrade() -> None:
    op.add_column("seasons", sa.Column("ends", sa.BigInteger(), nullable=True))
    op.add_column("seasons", sa.Column("notice", sa.Text(), nullable=True))
    op.create_index("ix_seasons_planned", "seasons", ["ends"], sqlite_where=_PLANNED, postgresql_where=_PLANNED)


def downgrade() -> None:
    op.drop_index("ix_seasons_planned", table_name="seasons")
    op.drop_column("seasons", "notice")
    op.drop_column("seasons", "ends")
