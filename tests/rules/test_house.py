"""What each answer changes, alone, in a variant that a server makes for itself (VAR)."""

import re
from typing import Any, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.i18n import LOCALES, load_translations
from bot.rules.decide import create_pod_event
from bot.rules.lobby import LobbyOpened, OpenLobby, StartGame
from bot.rules.pod import Pod, apply_pod_event, convert_linked_events_to_list, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.tables import TABLES
from bot.rules.variants import VARIANTS, Scoring, find_variant_problems
from bot.transcripts import pods
from tests.rules.notation import (
    CLOSE,
    DRAW,
    Line,
    at_once,
    choose,
    concede,
    ending,
    killed,
    library,
    opened,
    question,
    standings,
    win,
)

BO_SERVES_ANA = killed("bo", "ana")
CY_SERVES_BO = killed("cy", "bo")
ANA_WINS = [BO_SERVES_ANA, CY_SERVES_BO, killed("di", "ana")]
IN_TURN = [killed("bo", "ana"), killed("cy", "di"), killed("di", "ana")]
PLACED = Scoring(places=(5, 3, 2, 1))
POINTS = Scoring(7, 5, -1, -2, combo_win=4, draw=2)
PAID = Scoring(per_defeat=2)


class Changed(NamedTuple):
    """The same events in a variant that exists, and with other answers."""

    rules: str
    about: str
    base: str
    answers: dict[str, Any]
    lines: list[Line]
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.rules}: {self.base}, {self.about}"


CASES = [
    Changed("VAR-1", "losers are out", "necromancer",
            {"loser_becomes": "out", "nobody_responsible": "out"}, [BO_SERVES_ANA],
            "ana+bo cy di", "ana -bo/master cy di"),
    Changed("VAR-1 VAR-8", "losers rejoin, and the game ends when it is closed", "necromancer",
            {"loser_becomes": "rejoins", "nobody_responsible": "out", "points": PAID},
            [*ANA_WINS, CLOSE],
            "", "ana bo cy di | ana; ana 4 bo 0 cy -2 di -2"),
    Changed("VAR-1 VAR-8", "losers are out, and the game ends with the table's", "respawn",
            {"loser_becomes": "out", "points": Scoring(won_as_master=3)},
            [killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana")],
            "ana bo cy di", "ana -bo/master -cy/master -di/master | ana; ana 3 bo 0 cy 0 di 0"),

    Changed("VAR-3", "nobody responsible: out", "necromancer", {"nobody_responsible": "out"},
            [library("bo")], "ana ~bo cy di", "ana -bo/master cy di"),
    Changed("VAR-3", "out, and so is a victim of that moment", "necromancer",
            {"nobody_responsible": "out"}, [at_once(library("bo"), killed("cy", "bo"))],
            "ana ~bo cy=bo di", "ana -bo/master -cy/master di"),
    Changed("VAR-3 NEC-D3", "out, and those who served are masterless", "necromancer",
            {"nobody_responsible": "out"}, [CY_SERVES_BO, library("bo")],
            "ana ~bo cy=bo di", "ana -bo/master ~cy di"),
    Changed("VAR-3", "the loser is asked", "necromancer", {"nobody_responsible": "loser_chooses"},
            [library("bo")], "ana ~bo cy di", "ana bo cy di | new-master? bo: ana cy di"),
    Changed("VAR-3", "the loser chooses", "necromancer", {"nobody_responsible": "loser_chooses"},
            [library("bo"), choose("bo", "cy")], "", "ana cy+bo di"),
    Changed("VAR-3", "the loser declines", "necromancer", {"nobody_responsible": "loser_chooses"},
            [library("bo"), choose("bo", None)], "", "ana -bo/master cy di"),
    Changed("VAR-3", "a minion chooses their own master again, who did not kill them",
            "necromancer", {"nobody_responsible": "loser_chooses"},
            [BO_SERVES_ANA, library("bo"), choose("bo", "ana")], "", "ana+bo cy di"),
    Changed("VAR-3", "whose killer of that moment declines is asked too", "necromancer",
            {"nobody_responsible": "loser_chooses"},
            [at_once(library("bo"), killed("cy", "bo")), choose("bo", None)],
            "", "ana bo cy di | new-master? cy: ana di"),
    Changed("VAR-3", "whose killer of that moment chooses serves that one", "necromancer",
            {"nobody_responsible": "loser_chooses"},
            [at_once(library("bo"), killed("cy", "bo")), choose("bo", "di")],
            "", "ana cy=bo di+bo"),
    Changed("VAR-3 ESC-D17", "the responsible player of another concedes while the pod waits",
            "necromancer", {"nobody_responsible": "loser_chooses"},
            [at_once(library("bo"), killed("cy", "ana")), concede("ana")],
            "", "-ana/master bo cy di eve | new-master? bo: di eve"),
    Changed("VAR-3 ESC-60", "the loser is asked, as by the optional rule", "esclave",
            {"nobody_responsible": "loser_chooses"}, [library("bo")],
            "ana -bo/master cy di", "ana bo cy di | new-master? bo: ana cy di"),

    Changed("VAR-4", "minions follow a beaten master", "necromancer",
            {"servants_of_loser": "follow"}, [CY_SERVES_BO, BO_SERVES_ANA],
            "ana+bo cy=bo di", "ana+bo+cy di"),
    Changed("VAR-4", "also away from one who was freed", "necromancer",
            {"servants_of_loser": "follow"},
            [killed("di", "ana"), BO_SERVES_ANA, killed("ana", "bo")],
            "bo+ana cy di=ana eve", "bo+ana+di cy eve"),
    Changed("VAR-4", "but nobody follows one who serves them", "necromancer",
            {"servants_of_loser": "follow"},
            [CY_SERVES_BO, killed("di", "cy"), killed("bo", "di")],
            "ana bo=di cy=bo di=cy eve", "ana bo=di cy=bo di=cy eve"),

    Changed("VAR-5", "killed by the own master: they rise again", "necromancer",
            {"killed_by_own_master": "again"}, [BO_SERVES_ANA, killed("bo", "ana")],
            "ana -bo/servant cy di", "ana+bo cy di"),
    Changed("VAR-5 NEC-D4", "then a master and minion who kill each other are both masterless",
            "necromancer", {"killed_by_own_master": "again"},
            [BO_SERVES_ANA, at_once(killed("ana", "bo"), killed("bo", "ana"))],
            "~ana -bo/servant cy di", "~ana ~bo cy di"),

    Changed("VAR-6", "beating the own master frees nobody", "necromancer",
            {"beats_own_master": "nothing"}, [BO_SERVES_ANA, killed("ana", "bo")],
            "bo+ana cy di", "~ana bo=ana cy di"),

    Changed("VAR-9", "minions win with their master, and theirs with them", "necromancer",
            {"servants_win_with_master": True}, ANA_WINS,
            "ana+bo cy=bo di | ana; ana 3 bo 0 cy 0 di 0",
            "ana+bo cy=bo di | ana+bo+cy; ana 3 bo 0 cy 0 di 0"),
    Changed("VAR-9 NEC-D8", "then a minion's effect wins for the master", "necromancer",
            {"servants_win_with_master": True}, [BO_SERVES_ANA, CY_SERVES_BO, win("cy")],
            "", "ana+bo cy=bo di | ana+bo+cy; ana 3 bo 0 cy 0 di 0"),
    Changed("VAR-9", "thralls win nothing", "esclave", {"servants_win_with_master": False},
            [BO_SERVES_ANA, killed("cy", "ana"), killed("di", "ana")],
            "ana+bo+cy di | ana+bo+cy; ana 3 bo 1 cy 1 di 0",
            "ana+bo+cy di | ana; ana 3 bo -1 cy -1 di 0"),

    Changed("VAR-10 VAR-11 VAR-12", "what the beaten begin with is told, not kept track of",
            "necromancer", {"life_after": 15, "hand_after": 4, "solo_turns": 0}, [BO_SERVES_ANA],
            "ana+bo cy di", "ana+bo cy di"),

    Changed("VAR-14", "other points", "necromancer", {"points": POINTS}, ANA_WINS,
            "ana+bo cy=bo di | ana; ana 3 bo 0 cy 0 di 0",
            "ana+bo cy=bo di | ana; ana 7 bo -2 cy -2 di -1"),
    Changed("VAR-14", "other points, also of who left", "esclave", {"points": POINTS},
            [BO_SERVES_ANA, concede("cy"), killed("di", "bo")],
            "ana+bo -cy/master di | ana+bo; ana 3 bo 1 cy 0 di 0",
            "ana+bo -cy/master di | ana+bo; ana 7 bo 5 cy -1 di -1"),
    Changed("VAR-14", "a combo", "esclave", {"points": POINTS}, [win("ana", "combo")],
            "ana bo cy di | ana; ana 3 bo 0 cy 0 di 0",
            "ana bo cy di | ana; ana 4 bo -1 cy -1 di -1"),
    Changed("VAR-14", "a draw", "elimination", {"points": POINTS}, [killed("bo", "ana"), DRAW],
            "ana -bo/master cy di | draw; ana 0 bo 0 cy 0 di 0",
            "ana -bo/master cy di | draw; ana 2 bo -1 cy 2 di 2"),
    Changed("VAR-14", "a point for each player beaten, once", "respawn",
            {"points": Scoring(per_defeat=1, per_beat=2)},
            [killed("bo", "ana"), killed("bo", "ana"), killed("cy", "di"), CLOSE],
            "ana bo cy di | ana; ana 2 bo -2 cy -1 di 1",
            "ana bo cy di | ana; ana 4 bo -2 cy -1 di 3"),
    Changed("VAR-14", "points of places", "elimination", {"points": PLACED}, IN_TURN,
            "ana -bo/master -cy/master -di/master | ana; ana 3 bo 0 cy 0 di 0",
            "ana -bo/master -cy/master -di/master | ana; ana 5 bo 1 cy 2 di 3"),
    Changed("VAR-14", "points of a place that is shared", "elimination", {"points": PLACED},
            [at_once(killed("bo", "ana"), killed("cy", "ana")), killed("di", "ana")],
            "ana -bo/master -cy/master -di/master | ana; ana 3 bo 0 cy 0 di 0",
            "ana -bo/master -cy/master -di/master | ana; ana 5 bo 2 cy 2 di 3"),
    Changed("VAR-14", "no points of places in a draw", "elimination", {"points": PLACED},
            [BO_SERVES_ANA, DRAW],
            "ana -bo/master cy di | draw; ana 0 bo 0 cy 0 di 0",
            "ana -bo/master cy di | draw; ana 0 bo 0 cy 0 di 0"),
    Changed("VAR-14", "the most of a game, which limits no loss", "elimination",
            {"points": Scoring(3, 0, -2, places=(5, 3), per_beat=1, at_most=6)}, IN_TURN,
            "ana -bo/master -cy/master -di/master | ana; ana 3 bo 0 cy 0 di 0",
            "ana -bo/master -cy/master -di/master | ana; ana 6 bo -2 cy -2 di 2"),
    Changed("VAR-14 RSP-4", "points of places where points decide them", "respawn",
            {"points": Scoring(per_defeat=1, places=(5, 2))},
            [killed("bo", "ana"), killed("cy", "ana"), killed("ana", "di"), CLOSE],
            "ana bo cy di | ana+di; ana 1 bo -1 cy -1 di 1",
            "ana bo cy di | ana+di; ana 6 bo -1 cy -1 di 6"),
    Changed("VAR-14 RSP-3", "two points for a defeat", "respawn", {"points": PAID},
            [killed("bo", "ana"), concede("cy"), CLOSE],
            "ana bo -cy/master di | ana; ana 1 bo -1 cy -1 di 0",
            "ana bo -cy/master di | ana; ana 2 bo -2 cy -2 di 0"),
]  # fmt: skip


def with_house(base: str, lines: list[Line], players: str = "ana bo cy di", **answers: Any) -> Pod:
    """The pod that these lines lead to in a variant with other answers than `base`."""
    text = load_translations("en")
    opening = msgspec.json.encode(opened(players, variant=base)).decode()
    recording = pods.replay_pod_transcript_with_line_numbers([opening], text)
    assert recording.pod is not None
    house = replace(VARIANTS[base], **answers) if answers else None
    setup = replace(recording.pod.setup, house=house)
    first, *rest = convert_linked_events_to_list(recording.pod.told)
    assert isinstance(first, LobbyOpened)
    recording.pod = replay_pod_events([replace(first, setup=setup), *rest])
    assert recording.pod is not None
    for line in lines:
        recording.replay_transcript_line(msgspec.json.encode(line).decode())
    return recording.pod


def _played(base: str, answers: dict[str, Any], lines: list[Line], players: str) -> str:
    """How the pod stands; then what it asks or how it ended."""
    pod = with_house(base, lines, players, **answers)
    shown = pods.build_pod_json(pod, load_translations("en"))
    document = msgspec.json.decode(msgspec.json.encode(shown))
    more = question(document) or ending(document)
    return standings(document) + (f" | {more}" if more else "")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_answer_changes_what_it_says(case: Changed) -> None:
    house = replace(VARIANTS[case.base], **case.answers)
    assert list(find_variant_problems(house)) == []
    players = "ana bo cy di eve" if "eve" in case.after else "ana bo cy di"
    if case.before:
        assert _played(case.base, {}, case.lines, players) == case.before
    assert _played(case.base, case.answers, case.lines, players) == case.after


def test_a_master_of_one_s_choice_is_by_the_option_or_by_the_variant() -> None:
    """ESC-60 is what a pod agrees to, VAR-3 what a variant says, wherever a team is one side."""
    lines = [library("bo"), choose("bo", "cy")]
    for base in ("esclave", "necromancer"):
        pod = with_house(base, lines, nobody_responsible="loser_chooses")
        assert pod.verdicts[-1].rule == "VAR-3"


@pytest.mark.parametrize(("base", "rule"), [("esclave", "VAR-9"), ("necromancer", "NEC-4")])
def test_who_cannot_win_is_told_by_which_rule(base: str, rule: str) -> None:
    with pytest.raises(Refusal) as refused:
        with_house(base, [BO_SERVES_ANA, win("bo")], servants_win_with_master=False)
    for locale in LOCALES:
        told = PodMessageFormatter(load_translations(locale), str).render_refusal(refused.value)
        assert set(re.findall(r"(?:ESC|NEC|VAR)-\w+", told)) >= {rule}
        assert ("NEC" in told) == (base == "necromancer")


IMPOSSIBLE: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("VAR-1", "esclave", {"loser_becomes": "out"}, ["side-servants", "win-servants"]),
    ("VAR-1", "necromancer", {"loser_becomes": "out"}, ["masterless-servants"]),
    ("VAR-2 VAR-7", "esclave", {"responsibility": "simple"}, ["side-simple"]),
    ("VAR-2 VAR-7", "necromancer", {"responsibility": "esclave"}, ["esclave-sides"]),
    ("VAR-3 VAR-7", "esclave", {"nobody_responsible": "masterless"}, ["side-masterless"]),
    ("VAR-3", "respawn", {"nobody_responsible": "loser_chooses"}, ["chooses-servants"]),
    ("VAR-4 VAR-7", "esclave", {"servants_of_loser": "stay"}, ["side-stay"]),
    ("VAR-7", "esclave", {"team_is_one_side": False}, ["esclave-sides", "life-sides"]),
    ("VAR-8", "respawn", {"points": Scoring(3)}, ["closed-points"]),
    ("VAR-8 VAR-14", "esclave", {"points": PAID}, ["points-closed"]),
    ("VAR-9", "elimination", {"servants_win_with_master": True}, ["win-servants"]),
    ("VAR-10 VAR-7", "esclave", {"life_after": 30}, ["side-life"]),
    ("VAR-10 VAR-7", "necromancer", {"life_after": "team"}, ["life-sides"]),
    ("VAR-12 VAR-7", "esclave", {"solo_turns": 3}, ["side-turns"]),
]


@pytest.mark.parametrize(("rules", "base", "answers", "reasons"), IMPOSSIBLE)
def test_answers_that_contradict_each_other_are_named(
    rules: str, base: str, answers: dict[str, Any], reasons: list[str]
) -> None:
    house = replace(VARIANTS[base], **answers)
    assert list(find_variant_problems(house)) == reasons, rules
    with pytest.raises(Refusal) as refused:
        create_pod_event(None, OpenLobby(PodSetup(variant=base, house=house), "ana"))
    assert (refused.value.code, refused.value.arguments["reason"]) == ("impossible", reasons[0])


@pytest.mark.parametrize(
    ("base", "fewest", "players", "starts"),
    [("necromancer", 3, "ana bo cy", True), ("necromancer", 4, "ana bo cy", False),
     ("esclave", 3, "ana bo cy", True), ("esclave", 4, "ana bo cy", False),
     ("elimination", 2, "ana bo", True), ("elimination", 3, "ana bo", False)],
)  # fmt: skip
def test_a_game_starts_with_as_many_as_the_variant_wants(base: str, fewest: int, players: str, starts: bool) -> None:
    """VAR-13."""
    setup = PodSetup(variant=base, house=replace(VARIANTS[base], min_players=fewest))
    names = tuple(players.split())
    pod = apply_pod_event(None, create_pod_event(None, OpenLobby(setup, names[0], names)))
    if starts:
        assert create_pod_event(pod, StartGame(names, names[0]))
        return
    with pytest.raises(Refusal) as refused:
        create_pod_event(pod, StartGame(names, names[0]))
    assert (refused.value.code, refused.value.arguments["fewest"]) == ("too-few", fewest)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_variant_goes_with_the_tables_that_the_rules_name(variant: str) -> None:
    """Who serves needs a table where everyone is alone; only Elimination goes with teams."""
    tables = {table for table, row in TABLES.items() if not any(find_variant_problems(VARIANTS[variant], row))}
    alone = {"free-for-all", "melee", "grand-melee"}
    assert tables == {
        "esclave": alone - {"grand-melee"},
        "necromancer": alone,
        "respawn": alone | {"pentagon"},
        "elimination": set(TABLES),
    }[variant]  # fmt: skip
