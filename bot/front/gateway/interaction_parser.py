"""A parser of interactions that reads as much of Discord's payload as an answer needs.

discord.py expects every field of Discord's present form. An interaction with a missing or an empty field would be
dropped like any unreadable event, and its author would wait in vain.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord import InteractionType

from bot.front.interaction.inputs import is_discord_id

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


SERVER_FIELDS = ("guild_id", "guild", "guild_locale", "member")
"""Fields that tell of the server from which an interaction comes."""

_DIRECT_MESSAGES = 1
"""Discord's number for a channel of direct messages."""

_SERVER_OF_ORIGIN = "server of origin"
"""The field of `data` with the id of a server of which an interaction tells nothing else."""


def replace_client_interaction_parser(
    connection_state: Any, receive_interaction: Callable[[Payload, Callable[[], None]], None]
) -> None:
    """Let discord.py pass new interactions to `receive_interaction` as raw data."""
    plain = connection_state.parsers["INTERACTION_CREATE"]

    def receive_interaction_payload(payload: Payload) -> None:
        known = remove_server_fields_if_bot_absent(payload)

        def parse_and_answer() -> None:
            parse_interaction_leniently(plain, {**known, "application_id": f"{connection_state.application_id}"})

        receive_interaction(known, parse_and_answer)

    connection_state.parsers["INTERACTION_CREATE"] = receive_interaction_payload


def parse_interaction_leniently(default_parser: Callable[[Payload], None], payload: Payload) -> None:
    """Let discord.py parse an interaction without its unreadable fields.

    If the interaction cannot be answered, the errors of `default_parser` are raised.
    """
    essential = {name: payload[name] for name in (*ESSENTIAL_FIELDS, "application_id") if name in payload}
    for part in (payload, essential):
        try:
            return default_parser(fill_missing_interaction_fields(part))
        except Exception as error:
            log.error("an interaction is not what discord.py expects: %s", type(error).__name__)
    part = {name: payload[name] for name in (*REQUIRED_FIELDS, "application_id")}
    return default_parser(fill_missing_interaction_fields(part))


def remove_server_fields_if_bot_absent(interaction_payload: Payload) -> Payload:
    """Return an interaction without its server, if the bot is not a member there.

    The interaction then looks like one in direct messages, so that nothing reads or stores anything about the server.
    """
    owners = interaction_payload.get("authorizing_integration_owners")
    server = interaction_payload.get("guild_id")
    is_installed_by_user_alone = isinstance(owners, dict) and "1" in owners and "0" not in owners
    if not is_installed_by_user_alone or not isinstance(server, str):
        return interaction_payload
    kept = {name: value for name, value in interaction_payload.items() if name not in SERVER_FIELDS}
    member = interaction_payload.get("member")
    if isinstance(member, dict) and "user" in member:
        kept["user"] = member["user"]
    kept["channel"] = {"id": interaction_payload.get("channel_id"), "type": _DIRECT_MESSAGES}
    data = interaction_payload.get("data")
    kept["data"] = {**(data if isinstance(data, dict) else {}), _SERVER_OF_ORIGIN: server}
    return kept


def get_server_id_of_interaction(interaction: discord.Interaction[Any]) -> int | None:
    """Return the id of an interaction's server, even without the bot; None without a server."""
    return interaction.guild_id or find_server_id_in_payload({"data": interaction.data})


def find_server_id_in_payload(interaction_payload: Mapping[str, Any]) -> int | None:
    """Return the id of the server in an interaction's raw data; None without one."""
    data = interaction_payload.get("data")
    removed = data.get(_SERVER_OF_ORIGIN) if isinstance(data, dict) else None
    server = f"{interaction_payload.get('guild_id') or removed or ''}"
    return int(server) if is_discord_id(server) else None


def fill_missing_interaction_fields(payload: Payload) -> Payload:
    """Return the raw data of an interaction with all fields that discord.py needs."""
    readable = {**FIELD_DEFAULTS, **_drop_null_fields(payload)}
    data = readable.get("data")
    kept = _drop_null_fields(data) if isinstance(data, dict) else {}
    readable["data"] = {**DATA_DEFAULTS.get(readable["type"], {}), **kept}
    if "channel" not in readable and "channel_id" in readable:
        readable["channel"] = {"id": readable["channel_id"]}  # it is looked up in the cache
    return readable


def _drop_null_fields(payload: Payload) -> Payload:
    return {name: value for name, value in payload.items() if value is not None}


def is_interaction_user_missing(interaction: discord.Interaction[Any]) -> bool:
    return interaction.user is discord.utils.MISSING
