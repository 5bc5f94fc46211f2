"""Seasons: games that end while a season runs count in it, too.

Moderators decide about seasons; each decision is stored with its audit entry. A server has at most
one running season, and seasons do not overlap.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from bot.i18n import Locale
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.season_rules.rules import NO_RULES, USUAL_RULES, SeasonRules, check_rules
from bot.storage.engine.changes import apply
from bot.storage.engine.database import Database
from bot.storage.engine.moments import round_to_milliseconds
from bot.storage.engine.schema import audit, exclusions, results, seasons, settled_lines
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.log import lock_out_writers
from bot.storage.record.people import People, Person, insert_people
from bot.storage.record.strikes import Struck, load_struck
from bot.storage.servers.posts import (
    Post,
    insert_post,
    retitle_post,
    touch_since,
    withdraw_post,
)
from bot.storage.tables.former_ids import find_same_people, load_persons
from bot.storage.tables.result_changes import rate_since
from bot.storage.tables.season_gate import Change, check_seasons
from bot.storage.tables.totals import recount

LONGEST_NAME = 40
"""The most characters of a season's name."""


class Season(Struct, frozen=True):
    """A season of a server, numbered from 1; without an `end` it is running.

    A game counts in it if it ended at `start` or later, before `end`, and the `rules` let it count.
    """

    guild: int
    number: int
    name: str
    start: datetime
    end: datetime | None = None
    rules: SeasonRules = NO_RULES

    def __post_init__(self) -> None:
        force_setattr(self, "start", round_to_milliseconds(self.start))
        if self.end is not None:
            force_setattr(self, "end", round_to_milliseconds(self.end))


class Exclusion(Struct, frozen=True):
    """A player without a rank in a season, with the reason, moment and author."""

    player: Player
    reason: str
    at: datetime
    by: Player


class SeasonDecision(Struct, frozen=True):
    """The outcome of a decision about a season; `again` if it was carried out before."""

    season: Season
    entry: AuditEntry
    again: bool = False


class Decider(Struct, frozen=True):
    """The author of a decision about a season, with its interaction and moment.

    `asked` are the numbers of the seasons that are over and that the author was asked about.
    """

    guild: int
    by: Person
    interaction: int
    at: datetime
    asked: frozenset[int] = frozenset()


class Seasons:
    """The seasons of all servers. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people

    async def find_all(self, guild: int) -> list[Season]:
        """Return the seasons of a server, the newest first."""
        return await self._database.read(partial(load_seasons, guild=guild))

    async def start(
        self, decider: Decider, name: str | None, usual: Callable[[int], str]
    ) -> SeasonDecision:
        """Start a new season; without a name it is called `usual(number)`.

        Raises `Refusal`, as do the other decisions.
        """

        def insert_season(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if known and known[0].end is None:
                raise Refusal("season-runs")
            number = known[0].number + 1 if known else 1
            # Seasons must not overlap, even if the clock was put back.
            begin = max([decider.at, *(each.end for each in known[:1] if each.end is not None)])
            called = name or usual(number)
            season = Season(decider.guild, number, called, begin, rules=USUAL_RULES)
            with recount(connection, season.guild, season.start):
                connection.execute(insert(seasons), _make_row(season))
            return season, {"did": "start", "title": season.name}

        return await self._decide(decider, insert_season)

    async def end(
        self, decider: Decider, channel: int, language: Locale, number: int | None = None
    ) -> SeasonDecision:
        """End the running season; its final table will be posted to a channel.

        With a `number`, that season must be the running one.
        """

        def end_season(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if not known or known[0].end is not None or number not in (None, known[0].number):
                raise Refusal("no-season-runs")
            season = replace(known[0], end=max(decider.at, known[0].start))
            assert season.end is not None
            with recount(connection, season.guild, season.end):
                connection.execute(_match_season(season).values(end=season.end))
            if season.rules.damped:
                rate_since(connection, season.guild, season.end, decider.interaction)
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
            apply(insert_post(final), connection)
            return season, {"did": "end", "title": season.name}

        return await self._decide(decider, end_season)

    async def resume(self, decider: Decider, number: int) -> tuple[SeasonDecision, Post | None]:
        """Take back the end of the newest season, which goes on as if it had never ended.

        Return the decision, and the post of the final table that is withdrawn. Raises
        `NeedsDecision` if games have counted since, which would count in the season from then on.
        """
        withdrawn: list[Post] = []

        def resume_season(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if not known or known[0].number != number or known[0].end is None:
                raise Refusal("season-resume-late")
            ended = known[0]
            assert ended.end is not None
            if _has_results_since(connection, ended.guild, ended.end):
                _check_gate(ended, decider)
            season = replace(ended, end=None)
            with recount(connection, season.guild, ended.end):
                connection.execute(_match_season(season).values(end=None))
            if season.rules.damped:
                rate_since(connection, season.guild, ended.end, decider.interaction)
            connection.execute(delete(settled_lines).where(*_match_settled(season)))
            post = withdraw_post(connection, season.guild, "season", number)
            withdrawn.extend([] if post is None else [post])
            _owe_posts(connection, season)
            return season, {"did": "resume", "title": season.name}

        return await self._decide(decider, resume_season), next(iter(withdrawn), None)

    async def rename(self, decider: Decider, number: int | None, name: str) -> SeasonDecision:
        """Rename a season; without a number, the newest."""

        def rename_season(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            before = _find_season(known, number)
            season = replace(before, name=name)
            connection.execute(_match_season(season).values(name=name))
            apply([retitle_post(season.guild, season.number)], connection)
            details = {"did": "rename", "title": name, "before": {"title": before.name}}
            return season, details

        return await self._decide(decider, rename_season)

    async def set_rules(
        self, decider: Decider, number: int, before: SeasonRules, rules: SeasonRules
    ) -> SeasonDecision:
        """Change the rules of a season from `before`. Refused if they have changed meanwhile."""
        check_rules(rules)

        def change_rules(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            found = _find_season(known, number)
            if found.end is not None:
                raise Refusal("season-rules-over")
            if found.rules != before:
                raise Refusal("season-rules-changed")
            season = replace(found, rules=rules)
            connection.execute(_match_season(season).values(rules=_write_rules(rules)))
            _owe_posts(connection, season)
            if rules.damped != before.damped:
                rate_since(connection, season.guild, season.start, decider.interaction)
            were = msgspec.to_builtins(before)
            are = msgspec.to_builtins(rules)
            return season, {"did": "rules", "title": season.name, "before": were, "after": are}

        return await self._decide(decider, change_rules)

    async def exclude(
        self, decider: Decider, number: int | None, player: Player, reason: str
    ) -> SeasonDecision:
        """Exclude a player from the ranks of a season; without a number, the newest."""

        def exclude_player(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            season = _find_season(known, number)
            if _is_excluded(connection, season, player):
                raise Refusal("season-excluded")
            if connection.execute(_match_results(season, player)).first() is None:
                raise Refusal("season-not-played")
            _check_gate(season, decider)
            row = Exclusion(player, reason, decider.at, decider.by.id)
            key = {"guild": season.guild, "season": season.number}
            connection.execute(insert(exclusions), key | asdict(row))
            _owe_posts(connection, season)
            details = {"did": "exclude", "title": season.name, "player": player, "reason": reason}
            return season, details

        return await self._decide(decider, exclude_player)

    async def include(self, decider: Decider, number: int | None, player: Player) -> SeasonDecision:
        """Include a player again who was excluded from a season."""

        def include_player(
            connection: Connection, known: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            season = _find_season(known, number)
            if not _is_excluded(connection, season, player):
                raise Refusal("season-not-excluded")
            _check_gate(season, decider)
            connection.execute(
                delete(exclusions).where(*_match_exclusions(connection, season, player))
            )
            _owe_posts(connection, season)
            return season, {"did": "include", "title": season.name, "player": player}

        return await self._decide(decider, include_player)

    async def load_exclusions(self, guild: int, number: int) -> list[Exclusion]:
        """Return the exclusions from a season, the newest first, one for each id of a person."""
        columns = [exclusions.c[name] for name in Exclusion.__struct_fields__]
        here = (exclusions.c.guild == guild, exclusions.c.season == number)
        query = select(*columns).where(*here).order_by(exclusions.c.at.desc(), exclusions.c.player)

        def read_rows(connection: Connection) -> list[Exclusion]:
            found = [Exclusion(*row) for row in connection.execute(query)]
            struck = load_struck(connection, guild)
            persons = load_persons(connection, guild, number) if found else {}
            return [
                replace(each, player=player, reason=struck(each.reason))
                for each in found
                for player in sorted(find_same_people(persons, [each.player]))
            ]

        return await self._database.read(read_rows)

    async def _decide(self, decider: Decider, change: "_SeasonChange") -> SeasonDecision:
        introduction = self._people.introduce(decider.by)
        decide = partial(_decide_alone, decider, introduction.unsaved, change)
        decided = await self._database.transact(decide)
        if not decided.again:
            introduction.note_written()
        return decided


def _decide_alone(
    decider: Decider, unsaved: Iterable[Person], change: "_SeasonChange", connection: Connection
) -> SeasonDecision:
    """Carry out a decision while nobody else writes to the log."""
    lock_out_writers(connection)
    known = load_seasons(connection, decider.guild)
    made = select(audit.c.details).where(audit.c.id == decider.interaction)
    entry = partial(
        AuditEntry, decider.interaction, decider.guild, decider.at, decider.by.id, "season"
    )
    if connection.scalar(made) is not None:
        if not known:  # the server's history was deleted meanwhile
            raise Refusal("no-season")
        return SeasonDecision(known[0], entry({}), again=True)
    season, details = change(connection, known)
    introductions = insert_people(unsaved)
    done = entry(details)
    apply([*introductions, insert_entry(done)], connection)
    return SeasonDecision(season, done)


_SeasonChange = Callable[[Connection, Sequence[Season]], tuple[Season, dict[str, Any]]]
"""Change a server's seasons; return the changed one, and details for the audit trail."""


COLUMNS = [seasons.c[name] for name in Season.__struct_fields__]
"""The columns that `read_season` reads."""


def read_season(row: Sequence[Any]) -> Season:
    """Return the season in a row of `COLUMNS`; its name may be struck out."""
    guild, number, name, start, end, rules = row
    return Season(guild, number, name, start, end, read_rules(rules))


def read_rules(written: str | None) -> SeasonRules:
    """Decode the stored rules of a season; fields of a later version are ignored."""
    return NO_RULES if written is None else msgspec.json.decode(written, type=SeasonRules)


def _write_rules(rules: SeasonRules) -> str | None:
    return None if rules == NO_RULES else msgspec.json.encode(rules).decode()


def _make_row(season: Season) -> dict[str, Any]:
    return asdict(season) | {"rules": _write_rules(season.rules)}


def load_seasons(connection: Connection, guild: int) -> list[Season]:
    """Return the seasons of a server, the newest first, within a transaction."""
    rows = connection.execute(_match_guild(guild))
    return _read_shown(rows, load_struck(connection, guild))


def _read_shown(rows: Iterable[Any], struck: Struck) -> list[Season]:
    """Return the seasons in some rows, without struck names."""
    found = [read_season(row) for row in rows]
    return [replace(each, name=struck(each.name)) for each in found]


def _match_guild(guild: int) -> Any:
    return select(*COLUMNS).where(seasons.c.guild == guild).order_by(seasons.c.number.desc())


def _find_season(known: Sequence[Season], number: int | None) -> Season:
    """Return the season with a number, or the newest. Raises `Refusal`."""
    found = next((each for each in known if number in (None, each.number)), None)
    if found is None:
        raise Refusal("no-season")
    return found


def _match_exclusions(
    connection: Connection, season: Season, player: Player
) -> tuple[ColumnElement[bool], ...]:
    """Match the exclusions of a player, also by former ids of theirs."""
    of = exclusions.c
    persons = load_persons(connection, season.guild, season.number)
    theirs = of.player.in_(find_same_people(persons, [player]))
    return of.guild == season.guild, of.season == season.number, theirs


def _match_settled(season: Season) -> tuple[ColumnElement[bool], ...]:
    of = settled_lines.c
    return of.guild == season.guild, of.season == season.number


def _is_excluded(connection: Connection, season: Season, player: Player) -> bool:
    found = select(exclusions.c.player).where(*_match_exclusions(connection, season, player))
    return connection.execute(found).first() is not None


def _check_gate(season: Season, decider: Decider) -> None:
    """Raise `NeedsDecision` for a season that is over and that the decider was not asked about."""
    check_seasons([season], Change(frozenset({season.start})), decider.asked)


def _has_results_since(connection: Connection, guild: int, moment: datetime) -> bool:
    later = select(results.c.player).where(results.c.guild == guild, results.c.at >= moment)
    return connection.execute(later.limit(1)).first() is not None


def _match_results(season: Season, player: Player) -> Any:
    of = results.c
    where = [of.guild == season.guild, of.player == player, of.at >= season.start]
    if season.end is not None:
        where.append(of.at < season.end)
    return select(of.player).where(*where).limit(1)


def _owe_posts(connection: Connection, season: Season) -> None:
    """Mark the posts that show a season's table as outdated."""
    apply([touch_since(season.guild, season.start)], connection)


def _match_season(season: Season) -> Any:
    same = (seasons.c.guild == season.guild, seasons.c.number == season.number)
    return update(seasons).where(*same)
