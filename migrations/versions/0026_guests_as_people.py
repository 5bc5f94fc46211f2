"""Results and pods hold who brought the guests of a game."""

import sqlalchemy as sa
from alembic import op

revision: str = "0026"
down_revision: str | None = "0025"
branch_labels: None = None
depends_on: None = None

rebuilds = True
"""The log says who brought whom; ratings of seasons with damping follow."""


def upgrade() -> None:
    op.add_column("results", sa.Column("brought_by", sa.Text()))
    op.add_column("pods", sa.Column("people", sa.Text()))


def downgrade() -> None:
    op.drop_column("pods", "people")
    op.drop_column("results", "brought_by")
