"""The lines of an archive file, which holds the history of some or all servers.

They are a header, then people, nicknames, avoidances, decks, guests, merges, settings, audit, seasons, posts,
champions, strikes, events, dismissals, boards and publications. Each line is JSON and holds one row of the database;
times are milliseconds since 1970. Lines of a kind are sorted by their key, so that the same history always gives the
same file.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Annotated, Any, BinaryIO, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct
from msgspec.structs import asdict

from bot.basics.typed_values import InvalidValueError, build_error_from_msgspec_message, parse_json
from bot.care import MaintenanceCommandError
from bot.care.stored_rows import ROWS_PER_BATCH
from bot.rules.facts import Deck, Player
from bot.season_rules.rules import SeasonRules
from bot.storage.record.codec import UndecodableEventError, decode_event_of_any_schema
from bot.storage.record.errors import UnreadableStoredEventError
from bot.storage.record.stored_event import StoredEvent
from bot.storage.servers.standings_posts import Kind

ARCHIVE_FORMAT = 10
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
    """A line of an archive: a row of a database table as JSON."""


class ArchiveHeader(ArchiveLine, frozen=True, tag="suzerain-history"):
    """The first line of an archive: its servers, and the number of lines of each kind."""

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
    def line_count_after_header(self) -> int:
        """Return how many lines follow the header of an archive."""
        decided = self.audit + self.seasons + self.strikes + self.dismissals
        rest = self.posts + self.champions + self.events + self.boards
        named = self.people + self.nicknames + self.avoidances + self.decks
        named += self.guests + self.merges
        return named + self.settings + decided + rest + self.publications

    def __str__(self) -> str:
        return f"{len(self.servers):,} servers, {self.people:,} people, {self.events:,} events, {self.boards:,} boards"


class ArchivedPerson(ArchiveLine, frozen=True, tag="person"):
    """A person in an archive: a row of the table `people`."""

    id: Player
    discord_id: SignedId
    name: str
    username: str = ""  # since format 4


class ArchivedNickname(ArchiveLine, frozen=True, tag="nickname"):
    """A person's nickname on a server in an archive: a row of the table `nicknames`."""

    guild: Id
    player: Player
    name: str


class ArchivedPlayerAvoidance(ArchiveLine, frozen=True, tag="avoidance"):
    """A player in an archive whom another player wants to avoid."""

    guild: Id
    player: Player
    avoided: Player
    place: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class ArchivedAccountMerge(ArchiveLine, frozen=True, tag="merge"):
    """A merge of two accounts of one person in an archive: a row of the table `merges`."""

    guild: Id
    player: Player
    stays: Player
    person: Player | None
    by: Player
    at: Milliseconds
    reason: str
    old_agrees: bool
    new_agrees: bool


class ArchivedPlayerDeck(ArchiveLine, frozen=True, tag="deck"):
    """A registered deck in an archive: a row of the table `player_decks`."""

    player: Player
    deck: Deck
    link: str | None
    used: Milliseconds
    retired: Milliseconds | None


class ArchivedGuestPlayer(ArchiveLine, frozen=True, tag="guest"):
    """A guest (a player without account) in an archive: a row of the table `guests`."""

    player: Player
    guild: Id
    asked_by: Player | None
    asked: Milliseconds | None
    claimed_by: Player | None


class ArchivedServerSettings(ArchiveLine, frozen=True, tag="settings"):
    """The settings of a server in an archive: a row of the table `guilds`."""

    guild: Id
    settings: Raw
    left_at: Milliseconds | None
    due: Milliseconds | None = None  # since format 3

    def __post_init__(self) -> None:
        _require_field_is_json_object("settings", self.settings)

    def convert_to_table_row(self) -> dict[str, Any]:
        return asdict(self) | {"settings": decode_raw_json_to_text(self.settings)}


class ArchivedServerLanguage(ArchiveLine, frozen=True, tag="settings"):
    """The language of a server in an archive of format 1, the only server setting of that format."""

    guild: Id
    language: str | None


class ArchivedAuditEntry(ArchiveLine, frozen=True, tag="audit"):
    """An entry of the moderators' audit trail in an archive: a row of the table `audit`."""

    id: Id
    guild: Id
    at: Milliseconds
    by: Player
    what: str
    details: Raw

    def __post_init__(self) -> None:
        _require_field_is_json_object("details", self.details)

    def convert_to_table_row(self) -> dict[str, Any]:
        return asdict(self) | {"details": decode_raw_json_to_text(self.details)}


class ArchivedSeasonExclusion(Struct, frozen=True, forbid_unknown_fields=True):
    """A player who is excluded from an archived season."""

    player: Player
    reason: str
    at: Milliseconds
    by: Player


class ArchivedFinalStanding(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's final place in an archived season."""

    game: str
    player: Player
    eligible: Count
    held: Count
    within: Count
    middle: int


class ArchivedSeason(ArchiveLine, frozen=True, tag="season"):
    """A season in an archive, with its excluded players and final places."""

    guild: Id
    number: Number
    name: str
    start: Milliseconds
    end: Milliseconds | None
    rules: SeasonRules | None = None  # since format 4
    excluded: tuple[ArchivedSeasonExclusion, ...] = ()
    settled: tuple[ArchivedFinalStanding, ...] = ()  # since format 7
    ends: Milliseconds | None = None
    notice: str | None = None

    def convert_to_table_row(self) -> dict[str, Any]:
        names = ("guild", "number", "name", "start", "end", "ends", "notice")
        values = {name: getattr(self, name) for name in names}
        rules = None if self.rules is None else msgspec.json.encode(self.rules).decode()
        return values | {"rules": rules}


class ArchivedLeaderboardPost(ArchiveLine, frozen=True, omit_defaults=True, tag="post"):
    """A posted leaderboard in an archive: a row of the table `posts`.

    Until format 5 such a line also has the columns of the post's Discord message.
    """

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

    def convert_to_table_row(self) -> dict[str, Any]:
        own = ("guild", "kind", "number", "start", "end", "late", "language")
        return {name: getattr(self, name) for name in own}


class ArchivedChampionRole(ArchiveLine, frozen=True, tag="champion"):
    """A champion's Discord role in an archive: a row of the table `champions`."""

    guild: Id
    discord_id: Id
    role: Id
    given: bool


class ArchivedTextRedaction(ArchiveLine, frozen=True, tag="strike"):
    """A text hidden by moderators in an archive: a row of the table `strikes`."""

    guild: Id
    id: Id
    text: str


class ArchivedDismissalOfSuspiciousGame(ArchiveLine, frozen=True, tag="dismissal"):
    """A suspicious game in an archive that moderators have dismissed as harmless."""

    channel: Id
    pod: Number
    guild: Id


class ArchivedGameEvent(ArchiveLine, frozen=True, tag="event"):
    """An event of a game in an archive: a row of the table `events`."""

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

    def convert_to_table_row(self) -> dict[str, Any]:
        return asdict(self) | {"payload": decode_raw_json_to_text(self.payload)}

    def decode_event(self) -> StoredEvent:
        """Return the event of this line. Raises `UnreadableStoredEventError`."""
        try:
            event = decode_event_of_any_schema(self.type, self.schema, decode_raw_json_to_text(self.payload))
        except UndecodableEventError as error:
            raise UnreadableStoredEventError(self.channel, self.version, str(error)) from error
        at = _EPOCH + timedelta(milliseconds=self.at)
        place = (self.channel, self.version, self.pod, self.guild)
        return StoredEvent(*place, event, self.by, self.interaction, at)


class ArchivedGameBoard(ArchiveLine, frozen=True, tag="board"):
    """A game's board (its main Discord message) in an archive."""

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

    def convert_to_table_row(self) -> dict[str, Any]:
        row = asdict(self)
        del row["announced"], row["announcing"]
        return row


class ArchivedBotMessage(ArchiveLine, frozen=True, tag="publication"):
    """A message of the bot in an archive, such as a game's board: a row of the table `publications`.

    The archive omits the lease of the process that was sending the message.
    """

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


_LINE_KINDS: tuple[tuple[type[ArchiveLine], str], ...] = (
    (ArchivedPerson, "people"),
    (ArchivedNickname, "nicknames"),
    (ArchivedPlayerAvoidance, "avoidances"),
    (ArchivedPlayerDeck, "decks"),
    (ArchivedGuestPlayer, "guests"),
    (ArchivedAccountMerge, "merges"),
    (ArchivedServerSettings, "settings"),
    (ArchivedAuditEntry, "audit"),
    (ArchivedSeason, "seasons"),
    (ArchivedLeaderboardPost, "posts"),
    (ArchivedChampionRole, "champions"),
    (ArchivedTextRedaction, "strikes"),
    (ArchivedGameEvent, "events"),
    (ArchivedDismissalOfSuspiciousGame, "dismissals"),
    (ArchivedGameBoard, "boards"),
    (ArchivedBotMessage, "publications"),
)
"""The kinds of lines in the order of the archive, and the field of the header that counts each."""


def iterate_archive_line_classes(header: ArchiveHeader) -> Iterator[tuple[type[ArchiveLine], str]]:
    """Yield each class of archive lines, with the header field that has the number of its lines."""
    for kind, field in _LINE_KINDS:
        is_language = kind is ArchivedServerSettings and header.format == 1
        yield (ArchivedServerLanguage if is_language else kind), field


L = TypeVar("L", bound=ArchiveLine)


class ArchiveReader:
    """A reader of an archive, line by line. Bad lines raise `MaintenanceCommandError`."""

    def __init__(self, file: BinaryIO, name: str, *, has_line_numbers: bool = True) -> None:
        """Read an archive from `file`, which is called `name` in errors.

        Without `has_line_numbers` errors tell no line number, because `file` is a converted copy.
        """
        self._file = file
        self._has_lines = has_line_numbers
        self.name = name
        self.line = 0  # number of the line that was read last, from 1

    def build_archive_line_error(self, problem: object, line_number: int | None = None) -> MaintenanceCommandError:
        """Return an error about a line of the archive; without a number, about the last line read."""
        place = f"{self.name}:{line_number or self.line}" if self._has_lines else self.name
        return MaintenanceCommandError(f"{place}: {problem}")

    def read_header(self) -> ArchiveHeader:
        """Return the archive's header, read from the beginning of the file."""
        self._file.seek(0)
        self.line = 0
        header = self._read_and_parse_archive_line(ArchiveHeader, "of an archive of Suzerain's")
        if header.format > ARCHIVE_FORMAT:
            raise self.build_archive_line_error(
                f"format {header.format} is newer than {ARCHIVE_FORMAT}; take a newer Suzerain"
            )
        return header

    def read_lines(self, line_class: type[L], line_count: int) -> Iterator[L]:
        """Yield the next `line_count` lines, which all have one class."""
        for number in range(line_count):
            yield self._read_and_parse_archive_line(line_class, f"{number + 1} of {line_count}")

    def read_line_batches(self, line_class: type[L], line_count: int) -> Iterator[dict[int, L]]:
        """Yield the next lines in batches of up to a thousand; each batch maps line numbers to lines."""
        lines = ((self.line, line) for line in self.read_lines(line_class, line_count))
        while part := dict(islice(lines, ROWS_PER_BATCH)):
            yield part

    def require_end_of_file(self) -> None:
        """Raise `MaintenanceCommandError` unless the archive file ends here."""
        if self._read_archive_line_bytes():
            raise self.build_archive_line_error("more than the header promises; expected the end")

    def _read_and_parse_archive_line(self, line_class: type[L], expected_position: str) -> L:
        line = self._read_archive_line_bytes()
        if not line:
            raise self.build_archive_line_error(
                f"the file ends here; expected a line {_get_line_class_tag(line_class)!r}, {expected_position}"
            )
        try:
            found = msgspec.json.decode(line, type=line_class)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise self.build_archive_line_error(_explain_bad_archive_line(error, line, line_class)) from None
        if (field := _find_field_with_nul_character(line)) is not None:
            raise self.build_archive_line_error(f"{field}: has a NUL in its text; accepted: text without one")
        return found

    def _read_archive_line_bytes(self) -> bytes:
        self.line += 1
        try:
            line = self._file.readline(MAX_LINE_BYTES + 1)
        except OSError as error:
            raise self.build_archive_line_error(f"cannot be read ({error.strerror or error})") from None
        if len(line) > MAX_LINE_BYTES:
            raise self.build_archive_line_error(f"is too long; accepted: up to {MAX_LINE_BYTES:,} bytes a line")
        return line


def _find_field_with_nul_character(archive_line: bytes) -> str | None:
    """Return the field of an archive line that contains a NUL character; None without one.

    PostgreSQL cannot store NUL characters.
    """
    if b"\\u0000" not in archive_line:  # the only way to write a NUL in JSON
        return None
    fields: dict[str, object] = msgspec.json.decode(archive_line)
    return next((name for name, value in fields.items() if _has_nul_character(value)), None)


def _has_nul_character(value: object) -> bool:
    match value:
        case str():
            return "\0" in value
        case dict():
            return any(map(_has_nul_character, (*value, *value.values())))
        case list():
            return any(map(_has_nul_character, value))
        case _:
            return False


def _explain_bad_archive_line(error: Exception, archive_line: bytes, line_class: type[Struct]) -> InvalidValueError:
    try:
        raw = parse_json(archive_line)
    except InvalidValueError as unreadable:
        return unreadable
    found = raw.get("is") if isinstance(raw, dict) else None
    if found != _get_line_class_tag(line_class):
        return InvalidValueError("is", f"{found!r}; accepted here: {_get_line_class_tag(line_class)!r}")
    return build_error_from_msgspec_message(str(error), line_class)


def _get_line_class_tag(line_class: type[Struct]) -> str:
    return str(line_class.__struct_config__.tag)


def _require_field_is_json_object(field_name: str, raw_json: Raw) -> None:
    try:
        msgspec.json.decode(raw_json, type=dict[str, Raw])
    except msgspec.ValidationError as error:
        raise ValueError(f"{field_name}: {error}") from None


def decode_raw_json_to_text(raw_json: Raw) -> str:
    """Return raw JSON as text, as the database stores it."""
    return bytes(raw_json).decode()


def encode_archive_line(archive_line: ArchiveLine) -> bytes:
    """Return an archive line as bytes: JSON and a line break."""
    text = msgspec.json.encode(archive_line)
    if b"\n" in text:  # a payload that something else formatted has line ends between its tokens
        text = msgspec.json.format(text, indent=-1)
    return text + b"\n"
