"""Worked cases of our own, named after the rules that decide them."""

import re
from itertools import chain

import pytest

from bot.i18n import load_translations
from bot.rules.variants import LEAVING_STEPS, VARIANTS, list_instruction_keys_for_beaten_players
from bot.transcripts.replaying import TranscriptError
from tests.messages import list_variables_by_message_key
from tests.rules import (
    test_house,
    worked_afterlife,
    worked_games,
    worked_moments,
    worked_necromancer,
    worked_options,
    worked_respawn,
    worked_responsibility,
    worked_tables,
)
from tests.rules.notation import (
    CLOSE,
    DRAW,
    TURN,
    UNDO,
    Case,
    Line,
    at_once,
    choose,
    concede,
    effect,
    ending,
    join,
    killed,
    library,
    life,
    of,
    opened,
    played,
    poison,
    question,
    reach,
    restart,
    standings,
    subgame,
    suicide,
    turn,
    verdict,
    win,
)

MODULES = (
    worked_responsibility,
    worked_afterlife,
    worked_moments,
    worked_games,
    worked_necromancer,
    worked_respawn,
    worked_tables,
    worked_options,
)
CASES = list(chain.from_iterable(module.CASES for module in MODULES))

BO_SERVES_ANA = killed("bo", "ana")
BO_ASKED = life("bo", of("ana", 2), of("cy", 2))
CHOOSING = opened(options={"choose_master": True})
ELIMINATION = opened("ana bo cy di", variant="elimination")
NECROMANCER = opened("ana bo cy di", variant="necromancer")
RESPAWN = opened("ana bo cy", variant="respawn")
BO_IS_MASTERLESS = library("bo")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_worked_case_comes_out_as_the_rules_say(case: Case) -> None:
    document = played([case.pod or opened(), *case.lines])
    assert standings(document) == case.stands
    assert question(document) == case.asks
    assert ending(document) == case.ends
    closed = case.lines[-1:] == [CLOSE]
    state = "finished" if case.ends else "closed" if closed else "waiting" if case.asks else None
    assert document["state"] == (state or "running")
    last = document["verdicts"][-len(case.verdicts) :] if case.verdicts else []
    pairs = zip(last, case.verdicts, strict=True)
    assert [verdict(found, wanted) for found, wanted in pairs] == list(case.verdicts)
    if case.active is not None:
        assert turn(document) == case.active
    names = [said.split(":")[0] for said in case.reach]
    assert reach(document, names) == list(case.reach)


REFUSED: list[tuple[str, str, Line, list[Line], str]] = [
    ("ESC-1", "three players", opened("ana bo cy"), [], "players"),
    ("ESC-11", "a scoring of another variant", opened(scoring="elimination"), [], "scoring"),
    ("ESC-60", "choosing a master where nobody serves",
     opened("ana bo", variant="elimination", options={"choose_master": True}), [],
     "options.choose_master"),
    ("TAB-20", "a player alone", opened("ana", variant="elimination"), [], "players"),
    ("TAB-D2", "eleven players", opened("a b c d e f g h i j k"), [], "players"),
    ("TAB-20", "a player twice", {**opened(), "players": ["ana", "bo", "cy", "ana"]}, [],
     "players[3]"),
    ("TAB-20", "seats that leave somebody standing",
     {**opened(), "seats": ["ana", "bo", "cy", "di", "di"]}, [], "seats"),
    ("TAB-20", "no seats at all", {**opened(), "seats": []}, [], "seats"),
    ("TAB-20", "a first player who is not there", opened(first="zed"), [], "first"),
    ("TAB-20", "teams on a table without teams",
     opened("ana bo cy di", variant="elimination", teams=[["ana", "bo"], ["cy", "di"]]), [],
     "teams"),
    ("ESC-D19", "Esclave on a grand melee", {**opened(), "table": "grand-melee"}, [], "table"),

    ("ESC-D20", "no source of a life defeat", opened(), [life("bo")], "sources"),
    ("ESC-D20", "no source of an effect", opened(), [effect("bo")], "sources"),
    ("ESC-D20", "no source in one of several defeats", opened(),
     [at_once(killed("bo", "ana"), poison("cy"))], "at_once[1].sources"),
    ("ESC-22", "several sources without amounts", opened(), [life("bo", of("ana", 1), of("cy"))],
     "sources[1].amount"),
    ("ESC-24", "several poison sources without amounts", opened(),
     [poison("bo", of("ana"), of("cy"))], "sources[0].amount"),
    ("ESC-D4", "a forced draw that is no draw", opened(),
     [life("bo", of("ana", forced_draw=True))], "sources[0].forced_draw"),
    ("ESC-D5", "Mindslaver in a concession", opened(),
     [{**concede("bo"), "controlled_by": "ana"}], ""),
    ("ESC-D6", "no defeat at all", opened(), [at_once()], "at_once"),
    ("ESC-D21", "the same loser twice", opened(),
     [at_once(killed("bo", "ana"), poison("bo", of("ana")))], "at_once[1].loser"),
    ("TAB-16 ESC-D21", "a controller who is out", opened(),
     [concede("ana"), killed("bo", "ana")], "sources[0].controller"),
    ("TAB-16 ESC-D21", "an owner who is out", opened(),
     [concede("ana"), effect("bo", of("bo", owner="ana"))], "sources[0].owner"),
    ("TAB-16", "who ended the protection is out", opened(),
     [concede("ana"), life("bo", of("cy"), protection_ended_by=of("ana"))],
     "protection_ended_by.controller"),
    ("TAB-9", "a loser who is out", opened(), [concede("bo"), killed("bo", "ana")], "loser"),
    ("TAB-9", "a loser who never played", opened(), [killed("zed", "ana")], "loser"),
    ("ESC-41", "a stranger who controls the loser", opened(),
     [library("bo", controlled_by="zed")], "controlled_by"),
    ("ESC-42", "Kindslaver of somebody who left", opened(),
     [concede("ana"), library("bo", kindslaver="ana")], "kindslaver"),
    ("TAB-8", "conceding twice", opened(), [concede("bo"), concede("bo")], "player"),
    ("TAB-5", "a win of somebody who has lost", ELIMINATION,
     [killed("bo", "ana"), win("bo")], "player"),
    ("TAB-5", "a win once the game is over", ELIMINATION,
     [*(killed(p, "ana") for p in ("bo", "cy", "di")), win("bo")], ""),

    ("ESC-D17", "a defeat while the pod waits", opened(), [BO_ASKED, killed("di", "ana")], ""),
    ("ESC-D17", "a win while the pod waits", opened(), [BO_ASKED, win("ana")], ""),
    ("ESC-D17", "a draw while the pod waits", opened(), [BO_ASKED, DRAW], ""),
    ("ESC-D17", "a turn while the pod waits", opened(), [BO_ASKED, TURN], ""),
    ("ESC-D17", "a restart while the pod waits", opened(), [BO_ASKED, restart("ana")], ""),
    ("ESC-D17", "a subgame while the pod waits", opened(), [BO_ASKED, subgame()], ""),
    ("ESC-D17", "a turn while the subgame waits", opened(), [subgame(), BO_ASKED, TURN], ""),
    ("ESC-22", "a choice of somebody else", opened(), [BO_ASKED, choose("ana", "ana")], "by"),
    ("ESC-22", "a choice that is no option", opened(), [BO_ASKED, choose("bo", "di")], "player"),
    ("ESC-22", "declining to name who is responsible", opened(), [BO_ASKED, choose("bo", None)],
     "player"),
    ("ESC-45", "declining to name a successor", opened(),
     [at_once(killed("bo", "ana"), killed("di", "ana")), concede("ana"), choose("ana", None)],
     "player"),
    ("ESC-60", "oneself as one's own master", CHOOSING, [suicide("bo"), choose("bo", "bo")],
     "player"),
    ("ESC-22", "an answer to no question", opened(), [choose("bo", "ana")], ""),
    ("ESC-D17", "an option that has conceded", opened(),
     [life("bo", of("ana", 1), of("cy", 1), of("di", 1)), concede("ana"), choose("bo", "ana")],
     "player"),

    ("ESC-D18", "a subgame in a subgame", opened(), [subgame(), subgame("countdown")], ""),
    ("ESC-D18", "somebody out of the subgame as a controller in it", opened(),
     [subgame(), concede("ana"), killed("bo", "ana")], "sources[0].controller"),
    ("ESC-D18", "somebody out of the game as a controller in its subgame", opened(),
     [concede("ana"), subgame(), killed("bo", "ana")], "sources[0].controller"),
    ("ESC-D21", "a subgame where a team is not one side", ELIMINATION, [subgame()], ""),
    ("ESC-D21", "a restart where a team is not one side", ELIMINATION, [restart("ana")], ""),
    ("ESC-50", "a restart by somebody who left", opened(), [concede("ana"), restart("ana")], "by"),
    ("undo", "nothing to take back", opened(), [UNDO], ""),
    ("undo", "more undone than was done", opened(), [TURN, UNDO, UNDO], ""),
    ("ESC-D20", "closing twice", opened(), [CLOSE, CLOSE], ""),
    ("ESC-D20", "a defeat in a closed pod", opened(), [CLOSE, killed("bo", "ana")], ""),
    ("ESC-9", "closing a finished pod", opened(), [win("ana"), CLOSE], ""),
    ("ESC-9", "a concession after the end", opened(), [win("ana"), concede("bo")], ""),
    ("TAB-20", "joining a running pod", opened(), [join("zed")], ""),

    ("VAR-13 NEC-1", "two players", opened("ana bo", variant="necromancer"), [], "players"),
    ("VAR-13", "one player", opened("ana", variant="respawn"), [], "players"),
    ("NEC-4 NEC-D8", "a win of a minion", NECROMANCER, [BO_SERVES_ANA, win("bo")], "player"),
    ("NEC-4 NEC-D8", "a win of somebody masterless", NECROMANCER,
     [BO_IS_MASTERLESS, win("bo", "combo")], "player"),
    ("NEC-4 NEC-9", "a win of somebody who is out", NECROMANCER,
     [BO_SERVES_ANA, BO_SERVES_ANA, win("bo")], "player"),
    ("NEC-9 NEC-14", "a minion who is out, beaten again", NECROMANCER,
     [BO_SERVES_ANA, BO_SERVES_ANA, killed("bo", "cy")], "loser"),
    ("NEC-14 TAB-16", "a source of somebody who conceded", NECROMANCER,
     [concede("ana"), BO_SERVES_ANA], "sources[0].controller"),
    ("NEC-13", "a defeat after the end", NECROMANCER,
     [*(killed(player, "ana") for player in ("bo", "cy", "di")), killed("bo", "cy")], ""),
    ("NEC-14", "somebody who conceded comes back", NECROMANCER, [concede("bo"), join("bo")], ""),
    ("NEC-D1", "several sources without amounts", NECROMANCER,
     [life("bo", of("ana"), of("cy", 1))], "sources[0].amount"),
    ("NEC-D4", "the same loser twice", NECROMANCER,
     [at_once(killed("bo", "ana"), killed("bo", "cy"))], "at_once[1].loser"),
    ("ESC-D21 VAR-7", "a restart among bonds", NECROMANCER, [restart("ana")], ""),
    ("ESC-D21 VAR-7", "a subgame among bonds", NECROMANCER, [subgame()], ""),
    ("ESC-60 VAR-3", "choosing a master in Necromancer",
     opened(variant="necromancer", options={"choose_master": True}), [], "options.choose_master"),
    ("VAR-14", "Esclave's points in Necromancer",
     opened(variant="necromancer", scoring="esclave"), [], "scoring"),
    ("RSP-D1 RSP-4", "a win", RESPAWN, [win("ana")], ""),
    ("RSP-D1 RSP-4", "a draw", RESPAWN, [DRAW], ""),
    ("RSP-1", "joining twice", RESPAWN, [join("di"), join("di")], "player"),
    ("RSP-1", "rejoining without having left", RESPAWN, [killed("bo", "ana"), join("bo")],
     "player"),
    ("RSP-1", "beaten while away", RESPAWN, [concede("bo"), killed("bo", "ana")], "loser"),
    ("RSP-1", "conceding while away", RESPAWN, [concede("bo"), concede("bo")], "player"),
    ("RSP-1 RSP-4", "joining after the end", RESPAWN, [CLOSE, join("di")], ""),
    ("RSP-4", "closing twice", RESPAWN, [CLOSE, CLOSE], ""),
    ("RSP-D1", "more players than the table has seats",
     opened("a b c d e f g h i j", variant="respawn"), [join("k")], "player"),
    ("RSP-D1", "a sixth player in a pentagon",
     {**opened(variant="respawn"), "table": "pentagon"}, [join("fay")], "player"),
    *worked_tables.REFUSED,
    *worked_options.REFUSED,
]  # fmt: skip


@pytest.mark.parametrize(
    ("pod", "lines", "field"),
    [refused[2:] for refused in REFUSED],
    ids=[f"{rules}: {about}" for rules, about, *_ in REFUSED],
)
def test_what_cannot_be_is_refused_in_its_line(pod: Line, lines: list[Line], field: str) -> None:
    with pytest.raises(TranscriptError) as refused:
        played([pod, *lines])
    assert (refused.value.line, refused.value.field) == (1 + len(lines), field)
    assert refused.value.problem


def test_nobody_attacks_their_own_team_and_everybody_anyone_else() -> None:
    """TAB-20, ESC-5, ESC-D13."""
    document = played([opened(), BO_SERVES_ANA, concede("cy"), TURN])
    assert {p["player"]: set(p["may_attack"]) for p in document["players"]} == {
        "ana": {"di", "eve"},
        "bo": {"di", "eve"},
        "cy": set(),
        "di": {"ana", "bo", "eve"},
        "eve": {"ana", "bo", "di"},
    }
    assert {p["in_range"] for p in document["players"]} == {None}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([], {"ana": "bo cy di", "bo": "ana cy di", "cy": "ana bo di", "di": "ana bo cy"}),
        ([BO_SERVES_ANA],
         {"ana": "bo cy di", "bo": "cy di", "cy": "ana bo di", "di": "ana bo cy"}),
        ([BO_SERVES_ANA, killed("cy", "ana")],
         {"ana": "bo cy di", "bo": "di", "cy": "di", "di": "ana bo cy"}),
        ([killed("cy", "bo"), BO_SERVES_ANA],
         {"ana": "bo cy di", "bo": "cy di", "cy": "ana di", "di": "ana bo cy"}),
        ([BO_SERVES_ANA, killed("ana", "bo")],
         {"ana": "cy di", "bo": "ana cy di", "cy": "ana bo di", "di": "ana bo cy"}),
        ([library("bo"), library("cy")],
         {"ana": "bo cy di", "bo": "ana cy di", "cy": "ana bo di", "di": "ana bo cy"}),
        ([BO_SERVES_ANA, BO_SERVES_ANA],
         {"ana": "cy di", "bo": "", "cy": "ana di", "di": "ana cy"}),
    ],
    ids=["free", "a minion", "two minions", "a chain", "freed", "masterless", "out"],
)  # fmt: skip
def test_minions_attack_neither_their_master_nor_each_other(lines: list[Line], expected: dict[str, str]) -> None:
    """NEC-6, NEC-8: nobody else is spared (NEC-7) once everybody has phased in."""
    document = played([NECROMANCER, *lines, *([TURN] * 4)])
    assert {p["player"]: " ".join(p["may_attack"]) for p in document["players"]} == expected


def test_minions_keep_their_own_range_and_the_attack_of_the_table() -> None:
    """TAB-21, NEC-6: a bond gives no range, and takes only the master from the left."""
    melee = opened("ana bo cy di eve fay", variant="necromancer", table="melee")
    document = played([melee, killed("ana", "bo"), *([TURN] * 6)])
    players = {p["player"]: p for p in document["players"]}
    assert players["ana"]["may_attack"] == []
    assert players["bo"]["may_attack"] == ["cy"]
    assert players["fay"]["may_attack"] == ["ana"]
    assert players["ana"]["in_range"] == ["bo", "cy", "eve", "fay"]


def test_seats_and_first_player_are_drawn_and_the_same_seed_draws_the_same() -> None:
    """TAB-20: the draw reaches every seat, and depends on nothing but the seed."""
    names = ["ana", "bo", "cy", "di"]
    line = {"do": "open", "table": "free-for-all", "variant": "esclave", "players": names}

    def drawn(**more: int) -> tuple[str, ...]:
        document = played([{**line, **more}])
        seats = [player["player"] for player in document["players"]]
        return (*seats, *document["turn"]["active"])

    assert drawn() == drawn(seed=0)
    draws = [drawn(seed=seed) for seed in range(40)]
    assert draws == [drawn(seed=seed) for seed in range(40)]
    assert all(sorted(draw[:4]) == names for draw in draws)
    assert all({draw[at] for draw in draws} == set(names) for at in range(5))


def test_the_beaten_and_the_leavers_have_their_checklists_in_order() -> None:
    """ESC-4, ESC-D16 and TAB-16 to TAB-18: every step has its words in every language."""
    steps = list_instruction_keys_for_beaten_players(VARIANTS["esclave"])
    assert steps == tuple(f"esc-4-{step}" for step in range(1, 7))
    assert list(LEAVING_STEPS) == [
        "tab-16-1", "tab-16-2", "tab-16-3", "tab-17", "tab-18"
    ]  # fmt: skip
    for locale in ("en", "fr", "ru"):
        assert {f"checklist-{step}" for step in (*steps, *LEAVING_STEPS)} <= set(list_variables_by_message_key(locale))


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ([killed("cy", "bo")], {"bo", "Lightning Bolt"}),
        ([BO_SERVES_ANA, killed("cy", "bo")], {"bo", "ana", "Lightning Bolt"}),
        ([BO_SERVES_ANA, effect("cy", of("cy", owner="bo"))], {"bo", "ana", "cy"}),
        ([BO_SERVES_ANA, library("cy", controlled_by="bo")], {"bo", "ana", "cy"}),
        ([life("cy", of("di", 1), of("bo", 1)), choose("cy", "bo")], {"cy", "bo"}),
        ([at_once(killed("cy", "bo"), killed("bo", "ana"))], {"bo", "ana"}),
        ([at_once(killed("cy", "bo"), suicide("bo"))], {"bo"}),
    ],
    ids=["controller", "served", "owner served", "controlled", "chosen", "passed on", "gone too"],
)
def test_a_sentence_names_everybody_who_had_a_part(lines: list[Line], named: set[str]) -> None:
    because = {v["loser"]: v["because"] for v in played([opened(), *lines])["verdicts"]}["cy"]
    parts = {"ana", "bo", "di", "Lightning Bolt"} | (named & {"cy"})
    assert {part for part in parts if re.search(rf"\b{part}\b", because)} == named


def test_a_sentence_has_its_capital_unless_it_begins_with_a_name() -> None:
    """A player called no is not what “no one” begins with."""
    names = ["ana", "bo", "cy", "di", "no"]
    lines = [at_once(*(library(name) for name in names))]
    pentagon = opened(" ".join(names), table="pentagon", variant="elimination")
    assert all(v["because"].startswith("No one") for v in played([pentagon, *lines])["verdicts"])
    found = played([opened(), killed("bo", "ana")])["verdicts"]
    assert found[0]["because"].startswith("ana ")


# What no transcript can show: remarks, texts for the players, and what is not built yet.
_TEXT_ONLY = {"TAB-34", "TAB-35", "TAB-36", "TAB-37", "TAB-38",
              "ESC-6", "ESC-4", "ESC-D16", "ESC-D15", "TAB-15", "TAB-17", "TAB-18", "TAB-D1",
              "NEC-3", "NEC-7", "NEC-D7", "RSP-2"}  # fmt: skip
_LATER = {"ESC-12", "ESC-D12"}


def test_every_rule_that_players_can_read_has_a_case() -> None:
    cited = set(" ".join(case.rules for case in CASES).split())
    cited |= set(" ".join(refused[0] for refused in REFUSED).split())
    cited |= set(" ".join(changed.rules for changed in test_house.CASES).split())
    cited |= {rule for rules in test_house.IMPOSSIBLE for rule in rules[0].split()}
    cited |= {"NEC-6", "NEC-8", "VAR-13"}  # the tests of their own
    readable = {
        key.removeprefix("rule-").upper()
        for key in list_variables_by_message_key("en")
        if key.startswith(("rule-esc-", "rule-tab-", "rule-nec-", "rule-rsp-", "rule-var-"))
    }
    assert readable - cited - _TEXT_ONLY - _LATER == set()


def test_joining_and_leaving_keep_what_the_texts_say() -> None:
    """The rules that only tell players what to do have a text that says so."""
    text = load_translations("en")
    assert "no life total" in text("rule-esc-d15")
    assert "command zone" in text("rule-esc-d16")
    assert "limited range" in text("rule-esc-6")
    assert "sorcery speed" in text("rule-tab-15")
    assert "(TAB-15)" in text("rule-tab-25")
