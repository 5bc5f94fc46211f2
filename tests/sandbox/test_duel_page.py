"""A duel in a real browser: two members play it, one of them with the sandbox's deck.

At night they play it to its third plan, which wins it, and in the gate to the turn after the first one.
"""

from playwright.async_api import expect

from tests.effort import NAME
from tests.sandbox.browser import PHONE, in_browser
from tests.sandbox.test_game import Opens, opens

pytestmark = in_browser

__all__ = ["opens"]


PLANS = 3 if NAME == "nightly" else 1


async def test_two_members_in_two_tabs_play_a_duel(opens: Opens) -> None:
    async with opens() as sandbox:
        bo = await sandbox.tab("Bo", "duel")
        await bo.press_beside(bo.text("sandbox-deck"))
        await bo.is_told("Crucible: 20")
        await bo.press_beside("Take a deck")
        await bo.is_told("Crucible: 20")
        cy = await sandbox.tab("Cy", "duel", size=PHONE)
        await bo.run("joust open", dice="our own dice")
        await cy.click("Join")
        await bo.sees("Both of you are here")
        await bo.click("Start")
        await bo.choose("Who begins?", "Bo")
        await bo.sees("Turn 1: Bo")
        for number in range(1, PLANS + 1):
            await bo.click("Place")
            await bo.choose("Family and zone…", "blue → zone 1")
            await bo.is_told("places a singularity in zone 1")
            await bo.click("Invoke")
            await expect(bo.timeline.get_by_role("combobox", name="Your cards…").last).to_be_visible()
            await bo.click("Describe a card")
            await bo.fill(card=f"Plan {number}", kind="plan", cost="blue", points="4")
            if number == 3:
                break
            await bo.is_told(f"invokes Plan {number}.")
            await bo.click("End turn")
            await bo.click("End it anyway")
            await cy.sees(f"Turn {2 * number}: Cy")
            await cy.click("End turn")
            await cy.click("End it anyway")
            await bo.sees(f"Turn {2 * number + 1}: Bo")
        if PLANS == 3:
            await cy.sees("Bo wins.")
            await cy.sees("plans: 3 of 3 · 12 points")
