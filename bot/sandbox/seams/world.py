"""The simulated Discord: its start, its clock, and the languages of its people."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any

import discord
import simcord
import simcord.interactions

chosen_language: ContextVar[str] = ContextVar("chosen_language", default="")
"""The language in which somebody sees Discord in the tab that is being served; Discord's code."""


def make_env(client: discord.Client, name: str, avatar: str) -> simcord.Env:
    """A simulated Discord for `client`, whose account is called `name`; not yet started."""
    settle_quickly()
    shards = 1 if isinstance(client, discord.AutoShardedClient) else None
    env = simcord.Env(client, check_errors=False, shard_count=shards)
    env.backend.bot_user.name = name
    env.backend.bot_user.avatar = avatar
    return env


def read_bot_id(env: simcord.Env) -> int:
    """The user id of the bot, the same in every run."""
    return env.backend.bot_user.id


def settle_quickly() -> None:
    """Let an action end as soon as the bot is at rest, instead of 50 ms later."""
    defaults = simcord.Env._settle_internal.__kwdefaults__
    assert defaults is not None
    defaults["idle"] = 0.001


def start_clock_at(env: simcord.Env, instant: datetime) -> None:
    """Let the clock, and with it every id from now on, begin at `instant`.

    Ids made before the call keep those of simcord's own fixed epoch: a world built first has the
    same guild, channels and members in every run. For an `env` that has not started.
    """
    env.backend.clock._epoch = instant


@contextmanager
def speak_languages(spoken: Mapping[int, str]) -> Iterator[None]:
    """Send interactions with their member's language (by user id) and the guild's own.

    A language that was chosen goes before the member's. simcord says en-US for both, whoever acts.
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
