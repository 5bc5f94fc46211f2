"""Posts become publications: a row of `posts` says only which post there is."""

import sqlalchemy as sa
from alembic import op

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: None = None
depends_on: None = None

_KEY = "posts.kind || ':' || CAST(posts.number AS TEXT)"
_SAME = f"surface = 'post' AND publications.guild = posts.guild AND key = {_KEY}"
_MOVED = ("channel", "message", "wanted", "shown", "tried", "claim", "claimed")
_OWED = sa.text("channel IS NOT NULL AND (message IS NULL OR shown < wanted)")


def upgrade() -> None:
    op.execute(
        "INSERT INTO publications (surface, guild, key, channel, message, wanted, shown, tried,"
        f" lease, lease_until) SELECT 'post', guild, {_KEY}, channel, message, wanted, shown,"
        " tried, claim, claimed FROM posts"
    )
    op.drop_index("ix_posts_owed", "posts")
    for column in _MOVED:
        op.drop_column("posts", column)


def downgrade() -> None:
    for column in ("channel", "message", "claimed", "claim", "tried"):
        op.add_column("posts", sa.Column(column, sa.BigInteger()))
    for column in ("wanted", "shown"):
        zero = sa.text("0")
        op.add_column("posts", sa.Column(column, sa.Integer(), nullable=False, server_default=zero))
    for column in _MOVED:
        there = {"claim": "lease", "claimed": "lease_until"}.get(column, column)
        op.execute(f"UPDATE posts SET {column} = (SELECT {there} FROM publications WHERE {_SAME})")
    op.execute("DELETE FROM publications WHERE surface = 'post'")
    op.create_index("ix_posts_owed", "posts", ["guild"], sqlite_where=_OWED, postgresql_where=_OWED)
