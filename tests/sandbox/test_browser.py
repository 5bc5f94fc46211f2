"""The page in a real browser: actions of one tab, and the refresh of the others."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser

from bot.sandbox.serving import run_simulated_discord
from tests.sandbox.browser import PHONE, Sandbox, in_browser, looking_at
from tests.sandbox.toy import Toy

pytestmark = in_browser


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox(browser: Browser) -> AsyncIterator[Sandbox]:
    async with run_simulated_discord(Toy()) as room, looking_at(room, browser) as sandbox:
        yield sandbox


async def test_what_one_member_does_shows_up_for_the_others(sandbox: Sandbox) -> None:
    ana, bo = await sandbox.tab("Ana"), await sandbox.tab("Bo")
    await ana.run("toy open", seats="4", title="Ours")
    await bo.sees("Ours seats 4")
    await bo.click("Join")
    await ana.sees("@Bo")
    await ana.click("Join")
    await bo.sees("@Ana")
    await ana.click("Join")
    await ana.is_told("You sit already.")
    await bo.sees_no("You sit already.")
    assert ana.errors == bo.errors == []


async def test_commands_take_what_is_typed_completed_and_picked(sandbox: Sandbox) -> None:
    ana = await sandbox.tab("Ana")
    await ana.run("toy fell", loser="Bo", by="Cy", how="Lightning Bolt")
    await ana.sees("Bo by Cy, Lightning Bolt")


async def test_a_form_half_filled_survives_what_others_do(sandbox: Sandbox) -> None:
    ana, bo = await sandbox.tab("Ana"), await sandbox.tab("Bo")
    await ana.run("toy details")
    await bo.sees("Tell me more.")
    await ana.click("Details…")
    await ana.page.locator(".modal-input").fill("Fireball")
    await bo.choose("Serve whom?", "Cy")
    await bo.is_told("You serve Cy.")
    await ana.fill(who="Di", cause="Poison")
    await bo.sees("Poison by Di: Fireball")


async def test_places_are_apart_and_a_click_away(sandbox: Sandbox) -> None:
    ana, bo = await sandbox.tab("Ana", "table-two"), await sandbox.tab("Bo", "table-one")
    await ana.run("toy talk")
    await ana.sees("Talking.")
    await bo.sees_no("Talking.")
    await bo.go("#table-two")
    await bo.sees("Talking.")
    await ana.go("aside")
    await ana.sees("In the thread.")
    await ana.run("toy open", seats="2")
    await ana.go("direct messages")
    await ana.sees("In private.")


async def test_members_have_the_language_of_their_own_client(sandbox: Sandbox) -> None:
    fay = await sandbox.tab("Fay", "table-ronde")
    await fay.run("toy tongue")
    await fay.is_told("fr in en-US")


async def test_time_runs(sandbox: Sandbox) -> None:
    ana = await sandbox.tab("Ana")
    await ana.run("toy later")
    await ana.sees("Too late.")


async def test_a_bot_that_fails_or_says_nothing_leaves_the_page_alive(sandbox: Sandbox) -> None:
    ana = await sandbox.tab("Ana")
    for command in ("toy silent", "toy break"):
        await ana.run(command)
        await ana.page.get_by_text("The application did not respond").wait_for()
    await ana.run("toy open", seats="3")
    await ana.sees("seats 3")


async def test_a_phone_shows_it_all(sandbox: Sandbox, tmp_path: Path) -> None:
    ana = await sandbox.tab("Ana", size=PHONE)
    await ana.run("toy open", seats="4")
    await ana.click("Join")
    await ana.sees("@Ana")
    await ana.picture(tmp_path / "phone.png")
    width = await ana.page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
