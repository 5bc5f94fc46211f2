"""The servers that this process has, once Discord has told what is on them.

At its start, and while a server is in trouble, one is known of by its id alone: whatever is looked
for there seems to be gone.
"""

import discord


def find_loaded(client: discord.Client, guild: int) -> discord.Guild | None:
    """Return a server; None if it is not here now, or another process has it."""
    found = client.get_guild(guild)
    return None if found is None or found.unavailable else found
