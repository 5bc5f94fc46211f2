"""The bot's draws match those of an independent reading of `docs/design/draw-recipe.md`."""

import json
from random import Random
from typing import Any, get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from bot.draw_proofs import ChoiceProof, DrawProof, check_draw, prove_draw
from bot.reading import Unreadable
from bot.rules.choosing import Choose, Chose
from bot.rules.decide import decide
from bot.rules.draws import DrawSeal, PodDraw, Word, clean_word, hash_word, make_tag
from bot.rules.facts import Report
from bot.rules.lobby import Started
from bot.rules.pod import Pod, evolve
from bot.rules.records import QuestionKind, Setup
from bot.rules.reporting import Defeat
from bot.rules.seats import count_teams, list_allowed_sizes
from bot.rules.substitutes import Substitute
from bot.rules.tables import TABLES, TableId, has_teams
from bot.seating import draw_choice, draw_pod, make_secrets
from tests import recipe_of_the_page
from tests.effort import SEED, examples
from tests.recipe_of_the_page import make_tag as make_page_tag
from tests.recipe_of_the_page import make_word_hash

LETTERS = "aZ9 -~éß猫🦉لЖ"


def open_lobby(chance: Random) -> Pod:
    """Generate a lobby: any table, any number of people, with teams and words."""
    table: TableId = chance.choice(list(TABLES))
    teams = chance.choice((2, 3)) if table == "teams" else 2
    setup = Setup(table=table, teams=teams)
    players = [f"player {place}" for place in range(chance.choice(list_allowed_sizes(setup)))]
    server, channel = chance.getrandbits(63), chance.getrandbits(63)
    number, pod = chance.randrange(1, 10_000), chance.randrange(1, 10_000)
    seal = DrawSeal(server, channel, pod, number, make_secrets(), make_secrets(), channel)
    veil, accounts = seal.own.veil or "", find_accounts(players)
    tags = {player: make_tag(veil, accounts[player]) for player in players}
    words = {
        player: Word(word, hash_word(veil, accounts[player], word))
        for player in chance.sample(players, chance.randrange(len(players) + 1))
        if (word := clean_word("".join(chance.choices(LETTERS, k=chance.randrange(1, 40)))))
    }
    return Pod(
        setup,
        players[0],
        tuple(players),
        sides=choose_sides(setup, players, chance),
        draw=PodDraw(seal, tags, words),
    )


def choose_sides(setup: Setup, players: list[str], chance: Random) -> dict[str, int]:
    """Let some people choose a team, within each team's size."""
    if not has_teams(TABLES[setup.table]):
        return {}
    count = count_teams(setup)
    free = [team for team in range(count) for _ in range(len(players) // count)]
    chance.shuffle(free)
    return {
        player: team for player, team in zip(players, free, strict=True) if chance.random() < 0.5
    }


def find_accounts(players: list[str]) -> dict[str, int]:
    """Return everybody's id on Discord."""
    return {player: 80351110224678912 + place for place, player in enumerate(players)}


def prove(pod: Pod) -> DrawProof:
    """Return the proof that the bot gives to a person who checks the draw."""
    start, accounts = draw_pod(pod), find_accounts(list(pod.players))
    names = {player: player for player in pod.players}
    return prove_draw(pod, Started(start.seats, start.first), names, accounts)


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
        claim = ChoiceProof(kind, asked, verdicts, tuple(among), asked)
        chosen = recipe_of_the_page.draw_choice(to_builtins(proof), to_builtins(claim))
        told = replace(proof, choices=(replace(claim, chosen=chosen),))
        assert all(check.holds for check in check_draw(told)), told
        for other in set(proof.seats) - {chosen}:
            wrong = replace(proof, choices=(replace(claim, chosen=other),))
            assert [c.what for c in check_draw(wrong) if not c.holds] == ["choice 1"], wrong


def test_a_choice_of_somebody_without_a_seat_is_unreadable() -> None:
    proof = prove(open_lobby(Random(SEED)))
    assert proof.seats is not None
    claim = ChoiceProof("responsible", len(proof.seats), 0, (0,), 0)
    with pytest.raises(Unreadable, match="has a seat"):
        list(check_draw(replace(proof, choices=(claim,))))


def test_a_choice_for_whoever_took_a_seat_over_is_proved_by_who_drew_it() -> None:
    lobby = Pod(
        Setup(choose_master=True),
        "bo",
        ("bo", "cy", "di", "eve"),
        draw=PodDraw(DrawSeal(1, 2, 3, 4, make_secrets(), make_secrets(), 2)),
    )
    start = draw_pod(lobby)
    pod = evolve(lobby, decide(lobby, start))
    for command in (Substitute("cy", "zoe"), Defeat((Report("zoe", "library"),))):
        pod = evolve(pod, decide(pod, command))
    chose = decide(pod, Choose("zoe", draw_choice(pod), drawn=True))
    assert isinstance(chose, Chose)
    names = {player: player for player in lobby.players}
    drawn = Started(start.seats, start.first)
    proof = prove_draw(lobby, drawn, names, {}, choices=[(pod, chose.answer)])
    (choice,) = proof.choices
    assert proof.roster[choice.asked].name == "cy"
    assert proof.roster[choice.chosen].name == chose.answer.player
    assert all(check.holds for check in check_draw(proof))
