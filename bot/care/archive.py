"""The lines of an archive: a header, then people, guests, settings, audit, seasons, posts,
champions, strikes, events, dismissals, boards and publications.

Each is JSON and holds exactly what a row of the database holds; moments are milliseconds since
1970. The order is that of the accounts, of the servers, of the audit's ids, of server and number or
account, and of channel and version, so that the same history is always the same file.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Annotated, Any, BinaryIO, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import asdict

from bot.care import CareError
from bot.care.stored_rows import AT_ONCE
from bot.reading import Unreadable, explain_error, read_json
from bot.rules.facts import Player
from bot.season_rules.rules import SeasonRules
from bot.storage.record.codec import Undecodable, decode
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded
from bot.storage.servers.posts import Kind

FORMAT = 6
"""The format that is written. Older ones are read too.

Format 5 had no publications, 4 no guests, 3 no strikes, dismissals and rules of seasons, 2 neither
seasons nor posts nor champions; in 1 the settings were the language alone.
"""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]
SignedId = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]  # below zero it is no id of Discord's
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Milliseconds = Annotated[int, Meta(ge=0, le=253_402_300_799_999)]  # as far as dates go


class ArchiveLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """Any of them."""


class Header(ArchiveLine, frozen=True, tag="suzerain-history"):
    """What the archive holds: which servers, and how many lines of each kind follow."""

    format: Annotated[int, Meta(ge=1)]
    revision: str  # of the database that it was taken from
    bot: str  # the version that wrote it
    servers: tuple[Id, ...]
    people: Count
    settings: Count
    events: Count
    boards: Count
    audit: Count = 0  # there was none in format 1
    seasons: Count = 0  # nor were they in 2
    posts: Count = 0
    champions: Count = 0
    strikes: Count = 0  # nor were these in 3
    dismissals: Count = 0
    guests: Count = 0  # nor these in 4
    publications: Count = 0  # nor these in 5

    @property
    def lines(self) -> int:
        """How many follow."""
        decided = self.audit + self.seasons + self.strikes + self.dismissals
        rest = self.posts + self.champions + self.events + self.boards
        return self.people + self.guests + self.settings + decided + rest + self.publications

    def __str__(self) -> str:
        return (
            f"{len(self.servers):,} servers, {self.people:,} people, {self.events:,} events,"
            f" {self.boards:,} boards"
        )


class PersonLine(ArchiveLine, frozen=True, tag="person"):
    """A row of `people`."""

    id: Player
    discord_id: SignedId
    name: str
    username: str = ""  # not kept before format 4


class GuestLine(ArchiveLine, frozen=True, tag="guest"):
    """A row of `guests`."""

    player: Player
    guild: Id
    asked_by: Player | None
    asked: Milliseconds | None
    claimed_by: Player | None


class SettingsLine(ArchiveLine, frozen=True, tag="settings"):
    """A row of `guilds`."""

    guild: Id
    settings: Raw
    left_at: Milliseconds | None
    due: Milliseconds | None = None  # no post was due before format 3

    def __post_init__(self) -> None:
        _check_object("settings", self.settings)

    def row(self) -> dict[str, Any]:
        """The row, by its columns."""
        return asdict(self) | {"settings": read_text(self.settings)}


class LanguageLine(ArchiveLine, frozen=True, tag="settings"):
    """A row of `guilds` in format 1, when servers could set nothing but their language."""

    guild: Id
    language: str | None

    def row(self) -> dict[str, Any]:
        """The row that it is now, by its columns."""
        settings = {} if self.language is None else {"language": self.language}
        return SettingsLine(self.guild, Raw(msgspec.json.encode(settings)), None).row()


class AuditLine(ArchiveLine, frozen=True, tag="audit"):
    """A row of `audit`."""

    id: Id
    guild: Id
    at: Milliseconds
    by: Player
    what: str
    details: Raw

    def __post_init__(self) -> None:
        _check_object("details", self.details)

    def row(self) -> dict[str, Any]:
        """The row, by its columns."""
        return asdict(self) | {"details": read_text(self.details)}


class ExclusionPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of `exclusions`, but for the season that it belongs to."""

    player: Player
    reason: str
    at: Milliseconds
    by: Player


class SeasonLine(ArchiveLine, frozen=True, tag="season"):
    """A row of `seasons`, with whom is excluded from it."""

    guild: Id
    number: Number
    name: str
    start: Milliseconds
    end: Milliseconds | None
    rules: SeasonRules | None = None  # there were none before format 4
    excluded: tuple[ExclusionPart, ...] = ()

    def row(self) -> dict[str, Any]:
        """The row of the season, by its columns."""
        values = {name: getattr(self, name) for name in ("guild", "number", "name", "start", "end")}
        rules = None if self.rules is None else msgspec.json.encode(self.rules).decode()
        return values | {"rules": rules}


class PostLine(ArchiveLine, frozen=True, omit_defaults=True, tag="post"):
    """A row of `posts`.

    Before format 6 it also held what the row of its publication holds now.
    """

    guild: Id
    kind: Kind
    number: Number
    start: Milliseconds
    end: Milliseconds
    late: bool
    language: str
    channel: Id | None = None
    message: Id | None = None
    wanted: Count | None = None
    shown: Count | None = None
    tried: Milliseconds | None = None


class ChampionLine(ArchiveLine, frozen=True, tag="champion"):
    """A row of `champions`."""

    guild: Id
    discord_id: Id
    role: Id
    given: bool


class StrikeLine(ArchiveLine, frozen=True, tag="strike"):
    """A row of `strikes`."""

    guild: Id
    id: Id
    text: str


class DismissalLine(ArchiveLine, frozen=True, tag="dismissal"):
    """A row of `dismissals`."""

    channel: Id
    pod: Number
    guild: Id


class EventLine(ArchiveLine, frozen=True, tag="event"):
    """A row of `events`."""

    channel: Id
    version: Number
    pod: Number
    guild: Id
    type: str
    schema: Number
    payload: Raw
    by: Player | None
    interaction: SignedId | None
    at: Milliseconds

    def row(self) -> dict[str, Any]:
        """The row, by its columns."""
        return asdict(self) | {"payload": read_text(self.payload)}

    def recorded(self) -> Recorded:
        """The event that it keeps. Raises `Damaged`."""
        try:
            event = decode(self.type, self.schema, read_text(self.payload))
        except Undecodable as error:
            raise Damaged(self.channel, self.version, str(error)) from error
        at = _EPOCH + timedelta(milliseconds=self.at)
        place = (self.channel, self.version, self.pod, self.guild)
        return Recorded(*place, event, self.by, self.interaction, at)


class BoardLine(ArchiveLine, frozen=True, tag="board"):
    """A row of `boards`."""

    channel: Id
    pod: Number
    guild: Id
    language: str
    wanted: Count
    shown: Count
    message: Id | None
    posted: Milliseconds | None
    asked: str | None
    former: Id | None
    told: str | None = None  # this and what follows were not kept before format 4
    picture: str | None = None
    calls: str | None = None
    tried: Milliseconds | None = None  # not always kept
    announced: Id | None = None  # before format 6 the result's message, which is a publication now
    announcing: Id | None = None  # and the board that a result linked to which was being sent


class PublicationLine(ArchiveLine, frozen=True, tag="publication"):
    """A row of `publications`, but for its lease."""

    surface: str
    guild: Id
    key: str
    channel: Id | None
    wanted: Count
    shown: Count
    message: Id | None
    former: Id | None
    tried: Milliseconds | None
    mark: str | None
    digest: str | None


L = TypeVar(
    "L",
    Header,
    PersonLine,
    GuestLine,
    SettingsLine,
    LanguageLine,
    AuditLine,
    SeasonLine,
    PostLine,
    ChampionLine,
    StrikeLine,
    EventLine,
    DismissalLine,
    BoardLine,
    PublicationLine,
)


class Archive:
    """An archive as it is read, line by line. Whatever is wrong with a line raises `CareError`."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file = file
        self._name = name
        self.line = 0  # the one that was read last; the first is 1

    def make_error(self, problem: object, line: int | None = None) -> CareError:
        """What to say of a line, or of the one that was read last."""
        return CareError(f"{self._name}:{line or self.line}: {problem}")

    def read_header(self) -> Header:
        """The first line, from wherever the file stands."""
        self._file.seek(0)
        self.line = 0
        header = self._read(Header, "of an archive of Suzerain's")
        if header.format > FORMAT:
            raise self.make_error(
                f"format {header.format} is newer than {FORMAT}; take a newer Suzerain"
            )
        return header

    def read_lines(self, kind: type[L], count: int) -> Iterator[L]:
        """The next lines, as many of this kind as the header promises."""
        for number in range(count):
            yield self._read(kind, f"{number + 1} of {count}")

    def read_parts(self, kind: type[L], count: int) -> Iterator[dict[int, L]]:
        """The next lines by their numbers in the file, a thousand at a time."""
        lines = ((self.line, line) for line in self.read_lines(kind, count))
        while part := dict(islice(lines, AT_ONCE)):
            yield part

    def check_end(self) -> None:
        """Make sure that nothing follows."""
        if self._read_next():
            raise self.make_error("more than the header promises; expected the end")

    def _read(self, kind: type[L], which: str) -> L:
        line = self._read_next()
        if not line:
            raise self.make_error(
                f"the file ends here; expected a line {_find_tag(kind)!r}, {which}"
            )
        try:
            found = msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise self.make_error(_explain_error(error, line, kind)) from None
        if (field := _find_nul(line)) is not None:
            raise self.make_error(f"{field}: has a NUL in its text; accepted: text without one")
        return found

    def _read_next(self) -> bytes:
        self.line += 1
        try:
            return self._file.readline()
        except OSError as error:
            raise self.make_error(f"cannot be read ({error.strerror or error})") from None


def _find_nul(line: bytes) -> str | None:
    """The field whose text has a NUL: SQLite would keep it, PostgreSQL does not."""
    if b"\\u0000" not in line:  # JSON has no other way to write it
        return None
    fields: dict[str, object] = msgspec.json.decode(line)
    return next((name for name, value in fields.items() if _has_nul(value)), None)


def _has_nul(value: object) -> bool:
    match value:
        case str():
            return "\0" in value
        case dict():
            return any(map(_has_nul, (*value, *value.values())))
        case list():
            return any(map(_has_nul, value))
        case _:
            return False


def _explain_error(error: Exception, line: bytes, kind: type[Struct]) -> Unreadable:
    try:
        raw = read_json(line)
    except Unreadable as unreadable:
        return unreadable
    found = raw.get("is") if isinstance(raw, dict) else None
    if found != _find_tag(kind):
        return Unreadable("is", f"{found!r}; accepted here: {_find_tag(kind)!r}")
    return explain_error(str(error), kind)


def _find_tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def _check_object(name: str, raw: Raw) -> None:
    try:
        msgspec.json.decode(raw, type=dict[str, Raw])
    except msgspec.ValidationError as error:
        raise ValueError(f"{name}: {error}") from None


def read_text(raw: Raw) -> str:
    """JSON as a row has it."""
    return bytes(raw).decode()


def encode_line(line: ArchiveLine) -> bytes:
    """A line of the file, for a line whose payload is JSON."""
    text = msgspec.json.encode(line)
    if b"\n" in text:  # between the tokens of a payload, which another hand has written
        text = msgspec.json.format(text, indent=-1)
    return text + b"\n"
