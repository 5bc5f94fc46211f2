"""Takes the README's pictures, each named by its file.

python -m tests.sandbox.picture docs/board.png
python -m tests.sandbox.picture docs/form.png
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from playwright.async_api import Locator, Page, ViewportSize

from tests.sandbox.browser import PHONE, Sandbox, start_browser
from tests.sandbox.test_game import playing_on, seated

DESKTOP = ViewportSize(width=760, height=900)


async def show_board(sandbox: Sandbox) -> Locator:
    """Half a game of Esclave, after three defeats; its board."""
    ana = await sandbox.tab("Ana", size=DESKTOP)
    await seated(sandbox, ana, "Bo", "Cy", "Di", "Eve", "Fay")
    await ana.run("defeat", loser="Bo", controller="Ana", card="Lightning Bolt")
    await ana.run("defeat", loser="Fay", controller="Di", card="Serra Angel")
    await ana.run("defeat", loser="Eve", controller="Bo", card="Goblin Guide")
    await ana.sees("Eve now serves Ana.")
    await ana.run("pod turn")
    return ana.timeline.locator("article.channel-message").filter(has_text="Latest verdict")


async def show_form(sandbox: Sandbox) -> Locator:
    """Cy's phone, when they have lost to a card of Ana's thrall; the form they report it with."""
    cy = await sandbox.tab("Cy", size=ViewportSize(width=PHONE["width"], height=1000))
    await seated(sandbox, cy, "Ana", "Bo", "Di")
    await cy.run("defeat", loser="Bo", controller="Ana", card="Lightning Bolt")
    await cy.sees("Bo now serves Ana.")
    await cy.click("Report")
    await cy.write(cause="Poison", controller="Bo", card="Glistener Elf")
    return cy.form


async def let_go(page: Page) -> None:
    """Point at nothing: a message that is pointed at, or focused, has buttons beside it."""
    await page.mouse.move(0, 0)
    await page.evaluate("document.activeElement.blur()")


PICTURES: Mapping[str, Callable[[Sandbox], Awaitable[Locator]]] = {
    "board": show_board,
    "form": show_form,
}
"""What is shown on each, by the name of its file without `.png`."""


async def take(file: Path) -> None:
    """Play what a picture shows in a sandbox of its own, and write the picture to `file`.

    Raises `KeyError` for a name that is none of `PICTURES`.
    """
    show = PICTURES[file.stem]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "picture.sqlite3"
        async with start_browser() as browser, playing_on(database, browser) as sandbox:
            shown = await show(sandbox)
            await let_go(shown.page)
            file.parent.mkdir(exist_ok=True)
            await shown.screenshot(path=file)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1])))
