"""Names belong to a server: nicknames apart from what an account is called on all of Discord."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import sqlalchemy as sa
from alembic import op

revision: str = "0028"
down_revision: str | None = "0027"
branch_labels: None = None
depends_on: None = None

AT_ONCE = 1_000


def upgrade() -> None:
    op.create_table(
        "nicknames",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "player", name="pk_nicknames"),
    )
    op.create_index("ix_nicknames_player", "nicknames", ["player"])
    keep_names(op.get_bind())


def downgrade() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT player, name FROM nicknames WHERE name <> ''"))
    named = [{"name": row.name, "id": row.player} for row in rows]
    if named:
        update = sa.text("UPDATE people SET name = :name WHERE id = :id AND name IN ('', username)")
        connection.execute(update, named)
    op.drop_index("ix_nicknames_player", "nicknames")
    op.drop_table("nicknames")


def keep_names(connection: sa.Connection) -> None:
    """Keep each name on the only server where the person can have used it.

    The stored name was the last one seen anywhere, perhaps a nickname. If the person is known on
    one server alone, it stays there. Otherwise nobody can tell where it is from, and the user name
    stands in for it until the person's next act. Guests have names of their server anyway.
    """
    members = {
        row.id: row
        for row in connection.execute(
            sa.text("SELECT id, name, username FROM people WHERE discord_id > 0")
        )
    }
    servers = find_servers(connection, members)
    kept = [
        {"guild": guild, "player": id, "name": members[id].name}
        for id, found in servers.items()
        if len(found) == 1
        for guild in found
        if guild is not None
    ]
    if kept:
        connection.execute(
            sa.text("INSERT INTO nicknames (guild, player, name) VALUES (:guild, :player, :name)"),
            kept,
        )
    connection.execute(sa.text("UPDATE people SET name = username WHERE discord_id > 0"))


def find_servers(
    connection: sa.Connection, members: Mapping[str, object]
) -> dict[str, set[int | None]]:
    """Return the servers where each member is known; None stands for an unknown one."""
    found = defaultdict[str, set[int | None]](set)
    for guild, ids in _find_mentions(connection):
        for id in ids:
            if id in members:
                found[id].add(guild)
    return found


def _find_mentions(connection: sa.Connection) -> Iterator[tuple[int | None, Iterable[str]]]:
    for table, columns in (("audit", "by"), ("guests", "asked_by, claimed_by")):
        quoted = ", ".join(f'"{each}"' for each in columns.split(", "))
        for guild, *ids in connection.execute(sa.text(f"SELECT guild, {quoted} FROM {table}")):
            yield guild, filter(None, ids)
    # A deck does not say on which server it was registered.
    for (player,) in connection.execute(sa.text("SELECT player FROM decks")):
        yield None, [player]
    log = sa.text('SELECT guild, "by", payload FROM events').execution_options(yield_per=AT_ONCE)
    for guild, by, payload in connection.execute(log):
        # Ids stand between quotes; splitting is many times faster than parsing JSON.
        yield guild, {by or "", *payload.split('"')}
