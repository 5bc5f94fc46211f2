"""Tells Discord which commands there are: always, or of several processes one, when they change."""

import hashlib
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from discord import app_commands

if TYPE_CHECKING:  # only who has a server needs its driver
    from bot.cluster.store import ClusterStore

Tree = app_commands.CommandTree[Any]
Told = list[app_commands.AppCommand]
TellCommands = Callable[[Tree], Awaitable[Told]]


async def tell_always(tree: Tree) -> Told:
    """Tell Discord all commands; return them as it knows them."""
    return await tree.sync()


def tell_once(store: "ClusterStore") -> TellCommands:
    """Return what tells Discord all commands unless it was told of the same ones before."""
    return partial(_tell_once, store)


async def _tell_once(store: "ClusterStore", tree: Tree) -> Told:
    names = {command.name for command in tree.get_commands()}
    async with store.hold_commands() as register:
        digest = await _digest(tree)
        if register.told == digest:
            known = await tree.fetch_commands()
            if names <= {command.name for command in known}:
                return known
        told = await tree.sync()
        register.told = digest
        return told


async def _digest(tree: Tree) -> str:
    """Name all commands, with their texts in every language, of one application."""
    translator = tree.translator
    every = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    named = json.dumps([tree.client.application_id, every], sort_keys=True)
    return hashlib.blake2s(named.encode()).hexdigest()
