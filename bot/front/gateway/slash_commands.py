"""Slash commands as Discord knows them: their registration, and clickable mentions in texts."""

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.front.gateway.features import COMMANDS, MODULE_COMMANDS
from bot.front.interaction.command_declarations import iterate_slash_commands, render_full_command_name
from bot.i18n import DEFAULT, LOCALES, Locale, load_translations

if TYPE_CHECKING:  # its database driver is only there where several processes share a database
    from bot.cluster.store import PostgreSQLClusterStore

log = logging.getLogger(__name__)

MAX_REASON_LENGTH = 200
"""Characters of Discord's reason for a refusal that are logged."""

Tree = app_commands.CommandTree[Any]
Registered = list[app_commands.AppCommand]
RegisterCommands = Callable[[Tree], Awaitable[Registered]]


async def register_all_commands(tree: Tree) -> Registered:
    """Register all slash commands with Discord, and return them with the ids that Discord gave them."""
    return await tree.sync()


async def fetch_commands_after_failed_registration(tree: Tree, registration_error: Exception) -> Registered:
    """Fetch the slash commands that Discord has, after a failed registration.

    Raises `registration_error` if a current command is missing at Discord.
    """
    known = await tree.fetch_commands()
    if not _list_command_names(tree) <= {command.name for command in known}:
        raise registration_error
    said = " ".join(f"{registration_error}".split())[:MAX_REASON_LENGTH]
    log.error("Discord refused the commands, and keeps those it has: %s", said)
    return known


def _list_command_names(command_tree: Tree) -> set[str]:
    return {command.name for command in command_tree.get_commands()}


def build_slash_command_registrar(cluster_store: "PostgreSQLClusterStore") -> RegisterCommands:
    """Return a function that registers the slash commands with Discord if they have changed.

    If several processes start together, one registers the commands and all learn the ids.
    """
    return partial(_register_slash_commands_if_changed, cluster_store)


async def _register_slash_commands_if_changed(
    cluster_store: "PostgreSQLClusterStore", command_tree: Tree
) -> Registered:
    names = _list_command_names(command_tree)
    async with cluster_store.lock_registered_commands_hash() as register:
        digest = await _compute_slash_commands_hash(command_tree)
        if register.told == digest:
            known = await command_tree.fetch_commands()
            if names <= {command.name for command in known}:
                return known
        registered = await command_tree.sync()
        register.told = digest
        return registered


async def _compute_slash_commands_hash(command_tree: Tree) -> str:
    """Return a hash of all slash commands and their texts, to detect changes."""
    translator = command_tree.translator
    every = [
        command.to_dict(command_tree)
        if translator is None
        else await command.get_translated_payload(command_tree, translator)
        for command in command_tree.get_commands()
    ]
    named = json.dumps([command_tree.client.application_id, every], sort_keys=True)
    return hashlib.blake2s(named.encode()).hexdigest()


class SlashCommandPayloadCache:
    """A cache of Discord payloads that register the slash commands of optional modules."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[str, dict[str, Any]] = {}
        self.listed: frozenset[str] = frozenset()
        """Names that Discord lists on all servers: a module among them is registered on none."""

    async def build_payloads(self, module_names: Sequence[str]) -> list[dict[str, Any]]:
        """Return the payloads that register some modules' commands, in the order of `MODULE_COMMANDS`."""
        wanted = {*module_names} - self.listed
        return [await self._build_module_command_payload(each) for each in MODULE_COMMANDS if each in wanted]

    async def _build_module_command_payload(self, module_name: str) -> dict[str, Any]:
        if module_name not in self._known:
            translator = self._tree.translator
            assert translator is not None  # it was set before the commands were registered
            payload = await MODULE_COMMANDS[module_name].get_translated_payload(self._tree, translator)
            # Discord has these fields for commands of all servers only.
            self._known[module_name] = {
                name: value for name, value in payload.items() if name not in ("contexts", "integration_types")
            }
        return self._known[module_name]


def make_command_names_clickable(command_ids: Mapping[str, int]) -> None:
    """Make names of slash commands clickable in all texts, by the ids from Discord.

    `command_ids` has ids of commands and groups by English name. Commands without an id stay plain text.
    """
    for locale in LOCALES:
        load_translations(locale).set_command_mentions(build_command_mentions(locale, command_ids))


def build_command_mentions(locale: Locale, command_ids: Mapping[str, int]) -> dict[str, str]:
    """Return a clickable mention for each slash command, by its name in a language.

    Clients show the text of a mention as it is and find the command by its English name alone, so that the mention
    carries the English name in every language; a click offers the local name.
    """
    return {
        ours: f"</{english}:{id}>"
        for ours, english in _list_local_and_english_command_names(locale)
        if (id := command_ids.get(english.split()[0])) is not None
    }


@cache
def _list_local_and_english_command_names(locale: Locale) -> list[tuple[str, str]]:
    """Return each slash command's name in a language and in English."""
    ours = load_translations(locale)
    english = load_translations(DEFAULT)
    return [
        (render_full_command_name(command, ours), render_full_command_name(command, english))
        for command in iterate_slash_commands(COMMANDS)
    ]
