"""Draws by `docs/design/draw-recipe.md` alone, independent of the bot's code.

It takes the file of a draw as JSON, and returns the results that the page describes. It shares no
code with the bot: if the two differ, the page or the bot is wrong.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

File = dict[str, Any]
"""A file of the page's section "field by field"."""

RECIPE = "suzerain-draw-2"
NOTHING = "-"
SIDED = ("teams", "two-headed-giant", "emperor")


@dataclass(frozen=True)
class Found:
    """The results of a check: two hashes, and the seats and the first player as places."""

    commitment: str
    key: str
    seats: list[int]
    first: int


def hash_lines(*lines: str) -> str:
    """Hash lines, each of which ends with a line feed."""
    return hashlib.sha256(b"".join(line.encode() + b"\n" for line in lines)).hexdigest()


def hash_alone(text: str) -> str:
    """Hash a text without a line end."""
    return hashlib.sha256(text.encode()).hexdigest()


def cover(veil: str, text: str) -> str:
    """Return the hash that hides an account or a word."""
    return hmac.digest(veil.encode(), text.encode(), "sha256").hex()


def make_tag(veil: str, account: str) -> str:
    """Return the tag of a person who sits down."""
    return cover(veil, f"account {account}")


def make_word_hash(veil: str, account: str, word: str) -> str:
    """Return the hash of the word of a person who sits down."""
    return cover(veil, f"word {account} {word}")


class Dice:
    """A die roller that uses the bytes of one purpose."""

    def __init__(self, key: str, purpose: str) -> None:
        self._key, self._purpose = key.encode(), purpose
        self._left: list[int] = []
        self._blocks = 0

    def roll(self, sides: int) -> int:
        """Return a number from 0 to `sides` - 1."""
        limit = 256 - 256 % sides
        while (byte := self._take()) >= limit:
            pass
        return byte % sides

    def _take(self) -> int:
        if not self._left:
            text = f"{self._purpose} {self._blocks}".encode()
            self._left = [*hmac.digest(self._key, text, "sha256")]
            self._blocks += 1
        return self._left.pop(0)


def repeat(file: File) -> Found:
    """Repeat a draw from its file."""
    key = hash_lines(
        RECIPE,
        f"secret {file['secret']}",
        *_place(file),
        *(f"seat {one['tag']} {one.get('word_hash', NOTHING)}" for one in file["roster"]),
    )
    row = _shuffle(len(file["roster"]), Dice(key, "seats"))
    table = file.get("table", "free-for-all")
    seats, able = row, row
    if table in SIDED:
        seats, able = _seat_teams(file, table, row)
    first = able[Dice(key, "first").roll(len(able))]
    return Found(make_commitment(file), key, seats, first)


def make_commitment(file: File) -> str:
    """Return the commitment, which is shown before anybody sits down."""
    return hash_lines(
        RECIPE,
        *_place(file),
        f"number {file['number']}",
        f"before {file['before']}",
        f"secret {hash_alone(file['secret'])}",
        f"veil {file['veil_hash']}",
        f"next-secret {file['next_secret_hash']}",
        f"next-veil {file['next_veil_hash']}",
    )


def _place(file: File) -> list[str]:
    return [f"{kind} {file[kind]}" for kind in ("server", "channel", "pod")]


def _shuffle(count: int, dice: Dice) -> list[int]:
    row = list(range(count))
    for i in reversed(range(1, count)):
        with_whom = dice.roll(i + 1)
        row[i], row[with_whom] = row[with_whom], row[i]
    return row


def _seat_teams(file: File, table: str, row: list[int]) -> tuple[list[int], list[int]]:
    """Return the seats, and the places that may begin."""
    number = int(file.get("teams", 2)) if table == "teams" else 2
    size = len(row) // number
    members = _fill([one.get("team") for one in file["roster"]], row, number, size)
    if any(len(team) != size for team in members):
        seats = row
    elif table == "teams":
        seats = [team[head] for head in range(size) for team in members]
    else:
        seats = members[0] + members[1]
    if table == "teams":
        return seats, seats
    chosen = 1 if table == "two-headed-giant" else size // 2
    return seats, [seats[chosen], seats[size + chosen]]


def _fill(chosen: Sequence[int | None], row: Sequence[int], number: int, size: int) -> list[list[int]]:
    """Fill each team with people in the order of the row."""
    of: dict[int, int] = {place: team for place, team in enumerate(chosen) if team is not None}
    counts = [sum(team == one for team in of.values()) for one in range(number)]
    for place in row:
        if place in of:
            continue
        team = next((one for one in range(number) if counts[one] < size), number - 1)
        of[place] = team
        counts[team] += 1
    return [[place for place in row if of[place] == team] for team in range(number)]


def draw_choice(file: File, choice: File) -> int:
    """Draw a choice that nobody made; return the place of who is drawn."""
    seats = file["seats"]
    options = [place for place in seats if place in choice["options"]]
    seat = seats.index(choice["asked"])
    purpose = f"choice {choice['kind']} {seat} {choice['verdicts']}"
    place: int = options[Dice(file["secret"], purpose).roll(len(options))]
    return place
