"""Sends posts, and corrects them."""

from collections.abc import Sequence
from typing import NamedTuple

import discord
from discord import ui


class Drawn(NamedTuple):
    """What a post shows. Below its view comes a button of the outbox's own."""

    embed: discord.Embed
    files: Sequence[discord.File] = ()
    view: ui.View | None = None
