"""The bot's dice in a duel: each depends on a secret and its number alone.

Anybody can repeat them, in any language. `docs/fair-dice.md` specifies them: change both together.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot import seating
from bot.joust.duel import Duel, Seal, list_steps
from bot.joust.facts import Die
from bot.reading import Unreadable

SIDES = 6


class SecretProof(Struct, frozen=True, forbid_unknown_fields=True):
    """A secret, its commitment, and the number of the first die that comes from it."""

    commitment: seating.Hex
    secret: seating.Hex
    die: Annotated[int, Meta(ge=1)] = 1


class DiceProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The data that checks the bot's dice of a duel; `dice` are its rolls, in order.

    A further secret is there if one was shown and the duel continued.
    """

    game: Literal["magicjoust"]
    secrets: Annotated[tuple[SecretProof, ...], Meta(min_length=1, max_length=100)]
    dice: Annotated[tuple[Die, ...], Meta(max_length=10_000)]


def roll_die(secret: str, number: int) -> Die:
    """Roll die `number` (from 1) of a secret."""
    bytes = _generate_bytes(f"{secret}:die:{number}")
    return seating.roll(SIDES, bytes) + 1


def roll_dice(seals: Sequence[Seal], first: int, number: int) -> tuple[Die, ...]:
    """Roll `number` dice from die `first` on, each from the last secret that reaches it."""
    return tuple(roll_die(_find_secret(seals, die), die) for die in range(first, first + number))


def roll_next(duel: Duel, number: int) -> tuple[Die, ...]:
    """Roll the bot's next dice; dice taken back by an undo come again."""
    return roll_dice(duel.seals, duel.rolled + 1, number)


def roll_opening(duel: Duel) -> tuple[tuple[Die, Die], ...]:
    """Roll pairs of dice until one pair decides who begins (MJ-D5)."""
    rolls: list[tuple[Die, Die]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        one, two = roll_dice(duel.seals, duel.rolled + 1 + 2 * len(rolls), 2)
        rolls.append((one, two))
    return tuple(rolls)


def prove_dice(duel: Duel) -> DiceProof:
    """Return the data that checks the dice of a finished duel; it reveals the secrets."""
    secrets = (
        SecretProof(seating.make_commitment(seal.secret), seal.secret, seal.die)
        for seal in duel.seals
    )
    dice = (die for step in list_steps(duel) for die in step.bot_dice)
    return DiceProof("magicjoust", tuple(secrets), tuple(dice))


def repeat_dice(proof: DiceProof) -> tuple[Die, ...]:
    """Repeat the dice of a proof. Raises `Unreadable` if a die has no secret."""
    numbers = [secret.die for secret in proof.secrets]
    for at, (number, before) in enumerate(zip(numbers, [1, *numbers], strict=False)):
        if number < before or (at == 0 and number != 1):
            raise Unreadable(f"secrets[{at}].die", f"{number}; accepted: 1, and rising from there")
    seals = [Seal(secret.secret, secret.die) for secret in proof.secrets]
    return roll_dice(seals, 1, len(proof.dice))


def _find_secret(seals: Iterable[Seal], die: int) -> str:
    *_, secret = (seal.secret for seal in seals if seal.die <= die)
    return secret


def _generate_bytes(text: str) -> Iterator[int]:
    """Yield bytes without end that depend on the text alone."""
    for block in count():
        yield from sha256(f"{text}:{block}".encode("ascii")).digest()
