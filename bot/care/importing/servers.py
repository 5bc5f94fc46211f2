"""What an archive holds of servers: settings, audit trail, seasons, posts and champions' roles."""

from collections.abc import Iterator

from msgspec.structs import asdict, replace
from sqlalchemy import select, tuple_

from bot.care.archive import (
    AuditLine,
    ChampionLine,
    LanguageLine,
    PostLine,
    SeasonLine,
    SettingsLine,
)
from bot.care.importing.into import Import
from bot.care.stored_tables import audit, champions, guilds, posts, seasons
from bot.storage.engine.moments import to_moment
from bot.storage.tables import totals


def import_settings(into: Import) -> None:
    """Write the settings of servers which have none here."""
    count, lines = into.header.settings, into.archive.read_lines
    old = into.header.format == 1
    found: Iterator[SettingsLine | LanguageLine] = (
        lines(LanguageLine, count) if old else lines(SettingsLine, count)
    )
    for line in found:
        into.check_server(line)
        same = select(guilds).where(guilds.c.guild == line.guild)
        if into.connection.execute(same).first() is None:
            into.insert(guilds, [line.row()])
        into.tick(1)


def import_audit(into: Import) -> None:
    """Write the entries of the audit trail that are not here."""
    last = 0
    for part in into.archive.read_parts(AuditLine, into.header.audit):
        ids = [entry.id for entry in part.values()]
        found = into.connection.execute(select(audit).where(audit.c.id.in_(ids)))
        here = {row.id: row._asdict() for row in found}
        new = []
        for line, entry in part.items():
            into.check_server(entry, line)
            if entry.id <= last:
                raise into.archive.make_error("an entry comes twice, or out of order", line)
            last = entry.id
            row = replace(entry, by=into.find_id(entry.by)).row()
            if here.get(entry.id, row) != row:
                raise into.archive.make_error(f"id: {entry.id} is another entry here", line)
            if entry.id not in here:
                new.append(row)
        into.insert(audit, new)
        into.tick(len(part))


def import_seasons(into: Import) -> None:
    """Write the seasons of servers which have none here."""
    before: SeasonLine | None = None
    kept = set[int]()
    for line in into.archive.read_lines(SeasonLine, into.header.seasons):
        into.check_server(line)
        _check_season(into, line, before)
        here = select(seasons).where(seasons.c.guild == line.guild)
        first = before is None or before.guild != line.guild
        if first and into.connection.execute(here).first() is not None:
            kept.add(line.guild)
        before = line
        if line.guild not in kept:
            since = to_moment(line.start)
            with totals.recount(into.connection, line.guild, since):
                into.insert(seasons, [asdict(line)])
        into.tick(1)


def _check_season(into: Import, line: SeasonLine, before: SeasonLine | None) -> None:
    """Raise `CareError` unless one follows the other in time as in number, and has an end."""
    if line.end is not None and line.end < line.start:
        raise into.archive.make_error("a season ends before its start")
    if before is None or before.guild != line.guild:
        if before is not None and before.guild > line.guild:
            raise into.archive.make_error("a season comes twice, or out of order")
    elif before.number >= line.number or before.end is None or before.end > line.start:
        raise into.archive.make_error("a season comes twice, or out of order")


def import_posts(into: Import) -> None:
    """Write the posts of servers which have none here."""
    before = (0, "", 0)
    kept = set[int]()
    for line in into.archive.read_lines(PostLine, into.header.posts):
        into.check_server(line)
        if line.guild != before[0]:
            here = select(posts).where(posts.c.guild == line.guild)
            if into.connection.execute(here.limit(1)).first() is not None:
                kept.add(line.guild)
        if before >= (line.guild, line.kind, line.number):
            raise into.archive.make_error("a post comes twice, or out of order")
        before = (line.guild, line.kind, line.number)
        if line.guild not in kept:
            into.insert(posts, [asdict(line)])
        into.tick(1)


def import_champions(into: Import) -> None:
    """Write the roles that the bot gave, as far as nothing is known of them here."""
    last = (0, 0, 0)
    for line in into.archive.read_lines(ChampionLine, into.header.champions):
        into.check_server(line)
        key = (line.guild, line.discord_id, line.role)
        if key <= last:
            raise into.archive.make_error("a champion comes twice, or out of order")
        last = key
        here = tuple_(champions.c.guild, champions.c.discord_id, champions.c.role) == key
        if into.connection.execute(select(champions).where(here)).first() is None:
            into.insert(champions, [asdict(line)])
        into.tick(1)
