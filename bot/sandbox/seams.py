"""Changes to private parts of simcord: start, clock, languages, lists of commands, Markdown."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

import discord
import simcord
import simcord.interactions
from simcord.interactions import command_leaves
from simcord.preview import _action_plans, _commands, _component_projection, _markdown

_PARSERS_KEPT = 500

chosen_language: ContextVar[str] = ContextVar("chosen_language", default="")
"""The language of the tab that is being served, as Discord's code; empty for the member's own."""


def make_env(client: discord.Client, name: str, avatar: str) -> simcord.Env:
    """Return a simulated Discord for `client`, whose account is called `name`; not yet started."""
    settle_quickly()
    shards = 1 if isinstance(client, discord.AutoShardedClient) else None
    env = simcord.Env(client, check_errors=False, shard_count=shards)
    env.backend.bot_user.name = name
    env.backend.bot_user.avatar = avatar
    return env


def read_bot_id(env: simcord.Env) -> int:
    """Return the user id of the bot, which is the same in every run."""
    return env.backend.bot_user.id


def settle_quickly() -> None:
    """Finish an action as soon as the bot is idle, instead of 50 ms later."""
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    defaults["idle"] = 0.001


def start_clock_at(env: simcord.Env, instant: datetime) -> None:
    """Start the clock of an `env` that has not started at `instant`; new ids follow the clock.

    Ids made before the call count from simcord's fixed epoch: a world that was built before has
    the same guild, channels and members in every run.
    """
    env.backend.clock._epoch = instant


@contextmanager
def speak_languages(spoken: Mapping[int, str]) -> Iterator[None]:
    """Send interactions with the language of their member (`spoken`, by user id) and of the guild.

    A `chosen_language` precedes the member's. simcord itself sends en-US for both.
    """
    original = simcord.interactions.base_payload

    def base_payload(backend: Any, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = original(backend, **facts)
        payload["locale"] = chosen_language.get() or spoken.get(facts["user_id"], "en-US")
        if facts["guild_id"] is not None:
            payload["guild_locale"] = backend.get_guild(facts["guild_id"]).preferred_locale
        return record, payload

    simcord.interactions.base_payload = base_payload
    try:
        yield
    finally:
        simcord.interactions.base_payload = original


@contextmanager
def translate_commands(env: simcord.Env) -> Iterator[None]:
    """Name commands in the language of the tab, as Discord does; simcord has English names.

    Options keep their English names: simcord knows them by what it shows.
    """
    original_build, original_entry = _commands.build_catalog, _commands.entry_for_leaf
    original_token = _markdown._append_token
    listing = ContextVar("listing", default=False)

    def build_catalog(preview: Any, page: Any) -> dict[str, Any]:
        token = listing.set(True)
        try:
            return original_build(preview, page)
        finally:
            listing.reset(token)

    def entry_for_leaf(command: Any, path: list[str], leaf: Any) -> dict[str, Any]:
        entry = original_entry(command, path, leaf)
        if listing.get():
            _translate(entry, command, path, leaf)
        return entry

    def append_token(token: Any) -> dict[str, Any] | None:
        made: dict[str, Any] | None = original_token(token)
        if made is not None and made["type"] == "command":
            made["label"] = _translate_mention(env, made["label"])
        return made

    _commands.build_catalog, _commands.entry_for_leaf = build_catalog, entry_for_leaf
    _markdown._append_token = append_token
    try:
        yield
    finally:
        _commands.build_catalog, _commands.entry_for_leaf = original_build, original_entry
        _markdown._append_token = original_token


def _translate_mention(env: simcord.Env, label: str) -> str:
    """Translate the path of a command in a text; one that is not known stays as it is."""
    path = label.removeprefix("/").split()
    for registered in env.backend.commands.values():
        for command in registered.values():
            if any(known == path for known, _ in command_leaves(command)):
                return f"/{_translate_path(command, path)}"
    return label


def _translate_path(command: Any, path: list[str]) -> str:
    along = [command]
    for name in path[1:]:
        along.append(next(each for each in along[-1]["options"] if each["name"] == name))
    return " ".join(_find_translation(each, "name") for each in along)


def _translate(entry: dict[str, Any], command: Any, path: list[str], leaf: Any) -> None:
    """Translate what the list shows of a command: its names, descriptions and choices."""
    entry["invocation"] = _translate_path(command, path)
    entry["description"] = _find_translation(leaf, "description")
    for shown, option in zip(entry["options"], leaf.get("options") or [], strict=True):
        shown["description"] = _find_translation(option, "description")
        for choice, known in zip(shown["choices"], option.get("choices") or [], strict=True):
            choice["name"] = _find_translation(known, "name")


def _find_translation(item: Mapping[str, Any], field: str) -> str:
    """Return a field in the language of the tab that is being served, or else as it is."""
    translated = item.get(f"{field}_localizations") or {}
    return str(translated.get(chosen_language.get(), item.get(field, "")))


@contextmanager
def show_embeds_in_full() -> Iterator[None]:
    """Render mentions, command links and small text in embeds, as Discord's clients do."""
    fields = [
        _markdown._FIELD_POLICIES[name] for name in ("embed_description", "embed_field_value")
    ]
    before = [dict(policy) for policy in fields]
    try:
        for policy in fields:
            policy.update(mentions=True, commands=True, subtext=True)
        yield
    finally:
        for policy, former in zip(fields, before, strict=True):
            policy.update(former)


@contextmanager
def tell_menus_apart() -> Iterator[None]:
    """Identify a menu on the page by its custom id instead of its place in the message.

    By its place, the value picked in one menu would show in the menu that replaces it, as in a
    form of several steps.
    """
    original_control_key = _component_projection._control_key
    original_component_key = _action_plans._component_key

    def control_key(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        return original_control_key(scope, component, str(component.get("custom_id") or path))

    def component_key(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        key = str(component.get("custom_id") or path)
        return original_component_key(component, key, message_id)

    _component_projection._control_key = control_key
    _action_plans._component_key = component_key
    try:
        yield
    finally:
        _component_projection._control_key = original_control_key
        _action_plans._component_key = original_component_key


@contextmanager
def cache_parsers() -> Iterator[None]:
    """Cache Markdown parsers: simcord makes one for every text, which is most of a page's cost."""
    original = _markdown._markdown_parser
    cache = OrderedDict[str, Any]()

    def parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
        key = json.dumps([policy, context], sort_keys=True)
        if key not in cache:
            cache[key] = original(policy, context)
        cache.move_to_end(key)
        while len(cache) > _PARSERS_KEPT:
            cache.popitem(last=False)
        return cache[key]

    _markdown._markdown_parser = parser
    try:
        yield
    finally:
        _markdown._markdown_parser = original
