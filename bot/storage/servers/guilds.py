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

from bot.cards.same_names import MAX_SAME_NAMES, SameName, SameNames
from bot.i18n import Locale
from bot.judge.question import Era
from bot.rules.house_deeds import MAX_HOUSE_DEEDS, HouseDeed
from bot.rules.records import Base, ConfirmationId, Setup
from bot.rules.refusals import Refusal
from bot.rules.tables import TableId
from bot.rules.variants import ScoringId, Variant, list_scorings
from bot.storage.engine.changes import RowChange, Upsert, apply, take_turn
from bot.storage.engine.database import Database
from bot.storage.engine.errors import RowExists
from bot.storage.engine.point_reads import Question
from bot.storage.engine.row_cache import RowCache
from bot.storage.engine.schema import audit, guilds, pods
from bot.storage.engine.stores import T, Work
from bot.storage.record.audit import AuditEntry, insert_entry
from bot.storage.record.people import People, Person, insert_people
from bot.storage.record.redaction import redact_value
from bot.storage.record.strikes import Struck, ask_struck, load_struck, read_struck
from bot.weeks import Schedule, find_next_due

Retention = Literal["week", "month", "quarter", "year", "forever"]

RETENTION_DAYS: Mapping[Retention, int | None] = {
    "week": 7,
    "month": 30,
    "quarter": 90,
    "year": 365,
    "forever": None,
}
"""Days that a server's history is kept after the bot was sent away; None is for ever."""

_DEFAULT_SETUP = Setup()

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
    base: Base = _DEFAULT_SETUP.base
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
    def zone(self) -> ZoneInfo:
        """The server's time zone, by default UTC."""
        try:
            return ZoneInfo(self.timezone or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            # Only another version of the time zone database has it.
            return ZoneInfo("UTC")

    @property
    def schedule(self) -> Schedule | None:
        """The schedule of weekly posts; None if there are none."""
        if self.weekly is None:
            return None
        return Schedule(self.zone, get_args(Weekday).index(self.weekday), HOURS.index(self.hour))

    @property
    def idle_after(self) -> timedelta | None:
        """The time after which an idle pod is warned, and then after which it is closed."""
        return IDLE_TIMES[self.idle]

    @property
    def choice_after(self) -> timedelta:
        """The silence after which somebody else may choose for a player."""
        return CHOICE_TIMES[self.choice_time]

    @property
    def dispute_minutes(self) -> int:
        """The minutes in which a new pod's result can be disputed before it counts."""
        return DISPUTE_MINUTES[self.dispute_time]

    @property
    def deed_names(self) -> Mapping[str, str]:
        """The names of the server's own deeds, by their ids."""
        return {each.deed: each.name for each in self.house_deeds}

    def with_variant(self, name: str, answers: Variant | None) -> "ServerSettings":
        """Return the settings with a variant of the server's own, or without it.

        `answers` None removes it. Raises `Refusal` for one variant too many.
        """
        others = {each: kept for each, kept in self.variants.items() if each != name}
        if answers is None:
            usual = _DEFAULT_SETUP.variant if self.variant == name else self.variant
            return replace(self, variants=others, variant=usual)
        if len(others) >= MAX_VARIANTS:
            raise Refusal("house-most", most=MAX_VARIANTS)
        return replace(self, variants={**others, name: answers})

    def hide_struck(self, struck: Struck) -> "ServerSettings":
        """Return the settings without struck names of variants and deeds."""
        names = self.find_shown_names(struck)
        shown = {names[name]: answers for name, answers in self.variants.items()}
        deeds = tuple(replace(each, name=struck(each.name)) for each in self.house_deeds)
        same = tuple(SameName(struck(each.text), struck(each.name)) for each in self.same_names)
        usual = names.get(self.variant, self.variant)
        return replace(self, variants=shown, variant=usual, house_deeds=deeds, same_names=same)

    def find_shown_names(self, struck: Struck) -> dict[str, str]:
        """Return the shown names of the server's own variants, which are distinct."""
        found: dict[str, str] = {}
        for name in self.variants:
            shown = struck(name)
            number = 1
            while shown in found.values():
                number += 1
                shown = f"{struck(name)} {number}"
            found[name] = shown
        return found

    def find_scoring(self, variant: str) -> str:
        """Return the default scoring of a pod of this variant."""
        known = list_scorings(variant)
        return next((each for each in known if each == self.scoring), known[0])


def read_settings(text: str) -> ServerSettings:
    """Decode the settings in a row. Values that only another version can read are ignored.

    Raises `msgspec.MsgspecError` if it is no JSON object.
    """
    written = msgspec.json.decode(text, type=dict[str, Any])
    found: dict[str, Any] = {}
    for field in fields(ServerSettings):
        if field.name in written:
            with contextlib.suppress(msgspec.ValidationError):
                found[field.name] = msgspec.convert(written[field.name], field.type)
    return ServerSettings(**found)


class _Known(NamedTuple):
    """The cached settings of a server: as stored, its struck texts, and as shown."""

    written: ServerSettings
    struck: Struck
    shown: ServerSettings


def _make_known(settings: ServerSettings, struck: Struck) -> _Known:
    return _Known(settings, struck, settings.hide_struck(struck) if struck else settings)


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


class Guilds:
    """The settings of all servers, with a cache. Every method raises `Unreachable`."""

    def __init__(self, database: Database, people: People) -> None:
        self._database = database
        self._people = people
        self._recent = RowCache[int, _Known](_CACHED_SERVERS)

    async def read_settings(self, guild: int) -> ServerSettings:
        """Return the settings of a server, without struck names of variants."""
        return (await self._read_known(guild)).shown

    async def _read_known(self, guild: int) -> "_Known":
        known = self._recent.get(guild)
        if known is not None:
            return known
        with self._recent.read() as keep:
            rows, struck = await self._database.ask(
                Question(_SELECT_SETTINGS, {"guild": guild}), ask_struck(guild)
            )
            known = _make_known(read_settings(rows[0][0] if rows else "{}"), read_struck(struck))
            keep(guild, known)
        return known

    def reread(self) -> None:
        """Drop the cache: names of variants may have been struck out."""
        self._recent.clear()

    async def change(
        self, guild: int, name: str, value: Any, by: Person, interaction: int, at: datetime
    ) -> AuditEntry | None:
        """Set the field `name`, and return the audit entry.

        Returns None if nothing changes, or if the interaction was carried out before.
        """
        return await self.change_from(guild, name, lambda _: value, by, interaction, at)

    async def change_from(
        self,
        guild: int,
        name: str,
        choose: Callable[[Any], Any],
        by: Person,
        interaction: int,
        at: datetime,
    ) -> AuditEntry | None:
        """Set the field `name` as `change` does; `choose` computes the value from the old one."""

        def change_field(settings: ServerSettings, _: Struck) -> _ChangedSettings:
            before = getattr(settings, name)
            value = choose(before)
            written = {"before": to_builtins(before), "after": to_builtins(value)}
            details = {"setting": name, **written}
            return replace(settings, **{name: value}), details

        return await self._change_setting(guild, "setting", change_field, by, interaction, at)

    async def define(
        self,
        guild: int,
        called: str,
        answers: Variant | None,
        by: Person,
        interaction: int,
        at: datetime,
    ) -> AuditEntry | None:
        """Set the answers of a server's own variant, and return the audit entry.

        `answers` None deletes the variant. Returns None if nothing changes, or if the interaction
        was carried out before. Raises `Refusal` for one variant too many.
        """

        def change_variant(settings: ServerSettings, struck: Struck) -> _ChangedSettings:
            shown = settings.find_shown_names(struck)
            name = next((own for own, each in shown.items() if each == called), called)
            before = msgspec.to_builtins(settings.variants.get(name))
            details = {"title": name, "before": before, "after": msgspec.to_builtins(answers)}
            return settings.with_variant(name, answers), details

        return await self._change_setting(guild, "variant", change_variant, by, interaction, at)

    async def _change_setting(
        self,
        guild: int,
        what: str,
        to: Callable[[ServerSettings, Struck], "_ChangedSettings"],
        by: Person,
        interaction: int,
        at: datetime,
    ) -> AuditEntry | None:
        introduction = self._people.introduce(by)

        def store_setting(connection: Connection) -> tuple[AuditEntry, Struck] | None:
            settings = _lock_settings(connection, guild)
            if connection.scalar(select(audit.c.id).where(audit.c.id == interaction)) is not None:
                return None
            struck = load_struck(connection, guild)
            changed, details = to(settings, struck)
            if changed == settings:
                return None
            if settings.weekly is None and changed.weekly is not None:
                changed = replace(changed, weekly_begun=at)
            entry = AuditEntry(interaction, guild, at, by.id, what, details)
            written = [_update_settings(guild, changed), *_reschedule(guild, settings, changed, at)]
            apply([*insert_people(introduction.unsaved), insert_entry(entry), *written], connection)
            return entry, struck

        done = await self._transact(guild, store_setting)
        if done is None:
            return None
        entry, struck = done
        introduction.note_written()
        return replace(entry, details=redact_value(entry.details, struck))

    async def switch_on(self, guild: int, modules: Collection[str]) -> None:
        """Switch modules on as the operator, without an entry in the audit trail."""

        def add_modules(connection: Connection) -> None:
            settings = _lock_settings(connection, guild)
            every = tuple(dict.fromkeys((*settings.modules, *modules)))
            if every != settings.modules:
                apply([_update_settings(guild, replace(settings, modules=every))], connection)

        await self._transact(guild, add_modules)

    async def end_seat_list(self, guild: int, channel: int) -> None:
        """Remove a channel's list of free seats from the settings: somebody deleted the list."""

        def remove_list(connection: Connection) -> None:
            settings = _lock_settings(connection, guild)
            left = tuple(each for each in settings.seat_lists if each != channel)
            apply([_update_settings(guild, replace(settings, seat_lists=left))], connection)

        await self._transact(guild, remove_list)

    async def _transact(self, guild: int, work: Work[T]) -> T:
        """Run `work`, which changes a server's settings, and read them anew afterwards."""
        with self._recent.write(guild, lambda _: None):
            return await self._database.transact(work)

    # Being sent away

    async def note_left(self, guild: int, at: datetime) -> None:
        """Note that a server removed the bot."""

        def store_left(connection: Connection) -> None:
            apply([_update_settings(guild, _lock_settings(connection, guild), at)], connection)

        await self._transact(guild, store_left)

    async def note_new(self, guild: int) -> bool:
        """Store a server that the bot has joined; return False if it has data of it already."""
        if guild in await self.find_known():
            return False
        row = {"guild": guild, "settings": msgspec.json.encode(ServerSettings()).decode()}
        try:
            await self._database.write(RowChange(_INSERT_SERVER, [row]))
        except RowExists:  # another process was faster
            return False
        return True

    async def note_back(self, guild: int) -> None:
        """Note that the bot is in a server (again); drop its cache, as data may be deleted.

        Discord has dropped the commands of the server alone when the bot left.
        """
        with self._recent.write(guild, lambda _: None):
            await self._database.write(RowChange(_CLEAR_LEFT, [{"here": guild}]))

    async def find_gone(self) -> dict[int, datetime]:
        """Return the servers that removed the bot, and when."""
        away = select(guilds.c.guild, guilds.c.left_at).where(guilds.c.left_at.is_not(None))
        return {row.guild: row.left_at for row in await self._database.fetch(away)}

    def drop(self, guild: int) -> None:
        """Drop a server from the cache: its history was deleted."""
        self._recent.drop(guild)

    async def find_known(self) -> set[int]:
        """Return the servers with any data, whether the bot is in them or not."""
        every = union(*(select(table.c.guild) for table in (pods, guilds, audit)))
        return {guild for (guild,) in await self._database.fetch(every)}


async def find_overdue(guilds: Guilds, now: datetime) -> dict[int, datetime]:
    """Return the servers whose retention has passed, and when they removed the bot.

    Raises `Unreachable`.
    """
    found = {}
    for guild, left_at in (await guilds.find_gone()).items():
        days = RETENTION_DAYS[(await guilds.read_settings(guild)).retention]
        if days is not None and left_at + timedelta(days=days) <= now:
            found[guild] = left_at
    return found


def _reschedule(
    guild: int, before: ServerSettings, after: ServerSettings, at: datetime
) -> Iterator[RowChange]:
    """Yield the next due moment of the weekly post, if its schedule changed."""
    if before.schedule != after.schedule:
        due = None if after.schedule is None else find_next_due(after.schedule, None, at, at)
        yield RowChange(_SET_DUE, [{"here": guild, "next_due": due}])


def _lock_settings(connection: Connection, guild: int) -> ServerSettings:
    """Return the settings of a server as stored; nobody else changes them in the meantime."""
    take_turn(connection, f"settings {guild}")
    written = connection.scalar(_SELECT_SETTINGS, {"guild": guild})
    return read_settings(written or "{}")


def _update_settings(
    guild: int, settings: ServerSettings, left_at: datetime | None = None
) -> RowChange:
    written = msgspec.json.encode(settings).decode()
    return RowChange(_UPSERT_SETTINGS, [{"guild": guild, "settings": written, "left_at": left_at}])
