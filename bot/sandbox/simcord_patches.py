"""Patches of private parts of simcord: start, clock, languages, lists of commands, Markdown, pictures."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import lru_cache
from typing import Any

import discord
import simcord
import simcord.interactions
from discord.ext import tasks
from simcord.interactions import command_leaves
from simcord.preview import _action_plans, _commands, _component_projection, _markdown, _media

_PARSERS_KEPT = 500

_PICTURES_KEPT = 50

_COMMAND_ENTRIES_KEPT = 2_000

_PNG = b"\x89PNG\r\n\x1a\n"
"""The first bytes of every picture that the bot draws."""

_SETTLE_SECONDS = 30.0
"""Seconds in which the bot must start or finish an action.

simcord's 5 are too few for the sample season, or for a start, on a busy machine.
"""


class _SimulatedDiscordWithLongerTimeout(simcord.Env):
    """A simulated Discord (simcord) with a longer time limit for its start."""

    async def _settle_internal(self, *, timeout: float | None = None, **options: Any) -> None:
        await super()._settle_internal(
            timeout=None if timeout is None else max(timeout, self.settle_timeout), **options
        )


chosen_language: ContextVar[str] = ContextVar("chosen_language", default="")
"""The language of the tab that is being served, as Discord's code; empty for the member's own."""


def create_simulated_discord(client: discord.Client, bot_name: str, avatar: str) -> simcord.Env:
    """Create a simulated Discord for a client, without starting it.

    `bot_name` is the name of the bot's account.
    """
    patch_simulator_to_return_when_idle()
    shards = 1 if isinstance(client, discord.AutoShardedClient) else None
    env = _SimulatedDiscordWithLongerTimeout(
        client, check_errors=False, shard_count=shards, settle_timeout=_SETTLE_SECONDS
    )
    env.backend.bot_user.name = bot_name
    env.backend.bot_user.avatar = avatar
    return env


def get_bot_user_id(simulated_discord: simcord.Env) -> int:
    return simulated_discord.backend.bot_user.id


def patch_simulator_to_return_when_idle() -> None:
    """Patch simcord (the simulated Discord) to finish an action as soon as the bot is idle."""
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    defaults["idle"] = 0.001


def start_simulated_clock_at(simulated_discord: simcord.Env, start_time: datetime) -> None:
    """Set the simulated clock before the start. New Discord ids follow this clock.

    Ids made before the call count from simcord's fixed epoch: a server that was built before has the same ids in every
    run.
    """
    simulated_discord.backend.clock._epoch = start_time


def jump_simulated_clock_to(simulated_discord: simcord.Env, time: datetime) -> None:
    """Set the simulated clock forward at once, as if the bot had stood still.

    A loop of the bot goes on from there; discord.py would make up for each round that it missed.
    """
    clock = simulated_discord.backend.clock
    clock._epoch += time - clock.now()
    for loop in vars(simulated_discord.bot).values():
        if isinstance(loop, tasks.Loop):
            loop._next_iteration = time  # type: ignore[assignment]  # declared as None


@contextmanager
def patch_simulator_to_send_member_languages(language_by_member_id: Mapping[int, str]) -> Iterator[None]:
    """Patch simcord (the simulated Discord) to send each member's language with interactions.

    A `chosen_language` precedes the member's. simcord itself sends en-US for both.
    """
    original = simcord.interactions.base_payload

    def build_interaction_payload_with_locale(backend: Any, **fields: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = original(backend, **fields)
        payload["locale"] = chosen_language.get() or language_by_member_id.get(fields["user_id"], "en-US")
        if fields["guild_id"] is not None:
            payload["guild_locale"] = backend.get_guild(fields["guild_id"]).preferred_locale
        return record, payload

    simcord.interactions.base_payload = build_interaction_payload_with_locale
    try:
        yield
    finally:
        simcord.interactions.base_payload = original


@contextmanager
def patch_simulator_to_translate_commands(simulated_discord: simcord.Env) -> Iterator[None]:
    """Patch simcord (the simulated Discord) to show commands in the language of a browser tab.

    An option has its translated name as its `label`: simcord finds it by its English name. Entries are cached for each
    registration of a command: simcord builds all of them twice a second for each tab.
    """
    original_build, original_entry = _commands.build_catalog, _commands.entry_for_leaf
    original_token = _markdown._append_token
    listing = ContextVar("listing", default=False)
    cache = OrderedDict[tuple[int, int, str | None], tuple[Any, Any, dict[str, Any]]]()

    def build_translated_command_list(preview: Any, page: Any) -> dict[str, Any]:
        token = listing.set(True)
        try:
            return original_build(preview, page)
        finally:
            listing.reset(token)

    def build_translated_command_entry(command: Any, path: list[str], leaf: Any) -> dict[str, Any]:
        # Registering a command anew makes new objects. The cache holds the old ones, so that their ids stay theirs.
        key = id(command), id(leaf), chosen_language.get() if listing.get() else None
        if key not in cache:
            entry = original_entry(command, path, leaf)
            if listing.get():
                _translate_command_entry(entry, command, path, leaf)
            cache[key] = command, leaf, entry
        cache.move_to_end(key)
        while len(cache) > _COMMAND_ENTRIES_KEPT:
            cache.popitem(last=False)
        return cache[key][-1]

    def translate_command_mention_token(token: Any) -> dict[str, Any] | None:
        made: dict[str, Any] | None = original_token(token)
        if made is not None and made["type"] == "command":
            made["label"] = _translate_command_mention(simulated_discord, made["label"])
        return made

    _commands.build_catalog, _commands.entry_for_leaf = (build_translated_command_list, build_translated_command_entry)
    _markdown._append_token = translate_command_mention_token
    try:
        yield
    finally:
        _commands.build_catalog, _commands.entry_for_leaf = original_build, original_entry
        _markdown._append_token = original_token


def _translate_command_mention(simulated_discord: simcord.Env, command_label: str) -> str:
    """Return the translated words of a command in a text; unknown words stay as they are."""
    path = command_label.removeprefix("/").split()
    for registered in simulated_discord.backend.commands.values():
        for command in registered.values():
            if any(known == path for known, _ in command_leaves(command)):
                return f"/{_translate_command_path(command, path)}"
    return command_label


def _translate_command_path(command: Any, command_path: list[str]) -> str:
    along = [command]
    for name in command_path[1:]:
        along.append(next(each for each in along[-1]["options"] if each["name"] == name))
    return " ".join(_get_translated_command_field(each, "name") for each in along)


def _translate_command_entry(
    command_entry: dict[str, Any], command: Any, command_path: list[str], subcommand: Any
) -> None:
    """Translate names, descriptions and choices of a command in the page's list."""
    command_entry["invocation"] = _translate_command_path(command, command_path)
    command_entry["description"] = _get_translated_command_field(subcommand, "description")
    for shown, option in zip(command_entry["options"], subcommand.get("options") or [], strict=True):
        shown["label"] = _get_translated_command_field(option, "name")
        shown["description"] = _get_translated_command_field(option, "description")
        for choice, known in zip(shown["choices"], option.get("choices") or [], strict=True):
            choice["name"] = _get_translated_command_field(known, "name")


def _get_translated_command_field(command_item: Mapping[str, Any], field_name: str) -> str:
    """Return a field of a command in the language of the browser tab, or else untranslated."""
    translated = command_item.get(f"{field_name}_localizations") or {}
    return str(translated.get(chosen_language.get(), command_item.get(field_name, "")))


@contextmanager
def patch_simulator_to_render_embed_markdown() -> Iterator[None]:
    """Patch simcord (the simulated Discord) to show mentions, links and small text in embeds."""
    fields = [_markdown._FIELD_POLICIES[name] for name in ("embed_description", "embed_field_value")]
    before = [dict(policy) for policy in fields]
    try:
        for policy in fields:
            policy.update(mentions=True, commands=True, subtext=True)
        yield
    finally:
        for policy, former in zip(fields, before, strict=True):
            policy.update(former)


@contextmanager
def patch_simulator_to_find_menus_by_custom_id() -> Iterator[None]:
    """Patch simcord (the simulated Discord) to find menus by their custom ids.

    By position, the value selected in one menu would show in the menu that replaces it, as in a form of several steps.
    """
    original_control_key = _component_projection._control_key
    original_component_key = _action_plans._component_key

    def build_control_key_from_custom_id(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        return original_control_key(scope, component, str(component.get("custom_id") or path))

    def build_component_key_from_custom_id(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        key = str(component.get("custom_id") or path)
        return original_component_key(component, key, message_id)

    _component_projection._control_key = build_control_key_from_custom_id
    _action_plans._component_key = build_component_key_from_custom_id
    try:
        yield
    finally:
        _component_projection._control_key = original_control_key
        _action_plans._component_key = original_component_key


@contextmanager
def patch_simulator_to_cache_markdown_parsers() -> Iterator[None]:
    """Patch simcord (the simulated Discord) to cache its Markdown parsers."""
    original = _markdown._markdown_parser
    cache = OrderedDict[str, Any]()

    def get_cached_markdown_parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
        key = json.dumps([policy, context], sort_keys=True)
        if key not in cache:
            cache[key] = original(policy, context)
        cache.move_to_end(key)
        while len(cache) > _PARSERS_KEPT:
            cache.popitem(last=False)
        return cache[key]

    _markdown._markdown_parser = get_cached_markdown_parser
    try:
        yield
    finally:
        _markdown._markdown_parser = original


@contextmanager
def patch_simulator_image_decoding() -> Iterator[None]:
    """Patch simcord (the simulated Discord) to decode the bot's pictures in a thread, each once.

    simcord starts a process for each picture in each tab, which takes six times as long. Other files, which a person
    uploads, keep theirs.
    """
    original = _media.MediaWorker._decode
    decode_picture = lru_cache(_PICTURES_KEPT)(_media._process_media)

    async def decode_picture_in_thread(worker: Any, key: str, blob: bytes, media_time: float | None) -> Any:
        if not blob.startswith(_PNG):
            return await original(worker, key, blob, media_time)
        return await asyncio.to_thread(decode_picture, blob, media_time)

    _media.MediaWorker._decode = decode_picture_in_thread  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        _media.MediaWorker._decode = original  # type: ignore[method-assign]
