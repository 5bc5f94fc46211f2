"""Interactions as another client than Discord's own could send them, past all that it checks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import simcord
from simcord import InteractionResult, MemberActor
from simcord.backend import serializers

Json = dict[str, Any]

Shown = discord.Message | simcord.ResponseMessage
COMMAND, PRESS, TYPING, SUBMIT = 2, 3, 4, 5  # kinds of interactions
ROW, BUTTON, MENU, INPUT = 1, 2, 3, 4  # kinds of components
SUBCOMMAND, STRING, INTEGER, BOOLEAN, USER = 1, 3, 4, 5, 6  # kinds of options


def commands(env: simcord.Env) -> dict[str, Json]:
    """Every command that can be called, by its whole name, as Discord was told of it.

    Those of all servers, and those of the modules that some server has switched on.
    """
    told = {r.path: r.json for r in env.http_requests if r.path.endswith("/commands")}
    return {name: each for some in told.values() for name, each in _leaves(_read_list(some))}


def _read_list(told: object) -> list[Json]:
    assert isinstance(told, list)
    return told


def _leaves(told: Sequence[Json], prefix: str = "") -> Iterator[tuple[str, Json]]:
    for each in told:
        name, inner = prefix + each["name"], each.get("options", [])
        if any(option["type"] == SUBCOMMAND for option in inner):
            yield from _leaves(inner, f"{name} ")
        else:
            yield name, each


async def command(
    who: MemberActor, channel: simcord.ChannelHandle, name: str, /, **options: object
) -> InteractionResult:
    """A command, also one that they are not shown, with any options, of which some are members."""
    given = [_option(option, value) for option, value in options.items()]
    members = [value for value in options.values() if isinstance(value, MemberActor)]
    data = {**_command(name, given), "resolved": _resolve(members)}
    return await who._dispatch_interaction(COMMAND, channel, data)


async def typing(
    who: MemberActor, channel: simcord.ChannelHandle, name: str, option: str, value: object, **filled: object
) -> InteractionResult:
    """They type in an option of a command; others are filled in already."""
    given = [{**_option(option, value), "focused": True}]
    given += [_option(name, value) for name, value in filled.items()]
    return await who._dispatch_interaction(TYPING, channel, _command(name, given))


async def press(
    who: MemberActor, channel: simcord.ChannelHandle, on: Shown, custom_id: str, *values: object
) -> InteractionResult:
    """A press, or with `values` a pick, on a message that may never have had such a component."""
    data: Json = {"custom_id": custom_id, "component_type": MENU if values else BUTTON}
    if values:
        data["values"] = list(values)
    return await who._dispatch_interaction(PRESS, channel, data, **_upon(who, on))


async def submit(
    who: MemberActor, channel: simcord.ChannelHandle, on: Shown, custom_id: str, texts: Mapping[str, object]
) -> InteractionResult:
    """A modal is sent, whether they were shown it or not."""
    inputs = [{"type": INPUT, "custom_id": name, "value": value} for name, value in texts.items()]
    data = {"custom_id": custom_id, "components": [{"type": ROW, "components": inputs}]}
    return await who._dispatch_interaction(SUBMIT, channel, data, **_upon(who, on))


def _upon(who: MemberActor, on: Shown) -> Json:
    """The message that something was pressed on."""
    backend = who._env.backend
    place = on.channel.id if isinstance(on, discord.Message) else on.channel_id
    message = serializers.message_payload(backend, backend.get_message(place, on.id))
    return {"extra": {"message": dict(message)}, "source_message_id": on.id}


def _command(name: str, given: list[Json]) -> Json:
    base, *inner = [name] if name[0].isupper() else name.split()
    if inner:
        given = [{"name": inner[0], "type": SUBCOMMAND, "options": given}]
    return {"id": "0", "name": base, "type": 1, "options": given}


def _option(name: str, value: object) -> Json:
    if isinstance(value, MemberActor):
        return {"name": name, "type": USER, "value": str(value.id)}
    kind = {bool: BOOLEAN, int: INTEGER}.get(type(value), STRING)
    return {"name": name, "type": kind, "value": value}


def _resolve(members: Sequence[MemberActor]) -> Json:
    """What Discord tells of the members that options name."""
    users = {str(each.id): dict(serializers.user_payload(each._env.backend.get_user(each.id))) for each in members}
    return {"users": users}
