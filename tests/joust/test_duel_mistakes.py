"""What cannot be in a duel: each is a mistake of its line, in a field that is named."""

import pytest

from bot.transcripts.replaying import TranscriptError
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
    opened,
    placed,
    plan,
    played,
    used,
    worn,
)

BREWING = card("Wand", action="sparks", wear=3)
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
    ("an id of thousands of digits", [{"do": "use", "card": 10**4000}], "card"),
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
    [wrong[1:] for wrong in WRONG_OPENINGS] + [([OPEN, *lines], field) for _, lines, field in WRONG_LINES],
    ids=[wrong[0] for wrong in (*WRONG_OPENINGS, *WRONG_LINES)],
)
def test_what_cannot_be_is_a_mistake_of_its_line(lines: list[Line], field: str) -> None:
    with pytest.raises(TranscriptError) as found:
        played(lines)
    assert (found.value.line, found.value.field) == (len(lines), field)
    assert found.value.problem
    played(lines[:-1] or [OPEN])  # what stands before it is right
