"""A parser of interactions that reads whatever Discord sends, as far as it can be answered.

discord.py expects every field of Discord's present form. An interaction with a missing or an empty
field would be dropped like any unreadable event, and its author would wait in vain.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import InteractionType

log = logging.getLogger(__name__)

Payload = dict[str, Any]

FIELD_DEFAULTS: Mapping[str, Any] = {"version": 1, "attachment_size_limit": 0}
"""Fields without which discord.py reads no interaction."""

DATA_DEFAULTS: Mapping[int, Mapping[str, Any]] = {
    InteractionType.application_command.value: {"name": "", "options": []},
    InteractionType.autocomplete.value: {"name": "", "options": []},
    InteractionType.component.value: {"custom_id": "", "component_type": 2},
    InteractionType.modal_submit.value: {"custom_id": "", "components": []},
}
"""Fields of the `data` of each type of interaction without which discord.py does not read it."""

REQUIRED_FIELDS = ("id", "token", "type")
"""Fields without which no interaction can be answered."""

ESSENTIAL_FIELDS = (*REQUIRED_FIELDS, "locale", "guild_id", "guild_locale", "channel_id", "channel")
"""Fields that are kept of an interaction that is unreadable as a whole."""


def install(state: Any, receive: Callable[[Payload, Callable[[], None]], None]) -> None:
    """Make a client's connection state pass each interaction to `receive`, with its parser."""
    plain = state.parsers["INTERACTION_CREATE"]

    def pass_on(payload: Payload) -> None:
        own = {**payload, "application_id": f"{state.application_id}"}
        receive(payload, lambda: parse(plain, own))

    state.parsers["INTERACTION_CREATE"] = pass_on


def parse(plain: Callable[[Payload], None], payload: Payload) -> None:
    """Parse an interaction with discord.py's `plain` parser, without the parts that it cannot read.

    For an interaction that cannot be answered, the errors of `plain` are raised.
    """
    for kept in (payload.keys(), ESSENTIAL_FIELDS):
        part = {name: payload[name] for name in (*kept, "application_id") if name in payload}
        try:
            return plain(make_readable(part))
        except Exception as error:
            log.error("an interaction is not what discord.py expects: %s", type(error).__name__)
    part = {name: payload[name] for name in (*REQUIRED_FIELDS, "application_id")}
    return plain(make_readable(part))


def make_readable(payload: Payload) -> Payload:
    """Return an interaction without empty fields, and with those that discord.py needs."""
    readable = {**FIELD_DEFAULTS, **_drop_empty(payload)}
    data = readable.get("data")
    kept = _drop_empty(data) if isinstance(data, dict) else {}
    readable["data"] = {**DATA_DEFAULTS.get(readable["type"], {}), **kept}
    if "channel" not in readable and "channel_id" in readable:
        readable["channel"] = {"id": readable["channel_id"]}  # it is looked up in the cache
    return readable


def _drop_empty(payload: Payload) -> Payload:
    return {name: value for name, value in payload.items() if value is not None}


def was_stripped(interaction: discord.Interaction[Any]) -> bool:
    """Return whether not even the author of an interaction is readable."""
    return interaction.user is discord.utils.MISSING
