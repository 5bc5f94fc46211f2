"""The draw of seats and first player: the only chance in a pod (TAB-20, TAB-27).

A pod's draw follows from a secret and the number of its players, and from nothing else: anybody
can draw again, in any language. `docs/fair-draws.md` says how; change neither without the other.
"""

import hmac
import random
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Annotated

from msgspec import Meta, Struct

from bot.rules.commands import Start
from bot.rules.facts import Player

BYTE = 256
"""How many values a byte has: a die can have no more sides."""

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""256 bits as text. A secret is used as the text that it is, so that any tool can hash it."""

Several = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=BYTE)]


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """What it takes to check a draw; `players` are in their order of joining.

    `seats` and `first` are what the bot announced, if that is to be compared.
    """

    commitment: Hex
    secret: Hex
    players: Several
    seats: Several | None = None
    first: Player | None = None


def commitment(secret: str) -> str:
    """What may be shown of a secret before the draw: its SHA-256, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


def draw(players: Sequence[Player], secret: str) -> Start:
    """Seats and first player for `players`, in their order of joining."""
    seats = shuffled(players, chance(secret, "seats"))
    # Nobody may have sat down yet: the rules refuse that start in words.
    return Start(seats, seats[roll(len(seats), chance(secret, "first"))] if seats else "")


def shuffled(players: Sequence[Player], bytes: Iterator[int]) -> tuple[Player, ...]:
    """The players in an order of which each is equally likely (Fisher and Yates)."""
    seats = list(players)
    for last in range(len(seats) - 1, 0, -1):
        other = roll(last + 1, bytes)
        seats[last], seats[other] = seats[other], seats[last]
    return tuple(seats)


def roll(sides: int, bytes: Iterator[int]) -> int:
    """A fair die with 1 to 256 sides, the first of which is 0."""
    # The bytes that are left over after the last whole round of sides would favour the first ones.
    return next(byte % sides for byte in bytes if byte < BYTE - BYTE % sides)


def chance(secret: str, purpose: str) -> Iterator[int]:
    """Bytes without end that nobody can foretell without the secret, others for each purpose."""
    for block in count():
        yield from hmac.digest(secret.encode(), f"{purpose} {block}".encode(), "sha256")


def seeded(players: Sequence[Player], seed: int) -> Start:
    """The draw of a transcript, which is to be repeated, not to be fair."""
    chance = random.Random(seed)
    seats = tuple(chance.sample(players, len(players)))
    return Start(seats, chance.choice(seats) if seats else "")
