"""Encode and decode events: a row holds the type, the schema version, and the payload as JSON.

An event is written in the newest schema of its type, and read in any. To change an event, change its struct and add an
upcaster from the schema before; old rows stay as they are.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from bot.rulebooks import EVENTS, GameEvent

Payload = dict[str, Any]
"""The JSON object of an event, with its type under `type`."""


class UndecodableEventError(ValueError):
    """The error that an event in a database row cannot be decoded; the message tells the reason."""


class EncodedEvent(NamedTuple):
    """An event encoded for a database row: type, schema version and JSON."""

    type: str
    schema: int
    payload: str


def _convert_single_report_to_list(event_payload: Payload) -> Payload:
    """Convert an old event's single `report` to a list of reports."""
    report = event_payload.pop("report")
    return {**event_payload, "reports": [report]}


def _upgrade_old_defeat_event(event_payload: Payload) -> Payload:
    """Add the field `heirs` to an old defeat event: the players who took the places of defeated masters.

    All others who moved as masters were set free (NEC-11), or got or lost a point (RSP-3).
    """
    outcome = event_payload.get("outcome", {})
    others = set()
    for verdict in outcome.get("verdicts", ()):
        if verdict["rule"] == "NEC-11" or verdict["becomes"] == "rejoins":
            others |= {verdict["loser"], verdict["responsible"]}
    moves = outcome.get("moves", ())
    masters = [move["player"] for move in moves if move.get("status", "master") == "master"]
    heirs = [player for player in masters if player not in others]
    return {**event_payload, "outcome": {**outcome, "heirs": heirs}} if heirs else event_payload


def _upgrade_old_removal_event(event_payload: Payload) -> Payload:
    return _upgrade_old_defeat_event(event_payload) if event_payload["override"] == "remove" else event_payload


def _upgrade_old_correction_event(event_payload: Payload) -> Payload:
    """Add the field `heirs` to each defeat event in an old correction event."""
    story = [_WITH_HEIRS.get(each["type"], _return_unchanged_payload)(each) for each in event_payload["story"]]
    return {**event_payload, "story": story}


def _return_unchanged_payload(event_payload: Payload) -> Payload:
    return event_payload


_WITH_HEIRS: Mapping[str, Callable[[Payload], Payload]] = {
    "defeated": _upgrade_old_defeat_event,
    "conceded": _upgrade_old_defeat_event,
    "chose": _upgrade_old_defeat_event,
    "overruled": _upgrade_old_removal_event,
}

UPCASTERS: Mapping[tuple[str, int], Callable[[Payload], Payload]] = {
    ("defeated", 1): _convert_single_report_to_list,
    ("defeated", 2): _upgrade_old_defeat_event,
    ("conceded", 1): _upgrade_old_defeat_event,
    ("chose", 1): _upgrade_old_defeat_event,
    ("overruled", 1): _upgrade_old_removal_event,
    ("corrected", 1): _upgrade_old_correction_event,
    # These schemas only lack fields that have defaults today.
    **dict.fromkeys(
        (
            # no secret of a random draw
            ("opened", 1),
            # no seats kept from an earlier pod
            ("opened", 2),
            # no reason, and no version of the undone event
            ("undone", 1),
            ("undone", 3),
            # no confirmation rule
            ("defeated", 3),
            ("conceded", 2),
            ("chose", 2),
            ("won", 1),
            ("drew", 1),
            ("closed", 1),
            ("overruled", 2),
            ("corrected", 2),
            ("confirmed", 1),
            # no events that the correction replaced
            ("corrected", 3),
            # No published hash of the draw: such a seating depended on a secret and the number of players alone. Newer
            # ones are bound to a `draw`, to a tag of each player, and to the texts that they contribute.
            ("opened", 3),
            ("joined", 1),
            ("corrected", 4),
            # no changes of ended seasons to which a moderator agreed
            ("balanced", 1),
            ("chose", 3),
            ("closed", 2),
            ("conceded", 3),
            ("confirmed", 2),
            ("corrected", 5),
            ("disputed", 1),
            ("entered", 1),
            ("kept", 1),
            ("left", 1),
            ("overruled", 3),
            ("started", 1),
            ("undone", 2),
            ("duel-changed", 1),
            ("duel-closed", 1),
            ("duel-conceded", 1),
            ("duel-disputed", 1),
            ("duel-left", 1),
            ("duel-started", 1),
            ("duel-undone", 1),
            ("duel-upheld", 1),
            ("plan-cancelled", 1),
            ("deck-named", 2),
            # no cards of a deck
            ("opened", 4),
            ("entered", 2),
            ("corrected", 6),
            ("deck-named", 1),
            # no Commander bracket
            ("opened", 5),
            ("entered", 3),
            ("corrected", 7),
            ("plan-made", 1),
            # no game night
            ("plan-made", 2),
            ("signed-up", 1),
            # no poll about the date
            ("plan-made", 3),
            # no member who brought a guest
            ("night-added", 1),
            # no former ids of players
            ("round-seated", 1),
            # no card as the cause of a defeat
            ("defeated", 4),
            ("corrected", 8),
        ),
        _return_unchanged_payload,
    ),
}
"""Upcasters to the next schema, by event type and old schema.

A `corrected` event holds others in their newest schema: a change of those changes it, too. So does
`moment-chosen` with a `plan-made`.
"""

_STRUCTS_BY_TYPE: Mapping[str, type[GameEvent]] = {str(struct.__struct_config__.tag): struct for struct in EVENTS}
_DECODERS = {name: msgspec.json.Decoder(struct) for name, struct in _STRUCTS_BY_TYPE.items()}
_NEWEST_SCHEMAS = {
    name: max((schema + 1 for known, schema in UPCASTERS if known == name), default=1) for name in _STRUCTS_BY_TYPE
}
_NAMES_AND_SCHEMAS = {struct: (name, _NEWEST_SCHEMAS[name]) for name, struct in _STRUCTS_BY_TYPE.items()}
_encode_as_json = msgspec.json.Encoder().encode


def encode_event_as_json(event: GameEvent) -> EncodedEvent:
    """Encode an event in the newest schema of its type."""
    name, schema = _NAMES_AND_SCHEMAS[type(event)]
    return EncodedEvent(name, schema, _encode_as_json(event).decode())


def decode_event_of_any_schema(event_type: str, schema_version: int, payload: str) -> GameEvent:
    """Decode an event of any schema version. Raises `UndecodableEventError`."""
    newest = _NEWEST_SCHEMAS.get(event_type)
    if newest is None:
        raise UndecodableEventError(f"no event is called {event_type!r}")
    if schema_version > newest:
        raise UndecodableEventError(
            f"schema {schema_version} of {event_type!r} is newer than {newest}, the last one known"
        )
    try:
        if schema_version == newest:
            return _DECODERS[event_type].decode(payload)
        return msgspec.convert(
            _upgrade_stored_event_payload(event_type, schema_version, payload), _STRUCTS_BY_TYPE[event_type]
        )
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise UndecodableEventError(f"not a {event_type!r} of schema {schema_version}: {error}") from error


def _upgrade_stored_event_payload(event_type: str, schema_version: int, payload: str) -> Payload:
    upgraded = msgspec.json.decode(payload, type=Payload)
    for step in range(schema_version, _NEWEST_SCHEMAS[event_type]):
        upgraded = UPCASTERS[event_type, step](upgraded)
    return upgraded
