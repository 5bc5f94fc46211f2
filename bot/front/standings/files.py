"""Standings as a file, for whoever asks alone: what `/leaderboard` shows, of everybody."""

import codecs
import io
from collections.abc import Iterator
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import IO, cast

import discord
from sqlalchemy import Connection

from bot.front.interaction.answering import defer, say
from bot.front.interaction.context import Context, Interaction
from bot.projections.standings import Scope
from bot.projections.standings_file import (
    ExportedLine,
    Format,
    describe_scope,
    encode_file,
    read_lines,
)
from bot.rules.refusals import Refusal

FILE = "suzerain-standings"

IN_MEMORY = 2**20
"""Bytes that need no file."""


class _TooLarge(Exception):
    """Discord does not take so many bytes."""


async def send_standings(ctx: Context, scope: Scope, kind: Format, what: str) -> None:
    """Send the standings; `what` says what they count. Raises `Refusal` where they do not fit."""
    guild = ctx.place.guild
    if not await defer(ctx, ephemeral=True, thinking=True):
        return
    with SpooledTemporaryFile(IN_MEMORY) as into:
        write = partial(
            _write, into, ctx.interaction.filesize_limit, guild, scope, kind, ctx.interaction
        )
        try:
            async with ctx.services.reading:
                players = await ctx.services.database.snapshot(write)
        except LookupError:  # its history was deleted this very moment
            raise Refusal("no-season") from None
        except _TooLarge:
            raise Refusal("export-large") from None
        into.seek(0)
        file = discord.File(cast(io.BufferedIOBase, into), f"{FILE}.{kind}")
        said = ctx.text("standings-exported", players=players)
        await say(ctx, "\n".join(filter(None, [said, what])), file=file)


def _write(
    into: IO[bytes],
    most: int,
    guild: int,
    scope: Scope,
    kind: Format,
    interaction: Interaction,
    connection: Connection,
) -> int:
    """Write the file and return how many players it is of. Raises `_TooLarge`."""
    of = describe_scope(connection, guild, scope, interaction.created_at)
    players = 0

    def read() -> Iterator[ExportedLine]:
        nonlocal players
        for line in read_lines(connection, of):
            players += 1
            yield line

    if kind == "csv":
        into.write(codecs.BOM_UTF8)  # without it Excel reads names as another encoding
    for part in encode_file(kind, of, read()):
        into.write(part)
        if into.tell() > most:
            raise _TooLarge
    return players
