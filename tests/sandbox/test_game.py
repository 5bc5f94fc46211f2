"""The bot in a real browser: a whole game, and its traces after a restart."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.app import build_bot_application
from bot.config import BotSettings, DatabaseSettings
from bot.front.interaction.modules import MODULES
from bot.front.publishing.request_limiter import UNLIMITED
from bot.i18n import load_translations
from bot.sandbox.serving import run_simulated_discord
from tests.sandbox.browser import PHONE, Sandbox, Tab, Unlisted, in_browser, looking_at

pytestmark = in_browser

Opens = Callable[[], AbstractAsyncContextManager[Sandbox]]


@asynccontextmanager
async def playing_on(database: Path, browser: Browser) -> AsyncIterator[Sandbox]:
    """Open a sandbox on a database, which may be kept from an earlier run, in a browser."""
    app = await build_bot_application(BotSettings(database=DatabaseSettings(f"sqlite:///{database}")), UNLIMITED)
    newest = await app.log.load_newest_interaction_id()
    await app.boards.queue_new_messages_for_all_open_pods()
    all_on = partial(app.client.services.guilds.enable_bot_modules, modules=MODULES)
    try:
        async with (
            run_simulated_discord(app.client, newest_interaction_time=newest, on_sample_server_built=all_on) as room,
            looking_at(room, browser) as sandbox,
        ):
            yield sandbox
    finally:
        await app.close()


@pytest.fixture
def opens(tmp_path: Path, browser: Browser) -> Opens:
    return lambda: playing_on(tmp_path / "sandbox.sqlite3", browser)


async def seated(sandbox: Sandbox, host: Tab, *names: str, title: str = "Friday at the Undercroft") -> None:
    """Open a pod of Esclave, let the others join, and start it."""
    text = host.text
    await host.run("pod open", variant=text("variant-esclave"), title=title)
    await host.find_buttons(text("button-join")).last.wait_for()
    for name in names:
        await sandbox.press_without_tab(name, "table-one", "join")
    await host.sees(names[-1])
    await host.click(text("button-start"))
    await host.find_buttons(text("button-report")).last.wait_for()


async def test_two_members_in_two_tabs_play_a_four_player_game_to_its_end(opens: Opens) -> None:
    """With a tie, a team that changes hands, and a voluntary death."""
    async with opens() as sandbox:
        ana, bo = await sandbox.tab("Ana"), await sandbox.tab("Bo", size=PHONE)
        await seated(sandbox, ana, "Bo", "Cy", "Di")

        # Two objects of two players took the same from Bo: he chooses.
        await ana.click("Report")
        await ana.fill(loser="Bo", controller="Ana", card="Grizzly Bears", more=True)
        await ana.click("Card and amount…")
        await ana.fill(amount="2")
        await ana.click("Details…")
        await ana.click("Add a source")
        await ana.choose("Who controlled the source?", "Cy")
        await ana.click("Card and amount…")
        await ana.fill(card="Silvercoat Lion", amount="2")
        await ana.is_told("Bo must choose who is responsible")
        await ana.click("Report")
        await bo.sees("please choose below")
        await bo.click("Ana")
        await ana.sees("Bo falls to Ana")

        # Ana's team goes over to Cy.
        await bo.run("defeat", loser="Ana", controller="Cy", card=Unlisted("Serra Angel"))
        await ana.sees("Ana falls to Cy")

        # Di bolts herself: the last defeat of the game.
        await ana.run("defeat", loser="Di", controller="Di", card=Unlisted("Lightning Bolt"))
        await ana.click("Details…")
        await ana.choose("Anything special?", "Voluntary")
        await ana.is_told("Di is defeated: the game is over.")
        await ana.click("Report")
        await bo.sees("Cy wins")
        await bo.run("leaderboard")
        await bo.is_told("Server leaderboard")
        assert ana.errors == bo.errors == []


async def test_a_kept_game_goes_on_after_the_sandbox_was_closed(opens: Opens) -> None:
    async with opens() as sandbox:
        ana = await sandbox.tab("Ana")
        await seated(sandbox, ana, "Bo", "Cy", "Di")
        await ana.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
        await ana.sees("Bo falls to Ana")
    async with opens() as sandbox:
        cy = await sandbox.tab("Cy")
        await cy.sees("Bo falls to Ana")
        await cy.run("defeat", loser="Ana", controller="Cy")
        await cy.sees("Ana falls to Cy")


async def test_member_without_a_tab_names_a_guest_in_the_language_that_is_seen(opens: Opens) -> None:
    """A guest's name ends with a word of the language; Bo's own client is English."""
    async with opens() as sandbox:
        await sandbox.run_without_tab("Ana", "table-one", "pod open", see="ru")
        for name in ("Bo", "Cy"):
            await sandbox.press_without_tab(name, "table-one", "join")
        await sandbox.run_without_tab("Ana", "table-one", "pod guest", see="ru", name="Gus")
        await sandbox.press_without_tab("Ana", "table-one", "start")
        with pytest.raises(AssertionError, match="🚫"):
            await sandbox.run_without_tab("Bo", "table-one", "defeat", see="ru", loser="Zed", controller="Bo")
        guest = f"Gus ({load_translations('ru')('guest')})"
        await sandbox.run_without_tab("Bo", "table-one", "defeat", see="ru", loser=guest, controller="Bo")
