"""A simulated server around the bot, and the things that only a test can make happen to it."""

from __future__ import annotations

import copy
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

import discord
import simcord
from simcord.backend import serializers

from bot.rules.refusals import Refusal

NAMES = ("ana", "bo", "cy", "di", "eve", "fay", "gil")


class App(Protocol):
    """The bot as its composition root builds it: a client that has not logged in, and the rest."""

    @property
    def client(self) -> discord.Client: ...

    async def close(self) -> None:
        """Let go of what the client does not: engines, pools, files."""


Build = Callable[[], Awaitable[App]]


class Bot:
    """The bot of one test: the app that runs, and the next one after a restart."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self.app: App

    async def start(self, **options: Any) -> simcord.Env:
        """Build the app and log it in to a new simulated Discord."""
        self.app = await self._build()
        sharded = isinstance(self.app.client, discord.AutoShardedClient)
        env = simcord.Env(self.app.client, shard_count=1 if sharded else None, **options)
        await env.start()
        return env

    async def restart(self, env: simcord.Env) -> None:
        """Stop the process and start another on the same database, in the same Discord."""
        await self.app.close()
        self.app = await self._build()
        await env.restart_bot(self.app.client)


@dataclass(frozen=True, slots=True)
class Server:
    """A guild with one channel to play in and seven members, of whom Ana moderates."""

    env: simcord.Env
    bot: Bot
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor]
    spoken: dict[int, str] = field(default_factory=dict)

    def __getattr__(self, name: str) -> simcord.MemberActor:
        """A member by name: `server.ana`."""
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def everybody(self) -> list[simcord.MemberActor]:
        """All seven, in the order of the alphabet."""
        return list(self.people.values())

    def speaks(self, member: simcord.MemberActor, locale: str) -> None:
        """Let this member's client be in another language than English."""
        self.spoken[member.id] = locale

    async def restart(self) -> None:
        """Stop the bot and start it again, on the same database."""
        await self.bot.restart(self.env)


def found(env: simcord.Env, bot: Bot, spoken: dict[int, str]) -> Server:
    """Make the server in a simulated Discord that runs."""
    guild = env.create_guild("The Undercroft")
    moderating = discord.Permissions(manage_guild=True, manage_messages=True)
    moderators = guild.create_role("Moderators", permissions=moderating)
    people = {
        name: guild.add_member(
            env.create_user(name, global_name=name.capitalize()),
            roles=[moderators] if name == "ana" else [],
        )
        for name in NAMES
    }
    return Server(env, bot, guild, guild.create_text_channel("table-one"), people, spoken)


def answer(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """What the bot answered; fails the test where it did not."""
    assert result.response is not None, "the bot did not answer"
    return result.response


@contextmanager
def in_flight(env: simcord.Env) -> Iterator[None]:
    """Let everything done in the block reach the bot together: nothing settles in between.

    Afterwards, `await env.settle()`; what the actions returned is up to date then.
    """
    settle = env._settle_internal

    async def later(*_: Any, **__: Any) -> None:
        pass

    env._settle_internal = later  # type: ignore[method-assign]
    try:
        yield
    finally:
        env._settle_internal = settle  # type: ignore[method-assign]


def deliver_again(env: simcord.Env, result: simcord.InteractionResult | None = None) -> None:
    """Send the bot an interaction once more, by default the last: same id, same token.

    Afterwards, `await env.settle()`.
    """
    wanted = None if result is None else str(result._interaction.id)
    payload = next(
        payload
        for _, event, payload in reversed(env.backend.transcript)
        if event == "INTERACTION_CREATE" and wanted in (None, payload["id"])
    )
    env.backend.emit("INTERACTION_CREATE", copy.deepcopy(payload))


@contextmanager
def community(guild: simcord.GuildHandle, locale: str) -> Iterator[None]:
    """Make the guild a Community server of this language, which simcord does not know of."""
    original = serializers.guild_create_payload

    def guild_create_payload(backend: Any, guild_: Any) -> Any:
        features = ["COMMUNITY"] if guild_.id == guild.id else []
        return {**original(backend, guild_), "features": features}

    serializers.guild_create_payload = guild_create_payload  # type: ignore[assignment]
    try:
        guild._env.backend.edit_guild(guild.id, {"preferred_locale": locale})
        yield
    finally:
        serializers.guild_create_payload = original


def raise_errors(env: simcord.Env) -> None:
    """Raise what the bot swallowed and the test did not look at (`env.errors`).

    A refusal is an answer: discord.py only carries it there as if it were an error.
    """
    unseen = env.errors_since(env._errors_acknowledged)
    wrong = [e for e in unseen if not isinstance(getattr(e, "original", e), Refusal)]
    if wrong:
        raise BaseExceptionGroup("the bot swallowed errors", wrong)
