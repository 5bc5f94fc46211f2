"""The lines of an archive: a header, then people, nicknames, avoidances, decks, guests, merges,
settings, audit, seasons, posts, champions, strikes, events, dismissals, boards and publications.

Each line is JSON and holds one row of the database; moments are milliseconds since 1970. Lines of a
kind are sorted by their key, so that the same history always gives the same file.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Annotated, Any, BinaryIO, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import asdict

from bot.care import CareError
from bot.care.stored_rows import ROWS_PER_PART
from bot.reading import Unreadable, explain_error, read_json
from bot.rules.facts import Deck, Player
from bot.season_rules.rules import SeasonRules
from bot.storage.record.codec import Undecodable, decode
from bot.storage.record.errors import Damaged
from bot.storage.record.recorded import Recorded
from bot.storage.servers.posts import Kind

FORMAT = 10
"""The format that is written; older formats are read too.

Format 10 added decks that players registered, 9 avoidances and merges, 8 nicknames: before, the
name of a person was the last one seen on any server. Format 7 added settled lines of seasons, 6
publications, 5 guests, 4 strikes, dismissals and rules of seasons, 3 seasons, posts and champions,
2 the audit trail and all settings but the language.
"""

MAX_LINE_BYTES = 16 * 1024 * 1024
"""The most bytes of a line; the largest game has a hundredth."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Id = Annotated[int, Meta(ge=1, le=2**63 - 1)]
SignedId = Annotated[
    int, Meta(ge=-(2**63), le=2**63 - 1)
]  # below zero: not an id of Discord, but of guests and imports
Number = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Milliseconds = Annotated[int, Meta(ge=0, le=253_402_300_799_999)]  # the last moment of year 9999


class ArchiveLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is"):
    """A line of an archive."""


class Header(ArchiveLine, frozen=True, tag="suzerain-history"):
    """The first line: the servers in the archive, and the number of lines of each kind."""

    format: Annotated[int, Meta(ge=1)]
    revision: str  # of the exported database's schema
    bot: str  # the version of the bot that exported
    servers: tuple[Id, ...]
    people: Count
    settings: Count
    events: Count
    boards: Count
    audit: Count = 0  # since format 2
    seasons: Count = 0  # since format 3
    posts: Count = 0  # since format 3
    champions: Count = 0  # since format 3
    strikes: Count = 0  # since format 4
    dismissals: Count = 0  # since format 4
    guests: Count = 0  # since format 5
    publications: Count = 0  # since format 6
    nicknames: Count = 0  # since format 8
    avoidances: Count = 0  # since format 9
    merges: Count = 0  # since format 9
    decks: Count = 0  # since format 10

    @property
    def lines(self) -> int:
        """Return the number of lines after the header."""
        decided = self.audit + self.seasons + self.strikes + self.dismissals
        rest = self.posts + self.champions + self.events + self.boards
        named = self.people + self.nicknames + self.avoidances + self.decks
        named += self.guests + self.merges
        return named + self.settings + decided + rest + self.publications

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
    username: str = ""  # since format 4


class NicknameLine(ArchiveLine, frozen=True, tag="nickname"):
    """A row of `nicknames`."""

    guild: Id
    player: Player
    name: str


class AvoidanceLine(ArchiveLine, frozen=True, tag="avoidance"):
    """A row of `avoidances`."""

    guild: Id
    player: Player
    avoided: Player


class MergeLine(ArchiveLine, frozen=True, tag="merge"):
    """A row of `merges`."""

    guild: Id
    player: Player
    stays: Player
    person: Player | None
    by: Player
    at: Milliseconds
    reason: str
    old_agrees: bool
    new_agrees: bool


class DeckLine(ArchiveLine, frozen=True, tag="deck"):
    """A row of `player_decks`."""

    player: Player
    deck: Deck
    link: str | None
    used: Milliseconds
    retired: Milliseconds | None


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
    due: Milliseconds | None = None  # since format 3

    def __post_init__(self) -> None:
        _check_object("settings", self.settings)

    def row(self) -> dict[str, Any]:
        """Return the row by column."""
        return asdict(self) | {"settings": read_text(self.settings)}


class LanguageLine(ArchiveLine, frozen=True, tag="settings"):
    """A row of `guilds` in format 1, whose only setting was the language."""

    guild: Id
    language: str | None


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
        """Return the row by column."""
        return asdict(self) | {"details": read_text(self.details)}


class ExclusionPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of `exclusions` without its season."""

    player: Player
    reason: str
    at: Milliseconds
    by: Player


class SettledPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of `settled_lines` without its season."""

    game: str
    player: Player
    eligible: Count
    held: Count
    within: Count
    middle: int


class SeasonLine(ArchiveLine, frozen=True, tag="season"):
    """A row of `seasons`, with the players excluded from it and the lines that are settled."""

    guild: Id
    number: Number
    name: str
    start: Milliseconds
    end: Milliseconds | None
    rules: SeasonRules | None = None  # since format 4
    excluded: tuple[ExclusionPart, ...] = ()
    settled: tuple[SettledPart, ...] = ()  # since format 7

    def row(self) -> dict[str, Any]:
        """Return the row of `seasons`, by column."""
        values = {name: getattr(self, name) for name in ("guild", "number", "name", "start", "end")}
        rules = None if self.rules is None else msgspec.json.encode(self.rules).decode()
        return values | {"rules": rules}


class PostLine(ArchiveLine, frozen=True, omit_defaults=True, tag="post"):
    """A row of `posts`, until format 5 with the columns that its publication has now."""

    guild: Id
    kind: Kind
    number: Number
    start: Milliseconds
    end: Milliseconds
    late: bool
    language: str
    channel: Id | None = None  # this and the following fields: until format 5
    message: Id | None = None
    wanted: Count | None = None
    shown: Count | None = None
    tried: Milliseconds | None = None

    def row(self) -> dict[str, Any]:
        """Return the row in today's form, by column."""
        own = ("guild", "kind", "number", "start", "end", "late", "language")
        return {name: getattr(self, name) for name in own}


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
        """Return the row by column."""
        return asdict(self) | {"payload": read_text(self.payload)}

    def recorded(self) -> Recorded:
        """Return the decoded event. Raises `Damaged`."""
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
    told: str | None = None  # this and the following fields: since format 4
    picture: str | None = None
    calls: str | None = None
    tried: Milliseconds | None = None
    announced: Id | None = None  # until format 5: the message of the result, now a publication
    announcing: Id | None = None  # until format 5: the board that a result in flight links to

    def row(self) -> dict[str, Any]:
        """Return the row in today's form, by column."""
        row = asdict(self)
        del row["announced"], row["announcing"]
        return row


class PublicationLine(ArchiveLine, frozen=True, tag="publication"):
    """A row of `publications` without its lease."""

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


_KINDS: tuple[tuple[type[ArchiveLine], str], ...] = (
    (PersonLine, "people"),
    (NicknameLine, "nicknames"),
    (AvoidanceLine, "avoidances"),
    (DeckLine, "decks"),
    (GuestLine, "guests"),
    (MergeLine, "merges"),
    (SettingsLine, "settings"),
    (AuditLine, "audit"),
    (SeasonLine, "seasons"),
    (PostLine, "posts"),
    (ChampionLine, "champions"),
    (StrikeLine, "strikes"),
    (EventLine, "events"),
    (DismissalLine, "dismissals"),
    (BoardLine, "boards"),
    (PublicationLine, "publications"),
)
"""The kinds of lines in the order of the archive, and the field of the header that counts each."""


def list_kinds(header: Header) -> Iterator[tuple[type[ArchiveLine], str]]:
    """Yield the kinds of lines after a header, and the field of it that counts each."""
    for kind, field in _KINDS:
        is_language = kind is SettingsLine and header.format == 1
        yield (LanguageLine if is_language else kind), field


L = TypeVar("L", bound=ArchiveLine)


class Archive:
    """A reader of an archive, line by line. Every method raises `CareError` for a bad line."""

    def __init__(self, file: BinaryIO, name: str, *, has_lines: bool = True) -> None:
        """Read `file`, which errors call `name`.

        Without `has_lines` errors tell no number of a line, because `file` is a converted copy.
        """
        self._file = file
        self._has_lines = has_lines
        self.name = name
        self.line = 0  # number of the line that was read last, from 1

    def make_error(self, problem: object, line: int | None = None) -> CareError:
        """Return an error about a line by number, or else about the line that was read last."""
        place = f"{self.name}:{line or self.line}" if self._has_lines else self.name
        return CareError(f"{place}: {problem}")

    def read_header(self) -> Header:
        """Rewind the file and return its header."""
        self._file.seek(0)
        self.line = 0
        header = self._read_line(Header, "of an archive of Suzerain's")
        if header.format > FORMAT:
            raise self.make_error(
                f"format {header.format} is newer than {FORMAT}; take a newer Suzerain"
            )
        return header

    def read_lines(self, kind: type[L], count: int) -> Iterator[L]:
        """Yield the next `count` lines, all of one kind."""
        for number in range(count):
            yield self._read_line(kind, f"{number + 1} of {count}")

    def read_parts(self, kind: type[L], count: int) -> Iterator[dict[int, L]]:
        """Yield the next `count` lines in batches of a thousand, by line number."""
        lines = ((self.line, line) for line in self.read_lines(kind, count))
        while part := dict(islice(lines, ROWS_PER_PART)):
            yield part

    def check_end(self) -> None:
        """Raise `CareError` unless the file ends here."""
        if self._read_next():
            raise self.make_error("more than the header promises; expected the end")

    def _read_line(self, kind: type[L], which: str) -> L:
        line = self._read_next()
        if not line:
            raise self.make_error(
                f"the file ends here; expected a line {_find_tag(kind)!r}, {which}"
            )
        try:
            found = msgspec.json.decode(line, type=kind)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self.make_error(_explain_error(error, line, kind)) from None
        if (field := _find_nul(line)) is not None:
            raise self.make_error(f"{field}: has a NUL in its text; accepted: text without one")
        return found

    def _read_next(self) -> bytes:
        self.line += 1
        try:
            line = self._file.readline(MAX_LINE_BYTES + 1)
        except OSError as error:
            raise self.make_error(f"cannot be read ({error.strerror or error})") from None
        if len(line) > MAX_LINE_BYTES:
            raise self.make_error(f"is too long; accepted: up to {MAX_LINE_BYTES:,} bytes a line")
        return line


def _find_nul(line: bytes) -> str | None:
    """Return the field whose text has a NUL, which PostgreSQL cannot store; None if none has."""
    if b"\\u0000" not in line:  # the only way to write a NUL in JSON
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
    """Return raw JSON as text, as a row stores it."""
    return bytes(raw).decode()


def encode_line(line: ArchiveLine) -> bytes:
    """Return a line of the file, with its line end."""
    text = msgspec.json.encode(line)
    if b"\n" in text:  # a payload that something else formatted has line ends between its tokens
        text = msgspec.json.format(text, indent=-1)
    return text + b"\n"
