"""Events ↔ what a row keeps of them: a type, the schema of its payload, and the payload as JSON.

An event is written in the newest schema of its type and read in any. To change what an event
holds, change its struct and add an upcaster from the schema before: old rows stay as they are.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from bot.rulebooks import EVENTS, GameEvent

Payload = dict[str, Any]
"""The JSON object of an event, with its type under `type`."""


class Undecodable(ValueError):
    """A row that is no event: the message says why."""


class Encoded(NamedTuple):
    """What a row keeps of an event."""

    type: str
    schema: int
    payload: str


def _turn_report_into_several(payload: Payload) -> Payload:
    """Defeats of one moment became one event (ESC-D3), which had held a single `report`."""
    report = payload.pop("report")
    return {**payload, "reports": [report]}


def _add_secret(payload: Payload) -> Payload:
    """Seats had come from chance that left no trace; since then a `secret` is kept."""
    return payload


def _add_reason(payload: Payload) -> Payload:
    """Nobody said why a step was taken back; since then a moderator's `reason` is kept."""
    return payload


def _add_heirs(payload: Payload) -> Payload:
    """Who took their master's place was told by the moves alone; since then `heirs` are named.

    All others who moved as masters were set free (NEC-11), or got or lost a point (RSP-3).
    """
    outcome = payload.get("outcome", {})
    others = set()
    for verdict in outcome.get("verdicts", ()):
        if verdict["rule"] == "NEC-11" or verdict["becomes"] == "rejoins":
            others |= {verdict["loser"], verdict["responsible"]}
    moves = outcome.get("moves", ())
    masters = [move["player"] for move in moves if move.get("status", "master") == "master"]
    heirs = [player for player in masters if player not in others]
    return {**payload, "outcome": {**outcome, "heirs": heirs}} if heirs else payload


def _add_heirs_to_decision(payload: Payload) -> Payload:
    """Of what moderators decide only a removal leaves a place to take."""
    return _add_heirs(payload) if payload["override"] == "remove" else payload


def _add_heirs_to_story(payload: Payload) -> Payload:
    """The events that a correction holds name heirs too."""
    story = [_WITH_HEIRS.get(each["type"], _keep)(each) for each in payload["story"]]
    return {**payload, "story": story}


def _add_what_was(payload: Payload) -> Payload:
    """What a correction changed was told by its place; since then it holds what stood there."""
    return payload


def _keep(payload: Payload) -> Payload:
    """Events of this type have not changed."""
    return payload


def _without_kept_seats(payload: Payload) -> Payload:
    """Whom a rematch named sat down by that; since then a seat is `kept` until they take it.

    Its `setup` says for how long a result can be disputed, which no result could be for any time.
    """
    return payload


def _counting_at_once(payload: Payload) -> Payload:
    """Only some reports had a `claim`, and only of some games; nobody had to press for any.

    Who decided stood beside the event alone. What was claimed keeps its meaning: see `Claim`.
    """
    return payload


def _bound_to_one_secret(payload: Payload) -> Payload:
    """A draw came from the secret and the number of players alone; some still do.

    Since then it is bound to a `draw`, to a tag of everybody who sits, and to the words they add.
    """
    return payload


_WITH_HEIRS: Mapping[str, Callable[[Payload], Payload]] = {
    "defeated": _add_heirs,
    "conceded": _add_heirs,
    "chose": _add_heirs,
    "overruled": _add_heirs_to_decision,
}

UPCASTERS: Mapping[tuple[str, int], Callable[[Payload], Payload]] = {
    ("defeated", 1): _turn_report_into_several,
    ("defeated", 2): _add_heirs,
    ("conceded", 1): _add_heirs,
    ("chose", 1): _add_heirs,
    ("overruled", 1): _add_heirs_to_decision,
    ("corrected", 1): _add_heirs_to_story,
    ("opened", 1): _add_secret,
    ("opened", 2): _without_kept_seats,
    ("undone", 1): _add_reason,
    ("defeated", 3): _counting_at_once,
    ("conceded", 2): _counting_at_once,
    ("chose", 2): _counting_at_once,
    ("won", 1): _counting_at_once,
    ("drew", 1): _counting_at_once,
    ("closed", 1): _counting_at_once,
    ("overruled", 2): _counting_at_once,
    ("corrected", 2): _counting_at_once,
    ("corrected", 3): _add_what_was,
    ("confirmed", 1): _counting_at_once,
    ("opened", 3): _bound_to_one_secret,
    ("joined", 1): _bound_to_one_secret,
    ("corrected", 4): _bound_to_one_secret,
}
"""For a type and an old schema of it: the function that gives the payload in the next schema.

A `corrected` holds other events in their newest schema: what changes one of those changes it too.
"""

_STRUCTS: Mapping[str, type[GameEvent]] = {
    str(struct.__struct_config__.tag): struct for struct in EVENTS
}
_DECODERS = {name: msgspec.json.Decoder(struct) for name, struct in _STRUCTS.items()}
_NEWEST = {
    name: max((schema + 1 for known, schema in UPCASTERS if known == name), default=1)
    for name in _STRUCTS
}


def encode(event: GameEvent) -> Encoded:
    """What a row keeps of `event`, in the newest schema of its type."""
    name = str(event.__struct_config__.tag)
    return Encoded(name, _NEWEST[name], msgspec.json.encode(event).decode())


def decode(name: str, schema: int, payload: str) -> GameEvent:
    """The event that a row keeps, whatever its schema. Raises `Undecodable`."""
    newest = _NEWEST.get(name)
    if newest is None:
        raise Undecodable(f"no event is called {name!r}")
    if schema > newest:
        raise Undecodable(f"schema {schema} of {name!r} is newer than {newest}, the last one known")
    try:
        if schema == newest:
            return _DECODERS[name].decode(payload)
        return msgspec.convert(_upgrade(name, schema, payload), _STRUCTS[name])
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise Undecodable(f"not a {name!r} of schema {schema}: {error}") from error


def _upgrade(name: str, schema: int, payload: str) -> Payload:
    upgraded = msgspec.json.decode(payload, type=Payload)
    for step in range(schema, _NEWEST[name]):
        upgraded = UPCASTERS[name, step](upgraded)
    return upgraded
