"""The deeds of a result that their player claimed and nobody else confirmed.

Before this release nobody could confirm a claimed deed, so results of that time have none: nothing is rebuilt.
"""

import sqlalchemy as sa
from alembic import op

revision: str = "0045"
down_revision: str | None = "0044"
branch_labels: None = None
depends_on: None = None


def upgrade() -> None:
    op.add_column("results", sa.Column("unconfirmed_deeds", sa.Text(), nullable=False, server_default=sa.text("''")))


def downgrade() -> None:
    op.drop_column("results", "unconfirmed_deeds")
