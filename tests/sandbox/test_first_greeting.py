"""The beginning of the sandbox: a welcome, a finished game, the menu of a name, and a hurry."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.i18n import Locale, load_translations
from bot.sandbox import season
from tests import effort
from tests.sandbox.browser import PHONE, Tab, in_browser, translate_command
from tests.sandbox.test_game import Opens, opens, seated

pytestmark = in_browser

__all__ = ["opens"]


async def use_menu(tab: Tab, name: str, command: str) -> None:
    """Open the menu of a name in the list of members, and use a command."""
    await open_menu(tab, name)
    await find_entry(tab, command).click()


async def open_menu(tab: Tab, name: str) -> None:
    """Open the menu of a name in the list of members."""
    await tab.page.locator("#sandbox-nav").get_by_label(f"Menu of {name}").click()


def find_entry(tab: Tab, command: str) -> Locator:
    """Find a command in the menu that is open."""
    nav = tab.page.locator("#sandbox-nav")
    return nav.get_by_role("button", name=command).locator("visible=true")


async def test_an_empty_sandbox_says_welcome_and_opens_a_finished_game_in_the_reader_s_language(
    opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the weekly post of its games, of which the gate plays the first few."""
    if effort.NAME == "gate":
        monkeypatch.setattr(season, "GAMES", season.GAMES[:3])
    games = sum("Di" in game.players for game in season.GAMES)
    async with opens() as sandbox:
        ana, bo = await sandbox.tab("Ana", size=PHONE), await sandbox.tab("Bo", see="fr")
        welcome = ana.page.locator("#sandbox-welcome")
        await expect(welcome).to_contain_text("Welcome! You are Ana")
        await bo.open_season()
        await bo.sees("Victoire")
        await bo.run("leaderboard")
        await bo.is_told("Di")
        await bo.is_told(f"🎲{games}")
        await expect(welcome).to_have_count(0)
        await ana.picture(tmp_path / "phone.png")
        await bo.press_beside("Avancer à lundi")
        await bo.sees("Bilan de la semaine ·")
        assert ana.errors == bo.errors == []


async def test_a_first_visit_speaks_the_language_of_the_browser_if_the_bot_does(opens: Opens) -> None:
    languages: dict[str, Locale] = {"de": "en", "fr-CA": "fr", "ru": "ru"}
    async with opens() as sandbox:
        for language, locale in languages.items():
            text = load_translations(locale)
            tab = await sandbox.first_visit(language)
            command = f"/{translate_command('pod open', text)}"
            said = text("sandbox-welcome", player="Ana", command=command)
            await expect(tab.page.locator("#sandbox-welcome")).to_have_text(said)
            assert tab.errors == []
            if locale == "ru":
                await tab.run("pod open")
                await expect(tab.find_buttons(text("button-join"))).to_be_visible()


async def test_the_menu_of_a_name_reports_defeats_and_a_skip_lets_them_count(opens: Opens) -> None:
    async with opens() as sandbox:
        ana = await sandbox.tab("Ana")
        await seated(sandbox, ana, "Bo", "Cy", "Di")
        bo = await sandbox.tab("Bo")
        await use_menu(bo, "Ana", "I lost to them")
        await ana.sees("Bo falls to Ana")
        await use_menu(bo, "Cy", "Report their defeat")
        await bo.fill(controller="Ana")
        await ana.sees("Cy falls to Ana")
        await use_menu(ana, "Di", "Report their defeat")
        await ana.fill(controller="Ana")
        await ana.sees("Ana wins")
        await ana.press_beside("Skip 15 minutes")
        await ana.press_beside("Skip 15 minutes")
        await ana.run("leaderboard")
        await ana.is_told("🥇 Ana")
        assert ana.errors == bo.errors == []


async def test_an_open_menu_stays_the_same_while_something_happens_elsewhere(opens: Opens) -> None:
    async with opens() as sandbox:
        ana = await sandbox.tab("Ana")
        await seated(sandbox, ana, "Bo", "Cy", "Di")
        await open_menu(ana, "Bo")
        entry = await find_entry(ana, "Report their defeat").element_handle()
        elsewhere = await sandbox.tab("Di", "table-two")
        await elsewhere.run("pod open")
        await expect(ana.page.locator("#sandbox-nav a[data-unread]")).to_have_text("#table-two")
        assert entry is not None
        await entry.click()
        await ana.fill(controller="Cy")
        await ana.sees("Bo falls to Cy")
        assert ana.errors == elsewhere.errors == []
