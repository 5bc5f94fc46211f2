"""What stood for somebody in draws, once they are forgotten: nobody shall find them by it.

A tag is a hash of an account, which the veil of its draw covers. Without the veil the seats can be
drawn again all the same, as they come from the tag.
"""

from collections.abc import Iterator
from typing import Any

import msgspec
from sqlalchemy import Connection, or_, select

from bot.rules.facts import Player
from bot.storage.engine.schema import events
from bot.storage.tables.open_games import match_player

VEIL = "veil"

_WITH_TAGS = ("opened", "joined", "worded")

Key = tuple[int, int, int]
"""A channel, a version, and a pod."""


def find_unveiled(
    player: Player, servers: set[int], connection: Connection
) -> Iterator[tuple[Key, str, str]]:
    """Yield events as they are and as they should be: without the veils of somebody's draws.

    Where somebody did not sit any more when the seats were drawn, what stood for them goes instead,
    so that the veil can go on covering the others.
    """
    started = _find_starts(player, connection)
    veils = set[str]()
    log = select(events.c.channel, events.c.version, events.c.pod, events.c.payload)
    theirs = log.where(events.c.type.in_(_WITH_TAGS), match_player(player))
    for channel, version, pod, before in connection.execute(theirs).all():
        if (channel, pod) in started:
            veils |= _find_veil(connection, channel, pod)
        elif (after := _drop_entry(before, player)) != before:
            yield (channel, version, pod), before, after
    if veils:
        # It is also in the draw before, which foretold it, and in one that handed it on.
        named = or_(*(events.c.payload.contains(veil) for veil in veils))
        for *key, before in connection.execute(log.where(events.c.guild.in_(servers), named)):
            after = msgspec.json.encode(_drop_veils(_read(before), veils)).decode()
            yield (key[0], key[1], key[2]), before, after


def _find_starts(player: Player, connection: Connection) -> set[tuple[int, int]]:
    """The pods in which somebody sat when the seats were drawn."""
    found = select(events.c.channel, events.c.pod)
    found = found.where(events.c.type == "started", match_player(player))
    return {(row.channel, row.pod) for row in connection.execute(found)}


def _find_veil(connection: Connection, channel: int, pod: int) -> set[str]:
    opened = select(events.c.payload).where(events.c.channel == channel, events.c.version == pod)
    payload = _read(connection.scalar(opened) or "{}")
    veil = payload.get("draw", {}).get("own", {}).get(VEIL)
    return set() if veil is None else {veil}


def _drop_entry(payload: str, player: Player) -> str:
    """An event without the tag of somebody, and without their word."""
    event = _read(payload)
    event.get("tags", {}).pop(player, None)
    if event.get("player") == player:
        event.pop("tag", None)
        event.pop("word", None)
    after = msgspec.json.encode(event).decode()
    return payload if event == _read(payload) else after


def _drop_veils(value: Any, veils: set[str]) -> Any:
    """A JSON value without these, however deep: a correction holds a whole story."""
    if isinstance(value, dict):
        return {
            name: _drop_veils(each, veils)
            for name, each in value.items()
            if name != VEIL or each not in veils
        }
    return [_drop_veils(each, veils) for each in value] if isinstance(value, list) else value


def _read(payload: str) -> dict[str, Any]:
    """The JSON object of an event; an empty one where it is none."""
    try:
        return msgspec.json.decode(payload, type=dict[str, Any])
    except msgspec.MsgspecError:
        return {}
