"""What a client sends is looked at before it is believed: it may be another than Discord's own."""

import json
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import Attachment, Member, User
from discord.app_commands import Command, Parameter

from bot.rules.refusals import Refusal

_LARGEST = 2**31 - 1
"""The most that a pod's number can be, or any other that the bot counts itself."""

_LARGEST_ID = 2**63 - 1
"""The most that an id of Discord's can be in a database."""


def is_number(text: str) -> bool:
    """Whether `text` is a number that the bot wrote: in our digits, and not beyond a column."""
    return _is_number(text, _LARGEST)


def is_id(text: str) -> bool:
    """Whether `text` can be an id of Discord's."""
    return _is_number(text, _LARGEST_ID)


def _is_number(text: str, most: int) -> bool:
    digits = text.isascii() and text.isdecimal() and len(text) <= len(str(most))
    return digits and int(text) <= most


def check_text(sent: object) -> None:
    """Raise `Refusal` where something in `sent` cannot be written down."""
    try:
        json.dumps(sent, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half of a character
        raise Refusal("unreadable") from None


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
    least, most = parameter.min_value, parameter.max_value
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
