"""Every private seam of simcord that the sandbox reaches into, and nothing else.

simcord's preview shows one channel, refreshes the tab that acted, and stands still in time. The
sandbox wants several channels, every tab alive and a running clock, and a world that goes on where
its database stopped. None of that is public in simcord, so its version is pinned, everything that
leans on its insides is in this file, and tests/sandbox/test_seams.py fails when one gives way.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord
import simcord
import simcord.interactions
import simcord.preview
from simcord.backend.access import can_access_channel, can_access_message
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview, _action_plans, _component_projection, _markdown
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.sandbox.errors import SandboxError

_log = logging.getLogger(__name__)
_STATIC = Path(__file__).with_name("static")
_TICK_SECONDS = 0.5
_PARSERS_KEPT = 500

DIRECT_MESSAGES = "@"


# ------------------------------------------------------------------ the world


def new_env(client: discord.Client, name: str, avatar: str) -> simcord.Env:
    """A simulated Discord for `client`, whose account is called `name`; not yet started."""
    settle_quickly()
    shards = 1 if isinstance(client, discord.AutoShardedClient) else None
    env = simcord.Env(client, check_errors=False, shard_count=shards)
    env.backend.bot_user.name = name
    env.backend.bot_user.avatar = avatar
    return env


def bot_id(env: simcord.Env) -> int:
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
def languages(spoken: Mapping[int, str]) -> Iterator[None]:
    """Send interactions with their member's language (by user id) and the guild's own.

    simcord says en-US for both, whoever acts.
    """
    original = simcord.interactions.base_payload

    def base_payload(backend: Any, **facts: Any) -> tuple[Any, dict[str, Any]]:
        record, payload = original(backend, **facts)
        payload["locale"] = spoken.get(facts["user_id"], "en-US")
        if facts["guild_id"] is not None:
            payload["guild_locale"] = backend.get_guild(facts["guild_id"]).preferred_locale
        return record, payload

    simcord.interactions.base_payload = base_payload
    try:
        yield
    finally:
        simcord.interactions.base_payload = original


@contextmanager
def embeds_in_full() -> Iterator[None]:
    """Show mentions as names and small lines as small inside embeds, as Discord's clients do."""
    fields = [
        _markdown._FIELD_POLICIES[name] for name in ("embed_description", "embed_field_value")
    ]
    before = [dict(policy) for policy in fields]
    try:
        for policy in fields:
            policy.update(mentions=True, subtext=True)
        yield
    finally:
        for policy, former in zip(fields, before, strict=True):
            policy.update(former)


@contextmanager
def menus_apart() -> Iterator[None]:
    """Let the page know a menu by its custom id, not by its place in the message.

    Else what was picked in one shows in the menu that takes its place, as in a wizard.
    """
    keys = _component_projection._control_key, _action_plans._component_key

    def control_key(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        return keys[0](scope, component, str(component.get("custom_id") or path))

    def component_key(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        return keys[1](component, str(component.get("custom_id") or path), message_id)

    _component_projection._control_key = control_key
    _action_plans._component_key = component_key
    try:
        yield
    finally:
        _component_projection._control_key, _action_plans._component_key = keys


@contextmanager
def parsers_kept() -> Iterator[None]:
    """Keep Markdown parsers: simcord makes one for every text, which is most of a page's cost."""
    original, kept = _markdown._markdown_parser, OrderedDict[str, Any]()

    def parser(policy: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
        key = json.dumps([policy, context], sort_keys=True)
        if key not in kept:
            kept[key] = original(policy, context)
        kept.move_to_end(key)
        while len(kept) > _PARSERS_KEPT:
            kept.popitem(last=False)
        return kept[key]

    _markdown._markdown_parser = parser
    try:
        yield
    finally:
        _markdown._markdown_parser = original


# ------------------------------------------------------------------- the page


@dataclass(frozen=True, slots=True)
class Visit:
    """Who a tab looks as and where, as its address says: names, each of them optional."""

    viewer: str = ""
    place: str = ""


_NOWHERE = Visit()
_visit: ContextVar[Visit] = ContextVar("visit", default=_NOWHERE)
_channel: ContextVar[simcord.ChannelHandle | None] = ContextVar("channel", default=None)


class Room(Preview):
    """simcord's page with several places, alive in every tab, in running time.

    A tab's address names who looks and where (`?as=Bo&in=table-two`); without, it is the first
    member in the first channel.
    """

    _MAX_PAGES = 64

    def __init__(
        self,
        env: simcord.Env,
        channels: Sequence[simcord.ChannelHandle],
        members: Mapping[simcord.MemberActor, str],
        pictures: Mapping[int, bytes],
        port: int,
    ) -> None:
        """Show `channels` to `members`, labelled as given; `pictures` are PNG by user id."""
        self._channels = tuple(channels)
        self._labels = {member.id: label for member, label in members.items()}
        self._turn = asyncio.Lock()  # simcord refuses a second operation while one runs
        self._behind: set[str] = set()  # ids of the tabs that have yet to show the latest
        super().__init__(
            env,
            channels[0],
            tuple(members),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets={
                f"{CDN_BASE}/avatars/{user.id}/{user.avatar}.png": (f"{user.name}.png", picture)
                for user_id, picture in pictures.items()
                if (user := env.backend.get_user(user_id))
            },
            port=port,
        )
        self._server = _Server(self, port)

    @property
    def channel(self) -> simcord.ChannelHandle:
        """The channel of the tab that is being served; the first one otherwise."""
        return _channel.get() or self._channels[0]

    @channel.setter
    def channel(self, value: simcord.ChannelHandle) -> None:
        """simcord sets what it was given; the channels are ours already."""

    async def __aenter__(self) -> Room:
        try:
            await super().__aenter__()
        except simcord.SetupError as error:
            raise SandboxError(
                f"the page could not be opened ({error}): try another port"
            ) from error
        return self

    def places(self, viewer_name: str) -> list[dict[str, Any]]:
        """Where this member can go: channels, their threads, the bot's direct messages."""
        viewer = self._member(viewer_name)
        return [
            {
                "place": name,
                "label": f"{'↳ ' if handle.is_thread else '#'}{handle.name}",
                "last": self._last_message(handle, viewer),
            }
            for name, handle in self._handles(viewer)
            if can_access_channel(self.env, handle.id, viewer, history=True)
        ] + [
            {"place": DIRECT_MESSAGES, "label": "@ direct messages", "last": self._last_dm(viewer)}
        ]

    def people(self) -> list[dict[str, str]]:
        """Everybody one can look as: name, and how the page labels them."""
        return [
            {"name": viewer.user.global_name, "label": self._labels[viewer.id]}
            for viewer in self.viewers
        ]

    async def keep_time(self) -> None:
        """Let the simulated clock run with the real one; ends only by being cancelled."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            async with self._turn:
                elapsed, before = loop.time() - before, loop.time()
                await self._tick(elapsed)

    async def _tick(self, elapsed: float) -> None:
        try:
            await self.env.advance_time(elapsed)
        except Exception:
            # A bot that hangs is the bot's trouble: the page stays, and time goes on.
            _log.exception("the bot did not come to rest")
        if self._stirred():
            self._behind |= self._pages.keys()

    def catch_up(self, context_id: str | None) -> None:
        """Show the latest in this tab, which asks twice a second; drawing is what costs."""
        if context_id in self._behind and context_id in self._pages:
            self._advance_presentation_time()
            self._publish(self._pages[context_id])

    # What simcord calls, and what the sandbox does differently.

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        viewer = self._member(_visit.get().viewer)
        place = _visit.get().place
        with self._in(self._handle(place, viewer)):
            page = super()._open_page(viewer.id, target_id)
        page.window_end_id = None  # follow the newest message
        if place == DIRECT_MESSAGES:
            page.viewer = viewer.user
        self._publish(page, reason="initial")
        return page

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:
            page = self._get_page(context_id)
            with self._in(self._channel_of(page)):
                result = await super()._action(context_id, self._up_to_date(page, body))
            if self._stirred():
                self._behind |= self._pages.keys() - {page.id}
            if page.status == "stale" and page.id in self._pages:
                self._publish(page)  # after a failure the page goes on working
        return result

    def _publish(self, page: _Page, **reason: Any) -> None:
        self._behind.discard(page.id)
        super()._publish(page, **reason)

    def _publish_message_pages(self, *, reason: str = "action") -> None:
        """Draw the tab that acted; the others catch up when they ask."""
        assert self._action_page is not None
        self._publish(self._action_page, reason=reason)

    def _finish_action(
        self,
        page: _Page,
        action: Any,
        settlement: str,
        cursor: int,
        error: BaseException | None = None,
        *,
        interaction: Any = None,
        extra_diagnostics: list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """An error in the bot is no failure of the page: the bot logs it, and may have answered."""
        return super()._finish_action(
            page,
            action,
            settlement,
            self.env.error_cursor,
            error,
            interaction=interaction,
            extra_diagnostics=extra_diagnostics,
        )

    def _up_to_date(self, page: _Page, body: Any) -> Any:
        """What this tab asks, as of now.

        simcord refuses an action on a page that was refreshed since the tab last looked, half a
        second ago, as `stale`. Here other members refresh it all the time, and whether the control
        is still there is checked in any case.
        """
        if not isinstance(body, Mapping) or "published_revision" not in body:
            return body
        return {**body, "published_revision": page.revision}

    def _close_page(self, context_id: str) -> None:
        self._behind.discard(context_id)
        super()._close_page(context_id)

    def _stirred(self) -> bool:
        """Whether anything crossed the wire since last asked; forgets it, lest records pile up."""
        backend = self.env.backend
        stirred = bool(backend.transcript)
        backend.transcript.clear()
        backend.http_requests.clear()
        return stirred

    # Names to things.

    @contextmanager
    def _in(self, channel: simcord.ChannelHandle) -> Iterator[None]:
        token = _channel.set(channel)
        try:
            yield
        finally:
            _channel.reset(token)

    def _member(self, name: str) -> simcord.MemberActor:
        found = (viewer for viewer in self.viewers if viewer.user.global_name == name)
        member: simcord.MemberActor = next(found, self.viewers[0])
        return member

    def _handle(self, place: str, viewer: simcord.MemberActor) -> simcord.ChannelHandle:
        if place == DIRECT_MESSAGES:
            return viewer.user.dm_channel
        return dict(self._handles(viewer)).get(place, self._channels[0])

    def _handles(self, viewer: simcord.MemberActor) -> Iterator[tuple[str, simcord.ChannelHandle]]:
        for channel in self._channels:
            yield str(channel.name), channel
            yield from ((str(thread.id), thread) for thread in channel.threads)

    def _channel_of(self, page: _Page) -> simcord.ChannelHandle:
        channel = self.env.backend.get_channel(page.channel_id)
        guild = None if channel.guild_id is None else self._channels[0].guild
        return simcord.ChannelHandle(self.env, guild, channel)

    def _last_message(self, handle: simcord.ChannelHandle, viewer: Any) -> str:
        messages = self.env.backend.messages.get(handle.id, {}).values()
        seen = (
            message.id
            for message in messages
            if can_access_message(self.env, handle.id, message, viewer, history=True)
        )
        return str(max(seen, default=0))

    def _last_dm(self, viewer: simcord.MemberActor) -> str:
        if viewer.id not in self.env.backend.dm_channels:
            return "0"
        return self._last_message(viewer.user.dm_channel, viewer.user)


class _Server(PreviewServer):
    """simcord's server with the sandbox's own script, style and list of places."""

    preview: Room
    _OURS: ClassVar[Mapping[str, str]] = {
        "/": "text/html",
        "/sandbox.js": "application/javascript",
        "/sandbox.css": "text/css",
    }
    _PLACES: ClassVar[str] = "/sandbox/places"
    # simcord adds a route for each name here and has _static answer it.
    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        **dict.fromkeys((*_OURS, _PLACES), ""),
    }

    async def _static(self, request: Any) -> Any:
        from aiohttp import web

        if request.path == self._PLACES:
            return self._places(request)
        if request.path not in self._OURS:
            return await super()._static(request)
        if request.headers.get("Host", "") not in self._allowed_hosts():
            raise web.HTTPForbidden
        return web.Response(
            text=our_index()
            if request.path == "/"
            else (_STATIC / request.path[1:]).read_text("utf-8"),
            content_type=self._OURS[request.path],
            headers=self._SECURITY_HEADERS,
        )

    def _places(self, request: Any) -> Any:
        from aiohttp import web

        if not self._authorized(request):
            raise web.HTTPUnauthorized
        places = self.preview.places(request.query.get("as", ""))
        found = {"people": self.preview.people(), "places": places}
        return web.json_response(found, headers=self._SECURITY_HEADERS)

    async def _state(self, request: Any) -> Any:
        if self._authorized(request):
            self.preview.catch_up(request.headers.get("X-Simcord-Context"))
        return await super()._state(request)

    async def _pages(self, request: Any) -> Any:
        with contextlib.suppress(ZoneInfoNotFoundError, ValueError):
            self.preview.timezone = ZoneInfo(request.query.get("timezone", "UTC")).key
        visit = Visit(request.query.get("as", ""), request.query.get("in", ""))
        token = _visit.set(visit)
        try:
            return await super()._pages(request)
        finally:
            _visit.reset(token)


def our_index() -> str:
    """simcord's page, with the sandbox's title, style and script."""
    page = (Path(simcord.preview.__file__).with_name("static") / "index.html").read_text("utf-8")
    for theirs, ours in _INDEX_CHANGES.items():
        if page.count(theirs) != 1:
            raise RuntimeError(f"simcord's page has changed: it should say once {theirs!r}")
        page = page.replace(theirs, ours)
    return page


_INDEX_CHANGES = {
    "<title>SimCord Preview</title>": "<title>Suzerain</title>",
    "<strong>SimCord</strong><small>Preview</small>": "<strong>Suzerain</strong>",
    '<link rel="stylesheet" href="/preview.css">': (
        '<link rel="stylesheet" href="/preview.css">\n'
        '    <link rel="stylesheet" href="/sandbox.css">'
    ),
    '<script type="module" src="/app.js"></script>': (
        '<script src="/sandbox.js"></script>\n    <script type="module" src="/app.js"></script>'
    ),
}
