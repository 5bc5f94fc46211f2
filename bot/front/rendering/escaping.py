"""Names and other words that people chose, made harmless for a Discord message."""

import re
import unicodedata
from functools import lru_cache

import discord

ISOLATED = "\u2068"
"""The mark before words whose direction must not affect the words around them."""

DONE = "\u2069"
"""The mark that ends what `ISOLATED` began."""

_MARKED = re.compile(r"([\\*_~`|<>\[\]()#]|^-|(?<=:)/)")
"""What Markdown reads: also a list's dash, and the slashes that make an address a link."""
_SPACES = re.compile(r"\s{2,}|[^\S\u00a0\u202f]")
"""Spaces that become a plain one; a single one that does not break stays: French needs it."""
_TURNS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]")
"""What would turn round the direction of the words that follow."""
_LEFTWARDS = frozenset({"R", "AL", "AN"})  # what a Hebrew or Arabic letter, or digit, is
_ISOLATES = re.compile(f"[{ISOLATED}{DONE}]")


@lru_cache(16_384)  # as many names as `People` remembers
def escape(text: str, most: int = 100) -> str:
    """`text` on one line, at most `most` characters, without Markdown, mentions or links.

    Words that are written from right to left turn nothing round beside them.
    """
    safe = discord.utils.escape_mentions(_MARKED.sub(r"\\\1", clean_typed(text, most)))
    return isolate(safe)


def isolate(text: str) -> str:
    """`text` as it stands in a sentence, which it would turn round where it goes to the left."""
    if text.isascii() or not any(unicodedata.bidirectional(each) in _LEFTWARDS for each in text):
        return text
    return f"{ISOLATED}{text}{DONE}"


def clean_typed(text: str, most: int = 80) -> str:
    """What somebody typed, on one line, without anything that turns words round."""
    return clean_label(_ISOLATES.sub("", text), most)


def fold_typed(text: str) -> str:
    """A name as it is compared with what somebody typed for it; empty for nothing."""
    return _SPACES.sub(" ", _ISOLATES.sub("", _TURNS.sub("", text))).strip().casefold()


def clean_label(text: str, most: int = 80) -> str:
    """`text` for a label, where Discord reads no Markdown; names in it stay isolated."""
    text = _TURNS.sub("", text)
    if not _is_balanced(text):
        text = _ISOLATES.sub("", text)
    return cut(_SPACES.sub(" ", text).strip(), most) or "—"


def cut(text: str, most: int) -> str:
    """`text`, with an ellipsis where it is longer than `most`; what it isolates is closed."""
    if len(text) <= most:
        return text
    for end in range(most - 1, 0, -1):
        kept = text[:end].rstrip()
        closing = DONE * (kept.count(ISOLATED) - kept.count(DONE))
        if len(kept) + 1 + len(closing) <= most:
            return f"{kept}…{closing}"
    return "…"[:most]


def _is_balanced(text: str) -> bool:
    depth = 0
    for mark in _ISOLATES.findall(text):
        depth += 1 if mark == ISOLATED else -1
        if depth < 0:
            return False
    return depth == 0
