"""Fitting of messages and embeds to the lengths that Discord accepts.

Every message of the bot passes through `truncate_embed_to_limits` and `truncate_text_to_length`, so that renderers
need not count. Escaped names may be twice as long as the typed ones.
"""

import re
from collections.abc import Collection, Sequence

import discord

from bot.front.ui.escaping import ISOLATE_END, ISOLATE_START

MAX_TITLE_LENGTH = 256
MAX_DESCRIPTION_LENGTH = 4096
MAX_FIELD_NAME_LENGTH = 256
MAX_FIELD_VALUE_LENGTH = 1024
MAX_FOOTER_LENGTH = 2048
"""The most characters of each part of an embed (from `MAX_TITLE_LENGTH` on)."""

MAX_EMBED_LENGTH = 6000
"""The most characters of a whole embed."""

MAX_FIELDS = 25
"""The most fields of an embed."""

MAX_CONTENT_LENGTH = 2000
"""The most characters of a message's own text."""

MAX_ALT_TEXT_LENGTH = 1024
"""The most characters of a picture's description."""

MIN_FIELD_LENGTH = 120
"""The characters that every field keeps, however long the description is."""

_MIN_LINE_LENGTH = 24
"""The least length to which lines are cut; below it, the last lines are left out instead."""

_TOKEN_PATTERN = re.compile(r"\\.|https?://\S+|</[^<>:\n]+:\d+>|<[@#:a-z][^<>\s]*>|```|\*\*|~~|`|.", re.DOTALL)
"""Tokens that are never cut in two."""

_CLOSING_TOKENS = {"```": "```", "**": "**", "~~": "~~", "`": "`", ISOLATE_START: ISOLATE_END}
"""Tokens that open something, and the tokens that close it."""


def truncate_embed_to_limits(
    embed: discord.Embed, maximum_length: int = MAX_EMBED_LENGTH, maximum_field_length: int = MAX_FIELD_VALUE_LENGTH
) -> discord.Embed:
    """Cut an embed's title, text and fields to Discord's limits; return the embed.

    If the fields are too long together, they are cut to a common length; the last ones are left out if there is no room
    for them.
    """
    if embed.title:
        embed.title = truncate_markdown(embed.title, MAX_TITLE_LENGTH)
    if embed.footer.text:
        embed.set_footer(text=truncate_markdown(embed.footer.text, MAX_FOOTER_LENGTH))
    fields = [
        (
            truncate_markdown(each.name or "", MAX_FIELD_NAME_LENGTH),
            truncate_text_to_length(each.value or "", maximum_field_length),
            each.inline,
        )
        for each in embed.fields[:MAX_FIELDS]
    ]
    room = maximum_length - len(embed.title or "") - len(embed.footer.text or "")
    while fields and sum(len(name) + min(len(value), MIN_FIELD_LENGTH) for name, value, _ in fields) > room:
        fields.pop()
    room -= sum(len(name) for name, _, _ in fields)
    kept = sum(min(len(value), MIN_FIELD_LENGTH) for _, value, _ in fields)
    if embed.description:
        embed.description = truncate_text_to_length(embed.description, min(MAX_DESCRIPTION_LENGTH, room - kept))
    common = compute_length_limit_per_text([len(value) for _, value, _ in fields], room - len(embed.description or ""))
    embed.clear_fields()
    for name, value, inline in fields:
        embed.add_field(name=name, value=truncate_text_to_length(value, common), inline=inline)
    return embed


def move_timestamp_footer_to_description(embed: discord.Embed) -> discord.Embed:
    """Move an embed's footer to its description if it contains a timestamp; return the embed.

    In a footer Discord shows a timestamp as it is written: `<t:1795680313:R>`.
    """
    footer = embed.footer.text
    if footer and "<t:" in footer:
        embed.description = f"{embed.description or ''}\n-# {footer}".lstrip()
        embed.remove_footer()
    return embed


def truncate_text_to_length(text: str, maximum_length: int = MAX_CONTENT_LENGTH) -> str:
    """Return a text cut to a length, with the longest lines shortened most."""
    if len(text) <= maximum_length:
        return text
    lines = text.split("\n")
    longest = compute_length_limit_per_text([len(line) for line in lines], maximum_length - len(lines) + 1)
    if longest < _MIN_LINE_LENGTH:
        return truncate_markdown(text, maximum_length)
    return "\n".join(truncate_markdown(line, longest) for line in lines)


def compute_length_limit_per_text(text_lengths: Collection[int], maximum_total_length: int) -> int:
    """Return the maximum length of each text so that all texts fit in a total length."""
    left = len(text_lengths)
    for length in sorted(text_lengths):
        if length * left > maximum_total_length:
            return max(0, maximum_total_length // left)
        maximum_total_length -= length
        left -= 1
    return max(text_lengths, default=0)


def truncate_markdown(text: str, maximum_length: int) -> str:
    """Return Markdown cut to a length, with marks such as bold closed and an ellipsis."""
    if len(text) <= maximum_length:
        return text
    kept = list[str]()
    opened = tuple[str, ...]()
    length = 1
    for token in _TOKEN_PATTERN.findall(text):
        then = _update_markdown_closing_marks(opened, token)
        length += len(token)
        if length + sum(map(len, then)) > maximum_length:
            break
        kept.append(token)
        opened = then
    return ("".join(kept).rstrip() + "…" + "".join(reversed(opened)))[:maximum_length]


def _update_markdown_closing_marks(closing_marks: Sequence[str], markdown_token: str) -> tuple[str, ...]:
    """Return the Markdown marks that must still be closed after a token, innermost last."""
    if closing_marks and "`" in closing_marks[-1] and markdown_token != closing_marks[-1]:
        return tuple(closing_marks)
    if markdown_token in closing_marks:
        return tuple(each for each in closing_marks if each != markdown_token)
    return (
        (*closing_marks, _CLOSING_TOKENS[markdown_token]) if markdown_token in _CLOSING_TOKENS else tuple(closing_marks)
    )
