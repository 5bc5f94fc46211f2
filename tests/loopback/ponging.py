"""The real program and four commands more, to measure it by.

    python -m tests.loopback.ponging drawing|blank ADDRESS ARGUMENT...

`/pong` only answers, which is the least that a command can do; `/clock` answers with the
processor time of the process so far, in seconds; `/cool` forgets whatever is in memory; `/wake` has
it look now what is planned. A `blank` program has everything of boards done but their drawing.
"""

import sys
import time
from collections.abc import Sequence
from typing import Any

import discord

from bot.front.background.board_updater import BoardUpdater
from bot.front.background.keeper import Keeper
from bot.front.gateway import admission
from bot.front.gateway.client import Suzerain
from bot.front.gateway.features import ACCESS
from bot.front.interaction.routes import Access
from tests.loopback import child

Asked = discord.Interaction[Any]

_setup_hook = Suzerain.setup_hook


async def _add_and_set_up(self: Suzerain) -> None:
    @self.tree.command(name="pong", description="Pong")
    async def pong(asked: Asked) -> None:
        await asked.response.send_message("pong", ephemeral=True)

    @self.tree.command(name="clock", description="Clock")
    async def clock(asked: Asked) -> None:
        await asked.response.send_message(f"{time.process_time()}", ephemeral=True)

    @self.tree.command(name="cool", description="Cool")
    async def cool(asked: Asked) -> None:
        self.services.people.reread()  # and all who listen to that
        self.services.guilds.reread()
        await asked.response.send_message("cool", ephemeral=True)

    @self.tree.command(name="wake", description="Wake")
    async def wake(asked: Asked) -> None:
        self.services.plans.wake()
        await asked.response.send_message("awake", ephemeral=True)

    await _setup_hook(self)


async def _draw_nothing(*_: object, **__: object) -> None: ...


def main(arguments: Sequence[str]) -> int:
    boards, *others = arguments
    more = dict.fromkeys(("pong", "clock", "cool", "wake"), Access())
    admission.ACCESS = {**ACCESS, **more}  # type: ignore[attr-defined]
    Suzerain.setup_hook = _add_and_set_up  # type: ignore[method-assign]
    if boards == "blank":
        BoardUpdater.update = _draw_nothing  # type: ignore[method-assign]
        Keeper.mend = _draw_nothing  # type: ignore[method-assign]
    return child.main(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
