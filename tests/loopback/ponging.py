"""The program with six more commands, for measuring.

    python -m tests.loopback.ponging drawing|blank ADDRESS ARGUMENT...

`/pong` only answers, which is the least that a command can do. `/echo` has the options and the
answer of `/defeat`. `/note` also waits for the commit of an event, which is the least that a
command with a durable effect can do. `/clock` answers with the processor seconds of the process so
far. `/cool` drops the caches, and `/wake` lets the bot look at its plans and posts now. A `blank` program
does all work on boards but their drawing.
"""

import sys
import time
from collections.abc import Sequence
from typing import Any

import discord

from bot.front.boards.board_reconciler import BoardReconciler
from bot.front.boards.board_updater import BoardUpdater, DelayedBoardUpdate
from bot.front.gateway import interaction_handler
from bot.front.gateway.client import SuzerainBot
from bot.front.gateway.features import ACCESS
from bot.front.interaction.routes import AccessRule
from bot.front.ui.components import build_view_without_callbacks
from bot.rules.undoing import PodEventUndone
from bot.storage.record.log import build_event_insert
from bot.storage.record.stored_event import StoredEvent
from tests.loopback import child

Asked = discord.Interaction[Any]

_setup_hook = SuzerainBot.setup_hook


async def _add_and_set_up(self: SuzerainBot) -> None:
    @self.tree.command(name="pong", description="Pong")
    async def pong(asked: Asked) -> None:
        await asked.response.send_message("pong", ephemeral=True)

    @self.tree.command(name="echo", description="Echo")
    async def echo(asked: Asked, loser: str, controller: str, cause: str, card: str) -> None:
        await _say(asked, loser, controller, cause, card)

    @self.tree.command(name="note", description="Note")
    async def note(asked: Asked, loser: str, controller: str, cause: str, card: str) -> None:
        at = discord.utils.utcnow()
        event = StoredEvent(asked.id, 1, 1, asked.guild_id or 0, PodEventUndone(), None, asked.id, at)
        await self.services.database.commit_changes(build_event_insert(event))
        await _say(asked, loser, controller, cause, card)

    @self.tree.command(name="clock", description="Clock")
    async def clock(asked: Asked) -> None:
        await asked.response.send_message(f"{time.process_time()}", ephemeral=True)

    @self.tree.command(name="cool", description="Cool")
    async def cool(asked: Asked) -> None:
        self.services.people.clear_name_caches()  # and all who listen to that
        self.services.guilds.clear_settings_cache()
        await asked.response.send_message("cool", ephemeral=True)

    @self.tree.command(name="wake", description="Wake")
    async def wake(asked: Asked) -> None:
        self.services.plans.check_due_tasks_soon()
        self.services.outbox.check_due_tasks_soon()
        await asked.response.send_message("awake", ephemeral=True)

    await _setup_hook(self)


async def _say(asked: Asked, loser: str, controller: str, cause: str, card: str) -> None:
    """Answer as the bot answers a report, with a button."""
    said = (
        "✅ Recorded. Made a mistake? Use </undo:1575049968589209610>.\n"
        f"{loser}: “You lose” {cause} · {card} (controlled by {controller})\n"
        f"`ESC-25` **Bo now serves Ana.** {controller} controlled {card} and is responsible."
    )
    button = discord.ui.Button[Any](label="Undo and correct", emoji="✏️", custom_id="redo:1:10")
    mentions = discord.AllowedMentions.none()
    view = build_view_without_callbacks([button])
    await asked.response.send_message(said, view=view, allowed_mentions=mentions, ephemeral=True)


async def _draw_nothing(*_: object, **__: object) -> list[DelayedBoardUpdate]:
    return []


def main(arguments: Sequence[str]) -> int:
    boards, *others = arguments
    more = dict.fromkeys(("pong", "echo", "note", "clock", "cool", "wake"), AccessRule())
    interaction_handler.ACCESS = {**ACCESS, **more}  # type: ignore[attr-defined]
    SuzerainBot.setup_hook = _add_and_set_up  # type: ignore[method-assign]
    if boards == "blank":
        BoardUpdater.update_board = _draw_nothing  # type: ignore[method-assign]
        BoardReconciler.update_outdated_boards = _draw_nothing  # type: ignore[method-assign,assignment]
    return child.main(others)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
