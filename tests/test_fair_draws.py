"""Draws of recipe 2: the document is enough to repeat them, and any change is found."""

import json
import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.json import encode
from msgspec.structs import replace

from bot.basics.typed_values import InvalidValueError, convert_value_to_type
from bot.draws import seating
from bot.draws.proofs import (
    RandomSeatingFairnessProof,
    build_random_seating_fairness_proof,
    recompute_random_seating,
    verify_random_seating_fairness_proof,
)
from bot.draws.seating import draw_seats_of_pod, generate_bytes_from_secret, generate_secrets_for_random_seating
from bot.rules.draws import (
    LONGEST_WORD,
    PlayerSeedText,
    PodRandomSeating,
    RandomSeatingCommitment,
    compute_account_pseudonym,
    compute_seating_commitment_hash,
    format_commitment_hash_input,
    format_seating_hash_input,
    hash_seed_text,
    hash_text,
    normalize_seed_text,
)
from bot.rules.lobby import GameStarted
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from tests.effort import EFFORT, SEED

PAGE = (Path(__file__).parents[1] / "docs" / "design" / "draw-recipe.md").read_text("utf-8")
DOCUMENT = PAGE.partition("## The old recipe")[0]

Json = dict[str, Any]


def blocks(language: str) -> list[str]:
    """Return the document's blocks of code in a language, without those of the old recipe."""
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


EXAMPLE: Json = json.loads(blocks("json")[0])


def checks(claim: Json) -> set[str]:
    """Return the names of the checks that a proof fails."""
    return {
        check.what
        for check in verify_random_seating_fairness_proof(convert_value_to_type(claim, RandomSeatingFairnessProof))
        if not check.is_valid
    }


# The example


def test_the_example_is_sound_and_has_everything_that_can_be_checked() -> None:
    found = [
        check.what
        for check in verify_random_seating_fairness_proof(convert_value_to_type(EXAMPLE, RandomSeatingFairnessProof))
        if check.is_valid
    ]
    assert found == ["commitment", "veil", "tags", "words", "before", "foretold", "seats", "first"]


def test_the_example_s_lines_lead_to_its_hashes() -> None:
    sealed, drawn = blocks("text")
    assert hash_text(sealed) == EXAMPLE["commitment"]
    assert f"`{EXAMPLE['commitment'][:16]}`" in DOCUMENT
    key = recompute_random_seating(convert_value_to_type(EXAMPLE, RandomSeatingFairnessProof)).key
    assert hash_text(drawn) == key
    first, second = (block for block in blocks("console") if "openssl" in block)
    printed = re.findall(r"^[0-9a-f]{64}$", first + second, re.MULTILINE)
    ana, _, _, di, _ = EXAMPLE["roster"]
    streams = [bytes(islice(generate_bytes_from_secret(key, each), 32)).hex() for each in ("seats", "first")]
    hashes = [hash_text(EXAMPLE["secret"]), EXAMPLE["veil_hash"], ana["tag"], di["word_hash"]]
    assert printed == [*hashes, *streams]
    assert f"$ key={key}\n" in second
    assert f"$ secret={EXAMPLE['secret']}\n$ veil={EXAMPLE['veil']}\n" in first
    assert f"'word {di['account']} {di['word']}'" in first


def test_the_example_s_table_follows_the_recipe_from_row_to_row() -> None:
    lines = re.findall(r"^\| (\d) \| (\d) \| (.+) \| (\d) \| (.+) \|$", DOCUMENT, re.MULTILINE)
    names = [seat["name"] for seat in EXAMPLE["roster"]]
    row, used = [*names], list[int]()
    for (i, sides, said, rolled, after), last in zip(lines, (4, 3, 2, 1), strict=True):
        *left_out, byte = map(int, re.findall(r"\d+", said))
        assert (int(i), int(sides), int(rolled)) == (last, last + 1, byte % (last + 1))
        row[last], row[int(rolled)] = row[int(rolled)], row[last]
        assert after == ", ".join(row)
        used += [*left_out, byte]
    assert row == [names[place] for place in EXAMPLE["seats"]]
    key = recompute_random_seating(convert_value_to_type(EXAMPLE, RandomSeatingFairnessProof)).key
    assert used == list(islice(generate_bytes_from_secret(key, "seats"), len(used)))


def run_program(claim: Json, folder: Path) -> dict[str, list[str]]:
    """Return the lines that the document's program prints, by the word before the colon."""
    (program,) = blocks("python")
    file, script = folder / "draw.json", folder / "again.py"
    file.write_text(json.dumps(claim), "utf-8")
    script.write_text(program, "utf-8")
    ran = subprocess.run([sys.executable, "-I", script, file], capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = {}
    for line in ran.stdout.splitlines():
        what, _, value = line.partition(": ")
        found.setdefault(what, []).append(value)
    return found


def test_the_document_s_program_works_out_the_example(tmp_path: Path) -> None:
    assert run_program(EXAMPLE, tmp_path) == {
        "commitment": [EXAMPLE["commitment"]],
        "veil_hash": [EXAMPLE["veil_hash"]],
        "tag": [seat["tag"] for seat in EXAMPLE["roster"]],
        "word_hash": [seat["word_hash"] for seat in EXAMPLE["roster"] if "word" in seat],
        "key": [recompute_random_seating(convert_value_to_type(EXAMPLE, RandomSeatingFairnessProof)).key],
        "seats": [str(EXAMPLE["seats"])],
        "first": [str(EXAMPLE["first"])],
    }


@pytest.mark.parametrize(
    ("table", "teams", "chosen"),
    [("teams", 3, {0: 2, 5: 2, 3: 0}), ("two-headed-giant", 2, {1: 1}), ("emperor", 2, {4: 0, 0: 0})],
)
def test_the_document_s_program_knows_tables_of_teams(
    tmp_path: Path, table: str, teams: int, chosen: dict[int, int]
) -> None:
    roster = [{"name": f"{place}", "tag": f"{place:064x}"} for place in range(6)]
    seats = [{**seat, "team": chosen[at]} if at in chosen else seat for at, seat in enumerate(roster)]
    claim = {**EXAMPLE, "roster": seats, "table": table, "teams": teams}
    drawn = recompute_random_seating(convert_value_to_type(claim, RandomSeatingFairnessProof))
    printed = run_program(claim, tmp_path)
    assert printed["seats"] + printed["first"] == [str([*drawn.seats]), str(drawn.first)]


# Each single change is caught


def swap(claim: Json, one: int, other: int) -> Json:
    roster = [*claim["roster"]]
    roster[one], roster[other] = roster[other], roster[one]
    return {**claim, "roster": roster}


def change_seat(claim: Json, place: int, **values: object) -> Json:
    roster = [*claim["roster"]]
    roster[place] = {**roster[place], **values}
    return {**claim, "roster": roster}


OTHER = "0" * 64

CHANGES: dict[str, tuple[Callable[[Json], Json], set[str]]] = {
    "server": (lambda claim: {**claim, "server": "1"}, {"commitment"}),
    "channel": (lambda claim: {**claim, "channel": "1"}, {"commitment"}),
    "pod": (lambda claim: {**claim, "pod": "1"}, {"commitment"}),
    "number": (lambda claim: {**claim, "number": 18}, {"commitment"}),
    "secret": (lambda claim: {**claim, "secret": OTHER}, {"commitment", "foretold"}),
    "veil": (lambda claim: {**claim, "veil": OTHER}, {"veil", "tags", "words"}),
    "before": (lambda claim: {**claim, "before": OTHER}, {"commitment", "before"}),
    "account": (lambda claim: change_seat(claim, 0, account="1"), {"tags"}),
    "word": (lambda claim: change_seat(claim, 1, word="a barn awl"), {"words"}),
}
"""A change of a proof, and what does not hold then besides the seats."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_single_change_is_caught(change: str) -> None:
    make, wrong = CHANGES[change]
    assert checks(make(EXAMPLE)) - {"seats", "first"} == wrong


def key_of(claim: Json) -> str:
    return recompute_random_seating(convert_value_to_type(claim, RandomSeatingFairnessProof)).key


def test_the_key_of_a_draw_is_another_for_every_single_change() -> None:
    """Of roster, order, word, pod, channel, server and secret: then the seats are others, too."""
    changed = [
        EXAMPLE,
        *({**EXAMPLE, name: "1"} for name in ("server", "channel", "pod")),
        {**EXAMPLE, "secret": OTHER},
        swap(EXAMPLE, 0, 1),
        swap(EXAMPLE, 3, 4),
        {**EXAMPLE, "roster": EXAMPLE["roster"][:-1]},
        {**EXAMPLE, "roster": [*EXAMPLE["roster"], {"name": "Fay", "tag": OTHER}]},
        *(change_seat(EXAMPLE, place, tag=OTHER) for place in range(5)),
        *(change_seat(EXAMPLE, place, word_hash=OTHER) for place in range(5)),
        change_seat(EXAMPLE, 1, word_hash="-"),
    ]
    assert len({key_of(claim) for claim in changed}) == len(changed)


def test_what_stands_for_somebody_cannot_be_taken_for_something_else() -> None:
    """No line can be made from two others: whatever people type is hashed before."""
    veil = generate_secrets_for_random_seating().veil or ""
    assert compute_account_pseudonym(veil, 12) != hash_seed_text(veil, 12, "")
    assert hash_seed_text(veil, 1, "2 3") != hash_seed_text(veil, 12, " 3")
    assert normalize_seed_text(" a  b ") == "a b"  # so that no word begins with a space
    one = format_seating_hash_input("s", 1, 2, 3, [("a", "b")])
    assert one == "suzerain-draw-2\nsecret s\nserver 1\nchannel 2\npod 3\nseat a b\n"


@given(st.text(max_size=2 * LONGEST_WORD))
def test_a_word_is_cleaned_once_and_for_all_or_refused(typed: str) -> None:
    word = None
    with suppress(Refusal):
        word = normalize_seed_text(typed)
    if word is not None:
        assert normalize_seed_text(word) == word
        assert 0 < len(word) <= LONGEST_WORD
        assert "\n" not in word
        assert "\u202e" not in word


# The file


def test_a_proof_that_contradicts_itself_cannot_be_read() -> None:
    for wrong, field in (
        ({**EXAMPLE, "seats": [0, 1, 2, 3, 5]}, "seats"),
        (change_seat({**EXAMPLE, "table": "teams"}, 2, team=2), "roster[2].team"),
        ({**EXAMPLE, "secret": "x"}, "secret"),
        ({**EXAMPLE, "recipe": 3}, "recipe"),
    ):
        with pytest.raises(InvalidValueError) as caught:
            checks(wrong)
        assert caught.value.field == field


@pytest.mark.parametrize("left_out", ["veil", "text_before", "seats", "first"])
def test_a_proof_holds_without_what_may_be_left_out(left_out: str) -> None:
    claim = {name: value for name, value in EXAMPLE.items() if name != left_out}
    assert checks(claim) == set()


# Drawing


def lobby(names: str, number: int = 1, setup: PodSetup | None = None) -> Pod:
    """Return a lobby with a seal and these people; accounts are the positions of letters."""
    seal = RandomSeatingCommitment(
        1, 2, number, number, generate_secrets_for_random_seating(), generate_secrets_for_random_seating(), 2
    )
    veil = seal.own.veil or ""
    tags = {name: compute_account_pseudonym(veil, ord(name)) for name in names}
    return Pod(setup or PodSetup(), names[0], tuple(names), draw=PodRandomSeating(seal, tags))


def prove(pod: Pod) -> RandomSeatingFairnessProof:
    start = draw_seats_of_pod(pod)
    names = {player: player for player in pod.players}
    accounts = {player: ord(player) for player in pod.players}
    return build_random_seating_fairness_proof(pod, GameStarted(start.seats, start.first), names, accounts)


@given(st.integers(2, 10), st.data())
def test_whatever_is_drawn_can_be_proven(size: int, data: st.DataObject) -> None:
    pod = lobby("abcdefghij"[:size])
    assert pod.draw is not None
    veil = pod.draw.seal.own.veil or ""
    texts = data.draw(st.dictionaries(st.sampled_from(pod.players), st.just("owl")))
    words = {name: PlayerSeedText(text, hash_seed_text(veil, ord(name), text)) for name, text in texts.items()}
    proof = prove(replace(pod, draw=replace(pod.draw, words=words)))
    assert checks(json.loads(encode(proof))) == set()
    assert {seat.name for seat in proof.roster if seat.word} == {*texts}


def test_a_word_changes_the_seats_as_often_as_chance_would() -> None:
    differ = 0
    for _ in range(200):
        pod = lobby("abcd")
        assert pod.draw is not None
        words = {"b": PlayerSeedText("owl", hash_seed_text(pod.draw.seal.own.veil or "", ord("b"), "owl"))}
        worded = replace(pod, draw=replace(pod.draw, words=words))
        differ += draw_seats_of_pod(worded).seats != draw_seats_of_pod(pod).seats
    assert differ > 160  # of 200, 8 are expected to be the same


def test_commitments_form_a_chain_and_secrets_form_none() -> None:
    first = lobby("abcd").draw
    assert first is not None
    seal = first.seal
    after = replace(seal, number=2, before=compute_seating_commitment_hash(seal), own=seal.following)
    assert f"before {compute_seating_commitment_hash(seal)}\n" in format_commitment_hash_input(after)
    assert seal.own.secret not in format_commitment_hash_input(seal)
    assert len({seal.own.secret, seal.own.veil, seal.following.secret, seal.following.veil}) == 4


def seeded_keys(seed: str) -> Iterator[str]:
    """Return keys of draws that are always the same for a seed."""
    for number in range(10**9):
        text = format_seating_hash_input(sha256(f"{seed} {number}".encode()).hexdigest(), 1, 2, 3, [("-", "-")])
        yield hash_text(text)


def test_seats_and_first_player_are_uniform() -> None:
    """By the χ² test, over each seat of each player; a night draws more, from a new seed."""
    draws, size = 6_000 * EFFORT.examples, 6
    print(f"SUZERAIN_SEED={SEED}")
    seats, firsts = Counter[tuple[int, str]](), Counter[str]()
    for key in islice(seeded_keys(f"{SEED}"), draws):
        start = seating.draw_seats_from_secret(PodSetup(), "abcdef"[:size], key)
        seats.update(enumerate(start.seats))
        firsts[start.first] += 1
    expected = draws / size
    for counted, freedom in ((seats, (size - 1) ** 2), (firsts, size - 1)):
        deviation = sum((seen - expected) ** 2 / expected for seen in counted.values())
        # Beyond five standard deviations a fair draw comes once in some hundred thousand runs.
        assert deviation < freedom + 5 * math.sqrt(2 * freedom) + 10, SEED
