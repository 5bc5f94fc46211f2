"""Whatever is shown has the lengths that Discord takes, measured as it is sent.

Names are escaped before, so that a text may be twice as long as what people typed. Every message
of the bot's goes through `fit_embed` and `fit_text`; who renders need not count.
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
"""Characters in which a picture is described, at most."""

LEAST = 120
"""Characters that a field keeps if it has as many, however long the description is."""

_SHORTEST = 24
"""Characters of a line below which none is cut for the others; the last are left out instead."""

_TOKEN = re.compile(
    r"\\.|https?://\S+|</[^<>:\n]+:\d+>|<[@#:a-z][^<>\s]*>|```|\*\*|~~|`|.", re.DOTALL
)
"""What is cut before or after, and never within."""

_PAIRED = {"```": "```", "**": "**", "~~": "~~", "`": "`", ISOLATED: DONE}
"""What opens something, and what closes it again."""


def fit_embed(embed: discord.Embed, most: int = EMBED, longest: int = VALUE) -> discord.Embed:
    """Return the embed itself, with every part as long as Discord takes, together at most `most`.

    A field says at most `longest` characters. Where they are too long together, fields are cut to a
    common length; those that have no room at all, the last ones, are left out.
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
    while fields and sum(len(name) + min(len(value), LEAST) for name, value, _ in fields) > room:
        fields.pop()
    room -= sum(len(name) for name, _, _ in fields)
    kept = sum(min(len(value), LEAST) for _, value, _ in fields)
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
    """`text` in at most `most` characters; its longest lines are cut first, to a common length."""
    if len(text) <= most:
        return text
    lines = text.split("\n")
    longest = find_common_length([len(line) for line in lines], most - len(lines) + 1)
    if longest < _SHORTEST:
        return cut_markdown(text, most)
    return "\n".join(cut_markdown(line, longest) for line in lines)


def find_common_length(lengths: Collection[int], room: int) -> int:
    """To which length to cut all that are longer, so that together they take no more than `room`.

    The longest of `lengths` if there is room for all; never below 0.
    """
    left = len(lengths)
    for length in sorted(lengths):
        if length * left > room:
            return max(0, room // left)
        room -= length
        left -= 1
    return max(lengths, default=0)


def cut_markdown(text: str, most: int) -> str:
    """`text` in at most `most` characters, with an ellipsis where it is longer.

    Nothing is cut in two that Discord reads as one, such as an escape or a mention, and what was
    opened, such as bold type, is closed.
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
    """What closes all that is open after `token`, outermost first; in code only its end is read."""
    if opened and "`" in opened[-1] and token != opened[-1]:
        return tuple(opened)
    if token in opened:
        return tuple(each for each in opened if each != token)
    return (*opened, _PAIRED[token]) if token in _PAIRED else tuple(opened)


def _measure(texts: Iterable[str]) -> int:
    return sum(map(len, texts))
