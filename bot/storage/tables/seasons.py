"""Seasons: what was played while one ran counts in it, besides that it counts for ever.

They are decided, and so written down once, with their entry of the audit trail. Of each server one
at a time is running, and they do not overlap.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import Connection, insert, select, update

from bot.i18n import Locale
from bot.rules.refusals import Refusal
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.schema import audit, seasons
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.log import lock_out_writers
from bot.storage.record.people import People, Person, insert_people
from bot.storage.servers.posts import Post, insert_post, retitle_post
from bot.storage.tables.totals import recount

LONGEST_NAME = 40
"""Characters."""


class Season(Struct, frozen=True):
    """One of a server's, numbered from 1; without an `end` it is running.

    A pod counts in it that ended at its `start` or later, and before its `end`.
    """

    guild: int
    number: int
    name: str
    start: datetime
    end: datetime | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "start", round_to_milliseconds(self.start))
        if self.end is not None:
            force_setattr(self, "end", round_to_milliseconds(self.end))


class SeasonDecision(Struct, frozen=True):
    """What came of a decision about a season; `again`: it had been made, and nothing was done."""

    season: Season
    entry: AuditEntry
    again: bool = False


class Decider(Struct, frozen=True):
    """Who decides, by which interaction, and when."""

    guild: int
    by: Person
    interaction: int
    at: datetime


class Seasons:
    """The seasons of all servers. Everything raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def find_all(self, guild: int) -> list[Season]:
        """The seasons of a server, the newest first."""
        async with self._database.open_reader() as connection:
            return [Season(*row) for row in await connection.execute(_match_guild(guild))]

    async def start(
        self, decider: Decider, name: str | None, usual: Callable[[int], str]
    ) -> SeasonDecision:
        """A new season begins; without a name it is called as `usual` for its number.

        Raises `Refusal`, as do the others.
        """

        def work(connection: Connection, known: Sequence[Season]) -> tuple[Season, dict[str, Any]]:
            if known and known[0].end is None:
                raise Refusal("season-runs")
            number = known[0].number + 1 if known else 1
            # A clock that was put back makes no two seasons overlap.
            begin = max([decider.at, *(each.end for each in known[:1] if each.end is not None)])
            season = Season(decider.guild, number, name or usual(number), begin)
            _check_name(season, known)
            with recount(connection, season.guild, season.start):
                connection.execute(insert(seasons), asdict(season))
            return season, {"did": "start", "title": season.name}

        return await self._decide(decider, work)

    async def end(self, decider: Decider, channel: int, language: Locale) -> SeasonDecision:
        """The season that is running ends; its final table is owed to a channel."""

        def work(connection: Connection, known: Sequence[Season]) -> tuple[Season, dict[str, Any]]:
            if not known or known[0].end is not None:
                raise Refusal("no-season-runs")
            season = replace(known[0], end=max(decider.at, known[0].start))
            assert season.end is not None
            with recount(connection, season.guild, season.end):
                connection.execute(_match_season(season).values(end=season.end))
            final = Post(
                season.guild,
                "season",
                season.number,
                season.start,
                season.end,
                late=False,
                language=language,
                channel=channel,
            )
            apply([insert_post(final)], connection)
            return season, {"did": "end", "title": season.name}

        return await self._decide(decider, work)

    async def rename(self, decider: Decider, number: int | None, name: str) -> SeasonDecision:
        """A season is called otherwise; without a number the newest."""

        def work(connection: Connection, known: Sequence[Season]) -> tuple[Season, dict[str, Any]]:
            before = next((s for s in known if number in (None, s.number)), None)
            if before is None:
                raise Refusal("no-season")
            season = replace(before, name=name)
            _check_name(season, known)
            connection.execute(_match_season(season).values(name=name))
            apply([retitle_post(season.guild, season.number)], connection)
            details = {"did": "rename", "title": name, "before": {"title": before.name}}
            return season, details

        return await self._decide(decider, work)

    async def _decide(self, decider: Decider, work: "_Work") -> SeasonDecision:
        decided = await self._database.transact(partial(self._decide_alone, decider, work))
        if not decided.again:
            self._people.note_written(decider.by)
        return decided

    def _decide_alone(
        self, decider: Decider, work: "_Work", connection: Connection
    ) -> SeasonDecision:
        """Decide while nobody else writes: what counts in a season depends on it."""
        lock_out_writers(connection)
        known = [Season(*row) for row in connection.execute(_match_guild(decider.guild))]
        made = select(audit.c.details).where(audit.c.id == decider.interaction)
        entry = partial(
            AuditEntry, decider.interaction, decider.guild, decider.at, decider.by.id, "season"
        )
        if connection.scalar(made) is not None:
            if not known:  # its history was deleted since
                raise Refusal("no-season")
            return SeasonDecision(known[0], entry({}), again=True)
        season, details = work(connection, known)
        introductions = [insert_people([person]) for person in self._people.find_news(decider.by)]
        done = entry(details)
        apply([*introductions, insert_entry(done)], connection)
        return SeasonDecision(season, done)


_Work = Callable[[Connection, Sequence[Season]], tuple[Season, dict[str, Any]]]
"""Changes the seasons that a server has; returns the one it changed, and details for the trail."""


def _match_guild(guild: int) -> Any:
    return select(seasons).where(seasons.c.guild == guild).order_by(seasons.c.number.desc())


def _match_season(season: Season) -> Any:
    same = (seasons.c.guild == season.guild, seasons.c.number == season.number)
    return update(seasons).where(*same)


def _check_name(season: Season, known: Sequence[Season]) -> None:
    others = {each.name.casefold() for each in known if each.number != season.number}
    if season.name.casefold() in others:
        raise Refusal("season-name")
