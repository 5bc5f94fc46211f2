"""Seasons: games that end while a season runs count in it, too.

Moderators decide about seasons; each decision is stored with its audit entry. A server has at most one running season,
and seasons do not overlap.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, force_setattr, replace
from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, text, update

from bot.i18n import Locale
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.season_rules.rules import (
    NO_RULES,
    USUAL_RULES,
    SeasonRules,
    keep_earlier_achievement_points,
    validate_season_rules,
)
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import apply_row_changes
from bot.storage.engine.schema import audit, exclusions, results, seasons, settled_lines
from bot.storage.engine.timestamps import datetime_to_milliseconds, round_down_to_milliseconds
from bot.storage.record.audit import OPERATOR, AuditEntry, build_audit_entry_insert
from bot.storage.record.log import lock_event_log_against_new_events
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.record.redacted_texts import RedactedTextsOfServer, load_redacted_texts_of_server
from bot.storage.servers.standings_posts import (
    EndNotice,
    StandingsPost,
    build_cancellation_of_season_end_notices,
    build_standings_post_row_inserts,
    build_update_of_final_standings_post,
    build_update_of_standings_posts,
    delete_standings_post,
    load_next_notice_number,
)
from bot.storage.tables.former_ids import list_all_ids_of_players, map_player_ids_to_main_ids
from bot.storage.tables.result_changes import mark_results_unrated_since
from bot.storage.tables.season_gate import SeasonResultsChange, require_consent_to_change_ended_seasons
from bot.storage.tables.totals import keep_standings_consistent_during_season_change

LONGEST_NAME = 40
"""The most characters of a season's name."""


NOTICE_DAYS: tuple[tuple[EndNotice, int], ...] = (("day-before", 1), ("week-before", 7))
"""The announcements of a planned end and the days by which they precede it, the last one first."""

_LONGEST_NOTICE = timedelta(days=8)
"""More time than any announcement precedes the end by, whatever clocks are changed meanwhile."""

_DISCORD_EPOCH = 1_420_070_400_000
"""Milliseconds since 1970 from which the time in the upper bits of a Discord id counts."""


class SeasonEndPlan(Struct, frozen=True):
    """A plan to end a season at the time `at`, made at the time `since`.

    The end and its announcements are posted to the `channel`, in the `language`. `told` are the announcements made.
    """

    at: datetime
    since: datetime
    channel: int
    language: Locale
    told: tuple[EndNotice, ...] = ()

    def find_due_season_end_notice(self, time_zone: ZoneInfo, now: datetime) -> EndNotice | None:
        """Return the announcement of the planned end that is due now; None without one.

        Announcements are due a week and a day before the end, at the same hour of the server's clock. One that was due
        before the end was planned, or before a later one, is not made.
        """
        clock = self.at.astimezone(time_zone)
        for notice, days in NOTICE_DAYS:
            due = (clock.replace(tzinfo=None) - timedelta(days=days)).replace(tzinfo=time_zone)
            if due.astimezone(UTC) <= now:
                return notice if due.astimezone(UTC) > self.since and notice not in self.told else None
        return None


class Season(Struct, frozen=True):
    """A season of a server. It runs as long as `end` is None, perhaps with a `plan` for its end.

    A game counts in the season if it ended at `start` or later, before `end`, and the `rules` let it count.
    """

    guild: int
    number: int
    name: str
    start: datetime
    end: datetime | None = None
    rules: SeasonRules = NO_RULES
    plan: SeasonEndPlan | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "start", round_down_to_milliseconds(self.start))
        if self.end is not None:
            force_setattr(self, "end", round_down_to_milliseconds(self.end))


class PlayerExclusionFromSeason(Struct, frozen=True):
    """The exclusion of a player from a season's ranking: reason, time and author."""

    player: Player
    reason: str
    at: datetime
    by: Player


class ChangedSeasonWithAuditEntry(Struct, frozen=True):
    """A season after a moderator's change, with the audit entry about the change.

    `again` means that the decision was carried out before.
    """

    season: Season
    entry: AuditEntry
    again: bool = False


class SeasonChangeRequest(Struct, frozen=True):
    """A moderator's request to change a season: by whom, on which server, by which interaction, when.

    `asked` are the numbers of the seasons that are over and that the moderator was asked about.
    """

    guild: int
    by: Person
    interaction: int
    at: datetime
    asked: frozenset[int] = frozenset()


class SeasonRepository:
    """The seasons of all servers. Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people

    async def load_seasons_of_server(self, guild_id: int) -> list[Season]:
        return await self._database.run_read_transaction(partial(load_seasons_newest_first, guild_id=guild_id))

    async def start_season(
        self,
        season_change_request: SeasonChangeRequest,
        season_name: str | None,
        build_default_name: Callable[[int], str],
    ) -> ChangedSeasonWithAuditEntry:
        """Start a new season of a server. Raises `Refusal`, for example if another season runs.

        Without a name, `build_default_name` makes one from the number of the season.
        """

        def insert_season(connection: Connection, existing_seasons: Sequence[Season]) -> tuple[Season, dict[str, Any]]:
            if existing_seasons and existing_seasons[0].end is None:
                raise Refusal("season-runs")
            number = existing_seasons[0].number + 1 if existing_seasons else 1
            # Seasons must not overlap, even if the clock was put back.
            begin = max(
                [season_change_request.at, *(each.end for each in existing_seasons[:1] if each.end is not None)]
            )
            called = season_name or build_default_name(number)
            season = Season(season_change_request.guild, number, called, begin, rules=USUAL_RULES)
            with keep_standings_consistent_during_season_change(connection, season.guild, season.start):
                connection.execute(insert(seasons), _build_season_database_row(season))
            return season, {"did": "start", "title": season.name}

        return await self._run_season_transaction(season_change_request, insert_season)

    async def end_running_season(
        self, change_request: SeasonChangeRequest, channel: int, language: Locale, season_number: int | None = None
    ) -> ChangedSeasonWithAuditEntry:
        """End the running season of a server; its final table will be posted to a channel.

        With a `season_number`, that season must be the running one.
        """

        def store_season_end_and_final_standings(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if (
                not existing_seasons
                or existing_seasons[0].end is not None
                or season_number not in (None, existing_seasons[0].number)
            ):
                raise Refusal("no-season-runs")
            end_plan = SeasonEndPlan(change_request.at, change_request.at, channel, language)
            season = _end_season(connection, existing_seasons[0], end_plan, change_request.interaction)
            return season, {"did": "end", "title": season.name}

        return await self._run_season_transaction(change_request, store_season_end_and_final_standings)

    async def schedule_end_of_running_season(
        self, change_request: SeasonChangeRequest, season_number: int, end_plan: SeasonEndPlan | None
    ) -> ChangedSeasonWithAuditEntry:
        """Plan the end of the running season, or change that plan; None cancels the plan.

        Announcements of the former plan that were sent are edited. Raises `Refusal` if the season does not run, or if
        there is no planned end to withdraw.
        """

        def store_season_end_plan(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            before = next(iter(existing_seasons), None)
            if before is None or before.end is not None or before.number != season_number:
                raise Refusal("no-season-runs")
            if end_plan is None and before.plan is None:
                raise Refusal("no-season-plan")
            season = replace(before, plan=end_plan)
            _store_season_end_plan(connection, before, end_plan)
            if end_plan is None:
                return season, {"did": "unplan", "title": season.name}
            return season, {"did": "plan", "title": season.name, "at": datetime_to_milliseconds(end_plan.at)}

        return await self._run_season_transaction(change_request, store_season_end_plan)

    async def load_seasons_that_end_soon(self, now: datetime) -> list[Season]:
        """Load running seasons whose planned end has passed, or is so near that it should be announced."""
        rows = await self._database.fetch_rows(_SELECT_SEASONS_THAT_END_SOON, {"before": now + _LONGEST_NOTICE})
        return [parse_season_row(row) for row in rows]

    async def end_season_or_store_due_notice(
        self, guild_id: int, season_number: int, time_zone: ZoneInfo, now: datetime
    ) -> ChangedSeasonWithAuditEntry | EndNotice | None:
        """End a season whose planned end has passed; otherwise store the notice that is due.

        However late that is done, the season ends when it was planned to. Return the ended season, the kind of the
        announcement, or None if neither was due: another process was faster, or the plan has changed.
        """
        return await self._database.run_write_transaction(
            partial(_end_season_or_store_due_notice, guild_id, season_number, time_zone, now)
        )

    async def resume_newest_season(
        self, change_request: SeasonChangeRequest, season_number: int
    ) -> tuple[ChangedSeasonWithAuditEntry, StandingsPost | None]:
        """Reopen the newest season, which then continues as if it had never ended.

        Return the decision, and the post of the final table that is withdrawn. Raises `EndedSeasonConsentRefusal`
        if games have counted since, which would count in the season from then on.
        """
        withdrawn: list[StandingsPost] = []

        def clear_season_end_and_final_standings(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            if not existing_seasons or existing_seasons[0].number != season_number or existing_seasons[0].end is None:
                raise Refusal("season-resume-late")
            ended = existing_seasons[0]
            assert ended.end is not None
            if _has_server_results_since(connection, ended.guild, ended.end):
                _require_consent_to_change_season(ended, change_request)
            season = replace(ended, end=None)
            with keep_standings_consistent_during_season_change(connection, season.guild, ended.end):
                connection.execute(_build_season_update_statement(season).values(end=None))
            if season.rules.damped:
                mark_results_unrated_since(connection, season.guild, ended.end, change_request.interaction)
            connection.execute(delete(settled_lines).where(*_build_final_standings_sql_condition(season)))
            post = delete_standings_post(connection, season.guild, "season", season_number)
            withdrawn.extend([] if post is None else [post])
            _queue_updates_of_season_posts(connection, season)
            return season, {"did": "resume", "title": season.name}

        return await self._run_season_transaction(change_request, clear_season_end_and_final_standings), next(
            iter(withdrawn), None
        )

    async def rename_season(
        self, change_request: SeasonChangeRequest, season_number: int | None, name: str
    ) -> ChangedSeasonWithAuditEntry:
        """Rename a season of a server; without a number, the newest one."""

        def store_season_name(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            before = _find_season_by_number(existing_seasons, season_number)
            season = replace(before, name=name)
            connection.execute(_build_season_update_statement(season).values(name=name))
            apply_row_changes([build_update_of_final_standings_post(season.guild, season.number)], connection)
            if season.plan is not None:
                apply_row_changes(
                    build_cancellation_of_season_end_notices(season.guild, season.plan.at)[1:], connection
                )
            details = {"did": "rename", "title": name, "before": {"title": before.name}}
            return season, details

        return await self._run_season_transaction(change_request, store_season_name)

    async def change_season_rules(
        self,
        change_request: SeasonChangeRequest,
        season_number: int,
        previous_rules: SeasonRules,
        new_rules: SeasonRules,
    ) -> ChangedSeasonWithAuditEntry:
        """Change the rules of a season. Raises `Refusal` if they differ from `previous_rules`."""
        validate_season_rules(new_rules)

        def store_season_rules(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            found = _find_season_by_number(existing_seasons, season_number)
            if found.end is not None:
                raise Refusal("season-rules-over")
            if found.rules != previous_rules:
                raise Refusal("season-rules-changed")
            changed_at = datetime_to_milliseconds(change_request.at)
            season = replace(found, rules=keep_earlier_achievement_points(previous_rules, new_rules, changed_at))
            connection.execute(_build_season_update_statement(season).values(rules=_encode_season_rules(season.rules)))
            _queue_updates_of_season_posts(connection, season)
            if new_rules.damped != previous_rules.damped:
                mark_results_unrated_since(connection, season.guild, season.start, change_request.interaction)
            were, are = (msgspec.to_builtins(replace(each, house_deeds=())) for each in (previous_rules, new_rules))
            return season, {"did": "rules", "title": season.name, "before": were, "after": are}

        return await self._run_season_transaction(change_request, store_season_rules)

    async def exclude_player_from_season(
        self, change_request: SeasonChangeRequest, season_number: int | None, player: Player, reason: str
    ) -> ChangedSeasonWithAuditEntry:
        """Exclude a player from a season's ranking; without a number, from the newest season's."""

        def insert_season_exclusion(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            season = _find_season_by_number(existing_seasons, season_number)
            if _is_player_excluded_from_season(connection, season, player):
                raise Refusal("season-excluded")
            if connection.execute(_build_season_results_of_player_query(season, player)).first() is None:
                raise Refusal("season-not-played")
            _require_consent_to_change_season(season, change_request)
            row = PlayerExclusionFromSeason(player, reason, change_request.at, change_request.by.id)
            key = {"guild": season.guild, "season": season.number}
            connection.execute(insert(exclusions), key | asdict(row))
            _queue_updates_of_season_posts(connection, season)
            details = {"did": "exclude", "title": season.name, "player": player, "reason": reason}
            return season, details

        return await self._run_season_transaction(change_request, insert_season_exclusion)

    async def reinstate_player_in_season(
        self, change_request: SeasonChangeRequest, season_number: int | None, player: Player
    ) -> ChangedSeasonWithAuditEntry:
        """End a player's exclusion from a season; without a number, from the newest season."""

        def delete_season_exclusion(
            connection: Connection, existing_seasons: Sequence[Season]
        ) -> tuple[Season, dict[str, Any]]:
            season = _find_season_by_number(existing_seasons, season_number)
            if not _is_player_excluded_from_season(connection, season, player):
                raise Refusal("season-not-excluded")
            _require_consent_to_change_season(season, change_request)
            connection.execute(
                delete(exclusions).where(*_build_season_exclusion_sql_conditions(connection, season, player))
            )
            _queue_updates_of_season_posts(connection, season)
            return season, {"did": "include", "title": season.name, "player": player}

        return await self._run_season_transaction(change_request, delete_season_exclusion)

    async def load_season_exclusions(self, guild_id: int, season_number: int) -> list[PlayerExclusionFromSeason]:
        """Load the exclusions from a season, newest first: one for each id of an excluded person."""
        columns = [exclusions.c[name] for name in PlayerExclusionFromSeason.__struct_fields__]
        here = (exclusions.c.guild == guild_id, exclusions.c.season == season_number)
        query = select(*columns).where(*here).order_by(exclusions.c.at.desc(), exclusions.c.player)

        def load_redacted_season_exclusions(connection: Connection) -> list[PlayerExclusionFromSeason]:
            found = [PlayerExclusionFromSeason(*row) for row in connection.execute(query)]
            struck = load_redacted_texts_of_server(connection, guild_id)
            persons = map_player_ids_to_main_ids(connection, guild_id, season_number) if found else {}
            return [
                replace(each, player=player, reason=struck(each.reason))
                for each in found
                for player in sorted(list_all_ids_of_players(persons, [each.player]))
            ]

        return await self._database.run_read_transaction(load_redacted_season_exclusions)

    async def _run_season_transaction(
        self, season_change_request: SeasonChangeRequest, change_season: "_SeasonChange"
    ) -> ChangedSeasonWithAuditEntry:
        introduction = self._people.find_people_with_unsaved_names(season_change_request.by)
        decide = partial(_lock_event_log_and_change_season, season_change_request, introduction.unsaved, change_season)
        decided = await self._database.run_write_transaction(decide)
        if not decided.again:
            introduction.mark_people_names_as_saved()
        return decided


def _end_season(connection: Connection, running_season: Season, end_plan: SeasonEndPlan, interaction_id: int) -> Season:
    """Store the end of the running season and a post with its final table; return the ended season.

    `interaction_id` tells this change of ratings apart from others.
    """
    season = replace(running_season, end=max(end_plan.at, running_season.start), plan=None)
    assert season.end is not None
    with keep_standings_consistent_during_season_change(connection, season.guild, season.end):
        connection.execute(_build_season_update_statement(season).values(end=season.end))
    _store_season_end_plan(connection, running_season, None)
    if season.rules.damped:
        mark_results_unrated_since(connection, season.guild, season.end, interaction_id)
    final = StandingsPost(
        season.guild,
        "season",
        season.number,
        season.start,
        season.end,
        late=False,
        language=end_plan.language,
        channel=end_plan.channel,
    )
    apply_row_changes(build_standings_post_row_inserts(final), connection)
    return season


def _store_season_end_plan(connection: Connection, running_season: Season, end_plan: SeasonEndPlan | None) -> None:
    """Store a season's planned end (None for no plan), and correct announcements that are now wrong."""
    former = running_season.plan
    connection.execute(
        _build_season_update_statement(running_season).values(**_build_season_end_plan_columns(end_plan))
    )
    if former is not None and (end_plan is None or end_plan.at != former.at):
        apply_row_changes(build_cancellation_of_season_end_notices(running_season.guild, former.at), connection)


def _end_season_or_store_due_notice(
    guild_id: int, season_number: int, time_zone: ZoneInfo, now: datetime, connection: Connection
) -> ChangedSeasonWithAuditEntry | EndNotice | None:
    lock_event_log_against_new_events(connection)
    season = next(iter(load_seasons_newest_first(connection, guild_id)), None)
    if season is None or season.number != season_number or season.end is not None or season.plan is None:
        return None
    plan = season.plan
    if plan.at <= now:
        author, planning = _load_author_of_planned_season_end(connection, season)
        # Many servers end their seasons in the same millisecond.
        digest = int.from_bytes(hashlib.blake2b(f"{planning}".encode(), digest_size=4).digest()) & 0x3FFFFF
        change_id = (datetime_to_milliseconds(now) - _DISCORD_EPOCH) << 22 | digest
        details = {"did": "end", "title": season.name, "planned": True}
        entry = AuditEntry(change_id, guild_id, now, author, "season", details)
        ended = _end_season(connection, season, plan, change_id)
        apply_row_changes([build_audit_entry_insert(entry)], connection)
        return ChangedSeasonWithAuditEntry(ended, entry)
    notice = plan.find_due_season_end_notice(time_zone, now)
    if notice is None:
        return None
    _store_season_end_plan(connection, season, replace(plan, told=(*plan.told, notice)))
    number = load_next_notice_number(connection, guild_id, notice, plan.at)
    if number is None:  # the end was moved back to a time that has been announced
        return None
    post = StandingsPost(
        *(guild_id, notice, number, now, plan.at), late=False, language=plan.language, channel=plan.channel
    )
    apply_row_changes(build_standings_post_row_inserts(post), connection)
    return notice


def _load_author_of_planned_season_end(connection: Connection, season: Season) -> tuple[Player, int]:
    """Load who planned a season's end, and with which interaction; the operator if that is unknown."""
    planned = select(audit.c.id, audit.c.by, audit.c.details)
    planned = planned.where(audit.c.guild == season.guild, audit.c.what == "season").order_by(audit.c.id.desc())
    for id, author, details in connection.execute(planned):
        if msgspec.json.decode(details).get("did") == "plan":
            return str(author), int(id)
    return OPERATOR, season.guild


def _lock_event_log_and_change_season(
    change_request: SeasonChangeRequest,
    unsaved_people: Iterable[Person],
    change_season: "_SeasonChange",
    connection: Connection,
) -> ChangedSeasonWithAuditEntry:
    """Change a season while no other process can append events."""
    lock_event_log_against_new_events(connection)
    known = load_seasons_newest_first(connection, change_request.guild)
    made = select(audit.c.details).where(audit.c.id == change_request.interaction)
    entry = partial(
        AuditEntry, change_request.interaction, change_request.guild, change_request.at, change_request.by.id, "season"
    )
    if connection.scalar(made) is not None:
        if not known:  # the server's history was deleted meanwhile
            raise Refusal("no-season")
        return ChangedSeasonWithAuditEntry(known[0], entry({}), again=True)
    season, details = change_season(connection, known)
    introductions = build_people_upserts(unsaved_people)
    done = entry(details)
    apply_row_changes([*introductions, build_audit_entry_insert(done)], connection)
    return ChangedSeasonWithAuditEntry(season, done)


_SeasonChange = Callable[[Connection, Sequence[Season]], tuple[Season, dict[str, Any]]]
"""Change a server's seasons; return the changed one, and details for the audit trail."""


COLUMNS = [seasons.c[name] for name in ("guild", "number", "name", "start", "end", "rules", "ends", "notice")]
"""The columns that `parse_season_row` reads."""

_SELECT_SEASONS_THAT_END_SOON = (
    select(*COLUMNS)
    .where(text('"end" IS NULL'), seasons.c.ends <= bindparam("before"))
    .order_by(seasons.c.ends, seasons.c.guild)
)


def parse_season_row(season_row: Sequence[Any]) -> Season:
    """Parse a row of the table `seasons`. The season's name is not redacted yet."""
    guild, number, name, start, end, rules, ends, notice = season_row
    plan = None
    if ends is not None and notice is not None and end is None:
        plan = msgspec.convert({"at": ends, **msgspec.json.decode(notice)}, SeasonEndPlan)
    return Season(guild, number, name, start, end, decode_season_rules_json(rules), plan)


def decode_season_rules_json(rules_json: str | None) -> SeasonRules:
    """Return a season's rules from JSON. Fields of later versions are ignored."""
    return NO_RULES if rules_json is None else msgspec.json.decode(rules_json, type=SeasonRules)


def _encode_season_rules(rules: SeasonRules) -> str | None:
    return None if rules == NO_RULES else msgspec.json.encode(rules).decode()


def _build_season_database_row(season: Season) -> dict[str, Any]:
    values = (
        asdict(season) | {"rules": _encode_season_rules(season.rules)} | _build_season_end_plan_columns(season.plan)
    )
    del values["plan"]
    return values


def _build_season_end_plan_columns(end_plan: SeasonEndPlan | None) -> dict[str, Any]:
    """Return the column values for the plan of a season's end."""
    if end_plan is None:
        return {"ends": None, "notice": None}
    notice = msgspec.to_builtins(end_plan)
    del notice["at"]
    return {"ends": end_plan.at, "notice": msgspec.json.encode(notice).decode()}


def load_seasons_newest_first(connection: Connection, guild_id: int) -> list[Season]:
    """Load a server's seasons, newest first, with redacted names hidden."""
    query = select(*COLUMNS).where(seasons.c.guild == guild_id).order_by(seasons.c.number.desc())
    rows = connection.execute(query)
    return _parse_and_redact_season_rows(rows, load_redacted_texts_of_server(connection, guild_id))


def _parse_and_redact_season_rows(rows: Iterable[Any], redacted_texts: RedactedTextsOfServer) -> list[Season]:
    """Return the seasons of database rows, with redacted names hidden."""
    found = [parse_season_row(row) for row in rows]
    return [replace(each, name=redacted_texts(each.name)) for each in found]


def _find_season_by_number(seasons_newest_first: Sequence[Season], season_number: int | None) -> Season:
    """Return the season with this number; without a number, the newest. Raises `Refusal` if there is none."""
    found = next((each for each in seasons_newest_first if season_number in (None, each.number)), None)
    if found is None:
        raise Refusal("no-season")
    return found


def _build_season_exclusion_sql_conditions(
    connection: Connection, season: Season, player: Player
) -> tuple[ColumnElement[bool], ...]:
    of = exclusions.c
    persons = map_player_ids_to_main_ids(connection, season.guild, season.number)
    theirs = of.player.in_(list_all_ids_of_players(persons, [player]))
    return of.guild == season.guild, of.season == season.number, theirs


def _build_final_standings_sql_condition(season: Season) -> tuple[ColumnElement[bool], ...]:
    of = settled_lines.c
    return of.guild == season.guild, of.season == season.number


def _is_player_excluded_from_season(connection: Connection, season: Season, player: Player) -> bool:
    found = select(exclusions.c.player).where(*_build_season_exclusion_sql_conditions(connection, season, player))
    return connection.execute(found).first() is not None


def _require_consent_to_change_season(season: Season, change_request: SeasonChangeRequest) -> None:
    require_consent_to_change_ended_seasons(
        [season], SeasonResultsChange(frozenset({season.start})), change_request.asked
    )


def _has_server_results_since(connection: Connection, guild_id: int, start_time: datetime) -> bool:
    later = select(results.c.player).where(results.c.guild == guild_id, results.c.at >= start_time)
    return connection.execute(later.limit(1)).first() is not None


def _build_season_results_of_player_query(season: Season, player: Player) -> Any:
    of = results.c
    where = [of.guild == season.guild, of.player == player, of.at >= season.start]
    if season.end is not None:
        where.append(of.at < season.end)
    return select(of.player).where(*where).limit(1)


def _queue_updates_of_season_posts(connection: Connection, season: Season) -> None:
    apply_row_changes([build_update_of_standings_posts(season.guild, season.start)], connection)


def _build_season_update_statement(season: Season) -> Any:
    same = (seasons.c.guild == season.guild, seasons.c.number == season.number)
    return update(seasons).where(*same)
