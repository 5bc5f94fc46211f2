"""Checks of texts, options, numbers and files, because clients may be modified."""

import asyncio
import logging
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import Attachment, Member, User
from discord.app_commands import Command, Parameter

from bot.front.background.retry import LOST_ANSWER_ERRORS
from bot.rules.refusals import Refusal

TYPED_TEXT_KEY = "value"
"""The key of typed text in an option or in a field of a form."""

_INVISIBLE_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that show nothing: Hangul fillers, and an empty Braille pattern."""

_LARGEST_NUMBER = 2**31 - 1
"""The largest number of a pod, or of anything else that the bot counts."""

_LARGEST_ID = 2**63 - 1
"""The largest Discord id that a database column holds."""


EARLIEST_GAME_END = datetime(2015, 1, 1, tzinfo=UTC)
"""The earliest possible end of a game: Discord did not exist before."""


def is_number(text: str) -> bool:
    """Return whether `text` is a number that the bot may have written: ASCII digits, in range."""
    return _is_number(text, _LARGEST_NUMBER)


def parse_id(text: str) -> int | None:
    """Return the Discord id in a text; None if the text is no id."""
    return int(text) if is_id(text) else None


def parse_number(text: str) -> int | None:
    """Return a number that the bot wrote; None if `text` is something else."""
    return int(text) if is_number(text) else None


def parse_game_key(text: str) -> tuple[int, int] | None:
    """Return channel and number of a game from `channel:number`; None if malformed."""
    channel, _, number = text.partition(":")
    return (int(channel), int(number)) if is_id(channel) and is_number(number) else None


def is_id(text: str) -> bool:
    """Return whether `text` can be a Discord id."""
    return _is_number(text, _LARGEST_ID)


def _is_number(text: str, most: int) -> bool:
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    return digits and int(text) <= most


def check_text(sent: object) -> None:
    """Raise `Refusal` if a text in `sent` cannot be stored, or is invisible."""
    texts = list(_find_texts(sent))
    try:
        "".join(text for _, text in texts).encode()
    except UnicodeEncodeError:  # a lone surrogate
        raise Refusal("unreadable") from None
    for key, text in texts:
        # SQLite stores a NUL, PostgreSQL refuses it.
        if "\0" in text or (key == TYPED_TEXT_KEY and is_invisible(text)):
            raise Refusal("unreadable")


def is_invisible(text: str) -> bool:
    """Return whether a text shows nothing but is not blank, for example zero-width spaces."""
    if text.isascii() and text.isprintable():  # nearly always
        return False
    return bool(text.strip()) and all(map(_is_unseen, text))


def _is_unseen(character: str) -> bool:
    kind = unicodedata.category(character)
    # Marks need a letter below them; spaces, separators and controls show nothing.
    return kind[0] in "ZM" or kind in ("Cc", "Cf") or character in _INVISIBLE_LETTERS


def _find_texts(sent: object) -> Iterator[tuple[str, str]]:
    """Yield each text, with the key of the text or of its list."""
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
    """Raise `Refusal` if an option violates the command's declaration.

    discord.py leaves the check of types, lengths and ranges to Discord.
    """
    if not isinstance(interaction.command, Command):
        return
    given = dict(iter(interaction.namespace))  # `dict(namespace)` would take `keys` for an option
    for parameter in interaction.command.parameters:
        if parameter.display_name in given:
            _check_option(parameter, given[parameter.display_name])


def _check_option(parameter: Parameter, value: Any) -> None:
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

DOWNLOAD_TIMEOUT = 5.0
"""Seconds after which the download of a file is given up."""


async def fetch_file(file: discord.Attachment, most: int) -> bytes:
    """Return the content of an attachment.

    Raises `Refusal` if it has more than `most` bytes, or cannot be downloaded in time.
    """
    if file.size > most:
        raise Refusal("file-large", most=most // 1024)
    try:
        async with asyncio.timeout(DOWNLOAD_TIMEOUT):
            content = await file.read()
    except (discord.HTTPException, *LOST_ANSWER_ERRORS) as error:
        log.warning("an attachment could not be downloaded: %s", error)
        raise Refusal("file-fetch") from None
    if len(content) > most:
        raise Refusal("file-large", most=most // 1024)
    return content
