"""simcord's page and its server, with several places, every tab alive and a running clock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import simcord
from simcord.backend.cdn import CDN_BASE
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.sandbox.errors import SandboxError
from bot.sandbox.seams.directory import DIRECT_MESSAGES, Directory
from bot.sandbox.seams.index import make_index
from bot.sandbox.seams.world import chosen_language

_log = logging.getLogger(__name__)
_STATIC = Path(__file__).parents[1] / "static"
_TICK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Visit:
    """Who a tab looks as, where and in which language, as its address says; each is optional."""

    viewer: str = ""
    place: str = ""
    language: str = ""


_NOWHERE = Visit()
_visit: ContextVar[Visit] = ContextVar("visit", default=_NOWHERE)
_channel: ContextVar[simcord.ChannelHandle | None] = ContextVar("channel", default=None)


class _LocaleOfTab:
    """The locale of the tab that is being served, where simcord has one for all tabs."""

    def __get__(self, page: Preview | None, owner: type[Preview]) -> str:
        return chosen_language.get() or "en-US"

    def __set__(self, page: Preview, value: str) -> None:
        """simcord sets what it was given; each tab has its own."""


class SandboxPage(Preview):
    """simcord's page with several places, alive in every tab, in running time.

    A tab's address names who looks, where and in which language (`?as=Bo&in=table-two&see=fr`);
    without, it is the first member in the first channel, and everybody's own language.
    """

    _MAX_PAGES = 64
    locale = _LocaleOfTab()

    def __init__(
        self,
        env: simcord.Env,
        channels: Sequence[simcord.ChannelHandle],
        members: Mapping[simcord.MemberActor, str],
        pictures: Mapping[int, bytes],
        languages: Mapping[int, str],
        port: int,
    ) -> None:
        """Show `channels` to `members`, labelled as given.

        `pictures` are PNG and `languages` Discord's codes, both by user id.
        """
        self.directory = Directory(env, channels, members, languages)
        self._languages: dict[str, str] = {}  # by the ids of the tabs
        self._first = channels[0]
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
        return _channel.get() or self._first

    @channel.setter
    def channel(self, value: simcord.ChannelHandle) -> None:
        """simcord sets what it was given; the channels are ours already."""

    async def __aenter__(self) -> SandboxPage:
        try:
            await super().__aenter__()
        except simcord.SetupError as error:
            raise SandboxError(
                f"the page could not be opened ({error}): try another port"
            ) from error
        return self

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
        if self._has_stirred():
            self._behind |= self._pages.keys()

    def catch_up(self, context_id: str | None) -> None:
        """Show the latest in this tab, which asks twice a second; drawing is what costs."""
        if context_id in self._behind and context_id in self._pages:
            self._publish(self._pages[context_id])

    # What simcord calls, and what the sandbox does differently.

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        viewer = self.directory.find_member(_visit.get().viewer)
        place = _visit.get().place
        language = _visit.get().language
        if language not in self._LOCALES:
            language = self.directory.find_language(viewer)
        with _in(self.directory.find_channel(place, viewer), language):
            page = super()._open_page(viewer.id, target_id)
        self._languages[page.id] = language
        page.window_end_id = None  # follow the newest message
        if place == DIRECT_MESSAGES:
            page.viewer = viewer.user
        self._publish(page, reason="initial")
        return page

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:
            page = self._get_page(context_id)
            channel = self.directory.find_channel_by_id(page.channel_id)
            with _in(channel, self._languages[page.id]):
                result = await super()._action(context_id, _bring_up_to_date(page, body))
            if self._has_stirred():
                self._behind |= self._pages.keys() - {page.id}
            if page.status == "stale" and page.id in self._pages:
                self._publish(page)  # after a failure the page goes on working
        return result

    def _publish(self, page: _Page, **reason: Any) -> None:
        self._behind.discard(page.id)
        self._advance_presentation_time()
        with _in(_channel.get(), self._languages.get(page.id) or chosen_language.get()):
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

    def _close_page(self, context_id: str) -> None:
        self._behind.discard(context_id)
        self._languages.pop(context_id, None)
        super()._close_page(context_id)

    def _has_stirred(self) -> bool:
        """Whether anything crossed the wire since last asked; forgets it, lest records pile up."""
        backend = self.env.backend
        stirred = bool(backend.transcript)
        backend.transcript.clear()
        backend.http_requests.clear()
        return stirred


@contextmanager
def _in(channel: simcord.ChannelHandle | None, language: str) -> Iterator[None]:
    """Serve a tab that looks at a channel, and sees Discord in a language."""
    looking, reading = _channel.set(channel), chosen_language.set(language)
    try:
        yield
    finally:
        _channel.reset(looking)
        chosen_language.reset(reading)


def _bring_up_to_date(page: _Page, body: Any) -> Any:
    """Return what a tab asks, as of now.

    simcord refuses an action on a page that was refreshed since the tab last looked, half a
    second ago, as `stale`. Here other members refresh it all the time, and whether the control
    is still there is checked in any case.
    """
    if not isinstance(body, Mapping) or "published_revision" not in body:
        return body
    return {**body, "published_revision": page.revision}


class _Server(PreviewServer):
    """simcord's server with the sandbox's own script, style and list of places."""

    preview: SandboxPage
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
            text=make_index()
            if request.path == "/"
            else (_STATIC / request.path[1:]).read_text("utf-8"),
            content_type=self._OURS[request.path],
            headers=self._SECURITY_HEADERS,
        )

    def _places(self, request: Any) -> Any:
        from aiohttp import web

        if not self._authorized(request):
            raise web.HTTPUnauthorized
        places = self.preview.directory.list_places(request.query.get("as", ""))
        found = {"people": self.preview.directory.list_people(), "places": places}
        return web.json_response(found, headers=self._SECURITY_HEADERS)

    async def _state(self, request: Any) -> Any:
        if self._authorized(request):
            self.preview.catch_up(request.headers.get("X-Simcord-Context"))
        return await super()._state(request)

    async def _pages(self, request: Any) -> Any:
        with contextlib.suppress(ZoneInfoNotFoundError, ValueError):
            self.preview.timezone = ZoneInfo(request.query.get("timezone", "UTC")).key
        visit = Visit(*(request.query.get(name, "") for name in ("as", "in", "see")))
        token = _visit.set(visit)
        try:
            return await super()._pages(request)
        finally:
            _visit.reset(token)
