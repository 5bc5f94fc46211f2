"""The old recipe of the draw and both recipes' dice: every order is equally likely.

A reader of the document can repeat each draw.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice, permutations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.draws.seating import (
    BYTE,
    draw_seats_from_secret,
    generate_bytes_from_secret,
    hash_random_draw_secret,
    roll_fair_die,
    shuffle_players,
)
from bot.rules.records import PodSetup

ALONE = PodSetup()

PAGE = (Path(__file__).parents[1] / "docs" / "design" / "draw-recipe.md").read_text("utf-8")
DOCUMENT = PAGE.partition("## The old recipe")[2]

SECRETS = st.binary(min_size=32, max_size=32).map(bytes.hex)
PLAYERS = st.lists(st.text(min_size=1, max_size=4), min_size=1, max_size=40)


def blocks(language: str) -> list[str]:
    """Return the document's blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


EXAMPLE = json.loads(blocks("json")[0])


# The document, read by somebody who does not know the bot


def hmac(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 as in RFC 2104, for keys of one block."""
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return sha256(outer + sha256(inner + message).digest()).digest()


def rolls(secret: str, purpose: str, dice: list[int]) -> list[int]:
    """Roll each of the dice in turn, as the document says."""
    found: list[int] = []
    for block in count():
        for byte in hmac(secret.encode("ascii"), f"{purpose} {block}".encode("ascii")):
            if len(found) == len(dice):
                return found
            sides = dice[len(found)]
            if byte < max(multiple for multiple in range(BYTE + 1) if multiple % sides == 0):
                found.append(byte % sides)
    raise AssertionError("there are always more blocks")


def drawn(players: list[str], secret: str) -> tuple[list[str], str]:
    """Return seats and first player, as the document says."""
    row = dict(enumerate(players))
    numbers = range(len(players) - 1, 0, -1)
    for i, j in zip(numbers, rolls(secret, "seats", [n + 1 for n in numbers]), strict=True):
        row[i], row[j] = row[j], row[i]
    seats = [row[number] for number in range(len(players))]
    return seats, seats[rolls(secret, "first", [len(players)])[0]]


@given(SECRETS, PLAYERS)
def test_whoever_reads_the_document_draws_what_the_bot_draws(secret: str, players: list[str]) -> None:
    start = draw_seats_from_secret(ALONE, players, secret)
    assert (list(start.seats), start.first) == drawn(players, secret)


@given(SECRETS)
def test_the_commitment_is_what_any_tool_makes_of_the_secret_as_text(secret: str) -> None:
    assert hash_random_draw_secret(secret) == sha256(secret.encode("ascii")).hexdigest()


# Its example


def test_the_example_is_what_the_bot_draws() -> None:
    start = draw_seats_from_secret(ALONE, EXAMPLE["players"], EXAMPLE["secret"])
    assert hash_random_draw_secret(EXAMPLE["secret"]) == EXAMPLE["commitment"]
    assert (list(start.seats), start.first) == (EXAMPLE["seats"], EXAMPLE["first"])


def test_the_example_s_hashes_are_those_of_its_secret() -> None:
    (session,) = (block for block in blocks("console") if "hmac" in block)
    secret = EXAMPLE["secret"]
    assert session.startswith(f"$ secret={secret}\n")
    printed = re.findall(r"^[0-9a-f]{64}$", session, re.MULTILINE)
    streams = [bytes(islice(generate_bytes_from_secret(secret, purpose), 32)).hex() for purpose in ("seats", "first")]
    assert printed == [EXAMPLE["commitment"], *streams]


def test_the_example_s_table_follows_the_recipe_from_row_to_row() -> None:
    lines = re.findall(r"^\| (\d) \| (\d) \| (.+) \| (\d) \| (.+) \|$", DOCUMENT, re.MULTILINE)
    row, used = list(EXAMPLE["players"]), list[int]()
    for (i, sides, said, rolled, after), last in zip(lines, (4, 3, 2, 1), strict=True):
        *left_out, byte = map(int, re.findall(r"\d+", said))
        assert (int(i), int(sides), int(rolled)) == (last, last + 1, byte % (last + 1))
        row[last], row[int(rolled)] = row[int(rolled)], row[last]
        assert after == ", ".join(row)
        used += [*left_out, byte]
    assert row == EXAMPLE["seats"]
    assert used == list(islice(generate_bytes_from_secret(EXAMPLE["secret"], "seats"), len(used)))


def test_the_document_s_program_draws_the_example(tmp_path: Path) -> None:
    (program,) = blocks("python")
    claim, file = tmp_path / "draw.json", tmp_path / "again.py"
    claim.write_text(json.dumps(EXAMPLE), "utf-8")
    file.write_text(program, "utf-8")
    printed = subprocess.run([sys.executable, "-I", file, claim], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == [
        f"commitment: {EXAMPLE['commitment']}",
        f"seats: {EXAMPLE['seats']}",
        f"first: {EXAMPLE['first']}",
    ]


# Fairness


@pytest.mark.parametrize("sides", range(1, BYTE + 1))
def test_each_side_of_a_die_has_as_many_bytes_as_any_other(sides: int) -> None:
    """A byte is left out where the roll is that of the byte behind it, for every pair of them."""
    rolled = Counter(roll_fair_die(sides, iter((byte, 0))) for byte in range(BYTE))
    left_out = BYTE % sides
    assert rolled - Counter({0: left_out}) == Counter(dict.fromkeys(range(sides), BYTE // sides))


@pytest.mark.parametrize("players", range(1, 8))
def test_each_order_comes_of_just_one_row_of_rolls(players: int) -> None:
    """Fair dice therefore make every order equally likely."""
    dice = [range(sides) for sides in range(players, 1, -1)]
    names = "abcdefg"[:players]
    orders = Counter(shuffle_players(names, iter(rolled)) for rolled in product(*dice))
    assert orders == Counter(dict.fromkeys(permutations(names), 1))


def secrets_in_a_row() -> Iterator[str]:
    """Return unrelated secrets that are the same in every run."""
    return (sha256(f"{number}".encode()).hexdigest() for number in count())


def test_of_many_secrets_each_draw_of_four_players_comes_about_as_often() -> None:
    """Seats and first player together: 96 cases, by the chi-square test."""
    expected = 100
    starts = (draw_seats_from_secret(ALONE, "abcd", secret) for secret in islice(secrets_in_a_row(), 96 * expected))
    cases = Counter((start.seats, start.first) for start in starts)
    assert len(cases) == 96
    deviation = sum((seen - expected) ** 2 / expected for seen in cases.values())
    assert 45 < deviation < 165  # of 95 degrees of freedom; fair draws are outside once in 100,000


def test_the_draw_depends_on_the_number_of_players_and_not_on_who_they_are() -> None:
    """An archive may give people other ids: their draws stay what they were."""
    for secret in islice(secrets_in_a_row(), 50):
        start = draw_seats_from_secret(ALONE, "abcdef", secret)
        renamed = draw_seats_from_secret(ALONE, "ABCDEF", secret)
        assert "".join(renamed.seats) == "".join(start.seats).upper()
        assert renamed.first == start.first.upper()
