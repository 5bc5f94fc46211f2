"""Matching the names in a league's tables with people: members, accounts by id, or guests.

An uncertain name is a doubt. Nothing is imported while there are doubts.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from sqlalchemy import Connection, or_, select

from bot.care.leagues.sheets import Row, SheetError
from bot.namesakes import fold_name, read_guest_name
from bot.rules.facts import REDACTION_CHARACTER, Player
from bot.rules.refusals import Refusal
from bot.storage.engine.schema import events, guests, people, results
from bot.storage.record.people import (
    Person,
    make_guest_account,
    make_id,
    read_person,
    select_people,
)

LONGEST_NAME = 32
"""The most characters of a name on Discord."""

GUEST = None
"""Stands for an account in `Names`: the name is a guest's."""

Names = Mapping[str, int | None]
"""The account of each folded name; `GUEST` if the name is a guest's."""

_ACCOUNT_ID = re.compile(r"(?:<@!?)?(\d{1,18}|[1-8]\d{18})>?")
_LIKE_ID = re.compile(r"(?:<@!?)?\d{15,}>?")  # shorter digits may be a name
_ROUNDED_NUMBER = re.compile(r"\d(?:[.,]\d+)?E\+\d+", re.IGNORECASE)
_MAX_SUGGESTIONS = 3
"""The most people that a doubt suggests."""

_SIMILARITY_OF_SUGGESTION = 0.75
"""The similarity of names from which a person is suggested."""

_SIMILARITY_OF_DOUBT = 0.88
"""The similarity to a known name from which an unknown name does not become a guest."""


class Doubt(Exception):
    """A name whose person is uncertain; the text tells the user why."""


MAX_NAMES_BYTES = 4 * 1024 * 1024
"""The most bytes of a file of names."""


def read_names(path: Path) -> dict[str, int | None]:
    """Read a file of lines such as `Ana = 80351110224678912` and `Tom = guest`.

    Raises `SheetError`.
    """
    try:
        with path.open("rb") as file:
            content = file.read(MAX_NAMES_BYTES + 1)
        lines = content.decode("utf-8-sig").splitlines()
    except OSError as error:
        problem = f"{error.strerror or error}; accepted: a file that can be read"
        raise SheetError(str(path), 0, "", problem) from None
    except ValueError:
        raise SheetError(str(path), 0, "", "is not a text in UTF-8") from None
    if len(content) > MAX_NAMES_BYTES:
        problem = f"is too large; accepted: up to {MAX_NAMES_BYTES:,} bytes"
        raise SheetError(str(path), 0, "", problem)
    found: dict[str, int | None] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        called, _, meant = line.rpartition("=")
        name = _read_name(called)
        account = _ACCOUNT_ID.fullmatch(meant.strip())
        is_guest = meant.strip().casefold() == "guest"
        if (account is None and not is_guest) or not fold_name(name):
            problem = f"{line!r} says nothing; accepted: NAME = an id on Discord, or NAME = guest"
            raise SheetError(str(path), number, "", problem)
        who = GUEST if account is None else int(account[1])
        if found.setdefault(fold_name(name), who) != who:
            raise SheetError(str(path), number, "", f"{name!r} is two people")
    return found


def load_server_people(connection: Connection, guild: int) -> list[Person]:
    """Return the people who have a result on a server or acted in one of its games."""
    played = select(results.c.player).where(results.c.guild == guild)
    did = select(events.c.by).where(events.c.guild == guild, events.c.by.is_not(None))
    known = select_people(guild).where(or_(people.c.id.in_(played), people.c.id.in_(did)))
    rows = connection.execute(known.order_by(people.c.discord_id))
    return [read_person(row, guild) for row in rows]


def load_accounts(connection: Connection, accounts: Iterable[int], guild: int) -> dict[int, Person]:
    """Return the known people of these accounts, from any server, by account.

    All guests of the server `guild` are included, claimed ones too.
    """
    named = people.c.discord_id.in_(sorted(set(accounts)))
    brought = people.c.id.in_(select(guests.c.player).where(guests.c.guild == guild))
    known = select_people(guild).where(or_(named, brought))
    return {row.discord_id: read_person(row, guild) for row in connection.execute(known)}


class Matching:
    """The people found for names so far, and the doubts."""

    def __init__(
        self,
        here: Iterable[Person],
        accounts: Mapping[int, Person],
        names: Names,
        server: int,
        claims: Mapping[Player, Player],
        *,
        guests: bool,
    ) -> None:
        self._server = server
        self._claims = claims
        self._take_guests = guests
        self._accounts = {**accounts, **{person.discord_id: person for person in here}}
        self._names = names
        self._here: dict[str, dict[Player, Person]] = {}
        self._plain: dict[str, dict[Player, Person]] = {}  # by name without accents
        for person in here:
            self._note_person(person)
        for person in filter(lambda each: each.is_guest, accounts.values()):
            self._note_plain(person, person.name)  # a guest, even if claimed since
        self._found: dict[str, Player] = {}
        self._guests = {person.id for person in here if person.is_guest}
        self.new: list[Person] = []  # people whom the bot has never seen
        self.doubts: dict[str, str] = {}  # typed name -> doubt, with the name's first place

    def _note_person(self, person: Person) -> None:
        for name in filter(None, (person.name, person.username)):
            self._here.setdefault(fold_name(name), {})[person.id] = person
            self._note_plain(person, name)

    def _note_plain(self, person: Person, name: str) -> None:
        self._plain.setdefault(_strip_accents(name), {})[person.id] = person

    def is_guest(self, player: Player) -> bool:
        """Return whether a player is a guest."""
        return player in self._guests

    def find(self, row: Row, column: str) -> Player:
        """Return the player whose name is in a cell; a new id if there is a doubt."""
        typed = _read_name(row.get(column))
        key = fold_name(typed)
        if key not in self._found:
            try:
                self._found[key] = self._match_name(typed, key).id
            except Doubt as doubt:
                self._found[key] = make_id()
                self.doubts[typed] = f"{row.path}:{row.line}: {column}: {typed!r} {doubt}"
        return self._found[key]

    def _match_name(self, typed: str, key: str) -> Person:
        """Return the person of a name; their guest of the same name if they have claimed one.

        Games that were imported before the claim name the guest.
        """
        person = self._identify_name(typed, key)
        guest = self._accounts.get(make_guest_account(self._server, typed))
        claimed = guest is not None and self._claims.get(guest.id) == person.id
        return self._get_guest(typed) if claimed else person

    def _identify_name(self, typed: str, key: str) -> Person:
        if not key:
            raise Doubt("shows nothing")
        if key in self._names:
            account_of = self._names[key]
            return (
                self._get_guest(typed)
                if account_of is GUEST
                else self._get_or_add(account_of, typed)
            )
        if (account := _read_id(typed)) is not None:
            return self._get_or_add(account, "")
        if _LIKE_ID.fullmatch(typed):
            raise Doubt("is no id; accepted: digits, as Discord has it")
        if _ROUNDED_NUMBER.fullmatch(typed):
            raise Doubt("is an id that the spreadsheet has rounded; format the column as text")
        found = self._here.get(key, {})
        if len(found) > 1:
            raise Doubt(f"may be each of these: {', '.join(map(describe, found.values()))}")
        if not found and make_guest_account(self._server, typed) in self._accounts:
            return self._get_guest(typed)  # claimed since, by somebody of another name
        same = self._plain.get(_strip_accents(typed), {})
        is_alike = same or get_close_matches(key, self._here, 1, _SIMILARITY_OF_DOUBT)
        if not found and self._take_guests and not is_alike:
            return self._get_guest(typed)
        if not found:
            alike = ", ".join(map(describe, {**same, **self._find_alike(key)}.values()))
            raise Doubt(f"is nobody whom the server knows{f'; alike: {alike}' if alike else ''}")
        return next(iter(found.values()))

    def _get_or_add(self, account: int, name: str) -> Person:
        """Return the person of an account; add a new one called `name` if the bot knows none."""
        known = self._accounts.get(account)
        if known is None:
            if not name:
                raise Doubt("is nobody whom the bot knows")
            known = self._accounts[account] = self._make_person(account, name[:LONGEST_NAME])
            self.new.append(known)
        return known

    def _make_person(self, account: int, name: str) -> Person:
        """Return a new person. A member's name in the table is a nickname of this server."""
        if account < 0:
            return Person(make_id(), account, name, guild=self._server)
        return Person(make_id(), account, "", nick=name, guild=self._server)

    def _get_guest(self, name: str) -> Person:
        """Return the server's guest called `name`. Raises `Doubt`."""
        try:
            name = read_guest_name(name)
        except Refusal:
            accepted = (
                f"up to {LONGEST_NAME} characters, the first of which is not {REDACTION_CHARACTER}"
            )
            raise Doubt(f"is no name; accepted: {accepted}") from None
        account = make_guest_account(self._server, name)
        guest = self._get_or_add(account, name)
        self._note_person(guest)
        self._guests.add(guest.id)
        return guest

    def _find_alike(self, key: str) -> dict[Player, Person]:
        names = get_close_matches(key, self._here, _MAX_SUGGESTIONS, _SIMILARITY_OF_SUGGESTION)
        return {id: person for name in names for id, person in self._here[name].items()}


def _read_name(cell: str) -> str:
    """Return a name without the @ of a mention."""
    return cell.strip().removeprefix("@")


def _strip_accents(name: str) -> str:
    """Return a folded name without accents."""
    every = unicodedata.normalize("NFKD", name)
    return fold_name("".join(each for each in every if not unicodedata.combining(each)))


def _read_id(typed: str) -> int | None:
    """Return the account id in a text; None if it is none."""
    found = _ACCOUNT_ID.fullmatch(typed) if _LIKE_ID.fullmatch(typed) else None
    return None if found is None else int(found[1])


def describe(person: Person) -> str:
    """Return a person's name with what makes it unique: username and id, or "guest"."""
    if person.is_guest:
        return f"{person.name!r} guest"
    username = f" @{person.username}" if person.username else ""
    return f"{person.name!r}{username} {person.discord_id}"


def find_named_accounts(rows: Iterable[Row], names: Names, server: int) -> set[int]:
    """Return the account ids in tables and in the file of names, and those of possible guests."""
    columns = ("player", "by", "master")
    typed = [_read_name(row.get(column)) for row in rows for column in columns]
    as_guests = {make_guest_account(server, each) for each in {*typed} if each}
    named = {id for each in typed if (id := _read_id(each)) is not None}
    return named | as_guests | {account for account in names.values() if account is not GUEST}
