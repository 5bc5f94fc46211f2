"""Options of a pod: range, attack, deploying creatures, and whose the turn is (TAB-33, TAB-D6)."""

from tests.rules.notation import TURN, UNDO, Case, Line, at_once, concede, effect, killed, life, of
from tests.rules.worked_tables import SIX, at

FOUR = "ana bo cy di"
TEAMS_OF_TWO = [["a1", "a2"], ["b1", "b2"]]
TEAM_TURNS = at("two-headed-giant", "a1 a2 b1 b2", "a1", teams=TEAMS_OF_TWO, turn_of="team")
THREE_HEADS = at("two-headed-giant", SIX, "b3", turn_of="team")

CASES = [
    Case("TAB-19 TAB-33", "attack left, without a range",
         [], FOUR, pod=at("free-for-all", FOUR, attack="left"),
         reach=("ana: * > bo", "bo: * > cy", "cy: * > di", "di: * > ana")),
    Case("TAB-19 TAB-D3", "whoever sat on the right has left, so nobody is there until the next turn",
         [concede("di")], "ana bo cy -di/master", pod=at("free-for-all", FOUR, attack="right"),
         reach=("ana: * > -", "bo: * > ana", "cy: * > bo")),
    Case("TAB-19 TAB-D3", "and from the next turn on it is the next one",
         [concede("di"), TURN], "ana bo cy -di/master", pod=at("free-for-all", FOUR, attack="right"),
         reach=("ana: * > cy", "bo: * > ana", "cy: * > bo")),
    Case("TAB-19 ESC-D13", "a teammate on the left is no opponent, so nobody may be attacked",
         [killed("bo", "ana"), TURN], "ana+bo cy di", pod=at("free-for-all", FOUR, variant="esclave", attack="left"),
         reach=("ana: * > -", "bo: * > cy", "di: * > ana")),
    Case("TAB-12 ESC-6", "the team shares the range of both, and may attack as far",
         [killed("cy", "ana"), TURN], "ana+cy bo di eve fay",
         pod=at("free-for-all", "ana bo cy di eve fay", variant="esclave", range=1),
         reach=("ana: bo cy di fay > bo di fay", "cy: ana bo di fay > bo di fay", "eve: di fay > di fay")),
    Case("TAB-12 TAB-33", "a range of one in free-for-all",
         [], "ana bo cy di eve", pod=at("free-for-all", "ana bo cy di eve", range=1, attack="several"),
         reach=("ana: bo eve > bo eve", "cy: bo di > bo di")),
    Case("TAB-21 TAB-33", "a melee without a range, which attacks to the right",
         [], "a b c d e f", pod=at("melee", "a b c d e f", range=None, attack="right"), reach=("a: * > f", "c: * > b")),
    Case("TAB-21 TAB-33", "a melee that attacks anybody in range",
         [], "a b c d e f", pod=at("melee", "a b c d e f", attack="several"), reach=("a: b c e f > b c e f",)),
    Case("TAB-23 TAB-33", "teams of any range attack those beside them",
         [], "a1 b1 a2 b2 a3 b3", pod=at("teams", "a1 b1 a2 b2 a3 b3", range=3, attack="several", deploy=True),
         reach=("a1: a2 a3 b1 b2 b3 > b1 b3",)),
    Case("TAB-25 TAB-33", "emperors whose range is one",
         [], "a1 a2 a3 b1 b2 b3", pod=at("emperor", SIX, "a2", range=1, deploy=True),
         reach=("a2: a1 a3 > -", "a3: a2 b1 > b1")),
    Case("TAB-26 TAB-33", "a pentagon of range two reaches those across",
         [], "ana bo cy di eve", pod=at("pentagon", "ana bo cy di eve", range=2),
         reach=("ana: bo cy di eve > cy di",)),
    Case("NEC-6 TAB-19", "a minion does not attack the master on the left",
         [killed("ana", "bo"), TURN, TURN, TURN, TURN], "bo+ana cy di",
         pod=at("free-for-all", FOUR, variant="necromancer", attack="left"), reach=("ana: * > -", "di: * > ana")),

    # The team's turn in two-headed giant
    Case("TAB-D6", "every member of the team that starts is active",
         [], "a1 a2 b1 b2", pod=TEAM_TURNS, active="1 a1 a2"),
    Case("TAB-D6", "and then the other team, and the first again",
         [TURN, TURN], "a1 a2 b1 b2", pod=TEAM_TURNS, active="3 a1 a2"),
    Case("TAB-D6", "with three heads, whoever of them is named to begin",
         [TURN], SIX, pod=THREE_HEADS, active="2 a1 a2 a3"),
    Case("TAB-D6 TAB-8", "whoever leaves is active no more",
         [concede("a1")], "-a1/master a2 b1 b2", pod=TEAM_TURNS, active="1 a2"),
    Case("TAB-D6 TAB-8", "and the one who is left has the team's turn",
         [concede("b1"), TURN], "a1 a2 -b1/master b2", pod=TEAM_TURNS, active="2 b2"),
    Case("TAB-D6", "a turn in which some of the team left is followed by the other team's",
         [concede("b1"), concede("b2"), TURN],
         "a1 a2 a3 -b1/master -b2/master b3", pod=THREE_HEADS, active="2 a1 a2 a3"),
    Case("TAB-30 TAB-D6", "nobody is across from a seat that became empty, until the next turn",
         [concede("b2")], "a1 a2 b1 -b2/master", pod=TEAM_TURNS, reach=("a1: * > -", "a2: * > b1")),
    Case("TAB-30 TAB-D6", "when the one who is left is across from both",
         [concede("b2"), TURN], "a1 a2 b1 -b2/master", pod=TEAM_TURNS, reach=("a1: * > b1", "a2: * > b1")),
    Case("TAB-29 TAB-D6", "the life entries of a team at one moment are one defeat",
         [at_once(life("a1", of("b1", 3)), life("a2", of("b2", 4)))], "-a1/master -a2/master b1 b2",
         verdicts=("a1 b2 beaten TAB-24",), ends="b1+b2; a1 0 a2 0 b1 3 b2 3", pod=TEAM_TURNS),
    Case("TAB-29 TAB-D6", "a teammate's source that takes the team's life is one's own doing",
         [life("a1", of("a2", 3))], "-a1/master -a2/master b1 b2",
         verdicts=("a1 - beaten TAB-24",), ends="b1+b2; a1 0 a2 0 b1 3 b2 3", pod=TEAM_TURNS),
    Case("TAB-D6", "an undone defeat leaves the turn with the team",
         [effect("b1", of("a1")), TURN, TURN, UNDO, UNDO, UNDO], "a1 a2 b1 b2", pod=TEAM_TURNS, active="1 a1 a2"),
]  # fmt: skip

REFUSED: list[tuple[str, str, Line, list[Line], str]] = [
    ("TAB-33", "a range in two-headed giant", at("two-headed-giant", "a b c d", "b", range=1), [], "range"),
    ("TAB-33", "a range of none at all", at("free-for-all", FOUR, range=0), [], "range"),
    ("TAB-33", "a range that goes round the table twice", at("free-for-all", FOUR, range=3), [], "range"),
    ("TAB-33", "emperors without a range", at("emperor", SIX, "a2", range=None), [], "range"),
    ("TAB-33", "emperors who attack left", at("emperor", SIX, "a2", attack="left"), [], "attack"),
    ("TAB-33", "teams that attack right", at("teams", "a b c d", attack="right"), [], "attack"),
    ("TAB-33", "heads that attack several", at("two-headed-giant", "a b c d", "b", attack="several"), [], "attack"),
    ("TAB-33", "emperors who do not deploy", at("emperor", SIX, "a2", deploy=False), [], "deploy"),
    ("TAB-33", "deploying without teams", at("pentagon", "a b c d e", deploy=True), [], "deploy"),
    ("TAB-33", "the team's turn at a table of teams", at("teams", "a b c d", turn_of="team"), [], "turn_of"),
    ("TAB-D6", "a first head who begins alone", at("two-headed-giant", "a b c d", "a", turn_of="player"), [], "first"),
]  # fmt: skip
