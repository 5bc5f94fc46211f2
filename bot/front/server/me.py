"""`/me …`: what is kept about whoever asks, for them to have or to be forgotten."""

import io
from typing import cast

import discord
from discord import ui

from bot.front.interaction.desk import Asked, Desk, desk_of
from bot.front.rendering import controls
from bot.rules.refusals import Refusal
from bot.storage.privacy.forgetting import Playing
from bot.storage.privacy.personal_data import TooSoon

ACTIONS = ("sure", "really", "keep")
"""The buttons: the first question is answered, then the second; or they stay."""

FILE = "suzerain-me.json"


async def export(asked: Asked) -> None:
    """A file with all that is kept about them, which only they see."""
    desk = desk_of(asked)
    text = desk.text(asked)
    if not await desk.wait(asked, ephemeral=True, thinking=True):  # the whole log is read
        return
    try:
        most = asked.filesize_limit
        found = await desk.privacy.export(asked.user.id, most, discord.utils.utcnow())
    except TooSoon as error:
        raise Refusal("export-again", when=discord.utils.format_dt(error.again, "R")) from None
    if found is None:
        await desk.say(asked, text("me-unknown"))
        return
    content, packed = found
    with content:
        file = discord.File(cast(io.BufferedIOBase, content), f"{FILE}.gz" if packed else FILE)
        await desk.say(asked, text("me-exported"), file=file)


async def ask(asked: Asked) -> None:
    """The first of two questions."""
    desk = desk_of(asked)
    text = desk.text(asked)
    told = text("me-forget", forgotten=text("forgotten-player"))
    await desk.say(asked, told, view=_view(desk, asked, "sure"))


async def pressed(asked: Asked, action: str) -> None:
    """A button below one of the questions; whoever sees it is whom it is about."""
    desk = desk_of(asked)
    text = desk.text(asked)
    match action:
        case "sure":
            view = _view(desk, asked, "really")
            await desk.change(asked, content=text("me-forget-again"), view=view)
        case "keep":
            await desk.change(asked, content=text("me-kept"), view=None)
        case "really":
            if await desk.wait(asked):
                known = await _forget(desk, asked)
                answer = text("me-forgotten" if known else "me-unknown")
                await desk.change(asked, content=answer, view=None)
                await desk.keeper.mend()
        case _:
            raise Refusal("unknown-button")


async def _forget(desk: Desk, asked: Asked) -> bool:
    user = asked.user
    worn = await desk.crown.worn_by(user.id)
    names = {user.display_name, user.name, *([user.global_name] if user.global_name else [])}
    try:
        known = await desk.privacy.forget(user.id, names)
    except Playing as playing:
        channels = tuple(f"<#{channel}>" for channel in playing.channels)
        raise Refusal("still-playing", channels=channels) from None
    await desk.crown.take_off(worn)
    return known


def _view(desk: Desk, asked: Asked, action: str) -> ui.View:
    text = desk.text(asked)
    danger, calm = discord.ButtonStyle.danger, discord.ButtonStyle.secondary
    yes: ui.Button[ui.View] = ui.Button(
        label=text("me-sure"), style=danger, custom_id=f"me:forget:{action}"
    )
    no: ui.Button[ui.View] = ui.Button(
        label=text("me-keep"), style=calm, custom_id="me:forget:keep"
    )
    # The second time they change places: whoever presses twice in haste presses the other one.
    return controls.unstored([yes, no] if action == "sure" else [no, yes])
