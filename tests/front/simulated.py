"""A simulated server around the bot, and the things that only a test can make happen to it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Protocol

import discord
import pytest
import simcord
from discord.http import Route
from simcord import intents
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.http import FakeHTTPClient, router
from simcord.http._helpers import message_response

from bot.front.gateway.client import CHORES_INTERVAL, SuzerainBot
from bot.rules.refusals import Refusal

NAMES = ("ana", "bo", "cy", "di", "eve", "fay", "gil")

NONCES = timedelta(minutes=5)
"""For how long a message keeps the next one with its nonce away; Discord says "a few minutes"."""


class App(Protocol):
    """The bot as its composition root builds it: a client that has not logged in, and the rest."""

    @property
    def client(self) -> discord.Client: ...

    async def close(self) -> None:
        """Let go of what the client does not: engines, pools, files."""


Build = Callable[[], Awaitable[App]]

SETTLED = 60.0
"""Seconds of the simulation in which pauses of the bot end by themselves, once it does nothing else."""


class Bot:
    """The bot of one test: the app that runs, and the next one after a restart."""

    def __init__(self, build: Build) -> None:
        self._build = build
        self.app: App

    async def start(self, **options: Any) -> simcord.Env:
        """Build the app and log it in to a new simulated Discord."""
        self.app = await self._build()
        sharded = isinstance(self.app.client, discord.AutoShardedClient)
        options = {"settle_timeout": SETTLED, **options}
        env = simcord.Env(self.app.client, shard_count=1 if sharded else None, **options)
        await env.start()
        return env

    async def restart(self, env: simcord.Env) -> None:
        """Stop the process and start another on the same database, in the same Discord."""
        await self.app.close()
        self.app = await self._build()
        await env.restart_bot(self.app.client)

    async def start_again(self, env: simcord.Env) -> None:
        """Start another process after one that could not start."""
        await self.app.close()
        self.app = await self._build()
        env.bot = self.app.client
        await env.start()

    async def crash(self, env: simcord.Env, away: float = 0.0) -> None:
        """The same, but the process ends in the middle of whatever it is doing.

        The next one starts `away` seconds later.
        """
        crashed, detach = self.app, env._detach_bot
        self.app = await self._build()

        async def stay_away() -> None:
            await detach()
            env._move_clock(env._virtual_time + away)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(env, "_detach_bot", stay_away)
            await env.restart_bot(self.app.client)
        await crashed.close()


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

    async def crash(self, away: float = 0.0) -> None:
        """Kill the bot and start it again, on the same database, so many seconds later."""
        await self.bot.crash(self.env, away)


def found(env: simcord.Env, bot: Bot, spoken: dict[int, str]) -> Server:
    """Make the server in a simulated Discord that runs."""
    guild = env.create_guild("The Undercroft")
    moderating = discord.Permissions(manage_guild=True, manage_messages=True)
    moderators = guild.create_role("Moderators", permissions=moderating)
    people = {
        name: guild.add_member(
            env.create_user(name, global_name=name.capitalize()), roles=[moderators] if name == "ana" else []
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
    settle, advance, ended = env._settle_internal, env._advance_to, asyncio.Event()

    async def later(*_: Any, **__: Any) -> None:
        """Leave the bot to itself."""

    async def advance_later(target: float, deadline: float) -> None:
        # A timer of the bot's own moves simcord's clock, which stands still otherwise, at once by
        # seconds: every answer under way would be late.
        await ended.wait()
        await advance(target, deadline)

    env._settle_internal, env._advance_to = later, advance_later  # type: ignore[method-assign]
    try:
        yield
    finally:
        env._settle_internal, env._advance_to = settle, advance  # type: ignore[method-assign]
        ended.set()


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


@contextmanager
def nonces() -> Iterator[None]:
    """Send two messages with one nonce (and `enforce_nonce`) once: the second is the first.

    Discord promises that to bots; simcord does not know of it.
    """
    sent: dict[tuple[int, str], tuple[datetime, int]] = {}

    def send(ctx: router.RequestContext, original: router.Handler) -> Any:
        channel, body, now = ctx.int_arg("channel_id"), ctx.body(), ctx.backend.clock.now()
        named = (channel, str(body["nonce"])) if body.get("enforce_nonce") else None
        if named in sent:
            then, id = sent[named]
            if now - then < NONCES and id in ctx.backend.messages.get(channel, {}):
                return message_response(ctx, ctx.backend.get_message(channel, id))
        message = original(ctx)
        if named is not None:
            sent[named] = now, int(message["id"])
        return message

    with _route("POST", "channels/{channel_id}/messages", send):
        yield


@contextmanager
def threads() -> Iterator[None]:
    """Threads as Discord has them, beyond what simcord knows.

    Whoever made a thread archives it without any permission. In an archived thread no message
    changes, and a new one opens it. To pin takes a permission of its own. A bot that starts is told
    of no archived thread.
    """

    def state(ctx: router.RequestContext) -> Any:
        return ctx.backend.get_channel(ctx.int_arg("channel_id")).thread_metadata

    def archive(ctx: router.RequestContext, original: router.Handler) -> Any:
        channel = ctx.backend.get_channel(ctx.int_arg("channel_id"))
        if ctx.body() != {"archived": True} or channel.owner_id != ctx.backend.bot_user.id:
            return original(ctx)
        ctx.backend.edit_channel(channel.id, {}, thread_metadata=ctx.body())
        return dict(serializers.channel_payload(ctx.backend, channel))

    def change(ctx: router.RequestContext, original: router.Handler) -> Any:
        if (thread := state(ctx)) is not None and thread.archived:
            raise BackendError(400, 50083, "Thread is archived")
        return original(ctx)

    def send(ctx: router.RequestContext, original: router.Handler) -> Any:
        message = original(ctx)
        if (thread := state(ctx)) is not None and thread.archived:
            opened = {"archived": False}
            ctx.backend.edit_channel(ctx.int_arg("channel_id"), {}, thread_metadata=opened)
        return message

    def pin(ctx: router.RequestContext, _: router.Handler) -> Any:
        channel, id = ctx.int_arg("channel_id"), ctx.int_arg("message_id")
        ctx.require_channel_permissions(channel, "pin_messages")
        change(ctx, lambda ctx: ctx.backend.set_pinned(channel, id, True))

    def tell(backend: Any, guild: Any) -> Any:
        told = greet(backend, guild)
        shown = [each for each in told["threads"] if not each["thread_metadata"]["archived"]]
        return {**told, "threads": shown}

    message, greet = "channels/{channel_id}/messages/{message_id}", serializers.guild_create_payload
    with (
        pytest.MonkeyPatch.context() as patched,
        _route("PATCH", "channels/{channel_id}", archive),
        _route("PATCH", message, change),
        _route("POST", "channels/{channel_id}/messages", send),
        _route("PUT", "channels/{channel_id}/messages/pins/{message_id}", pin),
    ):
        patched.setattr(serializers, "guild_create_payload", tell)
        yield


@contextmanager
def _route(
    method: str, template: str, handle: Callable[[router.RequestContext, router.Handler], Any]
) -> Iterator[None]:
    """Let `handle` answer the requests of a route, given simcord's own handler."""
    routes, segments = router._ROUTES[method], template.split("/")
    at = next(at for at, (known, _) in enumerate(routes) if known == segments)
    original = routes[at]
    routes[at] = (segments, lambda ctx: handle(ctx, original[1]))
    try:
        yield
    finally:
        routes[at] = original


@contextmanager
def sweeping(**apart: float) -> Iterator[None]:
    """A bot that starts herein does its chores every `hours=1`, say: a day is over sooner."""
    SuzerainBot.run_background_chores_once.change_interval(**apart)
    try:
        yield
    finally:
        SuzerainBot.run_background_chores_once.change_interval(seconds=CHORES_INTERVAL)


async def pass_quietly(server: Server, seconds: float) -> None:
    """Let time pass in which nothing happens: the bot does its chores twice, in the end.

    It would do them once a minute, and find the same each time.
    """
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    quiet = seconds - CHORES_INTERVAL
    if quiet <= CHORES_INTERVAL or (
        client.run_background_chores_once.minutes,
        client.run_background_chores_once.seconds,
    ) != (0, CHORES_INTERVAL):
        await server.env.advance_time(seconds)
        return
    for apart in (quiet, CHORES_INTERVAL):
        with server.env._bot_scope():  # so that simcord moves the clock of its pause
            client.run_background_chores_once.change_interval(seconds=apart)
        await server.env.advance_time(apart)


@contextmanager
def still_time() -> Iterator[None]:
    """Let time stand still for the bot of an `Env` that starts herein, but for `advance_time`.

    Otherwise simcord lets a pause end in real time too, if the test takes as long.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simcord.Env, "_schedule_timer", lambda *_: None)
        yield


@contextmanager
def waits_known(env: simcord.Env, *waits: tuple[type, Callable[..., Awaitable[Any]]]) -> Iterator[None]:
    """Let these methods, of classes of the bot, wait until the test moves the time.

    simcord knows a sleeping task for one that waits; one that waits for another it takes for busy.
    """

    def known(original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def wait(*arguments: Any, **named: Any) -> Any:
            waiting = original(*arguments, **named)
            return await env.external_wait(waiting, reason=original.__qualname__)

        return wait

    with pytest.MonkeyPatch.context() as patch:
        for owner, method in waits:
            patch.setattr(owner, method.__name__, known(method))
        yield


@contextmanager
def slow(method: str, seconds: float) -> Iterator[None]:
    """Let Discord take its time for each such request about a channel."""
    original = FakeHTTPClient.request

    async def request(self: FakeHTTPClient, route: Route, **more: Any) -> Any:
        if route.method == method and route.path.startswith("/channels/"):
            await asyncio.sleep(seconds)
        return await original(self, route, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeHTTPClient, "request", request)
        yield


@contextmanager
def of_the_bot_itself() -> Iterator[None]:
    """Let the bot hear what happens to its own membership, as it does without any intent.

    simcord keeps that from a bot which may not hear of members.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(intents.EVENT_INTENTS, "GUILD_MEMBER_UPDATE")
        yield


@contextmanager
def sent_away(server: Server) -> Iterator[None]:
    """The bot is sent away from the server, and let in again; everything else stays."""
    backend, guild = server.env.backend, server.guild.id
    kept = backend.guilds[guild]
    places = [*kept.channel_ids, *kept.thread_ids]
    channels = {id: backend.channels[id] for id in places}
    messages = {id: backend.messages[id] for id in places}
    backend.remove_guild(guild)
    try:
        yield
    finally:
        backend.guilds[guild] = kept
        backend.channels |= channels
        backend.messages |= messages
        payload = dict(serializers.guild_create_payload(backend, kept))
        del payload["unavailable"]  # with it, the server would only be in order again
        backend.emit("GUILD_CREATE", payload)


@contextmanager
def unloaded(server: Server) -> Iterator[None]:
    """The bot knows of the server alone, and not yet what is on it, as in its first seconds."""
    backend, guild = server.env.backend, server.guild.id
    known = server.bot.app.client.get_guild(guild)
    assert known is not None
    backend.emit("GUILD_DELETE", {"id": str(guild), "unavailable": True})
    known._channels.clear()
    yield
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, backend.guilds[guild]))


def raise_errors(env: simcord.Env) -> None:
    """Raise what the bot swallowed and the test did not look at (`env.errors`).

    A refusal is an answer: discord.py only carries it there as if it were an error.
    """
    unseen = env.errors_since(env._errors_acknowledged)
    wrong = [e for e in unseen if not isinstance(getattr(e, "original", e), Refusal)]
    if wrong:
        raise BaseExceptionGroup("the bot swallowed errors", wrong)
