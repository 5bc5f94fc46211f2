"""Transcripts on which the engine and the literal reading of the pages once differed."""

from typing import Any

import pytest

from tests.literal.history import History
from tests.literal.shrinking import replay
from tests.literal.telling import Line
from tests.rules.notation import (
    at_once,
    choose,
    commander,
    concede,
    killed,
    library,
    life,
    of,
    opened,
    played,
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
        correct(_1=[tied("bo", "ana", "di"), choose("bo", "di")], _2=[tied("cy", "ana", "di"), choose("cy", "ana")]),
        killed("eve", "ana"),
        concede("ana"),
    ],
    "ESC-D13: nobody attacks a new servant, nor is attacked by one": [opened("ana bo cy di"), killed("bo", "ana")],
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


SOURCES: dict[str, tuple[list[Line], dict[str, Any]]] = {
    "ESC-41: what emptied the library is the source, whoever controlled the loser": (
        [opened("ana bo cy di"), library("bo", of("di", object="Glimpse"), controlled_by="cy")],
        {"source": "Glimpse", "rule": "ESC-41"},
    ),
    "ESC-D6: where nobody is responsible the source is the first of all equal objects": (
        [opened("ana bo cy di eve"), at_once(tied("ana", "cy", "di"), suicide("di")), choose("ana", "di")],
        {"source": "cy's Sorcery", "responsible": None},
    ),
    "ESC-60: whoever is chosen answers for their equal object, also once the responsible left": (
        [
            opened("fay bo cy ana di eve", options={"choose_master": True}),
            at_once(tied("fay", "ana", "ana", "eve", "bo"), poison("ana", of("ana"))),
            choose("fay", "bo"),
            concede("ana"),
        ],
        {"source": "bo's Sorcery", "responsible": "bo", "rule": "ESC-60"},
    ),
}
"""What the engine once named otherwise than the pages."""


@pytest.mark.parametrize("about", SOURCES)
def test_the_pages_name_this_source(about: str) -> None:
    lines, expected = SOURCES[about]
    verdict = read(lines)["verdicts"][0]
    assert expected.items() <= verdict.items()


@pytest.mark.parametrize("about", SOURCES)
def test_the_engine_names_this_source(about: str) -> None:
    lines, expected = SOURCES[about]
    verdict = played(lines)["verdicts"][0]
    assert expected.items() <= verdict.items()


HEIR_FIRST: list[Line] = [
    opened("cy fay ana di bo eve", options={"choose_master": True}),
    killed("eve", "cy"),
    at_once(commander("cy", of("di")), killed("di", "cy"), commander("eve", of("di"))),
    concede("cy"),
]
"""ESC-D13, TAB-11: eve goes on with cy's turn, and so is the first to choose."""


def test_the_pages_ask_the_heir_who_is_active_first() -> None:
    document = read(HEIR_FIRST)
    assert (turn(document), document["waiting_for"]["by"]) == ("1 eve", "eve")


def test_the_engine_asks_the_heir_who_is_active_first() -> None:
    assert played(HEIR_FIRST)["waiting_for"]["by"] == "eve"


@pytest.mark.parametrize("about", FOUND)
def test_both_readings_agree_on_what_was_found(about: str) -> None:
    assert replay(FOUND[about]) is None


def read(lines: list[Line]) -> dict[str, Any]:
    history = History(lines[0])
    for line in lines[1:]:
        history.tell(line)
    return history.write_document()


def test_the_reader_says_of_them_what_the_pages_say() -> None:
    first, second, third, fourth, fifth, sixth = map(read, FOUND.values())
    assert standings(first) == "-ana/master cy+eve di+bo fay"
    assert [player["may_attack"] for player in second["players"][:2]] == [["cy", "di"]] * 2
    assert (standings(third), turn(third)) == ("-ana/master bo cy di+eve fay", "1")
    assert (fourth["state"], len(fourth["verdicts"])) == ("finished", 2)
    assert question(fifth) == "new-master? ana: cy di eve fay"
    assert sixth["verdicts"][1]["rule"] == "ESC-40"
