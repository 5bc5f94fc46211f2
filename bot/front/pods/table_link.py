"""The link to the table: where the players meet on the web, for those who sit there alone."""

import discord
from discord import ui

from bot import rights
from bot.front.interaction.answering import confirm, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, find_pod, make_ask
from bot.front.interaction.routes import Route, on_board
from bot.front.rendering.escaping import clean_label
from bot.i18n import Catalogue
from bot.links import MAX_LINK_LENGTH, is_plain_link, read_link
from bot.rules.announcements import SetLink
from bot.rules.decide import decide
from bot.rules.facts import Player
from bot.rules.pod import Pod

LINK_FIELD = "link"
"""Custom id of the modal's text field."""


def find_link(pod: Pod, player: Player) -> str | None:
    """Return the link that `player` may see: they sit in the pod, and it is not over.

    None if there is no such link, if it was struck out, or if nobody could have typed it.
    """
    if player not in pod.players or pod.state not in ("lobby", "running", "waiting"):
        return None
    return pod.link if pod.link is not None and is_plain_link(pod.link) else None


def render_link(link: str, text: Catalogue) -> str:
    """Return the line with the link, as a whole so that it shows where it leads."""
    return text("link-line", link=f"<{link}>")


async def ask_for_link(ctx: Context, pod: int) -> None:
    """Open the modal for the link, with the current one. Raises `Refusal` if the game is over."""
    live = await find_pod(ctx, pod)
    me = await ctx.find_player()
    assert live.pod is not None
    rights.check_player(live.pod, me)
    decide(live.pod, SetLink())
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=LINK_FIELD,
        max_length=MAX_LINK_LENGTH,
        default=find_link(live.pod, me),
        style=discord.TextStyle.short,
        required=False,
    )
    modal = ui.Modal(
        title=clean_label(ctx.text("link-title"), 45), custom_id=f"pod:{live.number}:linked"
    )
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    modal.add_item(
        ui.Label(
            text=clean_label(ctx.text("link-label"), 45),
            description=clean_label(ctx.text("link-about"), 100),
            component=field,
        )
    )
    await show_modal(ctx, modal)


async def take_link(ctx: Context, pod: int) -> None:
    """Keep the link that was typed; an empty text takes it away."""
    link = read_link(ctx.fields.get(LINK_FIELD, ""))
    await do(ctx, make_ask(SetLink(link)), pod)
    if link is None:
        await confirm(ctx, f"✅ {ctx.text('done-link-gone')}")
    else:
        await confirm(ctx, f"✅ {ctx.text('done-link')}\n{render_link(link, ctx.text)}")


ROUTES = (
    Route("pod:{pod:int}:link", ask_for_link, on_board(SetLink)),
    Route("pod:{pod:int}:linked", take_link, on_board(SetLink)),
)
