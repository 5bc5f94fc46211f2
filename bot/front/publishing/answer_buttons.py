"""The buttons of public answers, such as offers: those that do nothing any more are taken away.

An answer with buttons is a row of `publications`, noted once Discord has accepted it. Only its buttons are edited.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import discord
from discord import ui
from msgspec.structs import replace

from bot.front.publishing.retries import PASSING_ERRORS, is_error_worth_retry
from bot.storage.engine.database import Database
from bot.storage.engine.errors import StorageError
from bot.storage.record.publications import PublishedMessage, PublishedMessageRepository

log = logging.getLogger(__name__)


class AnswerButtons(NamedTuple):
    """The buttons of the bot's answer to a command, and a `version` that changes if the buttons change."""

    version: int
    view: ui.View


FindButtons = Callable[[PublishedMessage, Sequence[PublishedMessage]], Awaitable[AnswerButtons | None]]
"""A function that finds the buttons of an answer that work now; None if there are none, and never will be again.

It is given the answer and all answers of its kind on the server, both as they were read at one instant.
"""


async def record_public_answer_with_buttons(
    database: Database,
    message_kind: str,
    guild_id: int,
    message_key: str,
    channel_id: int,
    message_id: int,
    answer_language: str | None = None,
) -> None:
    """Record the message of a public answer to a command, so that the answer's buttons can be updated later."""
    answer = PublishedMessage(
        message_kind, guild_id, message_key, channel_id, message=message_id, shown=1, mark=answer_language
    )
    await PublishedMessageRepository(database).add_published_message(answer)


async def update_buttons_of_recorded_answers(
    database: Database, client: discord.Client, answer_kind: str, guild_id: int, find_buttons: FindButtons
) -> None:
    """Update the buttons of a server's recorded answers of one kind; delete the rows of answers without buttons.

    What Discord does not carry out now is tried again with the next update.
    """
    answers = PublishedMessageRepository(database)
    messages = await answers.load_published_messages(answer_kind, guild_id)
    for each in messages:
        try:
            buttons = await find_buttons(each, messages)
        except StorageError as error:  # a damaged channel must not stop the others
            log.warning("the buttons of an answer in channel %s are changed within minutes: %s", each.channel, error)
            continue
        if each.channel is None or each.message is None or (buttons is not None and buttons.version == each.shown):
            continue
        message = client.get_partial_messageable(each.channel).get_partial_message(each.message)
        try:
            await message.edit(view=None if buttons is None else buttons.view)
        except discord.NotFound:
            log.info("an answer with buttons in channel %s is gone, and forgotten", each.channel)
            buttons = None
        except PASSING_ERRORS as error:
            if is_error_worth_retry(error):
                log.info("the buttons of an answer in channel %s are changed within minutes: %s", each.channel, error)
                continue
            log.info("Discord refuses to change the buttons of an answer in channel %s: %s", each.channel, error)
            buttons = None  # they stay, and refuse whoever presses them
        if buttons is None:
            await answers.delete_published_message_row(each)
        else:
            shown = replace(each, wanted=buttons.version, shown=buttons.version)
            await answers.replace_published_message_row(shown)
