"""The bot's dice in a duel: each depends on a secret and its number alone.

Anybody can repeat them, in any language. `docs/fair-dice.md` specifies them: change both together.
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.basics.typed_values import InvalidValueError
from bot.draws import seating
from bot.joust.duel import Duel, DuelDiceSecret, list_duel_steps
from bot.joust.table_types import Die

SIDES = 6


class RevealedDiceSecret(Struct, frozen=True, forbid_unknown_fields=True):
    """A revealed secret of dice rolls, with its published hash and the number of its first die."""

    commitment: seating.Hex
    secret: seating.Hex
    die: Annotated[int, Meta(ge=1)] = 1


class DuelDiceFairnessProof(Struct, frozen=True, forbid_unknown_fields=True):
    """A proof that the bot rolled a duel's dice fairly, with the data to roll them again.

    `dice` are the rolls in order. There are several secrets if one was shown and the duel continued.
    """

    game: Literal["magicjoust"]
    secrets: Annotated[tuple[RevealedDiceSecret, ...], Meta(min_length=1, max_length=100)]
    dice: Annotated[tuple[Die, ...], Meta(max_length=10_000)]


def roll_die_from_secret(secret: str, die_number: int) -> Die:
    """Compute the result of one die from a secret. Dice are numbered from 1."""
    bytes = _generate_bytes_from_seed(f"{secret}:die:{die_number}")
    return seating.roll_fair_die(SIDES, bytes) + 1


def roll_dice_from_secrets(
    dice_secrets: Sequence[DuelDiceSecret], first_die_number: int, dice_count: int
) -> tuple[Die, ...]:
    """Return `dice_count` dice of a duel, beginning with number `first_die_number`.

    Each die is rolled from the last secret that starts at or before its number.
    """
    return tuple(
        roll_die_from_secret(_find_secret_of_die(dice_secrets, die), die)
        for die in range(first_die_number, first_die_number + dice_count)
    )


def roll_next_duel_dice(duel: Duel, dice_count: int) -> tuple[Die, ...]:
    """Return the bot's next dice in a duel. After an undo, the same dice come again."""
    return roll_dice_from_secrets(duel.seals, duel.rolled + 1, dice_count)


def roll_dice_for_first_player(duel: Duel) -> tuple[tuple[Die, Die], ...]:
    """Roll pairs of dice until a pair decides which player begins; return all pairs."""
    rolls: list[tuple[Die, Die]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        one, two = roll_dice_from_secrets(duel.seals, duel.rolled + 1 + 2 * len(rolls), 2)
        rolls.append((one, two))
    return tuple(rolls)


def build_duel_dice_fairness_proof(duel: Duel) -> DuelDiceFairnessProof:
    """Return the proof that a finished duel's dice were fair. It reveals the bot's secrets."""
    secrets = (
        RevealedDiceSecret(seating.hash_random_draw_secret(seal.secret), seal.secret, seal.die) for seal in duel.seals
    )
    dice = (die for step in list_duel_steps(duel) for die in step.dice_rolled_by_bot)
    return DuelDiceFairnessProof("magicjoust", tuple(secrets), tuple(dice))


def recompute_duel_dice(dice_proof: DuelDiceFairnessProof) -> tuple[Die, ...]:
    """Recompute a duel's dice from the proof. Raises `InvalidValueError` without a secret."""
    numbers = [secret.die for secret in dice_proof.secrets]
    for at, (number, before) in enumerate(zip(numbers, [1, *numbers], strict=False)):
        if number < before or (at == 0 and number != 1):
            raise InvalidValueError(f"secrets[{at}].die", f"{number}; accepted: 1, and rising from there")
    seals = [DuelDiceSecret(secret.secret, secret.die) for secret in dice_proof.secrets]
    return roll_dice_from_secrets(seals, 1, len(dice_proof.dice))


def _find_secret_of_die(dice_secrets: Iterable[DuelDiceSecret], die_number: int) -> str:
    *_, secret = (seal.secret for seal in dice_secrets if seal.die <= die_number)
    return secret


def _generate_bytes_from_seed(seed: str) -> Iterator[int]:
    """Yield an endless byte sequence that is determined by a seed."""
    for block in count():
        yield from sha256(f"{seed}:{block}".encode("ascii")).digest()
