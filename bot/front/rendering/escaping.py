"""Names and other words that people chose, made harmless for a Discord message."""

import re
from functools import lru_cache

import discord

_MARKED = re.compile(r"([\\*_~`|<>\[\]()#]|^-|(?<=:)/)")
"""What Markdown reads: also a list's dash, and the slashes that make an address a link."""
_SPACES = re.compile(r"\s{2,}|[^\S\u00a0\u202f]")
"""Spaces that become a plain one; a single one that does not break stays: French needs it."""
_TURNS = re.compile("[\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What would turn round the direction of the words that follow."""


@lru_cache(16_384)  # as many names as `People` remembers
def escape(text: str, most: int = 100) -> str:
    """`text` on one line, at most `most` characters, without Markdown, mentions or links."""
    return discord.utils.escape_mentions(_MARKED.sub(r"\\\1", clean_label(text, most)))


def clean_label(text: str, most: int = 80) -> str:
    """`text` for a label or a choice, where Discord reads no Markdown."""
    return cut(_SPACES.sub(" ", _TURNS.sub("", text)).strip(), most) or "—"


def cut(text: str, most: int) -> str:
    """`text`, with an ellipsis where it is longer than `most` characters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
