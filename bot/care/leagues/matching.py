"""Matching the names in a league's spreadsheet with people: members, accounts by id, or guests.

An uncertain name is a doubt. Nothing is imported while there are doubts.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

from sqlalchemy import Connection, or_, select

from bot.basics.similar_names import build_lookalike_name_key, parse_guest_name
from bot.care.leagues.csv_sheets import SpreadsheetError, SpreadsheetRow
from bot.rules.facts import REDACTION_CHARACTER, Player
from bot.rules.refusals import Refusal
from bot.storage.engine.schema import events, guests, people, results
from bot.storage.record.people import (
    Person,
    build_people_with_nicknames_query,
    compute_guest_account_number,
    generate_player_id,
    parse_person_row,
)

LONGEST_NAME = 32
"""The most characters of a name on Discord."""

GUEST = None
"""Stands for an account in `AccountNames`: the name is a guest's."""

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


class UnresolvedPlayerNameError(Exception):
    """The error that a name in a spreadsheet matches several people, or nobody."""


MAX_NAMES_BYTES = 4 * 1024 * 1024
"""The most bytes of a file of names."""


def load_player_accounts_file(file_path: Path) -> dict[str, int | None]:
    """Load a user's file that maps players' names to Discord accounts or guests.

    Its lines are such as `Ana = 80351110224678912` and `Tom = guest`. Raises `SpreadsheetError`.
    """
    try:
        with file_path.open("rb") as file:
            content = file.read(MAX_NAMES_BYTES + 1)
        lines = content.decode("utf-8-sig").splitlines()
    except OSError as error:
        problem = f"{error.strerror or error}; accepted: a file that can be read"
        raise SpreadsheetError(str(file_path), 0, "", problem) from None
    except ValueError:
        raise SpreadsheetError(str(file_path), 0, "", "is not a text in UTF-8") from None
    if len(content) > MAX_NAMES_BYTES:
        problem = f"is too large; accepted: up to {MAX_NAMES_BYTES:,} bytes"
        raise SpreadsheetError(str(file_path), 0, "", problem)
    found: dict[str, int | None] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        called, _, meant = line.rpartition("=")
        name = _strip_leading_at_sign(called)
        account = _ACCOUNT_ID.fullmatch(meant.strip())
        is_guest = meant.strip().casefold() == "guest"
        if (account is None and not is_guest) or not build_lookalike_name_key(name):
            problem = f"{line!r} says nothing; accepted: NAME = an id on Discord, or NAME = guest"
            raise SpreadsheetError(str(file_path), number, "", problem)
        who = GUEST if account is None else int(account[1])
        if found.setdefault(build_lookalike_name_key(name), who) != who:
            raise SpreadsheetError(str(file_path), number, "", f"{name!r} is two people")
    return found


def load_people_of_server_games(connection: Connection, guild_id: int) -> list[Person]:
    """Load the people with a result on a server, and those who acted in one of its games."""
    played = select(results.c.player).where(results.c.guild == guild_id)
    did = select(events.c.by).where(events.c.guild == guild_id, events.c.by.is_not(None))
    known = build_people_with_nicknames_query(guild_id).where(or_(people.c.id.in_(played), people.c.id.in_(did)))
    rows = connection.execute(known.order_by(people.c.discord_id))
    return [parse_person_row(row, guild_id) for row in rows]


def load_people_by_account(connection: Connection, account_ids: Iterable[int], guild_id: int) -> dict[int, Person]:
    """Load the people with these Discord accounts, on any server, by account.

    All guest players of the server are included, and so are guests whom a member claims to be.
    """
    named = people.c.discord_id.in_(sorted(set(account_ids)))
    brought = people.c.id.in_(select(guests.c.player).where(guests.c.guild == guild_id))
    known = build_people_with_nicknames_query(guild_id).where(or_(named, brought))
    return {row.discord_id: parse_person_row(row, guild_id) for row in connection.execute(known)}


class PlayerNameMatcher:
    """A matcher of a spreadsheet's names with people, which collects unclear names."""

    def __init__(
        self,
        server_people: Iterable[Person],
        people_by_account: Mapping[int, Person],
        account_names: Names,
        server_id: int,
        guest_owners: Mapping[Player, Player],
        *,
        with_guests: bool,
    ) -> None:
        self._server = server_id
        self._claims = guest_owners
        self._take_guests = with_guests
        self._accounts = {**people_by_account, **{person.discord_id: person for person in server_people}}
        self._names = account_names
        self._here: dict[str, dict[Player, Person]] = {}
        self._plain: dict[str, dict[Player, Person]] = {}  # by name without accents
        for person in server_people:
            self._index_names_of_person(person)
        for person in filter(lambda each: each.is_guest, people_by_account.values()):
            self._index_name_without_accents(person, person.display_name)  # a guest, even if claimed since
        self._found: dict[str, Player] = {}
        self._guests = {person.id for person in server_people if person.is_guest}
        self.new: list[Person] = []  # people whom the bot has never seen
        self.doubts: dict[str, str] = {}  # typed name -> doubt, with the name's first place

    def _index_names_of_person(self, person: Person) -> None:
        for name in filter(None, (person.display_name, person.username)):
            self._here.setdefault(build_lookalike_name_key(name), {})[person.id] = person
            self._index_name_without_accents(person, name)

    def _index_name_without_accents(self, person: Person, name: str) -> None:
        self._plain.setdefault(_normalise_name_without_accents(name), {})[person.id] = person

    def is_guest_player(self, player: Player) -> bool:
        return player in self._guests

    def find_player_in_cell(self, sheet_row: SpreadsheetRow, column: str) -> Player:
        """Return the player in a cell; a new player id if the name is unclear."""
        typed = _strip_leading_at_sign(sheet_row.get_cell_text(column))
        key = build_lookalike_name_key(typed)
        if key not in self._found:
            try:
                self._found[key] = self._find_person_or_claimed_guest(typed, key).id
            except UnresolvedPlayerNameError as doubt:
                self._found[key] = generate_player_id()
                self.doubts[typed] = f"{sheet_row.path}:{sheet_row.line}: {column}: {typed!r} {doubt}"
        return self._found[key]

    def _find_person_or_claimed_guest(self, typed_name: str, case_folded_name: str) -> Person:
        """Return the person of this name. If the person has claimed a guest of the same name, return the guest.

        Games that were imported before the claim name the guest.
        """
        person = self._find_person_by_name(typed_name, case_folded_name)
        guest = self._accounts.get(compute_guest_account_number(self._server, typed_name))
        claimed = guest is not None and self._claims.get(guest.id) == person.id
        return self._get_or_add_guest(typed_name) if claimed else person

    def _find_person_by_name(self, name: str, case_folded_name: str) -> Person:
        if not case_folded_name:
            raise UnresolvedPlayerNameError("shows nothing")
        if case_folded_name in self._names:
            account_of = self._names[case_folded_name]
            return self._get_or_add_guest(name) if account_of is GUEST else self._get_or_add_person(account_of, name)
        if (account := _parse_discord_account_id(name)) is not None:
            return self._get_or_add_person(account, "")
        if _LIKE_ID.fullmatch(name):
            raise UnresolvedPlayerNameError("is no id; accepted: digits, as Discord has it")
        if _ROUNDED_NUMBER.fullmatch(name):
            raise UnresolvedPlayerNameError("is an id that the spreadsheet has rounded; format the column as text")
        found = self._here.get(case_folded_name, {})
        if len(found) > 1:
            raise UnresolvedPlayerNameError(
                f"may be each of these: {', '.join(map(describe_person_uniquely, found.values()))}"
            )
        if not found and compute_guest_account_number(self._server, name) in self._accounts:
            return self._get_or_add_guest(name)  # claimed since, by somebody of another name
        same = self._plain.get(_normalise_name_without_accents(name), {})
        is_alike = same or get_close_matches(case_folded_name, self._here, 1, _SIMILARITY_OF_DOUBT)
        if not found and self._take_guests and not is_alike:
            return self._get_or_add_guest(name)
        if not found:
            alike = ", ".join(
                map(
                    describe_person_uniquely,
                    {**same, **self._find_people_with_similar_names(case_folded_name)}.values(),
                )
            )
            raise UnresolvedPlayerNameError(f"is nobody whom the server knows{f'; alike: {alike}' if alike else ''}")
        return next(iter(found.values()))

    def _get_or_add_person(self, account_id: int, player_name: str) -> Person:
        known = self._accounts.get(account_id)
        if known is None:
            if not player_name:
                raise UnresolvedPlayerNameError("is nobody whom the bot knows")
            known = self._accounts[account_id] = self._build_new_person(account_id, player_name[:LONGEST_NAME])
            self.new.append(known)
        return known

    def _build_new_person(self, account_id: int, player_name: str) -> Person:
        """Return a new person with a Discord account.

        A member's name in the spreadsheet becomes their nickname on this server.
        """
        if account_id < 0:
            return Person(generate_player_id(), account_id, player_name, guild=self._server)
        return Person(generate_player_id(), account_id, "", nick=player_name, guild=self._server)

    def _get_or_add_guest(self, guest_name: str) -> Person:
        """Return the server's guest of this name; add a guest if there is none.

        Raises `UnresolvedPlayerNameError`.
        """
        try:
            guest_name = parse_guest_name(guest_name)
        except Refusal:
            accepted = f"up to {LONGEST_NAME} characters, the first of which is not {REDACTION_CHARACTER}"
            raise UnresolvedPlayerNameError(f"is no name; accepted: {accepted}") from None
        account = compute_guest_account_number(self._server, guest_name)
        guest = self._get_or_add_person(account, guest_name)
        self._index_names_of_person(guest)
        self._guests.add(guest.id)
        return guest

    def _find_people_with_similar_names(self, case_folded_name: str) -> dict[Player, Person]:
        names = get_close_matches(case_folded_name, self._here, _MAX_SUGGESTIONS, _SIMILARITY_OF_SUGGESTION)
        return {id: person for name in names for id, person in self._here[name].items()}


def _strip_leading_at_sign(cell_text: str) -> str:
    return cell_text.strip().removeprefix("@")


def _normalise_name_without_accents(name: str) -> str:
    """Return a name in lower case without accents, for comparisons."""
    every = unicodedata.normalize("NFKD", name)
    return build_lookalike_name_key("".join(each for each in every if not unicodedata.combining(each)))


def _parse_discord_account_id(text: str) -> int | None:
    found = _ACCOUNT_ID.fullmatch(text) if _LIKE_ID.fullmatch(text) else None
    return None if found is None else int(found[1])


def describe_person_uniquely(person: Person) -> str:
    """Return a person's name with user name and id, or with the word "guest"."""
    if person.is_guest:
        return f"{person.display_name!r} guest"
    username = f" @{person.username}" if person.username else ""
    return f"{person.display_name!r}{username} {person.discord_id}"


def list_account_ids_in_spreadsheets(
    sheet_rows: Iterable[SpreadsheetRow], account_names: Names, server_id: int
) -> set[int]:
    """Return the account ids in the spreadsheets and in the user's file of names.

    Ids that guest players with these names would have are included.
    """
    columns = ("player", "by", "master")
    typed = [_strip_leading_at_sign(row.get_cell_text(column)) for row in sheet_rows for column in columns]
    as_guests = {compute_guest_account_number(server_id, each) for each in {*typed} if each}
    named = {id for each in typed if (id := _parse_discord_account_id(each)) is not None}
    return named | as_guests | {account for account in account_names.values() if account is not GUEST}
