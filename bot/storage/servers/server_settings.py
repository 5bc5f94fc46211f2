"""The settings of servers, with defaults for all of them."""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, NamedTuple, get_args
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta, Struct, to_builtins
from msgspec.structs import fields, replace
from sqlalchemy import Connection, bindparam, insert, select, union, update

from bot.cards.commander_aliases import MAX_SAME_NAMES, CommanderAlias, SameNames
from bot.i18n import Locale
from bot.judge.question import Era
from bot.rules.house_deeds import MAX_HOUSE_DEEDS, HouseDeed
from bot.rules.records import ConfirmationId, FormatId, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.tables import TableId
from bot.rules.variants import ScoringId, Variant, list_scorings_of_variant
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.point_queries import PointQuery
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.row_changes import RowChange, Upsert, apply_changes, lock_condition_keys
from bot.storage.engine.schema import audit, guilds, pods
from bot.storage.engine.stores import T, Work
from bot.storage.record.audit import AuditEntry, insert_audit_entry
from bot.storage.record.people import PeopleRepository, Person, upsert_people
from bot.storage.record.redacted_texts import (
    RedactedTexts,
    load_redacted_texts,
    parse_redacted_texts,
    query_redacted_texts,
)
from bot.storage.record.redaction import redact_json_value
from bot.time.weeks import WeeklySchedule, find_next_due_time

Retention = Literal["week", "month", "quarter", "year", "forever"]

RETENTION_DAYS: Mapping[Retention, int | None] = {
    "week": 7,
    "month": 30,
    "quarter": 90,
    "year": 365,
    "forever": None,
}
"""Days that a server's history is kept after the bot was sent away; None is for ever."""

_DEFAULT_SETUP = PodSetup()

PlayedIn = Literal["channel", "thread"]
"""Where a pod of a text channel is played: in the channel, or in a thread of its own."""

StartCall = Literal["on", "off"]
"""Whether players are mentioned, once a game, when the table is full or the game begins."""

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
"""Who decides about a game: any moderator, or only one who does not play in it."""

MAX_VARIANTS = 10
"""The most variants of a server's own."""

Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

HOURS = tuple(f"{hour:02}:00" for hour in range(24))

PostPart = Literal["table", "movement", "results", "upsets", "chart", "newcomers"]
"""A part of a weekly post."""


class ServerSettings(Struct, frozen=True, omit_defaults=True):
    """The settings of a server; fields that were not set have defaults.

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
    - `same_names`: names of commanders that moderators declared to be another one.
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
    house_deeds: Annotated[tuple[HouseDeed, ...], Meta(max_length=MAX_HOUSE_DEEDS)] = ()
    same_names: Annotated[SameNames, Meta(max_length=MAX_SAME_NAMES)] = ()
    weekly_begun: datetime | None = None  # when weekly posts were switched on last
    rules_era: Era = "current"  # what a question to the judge begins with (PW-D1)

    @property
    def time_zone(self) -> ZoneInfo:
        """The server's time zone, by default UTC."""
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
        return WeeklySchedule(
            self.time_zone, get_args(Weekday).index(self.weekday), HOURS.index(self.hour)
        )

    @property
    def idle_time(self) -> timedelta | None:
        """The time after which an idle pod is warned, and after which a warned pod is
        closed.

        None means never.
        """
        return IDLE_TIMES[self.idle]

    @property
    def choice_timeout(self) -> timedelta:
        """The time of silence after which somebody else may choose for a player."""
        return CHOICE_TIMES[self.choice_time]

    @property
    def dispute_time_minutes(self) -> int:
        """The minutes in which a new pod's result can be disputed before the result counts."""
        return DISPUTE_MINUTES[self.dispute_time]

    @property
    def house_deed_names(self) -> Mapping[str, str]:
        """The names of the server's own deeds, by their ids."""
        return {each.deed: each.name for each in self.house_deeds}

    def with_variant(self, variant_name: str, variant: Variant | None) -> "ServerSettings":
        """Return the settings with a variant of the server's own added, replaced or
        removed.

        `variant` None removes the variant called `variant_name`. Raises `Refusal` for one
        variant too many.
        """
        others = {each: kept for each, kept in self.variants.items() if each != variant_name}
        if variant is None:
            usual = _DEFAULT_SETUP.variant if self.variant == variant_name else self.variant
            return replace(self, variants=others, variant=usual)
        if len(others) >= MAX_VARIANTS:
            raise Refusal("house-most", most=MAX_VARIANTS)
        return replace(self, variants={**others, variant_name: variant})

    def without_redacted_names(self, redacted_texts: RedactedTexts) -> "ServerSettings":
        """Return the settings without redacted names of variants, deeds and commanders."""
        names = self.find_shown_variant_names(redacted_texts)
        shown = {names[name]: answers for name, answers in self.variants.items()}
        deeds = tuple(replace(each, name=redacted_texts(each.name)) for each in self.house_deeds)
        same = tuple(
            CommanderAlias(redacted_texts(each.text), redacted_texts(each.name))
            for each in self.same_names
        )
        usual = names.get(self.variant, self.variant)
        return replace(self, variants=shown, variant=usual, house_deeds=deeds, same_names=same)

    def find_shown_variant_names(self, redacted_texts: RedactedTexts) -> dict[str, str]:
        """Return the names under which the server's own variants are shown, which are
        distinct.
        """
        found: dict[str, str] = {}
        for name in self.variants:
            shown = redacted_texts(name)
            number = 1
            while shown in found.values():
                number += 1
                shown = f"{redacted_texts(name)} {number}"
            found[name] = shown
        return found

    def find_default_scoring(self, variant: str) -> str:
        """Return the default scoring of a pod of a variant."""
        known = list_scorings_of_variant(variant)
        return next((each for each in known if each == self.scoring), known[0])


def decode_settings(settings_json: str) -> ServerSettings:
    """Decode the settings in a row. Values that only another version can decode are ignored.

    Raises `msgspec.MsgspecError` if the text is no JSON object.
    """
    written = msgspec.json.decode(settings_json, type=dict[str, Any])
    found: dict[str, Any] = {}
    for field in fields(ServerSettings):
        if field.name in written:
            with contextlib.suppress(msgspec.ValidationError):
                found[field.name] = msgspec.convert(written[field.name], field.type)
    return ServerSettings(**found)


class _CachedSettings(NamedTuple):
    """The cached settings of a server: as stored, the redacted texts, and as shown."""

    written: ServerSettings
    struck: RedactedTexts
    shown: ServerSettings


def _build_cached_settings(
    settings: ServerSettings, redacted_texts: RedactedTexts
) -> _CachedSettings:
    return _CachedSettings(
        settings,
        redacted_texts,
        settings.without_redacted_names(redacted_texts) if redacted_texts else settings,
    )


_ChangedSettings = tuple[ServerSettings, dict[str, Any]]
"""The changed settings, and the details of the audit entry."""

_CACHED_SERVERS = 4096

_SELECT_SETTINGS = select(guilds.c.settings).where(guilds.c.guild == bindparam("guild"))
_UPSERT_SETTINGS = Upsert(guilds)
_INSERT_SERVER = insert(guilds)
_SET_DUE = (
    update(guilds).where(guilds.c.guild == bindparam("here")).values(due=bindparam("next_due"))
)
_CLEAR_LEFT = (
    update(guilds).where(guilds.c.guild == bindparam("here")).values(left_at=None, commands=None)
)


class ServerSettingsRepository:
    """The settings of all servers, with a cache. Every method raises `DatabaseUnreachable`."""

    def __init__(self, database: Database, people: PeopleRepository) -> None:
        self._database = database
        self._people = people
        self._recent = RowCache[int, _CachedSettings](_CACHED_SERVERS)

    async def load_settings(self, guild_id: int) -> ServerSettings:
        """Load the settings of a server, without redacted names."""
        return (await self._load_cached_settings(guild_id)).shown

    async def _load_cached_settings(self, guild_id: int) -> "_CachedSettings":
        known = self._recent.get(guild_id)
        if known is not None:
            return known
        with self._recent.track_read() as keep:
            rows, struck = await self._database.run_point_queries(
                PointQuery(_SELECT_SETTINGS, {"guild": guild_id}), query_redacted_texts(guild_id)
            )
            known = _build_cached_settings(
                decode_settings(rows[0][0] if rows else "{}"), parse_redacted_texts(struck)
            )
            keep(guild_id, known)
        return known

    def clear_cache(self) -> None:
        """Drop the cached settings of all servers, as names may have been redacted."""
        self._recent.invalidate_all()

    async def change_setting(
        self,
        guild_id: int,
        field_name: str,
        value: Any,
        moderator: Person,
        interaction: int,
        time: datetime,
    ) -> AuditEntry | None:
        """Set a field of a server's settings, and return the audit entry.

        Returns None if nothing changes, or if the interaction was carried out before.
        """
        return await self.update_setting(
            guild_id, field_name, lambda _: value, moderator, interaction, time
        )

    async def update_setting(
        self,
        guild_id: int,
        field_name: str,
        compute_value: Callable[[Any], Any],
        moderator: Person,
        interaction: int,
        time: datetime,
    ) -> AuditEntry | None:
        """Set a field of a server's settings to a value computed from the old value.

        Otherwise as `change_setting`.
        """

        def change_field(settings: ServerSettings, _: RedactedTexts) -> _ChangedSettings:
            before = getattr(settings, field_name)
            value = compute_value(before)
            written = {"before": to_builtins(before), "after": to_builtins(value)}
            details = {"setting": field_name, **written}
            return replace(settings, **{field_name: value}), details

        return await self._apply_settings_change(
            guild_id, "setting", change_field, moderator, interaction, time
        )

    async def define_variant(
        self,
        guild_id: int,
        variant_name: str,
        variant: Variant | None,
        moderator: Person,
        interaction: int,
        time: datetime,
    ) -> AuditEntry | None:
        """Define or delete a server's own variant, and return the audit entry.

        `variant` None deletes the variant. Returns None if nothing changes, or if the
        interaction was carried out before. Raises `Refusal` for one variant too many.
        """

        def change_variant(
            settings: ServerSettings, redacted_texts: RedactedTexts
        ) -> _ChangedSettings:
            shown = settings.find_shown_variant_names(redacted_texts)
            name = next((own for own, each in shown.items() if each == variant_name), variant_name)
            before = msgspec.to_builtins(settings.variants.get(name))
            details = {"title": name, "before": before, "after": msgspec.to_builtins(variant)}
            return settings.with_variant(name, variant), details

        return await self._apply_settings_change(
            guild_id, "variant", change_variant, moderator, interaction, time
        )

    async def _apply_settings_change(
        self,
        guild_id: int,
        audit_code: str,
        change_settings: Callable[[ServerSettings, RedactedTexts], "_ChangedSettings"],
        moderator: Person,
        interaction: int,
        time: datetime,
    ) -> AuditEntry | None:
        introduction = self._people.find_unsaved_people(moderator)

        def store_setting(connection: Connection) -> tuple[AuditEntry, RedactedTexts] | None:
            settings = _load_settings_locked(connection, guild_id)
            if connection.scalar(select(audit.c.id).where(audit.c.id == interaction)) is not None:
                return None
            struck = load_redacted_texts(connection, guild_id)
            changed, details = change_settings(settings, struck)
            if changed == settings:
                return None
            if settings.weekly is None and changed.weekly is not None:
                changed = replace(changed, weekly_begun=time)
            entry = AuditEntry(interaction, guild_id, time, moderator.id, audit_code, details)
            written = [
                _upsert_settings(guild_id, changed),
                *_reschedule_weekly_post(guild_id, settings, changed, time),
            ]
            apply_changes(
                [*upsert_people(introduction.unsaved), insert_audit_entry(entry), *written],
                connection,
            )
            return entry, struck

        done = await self._run_settings_transaction(guild_id, store_setting)
        if done is None:
            return None
        entry, struck = done
        introduction.mark_saved()
        return replace(entry, details=redact_json_value(entry.details, struck))

    async def enable_modules(self, guild_id: int, modules: Collection[str]) -> None:
        """Enable modules of a server as the operator, without an audit entry."""

        def add_modules(connection: Connection) -> None:
            settings = _load_settings_locked(connection, guild_id)
            every = tuple(dict.fromkeys((*settings.modules, *modules)))
            if every != settings.modules:
                apply_changes(
                    [_upsert_settings(guild_id, replace(settings, modules=every))], connection
                )

        await self._run_settings_transaction(guild_id, add_modules)

    async def remove_seat_list(self, guild_id: int, channel: int) -> None:
        """Remove a channel's list of free seats from the settings, as somebody deleted the
        list.
        """

        def remove_list(connection: Connection) -> None:
            settings = _load_settings_locked(connection, guild_id)
            left = tuple(each for each in settings.seat_lists if each != channel)
            apply_changes(
                [_upsert_settings(guild_id, replace(settings, seat_lists=left))], connection
            )

        await self._run_settings_transaction(guild_id, remove_list)

    async def _run_settings_transaction(self, guild_id: int, function: Work[T]) -> T:
        """Run a function that changes a server's settings, and drop the cached settings."""
        with self._recent.update_after_write(guild_id, lambda _: None):
            return await self._database.run_transaction(function)

    # Being sent away

    async def record_bot_removed(self, guild_id: int, removed_at: datetime) -> None:
        """Record that a server removed the bot."""

        def store_removal(connection: Connection) -> None:
            apply_changes(
                [
                    _upsert_settings(
                        guild_id, _load_settings_locked(connection, guild_id), removed_at
                    )
                ],
                connection,
            )

        await self._run_settings_transaction(guild_id, store_removal)

    async def add_server(self, guild_id: int) -> bool:
        """Store a server that the bot has joined; return False if the server has data
        already.
        """
        if guild_id in await self.load_servers_with_data():
            return False
        row = {"guild": guild_id, "settings": msgspec.json.encode(ServerSettings()).decode()}
        try:
            await self._database.write_changes(RowChange(_INSERT_SERVER, [row]))
        except RowExists:  # another process was faster
            return False
        return True

    async def record_bot_present(self, guild_id: int) -> None:
        """Record that the bot is in a server, and drop the cached settings of the server.

        Discord has deleted the server's own commands if the bot was away.
        """
        with self._recent.update_after_write(guild_id, lambda _: None):
            await self._database.write_changes(RowChange(_CLEAR_LEFT, [{"here": guild_id}]))

    async def load_left_servers(self) -> dict[int, datetime]:
        """Load the servers that removed the bot, and when they did."""
        away = select(guilds.c.guild, guilds.c.left_at).where(guilds.c.left_at.is_not(None))
        return {row.guild: row.left_at for row in await self._database.fetch_rows(away)}

    def drop_cached_settings(self, guild_id: int) -> None:
        """Drop a server from the cache, as its history was deleted."""
        self._recent.invalidate(guild_id)

    async def load_servers_with_data(self) -> set[int]:
        """Load the servers with any data, whether the bot is in them or not."""
        every = union(*(select(table.c.guild) for table in (pods, guilds, audit)))
        return {guild for (guild,) in await self._database.fetch_rows(every)}


async def load_servers_to_purge(
    settings_repository: ServerSettingsRepository, now: datetime
) -> dict[int, datetime]:
    """Load the servers whose retention time has passed, and when they removed the bot.

    Raises `DatabaseUnreachable`.
    """
    found = {}
    for guild, left_at in (await settings_repository.load_left_servers()).items():
        days = RETENTION_DAYS[(await settings_repository.load_settings(guild)).retention]
        if days is not None and left_at + timedelta(days=days) <= now:
            found[guild] = left_at
    return found


def _reschedule_weekly_post(
    guild_id: int,
    previous_settings: ServerSettings,
    current_settings: ServerSettings,
    time: datetime,
) -> Iterator[RowChange]:
    """Yield the change of a weekly post's due time, if the schedule has changed."""
    if previous_settings.weekly_post_schedule != current_settings.weekly_post_schedule:
        due = (
            None
            if current_settings.weekly_post_schedule is None
            else find_next_due_time(current_settings.weekly_post_schedule, None, time, time)
        )
        yield RowChange(_SET_DUE, [{"here": guild_id, "next_due": due}])


def _load_settings_locked(connection: Connection, guild_id: int) -> ServerSettings:
    """Load the stored settings of a server, and lock them until the transaction ends."""
    lock_condition_keys(connection, f"settings {guild_id}")
    written = connection.scalar(_SELECT_SETTINGS, {"guild": guild_id})
    return decode_settings(written or "{}")


def _upsert_settings(
    guild_id: int, settings: ServerSettings, left_at: datetime | None = None
) -> RowChange:
    written = msgspec.json.encode(settings).decode()
    return RowChange(
        _UPSERT_SETTINGS, [{"guild": guild_id, "settings": written, "left_at": left_at}]
    )
