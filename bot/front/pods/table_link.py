"""The meeting link of a pod: where its players meet on the web, shown to them alone."""

import discord
from discord import ui

from bot.basics.links import MAX_LINK_LENGTH, is_safe_link, parse_link
from bot.front.interaction.answers import send_confirmation, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import (
    build_command_factory,
    execute_command,
    load_channel_pod,
)
from bot.front.interaction.routes import Route, board_access
from bot.front.ui.escaping import clean_label
from bot.i18n import Catalogue
from bot.rules.announcements import SetMeetingLink
from bot.rules.decide import decide_pod_command
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service import rights

LINK_FIELD = "link"
"""Custom id of the modal's text field."""


def find_visible_link(pod: Pod, player: Player) -> str | None:
    """Return the pod's meeting link if a player may see it; None otherwise.

    The players of a pod that is not over may see the link. Return None if there is no link, if
    it was redacted, or if nobody could have typed it.
    """
    if player not in pod.players or pod.state not in ("lobby", "running", "waiting"):
        return None
    return pod.link if pod.link is not None and is_safe_link(pod.link) else None


def render_link_line(link: str, catalogue: Catalogue) -> str:
    """Render a line with the meeting link, written out so that its target is visible."""
    return catalogue("link-line", link=f"<{link}>")


async def open_link_form(ctx: Context, pod: int) -> None:
    """Open the modal for the pod's meeting link. Raises `Refusal` if the game is over."""
    live = await load_channel_pod(ctx, pod)
    me = await ctx.find_requester_player()
    assert live.pod is not None
    rights.require_player_of_pod(live.pod, me)
    decide_pod_command(live.pod, SetMeetingLink())
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=LINK_FIELD,
        max_length=MAX_LINK_LENGTH,
        default=find_visible_link(live.pod, me),
        style=discord.TextStyle.short,
        required=False,
    )
    modal = ui.Modal(
        title=clean_label(ctx.catalogue("link-title"), 45), custom_id=f"pod:{live.number}:linked"
    )
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    modal.add_item(
        ui.Label(
            text=clean_label(ctx.catalogue("link-label"), 45),
            description=clean_label(ctx.catalogue("link-about"), 100),
            component=field,
        )
    )
    await show_modal(ctx, modal)


async def set_link_from_form(ctx: Context, pod: int) -> None:
    """Set the pod's meeting link to the modal's text; an empty text removes the link."""
    link = parse_link(ctx.modal_fields.get(LINK_FIELD, ""))
    await execute_command(ctx, build_command_factory(SetMeetingLink(link)), pod)
    if link is None:
        await send_confirmation(ctx, f"✅ {ctx.catalogue('done-link-gone')}")
    else:
        await send_confirmation(
            ctx, f"✅ {ctx.catalogue('done-link')}\n{render_link_line(link, ctx.catalogue)}"
        )


ROUTES = (
    Route("pod:{pod:int}:link", open_link_form, board_access(SetMeetingLink)),
    Route("pod:{pod:int}:linked", set_link_from_form, board_access(SetMeetingLink)),
)
