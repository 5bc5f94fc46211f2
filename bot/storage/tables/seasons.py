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
from bot.season_rules.rules import NO_RULES, USUAL_RULES, SeasonRules, validate_season_rules
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import apply_changes
from bot.storage.engine.schema import audit, exclusions, results, seasons, settled_lines
from bot.storage.engine.timestamps import round_to_milliseconds
from bot.storage.record.audit import AuditEntry, insert_audit_entry
from bot.storage.record.log import lock_event_log
from bot.storage.record.people import PeopleRepository, Person, upsert_people
from bot.storage.record.redacted_texts import RedactedTexts, load_redacted_texts
from bot.storage.servers.standings_posts import (
    StandingsPost,
    delete_post,
    insert_post,
    mark_final_table_outdated,
    mark_posts_outdated_since,
)
from bot.storage.tables.former_ids import expand_to_all_ids, load_season_persons
from bot.storage.tables.result_changes import mark_unrated_since
from bot.storage.tables.season_gate import SeasonResultsChange, require_season_decision
from bot.storage.tables.totals import recompute_totals

LONGEST_NAME = 40
"""The most characters of a season's name."""


class Season(Struct, frozen=True):
    """A season of a server, numbered from 1. A season without an `end` is running.

    A game counts in the season if it ended at `start` or later, before `end`, and the `rules`
    let it count.
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


class SeasonExclusion(Struct, frozen=True):
    """An exclusion of a player from the ranks of a season, with reason, time and author."""

    player: Player
    reason: str
    at: datetime
    by: Player


class SeasonDecision(Struct, frozen=True):
    """The outcome of a moderator's decision about a season.

    `again` means that the decision was carried out before.
    """

    season: Season
    entry: AuditEntry
    again: bool = False


class DecisionAuthor(Struct, frozen=True):
    """The author of a decision about a season, with the interaction and the time.

    `asked` are the numbers of the seasons that are over and that the author was asked about.
    """

    guild: int
    by: Person
    interaction: int
    at: datetime
    asked: frozenset[int] = frozenset()


class SeasonRepository:
    """The seasons of all servers. Every method raises `DatabaseUnreachable`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def load_seasons_of_server(self, guild_id: int) -> list[Season]:
        """Load the seasons of a server, the newest first."""
        return await self._database.run_read_transaction(partial(load_seasons, guild_id=guild_id))

    async def start_season(
        self, decision_author: DecisionAuthor, name: str | None, default_name: Callable[[int], str]
    ) -> SeasonDecision:
        """Start a new season; without a name it is called `default_name(number)`.

        Raises `Refusal`, as do the other decisions.
        """

        def insert_season(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if existing_seasons and existing_seasons[0].end is None:
                raise Refusal("season-runs")
            number = existing_seasons[0].number + 1 if existing_seasons else 1
            # Seasons must not overlap, even if the clock was put back.
            begin = max(
                [
                    decision_author.at,
                    *(each.end for each in existing_seasons[:1] if each.end is not None),
                ]
            )
            called = name or default_name(number)
            season = Season(decision_author.guild, number, called, begin, rules=USUAL_RULES)
            with recompute_totals(connection, season.guild, season.start):
                connection.execute(insert(seasons), _build_season_row(season))
            return season, {"did": "start", "title": season.name}

        return await self._apply_decision(decision_author, insert_season)

    async def end_season(
        self,
        decision_author: DecisionAuthor,
        channel: int,
        language: Locale,
        season_number: int | None = None,
    ) -> SeasonDecision:
        """End the running season; its final table will be posted to a channel.

        With a `season_number`, that season must be the running one.
        """

        def update_season_end(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if (
                not existing_seasons
                or existing_seasons[0].end is not None
                or season_number not in (None, existing_seasons[0].number)
            ):
                raise Refusal("no-season-runs")
            season = replace(
                existing_seasons[0], end=max(decision_author.at, existing_seasons[0].start)
            )
            assert season.end is not None
            with recompute_totals(connection, season.guild, season.end):
                connection.execute(_build_season_update(season).values(end=season.end))
            if season.rules.damped:
                mark_unrated_since(
                    connection, season.guild, season.end, decision_author.interaction
                )
            final = StandingsPost(
                season.guild,
                "season",
                season.number,
                season.start,
                season.end,
                late=False,
                language=language,
                channel=channel,
            )
            apply_changes(insert_post(final), connection)
            return season, {"did": "end", "title": season.name}

        return await self._apply_decision(decision_author, update_season_end)

    async def resume_season(
        self, decision_author: DecisionAuthor, season_number: int
    ) -> tuple[SeasonDecision, StandingsPost | None]:
        """Take back the end of the newest season, which goes on as if it had never ended.

        Return the decision, and the post of the final table that is withdrawn. Raises
        `SeasonDecisionNeeded` if games have counted since, which would count in the season
        from then on.
        """
        withdrawn: list[StandingsPost] = []

        def clear_season_end(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if (
                not existing_seasons
                or existing_seasons[0].number != season_number
                or existing_seasons[0].end is None
            ):
                raise Refusal("season-resume-late")
            ended = existing_seasons[0]
            assert ended.end is not None
            if _has_results_since(connection, ended.guild, ended.end):
                _require_gate_passed(ended, decision_author)
            season = replace(ended, end=None)
            with recompute_totals(connection, season.guild, ended.end):
                connection.execute(_build_season_update(season).values(end=None))
            if season.rules.damped:
                mark_unrated_since(connection, season.guild, ended.end, decision_author.interaction)
            connection.execute(delete(settled_lines).where(*_match_settled_lines(season)))
            post = delete_post(connection, season.guild, "season", season_number)
            withdrawn.extend([] if post is None else [post])
            _queue_post_updates(connection, season)
            return season, {"did": "resume", "title": season.name}

        return await self._apply_decision(decision_author, clear_season_end), next(
            iter(withdrawn), None
        )

    async def rename_season(
        self, decision_author: DecisionAuthor, season_number: int | None, name: str
    ) -> SeasonDecision:
        """Rename a season; without a number, the newest."""

        def update_season_name(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            before = _find_season(existing_seasons, season_number)
            season = replace(before, name=name)
            connection.execute(_build_season_update(season).values(name=name))
            apply_changes([mark_final_table_outdated(season.guild, season.number)], connection)
            details = {"did": "rename", "title": name, "before": {"title": before.name}}
            return season, details

        return await self._apply_decision(decision_author, update_season_name)

    async def change_season_rules(
        self,
        decision_author: DecisionAuthor,
        season_number: int,
        previous_rules: SeasonRules,
        rules: SeasonRules,
    ) -> SeasonDecision:
        """Change the rules of a season, unless they have changed since the moderator saw
        them.

        Raises `Refusal` if the rules differ from `previous_rules`.
        """
        validate_season_rules(rules)

        def update_season_rules(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            found = _find_season(existing_seasons, season_number)
            if found.end is not None:
                raise Refusal("season-rules-over")
            if found.rules != previous_rules:
                raise Refusal("season-rules-changed")
            season = replace(found, rules=rules)
            connection.execute(
                _build_season_update(season).values(rules=_encode_season_rules(rules))
            )
            _queue_post_updates(connection, season)
            if rules.damped != previous_rules.damped:
                mark_unrated_since(
                    connection, season.guild, season.start, decision_author.interaction
                )
            were = msgspec.to_builtins(previous_rules)
            are = msgspec.to_builtins(rules)
            return season, {"did": "rules", "title": season.name, "before": were, "after": are}

        return await self._apply_decision(decision_author, update_season_rules)

    async def exclude_player(
        self,
        decision_author: DecisionAuthor,
        season_number: int | None,
        player: Player,
        reason: str,
    ) -> SeasonDecision:
        """Exclude a player from the ranks of a season; without a number, the newest."""

        def insert_exclusion(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            season = _find_season(existing_seasons, season_number)
            if _is_excluded(connection, season, player):
                raise Refusal("season-excluded")
            if connection.execute(_select_results_in_season(season, player)).first() is None:
                raise Refusal("season-not-played")
            _require_gate_passed(season, decision_author)
            row = SeasonExclusion(player, reason, decision_author.at, decision_author.by.id)
            key = {"guild": season.guild, "season": season.number}
            connection.execute(insert(exclusions), key | asdict(row))
            _queue_post_updates(connection, season)
            details = {"did": "exclude", "title": season.name, "player": player, "reason": reason}
            return season, details

        return await self._apply_decision(decision_author, insert_exclusion)

    async def reinstate_player(
        self, decision_author: DecisionAuthor, season_number: int | None, player: Player
    ) -> SeasonDecision:
        """Undo the exclusion of a player from a season; without a number, the newest."""

        def delete_exclusion(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            season = _find_season(existing_seasons, season_number)
            if not _is_excluded(connection, season, player):
                raise Refusal("season-not-excluded")
            _require_gate_passed(season, decision_author)
            connection.execute(
                delete(exclusions).where(*_match_exclusions(connection, season, player))
            )
            _queue_post_updates(connection, season)
            return season, {"did": "include", "title": season.name, "player": player}

        return await self._apply_decision(decision_author, delete_exclusion)

    async def load_exclusions(self, guild_id: int, season_number: int) -> list[SeasonExclusion]:
        """Load the exclusions from a season, the newest first, one for each id of a person."""
        columns = [exclusions.c[name] for name in SeasonExclusion.__struct_fields__]
        here = (exclusions.c.guild == guild_id, exclusions.c.season == season_number)
        query = select(*columns).where(*here).order_by(exclusions.c.at.desc(), exclusions.c.player)

        def load_and_redact_exclusions(connection: Connection) -> list[SeasonExclusion]:
            found = [SeasonExclusion(*row) for row in connection.execute(query)]
            struck = load_redacted_texts(connection, guild_id)
            persons = load_season_persons(connection, guild_id, season_number) if found else {}
            return [
                replace(each, player=player, reason=struck(each.reason))
                for each in found
                for player in sorted(expand_to_all_ids(persons, [each.player]))
            ]

        return await self._database.run_read_transaction(load_and_redact_exclusions)

    async def _apply_decision(
        self, decision_author: DecisionAuthor, change: "_SeasonChange"
    ) -> SeasonDecision:
        introduction = self._people.find_unsaved_people(decision_author.by)
        decide = partial(_apply_decision_locked, decision_author, introduction.unsaved, change)
        decided = await self._database.run_transaction(decide)
        if not decided.again:
            introduction.mark_saved()
        return decided


def _apply_decision_locked(
    decision_author: DecisionAuthor,
    unsaved_people: Iterable[Person],
    change: "_SeasonChange",
    connection: Connection,
) -> SeasonDecision:
    """Apply a decision about a season while the event log is locked against other writers."""
    lock_event_log(connection)
    known = load_seasons(connection, decision_author.guild)
    made = select(audit.c.details).where(audit.c.id == decision_author.interaction)
    entry = partial(
        AuditEntry,
        decision_author.interaction,
        decision_author.guild,
        decision_author.at,
        decision_author.by.id,
        "season",
    )
    if connection.scalar(made) is not None:
        if not known:  # the server's history was deleted meanwhile
            raise Refusal("no-season")
        return SeasonDecision(known[0], entry({}), again=True)
    season, details = change(connection, known)
    introductions = upsert_people(unsaved_people)
    done = entry(details)
    apply_changes([*introductions, insert_audit_entry(done)], connection)
    return SeasonDecision(season, done)


_SeasonChange = Callable[[Connection, Sequence[Season]], tuple[Season, dict[str, Any]]]
"""Change a server's seasons; return the changed one, and details for the audit trail."""


COLUMNS = [seasons.c[name] for name in Season.__struct_fields__]
"""The columns that `parse_season` reads."""


def parse_season(row: Sequence[Any]) -> Season:
    """Return the season in a row of the table `seasons`.

    The name may be a redacted one.
    """
    guild, number, name, start, end, rules = row
    return Season(guild, number, name, start, end, decode_season_rules(rules))


def decode_season_rules(rules_json: str | None) -> SeasonRules:
    """Decode the stored rules of a season; fields of a later version are ignored."""
    return NO_RULES if rules_json is None else msgspec.json.decode(rules_json, type=SeasonRules)


def _encode_season_rules(rules: SeasonRules) -> str | None:
    return None if rules == NO_RULES else msgspec.json.encode(rules).decode()


def _build_season_row(season: Season) -> dict[str, Any]:
    return asdict(season) | {"rules": _encode_season_rules(season.rules)}


def load_seasons(connection: Connection, guild_id: int) -> list[Season]:
    """Load the seasons of a server within a transaction, the newest first."""
    rows = connection.execute(_select_seasons_of_server(guild_id))
    return _parse_redacted_seasons(rows, load_redacted_texts(connection, guild_id))


def _parse_redacted_seasons(rows: Iterable[Any], redacted_texts: RedactedTexts) -> list[Season]:
    """Return the seasons in some rows, without redacted names."""
    found = [parse_season(row) for row in rows]
    return [replace(each, name=redacted_texts(each.name)) for each in found]


def _select_seasons_of_server(guild_id: int) -> Any:
    return select(*COLUMNS).where(seasons.c.guild == guild_id).order_by(seasons.c.number.desc())


def _find_season(seasons_newest_first: Sequence[Season], season_number: int | None) -> Season:
    """Return the season with a number, or without one the newest.

    Raises `Refusal` if there is none.
    """
    found = next(
        (each for each in seasons_newest_first if season_number in (None, each.number)), None
    )
    if found is None:
        raise Refusal("no-season")
    return found


def _match_exclusions(
    connection: Connection, season: Season, player: Player
) -> tuple[ColumnElement[bool], ...]:
    """Build the SQL conditions for the exclusions of a player, under former ids too."""
    of = exclusions.c
    persons = load_season_persons(connection, season.guild, season.number)
    theirs = of.player.in_(expand_to_all_ids(persons, [player]))
    return of.guild == season.guild, of.season == season.number, theirs


def _match_settled_lines(season: Season) -> tuple[ColumnElement[bool], ...]:
    of = settled_lines.c
    return of.guild == season.guild, of.season == season.number


def _is_excluded(connection: Connection, season: Season, player: Player) -> bool:
    found = select(exclusions.c.player).where(*_match_exclusions(connection, season, player))
    return connection.execute(found).first() is not None


def _require_gate_passed(season: Season, decision_author: DecisionAuthor) -> None:
    """Raise `SeasonDecisionNeeded` for an ended season that the author did not agree to change."""
    require_season_decision(
        [season], SeasonResultsChange(frozenset({season.start})), decision_author.asked
    )


def _has_results_since(connection: Connection, guild_id: int, start_time: datetime) -> bool:
    later = select(results.c.player).where(results.c.guild == guild_id, results.c.at >= start_time)
    return connection.execute(later.limit(1)).first() is not None


def _select_results_in_season(season: Season, player: Player) -> Any:
    of = results.c
    where = [of.guild == season.guild, of.player == player, of.at >= season.start]
    if season.end is not None:
        where.append(of.at < season.end)
    return select(of.player).where(*where).limit(1)


def _queue_post_updates(connection: Connection, season: Season) -> None:
    """Mark the posts that show a season's table as outdated."""
    apply_changes([mark_posts_outdated_since(season.guild, season.start)], connection)


def _build_season_update(season: Season) -> Any:
    same = (seasons.c.guild == season.guild, seasons.c.number == season.number)
    return update(seasons).where(*same)
