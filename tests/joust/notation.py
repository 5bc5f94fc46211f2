"""A short way to write what happens in a duel, and to read where it stands."""

from collections.abc import Iterable
from typing import Any

import msgspec

from bot.i18n import load_translations
from bot.transcripts import games

Line = dict[str, Any]

OPEN: Line = {"do": "open", "game": "magicjoust", "players": ["ana", "bo"], "first": "ana"}
CRUCIBLE: Line = {"do": "crucible"}
END: Line = {"do": "end"}
UNDO: Line = {"do": "undo"}
CLOSE: Line = {"do": "close"}


def opened(**more: Any) -> Line:
    """The first line; ana begins unless something else says who."""
    line = {key: value for key, value in OPEN.items() if key != "first" or "rolls" not in more}
    return {**line, **more}


def placed(family: str, zone: int | None) -> Line:
    return {"do": "singularity", "family": family, "zone": zone}


def card(name: str = "Kettle", cost: str = "", kind: str = "thing", **more: Any) -> Line:
    return {"name": name, "kind": kind, "cost": cost, **more}


def plan(name: str, points: int, cost: str = "", **more: Any) -> Line:
    return card(name, cost, "plan", points=points, **more)


def invoked(described: Line, **pay: Any) -> Line:
    line = {"do": "invoke", "card": described}
    return {**line, "pay": pay} if pay else line


def used(number: int, **pay: Any) -> Line:
    line = {"do": "use", "card": number}
    return {**line, "pay": pay} if pay else line


def worn(roll: int, bonus: int = 0) -> Line:
    return {"do": "wear", "roll": roll, "bonus": bonus}


def attacked(mine: int, theirs: int, *bonuses: int) -> Line:
    line: Line = {"do": "attack", "rolls": [mine, theirs]}
    return {**line, "bonuses": list(bonuses)} if bonuses else line


def changed(player: str, what: str, because: str = "Gust", **more: Any) -> Line:
    return {"do": "change", "player": player, "because": because, "what": what, **more}


def lying(player: str, *singularities: tuple[str, int]) -> list[Line]:
    """Changes that put singularities before a player."""
    return [changed(player, "add", family=family, zone=zone) for family, zone in singularities]


def conceded(player: str) -> Line:
    return {"do": "concede", "player": player}


def write(lines: Iterable[Line]) -> list[str]:
    return [msgspec.json.encode(line).decode() for line in lines]


def played(lines: Iterable[Line]) -> Line:
    """The document of the transcript that these lines make, as a reader of the JSON has it."""
    replayed = games.replay_game_transcript(write(lines), load_translations("en"))
    document: Line = msgspec.json.decode(msgspec.json.encode(replayed.document))
    return document


def of(document: Line, player: str) -> Line:
    """What lies open of one player's."""
    (found,) = (each for each in document["players"] if each["player"] == player)
    return dict(found)
