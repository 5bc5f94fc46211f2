"""Takes pictures of the sandbox for the README, each named by its file.

python -m tests.sandbox.picture docs/board.png
python -m tests.sandbox.picture docs/form.png
python -m tests.sandbox.picture docs/result.png
python -m tests.sandbox.picture docs/week.png
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import get_args

import discord
from PIL import Image
from playwright.async_api import Locator, Page, ViewportSize, expect

from bot.i18n import load_message_catalogue
from bot.storage.servers.server_settings import HOURS, Weekday
from tests.sandbox.browser import PHONE, Sandbox, Unlisted, start_browser
from tests.sandbox.test_game import playing_on, seated

DESKTOP = ViewportSize(width=760, height=900)
TALL = ViewportSize(width=760, height=1300)
COLOURS = 256


async def show_board(sandbox: Sandbox) -> Locator:
    """Play half a game of Esclave, with three defeats; return its board."""
    ana = await sandbox.tab("Ana", size=DESKTOP)
    await seated(sandbox, ana, "Bo", "Cy", "Di", "Eve", "Fay")
    await ana.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
    await ana.run("defeat", loser="Fay", controller="Di", card=Unlisted("Serra Angel"))
    await ana.run("defeat", loser="Eve", controller="Bo", card=Unlisted("Goblin Guide"))
    await ana.sees("Eve falls to Ana")
    await ana.click("Next turn")
    board = ana.page.locator(".component-container")
    return ana.timeline.locator("article.channel-message", has=board).last


async def show_form(sandbox: Sandbox) -> Locator:
    """Return the form on Cy's phone in which Cy reports a defeat by Ana's thrall."""
    cy = await sandbox.tab("Cy", size=ViewportSize(width=PHONE["width"], height=1100))
    await seated(sandbox, cy, "Ana", "Bo", "Di")
    await cy.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
    await cy.sees("Bo falls to Ana")
    await cy.click("Report")
    await cy.write(cause="Poison", controller="Bo", card="Glistener Elf")
    return cy.form


async def show_result(sandbox: Sandbox) -> Locator:
    """Play a game of Esclave to its end; return its board, with the picture of the defeats."""
    ana = await sandbox.tab("Ana", size=TALL)
    await seated(sandbox, ana, "Bo", "Cy", "Di", "Eve", "Fay")
    await ana.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
    await ana.run("defeat", loser="Fay", controller="Di", card=Unlisted("Serra Angel"))
    await ana.run("defeat", loser="Eve", controller="Bo", card=Unlisted("Goblin Guide"))
    await ana.run("defeat", loser="Di", controller="Cy", card=Unlisted("Craterhoof Behemoth"))
    await ana.run("defeat", loser="Cy", controller="Eve", card=Unlisted("Gray Merchant of Asphodel"))
    await ana.sees("Ana wins")
    board = ana.timeline.locator("article.channel-message").filter(has_text="Rematch")
    defeats = board.get_by_role("img", name="Who defeated whom")
    await expect(defeats).not_to_have_js_property("naturalWidth", 0)
    return board


async def show_week(sandbox: Sandbox) -> Locator:
    """Play a small season, switch the weekly post on, and return the post on a phone."""
    text = load_message_catalogue("en")
    ana = await sandbox.tab("Ana", size=ViewportSize(width=430, height=1300))
    await ana.page.get_by_role("button", name=text("sandbox-season")).click()
    there = ana.page.locator("#sandbox-nav a[aria-current]", has_text="#leaderboard")
    await expect(there).to_be_visible(timeout=180_000)
    await ana.ready()
    due = discord.utils.utcnow() + timedelta(hours=4)  # later than the season ends
    weekday = get_args(Weekday)[due.weekday()]
    await ana.run("setup server")
    await ana.choose(text("setup-menu"), text("setup-group-seasons"))
    for setting, picked in (
        ("weekly", "leaderboard"),
        ("weekday", text(f"weekday-{weekday}")),
        ("hour", HOURS[due.hour]),
    ):
        if setting == "weekly":
            await ana.choose(text("setup-menu"), text("setting-weekly"))
        else:
            await ana.click(text("setup-next", setting=text(f"setting-{setting}")))
        await ana.choose(text(f"setting-{setting}"), picked)
        await ana.is_told(text("setup-saved"))
    post = ana.timeline.locator("article.channel-message").filter(has_text="The week of")
    for _ in range(20):
        if await post.count():
            break
        await ana.page.get_by_role("button", name=text("sandbox-skip")).click()
        await ana.at_rest()
    chart = post.get_by_role("img").last
    await expect(chart).not_to_have_js_property("naturalWidth", 0)
    return post.last


async def let_go(page: Page) -> None:
    """Move the pointer and focus away: a message under them shows extra buttons."""
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement.blur()")


PICTURES: Mapping[str, Callable[[Sandbox], Awaitable[Locator]]] = {
    "board": show_board,
    "form": show_form,
    "result": show_result,
    "week": show_week,
}
"""The function that plays up to each picture, by the name of its file without `.png`."""


async def take(file: Path) -> None:
    """Play a picture's scene in a sandbox of its own, and write the picture to `file`.

    Raises `KeyError` for a name that is none of `PICTURES`.
    """
    show = PICTURES[file.stem]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "picture.sqlite3"
        async with start_browser() as browser, playing_on(database, browser) as sandbox:
            shown = await show(sandbox)
            await let_go(shown.page)
            file.parent.mkdir(exist_ok=True)
            image = Image.open(BytesIO(await shown.screenshot())).convert("RGB")
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1])))
