"""The bot's dice: fair, always the same ones, and whoever reads the document rolls them too."""

import json
import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.draws.dice import (
    DuelDiceFairnessProof,
    build_duel_dice_fairness_proof,
    recompute_duel_dice,
    roll_die_from_secret,
    roll_next_duel_dice,
)
from bot.draws.seating import hash_random_draw_secret
from bot.joust.cards import PlayDuelCard, UseActionOfDuelCard
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import (
    Duel,
    DuelCommand,
    DuelSetup,
    apply_duel_event,
    create_event_of_duel_command,
    replay_duel_events,
)
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel, DuelStepUndone, UndoDuelStep
from bot.joust.rolls import RollDuelAttack, RollToKeepDuelCard
from bot.joust.table_types import DuelCard
from bot.rules.commands_and_events import Event
from bot.rules.refusals import Refusal
from tests.shell import Shell, encode

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text("utf-8")
ZEROS, OTHER = "0" * 64, "f" * 64
WAND = DuelCard("Wand", "thing", action="sparks", wear=2)


def blocks(language: str) -> list[str]:
    """The document's blocks of code in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


EXAMPLE = json.loads(blocks("json")[0])


def read_from_document(secret: str, number: int) -> int:
    """A die, as the document says."""
    for block in count():
        text = f"{secret}:die:{number}:{block}".encode("ascii")
        for byte in sha256(text).digest():
            if byte < max(multiple for multiple in range(256) if multiple % 6 == 0):
                return byte % 6 + 1
    raise AssertionError("there are always more blocks")


@given(st.binary(min_size=32, max_size=32).map(bytes.hex), st.integers(1, 10**9))
def test_whoever_reads_the_document_rolls_what_the_bot_rolls(secret: str, number: int) -> None:
    assert roll_die_from_secret(secret, number) == read_from_document(secret, number)


def test_the_first_dice_of_the_secret_of_zeros_are_those_of_the_contract() -> None:
    assert [roll_die_from_secret(ZEROS, number) for number in range(1, 11)] == [6, 2, 3, 1, 2, 3, 2, 3, 6, 4]


def test_of_many_dice_each_side_comes_about_as_often() -> None:
    """By the chi-square test."""
    expected = 1_000
    rolled = Counter(roll_die_from_secret(ZEROS, number) for number in range(1, 6 * expected + 1))
    deviation = sum((seen - expected) ** 2 / expected for seen in rolled.values())
    assert sorted(rolled) == [1, 2, 3, 4, 5, 6]
    assert deviation < 30  # of 5 degrees of freedom; fair dice are beyond once in 70,000


# The document's example


def test_the_example_is_what_the_bot_rolls() -> None:
    proof = msgspec.convert(EXAMPLE, DuelDiceFairnessProof)
    assert recompute_duel_dice(proof) == proof.dice
    for each in proof.secrets:
        assert hash_random_draw_secret(each.secret) == each.commitment
    assert proof.secrets[0].commitment in DOCUMENT.split("```json")[0]


def test_the_example_s_hashes_are_those_of_its_secret() -> None:
    (session,) = (block for block in blocks("console") if "openssl" in block)
    secret = EXAMPLE["secrets"][0]["secret"]
    assert session.startswith(f"$ secret={secret}\n")
    texts = (secret, f"{secret}:die:1:0", f"{secret}:die:2:0")
    printed = re.findall(r"^[0-9a-f]{64}$", session, re.MULTILINE)
    assert printed == [sha256(text.encode()).hexdigest() for text in texts]


def test_the_document_s_program_rolls_the_example(tmp_path: Path) -> None:
    (program,) = blocks("python")
    claim, file = tmp_path / "dice.json", tmp_path / "again.py"
    claim.write_text(json.dumps(EXAMPLE), "utf-8")
    file.write_text(program, "utf-8")
    printed = subprocess.run([sys.executable, "-I", file, claim], capture_output=True, text=True, check=True).stdout
    commitments = [f"commitment: {each['commitment']}" for each in EXAMPLE["secrets"]]
    assert printed.splitlines() == [*commitments, f"dice: {EXAMPLE['dice']}"]


# In a duel


def asked(duel: Duel | None, *commands: DuelCommand) -> Duel:
    for command in commands:
        duel = apply_duel_event(duel, create_event_of_duel_command(duel, command))
    assert duel is not None
    return duel


def lobby(secret: str = ZEROS) -> Duel:
    return asked(None, OpenDuel(DuelSetup("bot"), "ana", ("ana", "bo"), secret))


def started(secret: str = ZEROS) -> Duel:
    """The opening roll is two of the bot's dice: 6 and 2."""
    duel = lobby(secret)
    one, two = roll_next_duel_dice(duel, 2)
    return asked(duel, StartDuel(rolls=((one, two),), die=1))


def attack(duel: Duel) -> Duel:
    one, two = roll_next_duel_dice(duel, 2)
    return asked(duel, RollDuelAttack((one, two), die=duel.rolled + 1))


def test_dice_are_numbered_over_the_duel() -> None:
    """MJ-5, MJ-14 and MJ-15: pairs for the start and for an attack, the attacker's first."""
    duel = started()
    assert duel.turn is not None
    assert duel.turn.active == "ana"
    duel = asked(attack(duel), PlayDuelCard(WAND), UseActionOfDuelCard(1))
    (roll,) = roll_next_duel_dice(duel, 1)
    duel = asked(duel, RollToKeepDuelCard(roll, die=5), ConcedeDuel("bo"))
    proof = build_duel_dice_fairness_proof(duel)
    assert proof.dice == (6, 2, 3, 1, 2)
    assert [(each.secret, each.die) for each in proof.secrets] == [(ZEROS, 1)]
    assert recompute_duel_dice(proof) == proof.dice


def test_after_an_undo_the_same_dice_come_again() -> None:
    duel = attack(started())
    undone = asked(duel, UndoDuelStep())
    assert (undone.rolled, undone.shown) == (2, 4)
    assert attack(undone).last == duel.last


def test_people_s_own_dice_have_no_numbers_and_need_no_proof() -> None:
    duel = asked(started(), RollDuelAttack((6, 6)))
    assert (duel.rolled, duel.shown) == (2, 2)
    assert build_duel_dice_fairness_proof(duel).dice == (6, 2)


@pytest.mark.parametrize("die", [1, 2, 4, 0])
def test_a_die_is_rolled_once_and_in_its_order(die: int) -> None:
    with pytest.raises(Refusal) as refused:
        create_event_of_duel_command(started(), RollDuelAttack((6, 6), die=die))
    assert refused.value.code == "die-rolled"


def test_dice_that_nobody_has_seen_come_from_a_new_secret_once_the_first_one_is_known() -> None:
    """The attack was seen before the end, so its dice come again; only the next ones are new."""
    over = asked(attack(started()), UndoDuelStep(), ConcedeDuel("ana"))
    again = asked(over, UndoDuelStep(OTHER))
    assert [(seal.secret, seal.die) for seal in again.seals] == [(ZEROS, 1), (OTHER, 5)]
    assert roll_next_duel_dice(again, 4) == (3, 1, roll_die_from_secret(OTHER, 5), roll_die_from_secret(OTHER, 6))
    proof = build_duel_dice_fairness_proof(asked(attack(attack(again)), CloseDuel()))
    assert recompute_duel_dice(proof) == proof.dice
    assert [each.commitment for each in proof.secrets] == [
        hash_random_draw_secret(ZEROS),
        hash_random_draw_secret(OTHER),
    ]


def test_a_second_end_that_is_undone_brings_a_third_secret() -> None:
    twice = asked(started(), CloseDuel(), UndoDuelStep(OTHER), CloseDuel(), UndoDuelStep("a" * 64))
    assert [seal.die for seal in twice.seals] == [1, 3, 3]
    assert roll_next_duel_dice(twice, 1) == (roll_die_from_secret("a" * 64, 3),)


def test_a_new_secret_is_kept_only_where_the_first_one_was_shown() -> None:
    assert create_event_of_duel_command(attack(started()), UndoDuelStep(OTHER)) == DuelStepUndone()
    own = asked(None, OpenDuel(DuelSetup("own"), "ana", ("ana", "bo")), StartDuel("bo"))
    assert create_event_of_duel_command(asked(own, CloseDuel()), UndoDuelStep(OTHER)) == DuelStepUndone()


def test_the_secrets_are_in_the_log() -> None:
    duel: Duel | None = None
    log: list[Event] = []
    commands: list[DuelCommand] = [
        OpenDuel(DuelSetup("bot"), "ana", ("ana", "bo"), ZEROS),
        StartDuel("ana"),
        RollDuelAttack((6, 2), die=1),
        CloseDuel(),
        UndoDuelStep(OTHER),
    ]
    for command in commands:
        log.append(create_event_of_duel_command(duel, command))
        duel = apply_duel_event(duel, log[-1])
    again = replay_duel_events(log)
    assert again is not None
    assert [seal.secret for seal in again.seals] == [ZEROS, OTHER]
    assert again.shown == 2


# From the command line


def verify(shell: Shell, proof: Any) -> Any:
    return shell.run("verify", shell.file("dice.json", encode(proof)))


def test_dice_are_repeated_and_compared_with_what_was_rolled(shell: Shell) -> None:
    ran = verify(shell, EXAMPLE)
    assert (ran.status, ran.err) == (0, "")
    *_, dice, verdict = ran.out.splitlines()
    assert dice == "dice: '6', '3', '1', '1', '2', '4', '3'"
    assert verdict == "The dice are sound."


def changed(**more: Any) -> Any:
    first, second = EXAMPLE["secrets"]
    return {**EXAMPLE, "secrets": [{**first, **more}, second]}


@pytest.mark.parametrize(
    ("proof", "field"),
    [
        (changed(secret=ZEROS), "commitment"),
        (changed(commitment=ZEROS), "commitment"),
        ({**EXAMPLE, "dice": [6, 3, 1, 1, 3, 4, 3]}, "dice"),
    ],
    ids=["secret", "commitment", "dice"],
)
def test_what_does_not_fit_is_shown_and_is_status_one(shell: Shell, proof: Any, field: str) -> None:
    ran = verify(shell, proof)
    assert (ran.status, ran.err) == (1, "")
    lines = ran.out.splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("  but announced: "))
    assert lines[at - 1].startswith(f"{field}: ")
    assert lines[-1] == "The dice are NOT what was announced."


@pytest.mark.parametrize(
    ("proof", "field", "word"),
    [
        ({**EXAMPLE, "game": "chess"}, "game", "magicjoust"),
        ({**EXAMPLE, "secrets": []}, "secrets", "1"),
        ({**EXAMPLE, "dice": [7]}, "dice[0]", "6"),
        ({**EXAMPLE, "seats": []}, "", "seats"),
        ({"game": "magicjoust", "secrets": EXAMPLE["secrets"]}, "", "dice"),
        (changed(secret="5"), "secrets[0].secret", "64"),
        (changed(die=2), "secrets[0].die", "1"),
        ({**EXAMPLE, "secrets": EXAMPLE["secrets"][::-1]}, "secrets[0].die", "1"),
    ],
)
def test_dice_that_cannot_be_read_are_one_line(shell: Shell, proof: Any, field: str, word: str) -> None:
    ran = verify(shell, proof)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    path = str(shell.folder / "dice.json")
    assert ran.err.startswith(f"{path}: {field}")
    assert word in ran.err.removeprefix(path)
