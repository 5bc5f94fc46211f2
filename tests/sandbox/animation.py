"""Films the README's first picture: a defeat is reported on a phone, in four taps.

python -m tests.sandbox.animation docs/defeat.gif docs/defeat.fr.gif docs/defeat.ru.gif
"""

import asyncio
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.async_api import FloatRect, Locator, ViewportSize

from bot.i18n import Locale
from tests.sandbox.browser import CLIENTS, PHONE, Sandbox, Tab, start_browser
from tests.sandbox.picture import TITLES, find_picture_language, let_go
from tests.sandbox.test_game import playing_on, seated

SIZE = ViewportSize(width=PHONE["width"], height=800)
COLOURS = 128
TAP, LOOK, READ = 450, 900, 3_600
"""Milliseconds for which a tap is seen, what it opens, and what there is to read."""

_MARK = """([x, y]) => {
    const mark = document.createElement("div");
    mark.id = "tap";
    mark.popover = "manual";
    mark.style.cssText = `inset: ${y - 22}px auto auto ${x - 22}px; margin: 0; padding: 0;
        width: 44px; height: 44px; border-radius: 50%; pointer-events: none;
        background: rgb(255 255 255 / 35%); border: 2px solid rgb(255 255 255 / 80%);`;
    document.body.append(mark);
    mark.showPopover();
}"""


class Frame(NamedTuple):
    """A picture, and for how many milliseconds it is shown."""

    image: Image.Image
    lasts: int


class Film:
    """A film of one tab, below the list of members and places."""

    def __init__(self, tab: Tab) -> None:
        self.frames: list[Frame] = []
        self._tab = tab

    async def tap(self, what: Locator, lasts: int = LOOK) -> None:
        """Show a tap on an element, and film its result for so many milliseconds."""
        await self._tab.at_rest()
        box = await what.bounding_box()
        assert box is not None
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        await self._tab.page.evaluate(_MARK, middle)
        await self.shoot(TAP)
        await self._tab.page.evaluate("document.getElementById('tap').remove()")
        await what.click()
        await self.shoot(lasts)

    async def shoot(self, lasts: int) -> None:
        """Add a frame of the present picture."""
        await self._tab.at_rest()
        await self._tab.page.mouse.move(0, 0)  # what is pointed at has buttons beside it
        below = await self._tab.page.locator("#sandbox-nav").bounding_box()
        assert below is not None
        top = below["y"] + below["height"]
        clip = FloatRect(x=0, y=top, width=SIZE["width"], height=SIZE["height"] - top)
        taken = await self._tab.page.screenshot(clip=clip)
        self.frames.append(Frame(Image.open(BytesIO(taken)).convert("RGB"), lasts))

    def save(self, file: Path) -> None:
        """Write all frames with the palette of the most colourful one."""
        widest = max((each.image for each in self.frames), key=_count_colours)
        palette = widest.quantize(COLOURS)
        first, *others = (each.image.quantize(palette=palette, dither=Image.Dither.NONE) for each in self.frames)
        lasts = [each.lasts for each in self.frames]
        first.save(file, save_all=True, append_images=others, duration=lasts, loop=0, optimize=True)


def _count_colours(image: Image.Image) -> int:
    return len(image.getcolors(image.width * image.height) or ())


async def film_a_defeat(sandbox: Sandbox, language: Locale) -> Film:
    """Film Bo's report of a defeat by Ana."""
    bo = await sandbox.tab("Bo", size=SIZE, see=CLIENTS[language])
    await seated(sandbox, bo, "Ana", "Cy", "Di", title=TITLES[language])
    film = Film(bo)
    await film.shoot(READ // 2)
    await film.tap(bo.find_buttons(bo.text("button-report")).last)
    controller = bo.form.locator('.modal-field[data-custom-id="controller"]')
    await film.tap(controller.get_by_role("combobox").first)
    await film.tap(bo.page.locator(".select-option:visible").filter(has_text="Ana").first)
    if await (apply := bo.page.locator(".select-apply:visible")).count():
        await film.tap(apply)
    await film.tap(bo.form.locator("button.button-primary"), READ // 2)
    await bo.is_told(bo.text("button-redo"))
    shown = bo.page.locator(".component-container")
    board = bo.timeline.locator("article.channel-message", has=shown).last
    await board.evaluate("each => each.scrollIntoView({ block: 'end' })")
    await let_go(bo.page)
    await film.shoot(READ)
    return film


async def make(file: Path) -> None:
    """Play the scene in a sandbox of its own, and write the film to `file`."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "film.sqlite3"
        async with start_browser() as browser, playing_on(database, browser) as sandbox:
            film = await film_a_defeat(sandbox, find_picture_language(file))
            film.save(file)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        asyncio.run(make(Path(each)))
