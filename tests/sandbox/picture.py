"""Takes pictures of the sandbox for the README, each named by its file, in the language before its ending.

python -m tests.sandbox.picture docs/board.png docs/board.fr.png docs/board.ru.png
python -m tests.sandbox.picture docs/form.png docs/result.png docs/week.png
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Locator, Page, ViewportSize, expect

from bot.i18n import Locale, find_supported_locale
from tests.sandbox.browser import CLIENTS, PHONE, Sandbox, Unlisted, start_browser
from tests.sandbox.test_game import playing_on, seated

DESKTOP = ViewportSize(width=760, height=900)
TALL = ViewportSize(width=760, height=1300)
COLOURS = 256

TITLES: Mapping[Locale, str] = {
    "en": "Friday at the Undercroft",
    "fr": "Vendredi à la crypte",
    "ru": "Пятница в подземелье",
}


def find_picture_language(file: Path) -> Locale:
    """Return the language of a picture, which stands before its ending, such as `fr` in `board.fr.png`."""
    return find_supported_locale(file.stem.partition(".")[2]) or "en"


async def show_board(sandbox: Sandbox, language: Locale) -> Locator:
    """Play half a game of Esclave, with three defeats; return its board."""
    ana = await sandbox.tab("Ana", size=DESKTOP, see=CLIENTS[language])
    await seated(sandbox, ana, "Bo", "Cy", "Di", "Eve", "Fay", title=TITLES[language])
    await ana.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
    await ana.run("defeat", loser="Fay", controller="Di", card=Unlisted("Serra Angel"))
    await ana.run("defeat", loser="Eve", controller="Bo", card=Unlisted("Goblin Guide"))
    await ana.sees("Goblin Guide")
    await ana.click(ana.text("button-turn"))
    board = ana.page.locator(".component-container")
    return ana.timeline.locator("article.channel-message", has=board).last


async def show_form(sandbox: Sandbox, language: Locale) -> Locator:
    """Return the form on Cy's phone in which Cy reports a defeat by Ana's thrall."""
    tall = ViewportSize(width=PHONE["width"], height=1100)
    cy = await sandbox.tab("Cy", size=tall, see=CLIENTS[language])
    await seated(sandbox, cy, "Ana", "Bo", "Di", title=TITLES[language])
    await cy.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
    await cy.sees("Lightning Bolt")
    await cy.click(cy.text("button-report"))
    await cy.write(cause=cy.text("cause-poison"), controller="Bo", card="Glistener Elf")
    return cy.form


async def show_result(sandbox: Sandbox, language: Locale) -> Locator:
    """Play a game of Esclave to its end; return its board, with the picture of the defeats."""
    ana = await sandbox.tab("Ana", size=TALL, see=CLIENTS[language])
    await seated(sandbox, ana, "Bo", "Cy", "Di", "Eve", "Fay", title=TITLES[language])
    await ana.run("defeat", loser="Bo", controller="Ana", card=Unlisted("Lightning Bolt"))
    await ana.run("defeat", loser="Fay", controller="Di", card=Unlisted("Serra Angel"))
    await ana.run("defeat", loser="Eve", controller="Bo", card=Unlisted("Goblin Guide"))
    await ana.run("defeat", loser="Di", controller="Cy", card=Unlisted("Craterhoof Behemoth"))
    await ana.run("defeat", loser="Cy", controller="Eve", card=Unlisted("Gray Merchant of Asphodel"))
    await ana.sees("🏆")
    board = ana.timeline.locator("article.channel-message").filter(has_text=ana.text("button-rematch"))
    await expect(board.get_by_role("img").last).not_to_have_js_property("naturalWidth", 0)
    return board


async def show_week(sandbox: Sandbox, language: Locale) -> Locator:
    """Play a small season, and return its weekly post on a phone."""
    ana = await sandbox.tab("Ana", size=ViewportSize(width=430, height=1300), see=CLIENTS[language])
    await ana.open_season()
    await ana.press_beside(ana.text("sandbox-week"))
    post = ana.timeline.locator("article.channel-message").filter(has_text=ana.text("week-results")).last
    await expect(post.get_by_role("img").last).not_to_have_js_property("naturalWidth", 0)
    await expect(post.get_by_role("button", name=ana.text("post-week-button"))).to_be_visible()
    await ana.ready()  # while the page moves, the picture would end in the middle
    return post


async def let_go(page: Page) -> None:
    """Move the pointer and focus away: a message under them shows extra buttons."""
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement.blur()")


PICTURES: Mapping[str, Callable[[Sandbox, Locale], Awaitable[Locator]]] = {
    "board": show_board,
    "form": show_form,
    "result": show_result,
    "week": show_week,
}
"""The function that plays up to each picture, by what its file is called before the first dot."""


async def take(file: Path) -> None:
    """Play a picture's scene in a sandbox of its own, and write the picture to `file`.

    Raises `KeyError` for a name that is none of `PICTURES`.
    """
    show = PICTURES[file.name.partition(".")[0]]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "picture.sqlite3"
        async with start_browser() as browser, playing_on(database, browser) as sandbox:
            shown = await show(sandbox, find_picture_language(file))
            await let_go(shown.page)
            file.parent.mkdir(exist_ok=True)
            image = Image.open(BytesIO(await shown.screenshot())).convert("RGB")
            image.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        asyncio.run(take(Path(each)))
