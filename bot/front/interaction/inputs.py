"""Checks of what a client sends: text, options, numbers and files. Clients may be modified."""

import asyncio
import logging
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import aiohttp
import discord
from discord import AppCommandOptionType as Kind
from discord import Attachment, Member, User
from discord.app_commands import Command, Parameter

from bot.rules.refusals import Refusal

TYPED = "value"
"""The key of what somebody typed: an option, or a field of a form."""

_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing: those that fill a syllable, and an empty Braille pattern."""

_LARGEST = 2**31 - 1
"""The most that a pod's number can be, or any other that the bot counts itself."""

_LARGEST_ID = 2**63 - 1
"""The most that an id of Discord's can be in a database."""


EARLIEST = datetime(2015, 1, 1, tzinfo=UTC)
"""Before there was Discord, nobody ended a game on it."""


def is_number(text: str) -> bool:
    """Whether `text` is a number that the bot wrote: in our digits, and not beyond a column."""
    return _is_number(text, _LARGEST)


def parse_number(text: str) -> int | None:
    """Return a number that the bot wrote; None if `text` is something else."""
    return int(text) if is_number(text) else None


def parse_game_key(text: str) -> tuple[int, int] | None:
    """Return channel and number of a game from `channel:number`; None if malformed."""
    channel, _, number = text.partition(":")
    return (int(channel), int(number)) if is_id(channel) and is_number(number) else None


def is_id(text: str) -> bool:
    """Whether `text` can be an id of Discord's."""
    return _is_number(text, _LARGEST_ID)


def _is_number(text: str, most: int) -> bool:
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    return digits and int(text) <= most


def check_text(sent: object) -> None:
    """Raise `Refusal` where something in `sent` cannot be written down, or nobody could see it."""
    texts = list(_find_texts(sent))
    try:
        "".join(text for _, text in texts).encode()
    except UnicodeEncodeError:  # half of a character
        raise Refusal("unreadable") from None
    for key, text in texts:
        # SQLite would keep a NUL, PostgreSQL does not.
        if "\0" in text or (key == TYPED and is_invisible(text)):
            raise Refusal("unreadable")


def is_invisible(text: str) -> bool:
    """Whether a text is not blank and yet shows nothing, such as one of zero-width spaces alone."""
    return bool(text.strip()) and all(map(_is_unseen, text))


def _is_unseen(character: str) -> bool:
    kind = unicodedata.category(character)
    # Marks need a letter below them; spaces, separators and controls show nothing at all.
    return kind[0] in "ZM" or kind in ("Cc", "Cf") or character in _FILLERS


def _find_texts(sent: object) -> Iterator[tuple[str, str]]:
    """Each text, with the key that it or its list stands under."""
    rest: list[tuple[str, object]] = [("", sent)]
    while rest:
        key, each = rest.pop()
        if isinstance(each, str):
            yield key, each
        elif isinstance(each, dict):
            rest += each.items()
        elif isinstance(each, list):
            rest += [(key, inner) for inner in each]


def check_options(interaction: discord.Interaction[Any]) -> None:
    """Raise `Refusal` where an option is none that the command's declaration allows.

    discord.py leaves kinds, lengths and ranges to Discord.
    """
    if not isinstance(interaction.command, Command):
        return
    given = dict(iter(interaction.namespace))  # it takes `keys` for an option
    for parameter in interaction.command.parameters:
        if parameter.display_name in given:
            _check(parameter, given[parameter.display_name])


def _check(parameter: Parameter, value: Any) -> None:
    least = parameter.min_value
    most = parameter.max_value
    match parameter.type, value:
        case (Kind.string, str()):
            size: float = len(value)
        case (Kind.integer, int()) if not isinstance(value, bool):
            size = value
        case (
            (Kind.boolean, bool())
            | (Kind.user, User() | Member())
            | (Kind.attachment, Attachment())
        ):
            return
        case _:
            raise Refusal("bad-option")
    if parameter.choices:
        if value not in [choice.value for choice in parameter.choices]:
            raise Refusal("bad-option")
    elif most is not None and size > most and parameter.type is Kind.string:
        raise Refusal("too-long", most=int(most))
    elif (least is not None and size < least) or (most is not None and size > most):
        raise Refusal("bad-option")


log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds until a file is given up."""


async def fetch_file(file: discord.Attachment, most: int) -> bytes:
    """Return what is in a file.

    Raises `Refusal` if it has more than `most` bytes, or does not come in time.
    """
    if file.size > most:
        raise Refusal("file-large", most=most // 1024)
    try:
        async with asyncio.timeout(PATIENCE):
            content = await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("a file cannot be fetched: %s", error)
        raise Refusal("file-fetch") from None
    if len(content) > most:
        raise Refusal("file-large", most=most // 1024)
    return content
