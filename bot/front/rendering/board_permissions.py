"""What Discord must allow the bot for a board to be shown."""

import discord

NEEDED = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True)
"""The least that the bot must be allowed to where it is used."""

IN_THREADS = "send_messages_in_threads"
_NEEDED = tuple(name for name, needed in NEEDED if needed)


def find_missing_for_board(allowed: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return what the bot would need besides to show a board in a channel, or in a thread."""
    elsewhere = "send_messages" if in_thread else IN_THREADS
    return tuple(n for n in _NEEDED if n != elsewhere and not getattr(allowed, n))
