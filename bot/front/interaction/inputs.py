"""Validation of texts, options, numbers and files, because clients may be modified."""

import asyncio
import logging
import unicodedata
from datetime import UTC, datetime
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import Attachment, Member, User
from discord.app_commands import Command, Parameter

from bot.front.publishing.retries import LOST_ANSWER_ERRORS
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


def is_ascii_number(text: str) -> bool:
    """Return True if a text is a whole number in ASCII digits below 2³¹."""
    return _is_whole_number_up_to(text, _LARGEST_NUMBER)


def parse_discord_id(text: str) -> int | None:
    return int(text) if is_discord_id(text) else None


def parse_ascii_number(text: str) -> int | None:
    """Parse a whole number below 2³¹ from ASCII digits; None for other texts."""
    return int(text) if is_ascii_number(text) else None


def parse_channel_and_game_number(text: str) -> tuple[int, int] | None:
    """Parse a channel id and a game number from `channel:number`; None if malformed."""
    channel, _, number = text.partition(":")
    return (int(channel), int(number)) if is_discord_id(channel) and is_ascii_number(number) else None


def is_discord_id(text: str) -> bool:
    return _is_whole_number_up_to(text, _LARGEST_ID)


def _is_whole_number_up_to(text: str, maximum: int) -> bool:
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(maximum))
    return digits and int(text) <= maximum


def require_storable_texts(interaction_data: object) -> None:
    """Raise `Refusal` if a user's text cannot be stored or is invisible."""
    texts = list[str]()
    user_texts = list[str]()
    _collect_texts_of_discord_payload(interaction_data, texts, user_texts)
    joined = "".join(texts)
    try:
        joined.encode()
    except UnicodeEncodeError:  # a lone surrogate
        raise Refusal("unreadable") from None
    # SQLite stores a NUL, PostgreSQL refuses it.
    if "\0" in joined or any(map(consists_of_invisible_characters, user_texts)):
        raise Refusal("unreadable")


def consists_of_invisible_characters(text: str) -> bool:
    """Return True if a text has only invisible characters, such as zero-width spaces."""
    if text.isascii() and text.isprintable():  # nearly always
        return False
    return bool(text.strip()) and all(map(_is_invisible_character, text))


def _is_invisible_character(character: str) -> bool:
    kind = unicodedata.category(character)
    # Marks need a letter below them; spaces, separators and controls show nothing.
    return kind[0] in "ZM" or kind in ("Cc", "Cf") or character in _INVISIBLE_LETTERS


def _collect_texts_of_discord_payload(payload: object, all_texts: list[str], user_texts: list[str]) -> None:
    """Add all texts of raw Discord data to `all_texts`, and those by the user also to `user_texts`."""
    if isinstance(payload, dict):
        for key, each in payload.items():
            if isinstance(each, str):
                all_texts.append(each)
                if key == TYPED_TEXT_KEY:
                    user_texts.append(each)
            elif each.__class__ is not int:  # nearly all others
                _collect_texts_of_discord_payload(each, all_texts, user_texts)
    elif isinstance(payload, list):
        for each in payload:
            if isinstance(each, str):
                all_texts.append(each)
            else:
                _collect_texts_of_discord_payload(each, all_texts, user_texts)


def require_valid_command_options(interaction: discord.Interaction[Any]) -> None:
    """Raise `Refusal` if the value of an option is not one that the slash command accepts.

    discord.py leaves the check of types, lengths and ranges to Discord.
    """
    if not isinstance(interaction.command, Command):
        return
    given = dict(iter(interaction.namespace))  # `dict(namespace)` would take `keys` for an option
    for parameter in interaction.command.parameters:
        if parameter.display_name in given:
            _require_valid_command_option(parameter, given[parameter.display_name])


def _require_valid_command_option(option_parameter: Parameter, option_value: Any) -> None:
    least = option_parameter.min_value
    most = option_parameter.max_value
    match option_parameter.type, option_value:
        case (Kind.string, str()):
            size: float = len(option_value)
        case (Kind.integer, int()) if not isinstance(option_value, bool):
            size = option_value
        case (Kind.boolean, bool()) | (Kind.user, User() | Member()) | (Kind.attachment, Attachment()):
            return
        case _:
            raise Refusal("bad-option")
    if option_parameter.choices:
        if option_value not in [choice.value for choice in option_parameter.choices]:
            raise Refusal("bad-option")
    elif most is not None and size > most and option_parameter.type is Kind.string:
        raise Refusal("too-long", most=int(most))
    elif (least is not None and size < least) or (most is not None and size > most):
        raise Refusal("bad-option")


log = logging.getLogger(__name__)

DOWNLOAD_TIMEOUT = 5.0
"""Seconds after which the download of a file is given up."""


def get_modal_attachment(interaction: discord.Interaction[Any], attachment_id: str) -> discord.Attachment:
    """Return the file that the user uploaded in a form, by its id. Raises `Refusal`."""
    data: Any = interaction.data
    resolved = data.get("resolved") if isinstance(data, dict) else None
    files = resolved.get("attachments") if isinstance(resolved, dict) else None
    try:
        return discord.Attachment(data=files[attachment_id], state=interaction.client._connection)  # type: ignore[index]
    except (KeyError, TypeError, ValueError):
        raise Refusal("bad-option") from None


async def download_attachment(attachment: discord.Attachment, max_bytes: int) -> bytes:
    """Return the content of a file that a user attached to a command.

    Raises `Refusal` if it has more than `max_bytes`, or cannot be downloaded in time.
    """
    if attachment.size > max_bytes:
        raise Refusal("file-large", most=max_bytes // 1024)
    try:
        async with asyncio.timeout(DOWNLOAD_TIMEOUT):
            content = await attachment.read()
    except (discord.HTTPException, *LOST_ANSWER_ERRORS) as error:
        log.warning("an attachment could not be downloaded: %s", error)
        raise Refusal("file-fetch") from None
    if len(content) > max_bytes:
        raise Refusal("file-large", most=max_bytes // 1024)
    return content
