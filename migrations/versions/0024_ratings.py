"""Rate all games anew: ties and thralls are rated by another formula."""

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: None = None
depends_on: None = None

_MARK_ALL = sa.text(
    "INSERT INTO unrated (guild, game, since, channel, version)"
    " SELECT guild, game, min(at), 0, 0 FROM results WHERE guild IS NOT NULL GROUP BY guild, game"
)


def upgrade() -> None:
    _forget_how_far_games_are_rated()


def downgrade() -> None:
    _forget_how_far_games_are_rated()


def _forget_how_far_games_are_rated() -> None:
    """Move every bookmark back to the first game; the rater goes on from there."""
    op.execute(sa.text("DELETE FROM unrated"))
    op.execute(_MARK_ALL)
