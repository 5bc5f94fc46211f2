"""Drives the sandbox's page like a user: tabs, the command picker, buttons, forms."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import urlencode

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, ViewportSize, async_playwright, expect

from bot.front.gateway.features import COMMANDS
from bot.front.interaction.command_declarations import iterate_slash_commands, render_full_command_name
from bot.i18n import DEFAULT, Locale, Translations, find_supported_locale, load_translations
from bot.sandbox import season
from bot.sandbox.page import SandboxPage
from bot.sandbox.sample_server import PEOPLE
from bot.sandbox.season import press_newest_matching_button
from bot.sandbox.simcord_patches import chosen_language
from tests.missing import skip_without

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = (
    f"no browser: install Chromium, as with `apt-get install chromium`, so that the PATH has one of {', '.join(_NAMES)}"
)
CLIENTS: Mapping[Locale, str] = {"en": "en-US", "fr": "fr", "ru": "ru"}
"""The code by which Discord's clients name each language."""

DESKTOP, PHONE = ViewportSize(width=1100, height=760), ViewportSize(width=390, height=844)

in_browser = pytest.mark.asyncio(loop_scope="session")
"""The mark of a test that has a tab of the one browser."""

_AT_REST = """() => {
    const { ready, pendingAction, pendingQuery, awaitingRevision } = window.simcordPreview;
    return ready && !pendingAction && !pendingQuery && awaitingRevision === null;
}"""
_PRESS = """element => {
    if (!element.isConnected || element.disabled) return false;
    const sends = {
        "button.component-button": "click",
        ".modal-dialog button.button-primary": "modal_submit",
        'article [aria-multiselectable="false"] > .select-option[aria-selected="false"]': "select",
    };
    const sent = Object.keys(sends).find(each => element.matches(each));
    element.click();
    return !sent || window.simcordPreview.pendingAction?.kind === sends[sent];
}"""
"""A press of a button or an option; False if the page did not take it.

It redraws and locks its buttons and menus at any moment, and sends one thing at a time.
"""

PATIENCE = 60_000
"""Milliseconds to wait for what must come, however busy the machine is."""

expect.set_options(timeout=PATIENCE)

_FAILED = ("🚫", "⏳", "⚠️")
"""The first signs of answers to commands that did nothing."""

LONGEST = 420.0
"""Seconds that a test of the page may take in all; a script in a page has no limit of its own."""

CLOSING = 30.0
"""Seconds to close what a test opened after it took longer than `LONGEST`."""


def limit_time(test: Callable[..., Awaitable[None]], seconds: float = LONGEST) -> Callable[..., Awaitable[None]]:
    """Return a test that fails after so many seconds instead of hanging."""

    @wraps(test)
    async def limited(*args: Any, **fixtures: Any) -> None:
        try:
            async with asyncio.timeout(seconds + CLOSING), asyncio.timeout(seconds):
                await test(*args, **fixtures)
        except TimeoutError as error:
            raise TimeoutError(f"{error}" or f"the test took longer than {seconds:.0f} seconds") from error

    return limited


class Work(NamedTuple):
    """The work of a user's fingers: taps, and letters typed."""

    taps: int = 0
    keys: int = 0

    def __sub__(self, before: Work) -> Work:
        return Work(self.taps - before.taps, self.keys - before.keys)


class Unlisted(str):
    """The value of an option that no suggestion offers, such as a new name or any card."""


class Tab:
    """One tab of the sandbox, seen by one member in one place."""

    def __init__(self, page: Page, language: str = "") -> None:
        self.page = page
        self.language = language
        self.text = load_translations(find_supported_locale(language) or DEFAULT)
        self.work = Work()
        self.timeline = page.locator("#channel-message-list")
        self.form = page.locator(".modal-dialog")
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def at_rest(self) -> None:
        """Wait until no request is pending between the page and the bot."""
        await self.page.wait_for_function(_AT_REST, polling=20, timeout=PATIENCE)

    async def run(self, command: str, **options: str) -> None:
        """Run a command such as `pod open` through the picker, and pick its options.

        It is typed as Discord calls it in the tab's language.
        """
        await self.at_rest()
        called = f"/{translate_command(command, self.text)}"
        await self._type(self.page.locator("#channel-composer-input"), called)
        path = command.replace(" ", ".")
        await self._tap(self.page.locator(f'.command-entry[data-entry-key$=":{path}"]'))
        for name, value in options.items():
            await self._give(name, value)
        await self.at_rest()
        send, typed = self.page.locator("#send-message"), self.page.locator(".command-row")
        await self._tap(send)
        with suppress(AssertionError):
            return await expect(typed).to_have_count(0, timeout=3_000)
        await self.at_rest()  # completions that came meanwhile have drawn the button anew
        await _press(send)
        await expect(typed).to_have_count(0)

    async def click(self, label: str) -> None:
        """Press the newest button of this name that is in the place."""
        await self.at_rest()
        button = self.find_buttons(label).last
        await button.wait_for()
        await self.at_rest()  # what came with an answer cannot be pressed before that is complete
        await self._tap(button)

    def find_buttons(self, label: str, within: Locator | None = None) -> Locator:
        """Return the buttons of this name, the newest last; a sign is the name of some."""
        named = self.page.locator(".button-label, .button-emoji:only-child .unicode-emoji")
        exactly = named.and_(self.page.get_by_text(label, exact=True))
        return (within or self.timeline).locator(".component-button", has=exactly)

    async def choose(self, placeholder: str, *options: str) -> None:
        """Choose one from the newest menu with this placeholder, or several if it takes them."""
        await self._pick(self.timeline.get_by_role("combobox", name=placeholder).last, options)

    async def fill(self, **fields: str | bool | Sequence[str]) -> None:
        """Fill the open form by the fields' custom ids, and send it."""
        await self.write(**fields)
        await _repeat_until_taken(partial(self._send_form_once, fields), f"form with {', '.join(fields)}")
        self.work = Work(self.work.taps + 1, self.work.keys)
        await expect(self.form).to_have_count(0)

    async def _send_form_once(self, fields: dict[str, str | bool | Sequence[str]]) -> bool:
        """Send the open form; return whether the page took it, and otherwise fill the field that the page names again.

        When somebody else's act draws simcord's page anew at that moment, the form loses what was just picked.
        """
        if await _press_once(self.form.locator("button.button-primary")):
            return True
        work = self.work
        for name, value in fields.items():
            if await self.form.locator(f'.modal-field[data-custom-id="{name}"] .field-error:not(:empty)').count():
                await self.write(**{name: value})
        self.work = work
        return False

    async def write(self, **fields: str | bool | Sequence[str]) -> None:
        """Fill the open form by the fields' custom ids; True ticks a box."""
        await expect(self.form).to_be_visible()
        for name, value in fields.items():
            field = self.form.locator(f'.modal-field[data-custom-id="{name}"]')
            menu, choices = field.get_by_role("combobox").first, field.locator(".modal-choice")
            if await menu.count():
                await self._pick(menu, [value] if isinstance(value, str) else cast(Any, value))
            elif isinstance(value, bool):
                await self._tap(choices)
            elif await choices.count():
                await self._tap(choices.filter(has_text=str(value)))
            else:
                await self._type(field.locator(".modal-input"), str(value))
        await self.at_rest()

    async def sees(self, text: str) -> None:
        """Wait until the place shows this text."""
        await expect(self.timeline.get_by_text(text).last).to_be_visible()

    async def sees_no(self, text: str) -> None:
        """Wait until the place does not show this text."""
        await expect(self.timeline.get_by_text(text)).to_have_count(0)

    async def is_told(self, text: str) -> None:
        """Wait until a private answer to this member has this text."""
        private = self.timeline.locator("article.channel-message:has(.message-ephemeral-note)")
        await expect(private.filter(has_text=text).last).to_be_visible()

    async def go(self, place: str) -> None:
        """Follow the link to another place."""
        await self.page.locator("#sandbox-nav").get_by_role("link", name=place).click()
        await self.ready()

    async def press_beside(self, label: str) -> None:
        """Press a button beside the page, such as one that skips time, and wait until it is done or gone."""
        nav = self.page.locator("#sandbox-nav")
        await nav.get_by_role("button", name=label, exact=True).click()
        await expect(nav.locator("li > button:disabled")).to_have_count(0)
        await self.at_rest()

    async def open_season(self) -> None:
        """Play the sample season, of which the page tells the progress, and wait for its channel."""
        nav = self.page.locator("#sandbox-nav")
        await nav.get_by_role("button", name=self.text("sandbox-season")).click()
        said = re.escape(self.text("sandbox-season-game", game="#", games=len(season.GAMES)))
        await expect(nav.get_by_text(re.compile(said.replace(r"\#", r"\d+")))).to_be_visible()
        await expect(nav.locator("a[aria-current]", has_text="#leaderboard")).to_be_visible(timeout=3 * PATIENCE)
        await self.ready()  # the games have many pictures

    async def ready(self) -> None:
        """Wait until the page is drawn, with its pictures."""
        await expect(self.page.locator('#preview-app[aria-busy="false"]')).to_be_visible()

    async def picture(self, file: Path) -> None:
        """Take a screenshot."""
        await self.page.screenshot(path=file)

    async def _give(self, name: str, value: str) -> None:
        field = self.page.locator(f'.command-option-input[data-option="{name}"]')
        if not await field.count():
            await self._tap(self.page.locator(".command-ghost"))
            await self._tap(self.page.locator(f'.command-suggestion[data-value="{name}"]'))
        await self._type(field, value)
        if await field.get_attribute("role") == "combobox" and not isinstance(value, Unlisted):
            offered = self.page.locator(".command-suggestion")
            truth = self.page.locator(f'.command-suggestion[data-value="{value.lower()}"]')
            await self._tap(truth if value in ("True", "False") else _named(offered, value))

    async def _pick(self, menu: Locator, options: Sequence[str]) -> None:
        shown = self.page.locator(".select-option:visible")
        await self.at_rest()
        await self._tap(menu)
        for name in options:
            option = _named(shown, name)
            await _repeat_until_taken(partial(self._choose_once, menu, shown, option), f"choice of {name}")
            self.work = Work(self.work.taps + 1, self.work.keys)
        apply = self.page.locator(".select-apply:visible")  # where one may choose several
        if await apply.count():
            await self._tap(apply)

    async def _choose_once(self, menu: Locator, shown: Locator, option: Locator) -> bool:
        """Press an option of a menu, which is opened if it is closed; return whether the page took the press."""
        await self.at_rest()
        if not await shown.count():  # what arrived meanwhile has drawn the menu closed
            await _press(menu)
        return await _press_once(option)

    async def _tap(self, what: Locator) -> None:
        await _press(what)
        self.work = Work(self.work.taps + 1, self.work.keys)

    async def _type(self, where: Locator, text: str) -> None:
        """Type a text, after a tap that opens the keyboard."""
        await where.fill(text)
        self.work = Work(self.work.taps + 1, self.work.keys + len(text))


def translate_command(command: str, text: Translations) -> str:
    """Return what a language calls a command of the bot; others are called as they are."""
    known = {each.qualified_name: each for each in iterate_slash_commands(COMMANDS)}
    return render_full_command_name(known[command], text) if command in known else command


async def _press(what: Locator) -> None:
    """Press and release at once, before a new message can move the button, until it is taken."""
    await _repeat_until_taken(partial(_press_once, what), f"press of {what}")


async def _press_once(what: Locator) -> bool:
    """Press an element as soon as it can be pressed; return whether the page took the press."""
    await what.click(trial=True)
    return bool(await what.evaluate(_PRESS))


async def _repeat_until_taken(act: Callable[[], Awaitable[bool]], name: str) -> None:
    """Repeat an act until the page takes it.

    Raises `AssertionError` if it never does, as with a form in which a required field is empty: each press of such a
    form draws it anew.
    """
    loop = asyncio.get_running_loop()
    latest = loop.time() + PATIENCE / 1000
    while not await act():
        assert loop.time() < latest, f"the page does not take the {name}"


def _named(options: Locator, name: str) -> Locator:
    """Return the option with exactly this name."""
    page = options.page
    labels = page.locator(".command-suggestion-label, .entity-name, .option-label")
    return options.filter(has=labels.and_(page.get_by_text(name, exact=True))).first


class Sandbox:
    """One running sandbox, seen in tabs of a browser."""

    def __init__(self, browser: Browser, room: SandboxPage) -> None:
        self._browser = browser
        self._room = room
        self._contexts = list[BrowserContext]()
        self._shared: BrowserContext | None = None
        self._page, self._capability = room.url.split("#")

    async def press_without_tab(self, member: str, place: str, action: str) -> None:
        """Press a button of a place's newest board as a member who has no tab open: a tab takes seconds to open."""
        directory = self._room.directory
        presser = directory.members_by_name[member]
        channel = directory.find_channel_by_page_name(place, presser)
        async with self._room._operation:
            assert await press_newest_matching_button(presser, channel, rf"pod:\d+:{action}"), action

    async def run_without_tab(self, member: str, place: str, command: str, /, *, see: str = "", **options: str) -> None:
        """Run a command such as `pod guest` in a place as a member who has no tab open, with Discord in `see`.

        Raises `AssertionError` if the bot refuses the command.
        """
        directory = self._room.directory
        user = directory.members_by_name[member]
        language = chosen_language.set(see)
        try:
            async with self._room._operation:
                result = await user.slash(directory.find_channel_by_page_name(place, user), command, **options)
        finally:
            chosen_language.reset(language)
        told = [each.content for each in (result.response, *result.followups) if each is not None]
        failures = [each for each in told if each.startswith(_FAILED)]
        assert failures == [], f"{member} runs /{command} with {options}: {failures}"

    async def tab(self, member: str, place: str = "", size: ViewportSize = DESKTOP, see: str = "") -> Tab:
        """Open the sandbox in a tab of its own, as a member, at a place, with Discord in `see`."""
        page = await self._open_tab(size)
        own = next((person.locale for person in PEOPLE if person.name == member), "")
        tab = Tab(page, see or own)
        query = urlencode({"as": member, "in": place, "see": see})
        await tab.page.goto(f"{self._page}?{query}#{self._capability}")
        await tab.ready()
        return tab

    async def first_visit(self, language: str, size: ViewportSize = DESKTOP) -> Tab:
        """Open the address that the sandbox prints, in a browser of this language."""
        context = await self._open_context(viewport=size, locale=language)
        tab = Tab(await context.new_page(), language)
        await tab.page.goto(f"{self._page}#{self._capability}")
        await tab.ready()
        return tab

    async def _open_tab(self, size: ViewportSize) -> Page:
        """Open an empty page beside the tabs of others, with which it shares cookies: the sandbox sets none."""
        if self._shared is None:
            self._shared = await self._open_context()
        page = await self._shared.new_page()
        await page.set_viewport_size(size)
        return page

    async def _open_context(self, **settings: Any) -> BrowserContext:
        context = await self._browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return context

    async def close(self) -> None:
        """Close every tab."""
        for context in self._contexts:
            await context.close()


@asynccontextmanager
async def looking_at(room: SandboxPage, browser: Browser) -> AsyncIterator[Sandbox]:
    """Yield a running sandbox for a browser; close its tabs after the block."""
    sandbox = Sandbox(browser, room)
    try:
        yield sandbox
    finally:
        await sandbox.close()


def find_chromium() -> str:
    """Return the path of a Chromium; skip the test if the machine has none."""
    return next(filter(None, map(shutil.which, _NAMES)), None) or skip_without("BROWSER", MISSING)


@asynccontextmanager
async def start_browser() -> AsyncIterator[Browser]:
    """Start a headless browser, and close it after the block."""
    path = find_chromium()
    flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=flags)
        try:
            yield browser
        finally:
            await browser.close()
