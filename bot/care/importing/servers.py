"""What an archive holds of servers: settings, audit trail, seasons, posts, champions' roles, and
what moderators struck out and dismissed.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import TableClause, select, tuple_

from bot.care.archive import (
    AuditLine,
    ChampionLine,
    DismissalLine,
    LanguageLine,
    PostLine,
    PublicationLine,
    SeasonLine,
    SettingsLine,
    StrikeLine,
)
from bot.care.importing.into import Import
from bot.care.stored_tables import (
    audit,
    champions,
    dismissals,
    exclusions,
    guilds,
    posts,
    publications,
    seasons,
    strikes,
)
from bot.storage.engine.moments import to_moment
from bot.storage.record.people import hide_guests
from bot.storage.record.publications import Publication
from bot.storage.tables import totals
from bot.storage.tables.result_changes import rate_since


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
                into.insert(seasons, [line.row()])
                into.insert(exclusions, list(_make_exclusions(into, line)))
            if line.rules is not None and line.rules.damped:
                rate_since(into.connection, line.guild, since, 0)
        into.tick(1)


def _make_exclusions(into: Import, line: SeasonLine) -> Iterator[dict[str, Any]]:
    """Who is excluded from a season, by the ids that they have here."""
    for each in line.excluded:
        renamed = replace(each, player=into.find_id(each.player), by=into.find_id(each.by))
        yield {"guild": line.guild, "season": line.number, **asdict(renamed)}


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
            row = asdict(line)
            shown = {name: row.pop(name) for name in ("channel", "message", "wanted", "shown")}
            tried = row.pop("tried")
            into.insert(posts, [row])
            if line.wanted is not None:  # an earlier format kept both in one row
                publication = Publication("post", line.guild, f"{line.kind}:{line.number}", **shown)
                into.insert(publications, [asdict(publication) | {"tried": tried}])
        into.tick(1)


def import_champions(into: Import) -> None:
    """Write the roles that the bot gave, as far as nothing is known of them here."""
    lines = into.archive.read_lines(ChampionLine, into.header.champions)
    import_unknown(into, lines, champions, ("guild", "discord_id", "role"), "a champion")


def import_strikes(into: Import) -> None:
    """Write what is struck out and is not known here."""
    lines = into.archive.read_lines(StrikeLine, into.header.strikes)
    import_unknown(into, lines, strikes, ("guild", "id"), "a strike")
    for guild in into.header.servers:  # who was written down from here may be struck out there
        hide_guests(into.connection, guild)


def import_dismissals(into: Import) -> None:
    """Write which games are dismissed and not known here to be."""
    lines = into.archive.read_lines(DismissalLine, into.header.dismissals)
    import_unknown(into, lines, dismissals, ("channel", "pod"), "a dismissal")


def import_unknown(
    into: Import,
    lines: Iterable[ChampionLine | StrikeLine | DismissalLine | PublicationLine],
    table: TableClause,
    names: Sequence[str],
    what: str,
) -> None:
    """Write the rows whose key, in the columns of these `names`, is not known here."""
    columns = [table.c[name] for name in names]
    last: tuple[Any, ...] = ()
    for line in lines:
        into.check_server(line)
        key = tuple(getattr(line, name) for name in names)
        if key <= last:
            raise into.archive.make_error(f"{what} comes twice, or out of order")
        last = key
        here = select(*columns).where(tuple_(*columns) == key)
        if into.connection.execute(here).first() is None:
            into.insert(table, [asdict(line)])
        into.tick(1)
