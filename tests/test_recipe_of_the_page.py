"""The bot's draws match those of an independent reading of `docs/design/draw-recipe.md`."""

import json
from random import Random
from typing import Any, get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from bot.basics.typed_values import InvalidValueError
from bot.draws.proofs import (
    RandomChoiceFairnessProof,
    RandomSeatingFairnessProof,
    build_random_seating_fairness_proof,
    verify_random_seating_fairness_proof,
)
from bot.draws.seating import (
    answer_open_player_choice_at_random,
    draw_seats_of_pod,
    generate_secrets_for_random_seating,
)
from bot.rules.choosing import AnswerPendingPlayerChoice, PendingPlayerChoiceAnswered
from bot.rules.decide import create_pod_event
from bot.rules.draws import (
    PlayerSeedText,
    PodRandomSeating,
    RandomSeatingCommitment,
    compute_account_pseudonym,
    hash_seed_text,
    normalize_seed_text,
)
from bot.rules.facts import DefeatReport
from bot.rules.lobby import GameStarted
from bot.rules.pod import Pod, apply_pod_event
from bot.rules.records import PodSetup, QuestionKind
from bot.rules.reporting import ReportDefeats
from bot.rules.seats import count_teams_of_setup, list_player_counts_allowed_by_table
from bot.rules.substitutes import TakeOverSeatAsSubstitute
from bot.rules.tables import TABLES, TableId, has_fixed_teams
from tests import recipe_of_the_page
from tests.effort import SEED, examples
from tests.recipe_of_the_page import make_tag as make_page_tag
from tests.recipe_of_the_page import make_word_hash

LETTERS = "aZ9 -~éß猫🦉لЖ"


def open_lobby(chance: Random) -> Pod:
    """Generate a lobby: any table, any number of people, with teams and words."""
    table: TableId = chance.choice(list(TABLES))
    teams = chance.choice((2, 3)) if table == "teams" else 2
    setup = PodSetup(table=table, teams=teams)
    players = [f"player {place}" for place in range(chance.choice(list_player_counts_allowed_by_table(setup)))]
    server, channel = chance.getrandbits(63), chance.getrandbits(63)
    number, pod = chance.randrange(1, 10_000), chance.randrange(1, 10_000)
    seal = RandomSeatingCommitment(
        server,
        channel,
        pod,
        number,
        generate_secrets_for_random_seating(),
        generate_secrets_for_random_seating(),
        channel,
    )
    veil, accounts = seal.own.veil or "", find_accounts(players)
    tags = {player: compute_account_pseudonym(veil, accounts[player]) for player in players}
    words = {
        player: PlayerSeedText(word, hash_seed_text(veil, accounts[player], word))
        for player in chance.sample(players, chance.randrange(len(players) + 1))
        if (word := normalize_seed_text("".join(chance.choices(LETTERS, k=chance.randrange(1, 40)))))
    }
    return Pod(
        setup,
        players[0],
        tuple(players),
        sides=choose_sides(setup, players, chance),
        draw=PodRandomSeating(seal, tags, words),
    )


def choose_sides(setup: PodSetup, players: list[str], chance: Random) -> dict[str, int]:
    """Let some people choose a team, within each team's size."""
    if not has_fixed_teams(TABLES[setup.table]):
        return {}
    count = count_teams_of_setup(setup)
    free = [team for team in range(count) for _ in range(len(players) // count)]
    chance.shuffle(free)
    return {player: team for player, team in zip(players, free, strict=True) if chance.random() < 0.5}


def find_accounts(players: list[str]) -> dict[str, int]:
    """Return everybody's id on Discord."""
    return {player: 80351110224678912 + place for place, player in enumerate(players)}


def prove(pod: Pod) -> RandomSeatingFairnessProof:
    """Return the proof that the bot gives to a person who checks the draw."""
    start, accounts = draw_seats_of_pod(pod), find_accounts(list(pod.players))
    names = {player: player for player in pod.players}
    return build_random_seating_fairness_proof(pod, GameStarted(start.seats, start.first), names, accounts)


def test_a_thousand_draws_are_what_a_stranger_draws() -> None:
    chance = Random(SEED)
    for _ in range(examples(1_000)):
        file: dict[str, Any] = json.loads(json.dumps(to_builtins(prove(open_lobby(chance)))))
        found = recipe_of_the_page.repeat(file)
        assert found.commitment == file["commitment"], file
        assert (found.seats, found.first) == (file["seats"], file["first"]), file
        assert recipe_of_the_page.hash_alone(file["veil"]) == file["veil_hash"], file
        for seat in file["roster"]:
            assert make_page_tag(file["veil"], seat["account"]) == seat["tag"], file
            word = make_word_hash(file["veil"], seat["account"], seat.get("word", ""))
            assert seat.get("word_hash", "-") == (word if "word" in seat else "-"), file


def test_choices_of_the_draw_are_what_a_stranger_draws_and_any_other_is_found() -> None:
    chance = Random(SEED)
    for _ in range(examples(200)):
        proof = prove(open_lobby(chance))
        assert proof.seats is not None
        kind = chance.choice(get_args(QuestionKind))
        among = chance.sample(proof.seats, chance.randrange(1, len(proof.seats) + 1))
        asked, verdicts = chance.choice(proof.seats), chance.randrange(30)
        claim = RandomChoiceFairnessProof(kind, asked, verdicts, tuple(among), asked)
        chosen = recipe_of_the_page.draw_choice(to_builtins(proof), to_builtins(claim))
        told = replace(proof, choices=(replace(claim, chosen=chosen),))
        assert all(check.is_valid for check in verify_random_seating_fairness_proof(told)), told
        for other in set(proof.seats) - {chosen}:
            wrong = replace(proof, choices=(replace(claim, chosen=other),))
            assert [c.what for c in verify_random_seating_fairness_proof(wrong) if not c.is_valid] == ["choice 1"], (
                wrong
            )


def test_a_choice_of_somebody_without_a_seat_is_unreadable() -> None:
    proof = prove(open_lobby(Random(SEED)))
    assert proof.seats is not None
    claim = RandomChoiceFairnessProof("responsible", len(proof.seats), 0, (0,), 0)
    with pytest.raises(InvalidValueError, match="has a seat"):
        list(verify_random_seating_fairness_proof(replace(proof, choices=(claim,))))


def test_a_choice_for_whoever_took_a_seat_over_is_proved_by_who_drew_it() -> None:
    lobby = Pod(
        PodSetup(choose_master=True),
        "bo",
        ("bo", "cy", "di", "eve"),
        draw=PodRandomSeating(
            RandomSeatingCommitment(
                1, 2, 3, 4, generate_secrets_for_random_seating(), generate_secrets_for_random_seating(), 2
            )
        ),
    )
    start = draw_seats_of_pod(lobby)
    pod = apply_pod_event(lobby, create_pod_event(lobby, start))
    for command in (TakeOverSeatAsSubstitute("cy", "zoe"), ReportDefeats((DefeatReport("zoe", "library"),))):
        pod = apply_pod_event(pod, create_pod_event(pod, command))
    chose = create_pod_event(
        pod, AnswerPendingPlayerChoice("zoe", answer_open_player_choice_at_random(pod), drawn=True)
    )
    assert isinstance(chose, PendingPlayerChoiceAnswered)
    names = {player: player for player in lobby.players}
    drawn = GameStarted(start.seats, start.first)
    proof = build_random_seating_fairness_proof(lobby, drawn, names, {}, random_choices=[(pod, chose.answer)])
    (choice,) = proof.choices
    assert proof.roster[choice.asked].name == "cy"
    assert proof.roster[choice.chosen].name == chose.answer.player
    assert all(check.is_valid for check in verify_random_seating_fairness_proof(proof))
