"""Results become publications: what the rows of boards said of them moves there."""

import json

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: None = None
depends_on: None = None

_KEY = "CAST(boards.channel AS TEXT) || '/' || CAST(boards.pod AS TEXT)"
_SENT = sa.text(
    "INSERT INTO publications (surface, guild, key, wanted, shown, message)"
    f" SELECT 'result', guild, {_KEY}, 1, 1, announced FROM boards WHERE announced IS NOT NULL"
)
# The message that a result links to was sent before the result: its id says when.
_BEING_SENT = sa.text(
    "INSERT INTO publications (surface, guild, key, wanted, shown, tried, mark)"
    f" SELECT 'result', guild, {_KEY}, 1, 0, (announcing >> 22) + 1420070400000,"
    " CAST(announcing AS TEXT) FROM boards WHERE announced IS NULL AND announcing IS NOT NULL"
)
_PLACED = sa.text(
    "UPDATE publications SET channel = :channel WHERE surface = 'result' AND guild = :guild"
)
# Where there is no channel for results, none can be looked for.
_LOST = sa.text(
    "DELETE FROM publications WHERE surface = 'result' AND channel IS NULL AND message IS NULL"
)
_SAME = f"surface = 'result' AND publications.guild = boards.guild AND key = {_KEY}"


def upgrade() -> None:
    connection = op.get_bind()
    connection.execute(_SENT)
    connection.execute(_BEING_SENT)
    for guild, settings in connection.execute(sa.text("SELECT guild, settings FROM guilds")).all():
        channel = json.loads(settings).get("results_channel")
        if channel is not None:
            connection.execute(_PLACED, {"channel": channel, "guild": guild})
    connection.execute(_LOST)
    op.drop_column("boards", "announcing")
    op.drop_column("boards", "announced")


def downgrade() -> None:
    op.add_column("boards", sa.Column("announced", sa.BigInteger()))
    op.add_column("boards", sa.Column("announcing", sa.BigInteger()))
    op.execute(f"UPDATE boards SET announced = (SELECT message FROM publications WHERE {_SAME})")
    op.execute(
        "UPDATE boards SET announcing = (SELECT CAST(mark AS BIGINT) FROM publications"
        f" WHERE {_SAME} AND message IS NULL AND tried IS NOT NULL)"
    )
    op.execute("DELETE FROM publications WHERE surface = 'result'")
