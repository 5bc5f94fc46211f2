"""Every private seam of simcord that the sandbox reaches into, and nothing else.

simcord's preview shows one channel, refreshes the tab that acted, and stands still in time. The
sandbox wants several channels, every tab alive and a running clock, and a world that goes on where
its database stopped. None of that is public in simcord, so its version is pinned, everything that
leans on its insides is in this room, and tests/sandbox/test_seams.py fails when one gives way.
"""

from bot.sandbox.seams.directory import DIRECT_MESSAGES
from bot.sandbox.seams.index import make_index
from bot.sandbox.seams.markup import keep_parsers, show_embeds_in_full, tell_menus_apart
from bot.sandbox.seams.page import SandboxPage
from bot.sandbox.seams.world import (
    make_env,
    read_bot_id,
    settle_quickly,
    speak_languages,
    start_clock_at,
)

__all__ = [
    "DIRECT_MESSAGES",
    "SandboxPage",
    "keep_parsers",
    "make_env",
    "make_index",
    "read_bot_id",
    "settle_quickly",
    "show_embeds_in_full",
    "speak_languages",
    "start_clock_at",
    "tell_menus_apart",
]
