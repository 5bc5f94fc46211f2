"""Each rule of Magicjoust in a duel: what happens, and what must come of it."""

from dataclasses import dataclass

import pytest

from bot.i18n import keys
from bot.replaying import Mistake
from tests.joust.comparing import assert_within
from tests.joust.notation import (
    CLOSE,
    CRUCIBLE,
    END,
    OPEN,
    UNDO,
    Line,
    attacked,
    card,
    changed,
    conceded,
    invoked,
    lying,
    of,
    opened,
    placed,
    plan,
    played,
    used,
    worn,
)


@dataclass(frozen=True)
class Case:
    """What happens after the first line, and what must come of it, by which rules.

    `last` is the last line of the log.
    """

    rules: str
    about: str
    lines: list[Line]
    ana: Line | None = None
    bo: Line | None = None
    last: Line | None = None
    duel: Line | None = None
    open: Line | None = None

    def __str__(self) -> str:
        return f"{self.rules}: {self.about}"


BREWING = card("Wand", action="sparks", wear=3)
BLUE_RED_BLUE = lying("ana", ("blue", 1), ("red", 2), ("blue", 3))
PLANS = [plan("A", 2), plan("B", 1), plan("C", 4)]


def three(*last: Line) -> list[Line]:
    """Two plans of ana's, and what is done before the third."""
    return [invoked(PLANS[0]), invoked(PLANS[1]), *last, invoked(PLANS[2])]


CASES = [
    Case("MJ-1", "zones are a ring: 1 has the neighbours 2 and 4, and 3 is across",
         [*lying("ana", ("blue", 1), ("red", 4)), invoked(card(cost="blue red"))],
         ana={"quadrant": [["blue!"], [], [], ["red!"]]}),
    Case("MJ-2", "placed stable, unstable once activated",
         [placed("yellow", 3), invoked(card(cost="yellow"))],
         ana={"quadrant": [[], [], ["yellow!"], []]}),
    Case("MJ-2 MJ-D2", "a zone holds any number",
         lying("ana", *[("blue", 1)] * 30), ana={"quadrant": [["blue"] * 30, [], [], []]}),
    Case("MJ-3", "an invoked card keeps all that its owner says of it",
         [placed("blue", 1), invoked(card("Owl", "b", "living", action="watches",
                                          formula=" R  * ", wear=2, ephemeral=True, text="Hoo."))],
         ana={"cards": [{"id": 1, "name": "Owl", "kind": "living", "cost": "blue",
                         "action": "watches", "formula": "red any", "wear": 2,
                         "ephemeral": True, "points": None, "text": "Hoo.", "used": False}]}),
    Case("MJ-5", "five cards in hand, empty quadrants, the named player begins", [],
         ana={"quadrant": [[], [], [], []], "hand": 5, "cards": [], "discarded": [],
              "singularities_discarded": 0, "plans": 0, "points": 0},
         bo={"hand": 5, "quadrant": [[], [], [], []]},
         last={"do": "open", "rules": ["MJ-5"]},
         duel={"game": "magicjoust", "state": "running", "waiting_for": None, "attacks": [],
               "turn": {"active": "ana", "number": 1,
                        "drawn": {"singularity": False, "crucible": False}}, "result": None}),
    Case("MJ-5 MJ-D5", "equal dice are rolled again, and the higher begins", [],
         open=opened(rolls=[[3, 3], [6, 6], [2, 5]]), duel={"turn": {"active": "bo"}}),
    Case("MJ-6", "drawn and placed", [placed("red", 4)],
         ana={"quadrant": [[], [], [], ["red"]], "singularities_discarded": 0},
         last={"do": "singularity", "rules": ["MJ-6"]},
         duel={"turn": {"drawn": {"singularity": True, "crucible": False}}}),
    Case("MJ-6", "what cannot be placed is discarded", [placed("red", None)],
         ana={"quadrant": [[], [], [], []], "singularities_discarded": 1}),
    Case("MJ-6 MJ-D10", "a zone that is left out is none",
         [{"do": "singularity", "family": "red"}], ana={"singularities_discarded": 1}),
    Case("MJ-7", "drawn into the hand", [CRUCIBLE], ana={"hand": 6}, bo={"hand": 5},
         last={"do": "crucible", "rules": ["MJ-7"]},
         duel={"turn": {"drawn": {"singularity": False, "crucible": True}}}),
    Case("MJ-8 MJ-D14", "a card that costs nothing", [invoked(card(kind="other"))],
         ana={"hand": 4, "cards": [{"id": 1, "kind": "other", "cost": ""}]},
         last={"do": "invoke", "rules": ["MJ-8"]}),
    Case("MJ-8 MJ-12", "as many as one can pay for",
         [*BLUE_RED_BLUE, invoked(card(cost="red")), invoked(card(cost="blue skip blue"))],
         ana={"hand": 3, "quadrant": [["blue!"], ["red!"], ["blue!"], []]},
         last={"do": "invoke", "rules": ["MJ-8", "MJ-12"]}),
    Case("MJ-9", "an action is used once, and the card lies so",
         [invoked(card(action="brews")), used(1)], ana={"cards": [{"id": 1, "used": True}]},
         last={"do": "use", "rules": ["MJ-9"]}, duel={"state": "running"}),
    Case("MJ-9 MJ-12", "an action's formula is paid like a cost",
         [placed("red", 2), invoked(card(action="brews", formula="any")), used(1)],
         ana={"quadrant": [[], ["red!"], [], []]}, last={"rules": ["MJ-9", "MJ-12"]}),
    Case("MJ-9 MJ-D12", "an action in the turn of its invocation",
         [invoked(card(action="brews")), used(1)], ana={"cards": [{"used": True}]}),
    Case("MJ-10", "ephemeral cards go, used or not; the rest is ready again",
         [placed("blue", 1), invoked(card("Spark", ephemeral=True, action="sparks")),
          invoked(card("Fog", ephemeral=True)), invoked(card(cost="b", action="brews")),
          used(1), used(3), END],
         ana={"discarded": ["Spark", "Fog"], "cards": [{"id": 3, "used": False}],
              "quadrant": [["blue"], [], [], []]},
         last={"do": "end", "rules": ["MJ-10"]},
         duel={"turn": {"active": "bo", "number": 2,
                        "drawn": {"singularity": False, "crucible": False}}}),
    Case("MJ-10", "the hand goes down to seven, and only of who ends the turn",
         [changed("ana", "hand", by=9), changed("bo", "hand", by=9), END],
         ana={"hand": 7, "discarded": []}, bo={"hand": 14}),
    Case("MJ-10", "what is the other player's stays as it is",
         [*lying("bo", ("red", 1)), changed("bo", "flip", singularity="red", zone=1), END],
         bo={"quadrant": [["red!"], [], [], []]}),
    Case("MJ-10", "turn by turn each has theirs", [END, END, END],
         duel={"turn": {"active": "bo", "number": 4}}),
    Case("MJ-11", "a card's text adds a stable singularity", lying("bo", ("red", 2)),
         bo={"quadrant": [[], ["red"], [], []]}, last={"do": "change", "rules": ["MJ-11"]}),
    Case("MJ-11", "it removes just what is named",
         [*lying("bo", ("red", 2), ("red", 2)), changed("bo", "flip", singularity="red", zone=2),
          changed("bo", "remove", singularity="red!", zone=2)],
         bo={"quadrant": [[], ["red"], [], []], "singularities_discarded": 1}),
    Case("MJ-11", "it moves them as they lie, also to where they are",
         [*lying("bo", ("red", 2)), changed("bo", "flip", singularity="red", zone=2),
          changed("bo", "move", singularity="red!", zone=2, to=2),
          changed("bo", "move", singularity="red!", zone=2, to=4)],
         bo={"quadrant": [[], [], [], ["red!"]]}),
    Case("MJ-11", "it flips them there and back",
         [*lying("bo", ("red", 2), ("blue", 2)), changed("bo", "flip", singularity="red", zone=2),
          changed("bo", "flip", singularity="blue", zone=2),
          changed("bo", "flip", singularity="red!", zone=2)],
         bo={"quadrant": [[], ["blue!", "red"], [], []]}),
    Case("MJ-11", "it discards a card, of either player in either turn",
         [invoked(card("Owl")), END, changed("ana", "discard", card=1)],
         ana={"cards": [], "discarded": ["Owl"], "hand": 4}),
    Case("MJ-11", "it returns a card to the hand",
         [invoked(card("Owl")), changed("ana", "return", card=1)],
         ana={"cards": [], "discarded": [], "hand": 5}),
    Case("MJ-11", "it makes a card ready, for another use in the turn",
         [invoked(card(action="brews")), used(1), changed("ana", "ready", card=1), used(1)],
         ana={"cards": [{"used": True}]}),
    Case("MJ-11", "a card that is ready already stays so",
         [invoked(card()), changed("ana", "ready", card=1)], ana={"cards": [{"used": False}]}),
    Case("MJ-11", "it gives and takes cards in hand, down to none",
         [changed("bo", "hand", by=-5), changed("ana", "hand", by=20)],
         ana={"hand": 25}, bo={"hand": 0}),
    Case("MJ-12", "the fifth step is in the zone of the first",
         [*lying("ana", ("blue", 2), ("blue", 2), ("red", 3), ("red", 4), ("red", 1)),
          invoked(card(cost="b r r r b"), start=2, direction="clockwise")],
         ana={"quadrant": [["red!"], ["blue!", "blue!"], ["red!"], ["red!"]]}),
    Case("MJ-12", "what was said of a payment chooses the way",
         [*lying("ana", ("blue", 1), ("red", 1), ("yellow", 4)),
          invoked(card(cost="any"), start=1, any=["red"])],
         ana={"quadrant": [["blue", "red!"], [], [], ["yellow"]]}),
    Case("MJ-12 MJ-D11", "a direction means nothing to one step, and may be said",
         [placed("blue", 3), invoked(card(cost="b"), direction="counterclockwise")],
         ana={"quadrant": [[], [], ["blue!"], []]}),
    Case("MJ-12 MJ-D11", "two ways that spend the same are one",
         [*BLUE_RED_BLUE, invoked(card(cost="blue red blue"))],
         ana={"quadrant": [["blue!"], ["red!"], ["blue!"], []]}),
    Case("MJ-12", "a skip costs nothing, and is paid on an empty quadrant",
         [invoked(card(cost="skip"))], ana={"hand": 4}, last={"rules": ["MJ-8", "MJ-12"]}),
    Case("MJ-13", "a plan destroys what it is paid with",
         [*BLUE_RED_BLUE, invoked(plan("Opus", 3, "blue red"), start=1)],
         ana={"quadrant": [[], [], ["blue"], []], "singularities_discarded": 2, "plans": 1,
              "points": 3},
         last={"rules": ["MJ-8", "MJ-12", "MJ-13"]}),
    Case("MJ-13 MJ-D8", "the formula of its action makes unstable",
         [placed("red", 1), invoked(plan("Opus", 3, action="hums", formula="red")), used(1)],
         ana={"quadrant": [["red!"], [], [], []], "singularities_discarded": 0}),
    Case("MJ-14", "the higher total succeeds", [attacked(2, 5, 4, 0)],
         last={"do": "attack", "rules": ["MJ-14"], "success": True},
         duel={"attacks": [{"by": "ana", "against": "bo", "totals": [6, 5], "success": True}]}),
    Case("MJ-14", "an equal one does not", [attacked(5, 3, 0, 2)],
         last={"success": False}, duel={"attacks": [{"totals": [5, 5], "success": False}]}),
    Case("MJ-14 MJ-D13", "the active player attacks, and a one is just a one",
         [END, attacked(1, 1, 1, 0)],
         duel={"attacks": [{"by": "bo", "against": "ana", "totals": [2, 1], "success": True}]}),
    Case("MJ-15", "after a use the wear is open",
         [invoked(BREWING), used(1)],
         duel={"state": "waiting", "waiting_for": {"kind": "wear", "by": "ana", "card": 1}}),
    Case("MJ-15", "kept with just enough", [invoked(BREWING), used(1), worn(2, 1)],
         ana={"cards": [{"id": 1, "used": True}], "discarded": []},
         last={"do": "wear", "rules": ["MJ-15"], "card": 1, "total": 3, "kept": True},
         duel={"state": "running", "waiting_for": None}),
    Case("MJ-15", "gone below", [invoked(BREWING), used(1), worn(3, -1)],
         ana={"cards": [], "discarded": ["Wand"]}, last={"total": 2, "kept": False}),
    Case("MJ-15", "gone with a natural one", [invoked(BREWING), used(1), worn(1, 9)],
         ana={"discarded": ["Wand"]}, last={"total": 10, "kept": False}),
    Case("MJ-15", "wear 1 is kept by a die of two with what takes away",
         [invoked(card(action="sparks", wear=1)), used(1), worn(2, -1)], last={"kept": True}),
    Case("MJ-15 MJ-14 MJ-11", "its effect comes first",
         [invoked(BREWING), used(1), attacked(3, 2), changed("bo", "hand", by=-1)],
         duel={"state": "waiting"}, bo={"hand": 4}),
    Case("MJ-15 MJ-11", "the waiting ends when the card is gone",
         [invoked(BREWING), used(1), changed("ana", "return", card=1)],
         duel={"state": "running", "waiting_for": None}, ana={"hand": 5}),
    Case("MJ-15 MJ-11", "and not when another one is",
         [invoked(card()), invoked(BREWING), used(2), changed("ana", "discard", card=1)],
         duel={"state": "waiting"}),
    Case("MJ-15 MJ-D7", "one can concede while wear is open",
         [invoked(BREWING), used(1), conceded("bo")],
         duel={"state": "finished", "waiting_for": None, "result": {"winner": "ana"}}),
    Case("MJ-16 MJ-D4", "the third plan ends it", three(END, END),
         ana={"plans": 3, "points": 7}, last={"rules": ["MJ-8", "MJ-16"]},
         duel={"state": "finished",
               "result": {"winner": "ana", "draw": False, "plan_points": {"ana": 7, "bo": 0},
                          "season_points": {"ana": 3, "bo": 0}, "rule": "MJ-16"}}),
    Case("MJ-16 MJ-13", "a third plan that is paid for",
         [placed("red", 1), invoked(PLANS[0]), invoked(PLANS[1]), invoked(plan("C", 0, "red"))],
         last={"rules": ["MJ-8", "MJ-12", "MJ-13", "MJ-16"]}),
    Case("MJ-16 MJ-D1", "equal points are a draw",
         [invoked(PLANS[0]), invoked(PLANS[1]), END, invoked(plan("X", 7)), END,
          invoked(PLANS[2])],
         last={"rules": ["MJ-8", "MJ-16", "MJ-D1"]},
         duel={"result": {"winner": None, "draw": True, "plan_points": {"ana": 7, "bo": 7},
                          "season_points": {"ana": 1, "bo": 1}, "rule": "MJ-D1"}}),
    Case("MJ-D4 MJ-D7", "who concedes loses, whatever the points",
         [invoked(PLANS[0]), conceded("ana")], last={"do": "concede", "rules": ["MJ-D7"]},
         duel={"result": {"winner": "bo", "draw": False, "plan_points": {"ana": 2, "bo": 0},
                          "season_points": {"ana": 0, "bo": 3}, "rule": "MJ-D7"}}),
    Case("MJ-D6", "a plan that has left the table counts no more, for the three",
         three(changed("ana", "discard", card=1)), duel={"state": "running", "result": None},
         ana={"plans": 2, "points": 5}),
    Case("MJ-D6", "nor for the points",
         [*three(changed("ana", "return", card=1)), invoked(PLANS[0])],
         duel={"result": {"plan_points": {"ana": 7}}}),
    Case("MJ-D9", "each kind is drawn once a turn, in any order, and again in the next",
         [CRUCIBLE, placed("red", 1), END, END, placed("red", 2), CRUCIBLE],
         ana={"hand": 7, "quadrant": [["red"], ["red"], [], []]}),
    Case("MJ-D9", "nobody has to draw", [END], duel={"turn": {"number": 2}}),
    Case("undo", "takes back one more each time, and ids are given anew",
         [invoked(card("A")), invoked(card("B")), UNDO, UNDO, invoked(card("C"))],
         ana={"cards": [{"id": 1, "name": "C"}], "hand": 4},
         duel={"log": [{"do": "open"}, {"do": "invoke"}]}),
    Case("undo", "takes back the end", [*three(), UNDO],
         ana={"plans": 2}, duel={"state": "running", "result": None}),
    Case("undo", "takes back a use that was waiting", [invoked(BREWING), used(1), UNDO],
         duel={"state": "running", "waiting_for": None}, ana={"cards": [{"used": False}]}),
    Case("undo", "brings back what was waited for",
         [invoked(BREWING), used(1), worn(1), UNDO], duel={"state": "waiting"},
         ana={"cards": [{"id": 1}], "discarded": []}),
    Case("close", "leaves no result, and has no rule", [invoked(BREWING), used(1), CLOSE],
         last={"do": "close", "rules": []},
         duel={"state": "closed", "waiting_for": None, "result": None}),
    Case("close", "can be undone", [invoked(BREWING), used(1), CLOSE, UNDO],
         duel={"state": "waiting"}),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_duel_goes_by_its_rules(case: Case) -> None:
    document = played([case.open or OPEN, *case.lines])
    assert_within(case.duel or {}, document)
    assert_within(case.ana or {}, of(document, "ana"))
    assert_within(case.bo or {}, of(document, "bo"))
    assert_within(case.last or {}, document["log"][-1])


def test_the_document_has_exactly_the_keys_of_the_contract() -> None:
    document = played([OPEN, invoked(BREWING), used(1), attacked(1, 2), worn(6), conceded("bo")])
    assert list(document) == [
        "game", "state", "waiting_for", "turn", "players", "attacks", "log", "result"
    ]  # fmt: skip
    assert list(of(document, "ana")) == [
        "player", "quadrant", "hand", "cards", "discarded", "singularities_discarded", "plans",
        "points",
    ]  # fmt: skip
    (laid,) = of(document, "ana")["cards"]
    assert list(laid) == [
        "id", "name", "kind", "cost", "action", "formula", "wear", "ephemeral", "points", "text",
        "used",
    ]  # fmt: skip
    assert [list(line) for line in document["log"]] == [
        ["do", "rules"],
        ["do", "rules"],
        ["do", "rules"],
        ["do", "rules", "success"],
        ["do", "rules", "card", "total", "kept"],
        ["do", "rules"],
    ]
    assert list(document["attacks"][0]) == ["by", "against", "totals", "success"]
    assert list(document["result"]) == [
        "winner", "draw", "plan_points", "season_points", "rule"
    ]  # fmt: skip


# What is refused, or cannot be read: the line, and the field that the complaint names.

WAITING = [invoked(BREWING), used(1)]
OVER = [conceded("bo")]


def without(line: Line, key: str) -> Line:
    return {name: value for name, value in line.items() if name != key}


Wrong = tuple[str, list[Line], str]

WRONG_OPENINGS: list[Wrong] = [
    ("one player", [opened(players=["ana"])], "players"),
    ("three players", [opened(players=["ana", "bo", "cy"])], "players"),
    ("the same player twice", [opened(players=["ana", "ana"])], "players[1]"),
    ("a name with a space at its end", [opened(players=["ana", "bo "])], "players[1]"),
    ("an empty name", [opened(players=["ana", ""])], "players[1]"),
    ("a long name", [opened(players=["ana", "b" * 101])], "players[1]"),
    ("a first player who does not play", [opened(first="cy")], "first"),
    ("neither first nor dice", [without(OPEN, "first")], "first"),
    ("both first and dice", [{**OPEN, "rolls": [[1, 2]]}], "first"),
    ("no first, which is null", [opened(first=None)], "first"),
    ("dice that are null", [{**OPEN, "rolls": None}], "rolls"),
    ("no dice", [opened(rolls=[])], "first"),
    ("dice that decide nothing", [opened(rolls=[[3, 3]])], "rolls[0]"),
    ("dice after they have decided", [opened(rolls=[[3, 4], [1, 2]])], "rolls[0]"),
    ("three dice", [opened(rolls=[[3, 4, 5]])], "rolls[0]"),
    ("a die of seven", [opened(rolls=[[3, 7]])], "rolls[0][1]"),
    ("a die of nothing", [opened(rolls=[[0, 3]])], "rolls[0][0]"),
    ("a die that is no number", [opened(rolls=[[True, 3]])], "rolls[0][0]"),
    ("a die between numbers", [opened(rolls=[[2.0, 3]])], "rolls[0][0]"),
    ("another game", [opened(game="chess")], "game"),
    ("a game that is null", [opened(game=None)], "game"),
    ("an unknown key", [opened(table="melee")], ""),
    ("no open", [{"do": "end", "game": "magicjoust"}], "do"),
]

MOVES: list[tuple[str, Line]] = [("remove", {}), ("flip", {}), ("move", {"to": 2})]

WRONG_LINES: list[Wrong] = [
    ("a second open", [OPEN], ""),
    ("an unknown command", [{"do": "fly"}], "do"),
    ("a command of pods", [{"do": "turn"}], "do"),
    ("no command", [{}], "do"),
    ("an unknown key", [{**END, "player": "ana"}], ""),
    ("an unknown family", [placed("green", 1)], "family"),
    ("an unstable singularity that is drawn", [placed("blue!", 1)], "family"),
    ("no family", [{"do": "singularity", "zone": 1}], ""),
    ("a fifth zone", [placed("blue", 5)], "zone"),
    ("a zone of nothing", [placed("blue", 0)], "zone"),
    ("a zone between numbers", [{"do": "singularity", "family": "blue", "zone": 1.0}], "zone"),
    ("a second singularity", [placed("blue", 1), placed("blue", 1)], ""),
    ("a second singularity after one that was discarded",
     [placed("blue", None), placed("blue", 1)], ""),
    ("a second crucible card", [CRUCIBLE, CRUCIBLE], ""),
    ("a card without a hand", [changed("ana", "hand", by=-5), invoked(card())], ""),
    ("no card", [{"do": "invoke"}], ""),
    ("a card without a name", [invoked(without(card(), "name"))], "card"),
    ("a card without a kind", [invoked(without(card(), "kind"))], "card"),
    ("a card without a cost", [invoked(without(card(), "cost"))], "card"),
    ("a cost that is null", [invoked({**card(), "cost": None})], "card.cost"),
    ("a cost of spaces", [invoked(card(cost=" "))], "card.cost"),
    ("a cost of nine steps", [invoked(card(cost="b " * 9))], "card.cost"),
    ("an unknown kind", [invoked(card(kind="spell"))], "card.kind"),
    ("a name with white space at its end", [invoked(card("Owl\u3000"))], "card.name"),
    ("a long name", [invoked(card("O" * 101))], "card.name"),
    ("an unknown key of a card", [invoked(card(count=2))], "card"),
    ("an action without letters", [invoked(card(action=""))], "card.action"),
    ("a long action", [invoked(card(action="a" * 101))], "card.action"),
    ("a formula without an action", [invoked(card(formula="b"))], "card.formula"),
    ("a free formula", [invoked(card(action="brews", formula=""))], "card.formula"),
    ("wear without an action", [invoked(card(wear=2))], "card.wear"),
    ("wear 7", [invoked(card(action="brews", wear=7))], "card.wear"),
    ("wear of nothing", [invoked(card(action="brews", wear=0))], "card.wear"),
    ("ephemeral as a number", [invoked(card(ephemeral=1))], "card.ephemeral"),
    ("ephemeral that is null", [invoked(card(ephemeral=None))], "card.ephemeral"),
    ("a text that is null", [invoked(card(text=None))], "card.text"),
    ("a plan without points", [invoked(card(kind="plan"))], "card.points"),
    ("a plan with points that are null", [invoked(card(kind="plan", points=None))], "card.points"),
    ("a plan of 100 points", [invoked(plan("Opus", 100))], "card.points"),
    ("a plan of less than nothing", [invoked(plan("Opus", -1))], "card.points"),
    ("points of no plan", [invoked(card(points=0))], "card.points"),
    ("what cannot be paid", [invoked(card(cost="b"))], "pay"),
    ("what is unstable already",
     [placed("blue", 1), invoked(card(cost="b")), invoked(card(cost="b"))], "pay"),
    ("a way that does not fit", [placed("blue", 1), invoked(card(cost="b"), start=2)], "pay"),
    ("ways that differ", [*lying("ana", ("blue", 1), ("blue", 2)), invoked(card(cost="b"))],
     "pay"),
    ("a payment of what is free", [{**invoked(card()), "pay": {}}], "pay"),
    ("a payment of what is free, with a start", [invoked(card(), start=1)], "pay"),
    ("a payment that is null", [{**invoked(card()), "pay": None}], "pay"),
    ("a start that is null", [placed("blue", 1), invoked(card(cost="b"), start=None)], "pay.start"),
    ("a fifth start", [placed("blue", 1), invoked(card(cost="b"), start=5)], "pay.start"),
    ("an unknown direction", [placed("blue", 1), invoked(card(cost="b"), direction="left")],
     "pay.direction"),
    ("families for any without any", [placed("blue", 1), invoked(card(cost="b"), any=["blue"])],
     "pay.any"),
    ("too few families for any", [placed("blue", 1), invoked(card(cost="*"), any=[])], "pay.any"),
    ("a family for any that is none", [placed("blue", 1), invoked(card(cost="*"), any=["any"])],
     "pay.any[0]"),
    ("an unknown key of a payment", [placed("blue", 1), invoked(card(cost="b"), zone=1)], "pay"),
    ("the use of a card that is not there", [used(1)], "card"),
    ("the use of the other's card", [invoked(card(action="brews")), END, used(1)], "card"),
    ("the use of a card without an action", [invoked(card()), used(1)], "card"),
    ("a second use in a turn", [invoked(card(action="brews")), used(1), used(1)], "card"),
    ("a use that cannot be paid", [invoked(card(action="brews", formula="b")), used(1)], "pay"),
    ("a payment for an action without a formula",
     [invoked(card(action="brews")), used(1, start=1)], "pay"),
    ("an id that is a text", [{"do": "use", "card": "1"}], "card"),
    ("wear that is not open", [worn(3)], ""),
    ("wear that is not open any more", [*WAITING, worn(6), worn(6)], ""),
    ("a wear die of seven", [*WAITING, worn(7)], "roll"),
    ("no wear die", [*WAITING, {"do": "wear"}], ""),
    ("a bonus of ten", [*WAITING, worn(3, 10)], "bonus"),
    ("a bonus of minus ten", [*WAITING, worn(3, -10)], "bonus"),
    *[(f"{line['do']} while wear is open", [*WAITING, line], "")
      for line in (placed("blue", 1), CRUCIBLE, invoked(card()), used(1), END)],
    ("one die in an attack", [{"do": "attack", "rolls": [3]}], "rolls"),
    ("a die of seven in an attack", [attacked(3, 7)], "rolls[1]"),
    ("three bonuses", [attacked(3, 4, 0, 0, 0)], "bonuses"),
    ("a bonus of ten in an attack", [attacked(3, 4, 0, 10)], "bonuses[1]"),
    ("a change to a stranger", [changed("cy", "hand", by=1)], "player"),
    ("a change without a reason", [changed("bo", "hand", "", by=1)], "because"),
    ("a change that nobody knows", [changed("bo", "swap")], "what"),
    ("a change that is nothing", [without(changed("bo", "hand", by=1), "what")], "what"),
    ("an argument too many", [changed("bo", "add", family="red", zone=1, to=2)], ""),
    ("an argument too few", [changed("bo", "add", family="red")], ""),
    ("a zone of a change that is null", [changed("bo", "add", family="red", zone=None)], "zone"),
    ("an unstable one that is added", [changed("bo", "add", family="red!", zone=1)], "family"),
    *[(f"{what} of what is not there",
       [*lying("bo", ("red", 1)), changed("bo", what, singularity="red!", zone=1, **more)],
       "singularity") for what, more in MOVES],
    ("what lies before the other",
     [*lying("ana", ("red", 1)), changed("bo", "remove", singularity="red", zone=1)],
     "singularity"),
    ("a move nowhere", [*lying("bo", ("red", 1)),
                        changed("bo", "move", singularity="red", zone=1, to=5)], "to"),
    *[(f"{what} of the other's card", [invoked(card()), changed("bo", what, card=1)], "card")
      for what in ("discard", "return", "ready")],
    ("a change of the hand by nothing", [changed("bo", "hand", by=0)], "by"),
    ("a change of the hand by 21", [changed("bo", "hand", by=21)], "by"),
    ("a hand below nothing", [changed("bo", "hand", by=-6)], "by"),
    ("a concession of a stranger", [conceded("cy")], "player"),
    ("an undo of the start", [UNDO], ""),
    ("more undone than was done", [END, UNDO, UNDO], ""),
    *[(f"{line['do']} after the end", [*OVER, line], "")
      for line in (placed("blue", 1), CRUCIBLE, invoked(card()), used(1), worn(3), attacked(1, 2),
                   changed("bo", "hand", by=1), END, conceded("ana"), CLOSE)],
    *[(f"{line['do']} after it was closed", [CLOSE, line], "")
      for line in (END, conceded("ana"), CLOSE)],
]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "field"),
    [wrong[1:] for wrong in WRONG_OPENINGS]
    + [([OPEN, *lines], field) for _, lines, field in WRONG_LINES],
    ids=[wrong[0] for wrong in (*WRONG_OPENINGS, *WRONG_LINES)],
)
def test_what_cannot_be_is_a_mistake_of_its_line(lines: list[Line], field: str) -> None:
    with pytest.raises(Mistake) as found:
        played(lines)
    assert (found.value.line, found.value.field) == (len(lines), field)
    assert found.value.problem
    played(lines[:-1] or [OPEN])  # what stands before it is right


ELSEWHERE = {"MJ-4", "MJ-D3"}
"""Decks have tests of their own; and the bot counts no piles."""


def test_every_rule_that_players_can_read_has_a_case() -> None:
    cited = set(" ".join(case.rules for case in CASES).split())
    readable = {
        key.removeprefix("rule-").upper() for key in keys("en") if key.startswith("rule-mj-")
    }
    assert len(readable) == 30
    assert readable - cited == ELSEWHERE
