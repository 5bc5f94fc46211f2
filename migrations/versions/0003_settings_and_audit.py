"""A server has more settings than its language, and a trail of who changed them."""

import json

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: None = None
depends_on: None = None

OLD = sa.Table(
    "guilds",
    sa.MetaData(),
    sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column("language", sa.Text()),
    sa.PrimaryKeyConstraint("guild", name="pk_guilds"),
)
NEW = sa.Table(
    "guilds",
    sa.MetaData(),
    sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
    sa.Column("settings", sa.Text(), nullable=False),
    sa.Column("left_at", sa.BigInteger()),
    sa.PrimaryKeyConstraint("guild", name="pk_guilds"),
)


def upgrade() -> None:
    chosen = op.get_bind().execute(sa.select(OLD)).all()
    _replace(OLD, NEW)
    op.bulk_insert(NEW, [{"guild": guild, "settings": _settings(lang)} for guild, lang in chosen])
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_index("ix_audit_guild_id", "audit", ["guild", "id"])


def downgrade() -> None:
    op.drop_table("audit")
    chosen = op.get_bind().execute(sa.select(NEW.c.guild, NEW.c.settings)).all()
    _replace(NEW, OLD)
    languages = ((guild, json.loads(settings).get("language")) for guild, settings in chosen)
    op.bulk_insert(OLD, [{"guild": guild, "language": language} for guild, language in languages])


def _settings(language: str | None) -> str:
    return json.dumps({"language": language} if language else {}, separators=(",", ":"))


def _replace(old: sa.Table, new: sa.Table) -> None:
    # SQLite alters a table by copying it; there is one row for each server.
    old.drop(op.get_bind())
    new.create(op.get_bind())
