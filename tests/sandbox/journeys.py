"""Plays the first evening in each language, on phone and desktop, and counts taps and keys.

python -m tests.sandbox.journeys [--folder shots] [--language fr] [--width 390]

Prints the taps and keystrokes of the ten commonest acts, and the heights of the six commonest
boards and of those of 25 seats; writes a picture of each station to the folder, or to a temporary
one. Then it plays the evening of a newcomer who does what the README in their language says.
"""

import argparse
import asyncio
import re
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import product
from pathlib import Path

from playwright.async_api import Browser, Locator, ViewportSize, expect
from playwright.async_api import TimeoutError as NotSeen

from bot.front.nights.terms_input import CUT_FIELD
from bot.front.server.settings import SETTINGS
from bot.front.ui.components import ANSWER_LOOKS, BUTTON_LOOKS
from bot.i18n import LOCALES, Locale, Translations, load_translations
from bot.rules.tables import TABLES
from bot.sandbox.sample_server import PEOPLE
from tests.guide import CODE, ITALIC, ROOT, read_prose
from tests.sandbox.browser import CLIENTS, DESKTOP, PHONE, Sandbox, Tab, Unlisted, Work, start_browser
from tests.sandbox.test_game import playing_on

SIZES: Mapping[int, ViewportSize] = {size["width"]: size for size in (PHONE, DESKTOP)}
PLAYERS = ("Ana", "Bo", "Cy", "Di", "Eve")

LOOKS = {**BUTTON_LOOKS, **ANSWER_LOOKS}

PATIENCE = 3_000  # milliseconds until a tab shows what another did

ACTS = (
    "join",
    "start",
    "report as the loser",
    "report as somebody else",
    "confirm",
    "concede",
    "next turn",
    "life",
    "undo",
    "rematch",
)
"""The ten commonest acts of an evening."""


BOARDS = ("lobby", "start", "defeat", "choice", "end", "next round")
"""The six commonest boards, of six players with decks in a series, who bring a guest and count
life."""

ANSWERS = ("more of a new thrall", "what now of a new thrall", "more of a follower", "more of the host")
"""Private answers after the defeat, which a phone shows in one screen."""

DECKS = {
    "Ana": "Krenko, Mob Boss",
    "Bo": "Tymna the Weaver + Thrasios, Triton Hero",
    "Cy": "Atraxa, Praetors' Voice",
    "Di": "Meren of Clan Nel Toth",
    "Eve": "The Ur-Dragon",
    "Zoe": "Kinnan, Bonder Prodigy",
}
"""Who plays which commanders in the series."""

_BOARD = ".component-container"
_HEIGHT = "each => each.getBoundingClientRect().height"

FORM_HEIGHT = """dialog => {
    const body = dialog.querySelector(".modal-body");
    return dialog.getBoundingClientRect().height + body.scrollHeight - body.clientHeight;
}"""
"""A script that returns the height of a form in pixels, with the part that has to be scrolled to."""

_IN_ONE_ROW = """each => {
    const rows = [...each.querySelectorAll(".component-row")];
    const last = rows.find((row) => [...row.children].some((button) => button.textContent === "⋯"));
    return !last || new Set([...last.children].map((button) => button.offsetTop)).size === 1;
}"""
"""Whether the buttons beside the last one, and it, stand in one row."""

SCREEN = PHONE["height"]
"""The height of a phone's screen, without Discord's own bars."""

_CUT = """() => [...document.querySelectorAll(".select-value-label, .button-label")]
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""
"""What menus and buttons say and the page cuts."""


class Evening:
    """Five people with a tab each, who all read one language."""

    def __init__(self, sandbox: Sandbox, text: Translations, size: ViewportSize, folder: Path) -> None:
        self.text = text
        self.taken: dict[str, Work] = {}
        self.heights: dict[str, int] = {}
        self._sandbox, self._size, self._folder = sandbox, size, folder
        self._tabs: dict[str, Tab] = {}
        self._shots = 0
        self._cut = set[str]()

    async def find(self, name: str) -> Tab:
        """Return the tab of a player."""
        if name not in self._tabs:
            self._tabs[name] = await self._sandbox.tab(name, size=self._size, see=CLIENTS[self.text.locale])
        return self._tabs[name]

    async def visit(self, name: str, place: str) -> Tab:
        """Return a new tab of a player at a place."""
        see = CLIENTS[self.text.locale]
        tab = await self._sandbox.tab(name, place, size=self._size, see=see)
        self._tabs[f"{name} in {place}"] = tab
        return tab

    async def run_without_tab(self, name: str, place: str, command: str, /, **options: str) -> None:
        """Run a command in a place as a player who has no tab open, in the language of the evening."""
        await self._sandbox.run_without_tab(name, place, command, see=CLIENTS[self.text.locale], **options)

    @asynccontextmanager
    async def act(self, act: str, name: str) -> AsyncIterator[Tab]:
        """Count a player's taps and keys for one of `ACTS`."""
        tab = await self.find(name)
        before = tab.work
        yield tab
        await tab.at_rest()
        self.taken[act] = tab.work - before

    async def press(self, tab: Tab, action: str) -> None:
        """Press a button of the board, or of the menu behind its last button.

        It may have an emoji alone.
        """
        label, sign = self.text(f"button-{action}"), LOOKS[action][1]
        board = tab.timeline.locator("article.channel-message", has=tab.page.locator(_BOARD)).last
        names = [name for name in (label, sign) if name]
        shown = [tab.find_buttons(name, board) for name in names]
        with suppress(NotSeen):
            await shown[0].or_(shown[-1]).last.wait_for(timeout=PATIENCE)
        await tab.at_rest()  # the page names what is pressed by its place on the newest board
        for name, found in zip(names, shown, strict=True):
            if await found.count():
                return await tab.click(name)
        await tab.click(self.text("button-more"))
        await tab.click(label)

    async def measure(self, tab: Tab, board: str, *, in_one_row: bool = True) -> None:
        """Measure one of `BOARDS`, the newest in the place, and take a picture of it.

        Its last buttons have to stand in one row, unless `in_one_row` is false.
        """
        await tab.at_rest()
        newest = tab.timeline.locator("article.channel-message", has=tab.page.locator(_BOARD)).last
        for picture in await newest.locator(f"{_BOARD} img").all():
            await expect(picture).not_to_have_js_property("naturalWidth", 0)
        self.heights[board] = round(await newest.evaluate(_HEIGHT))
        assert not in_one_row or await newest.evaluate(_IN_ONE_ROW), f"the buttons of {board} need two rows"
        await self.shoot(tab, f"board {board}", newest)

    async def measure_answer(self, tab: Tab, answer: str) -> None:
        """Measure one of `ANSWERS`, the newest message in the place, and take a picture of it."""
        await tab.at_rest()
        newest = tab.timeline.locator("article.channel-message").last
        for picture in await newest.locator("img").all():
            await picture.scroll_into_view_if_needed()
            await expect(picture).not_to_have_js_property("naturalWidth", 0)
        self.heights[answer] = round(await newest.evaluate(_HEIGHT))
        await self.shoot(tab, f"answer {answer}", newest)

    @property
    def is_on_phone(self) -> bool:
        return self._size == PHONE

    def check(self) -> None:
        """Check that no tab had an error or a truncated text, that every act was played, and that boards fit a phone.

        Raises `AssertionError`.
        """
        self.check_tabs()
        assert self.taken.keys() == set(ACTS)
        if self.is_on_phone:
            assert max(self.heights.values(), default=0) <= SCREEN, self.heights

    def check_tabs(self) -> None:
        """Raise `AssertionError` if a tab had an error or a truncated text."""
        assert self._cut == set(), f"menus have no room for {self._cut}"
        assert [error for tab in self._tabs.values() for error in tab.errors] == []

    async def shoot(self, tab: Tab, what: str, shown: Locator | None = None) -> None:
        """Take a picture of a station with the message `shown`, or else with the newest."""
        await tab.at_rest()
        newest = shown or tab.timeline.locator("article.channel-message").last
        await newest.evaluate("each => each.scrollIntoView(false)")
        await tab.page.mouse.move(0, 0)  # what is pointed at has buttons beside it
        self._shots += 1
        self._cut |= set(await tab.page.evaluate(_CUT))
        await self.take_picture(tab, newest, self._folder / f"{self._shots:02} {what}.png")

    async def take_picture(self, tab: Tab, _shown: Locator, file: Path) -> None:
        """Take a picture of a tab, in which a station's message or form was scrolled into view."""
        await tab.picture(file)


async def play_first_evening(evening: Evening) -> None:
    """Play a lobby, reports of each kind, a game to its end, and the next lobby."""
    await _sit_down(evening)
    await _play_on(evening)
    await _lose(evening)
    await _end(evening)


async def _sit_down(evening: Evening) -> None:
    ana, text = await evening.find("Ana"), evening.text
    await ana.run("setup server")
    await ana.choose(text("setup-menu"), text(f"setup-group-{SETTINGS['confirmation'].group}"))
    await ana.choose(text("setup-menu"), text("setting-confirmation"))
    await ana.choose(text("setting-confirmation"), text("confirmation-loser"))
    await ana.is_told(text("setup-saved"))
    await evening.shoot(ana, "a setting")
    await ana.run("pod open", title="Friday", life="True")
    for name in PLAYERS[1:]:
        async with evening.act("join", name) as tab:
            await evening.press(tab, "join")
        await ana.sees(name)
    await evening.shoot(ana, "the lobby")
    async with evening.act("start", "Ana"):
        await evening.press(ana, "start")
    await ana.sees(text("done-start").split(".")[0])
    await evening.shoot(ana, "the board")


async def _play_on(evening: Evening) -> None:
    async with evening.act("next turn", "Bo") as bo:
        await evening.press(bo, "turn")
    async with evening.act("life", "Di") as di:
        await evening.press(di, "life")
        await di.click("−5")
    await evening.shoot(di, "life")


async def _lose(evening: Evening) -> None:
    text, cards = evening.text, {"card": "Lightning Bolt"}
    async with evening.act("report as the loser", "Bo") as bo:
        await evening.press(bo, "report")
        await bo.fill(controller="Ana")
    await bo.is_told(text("button-redo"))
    await evening.shoot(bo, "reported by the loser")
    async with evening.act("report as somebody else", "Bo"):
        await evening.press(bo, "report")
        await bo.fill(loser="Cy", controller="Ana")
    await evening.shoot(bo, "reported by somebody else")
    async with evening.act("confirm", "Cy") as cy:
        await evening.press(cy, "confirm")
    await evening.shoot(cy, "confirmed")
    di = await evening.find("Di")
    await evening.press(di, "report")
    await di.write(controller="Di", **cards)
    await evening.shoot(di, "the form")
    await di.fill()
    await di.is_told(text("form-details"))
    await evening.shoot(di, "the preview")
    await di.click(text("form-details"))
    await evening.shoot(di, "details")
    await di.click(text("form-cancel"))
    await di.is_told(text("form-cancelled"))


async def _end(evening: Evening) -> None:
    ana = await evening.find("Ana")
    async with evening.act("undo", "Bo") as bo:
        await evening.press(bo, "undo")
    await bo.is_told(evening.text("done-undo"))
    async with evening.act("concede", "Eve") as eve:
        await evening.press(eve, "concede")
        await eve.click(evening.text("button-leaving"))
    await evening.shoot(eve, "conceded")
    for name in ("Cy", "Di"):
        tab = await evening.find(name)
        await evening.press(tab, "report")
        await tab.fill(controller="Ana")
    await ana.sees("🏆")
    await evening.shoot(ana, "the end")
    async with evening.act("rematch", "Ana"):
        await evening.press(ana, "rematch")
    await evening.shoot(ana, "the next lobby")
    await ana.run("leaderboard")
    await evening.shoot(ana, "the leaderboard")


async def play_series(evening: Evening) -> None:
    """Play a round of a series, and measure its boards."""
    text = evening.text
    tabs = {name: await evening.find(name) for name in PLAYERS}
    for tab in tabs.values():
        await tab.go("table-two")
    ana = tabs["Ana"]
    await ana.run("series", target="5", life="True", title="Friday night", change="True")
    await ana.choose(text("change-switches"), text("change-choose_master"))
    await ana.click(text("open-button"))
    for name, tab in list(tabs.items())[1:]:
        await evening.press(tab, "join")
        await ana.sees(name)
    await ana.run("pod guest", name=Unlisted("Zoe"))
    guest = f"Zoe ({text('guest')})"
    await ana.sees(guest)
    for name, deck in DECKS.items():
        whose = {"whose": name if name == "Ana" else guest} if name not in PLAYERS[1:] else {}
        tab = tabs.get(name, ana)
        await evening.press(tab, "deck")
        await tab.fill(**whose, commanders=deck)
        await tab.is_told(deck.split(" + ")[-1])
    await evening.measure(ana, "lobby")
    await evening.press(ana, "start")
    await ana.is_told(text("done-start"))
    await evening.measure(ana, "start")
    await ana.run("defeat", loser="Bo", controller="Cy", card=Unlisted("Lightning Bolt"))
    await ana.run("defeat", loser="Cy", controller="Ana", card=Unlisted("Craterhoof Behemoth"))
    await ana.sees("Craterhoof Behemoth")
    await evening.measure(ana, "defeat")
    for name, answer in (("Cy", ANSWERS[0]), ("Bo", ANSWERS[2]), ("Ana", ANSWERS[3])):
        tab = tabs[name]
        await tab.sees("Craterhoof Behemoth")
        await tab.click(text("button-more"))
        await evening.measure_answer(tab, answer)
        if name == "Cy":
            await tab.click(text("button-checklist"))
            await tab.is_told(text("checklist-title"))
            await evening.measure_answer(tab, ANSWERS[1])
    await ana.run("defeat", loser="Eve", cause=text("cause-library"))
    await ana.click(text("form-send"))
    await tabs["Eve"].sees("@Eve")
    await evening.measure(ana, "choice")
    await tabs["Eve"].click("Ana")
    await ana.run("defeat", loser="Di", controller="Ana")
    await ana.run("defeat", loser=guest, controller="Ana")
    await ana.sees("🏆")
    await evening.measure(ana, "end")
    await evening.press(ana, "round")
    await evening.measure(ana, "next round")
    for tab in tabs.values():
        await tab.go("table-one")


async def travel(
    locale: Locale, width: int, folder: Path, browser: Browser, *, measures_boards: bool = True
) -> Evening:
    """Play the first evening, after a round of a series whose boards are measured, unless that is not asked for."""
    station = folder / f"{locale} {width}"
    station.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        async with playing_on(Path(kept) / "evening.sqlite3", browser) as sandbox:
            evening = Evening(sandbox, load_translations(locale), SIZES[width], station)
            if measures_boards:
                await play_series(evening)
                assert evening.heights.keys() == {*BOARDS, *ANSWERS}
            await play_first_evening(evening)
            evening.check()
            return evening


CROWD_BOARDS = ("lobby of 25", "start of 25", "defeat of 25")
"""Boards of a grand melee, whose host brings eighteen guests and counts life."""


async def crowd(locale: Locale, folder: Path, browser: Browser) -> Evening:
    """Measure the boards of the largest table on a phone: at most one screen and a half."""
    station = folder / f"{locale} crowd"
    station.mkdir(parents=True, exist_ok=True)
    text = load_translations(locale)
    with tempfile.TemporaryDirectory() as kept:
        async with playing_on(Path(kept) / "evening.sqlite3", browser) as sandbox:
            evening = Evening(sandbox, text, PHONE, station)
            ana = await evening.find("Ana")
            melee = {key: text(f"{key}-{value}") for key, value in _MELEE.items()}
            await ana.run("pod open", **melee, life="True")
            members = (*PLAYERS[1:], "Fay", "Gil")
            guests = [f"Zoe{number:02}" for number in range(TABLES["grand-melee"].most - 1 - len(members))]
            await ana.find_buttons(text("button-join")).last.wait_for()
            for name in members:
                await sandbox.press_without_tab(name, "table-one", "join")
            for name in guests:
                await evening.run_without_tab("Ana", "table-one", "pod guest", name=name)
            await ana.sees(guests[-1])
            await evening.measure(ana, CROWD_BOARDS[0])
            await evening.press(ana, "start")
            await ana.is_told(text("done-start"))
            await evening.measure(ana, CROWD_BOARDS[1])
            await ana.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
            await ana.sees("Lightning Bolt")
            await evening.measure(ana, CROWD_BOARDS[2])
            assert max(evening.heights.values()) <= 1.5 * SCREEN, evening.heights
            return evening


NIGHT_BOARDS = ("signing up", "round", "pod", "round over", "final", "last round", "closed", "results")
"""Boards of a night of twelve, a round of three pods of four and a final, and the answer with its results."""


GUEST = Unlisted("Gus")
"""A guest of Ana's, who comes to a night for somebody who leaves."""


async def night(locale: Locale, width: int, folder: Path, browser: Browser) -> Evening:
    """Play a night of twelve people with a guest: a round, a correction, a final of four, the final table."""
    station = folder / f"{locale} {width} night"
    station.mkdir(parents=True, exist_ok=True)
    text = load_translations(locale)
    with tempfile.TemporaryDirectory() as kept:
        async with playing_on(Path(kept) / "evening.sqlite3", browser) as sandbox:
            evening = Evening(sandbox, text, SIZES[width], station)
            ana = await evening.find("Ana")
            await _gather_night(evening, ana)
            await _seat_round(evening, ana, text("night-seating", round=1, rounds=1), pods=3)
            await ana.sees(text("night-round", round=1, rounds=1))
            await evening.measure(ana, "round")
            pods = await _list_pods(ana)
            for at, pod in enumerate(pods):
                players = await _start(evening, pod)
                if at:  # the first pod has proved the page, and a tab and its commands take long
                    await _win_without_tab(evening, pod, players)
                else:
                    tab = await _win(evening, pod, players)
                    await evening.measure(tab, "pod")
                    await _correct(evening, tab, players)
            await evening.measure(ana, "round over")
            await _seat_round(evening, ana, text("night-cut-seating", round=text("night-cut-final")), pods=1)
            await evening.measure(ana, "final")
            final = (await _list_pods(ana))[-1]
            await _win_without_tab(evening, final, await _start(evening, final))
            await _skip(evening, ana)
            await evening.measure(ana, "last round")
            await ana.run("night close")
            await ana.click(text("plan-button-closing"))  # the last results can still be disputed
            await ana.is_told(text("night-done-close"))
            await ana.sees(text("night-closed"))
            await evening.measure(ana, "closed")
            await evening.shoot(ana, "the last post")
            await ana.click(text("night-button-results"))
            await evening.measure_answer(ana, "results")
            await ana.click(text("night-button-pods"))
            await evening.shoot(ana, "the pods of all rounds")
            assert evening.heights.keys() == {*NIGHT_BOARDS}
            if evening.is_on_phone:
                assert max(evening.heights.values()) <= SCREEN, evening.heights
            return evening


async def _gather_night(evening: Evening, ana: Tab) -> None:
    """Announce a night in less than an hour; everybody signs up and checks in."""
    text = evening.text
    when = int(await ana.page.evaluate("() => Date.now() / 1000")) + 45 * 60
    variant = text("variant-elimination")
    await ana.run("night open", when=Unlisted(f"<t:{when}:F>"), rounds="1", minutes="60", variant=variant)
    await ana.click(text("change-button-change"))
    await ana.click(text("plan-button-terms"))
    await ana.fill(**{CUT_FIELD: "4"})
    await ana.sees(text("night-cut-terms", count=4).split(".")[0].replace("**", ""))
    await evening.shoot(ana, "the night as it was read")
    await ana.click(text("plan-button-make"))
    await ana.is_told(text("plan-made", kind="night", when="#").split("#")[0].strip())
    await _let_others(evening, ana, "button-join")
    await ana.sees(text("night-signed-up", count=len(PEOPLE)))
    await evening.measure(ana, "signing up")
    await _skip(evening, ana)
    await _let_others(evening, ana, "plan-button-come")
    await ana.click(text("plan-button-come"))
    await evening.shoot(ana, "checking in")
    for _ in range(3):
        await _skip(evening, ana)
    await ana.sees(text("night-first"))
    await ana.run("night drop", player=PEOPLE[-1].name)
    await ana.run("night add", guest=GUEST)
    await evening.shoot(ana, "a guest")
    await ana.sees(GUEST)


async def _let_others(evening: Evening, tab: Tab, button: str) -> None:
    """Let everybody else press a button of the night's message."""
    text = evening.text
    await tab.press_beside(text("sandbox-others", button=text(button)))


async def _skip(evening: Evening, tab: Tab) -> None:
    await tab.press_beside(evening.text("sandbox-skip"))


async def _seat_round(evening: Evening, tab: Tab, preview: str, pods: int) -> None:
    """Look at the pods of the next round, or of the top cut, and seat them."""
    threads = tab.page.locator("#sandbox-nav a", has_text="↳")
    before = await threads.count()
    await tab.run("night seat")
    await tab.is_told(preview.split(".", maxsplit=1)[0])
    await evening.shoot(tab, f"preview of {pods} pods")
    await tab.click(evening.text("plan-button-seat"))
    await expect(threads).to_have_count(before + pods)


async def _list_pods(tab: Tab) -> list[str]:
    """Return the places of the pods' threads, oldest first."""
    found: list[str] = await tab.page.locator("#sandbox-nav a").evaluate_all(
        """links => links.filter((each) => each.textContent.startsWith("↳"))
            .map((each) => new URLSearchParams(new URL(each.href).search).get("in"))"""
    )
    return found


async def _start(evening: Evening, pod: str) -> Sequence[str]:
    """Let the players of a pod arrive, and start it as a moderator; return the players."""
    moderator = await evening.visit("Ana", pod)
    present = evening.text("button-present")
    await moderator.sees(present)
    kept = re.split("[🙋#]", evening.text("lobby-kept", players="#"))[0].removeprefix("🪑").strip()
    called = re.findall(rf"{re.escape(kept)}.*", await moderator.timeline.inner_text())[-1]
    await moderator.press_beside(evening.text("sandbox-others", button=present))
    if re.search(rf"\b(Ana|{GUEST})\b", called):  # Ana presses once, for herself and for her guest
        await evening.press(moderator, "present")
        for name in ("Ana", GUEST):
            await expect(moderator.timeline).not_to_contain_text(re.compile(rf"{re.escape(kept)}.*\b{name}\b"))
    await moderator.sees(evening.text("lobby-all-here"))
    seats = await moderator.timeline.inner_text()
    names = [*(each.name for each in PEOPLE), f"{GUEST} ({evening.text('guest')})"]
    players = [each for each in names if re.search(rf"\d\s+{re.escape(each)}(?!\w)", seats)]
    await evening.press(moderator, "start")
    await moderator.is_told(evening.text("done-start"))
    await moderator.page.close()
    return players


async def _win(evening: Evening, pod: str, players: Sequence[str]) -> Tab:
    """Let the first player of a pod defeat the others; return the winner's tab."""
    winner, *losers = players
    host = await evening.visit(winner, pod)
    for loser in losers:
        await host.run("defeat", loser=loser, controller=winner)
        await host.sees(loser)
    await host.sees("🏆")
    return host


async def _win_without_tab(evening: Evening, pod: str, players: Sequence[str]) -> None:
    """Let the first player of a pod defeat the others, without opening a tab."""
    winner, *losers = players
    for loser in losers:
        await evening.run_without_tab(winner, pod, "defeat", loser=loser, controller=winner)


async def _correct(evening: Evening, tab: Tab, players: Sequence[str]) -> None:
    """Take back the last defeat; it was the winner who lost."""
    winner, *_, last = players
    await tab.run("undo")
    await tab.is_told(evening.text("done-undo"))
    await tab.run("defeat", loser=winner, controller=last)
    await tab.sees("🏆")


_MELEE = {"variant": "elimination", "table": "grand-melee"}

_SIGNED = re.compile(r"([^\w\s(),.:;]\S*) \*([^*]+)\*")
"""A sign before a button's name."""


class Newcomer:
    """Somebody with one tab, who plays everybody, and knows only a README in their language."""

    def __init__(self, tab: Tab, readme: Path, folder: Path) -> None:
        self.tab = tab
        self.heights: dict[str, int] = {}
        self._folder = folder
        self._shots = 0
        prose = read_prose(readme)
        steps = re.findall(r"^1\. (?:.|\n)+?(?=^## )", prose, re.MULTILINE)[0]
        steps = " ".join(steps.split())
        self.buttons = ITALIC.findall(CODE.sub("", steps))
        self._signs = {label: sign for sign, label in _SIGNED.findall(steps)}
        self.commands = [each for each in CODE.findall(steps) if each.startswith("/")]

    async def look_as(self, name: str) -> None:
        """Become another member, by the list beside the page."""
        links = self.tab.page.locator("#sandbox-nav").get_by_role("link")
        await links.filter(has_text=re.compile(rf"^{name}\b")).click()
        await self.tab.ready()
        await self.tab.at_rest()

    async def type(self, command: str) -> None:
        """Send a command as it is written, without options."""
        page = self.tab.page
        await self.tab.at_rest()
        await page.locator("#channel-composer-input").fill(command)
        await page.locator(".command-entry").first.click()
        await page.locator("#send-message").click()
        await expect(page.locator(".command-row")).to_have_count(0)
        await self.tab.at_rest()

    async def press(self, button: str) -> None:
        """Press the newest button of this name, or of the sign that stands before it."""
        sign = self._signs.get(button)
        if sign and not await self.tab.find_buttons(button).count():
            button = sign
        await self.tab.click(button)

    async def lose(self, name: str, controller: str, report: str) -> None:
        """Report somebody's own defeat, by the button that the README names."""
        await self.look_as(name)
        await self.press(report)
        await self.shoot("the form")
        await self.tab.fill(controller=controller)

    async def shoot(self, what: str) -> None:
        """Take a picture of the whole page, and measure what a phone would show of it."""
        await self.tab.at_rest()
        self._shots += 1
        await self.tab.picture(self._folder / f"{self._shots:02} {what}.png")
        usual = self.tab.page.viewport_size
        assert usual is not None
        await self.tab.page.set_viewport_size(PHONE)
        messages = await self.tab.timeline.locator("article.channel-message").evaluate_all(f"all => all.map({_HEIGHT})")
        forms = await self.tab.form.evaluate_all(f"all => all.map({FORM_HEIGHT})")
        self.heights[what] = round(max([*messages, *forms], default=0))
        await self.tab.page.set_viewport_size(usual)


async def play_from_readme(newcomer: Newcomer) -> None:
    """Play an evening by what the README names, in its order, up to the next lobby."""
    tab, text = newcomer.tab, newcomer.tab.text
    opening, *_, standings = newcomer.commands
    join, _, start, turn, report, what_now, rematch = newcomer.buttons
    await newcomer.shoot("the first visit")
    await newcomer.type(f"/{text('command-help')}")
    await newcomer.shoot("the help")
    await newcomer.type(opening)
    for name in PLAYERS[1:4]:
        await newcomer.look_as(name)
        await newcomer.press(join)
    await newcomer.look_as("Ana")
    await newcomer.shoot("the lobby")
    await newcomer.press(start)
    await newcomer.press(turn)
    await newcomer.shoot("the board")
    await newcomer.lose("Bo", "Ana", report)
    await tab.is_told(text("button-redo"))
    await tab.is_told(f"/{text('command-undo')}")
    await newcomer.press(what_now)
    await newcomer.shoot("what now")
    await newcomer.lose("Cy", "Ana", report)
    await newcomer.lose("Di", "Ana", report)
    await tab.sees("🏆")
    await newcomer.shoot("the end")
    await newcomer.type(standings)
    await newcomer.shoot("the standings")
    await newcomer.look_as("Ana")
    await newcomer.press(rematch)
    await expect(tab.find_buttons(join).last).to_be_visible()
    await newcomer.shoot("the next lobby")


async def visit(locale: Locale, folder: Path, browser: Browser) -> Newcomer:
    """Play the evening of the README of a language, in a browser of that language."""
    station = folder / f"{locale} README"
    station.mkdir(parents=True, exist_ok=True)
    readme = ROOT / ("README.md" if locale == "en" else f"README.{locale}.md")
    with tempfile.TemporaryDirectory() as kept:
        async with playing_on(Path(kept) / "evening.sqlite3", browser) as sandbox:
            newcomer = Newcomer(await sandbox.first_visit(CLIENTS[locale]), readme, station)
            await play_from_readme(newcomer)
            assert newcomer.tab.errors == []
            return newcomer


def render_table(taken: Mapping[str, Work], heights: Mapping[str, int]) -> str:
    """Render the taps and keystrokes of each act, and the height of each board, one a line."""
    lines = [f"{'act':<25} taps  keys"]
    lines += [f"{act:<25} {taken[act].taps:4}  {taken[act].keys:4}" for act in ACTS]
    return "\n".join([*lines, render_heights(heights)])


def render_heights(heights: Mapping[str, int]) -> str:
    """Render the height of each board, one a line."""
    lines = [f"{board:<25} {height:6}" for board, height in heights.items()]
    return "\n".join([f"{'board':<25} pixels", *lines])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the journeys that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the pictures go")
    parser.add_argument("--language", choices=LOCALES, action="append")
    parser.add_argument("--width", type=int, choices=SIZES, action="append")
    asked = parser.parse_args(arguments)
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="journeys-"))
    asyncio.run(travel_all(asked.language or LOCALES, asked.width or SIZES, folder))
    print(f"Pictures: {folder}")


async def travel_all(locales: Iterable[Locale], widths: Iterable[int], folder: Path) -> None:
    """Play each language and width, and print the work and the heights of each."""
    async with start_browser() as browser:
        for locale, width in product(locales, widths):
            evening = await travel(locale, width, folder, browser)
            table = render_table(evening.taken, evening.heights)
            print(f"{locale}, {width} pixels\n{table}\n", flush=True)
        for locale, width in product(locales, widths):
            heights = render_heights((await night(locale, width, folder, browser)).heights)
            print(f"{locale}, {width} pixels, a night of twelve\n{heights}\n", flush=True)
        for locale in locales:
            await visit(locale, folder, browser)
            heights = render_heights((await crowd(locale, folder, browser)).heights)
            print(f"{locale}, 25 seats\n{heights}\n", flush=True)


if __name__ == "__main__":
    main()
