"""Each rule of Magicjoust in a duel: what happens, and what must come of it."""

from dataclasses import dataclass

import pytest

from bot.i18n import LOCALES, Locale, load_translations
from tests.comparing import assert_within
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
from tests.messages import list_variables_by_message_key


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


ELSEWHERE = {"MJ-4", "MJ-D3"}
"""Decks have tests of their own; and the bot counts no piles."""


def test_every_rule_that_players_can_read_has_a_case() -> None:
    cited = set(" ".join(case.rules for case in CASES).split())
    readable = {
        key.removeprefix("rule-").upper() for key in list_variables_by_message_key("en") if key.startswith("rule-mj-")
    }
    assert len(readable) == 30
    assert readable - cited == ELSEWHERE


@pytest.mark.parametrize("locale", LOCALES)
def test_every_rule_says_which_text_it_comes_from_or_completes(locale: Locale) -> None:
    text = load_translations(locale)
    rules = [key for key in list_variables_by_message_key(locale) if key.startswith("rule-mj-")]
    assert all("Magicjoust 0.0.1" in text(key) for key in rules)
    decided = [key for key in rules if "Suzerain" in text(key)]
    assert decided == [key for key in rules if key.startswith("rule-mj-d")]
