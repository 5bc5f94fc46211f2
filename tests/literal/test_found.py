"""Transcripts on which the engine and the literal reading of the pages once differed."""

from typing import Any

import pytest

from tests.literal.history import History
from tests.literal.shrinking import replay
from tests.literal.telling import Line
from tests.rules.notation import (
    at_once,
    choose,
    concede,
    killed,
    life,
    of,
    opened,
    poison,
    question,
    standings,
    suicide,
    turn,
)

SIX = "ana bo cy di eve fay"


def correct(**edits: list[Line]) -> Line:
    """`correct(_2=[…])`: other lines in the place of the second after `open`."""
    return {"do": "correct", "edits": {place[1:]: lines for place, lines in edits.items()}}


def tied(loser: str, *players: str) -> Line:
    return life(loser, *(of(player, 2) for player in players))


FOUND: dict[str, list[Line]] = {
    "ESC-45: who came before a correction that added lines has served longer": [
        opened(SIX),
        killed("bo", "ana"),
        tied("cy", "bo", "ana"),
        correct(
            _1=[tied("bo", "ana", "di"), choose("bo", "di")],
            _2=[tied("cy", "ana", "di"), choose("cy", "ana")],
        ),
        killed("eve", "ana"),
        concede("ana"),
    ],
    "ESC-D13: nobody attacks a new servant, nor is attacked by one": [
        opened("ana bo cy di"),
        killed("bo", "ana"),
    ],
    "ESC-D13: an heir who is beaten at that very moment is not active": [
        opened(SIX),
        killed("eve", "ana"),
        at_once(tied("ana", "bo", "cy"), poison("eve", of("di", 9))),
        concede("ana"),
    ],
    "ESC-D17: what waited falls where a concession ended the game": [
        opened("ana bo cy di eve"),
        killed("bo", "ana"),
        killed("eve", "ana"),
        concede("cy"),
        poison("bo", of("eve", 5), of("di", 5)),
        concede("di"),
    ],
    "ESC-D21: the heir of a master who concedes is one of the masters to choose among": [
        opened(SIX, options={"choose_master": True}),
        killed("eve", "bo"),
        suicide("ana"),
        concede("bo"),
    ],
    "ESC-40: a tie between a master and their servant is the servant's substitution": [
        opened(SIX),
        killed("bo", "ana"),
        tied("cy", "ana", "bo"),
    ],
}


@pytest.mark.parametrize("about", FOUND)
def test_both_readings_agree_on_what_was_found(about: str) -> None:
    assert replay(FOUND[about]) is None


def read(about: str) -> dict[str, Any]:
    history = History(FOUND[about][0])
    for line in FOUND[about][1:]:
        history.tell(line)
    return history.write_document()


def test_the_reader_says_of_them_what_the_pages_say() -> None:
    first, second, third, fourth, fifth, sixth = map(read, FOUND)
    assert standings(first) == "-ana/master cy+eve di+bo fay"
    assert [player["may_attack"] for player in second["players"][:2]] == [["cy", "di"]] * 2
    assert (standings(third), turn(third)) == ("-ana/master bo cy di+eve fay", "1")
    assert (fourth["state"], len(fourth["verdicts"])) == ("finished", 2)
    assert question(fifth) == "new-master? ana: cy di eve fay"
    assert sixth["verdicts"][1]["rule"] == "ESC-40"
