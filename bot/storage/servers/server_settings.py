"""The settings of servers, with defaults for all of them."""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import fields, replace
from sqlalchemy import Connection, Select, Table, TextClause, bindparam, func, insert, select, union, update

from bot.cards.commander_aliases import MAX_SAME_NAMES, CommanderAlias, SameNames
from bot.i18n import Locale
from bot.judge.question import Era
from bot.rules.house_deeds import MAX_HOUSE_DEEDS, ServerAchievement
from bot.rules.records import ConfirmationId, FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.tables import TableId
from bot.rules.variants import ScoringId, Variant, list_scorings_of_variant
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowAlreadyExistsError
from bot.storage.engine.point_queries import SmallQuery
from bot.storage.engine.row_cache import DatabaseRowCache
from bot.storage.engine.row_changes import RowChange, Upsert, acquire_advisory_locks, apply_row_changes
from bot.storage.engine.schema import HAS_ENDED, HAS_NO_END, audit, guilds, pods
from bot.storage.engine.stores import T, Work
from bot.storage.record.audit import AuditEntry, build_audit_entry_insert
from bot.storage.record.people import PeopleRepository, Person, build_people_upserts
from bot.storage.record.redacted_texts import (
    RedactedTextsOfServer,
    build_redacted_texts_query,
    load_redacted_texts_of_server,
    parse_redacted_text_rows,
)
from bot.storage.record.redaction import redact_user_texts_in_json_value
from bot.time.weeks import WeeklySchedule, find_next_weekly_post_time

Retention = Literal["week", "month", "quarter", "year", "forever"]

RETENTION_DAYS: Mapping[Retention, int | None] = {"week": 7, "month": 30, "quarter": 90, "year": 365, "forever": None}
"""Days that a server's history is kept after the bot was sent away; None is for ever."""

_DEFAULT_SETUP = PodSetup()

PlayedIn = Literal["channel", "thread"]
"""Where a pod of a text channel is played: in the channel, or in a thread of its own."""

StartCall = Literal["on", "off"]
"""The mention of players, once a game, when the table is full or the game begins: on or off."""

DecksShown = Literal["always", "start"]
"""The time from which decks are shown: always, or from the start of the game."""

Idle = Literal["never", "6h", "12h", "24h", "3d", "7d"]

IDLE_TIMES: Mapping[Idle, timedelta | None] = {
    "never": None,
    "6h": timedelta(hours=6),
    "12h": timedelta(hours=12),
    "24h": timedelta(hours=24),
    "3d": timedelta(days=3),
    "7d": timedelta(days=7),
}
SHORTEST_IDLE = min(after for after in IDLE_TIMES.values() if after is not None)


DisputeTime = Literal["5m", "15m", "30m", "1h", "24h"]

DISPUTE_MINUTES: Mapping[DisputeTime, int] = {"5m": 5, "15m": 15, "30m": 30, "1h": 60, "24h": 1440}
"""Minutes in which a result can be disputed that nobody has to confirm."""

ChoiceTime = Literal["5m", "10m", "15m", "30m", "1h"]

CHOICE_TIMES: Mapping[ChoiceTime, timedelta] = {
    "5m": timedelta(minutes=5),
    "10m": timedelta(minutes=10),
    "15m": timedelta(minutes=15),
    "30m": timedelta(minutes=30),
    "1h": timedelta(hours=1),
}
"""The silence of a player who has to choose after which somebody else may choose for them."""

Referee = Literal["any", "other"]
"""The moderators who may decide about a game: any of them, or only one who does not play in it."""

MAX_VARIANTS = 10
"""The most variants of a server's own."""

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

HOURS = tuple(f"{hour:02}:00" for hour in range(24))

PostPart = Literal["table", "movement", "results", "upsets", "chart", "newcomers"]
"""A part of a weekly post."""


class ServerSettings(Struct, frozen=True, omit_defaults=True):
    """The settings of a server, with defaults for unset values.

    - `language`: None means the language that Discord says.
    - `moderator_role`: None means everybody who may manage messages.
    - `channels`: where the bot may be used; empty means everywhere.
    - `results_channel`: None means that results are shown on boards only.
    - `seat_lists`: the channels with a list of free seats.
    - `players_role`: the role that plans mention, if any.
    - `modules`: the modules that are switched on, by the names of their commands.
    - `weekly`: the channel of the weekly post; None means no post.
    - `champion_role`: the role of the season's first, if any.
    - `house_deeds`: the deeds that the server named itself.
    - `same_names`: names of commanders, and registered decks, that moderators declared to be another one.
    """

    language: Locale | None = None
    moderator_role: int | None = None
    channels: tuple[int, ...] = ()
    modules: tuple[str, ...] = ()
    threads: PlayedIn = "channel"
    start_call: StartCall = "on"
    decks_shown: DecksShown = "always"
    results_channel: int | None = None
    seat_lists: tuple[int, ...] = ()
    players_role: int | None = None
    variant: str = _DEFAULT_SETUP.variant  # a built-in one, or another that can be played here
    variants: Mapping[str, Variant] = {}  # the server's own
    table: TableId = _DEFAULT_SETUP.table
    base: FormatId = _DEFAULT_SETUP.base
    scoring: ScoringId | None = None  # the variant's own
    log_channel: int | None = None
    confirmation: ConfirmationId = _DEFAULT_SETUP.confirmation
    dispute_time: DisputeTime = "15m"
    choice_time: ChoiceTime = "5m"
    referee: Referee = "any"
    retention: Retention = "month"
    idle: Idle = "24h"
    timezone: str | None = None  # by its name in the IANA's database
    weekly: int | None = None
    weekday: Weekday = "monday"
    hour: Annotated[str, Meta(pattern=r"^([01]\d|2[0-3]):00$")] = "18:00"  # one of HOURS
    shows: tuple[PostPart, ...] = get_args(PostPart)
    champion_role: int | None = None
    house_deeds: Annotated[tuple[ServerAchievement, ...], Meta(max_length=MAX_HOUSE_DEEDS)] = ()
    same_names: Annotated[SameNames, Meta(max_length=MAX_SAME_NAMES)] = ()
    weekly_begun: datetime | None = None  # when weekly posts were switched on last
    rules_era: Era = "current"  # what a question to the judge begins with (PW-D1)

    @property
    def time_zone(self) -> ZoneInfo:
        """The server's time zone; UTC by default."""
        try:
            return ZoneInfo(self.timezone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            # Only another version of the time zone database has it.
            return ZoneInfo("UTC")

    @property
    def weekly_post_schedule(self) -> WeeklySchedule | None:
        """The schedule of weekly posts; None if the server has no weekly posts."""
        if self.weekly is None:
            return None
        return WeeklySchedule(self.time_zone, get_args(Weekday).index(self.weekday), HOURS.index(self.hour))

    @property
    def idle_pod_timeout(self) -> timedelta | None:
        """The idle time until a pod is warned and, after the same time again, closed; None means never."""
        return IDLE_TIMES[self.idle]

    @property
    def player_choice_timeout(self) -> timedelta:
        """The time that a player has for a choice before others may choose in their place."""
        return CHOICE_TIMES[self.choice_time]

    @property
    def dispute_time_minutes(self) -> int:
        """The minutes in which players can object to the result of a new pod."""
        return DISPUTE_MINUTES[self.dispute_time]

    @property
    def custom_achievement_names(self) -> Mapping[str, str]:
        return {each.deed: each.name for each in self.house_deeds}

    def with_custom_variant(self, variant_name: str, variant: Variant | None) -> "ServerSettings":
        """Return the settings with one of the server's own game variants added, replaced or removed.

        `variant` None removes the variant called `variant_name`. Raises `Refusal` for one variant too many.
        """
        others = {each: kept for each, kept in self.variants.items() if each != variant_name}
        if variant is None:
            usual = _DEFAULT_SETUP.variant if self.variant == variant_name else self.variant
            return replace(self, variants=others, variant=usual)
        if len(others) >= MAX_VARIANTS:
            raise Refusal("house-most", most=MAX_VARIANTS)
        return replace(self, variants={**others, variant_name: variant})

    def replace_redacted_names(self, redacted_texts: RedactedTextsOfServer) -> "ServerSettings":
        """Return the settings with redacted names of variants, achievements and commanders replaced."""
        names = self.map_custom_variants_to_shown_names(redacted_texts)
        shown = {names[name]: answers for name, answers in self.variants.items()}
        deeds = tuple(replace(each, name=redacted_texts(each.name)) for each in self.house_deeds)
        same = tuple(
            CommanderAlias(redacted_texts(each.text), redacted_texts(each.name), redacted_texts(each.reason))
            for each in self.same_names
        )
        usual = names.get(self.variant, self.variant)
        return replace(self, variants=shown, variant=usual, house_deeds=deeds, same_names=same)

    def map_custom_variants_to_shown_names(self, redacted_texts: RedactedTextsOfServer) -> dict[str, str]:
        """Map the server's own variants to display names, and number equal names of redacted variants."""
        found: dict[str, str] = {}
        for name in self.variants:
            shown = redacted_texts(name)
            number = 1
            while shown in found.values():
                number += 1
                shown = f"{redacted_texts(name)} {number}"
            found[name] = shown
        return found

    def find_default_scoring_of_variant(self, variant: str) -> str:
        """Return the scoring that a new pod of a variant gets by default."""
        known = list_scorings_of_variant(variant)
        return next((each for each in known if each == self.scoring), known[0])


def decode_settings_json(settings_json: str) -> ServerSettings:
    """Return a server's settings from JSON. Values that this version does not understand are left out.

    Raises `msgspec.MsgspecError` if the text is no JSON object.
    """
    written = msgspec.json.decode(settings_json, type=dict[str, Any])
    found: dict[str, Any] = {}
    for field in fields(ServerSettings):
        if field.name in written:
            with contextlib.suppress(msgspec.ValidationError):
                found[field.name] = msgspec.convert(written[field.name], field.type)
    return ServerSettings(**found)


class _CachedServerSettings(NamedTuple):
    """A server's settings in the cache, once as stored and once with redacted texts hidden."""

    written: ServerSettings
    struck: RedactedTextsOfServer
    shown: ServerSettings


def _build_cached_server_settings(
    settings: ServerSettings, redacted_texts: RedactedTextsOfServer
) -> _CachedServerSettings:
    return _CachedServerSettings(
        settings, redacted_texts, settings.replace_redacted_names(redacted_texts) if redacted_texts else settings
    )


_ChangedSettings = tuple[ServerSettings, dict[str, Any]]
"""The changed settings, and the details of the audit entry."""

_CACHED_SERVERS = 4096

_SELECT_SETTINGS = select(guilds.c.settings).where(guilds.c.guild == bindparam("guild"))
_SELECT_LEFT_SERVERS = select(guilds.c.guild, guilds.c.left_at).where(guilds.c.left_at.is_not(None))
_UPSERT_SETTINGS = Upsert(guilds)
_INSERT_SERVER = insert(guilds)
_SET_DUE = update(guilds).where(guilds.c.guild == bindparam("here")).values(due=bindparam("next_due"))
_CLEAR_LEFT = update(guilds).where(guilds.c.guild == bindparam("here")).values(left_at=None, commands=None)


def _build_distinct_servers_query(cte_name: str, database_table: Table, *index_conditions: TextClause) -> Select[int]:
    """Build a query of distinct servers that reads one index entry for each server, not every row.

    A partial index holds the rows that are `index_conditions`.
    """
    step = (
        select(func.min(database_table.c.guild).label("guild")).where(*index_conditions).cte(cte_name, recursive=True)
    )
    following = (
        select(func.min(database_table.c.guild))
        .where(database_table.c.guild > step.c.guild, *index_conditions)
        .scalar_subquery()
    )
    steps = step.union_all(select(following).where(step.c.guild.is_not(None)))
    return select(steps.c.guild).where(steps.c.guild.is_not(None))


_SELECT_SERVERS_WITH_DATA = union(
    select(guilds.c.guild),
    _build_distinct_servers_query("with_ended_pods", pods, HAS_ENDED),
    _build_distinct_servers_query("with_other_pods", pods, HAS_NO_END),
    _build_distinct_servers_query("with_audit_trail", audit),
)


class ServerSettingsRepository:
    """The settings of all servers, with a cache. Every method raises `DatabaseUnreachableError`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._recent = DatabaseRowCache[int, _CachedServerSettings](_CACHED_SERVERS)

    async def load_server_settings(self, guild_id: int) -> ServerSettings:
        """Load a server's settings, with redacted names hidden."""
        return (await self._load_settings_through_cache(guild_id)).shown

    async def _load_settings_through_cache(self, guild_id: int) -> "_CachedServerSettings":
        known = self._recent.get(guild_id)
        if known is not None:
            return known
        with self._recent.cache_rows_if_unchanged() as keep:
            rows, struck = await self._database.run_queries_on_one_snapshot(
                SmallQuery(_SELECT_SETTINGS, {"guild": guild_id}), build_redacted_texts_query(guild_id)
            )
            known = _build_cached_server_settings(
                decode_settings_json(rows[0][0] if rows else "{}"), parse_redacted_text_rows(struck)
            )
            keep(guild_id, known)
        return known

    def clear_settings_cache(self) -> None:
        self._recent.invalidate_all_rows()

    async def set_setting(
        self,
        guild_id: int,
        field_name: str,
        value: Any,
        moderator: Person,
        interaction_id: int,
        decision_time: datetime,
    ) -> AuditEntry | None:
        """Set one field of a server's settings, and return the audit entry about it.

        Returns None if nothing changes, or if the interaction was carried out before.
        """
        return await self.update_setting_by_function(
            guild_id, field_name, lambda _: value, moderator, interaction_id, decision_time
        )

    async def update_setting_by_function(
        self,
        guild_id: int,
        field_name: str,
        compute_value: Callable[[Any], Any],
        moderator: Person,
        interaction_id: int,
        decision_time: datetime,
    ) -> AuditEntry | None:
        """Change one field of a server's settings by a function of its old value; return the audit entry.

        Returns None if nothing changes, or if the interaction was carried out before.
        """

        def change_settings_field(settings: ServerSettings, redacted_texts: RedactedTextsOfServer) -> _ChangedSettings:
            before = getattr(settings, field_name)
            value = compute_value(before)
            written = {"before": to_builtins(before), "after": to_builtins(value)}
            details = {"setting": field_name, **written}
            return replace(settings, **{field_name: value}), details

        return await self._change_settings_with_audit_entry(
            guild_id, "setting", change_settings_field, moderator, interaction_id, decision_time
        )

    async def define_or_delete_custom_variant(
        self,
        guild_id: int,
        variant_name: str,
        variant: Variant | None,
        moderator: Person,
        interaction_id: int,
        decision_time: datetime,
    ) -> AuditEntry | None:
        """Store or delete one of a server's own variants, and return the audit entry.

        `variant` None deletes the variant. Returns None if nothing changes, or if the interaction was carried out
        before. Raises `Refusal` for one variant too many.
        """

        def change_custom_variant(settings: ServerSettings, redacted_texts: RedactedTextsOfServer) -> _ChangedSettings:
            shown = settings.map_custom_variants_to_shown_names(redacted_texts)
            name = next((own for own, each in shown.items() if each == variant_name), variant_name)
            before = msgspec.to_builtins(settings.variants.get(name))
            details = {"title": name, "before": before, "after": msgspec.to_builtins(variant)}
            return settings.with_custom_variant(name, variant), details

        return await self._change_settings_with_audit_entry(
            guild_id, "variant", change_custom_variant, moderator, interaction_id, decision_time
        )

    async def _change_settings_with_audit_entry(
        self,
        guild_id: int,
        audit_code: str,
        change_settings: Callable[[ServerSettings, RedactedTextsOfServer], "_ChangedSettings"],
        moderator: Person,
        interaction_id: int,
        decision_time: datetime,
    ) -> AuditEntry | None:
        introduction = self._people.find_people_with_unsaved_names(moderator)

        def store_changed_settings(connection: Connection) -> tuple[AuditEntry, RedactedTextsOfServer] | None:
            settings = _load_and_lock_server_settings(connection, guild_id)
            if connection.scalar(select(audit.c.id).where(audit.c.id == interaction_id)) is not None:
                return None
            struck = load_redacted_texts_of_server(connection, guild_id)
            changed, details = change_settings(settings, struck)
            if changed == settings:
                return None
            if settings.weekly is None and changed.weekly is not None:
                changed = replace(changed, weekly_begun=decision_time)
            entry = AuditEntry(interaction_id, guild_id, decision_time, moderator.id, audit_code, details)
            written = [
                _build_settings_upsert(guild_id, changed),
                *_build_weekly_post_time_update(guild_id, settings, changed, decision_time),
            ]
            apply_row_changes(
                [*build_people_upserts(introduction.unsaved), build_audit_entry_insert(entry), *written], connection
            )
            return entry, struck

        done = await self._run_settings_transaction(guild_id, store_changed_settings)
        if done is None:
            return None
        entry, struck = done
        introduction.mark_people_names_as_saved()
        return replace(entry, details=redact_user_texts_in_json_value(entry.details, struck))

    async def enable_bot_modules(self, guild_id: int, modules: Collection[str]) -> None:
        """Switch on modules of the bot on a server, on the operator's order and without an audit entry."""

        def add_modules_to_settings(connection: Connection) -> None:
            settings = _load_and_lock_server_settings(connection, guild_id)
            every = tuple(dict.fromkeys((*settings.modules, *modules)))
            if every != settings.modules:
                apply_row_changes([_build_settings_upsert(guild_id, replace(settings, modules=every))], connection)

        await self._run_settings_transaction(guild_id, add_modules_to_settings)

    async def remove_free_seat_list_channel(self, guild_id: int, channel: int) -> None:
        """Remove a channel from a server's settings after the list of games with free seats was deleted there."""

        def remove_channel_from_settings(connection: Connection) -> None:
            settings = _load_and_lock_server_settings(connection, guild_id)
            left = tuple(each for each in settings.seat_lists if each != channel)
            apply_row_changes([_build_settings_upsert(guild_id, replace(settings, seat_lists=left))], connection)

        await self._run_settings_transaction(guild_id, remove_channel_from_settings)

    async def _run_settings_transaction(self, guild_id: int, transaction_function: Work[T]) -> T:
        with self._recent.update_cached_row_after_write(guild_id, lambda _: None):
            return await self._database.run_write_transaction(transaction_function)

    # Being sent away

    async def record_bot_left_server(self, guild_id: int, removal_time: datetime) -> None:
        def store_removal_time(connection: Connection) -> None:
            apply_row_changes(
                [_build_settings_upsert(guild_id, _load_and_lock_server_settings(connection, guild_id), removal_time)],
                connection,
            )

        await self._run_settings_transaction(guild_id, store_removal_time)

    async def add_joined_server(self, guild_id: int) -> bool:
        """Store a server that the bot has joined. Return False if the server is stored already."""
        if guild_id in await self.load_servers_with_data():
            return False
        row = {"guild": guild_id, "settings": msgspec.json.encode(ServerSettings()).decode()}
        try:
            await self._database.commit_changes(RowChange(_INSERT_SERVER, [row]))
        except RowAlreadyExistsError:  # another process was faster
            return False
        return True

    async def record_bot_is_on_server(self, guild_id: int) -> None:
        """Record that the bot is on a server, and remove the server's settings from the cache.

        Discord has deleted the server's own commands if the bot was away.
        """
        with self._recent.update_cached_row_after_write(guild_id, lambda _: None):
            await self._database.commit_changes(RowChange(_CLEAR_LEFT, [{"here": guild_id}]))

    async def load_removal_times_of_left_servers(self) -> dict[int, datetime]:
        """Load the servers that removed the bot, and when they did."""
        return {row.guild: row.left_at for row in await self._database.fetch_rows(_SELECT_LEFT_SERVERS)}

    def clear_cached_settings_of_server(self, guild_id: int) -> None:
        self._recent.invalidate_row(guild_id)

    async def load_servers_with_data(self) -> set[int]:
        """Load all servers with any data, even those that the bot has left."""
        return {guild for (guild,) in await self._database.fetch_rows(_SELECT_SERVERS_WITH_DATA)}


async def load_servers_with_expired_data(
    settings_repository: ServerSettingsRepository, now: datetime
) -> dict[int, datetime]:
    """Load the servers whose data must now be deleted, and the times when they removed the bot.

    Raises `DatabaseUnreachableError`.
    """
    found = {}
    for guild, left_at in (await settings_repository.load_removal_times_of_left_servers()).items():
        days = RETENTION_DAYS[(await settings_repository.load_server_settings(guild)).retention]
        if days is not None and left_at + timedelta(days=days) <= now:
            found[guild] = left_at
    return found


def _build_weekly_post_time_update(
    guild_id: int, previous_settings: ServerSettings, current_settings: ServerSettings, change_time: datetime
) -> Iterator[RowChange]:
    if previous_settings.weekly_post_schedule != current_settings.weekly_post_schedule:
        due = (
            None
            if current_settings.weekly_post_schedule is None
            else find_next_weekly_post_time(current_settings.weekly_post_schedule, None, change_time, change_time)
        )
        yield RowChange(_SET_DUE, [{"here": guild_id, "next_due": due}])


def _load_and_lock_server_settings(connection: Connection, guild_id: int) -> ServerSettings:
    """Load a server's stored settings, and lock them until the transaction ends."""
    acquire_advisory_locks(connection, f"settings {guild_id}")
    written = connection.scalar(_SELECT_SETTINGS, {"guild": guild_id})
    return decode_settings_json(written or "{}")


def _build_settings_upsert(guild_id: int, settings: ServerSettings, leave_time: datetime | None = None) -> RowChange:
    written = msgspec.json.encode(settings).decode()
    return RowChange(_UPSERT_SETTINGS, [{"guild": guild_id, "settings": written, "left_at": leave_time}])
