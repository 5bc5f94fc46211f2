"""Encode and decode events: a row holds the type, the schema version, and the payload as JSON.

An event is written in the newest schema of its type, and read in any. To change an event, change
its struct and add an upcaster from the schema before; old rows stay as they are.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from bot.rulebooks import EVENTS, GameEvent

Payload = dict[str, Any]
"""The JSON object of an event, with its type under `type`."""


class UndecodableEvent(ValueError):
    """An error that an event's row cannot be decoded; the message says why."""


class EncodedEvent(NamedTuple):
    """An event as a row holds it: type, schema version and JSON payload."""

    type: str
    schema: int
    payload: str


def _upcast_report_to_list(payload: Payload) -> Payload:
    """Turn the single `report` into a list: simultaneous defeats became one event (ESC-D3)."""
    report = payload.pop("report")
    return {**payload, "reports": [report]}


def _upcast_without_secret(payload: Payload) -> Payload:
    """Return the payload unchanged: older events had no `secret` of the draw."""
    return payload


def _upcast_without_reason(payload: Payload) -> Payload:
    """Return the payload unchanged: older events had no `reason` for an undo."""
    return payload


def _upcast_add_heirs(payload: Payload) -> Payload:
    """Add the `heirs`, who took their masters' places; older events only had the moves.

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


def _upcast_add_heirs_to_removal(payload: Payload) -> Payload:
    """Add heirs to an override that removes a player: only a removal leaves a place to take."""
    return _upcast_add_heirs(payload) if payload["override"] == "remove" else payload


def _upcast_add_heirs_to_correction(payload: Payload) -> Payload:
    """Add heirs to the events that a correction holds."""
    story = [_WITH_HEIRS.get(each["type"], _upcast_unchanged)(each) for each in payload["story"]]
    return {**payload, "story": story}


def _upcast_without_replaced_events(payload: Payload) -> Payload:
    """Return the payload unchanged: older corrections lacked the events that they replaced."""
    return payload


def _upcast_unchanged(payload: Payload) -> Payload:
    """Return the payload unchanged: this type of event has the same schema."""
    return payload


def _upcast_without_kept_seats(payload: Payload) -> Payload:
    """Return the payload unchanged: older rematches seated their players, and `kept` no seats.

    Their `setup` had no time for disputing a result.
    """
    return payload


def _upcast_without_claim(payload: Payload) -> Payload:
    """Return the payload unchanged: only some reports of older games had a `claim`.

    Claims that exist keep their meaning: see `ReportClaim`.
    """
    return payload


def _upcast_without_draw(payload: Payload) -> Payload:
    """Return the payload unchanged: older draws depended on the secret and player count alone.

    Newer draws are bound to a `draw`, to a tag of each player, and to the texts that they
    contribute.
    """
    return payload


def _upcast_without_cards(payload: Payload) -> Payload:
    """Return the payload unchanged: older decks had no cards or names, and lobbies no `decks`."""
    return payload


def _upcast_without_undone_version(payload: Payload) -> Payload:
    """Return the payload unchanged: older undos lacked the `version` of the undone step.

    They took back the last step, so no later ones stayed.
    """
    return payload


def _upcast_without_bracket(payload: Payload) -> Payload:
    """Return the payload unchanged: in older events, tables did not agree on a bracket."""
    return payload


def _upcast_without_poll(payload: Payload) -> Payload:
    """Return the payload unchanged: in older events, no plan was a poll."""
    return payload


def _upcast_without_season_gate(payload: Payload) -> Payload:
    """Return the payload unchanged: older events had no `passed` for the season gate."""
    return payload


def _upcast_without_object_card(payload: Payload) -> Payload:
    """Return the payload unchanged: objects of older reports had no `card`."""
    return payload


def _upcast_without_night(payload: Payload) -> Payload:
    """Return the payload unchanged: older plans were for one pod, and nobody had a `tag`."""
    return payload


def _upcast_without_bringer(payload: Payload) -> Payload:
    """Return the payload unchanged: in older nights, nobody was `brought_by` a member."""
    return payload


def _upcast_without_former_ids(payload: Payload) -> Payload:
    """Return the payload unchanged: nobody had another id in earlier nights."""
    return payload


_WITH_HEIRS: Mapping[str, Callable[[Payload], Payload]] = {
    "defeated": _upcast_add_heirs,
    "conceded": _upcast_add_heirs,
    "chose": _upcast_add_heirs,
    "overruled": _upcast_add_heirs_to_removal,
}

UPCASTERS: Mapping[tuple[str, int], Callable[[Payload], Payload]] = {
    ("defeated", 1): _upcast_report_to_list,
    ("defeated", 2): _upcast_add_heirs,
    ("conceded", 1): _upcast_add_heirs,
    ("chose", 1): _upcast_add_heirs,
    ("overruled", 1): _upcast_add_heirs_to_removal,
    ("corrected", 1): _upcast_add_heirs_to_correction,
    ("opened", 1): _upcast_without_secret,
    ("opened", 2): _upcast_without_kept_seats,
    ("undone", 1): _upcast_without_reason,
    ("undone", 3): _upcast_without_undone_version,
    ("defeated", 3): _upcast_without_claim,
    ("conceded", 2): _upcast_without_claim,
    ("chose", 2): _upcast_without_claim,
    ("won", 1): _upcast_without_claim,
    ("drew", 1): _upcast_without_claim,
    ("closed", 1): _upcast_without_claim,
    ("overruled", 2): _upcast_without_claim,
    ("corrected", 2): _upcast_without_claim,
    ("corrected", 3): _upcast_without_replaced_events,
    ("confirmed", 1): _upcast_without_claim,
    ("opened", 3): _upcast_without_draw,
    ("joined", 1): _upcast_without_draw,
    ("corrected", 4): _upcast_without_draw,
    **dict.fromkeys(
        (
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
        ),
        _upcast_without_season_gate,
    ),
    **dict.fromkeys(
        (("opened", 4), ("entered", 2), ("corrected", 6), ("deck-named", 1)), _upcast_without_cards
    ),
    **dict.fromkeys(
        (("opened", 5), ("entered", 3), ("corrected", 7), ("plan-made", 1)),
        _upcast_without_bracket,
    ),
    **dict.fromkeys((("plan-made", 2), ("signed-up", 1)), _upcast_without_night),
    ("plan-made", 3): _upcast_without_poll,
    ("night-added", 1): _upcast_without_bringer,
    ("round-seated", 1): _upcast_without_former_ids,
    ("defeated", 4): _upcast_without_object_card,
    ("corrected", 8): _upcast_without_object_card,
}
"""Upcasters to the next schema, by event type and old schema.

A `corrected` event holds others in their newest schema: a change of those changes it, too. So does
`moment-chosen` with a `plan-made`.
"""

_STRUCTS_BY_TYPE: Mapping[str, type[GameEvent]] = {
    str(struct.__struct_config__.tag): struct for struct in EVENTS
}
_DECODERS = {name: msgspec.json.Decoder(struct) for name, struct in _STRUCTS_BY_TYPE.items()}
_NEWEST_SCHEMAS = {
    name: max((schema + 1 for known, schema in UPCASTERS if known == name), default=1)
    for name in _STRUCTS_BY_TYPE
}


def encode_event(event: GameEvent) -> EncodedEvent:
    """Encode an event in the newest schema of its type."""
    name = str(event.__struct_config__.tag)
    return EncodedEvent(name, _NEWEST_SCHEMAS[name], msgspec.json.encode(event).decode())


def decode_event(event_type: str, schema_version: int, payload: str) -> GameEvent:
    """Decode an event of any schema version. Raises `UndecodableEvent`."""
    newest = _NEWEST_SCHEMAS.get(event_type)
    if newest is None:
        raise UndecodableEvent(f"no event is called {event_type!r}")
    if schema_version > newest:
        raise UndecodableEvent(
            f"schema {schema_version} of {event_type!r} is newer than {newest}, the last one known"
        )
    try:
        if schema_version == newest:
            return _DECODERS[event_type].decode(payload)
        return msgspec.convert(
            _upcast_payload(event_type, schema_version, payload), _STRUCTS_BY_TYPE[event_type]
        )
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise UndecodableEvent(
            f"not a {event_type!r} of schema {schema_version}: {error}"
        ) from error


def _upcast_payload(event_type: str, schema_version: int, payload: str) -> Payload:
    upgraded = msgspec.json.decode(payload, type=Payload)
    for step in range(schema_version, _NEWEST_SCHEMAS[event_type]):
        upgraded = UPCASTERS[event_type, step](upgraded)
    return upgraded
