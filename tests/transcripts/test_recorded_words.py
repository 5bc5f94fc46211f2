"""What a reader of a game that was played already is told: nothing that only a table can do."""

import json
import re
from collections.abc import Mapping, Sequence

import pytest

from bot.i18n import LOCALES, Locale, load_translations
from bot.transcripts.games import replay_game_transcript
from bot.transcripts.replaying import TranscriptError

Line = Mapping[str, object]

LIVE = re.compile(r"`/|`⋯`|\*[^*]|🪑|✋|🥾|🔒|[Pp]ress |[Ww]ait |channel|newest board|the host")
"""Commands, buttons, and people or places of a game that goes on."""

FOUR = {"players": ["ana", "bo", "cy", "di"]}
POD = {"do": "open", "table": "free-for-all", "variant": "esclave", **FOUR}
DUEL = {"do": "open", "game": "magicjoust", "players": ["ana", "bo"], "first": "ana"}
SOURCES = [{"controller": "bo", "object": "Bolt", "owner": "bo"}]
LOST = {"do": "defeat", "loser": "ana", "cause": "life", "sources": SOURCES}
CHOOSING = {**LOST, "cause": "library", "sources": []}


def concede(*players: str) -> list[Line]:
    return [{"do": "concede", "player": player} for player in players]


BEGINNINGS: Mapping[str, Sequence[Line]] = {
    "nothing": [],
    "begun": [POD],
    "served": [POD, LOST],
    "waiting": [{**POD, "options": {"choose_master": True}}, CHOOSING],
    "subgame": [POD, {"do": "subgame", "card": "shahrazad"}],
    "over": [POD, *concede("ana", "bo", "cy")],
    "drawn": [POD, {"do": "draw"}],
    "respawn": [{**POD, "variant": "respawn"}],
    "closed": [{**POD, "variant": "respawn"}, {"do": "close"}],
    "substituted": [POD, {"do": "substitute", "player": "ana", "by": "eve"}],
    "conceding": [POD, LOST, {**LOST, "loser": "cy"}, *concede("bo")],
    "duel": [DUEL],
    "duel over": [DUEL, *concede("ana")],
    "duel closed": [DUEL, {"do": "close"}],
}

NEXT: Sequence[Line] = [
    POD,
    {**POD, "players": ["ana", "bo"]},
    {**POD, "players": []},
    {**POD, "players": ["ana", "ana", "bo", "cy"]},
    {**POD, "players": [f"p{number}" for number in range(40)]},
    {**POD, "variant": "elimination", "table": "emperor"},
    {**POD, "variant": "elimination", "table": "two-headed-giant", "players": ["ana", "bo", "cy"]},
    {**POD, "variant": "elimination", "table": "pentagon"},
    {**POD, "table": "emperor"},
    {**POD, "variant": "elimination", "scoring": "lotus"},
    {**POD, "variant": "elimination", "options": {"choose_master": True}},
    DUEL,
    LOST,
    CHOOSING,
    {**LOST, "loser": "zed"},
    {**LOST, "sources": [*SOURCES, *SOURCES]},
    {**LOST, "sources": []},
    {"do": "defeats", "at_once": []},
    *({"do": "choose", "by": by, "player": player} for by in ("ana", "bo") for player in ("cy", None)),
    *({"do": "win", "player": player, "means": "combo"} for player in ("ana", "zed")),
    *({"do": do, "player": player} for do in ("concede", "join") for player in ("ana", "eve", "zed")),
    *({"do": "substitute", "player": "ana", "by": by} for by in ("bo", "fay", "ana")),
    {"do": "restart", "by": "ana"},
    {"do": "subgame", "card": "shahrazad"},
    {"do": "deck", "player": "zed", "commanders": ["Krenko"]},
    *({"do": do} for do in ("draw", "turn", "undo", "close", "end", "crucible")),
    {"do": "attack", "rolls": [1, 2]},
    {"do": "wear", "roll": 3},
    {"do": "use", "card": 1},
]


def tell(lines: Sequence[Line], locale: Locale) -> str:
    """Return what is wrong with a transcript; empty if nothing is."""
    try:
        replay_game_transcript([json.dumps(line) for line in lines], load_translations(locale))
    except TranscriptError as mistake:
        return str(mistake)
    return ""


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_mistakes_name_nothing_that_only_a_table_can_do(beginning: str, locale: Locale) -> None:
    begun = BEGINNINGS[beginning]
    assert tell(begun, locale) == "" or not begun
    told = [tell([*begun, line, *more], locale) for line in NEXT for more in ([], [line])]
    assert any(told)
    assert [each for each in told if LIVE.search(each)] == []


def test_too_few_players_of_a_transcript_are_counted_as_they_are_named() -> None:
    assert tell([{**POD, "players": ["ana", "bo"]}], "en") == (
        "Esclave: 4 players are needed, and only 2 are named. Name everybody who played, or another variant."
    )
