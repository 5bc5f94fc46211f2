"""Escaping of names and other typed text for Discord messages."""

import re
import unicodedata
from functools import lru_cache

import discord

ISOLATE_START = "\u2068"
"""The mark before words whose direction must not affect the words around them."""

ISOLATE_END = "\u2069"
"""The mark that ends what `ISOLATE_START` began."""

_MARKDOWN = re.compile(r"([\\*_~`|<>\[\]()#]|^-|(?<=:)/)")
"""Markdown characters, also the dash of a list and the slashes that make a link."""
_SPACES = re.compile(r"\s{2,}|[^\S\u00a0\u202f]")
"""Spaces that become a plain one; single non-breaking spaces stay, because French needs them."""
_DIRECTION_MARKS = re.compile("[\u200e\u200f\u061c\u202a-\u202e\u2066\u2067]")
"""Characters that change the direction of the following text."""
_RIGHT_TO_LEFT = frozenset(
    {"R", "AL", "AN"}
)  # bidirectional classes of Hebrew and Arabic letters and digits
_ISOLATES = re.compile(f"[{ISOLATE_START}{ISOLATE_END}]")


@lru_cache(16_384)  # as many names as `People` caches
def escape(text: str, most: int = 100) -> str:
    """Return `text` on one line of at most `most` characters without Markdown, mentions or links.

    Text that is written from right to left does not affect the text around it.
    """
    safe = discord.utils.escape_mentions(_MARKDOWN.sub(r"\\\1", clean_typed(text, most)))
    return isolate(safe)


def isolate(text: str) -> str:
    """Return `text` isolated if it is written from right to left, else unchanged."""
    if text.isascii() or not any(
        unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text
    ):
        return text
    return f"{ISOLATE_START}{text}{ISOLATE_END}"


def clean_typed(text: str, most: int = 80) -> str:
    """Return typed text on one line, without characters that change the direction."""
    return clean_label(_ISOLATES.sub("", text), most)


def fold_typed(text: str) -> str:
    """Return typed text folded for comparison with a name."""
    return _SPACES.sub(" ", _ISOLATES.sub("", _DIRECTION_MARKS.sub("", text))).strip().casefold()


def clean_label(text: str, most: int = 80) -> str:
    """Return `text` for a label, where Discord reads no Markdown; isolated names stay isolated."""
    text = _DIRECTION_MARKS.sub("", text)
    if not _is_balanced(text):
        text = _ISOLATES.sub("", text)
    return cut(_SPACES.sub(" ", text).strip(), most) or "—"


def cut(text: str, most: int) -> str:
    """Return `text` cut to `most` characters with an ellipsis; isolates are closed."""
    if len(text) <= most:
        return text
    for end in range(most - 1, 0, -1):
        kept = text[:end].rstrip()
        closing = ISOLATE_END * (kept.count(ISOLATE_START) - kept.count(ISOLATE_END))
        if len(kept) + 1 + len(closing) <= most:
            return f"{kept}…{closing}"
    return "…"[:most]


def _is_balanced(text: str) -> bool:
    depth = 0
    for mark in _ISOLATES.findall(text):
        depth += 1 if mark == ISOLATE_START else -1
        if depth < 0:
            return False
    return depth == 0
