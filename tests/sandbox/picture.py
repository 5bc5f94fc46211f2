"""Takes the README's picture: `python -m tests.sandbox.picture docs/board.png`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import ViewportSize

from tests.sandbox.test_game import playing_on, seated

SIZE = ViewportSize(width=760, height=900)


async def take(file: Path) -> None:
    """Plays half a game and takes a picture of its board."""
    with tempfile.TemporaryDirectory() as folder:
        async with playing_on(Path(folder) / "picture.sqlite3") as sandbox:
            ana = await sandbox.tab("Ana", size=SIZE)
            await seated(sandbox, ana, "Bo", "Cy", "Di", "Eve", "Fay")
            await ana.run("defeat", loser="Bo", controller="Ana", card="Lightning Bolt")
            await ana.run("defeat", loser="Fay", controller="Di", card="Serra Angel")
            await ana.run("defeat", loser="Eve", controller="Bo", card="Goblin Guide")
            await ana.sees("Eve now serves Ana.")
            await ana.run("pod turn")
            messages = ana.timeline.locator("article.channel-message")
            board = messages.filter(has_text="Latest verdict")
            file.parent.mkdir(exist_ok=True)
            await board.screenshot(path=file)


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1])))
