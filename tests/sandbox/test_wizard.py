"""The wizard of `/setup server`, on a phone in the sandbox."""

from playwright.async_api import expect

from tests.sandbox.browser import PHONE, in_browser
from tests.sandbox.test_game import Opens, opens

pytestmark = in_browser

__all__ = ["opens"]


async def test_the_wizard_shows_what_is_set_and_changes_it(opens: Opens) -> None:
    async with opens() as sandbox:
        ana = await sandbox.tab("Ana", size=PHONE)
        menu = ana.timeline.get_by_role("combobox").last
        await ana.run("setup server")
        await ana.sees("Everything works without changing anything")
        await ana.choose("Choose a group…", "This server")
        await ana.choose("Change a setting…", "Log channel")
        await ana.sees("A channel where I log")
        await expect(menu).to_have_text("Log channel")  # and not what was picked in its place
        await ana.click("Next: Data after removal")
        await ana.click("Next: Threads")
        await ana.click("Next: Call at the start")
        await ana.click("Next: Decks before the start")
        await ana.click("Next: Lists of free seats")
        await ana.click("Next: Role for players looking for games")
        await ana.click("Next: Results channel")
        await ana.click("Next: Variant")
        await expect(menu).to_have_text("Esclave")
        await ana.choose("Variant", "Elimination")
        await ana.sees("✅ Saved.")
        await ana.click("Overview")
        await ana.choose("Choose a group…", "This server")
        await ana.choose("Change a setting…", "Log channel")
        await ana.sees("A channel where I log")
        await ana.run("audit")
        await ana.sees("Variant: Esclave → Elimination")
        assert ana.errors == []
