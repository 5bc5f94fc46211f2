"""What becomes of damage, rule by rule: PW-4 to PW-11 and the decisions about them."""

from typing import Any, NamedTuple

import pytest

from tests.judge.notation import Data, ask, attack, effect, list_codes, list_dealt, part, question


class Case(NamedTuple):
    """A question and what is dealt in each of its outcomes, by which rules."""

    rules: str
    about: str
    question: Data
    dealt: list[str]

    def __str__(self) -> str:
        return f"{self.rules}: {self.about}"


SALVE = effect("next", amount=3)
SPHERE = effect("half", once=True)
SHIELD = effect("all", once=True)
PARIAH = effect("redirect", to="Wall")

CASES = [
    Case("PW-5", "infect and wither take loyalty as any damage does",
         question(part(2, to="Jace", infect=True, wither=True), jace=3), ["Jace 2"]),
    Case("PW-6", "what keeps attackers from the player does not protect the planeswalker",
         question(attack(2, "Jace", may_attack="planeswalkers"), jace=3), ["Jace 2"]),
    Case("PW-6 PW-D10", "who must attack the player is left out, and the rest is dealt",
         question(attack(2, "Jace", may_attack="player"), part(1), jace=3, era="current"),
         ["-, player 1"]),
    Case("PW-6 PW-D10", "who may not attack the player is left out",
         question(attack(2, may_attack="planeswalkers")), ["-"]),
    Case("PW-7", "what attacked a planeswalker that is gone deals nothing, not even unblocked",
         question(attack(2, "Jace", removed=True, trample=True)), ["-"]),
    Case("PW-7", "and may have been blocked",
         question(attack(6, "Jace", removed=True, trample=True, blockers=[1])), ["-"]),
    Case("PW-8 PW-D11", "lethal damage to every blocker, then any part of the rest",
         question(attack(5, "Jace", trample=True, blockers=[1, 2]), jace=4),
         ["-", "Jace 1", "Jace 2"]),
    Case("PW-8", "nothing is left where the blockers take all",
         question(attack(5, "Jace", trample=True, blockers=[9]), jace=4), ["-"]),
    Case("PW-8", "without trample a blocked attacker deals the planeswalker nothing",
         question(attack(5, "Jace", blockers=[]), jace=4), ["-"]),
    Case("PW-8", "all of it where no blocker is left",
         question(attack(5, "Jace", trample=True, blockers=[]), jace=9), ["Jace 5"]),
    Case("PW-8", "all or nothing as though it weren't blocked",
         question(attack(5, "Jace", as_though_unblocked=True, blockers=[1]), jace=9),
         ["-", "Jace 5"]),
    Case("PW-8", "trample and as though it weren't blocked",
         question(attack(4, "Jace", trample=True, as_though_unblocked=True, blockers=[3]), jace=9),
         ["-", "Jace 1", "Jace 4"]),
    Case("PW-9", "all to the player or all to one planeswalker",
         question(part(2), planeswalkers=[{"name": "Jace", "loyalty": 1},
                                          {"name": "Garruk", "loyalty": 3}]),
         ["Garruk 2", "Jace 2", "player 2"]),
    Case("PW-9", "combat damage stays where it is", question(attack(2), jace=3), ["player 2"]),
    Case("PW-9", "one's own source is not redirected",
         question(part(2, "Archibald"), jace=3), ["player 2"]),
    Case("PW-9", "nor is a teammate's",
         question(part(2, "Albert"), jace=3, teammates=["Albert"]), ["player 2"]),
    Case("PW-9", "nor is a loss of life",
         question(part(2, kind="loss"), jace=3), ["player 2"]),
    Case("PW-9", "poison can be redirected like any damage",
         question(part(2, infect=True), jace=3), ["Jace 2", "player 2"]),
    Case("PW-9", "hexproof protects the planeswalkers too",
         question(part(2, targeted=True), jace=3, hexproof=True), ["-"]),
    Case("PW-9", "hexproof stops a targeted loss of life",
         question(part(2, kind="loss", targeted=True), hexproof=True), ["-"]),
    Case("PW-9", "hexproof does not see what targets nobody",
         question(part(2), jace=3, hexproof=True), ["Jace 2", "player 2"]),
    Case("PW-9", "one's own spell may target a hexproof player",
         question(part(2, "Archibald", targeted=True), hexproof=True), ["player 2"]),
    Case("PW-9", "a spell of 2013 cannot target a planeswalker, not even one's own",
         question(part(2, "Archibald", to="Jace", targeted=True), jace=3), ["-"]),
    Case("PW-9", "today it can, and nothing is redirected",
         question(part(2, to="Jace", targeted=True), part(1), jace=3, era="current"),
         ["Jace 2, player 1"]),
    Case("PW-9", "hexproof does not protect planeswalkers that are targeted themselves today",
         question(part(2, to="Jace", targeted=True), jace=3, era="current", hexproof=True),
         ["Jace 2"]),
    Case("PW-10", "the source's own replacement comes first",
         question(part(2, instead=4), effects=(effect("next", amount=4),)), ["-"]),
    Case("PW-10", "a source that deals nothing instead is gone",
         question(part(2, instead=0), jace=3), ["-"]),
    Case("PW-10", "Sphere and Furnace in either order",
         question(part(3), effects=(SPHERE, effect("double"))), ["player 3", "player 4"]),
    Case("PW-10", "half of one is nothing rounded down, and one rounded up",
         question(part(1), part(1, object="Blast"),
                  effects=(effect("half", **{"from": "Bolt"}),
                           effect("half", "Gisela", rounded="up", **{"from": "Blast"}))),
         ["player 1, -"]),
    Case("PW-10 PW-D4", "what protects the creature begins to apply when damage is moved there",
         question(part(4), effects=(PARIAH, effect("half", on=["Wall"]))), ["Wall 2"]),
    Case("PW-10", "moved to the creature before or after the Salve",
         question(part(4), effects=(PARIAH, SALVE)), ["Wall 1", "Wall 4"]),
    Case("PW-10 PW-D4", "what protects the planeswalker applies to what was redirected",
         question(part(4), jace=9, effects=(effect("all", on=["Jace"]),)), ["-", "player 4"]),
    Case("PW-10", "on all is on the creature as well",
         question(part(3), effects=(PARIAH, effect("double", on="all"))), ["Wall 6"]),
    Case("PW-10", "only damage of the named object",
         question(part(3), part(2, object="Blast"), effects=(effect("all", **{"from": "Bolt"}),)),
         ["-, player 2"]),
    Case("PW-11", "shields on the player do not see what a card deals to planeswalkers itself",
         question(part(2, to="Jace"), jace=2, effects=(SPHERE,)), ["Jace 2"]),
    Case("PW-11", "the Sphere first, then what is left is redirected; or the other way round",
         question(part(2), jace=2, effects=(SPHERE,)), ["Jace 1", "Jace 2", "player 1"]),
    Case("PW-D2", "the Salve prevents as much of one as it can, then of another",
         question(part(2), part(2, object="Blast"), effects=(SALVE,)),
         ["-, player 1", "player 1, -"]),
    Case("PW-D2", "an effect for one part, or for each at most once",
         question(part(2), part(3, object="Blast"), effects=(SHIELD, effect("double"))),
         ["player 4, -", "-, player 6"]),
    Case("PW-D3", "declined redirection does not come back",
         question(part(4), jace=9, effects=(SALVE,)), ["Jace 1", "Jace 4", "player 1"]),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_damage_is_dealt_as_the_rules_say(case: Case) -> None:
    assert list_dealt(ask(case.question)) == case.dealt


FATES: list[tuple[str, str, Data, dict[str, Any]]] = [
    ("PW-4", "a planeswalker without loyalty goes, another stays",
     question(part(2, to="Jace"), planeswalkers=[{"name": "Garruk", "loyalty": 3},
                                                 {"name": "Jace", "loyalty": 2}]),
     {"loyalty": {"Garruk": 3, "Jace": 0}, "gone": ["Jace"]}),
    ("PW-4", "loyalty does not fall below 0",
     question(part(9, to="Jace"), jace=2), {"loyalty": {"Jace": 0}, "gone": ["Jace"]}),
    ("PW-5", "lifelink gains life for damage to a planeswalker too",
     question(part(2, to="Jace", lifelink=True), jace=3),
     {"loyalty": {"Jace": 1}, "gained": {"Norbert": 2}, "life": 20}),
    ("PW-8", "blockers are not counted for lifelink",
     question(attack(5, trample=True, blockers=[5], lifelink=True)), {"gained": {}, "life": 20}),
    ("PW-10", "a creature that damage is moved to is told",
     question(part(2), part(3, object="Blast"), effects=(PARIAH,)),
     {"creatures": {"Wall": 5}, "life": 20}),
    ("PW-D5", "no life and ten poison: the cause is life",
     question(part(5), part(3, infect=True), life=5, poison=7),
     {"life": 0, "poison": 10, "defeat": {"loser": "Archibald", "cause": "life", "sources": [
         {"object": "Bolt", "controller": "Norbert", "amount": 5}]}}),
    ("PW-D5", "ten poison alone",
     question(part(5), part(3, infect=True), poison=7),
     {"life": 15, "defeat": {"loser": "Archibald", "cause": "poison", "sources": [
         {"object": "Bolt", "controller": "Norbert", "amount": 3}]}}),
    ("PW-D5", "sources are never merged, and losses count",
     question(part(2), part(2), part(1, kind="loss"), life=5),
     {"defeat": {"loser": "Archibald", "cause": "life", "sources": [
         {"object": "Bolt", "controller": "Norbert", "amount": 2},
         {"object": "Bolt", "controller": "Norbert", "amount": 2},
         {"object": "Bolt", "controller": "Norbert", "amount": 1}]}}),
    ("PW-D6", "one's own lifelink keeps one alive",
     question(part(5), part(2, "Archibald", to="Jace", lifelink=True), life=4, jace=9,
              era="current"),
     {"life": 1, "defeated": False, "defeat": None, "gained": {"Archibald": 2}}),
    ("PW-D6", "a teammate's does not",
     question(part(5), part(2, "Albert", to="Jace", lifelink=True), life=4, jace=9,
              era="current", teammates=["Albert"]),
     {"life": -1, "defeated": True, "gained": {"Albert": 2}}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "expected"), [fate[2:] for fate in FATES], ids=[f"{rules}: {about}" for rules, about, *_ in FATES]
)
def test_results_come_all_at_once(asked: Data, expected: dict[str, Any]) -> None:
    (outcome,) = ask(asked)["outcomes"]
    assert {key: outcome[key] for key in expected} == expected


IMPOSSIBLE: list[tuple[str, Data, str]] = [
    ("PW-9", question(part(targeted=True), hexproof=True), "hexproof"),
    ("PW-9", question(part(targeted=True, to="Jace"), jace=3), "no-target"),
    ("PW-6", question(attack(3, "Jace", may_attack="player"), jace=3), "must-attack-player"),
    ("PW-6", question(attack(3, may_attack="planeswalkers")), "may-not-attack-player"),
]


@pytest.mark.parametrize(("rule", "asked", "code"), IMPOSSIBLE)
def test_what_cannot_be_is_told_with_its_rule(rule: str, asked: Data, code: str) -> None:
    answer = ask({**asked, "damage": [part(1, "Archibald"), *asked["damage"]]})
    (found,) = answer["impossible"]
    assert (found["part"], found["code"], found["rule"]) == (1, code, rule)
    assert found["because"].endswith(".")
    assert list_codes(answer) == code
    assert rule in answer["rules"]
    assert answer["outcomes"][0]["dealt"][1] == {"to": None, "amount": 0}


CITED: list[tuple[Data, str]] = [
    (question(part()), ""),
    (question(part(), jace=3), "PW-4 PW-5 PW-9"),
    (question(part(), jace=9), "PW-5 PW-9"),
    (question(part(), jace=3, era="current"), "PW-9"),
    (question(attack(3), jace=9), "PW-9"),
    (question(part(kind="loss"), jace=9), "PW-9"),
    (question(attack(3, "Jace"), jace=9), "PW-5 PW-6"),
    (question(attack(3, "Jace", removed=True)), "PW-6 PW-7"),
    (question(attack(3, "Jace", removed=True, blockers=[1], trample=True)), "PW-6 PW-7 PW-8"),
    (question(attack(3, trample=True)), ""),
    (question(attack(3, trample=True, blockers=[])), "PW-8"),
    (question(attack(3, as_though_unblocked=True, blockers=[9])), "PW-8"),
    (question(attack(3, may_attack="planeswalkers")), "PW-6"),
    (question(part(instead=2)), "PW-10"),
    (question(part(), effects=(effect("all", **{"from": "nothing"}),)), "PW-10"),
    (question(part(to="Jace", targeted=True), jace=3), "PW-9 PW-11"),
    (question(part(to="Jace"), jace=3, effects=(effect("all", on="all"),)), "PW-10 PW-11"),
]


@pytest.mark.parametrize(("asked", "rules"), CITED)
def test_the_rules_that_matter_are_cited_by_their_numbers(asked: Data, rules: str) -> None:
    assert " ".join(ask(asked)["rules"]) == rules


def test_an_answer_has_exactly_the_keys_of_the_contract() -> None:
    """PW-D1: it names its era, 2013 unless the question says otherwise."""
    asked = question(part(5), life=5, variant="esclave", teams={"Norbert": "Bo"})
    answer = ask(asked)
    assert list(answer) == [
        "era", "impossible", "count", "outcomes", "forced", "can_be_defeated", "forces",
        "prevents", "rules",
    ]  # fmt: skip
    assert list(answer["outcomes"][0]) == [
        "dealt", "life", "poison", "loyalty", "gone", "creatures", "gained", "defeated", "defeat",
        "verdict", "steps",
    ]  # fmt: skip
    assert answer["era"] == "2013"
    assert ask({**asked, "era": "current"})["era"] == "current"
    verdict = answer["outcomes"][0]["verdict"]
    assert (verdict["responsible"], verdict["rule"]) == ("Bo", "ESC-40")


def test_a_verdict_goes_with_deadly_outcomes_only_and_with_a_variant_only() -> None:
    asked = question(part(5), life=5, jace=9)
    saved, dead = ask({**asked, "variant": "elimination"})["outcomes"]
    assert "verdict" not in saved
    assert dead["verdict"]["becomes"] == "out"
    assert all("verdict" not in outcome for outcome in ask(asked)["outcomes"])


def test_a_verdict_can_be_a_choice_that_the_loser_has() -> None:
    asked = question(part(5), part(5, "Bo"), life=5, variant="esclave")
    (outcome,) = ask(asked)["outcomes"]
    assert outcome["verdict"]["waiting_for"]["options"] == ["Norbert", "Bo"]


def test_a_step_has_exactly_the_keys_of_the_contract() -> None:
    (outcome,) = ask(question(part(2, instead=4), effects=(SALVE,)))["outcomes"]
    assert outcome["steps"] == [
        {"part": 0, "effect": "self", "by": None, "to": "player", "amount": 4, "rule": "PW-10"},
        {"part": 0, "effect": "next", "by": None, "to": "player", "amount": 1, "rule": "PW-10"},
    ]


def test_outcomes_are_sorted_by_life_then_poison_then_recipients() -> None:
    walkers = [{"name": name, "loyalty": 9} for name in ("a", "z", "Z", "é")]
    asked = question(part(2), part(2, infect=True), planeswalkers=walkers)
    answer = ask(asked)
    found = [(o["life"], o["poison"]) for o in answer["outcomes"]]
    assert found == sorted(found, key=lambda pair: (-pair[0], pair[1]))
    assert list_dealt(answer)[:6] == [
        "Z 2, Z 2", "Z 2, a 2", "Z 2, z 2", "Z 2, é 2", "a 2, Z 2", "a 2, a 2",
    ]  # fmt: skip
    assert answer["count"] == 25


def test_only_the_first_hundred_outcomes_are_shown_and_all_are_looked_at() -> None:
    """Only where nothing is redirected, which comes last, is the player defeated."""
    walkers = [{"name": f"W{number}", "loyalty": 9} for number in range(4)]
    parts = [part(5, f"P{number}") for number in range(4)]
    answer = ask(question(*parts, planeswalkers=walkers, life=20))
    assert (answer["count"], len(answer["outcomes"])) == (5**4, 100)
    assert not any(outcome["defeated"] for outcome in answer["outcomes"])
    assert answer["can_be_defeated"] == "depends"
    assert answer["prevents"] == ["P0", "P1", "P2", "P3"]
    assert answer["forces"] == []
    assert answer["forced"] == {"loyalty": {}, "poison": 0}


POWERS: list[tuple[str, Data, str, str, str]] = [
    ("the player decides alone", question(part(), life=3, effects=(SALVE, effect("double"))),
     "depends", "Archibald", "Archibald"),
    ("redirection is the opponent's", question(part(), life=3, jace=9),
     "depends", "Norbert", "Norbert"),
    ("each of two can spare the player, none can kill alone",
     question(part(2), part(2, "Bo"), life=4, jace=9), "depends", "", "Bo Norbert"),
    ("each of two can kill, none can spare alone",
     question(part(4), part(4, "Bo"), life=4, jace=9), "depends", "Bo Norbert", ""),
    ("the assignment is the attacker's",
     question(attack(4, trample=True, blockers=[1]), life=3), "depends", "Norbert", "Norbert"),
    ("who only looks on has no say",
     question(part(), part(1, "Bo", to="Jace"), life=3, jace=9), "depends", "Norbert", "Norbert"),
    ("always", question(part(), life=3), "always", "", ""),
    ("never", question(part(), life=4), "never", "", ""),
    ("a loser by poison", question(part(3, infect=True), poison=7, jace=9),
     "depends", "Norbert", "Norbert"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "can", "forces", "prevents"), [row[1:] for row in POWERS], ids=[r[0] for r in POWERS]
)
def test_who_can_force_or_prevent_the_defeat(asked: Data, can: str, forces: str, prevents: str) -> None:
    answer = ask(asked)
    assert answer["can_be_defeated"] == can
    assert (" ".join(answer["forces"]), " ".join(answer["prevents"])) == (forces, prevents)


def test_what_is_the_same_in_every_outcome_is_forced() -> None:
    walkers = [{"name": "Jace", "loyalty": 2}, {"name": "Garruk", "loyalty": 3}]
    answer = ask(question(part(3, to="Jace"), part(2, infect=True), planeswalkers=walkers))
    assert answer["forced"] == {"life": 20, "defeated": False, "loyalty": {"Jace": 0}}
