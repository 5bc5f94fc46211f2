"""The sandbox's web page and its server, which extend those of simcord.

simcord's preview shows one channel, refreshes only the tab that acted, and its clock stands still. The sandbox needs
several channels, refreshes in all tabs, and a running clock. None of that is public in simcord, so this module
overrides private methods.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import simcord
from simcord.backend.access import can_access_channel, can_access_message
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.enums import AppCommandType
from simcord.preview import Preview
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.i18n import DEFAULT, Translations, find_supported_locale, load_translations
from bot.sandbox import SandboxError, season, simcord_page, simcord_patches
from bot.sandbox.sample_server import DUEL_CHANNEL, SampleServer, find_sample_duel_deck
from bot.sandbox.simcord_patches import chosen_language
from bot.storage.servers.server_settings import ServerSettings
from bot.time.weeks import find_next_weekly_post_time

_log = logging.getLogger(__name__)
_STATIC = Path(__file__).with_name("static")
_TICK_SECONDS = 0.5
_STEP_SECONDS = 60.0

DIRECT_MESSAGES = "@"

OWN_NAMES: Mapping[str, str] = {"en-US": "English", "fr": "Français", "ru": "Русский"}
"""The name of each language in that language, by Discord's code."""

SCRIPT_TEXTS = (
    *("try", "season", "season-busy", "skip", "skip-busy", "week", "deck", "deck-busy", "others-busy"),
    *("look", "places", "see", "failed", "silent", "late", "stopped"),
)
"""The suffixes of the texts `sandbox-…` that the page's script shows."""

ANSWERS_OF_OTHERS: Mapping[str, str] = {
    r"pod:\d+:present": "button-present",
    r"plan:\d+:come": "plan-button-come",
    r"plan:\d+:join": "button-join",
}
"""Custom ids of buttons for everybody, as regular expressions, and their texts; the first one there is pressed."""

SKIPPED_SECONDS = 15 * 60.0
"""The simulated time that a press on the page skips."""

SECONDS_AROUND_POST = 150.0
"""The simulated seconds before and after a weekly post in which time passes minute by minute."""

WEEKLY_POSTS = ServerSettings(weekly=0).weekly_post_schedule
"""When servers have their weekly post, unless they set another time."""


class SandboxDirectory:
    """A directory of the channels and members that the sandbox's web page shows.

    An unknown name finds the first channel or member.
    """

    def __init__(self, env: simcord.Env, world: SampleServer) -> None:
        self._env = env
        self._channels = tuple(world.channels)
        self._members = tuple(world.members)
        self._moderators = world.moderator_ids
        self._folded = world.ids_of_collapsed_members
        self._languages = world.language_by_member_id

    def list_channels_for_page(self, viewer_name: str, translations: Translations) -> list[dict[str, Any]]:
        """Return the page's data about the channels, threads and direct messages that a member sees."""
        viewer = self.find_member_by_name(viewer_name)
        return [
            {
                "place": name,
                "label": f"{'↳ ' if handle.is_thread else '#'}{handle.name}",
                "last": self._find_last_visible_message_id(handle, viewer),
            }
            for name, handle in self._map_channels_by_page_name(viewer)
            if can_access_channel(self._env, handle.id, viewer, history=True)
        ] + [
            {
                "place": DIRECT_MESSAGES,
                "label": translations("sandbox-direct"),
                "last": self._find_last_direct_message_id(viewer),
            }
        ]

    def list_members_for_page(self, translations: Translations) -> list[dict[str, Any]]:
        """Return the page's data about each member as whom the user of the page can act."""
        return [self._build_member_entry_for_page(member, translations) for member in self._members]

    def _build_member_entry_for_page(self, member: simcord.MemberActor, translations: Translations) -> dict[str, Any]:
        """Return the page's data about a member. The label may contain a language or the word for a moderator."""
        name, language = str(member.user.global_name), self.find_member_language(member)
        notes = [name]
        if language != "en-US":
            notes.append(OWN_NAMES[language].lower())
        notes += [translations("sandbox-moderates")] if member.id in self._moderators else []
        menu = translations("sandbox-menu", player=name)
        command = f"/{translations('command-pod')} {translations('command-open')}"  # the page links to none
        welcome = translations("sandbox-welcome", player=name, command=command)
        return {
            "name": name,
            "label": " · ".join(notes),
            "language": language,
            "menu": menu,
            "welcome": welcome,
            "folded": member.id in self._folded,
        }

    def find_member_by_name(self, member_name: str) -> simcord.MemberActor:
        """Return the member of this name; otherwise the first member."""
        found = (member for member in self._members if member.user.global_name == member_name)
        return next(found, self._members[0])

    def list_commands_in_member_menu(self, viewer_name: str, channel_name: str) -> list[dict[str, str]]:
        viewer = self.find_member_by_name(viewer_name)
        channel = self.find_channel_by_page_name(channel_name, viewer)
        if channel_name == DIRECT_MESSAGES:
            return []
        backend = self._env.backend
        commands = backend.visible_commands(user_id=viewer.id, channel_id=channel.id, type=AppCommandType.USER)
        language = chosen_language.get() or self.find_member_language(viewer)
        return [
            {"name": command["name"], "label": (command.get("name_localizations") or {}).get(language, command["name"])}
            for command in commands
        ]

    def translate_command_mentions(self, language: str) -> dict[str, str]:
        """Return the translated name of each slash command, by its English name."""
        return {
            f"/{command['name']}": f"/{(command.get('name_localizations') or {}).get(language, command['name'])}"
            for registered in self._env.backend.commands.values()
            for command in registered.values()
        }

    def find_label_of_button_for_others(
        self, viewer_name: str, channel_name: str, translations: Translations
    ) -> str | None:
        """Return the label of the sandbox button that lets all other members press a game's button.

        Return None if the channel has no such button.
        """
        channel = self.find_channel_by_page_name(channel_name, self.find_member_by_name(viewer_name))
        answer = find_button_everybody_can_press(channel)
        return (
            None if answer is None else translations("sandbox-others", button=translations(ANSWERS_OF_OTHERS[answer]))
        )

    @property
    def members_by_name(self) -> Mapping[str, simcord.MemberActor]:
        return {str(member.user.global_name): member for member in self._members}

    def find_sample_season_channel(self) -> simcord.ChannelHandle:
        return next(each for each in self._channels if each.name == season.SEASON_CHANNEL)

    def find_member_language(self, member: simcord.MemberActor) -> str:
        """Return the language code of a member's Discord client."""
        return self._languages.get(member.id, "en-US")

    def find_channel_by_page_name(self, channel_name: str, viewer: simcord.MemberActor) -> simcord.ChannelHandle:
        """Return the channel, thread or direct messages of this name in a page address."""
        if channel_name == DIRECT_MESSAGES:
            return viewer.user.dm_channel
        return dict(self._map_channels_by_page_name(viewer)).get(channel_name, self._channels[0])

    def find_channel_by_id(self, channel_id: int) -> simcord.ChannelHandle:
        """Return a channel by id, on the server or for direct messages."""
        channel = self._env.backend.get_channel(channel_id)
        guild = None if channel.guild_id is None else self._channels[0].guild
        return simcord.ChannelHandle(self._env, guild, channel)

    def _map_channels_by_page_name(self, viewer: simcord.MemberActor) -> Iterator[tuple[str, simcord.ChannelHandle]]:
        for channel in self._channels:
            yield str(channel.name), channel
            yield from ((str(thread.id), thread) for thread in channel.threads)

    def _find_last_visible_message_id(self, channel: simcord.ChannelHandle, viewer: Any) -> str:
        messages = self._env.backend.messages.get(channel.id, {}).values()
        seen = (
            message.id
            for message in messages
            if can_access_message(self._env, channel.id, message, viewer, history=True)
        )
        return str(max(seen, default=0))

    def _find_last_direct_message_id(self, viewer: simcord.MemberActor) -> str:
        if viewer.id not in self._env.backend.dm_channels:
            return "0"
        return self._find_last_visible_message_id(viewer.user.dm_channel, viewer.user)


def find_button_everybody_can_press(channel: simcord.ChannelHandle) -> str | None:
    """Return the button of a channel's newest game that everybody can press; None without one.

    The answer is a key of `ANSWERS_OF_OTHERS`.
    """
    found = season.find_newest_message_with_button(channel, _MORE_BUTTON)
    if found is None:
        return None
    shown = str([each.to_dict() for each in found[0].components])
    return next((each for each in ANSWERS_OF_OTHERS if re.search(each, shown)), None)


_MORE_BUTTON = r"(?:pod|plan):\d+:more"


@dataclass(frozen=True, slots=True)
class BrowserTabParameters:
    """The member, channel and language in a browser tab's address; each may be empty."""

    viewer: str = ""
    place: str = ""
    language: str = ""


_EMPTY_ADDRESS = BrowserTabParameters()
_tab_address: ContextVar[BrowserTabParameters] = ContextVar("visit", default=_EMPTY_ADDRESS)
_channel: ContextVar[simcord.ChannelHandle | None] = ContextVar("channel", default=None)


class _BrowserTabLanguageDescriptor:
    """The language of the browser tab being served, in place of simcord's one language for all tabs."""

    def __get__(self, page: Preview | None, owner: type[Preview]) -> str:
        return chosen_language.get() or "en-US"

    def __set__(self, page: Preview, value: str) -> None:
        """Ignore the language that simcord sets, because each tab has its own."""


class SandboxPage(Preview):
    """The sandbox's web page: a simulated Discord with channels and a clock.

    A tab's address names a member, a channel and a language (`?as=Bo&in=table-two&see=fr`), by default the first ones
    and the member's own language.
    """

    _MAX_PAGES = 64
    locale = _BrowserTabLanguageDescriptor()

    def __init__(self, env: simcord.Env, sample_server: SampleServer, avatars: Mapping[int, bytes], port: int) -> None:
        """Show a sample server to its members. `avatars` are PNGs by user id."""
        self.directory = SandboxDirectory(env, sample_server)
        self._languages: dict[str, str] = {}  # by tab id
        self._first = sample_server.channels[0]
        self._operation = asyncio.Lock()  # simcord refuses a second operation while one runs
        self._outdated: set[str] = set()  # ids of tabs that need a refresh
        self.sample_games_begun = 0  # while the sample season is played
        super().__init__(
            env,
            sample_server.channels[0],
            tuple(sample_server.members),
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone="UTC",
            presentation_time=None,
            assets={
                f"{CDN_BASE}/avatars/{user.id}/{user.avatar}.png": (f"{user.name}.png", picture)
                for user_id, picture in avatars.items()
                if (user := env.backend.get_user(user_id))
            },
            port=port,
        )
        self._server = _SandboxWebServer(self, port)

    @property
    def channel(self) -> simcord.ChannelHandle:
        """Return the channel of the browser tab being served, or the first channel."""
        return _channel.get() or self._first

    @channel.setter
    def channel(self, value: simcord.ChannelHandle) -> None:
        """Ignore the channel that simcord sets, because each tab has its own."""

    async def __aenter__(self) -> SandboxPage:
        try:
            await super().__aenter__()
        except simcord.SetupError as error:
            raise SandboxError(f"the page could not be opened ({error}): try another port") from error
        return self

    async def run_simulated_clock(self) -> None:
        """Run the simulated clock at real speed until cancelled."""
        loop = asyncio.get_running_loop()
        before = loop.time()
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            async with self._operation:
                now = loop.time()
                elapsed = now - before
                before = now
                await self._advance_simulated_clock(elapsed)

    async def _advance_simulated_clock(self, seconds: float) -> None:
        try:
            await self.env.advance_time(seconds)
        except Exception:
            # The page and its clock go on when the bot hangs.
            _log.exception("the bot did not become idle")
        if self._check_and_clear_new_requests():
            self._outdated |= self._pages.keys()

    async def run_member_context_menu_command(self, tab_id: str | None, target_name: str, command_name: str) -> None:
        """Run a command from a member's context menu, as the member who uses a browser tab.

        Raises `SetupError` or `BackendError`.
        """
        async with self._operation:
            page = self._get_page(tab_id)
            channel, viewer = self._find_tab_channel_and_member(page)
            with _set_tab_channel_and_language(channel, self._languages[page.id]):
                done = await viewer.context_menu(channel, command_name, self.directory.find_member_by_name(target_name))
                if done.modal is not None:
                    page.modal = done
                    page.modal_handle = f"m_{secrets.token_urlsafe(12)}"
                self._publish(page)
            self._outdated |= self._pages.keys() - {page.id}

    def _find_tab_channel_and_member(self, page: _Page) -> tuple[simcord.ChannelHandle, simcord.MemberActor]:
        member_name = str(getattr(page.viewer, "user", page.viewer).global_name)
        return self.directory.find_channel_by_id(page.channel_id), self.directory.members_by_name[member_name]

    async def store_sample_duel_deck(self, tab_id: str | None) -> None:
        """Store the sample duel decks, in a tab's language, for the member who uses the tab.

        Raises `SetupError` or `BackendError`.
        """
        async with self._operation:
            page = self._get_page(tab_id)
            channel, viewer = self._find_tab_channel_and_member(page)
            language = self._languages[page.id]
            file = find_sample_duel_deck(find_supported_locale(language) or DEFAULT)
            with _set_tab_channel_and_language(channel, language):
                await viewer.slash(channel, "joust deck", file=(file.name, file.read_bytes()))
                self._publish(page)

    async def skip_time(self, seconds: float) -> None:
        """Move the simulated clock forward by some seconds."""
        async with self._operation:
            await self._advance_simulated_clock_in_steps(seconds)

    async def _advance_simulated_clock_in_steps(self, seconds: float) -> None:
        """Move the simulated clock forward in steps, so that the bot can act after each."""
        while seconds > 0:
            await self._advance_simulated_clock(min(seconds, _STEP_SECONDS))
            seconds -= _STEP_SECONDS

    async def skip_to_weekly_post(self) -> None:
        """Move the simulated clock to the next weekly post.

        The days until then pass at once, as if the bot had slept: minute by minute they would take minutes.
        """
        async with self._operation:
            now = self.env.now()
            assert WEEKLY_POSTS is not None
            due = find_next_weekly_post_time(WEEKLY_POSTS, None, now, now)
            around = timedelta(seconds=SECONDS_AROUND_POST)
            if due - around > now:
                simcord_patches.jump_simulated_clock_to(self.env, due - around)
            await self._advance_simulated_clock_in_steps((due + around - self.env.now()).total_seconds())
            self._outdated |= self._pages.keys()

    async def play_sample_season(self, tab_id: str | None) -> None:
        """Play the sample season in the language of a browser tab, unless its channel already has messages.

        Raises `SetupError` or `BackendError`.
        """
        async with self._operation:
            channel = self.directory.find_sample_season_channel()
            if channel.history():
                return
            language = self._languages[self._get_page(tab_id).id]
            try:
                with _set_tab_channel_and_language(channel, language):
                    await season.play_sample_season(
                        self._advance_simulated_clock_in_steps,
                        channel,
                        self.directory.members_by_name,
                        find_supported_locale(language) or DEFAULT,
                        self._record_started_game_count,
                    )
            finally:
                self.sample_games_begun = 0
            self._outdated |= self._pages.keys()

    def _record_started_game_count(self, started_game_count: int) -> None:
        self.sample_games_begun = started_game_count

    async def press_button_as_other_members(self, tab_id: str | None) -> None:
        """Press the button for everybody in the channel, as every member except the tab's user.

        Raises `SetupError` or `BackendError`.
        """
        async with self._operation:
            page = self._get_page(tab_id)
            channel = self.directory.find_channel_by_id(page.channel_id)
            answer = find_button_everybody_can_press(channel)
            if answer is None:
                return
            for member in self.directory.members_by_name.values():
                if member.id != page.viewer.id:
                    with _set_tab_channel_and_language(channel, self.directory.find_member_language(member)):
                        await season.press_newest_matching_button(member, channel, answer)
            self._outdated |= self._pages.keys()

    def refresh_outdated_browser_tab(self, tab_id: str | None) -> None:
        """Show the newest state in a browser tab that shows an older one.

        Each tab polls twice a second, and rendering is costly.
        """
        if tab_id in self._outdated and tab_id in self._pages:
            self._publish(self._pages[tab_id])

    # Overrides of simcord's private methods

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        viewer = self.directory.find_member_by_name(_tab_address.get().viewer)
        place = _tab_address.get().place
        language = _tab_address.get().language
        if language not in self._LOCALES:
            language = self.directory.find_member_language(viewer)
        with _set_tab_channel_and_language(self.directory.find_channel_by_page_name(place, viewer), language):
            page = super()._open_page(viewer.id, target_id)
        self._languages[page.id] = language
        page.window_end_id = None  # follow the newest message
        if place == DIRECT_MESSAGES:
            page.viewer = viewer.user
        self._publish(page, reason="initial")
        return page

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._operation:
            page = self._get_page(context_id)
            channel = self.directory.find_channel_by_id(page.channel_id)
            with _set_tab_channel_and_language(channel, self._languages[page.id]):
                result = await super()._action(context_id, _add_page_revision_to_action(page, body))
            if self._check_and_clear_new_requests():
                self._outdated |= self._pages.keys() - {page.id}
            if page.status == "stale" and page.id in self._pages:
                self._publish(page)  # keeps the page usable after a failed action
        return result

    def _publish(self, page: _Page, **reason: Any) -> None:
        self._outdated.discard(page.id)
        self._advance_presentation_time()
        with _set_tab_channel_and_language(_channel.get(), self._languages.get(page.id) or chosen_language.get()):
            super()._publish(page, **reason)

    def _publish_message_pages(self, *, reason: str = "action") -> None:
        """Refresh the browser tab that acted. Other tabs refresh when they next ask."""
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
        self._outdated.discard(context_id)
        self._languages.pop(context_id, None)
        super()._close_page(context_id)

    def _check_and_clear_new_requests(self) -> bool:
        """Return True if the simulated Discord has received requests since the last check."""
        backend = self.env.backend
        is_active = bool(backend.transcript)
        backend.transcript.clear()
        backend.http_requests.clear()
        return is_active


@contextmanager
def _set_tab_channel_and_language(channel: simcord.ChannelHandle | None, language: str) -> Iterator[None]:
    """Set the channel and language of the tab being served, during the `with` block."""
    channel_token = _channel.set(channel)
    language_token = chosen_language.set(language)
    try:
        yield
    finally:
        _channel.reset(channel_token)
        chosen_language.reset(language_token)


def _add_page_revision_to_action(page: _Page, action_body: Any) -> Any:
    """Return a browser tab's action with the current revision of its page, so that simcord accepts it.

    simcord refuses an action as `stale` if the page was refreshed after the tab last polled it. In the sandbox, other
    members refresh pages all the time; simcord still checks that the control exists.
    """
    if not isinstance(action_body, Mapping) or "published_revision" not in action_body:
        return action_body
    return {**action_body, "published_revision": page.revision}


class _SandboxWebServer(PreviewServer):
    """The sandbox's web server, which adds a script, a style and a list of channels to simcord's."""

    preview: SandboxPage
    _OURS: ClassVar[Sequence[str]] = ("sandbox.js", "sandbox.css")
    _TYPES: ClassVar[Mapping[str, str]] = {
        "html": "text/html",
        "js": "application/javascript",
        "css": "text/css",
    }
    _PLACES: ClassVar[str] = "/sandbox/places"
    _DO: ClassVar[str] = "/sandbox/do"
    # simcord adds a route for each of these names, and answers it with _static.
    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        **dict.fromkeys((*(f"/{name}" for name in _OURS), _PLACES, _DO), ""),
    }

    async def _static(self, request: Any) -> Any:
        from aiohttp import web

        if request.path == self._PLACES:
            return self._send_channels_and_members(request)
        if request.path == self._DO:
            return await self._handle_sandbox_action(request)
        name = request.path[1:] or "index.html"
        if name not in self._OURS and name not in simcord_page.CHANGED_FILES:
            return await super()._static(request)
        if request.headers.get("Host", "") not in self._allowed_hosts():
            raise web.HTTPForbidden
        own = name in self._OURS
        return web.Response(
            text=(_STATIC / name).read_text("utf-8") if own else simcord_page.build_patched_simulator_file(name),
            content_type=self._TYPES[name.rpartition(".")[2]],
            headers=self._SECURITY_HEADERS,
        )

    def _send_channels_and_members(self, http_request: Any) -> Any:
        from aiohttp import web

        if not self._authorized(http_request):
            raise web.HTTPUnauthorized
        query, directory = http_request.query, self.preview.directory
        viewer = directory.find_member_by_name(query.get("as", ""))
        language = query.get("see") or directory.find_member_language(viewer)
        text = load_translations(find_supported_locale(language) or DEFAULT)
        token = chosen_language.set(query.get("see", ""))
        try:
            menus = directory.list_commands_in_member_menu(query.get("as", ""), query.get("in", ""))
        finally:
            chosen_language.reset(token)
        begun = self.preview.sample_games_begun
        found = {
            "people": directory.list_members_for_page(text),
            "places": directory.list_channels_for_page(query.get("as", ""), text),
            "season": season.SEASON_CHANNEL,
            "duels": DUEL_CHANNEL,
            "progress": text("sandbox-season-game", game=begun, games=len(season.GAMES)) if begun else "",
            "menus": menus,
            "others": directory.find_label_of_button_for_others(query.get("as", ""), query.get("in", ""), text),
            "languages": OWN_NAMES,
            "words": {name: text(f"sandbox-{name}") for name in SCRIPT_TEXTS},
            "discord": {
                **directory.translate_command_mentions(language),
                **{theirs: text(f"discord-{name}", what="%") for theirs, name in simcord_page.DISCORD_TEXTS.items()},
            },
        }
        return web.json_response(found, headers=self._SECURITY_HEADERS)

    async def _handle_sandbox_action(self, request: Any) -> Any:
        """Handle an action that only the sandbox has, such as moving the clock."""
        from aiohttp import web

        if not self._authorized(request):
            raise web.HTTPUnauthorized
        query = request.query
        page = self.preview
        tab = request.headers.get("X-Simcord-Context")
        try:
            match query.get("what"):
                case "menu":
                    await page.run_member_context_menu_command(tab, query.get("target", ""), query.get("command", ""))
                case "skip":
                    await page.skip_time(SKIPPED_SECONDS)
                case "others":
                    await page.press_button_as_other_members(tab)
                case "deck":
                    await page.store_sample_duel_deck(tab)
                case "week":
                    await page.skip_to_weekly_post()
                case "season":
                    await page.play_sample_season(tab)
                case _:
                    raise web.HTTPNotFound
        except (simcord.SetupError, BackendError) as error:
            raise web.HTTPConflict(text=str(error)) from error
        return web.json_response({"place": season.SEASON_CHANNEL}, headers=self._SECURITY_HEADERS)

    async def _state(self, request: Any) -> Any:
        if self._authorized(request):
            self.preview.refresh_outdated_browser_tab(request.headers.get("X-Simcord-Context"))
        return await super()._state(request)

    async def _pages(self, request: Any) -> Any:
        with contextlib.suppress(ZoneInfoNotFoundError, ValueError):
            self.preview.timezone = ZoneInfo(request.query.get("timezone", "UTC")).key
        visit = BrowserTabParameters(*(request.query.get(name, "") for name in ("as", "in", "see")))
        token = _tab_address.set(visit)
        try:
            return await super()._pages(request)
        finally:
            _tab_address.reset(token)
