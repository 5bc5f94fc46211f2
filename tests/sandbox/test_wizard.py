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
        await ana.choose("Change a setting…", "Log and data")
        await ana.choose("Change a setting…", "Log channel")
        await ana.sees("A channel where I log")
        await expect(menu).to_have_text("Log channel")  # and not what was picked in its place
        await ana.click("Overview")
        await ana.choose("Change a setting…", "Time zone")
        await ana.click("Next: Modules")
        await ana.click("Next: Variant")
        await expect(menu).to_have_text("Esclave")
        await ana.choose("Variant", "Elimination")
        await ana.sees("✅ Saved.")
        await ana.click("Overview")
        await ana.choose("Change a setting…", "Log and data")
        await ana.choose("Change a setting…", "Log channel")
        await ana.sees("A channel where I log")
        await ana.run("audit")
        await ana.sees("Variant: Esclave → Elimination")
        assert ana.errors == []
