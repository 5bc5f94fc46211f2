"""Fitting of messages and embeds to the lengths that Discord accepts.

Every message of the bot passes through `fit_embed` and `fit_text`, so that renderers need not
count. Escaped names may be twice as long as the typed ones.
"""

import re
from collections.abc import Collection, Iterable, Sequence

import discord

from bot.front.rendering.escaping import DONE, ISOLATED

TITLE = 256
DESCRIPTION = 4096
NAME = 256
VALUE = 1024
FOOTER = 2048
"""The most characters of each part of an embed (from `TITLE` on)."""

EMBED = 6000
"""The most characters of a whole embed."""

FIELDS = 25
"""The most fields of an embed."""

CONTENT = 2000
"""The most characters of a message's own text."""

ALT_TEXT = 1024
"""The most characters of a picture's description."""

MIN_FIELD_LENGTH = 120
"""The characters that every field keeps, however long the description is."""

_SHORTEST = 24
"""The least length to which lines are cut; below it, the last lines are left out instead."""

_TOKEN = re.compile(
    r"\\.|https?://\S+|</[^<>:\n]+:\d+>|<[@#:a-z][^<>\s]*>|```|\*\*|~~|`|.", re.DOTALL
)
"""Tokens that are never cut in two."""

_PAIRED = {"```": "```", "**": "**", "~~": "~~", "`": "`", ISOLATED: DONE}
"""Tokens that open something, and the tokens that close it."""


def fit_embed(embed: discord.Embed, most: int = EMBED, longest: int = VALUE) -> discord.Embed:
    """Return the embed itself, cut to Discord's limits and to `most` characters in total.

    A field's value has at most `longest` characters. If the fields are too long together, they
    are cut to a common length; the last ones are left out if there is no room for them.
    """
    if embed.title:
        embed.title = cut_markdown(embed.title, TITLE)
    if embed.footer.text:
        embed.set_footer(text=cut_markdown(embed.footer.text, FOOTER))
    fields = [
        (cut_markdown(each.name or "", NAME), fit_text(each.value or "", longest), each.inline)
        for each in embed.fields[:FIELDS]
    ]
    room = most - len(embed.title or "") - len(embed.footer.text or "")
    while (
        fields
        and sum(len(name) + min(len(value), MIN_FIELD_LENGTH) for name, value, _ in fields) > room
    ):
        fields.pop()
    room -= sum(len(name) for name, _, _ in fields)
    kept = sum(min(len(value), MIN_FIELD_LENGTH) for _, value, _ in fields)
    if embed.description:
        embed.description = fit_text(embed.description, min(DESCRIPTION, room - kept))
    common = find_common_length(
        [len(value) for _, value, _ in fields], room - len(embed.description or "")
    )
    embed.clear_fields()
    for name, value, inline in fields:
        embed.add_field(name=name, value=fit_text(value, common), inline=inline)
    return embed


def fit_text(text: str, most: int = CONTENT) -> str:
    """Return `text` in at most `most` characters; the longest lines are cut to a common length."""
    if len(text) <= most:
        return text
    lines = text.split("\n")
    longest = find_common_length([len(line) for line in lines], most - len(lines) + 1)
    if longest < _SHORTEST:
        return cut_markdown(text, most)
    return "\n".join(cut_markdown(line, longest) for line in lines)


def find_common_length(lengths: Collection[int], room: int) -> int:
    """Return the length to which all longer parts are cut, so that together they fit into `room`.

    If there is room for all, it is the greatest of `lengths`. It is never below 0.
    """
    left = len(lengths)
    for length in sorted(lengths):
        if length * left > room:
            return max(0, room // left)
        room -= length
        left -= 1
    return max(lengths, default=0)


def cut_markdown(text: str, most: int) -> str:
    """Return `text` in at most `most` characters, with an ellipsis if it was cut.

    Escapes, mentions and links are never cut in two; open marks, such as bold type, are closed.
    """
    if len(text) <= most:
        return text
    kept = list[str]()
    opened = tuple[str, ...]()
    length = 1
    for token in _TOKEN.findall(text):
        then = _toggle(opened, token)
        length += len(token)
        if length + _measure(then) > most:
            break
        kept.append(token)
        opened = then
    return ("".join(kept).rstrip() + "…" + "".join(reversed(opened)))[:most]


def _toggle(opened: Sequence[str], token: str) -> tuple[str, ...]:
    """Return the closing tokens after `token`, outermost first; within code only its end counts."""
    if opened and "`" in opened[-1] and token != opened[-1]:
        return tuple(opened)
    if token in opened:
        return tuple(each for each in opened if each != token)
    return (*opened, _PAIRED[token]) if token in _PAIRED else tuple(opened)


def _measure(texts: Iterable[str]) -> int:
    return sum(map(len, texts))
