"""Shows everything that people commonly meet, on a phone in each language, and measures its height.

python -m tests.sandbox.screens [--folder shots] [--language fr]

Prints the height of each message and form, and writes a picture of each to the folder, or to a
temporary one.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.async_api import Browser, Locator, ViewportSize, expect

from bot.i18n import LOCALES, Locale, load_translations
from tests.sandbox.browser import PHONE, Tab, Unlisted, start_browser
from tests.sandbox.journeys import FORM_HEIGHT, Evening, render_heights
from tests.sandbox.test_game import playing_on

TALL_PHONE = ViewportSize(width=PHONE["width"], height=1_900)
"""A phone's width, and a height at which whole messages are visible."""

_PLAYERS = ("Ana", "Bo", "Cy", "Di", "Eve")
_VARIANTS = (("necromancer", "table-two", "Bo"), ("respawn", "leaderboard", "Cy"), ("elimination", "table-ronde", "Di"))
"""Variants, each with a place and a host, who may have few games open at a time."""

_FORM_QUESTIONS = ("defeat", "damage", "loyalty")

_LONG_CARD = Unlisted("Gray Merchant of Asphodel")


class Screens(Evening):
    """An evening whose every message and form is measured by a name of its own, and has a picture of its own."""

    async def take_picture(self, _tab: Tab, shown: Locator, file: Path) -> None:
        """Take a picture of the message or form alone."""
        await shown.screenshot(path=file)

    async def measure_form(self, tab: Tab, form: str) -> None:
        """Measure the open form, take a picture of it, and close it."""
        await expect(tab.form).to_be_visible()
        await tab.at_rest()
        self.heights[form] = round(await tab.form.evaluate(FORM_HEIGHT))
        await self.shoot(tab, f"form {form}", tab.form)
        await tab.form.locator(".modal-close").click()
        await expect(tab.form).to_have_count(0)

    async def open_more(self, tab: Tab, board: str) -> None:
        """Press the board's last button, and measure the answer."""
        await tab.click(self.text("button-more"))
        await self.measure_answer(tab, f"⋯ of {board}")

    async def open_all(self, tab: Tab, board: str, buttons: Mapping[str, str]) -> None:
        """Press buttons behind the board's last one, and measure each answer or form; its kind stands before it."""
        for button, kind in buttons.items():
            await tab.click(self.text("button-more"))
            await tab.click(self.text(button))
            measure = self.measure_form if kind == "form" else self.measure_answer
            await measure(tab, f"{button} of {board}")

    async def run_all(self, tab: Tab, commands: Mapping[str, Mapping[str, str]]) -> None:
        """Run commands, and measure each answer."""
        for name, options in commands.items():
            command = name.partition(":")[0]
            await tab.run(command, **options)
            await self.measure_answer(tab, f"answer of {name}")


async def _show_beginning(screens: Screens) -> None:
    """Look at help, settings, and a pod of Esclave from its preview to its lobby."""
    text = screens.text
    ana, bo = await screens.find("Ana"), await screens.find("Bo")
    await screens.run_all(bo, {"help": {}, "pod find": {}})
    await screens.run_all(ana, {"help": {}, "setup server": {}})
    await ana.choose(text("setup-menu"), text("setup-group-reports"))
    await screens.measure_answer(ana, "a group of settings")
    await ana.run("pod open", title="Friday night", life="True", change="True", variant=text("variant-esclave"))
    await screens.measure_answer(ana, "preview of a pod")
    await ana.click(text("change-button-options"))
    await screens.measure_answer(ana, "options of a pod")
    await ana.click(text("open-button"))
    await screens.measure(ana, "lobby of one")
    for name in _PLAYERS[1:]:
        await screens.press(await screens.find(name), "join")
        await ana.sees(name)
    await screens.measure(ana, "lobby")
    await screens.open_more(bo, "a lobby")
    await screens.open_more(ana, "a lobby, by its host")
    await screens.open_all(
        ana, "a lobby", {"button-how": "", "button-fair": "", "button-change": "", "button-deck": "form"}
    )
    await screens.run_all(bo, {"help:lobby": {}})
    await screens.press(ana, "start")
    await ana.is_told(text("done-start"))


async def _show_game(screens: Screens) -> None:
    """Look at a running game of Esclave, its reports and its end."""
    text = screens.text
    ana, bo, cy, eve = [await screens.find(name) for name in ("Ana", "Bo", "Cy", "Eve")]
    await screens.measure(ana, "start")
    await bo.sees(text("button-report"))
    await screens.press(bo, "report")
    await screens.measure_form(bo, "report")
    await screens.press(bo, "life")
    await screens.measure_answer(bo, "life")
    await screens.open_more(bo, "a game")
    await screens.open_more(ana, "a game, by a moderator")
    await screens.open_all(
        ana,
        "a game",
        {f"button-{each}": "" for each in ("log", "status", "effects", "end", "substitute", "removal", "concede")},
    )
    await screens.run_all(bo, {"help:game": {}, "help:moderator": {}})
    await ana.run("defeat", loser="Bo", controller="Cy", card=Unlisted("Lightning Bolt"))
    await screens.measure_answer(ana, "reported defeat")
    await ana.run("defeat", loser="Cy", controller="Ana", card=_LONG_CARD)
    for name, tab in {"new thrall": cy, "follower": bo}.items():
        await tab.sees(_LONG_CARD)
        await screens.measure(tab, f"board of a {name}")
        await screens.open_more(tab, f"a {name}")
        await screens.press(tab, "checklist")
        await screens.measure_answer(tab, f"what now of a {name}")
    await screens.run_all(cy, {"why": {}, "pod status": {}, "help:thrall": {}, "undo": {}})
    await cy.run("defeat", loser="Cy", controller="Ana", card=_LONG_CARD)
    await eve.sees(text("button-report"))
    await screens.press(eve, "report")
    await eve.fill(controller="Eve", card="Pact of Negation")
    await screens.measure_answer(eve, "preview of a report")
    await eve.click(text("form-details"))
    await screens.measure_answer(eve, "details of a report")
    await eve.click(text("form-cancel"))
    for question in _FORM_QUESTIONS:
        await eve.run("judge", question=text(f"judge-question-{question}"))
        await screens.measure_form(eve, f"judge {question}")
    await screens.run_all(eve, {"rules": {}, "rules:words": {"rule": Unlisted(text("button-turn"))}})
    await ana.run("defeat", loser="Eve", cause=text("cause-library"))
    await screens.measure_answer(ana, "preview of an empty library")
    await ana.click(text("form-send"))
    await ana.run("defeat", loser="Di", controller="Ana")
    await ana.sees("🏆")
    await screens.measure(ana, "end")
    await screens.open_more(bo, "an end")
    await screens.open_more(ana, "an end, by a moderator")
    await screens.run_all(
        bo, {"leaderboard": {}, "stats": {}, "rivals": {}, "history": {}, "me avoid": {}, "me forget": {}}
    )
    await screens.run_all(ana, {"audit": {}, "desk": {}})


async def _show_variants(screens: Screens) -> None:
    """Look at the lobby, the help and the first defeat of the other variants."""
    text = screens.text
    tabs = {name: await screens.find(name) for name in _PLAYERS[:4]}
    ana, bo = tabs["Ana"], tabs["Bo"]
    for variant, place, host in _VARIANTS:
        for tab in tabs.values():
            await tab.go(place)
        await tabs[host].run("pod open", variant=text(f"variant-{variant}"))
        for name in (each for each in tabs if each != host):
            await screens.press(tabs[name], "join")
            await tabs[host].sees(name)
        await screens.measure(ana, f"lobby of {variant}")
        await screens.open_all(ana, variant, {"button-how": ""})
        await screens.press(tabs[host], "start")
        await tabs[host].is_told(text("done-start"))
        await screens.run_all(ana, {f"help:{variant}": {}})
        await ana.run("defeat", loser="Bo", controller="Ana", card=_LONG_CARD)
        await bo.sees(_LONG_CARD)
        await screens.measure(bo, f"defeat of {variant}")
        await screens.open_more(bo, f"a loser of {variant}")
        await screens.press(bo, "checklist")
        await screens.measure_answer(bo, f"what now of {variant}")
    for tab in tabs.values():
        await tab.go("table-one")


async def _show_duel(screens: Screens) -> None:
    """Look at a duel of Magicjoust from its lobby to its first card."""
    text = screens.text
    bo, cy = await screens.find("Bo"), await screens.find("Cy")
    for tab in (bo, cy):
        await tab.go("duel")
    await bo.run("joust open", dice=text("dice-own"))
    await screens.measure(bo, "lobby of a duel")
    await cy.click(text("button-join"))
    await bo.sees(text("joust-ready"))
    await screens.measure(bo, "full lobby of a duel")
    await bo.click(text("joust-button-start"))
    await bo.choose(text("joust-first-placeholder"), "Bo")
    await bo.sees(text("joust-turn", player="Bo", number=1))
    # A turn of a duel has up to seven buttons, for which a phone needs several rows.
    await screens.measure(bo, "first turn of a duel", in_one_row=False)
    await screens.open_more(bo, "a duel")
    await bo.click(text("button-more"))
    await bo.click(text("button-how"))
    await screens.measure_answer(bo, "how to duel")
    await bo.click(text("joust-button-place"))
    await screens.measure_answer(bo, "placing")
    await bo.choose(text("joust-place-placeholder"), text("joust-place-zone", family=text("step-blue"), zone=1))
    await screens.measure(bo, "second step of a duel", in_one_row=False)
    await bo.click(text("joust-button-invoke"))
    await screens.measure_answer(bo, "invoking")
    await bo.click(text("joust-button-other"))
    await screens.measure_form(bo, "a card")


async def _show_plan(screens: Screens) -> None:
    """Look at a planned game from its preview to its message."""
    text = screens.text
    ana, bo = await screens.find("Ana"), await screens.find("Bo")
    for tab in (ana, bo):
        await tab.go("duel")
    when = int(await ana.page.evaluate("() => Date.now() / 1000")) + 45 * 60
    await ana.run("pod plan", when=Unlisted(f"<t:{when}:F>"))
    await screens.measure_answer(ana, "preview of a plan")
    await ana.click(text("plan-button-make"))
    await screens.measure(ana, "plan")
    await screens.open_more(bo, "a plan")
    await screens.open_more(ana, "a plan, by its host")


async def look_around(locale: Locale, folder: Path, browser: Browser) -> Mapping[str, int]:
    """Show everything that people commonly meet in a language; return its heights in pixels."""
    station = folder / f"{locale} screens"
    station.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as kept:
        async with playing_on(Path(kept) / "evening.sqlite3", browser) as sandbox:
            screens = Screens(sandbox, load_translations(locale), TALL_PHONE, station)
            try:
                for show in (_show_duel, _show_plan, _show_variants, _show_beginning, _show_game):
                    await show(screens)
                screens.check_tabs()
            finally:
                print(render_heights(screens.heights), flush=True)
            return screens.heights


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure everything in the languages that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the pictures go")
    parser.add_argument("--language", choices=LOCALES, action="append")
    asked = parser.parse_args(arguments)
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="screens-"))
    asyncio.run(_look_around_in_each(asked.language or LOCALES, folder))
    print(f"Pictures: {folder}")


async def _look_around_in_each(locales: Sequence[Locale], folder: Path) -> None:
    async with start_browser() as browser:
        for locale in locales:
            heights = await look_around(locale, folder, browser)
            print(f"{locale}\n{render_heights(heights)}\n", flush=True)


if __name__ == "__main__":
    main()
