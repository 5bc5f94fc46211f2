"""Names and other words that people chose, made harmless for a Discord message."""

import re

import discord

_LINKS = re.compile(r"([\[\]()<#])")
_SPACES = re.compile(r"\s+")


def shown(text: str, most: int = 100) -> str:
    """`text` on one line, at most `most` characters, without Markdown, mentions or links."""
    line = cut(_SPACES.sub(" ", text).strip(), most)
    line = discord.utils.escape_markdown(line)
    return discord.utils.escape_mentions(_LINKS.sub(r"\\\1", line))


def plain(text: str, most: int = 80) -> str:
    """`text` for a label or a choice, where Discord reads no Markdown."""
    return cut(_SPACES.sub(" ", text).strip(), most) or "—"


def cut(text: str, most: int) -> str:
    """`text`, with an ellipsis where it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
