"""Modules: a digest of a server's own commands; those that a server has used are switched on."""

import json

import sqlalchemy as sa
from alembic import op

revision: str = "0030"
down_revision: str | None = "0029"
branch_labels: None = None
depends_on: None = None

USES = (
    ("series", """type = 'opened' AND payload LIKE '%"series":%'"""),
    ("joust", "type = 'duel-opened'"),
)
"""The modules, and the condition for an event of a server that has used one."""


def upgrade() -> None:
    op.add_column("guilds", sa.Column("commands", sa.Text(), nullable=True))
    switch_on_used(op.get_bind())


def downgrade() -> None:
    op.drop_column("guilds", "commands")


def switch_on_used(connection: sa.Connection) -> None:
    """Switch each module on for the servers that have used it; the others lose its command."""
    used: dict[int, list[str]] = {}
    for module, condition in USES:
        servers = sa.text(f"SELECT DISTINCT guild FROM events WHERE {condition}")
        for (guild,) in connection.execute(servers):
            used.setdefault(guild, []).append(module)
    rows = connection.execute(sa.text("SELECT guild, settings FROM guilds"))
    written = {row.guild: json.loads(row.settings) for row in rows}
    known = [
        {"here": guild, "written": json.dumps({**written[guild], "modules": modules})}
        for guild, modules in used.items()
        if guild in written
    ]
    new = [
        {"here": guild, "written": json.dumps({"modules": modules})}
        for guild, modules in used.items()
        if guild not in written
    ]
    if known:
        update = "UPDATE guilds SET settings = :written WHERE guild = :here"
        connection.execute(sa.text(update), known)
    if new:
        insert = "INSERT INTO guilds (guild, settings) VALUES (:here, :written)"
        connection.execute(sa.text(insert), new)
