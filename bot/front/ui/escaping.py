"""Escaping of names and other user input for Discord messages."""

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
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})  # bidirectional classes of Hebrew and Arabic letters and digits
_ISOLATES = re.compile(f"[{ISOLATE_START}{ISOLATE_END}]")


@lru_cache(16_384)  # as many names as `PeopleRepository` caches
def escape_markdown(text: str, maximum_length: int = 100) -> str:
    """Return a text on one line, cut to a length, with Markdown, mentions and links escaped."""
    safe = discord.utils.escape_mentions(_MARKDOWN.sub(r"\\\1", clean_user_input(text, maximum_length)))
    return isolate_right_to_left_text(safe)


def isolate_right_to_left_text(text: str) -> str:
    """Return a text with Unicode isolation marks around it if the text runs from right to left."""
    if text.isascii() or not any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text):
        return text
    return f"{ISOLATE_START}{text}{ISOLATE_END}"


def clean_user_input(text: str, maximum_length: int = 80) -> str:
    """Return user input on one line, without characters that change the text direction."""
    return clean_label_text(_ISOLATES.sub("", text), maximum_length)


def normalise_user_input_for_comparison(text: str) -> str:
    """Return user input in lower case with plain spaces, for comparisons."""
    return _SPACES.sub(" ", _ISOLATES.sub("", _DIRECTION_MARKS.sub("", text))).strip().casefold()


def clean_label_text(text: str, maximum_length: int = 80) -> str:
    """Return a text for a button or menu: one line, without direction marks, cut to a length."""
    text = _DIRECTION_MARKS.sub("", text)
    if not _are_text_direction_marks_closed(text):
        text = _ISOLATES.sub("", text)
    return truncate_with_ellipsis(_SPACES.sub(" ", text).strip(), maximum_length) or "—"


def truncate_with_ellipsis(text: str, maximum_length: int) -> str:
    """Return a text cut to a length, with an ellipsis if the text was longer."""
    if len(text) <= maximum_length:
        return text
    for end in range(maximum_length - 1, 0, -1):
        kept = text[:end].rstrip()
        closing = ISOLATE_END * (kept.count(ISOLATE_START) - kept.count(ISOLATE_END))
        if len(kept) + 1 + len(closing) <= maximum_length:
            return f"{kept}…{closing}"
    return "…"[:maximum_length]


def _are_text_direction_marks_closed(text: str) -> bool:
    depth = 0
    for mark in _ISOLATES.findall(text):
        depth += 1 if mark == ISOLATE_START else -1
        if depth < 0:
            return False
    return depth == 0
