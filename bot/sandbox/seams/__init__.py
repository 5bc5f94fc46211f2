"""Every private seam of simcord that the sandbox reaches into, and nothing else.

simcord's preview shows one channel, refreshes the tab that acted, and stands still in time. The
sandbox wants several channels, every tab alive and a running clock, and a world that goes on where
its database stopped. None of that is public in simcord, so its version is pinned, everything that
leans on its insides is in this room, and tests/sandbox/test_seams.py fails when one gives way.
"""

from bot.sandbox.seams.directory import DIRECT_MESSAGES
from bot.sandbox.seams.index import our_index
from bot.sandbox.seams.markup import embeds_in_full, menus_apart, parsers_kept
from bot.sandbox.seams.page import SandboxPage
from bot.sandbox.seams.world import bot_id, languages, new_env, settle_quickly, start_clock_at

__all__ = [
    "DIRECT_MESSAGES",
    "SandboxPage",
    "bot_id",
    "embeds_in_full",
    "languages",
    "menus_apart",
    "new_env",
    "our_index",
    "parsers_kept",
    "settle_quickly",
    "start_clock_at",
]
