"""The meeting link of a pod: where its players meet on the web, shown to them alone."""

import discord
from discord import ui

from bot.basics.links import MAX_LINK_LENGTH, is_safe_web_link, parse_web_link
from bot.front.interaction.answers import report_command_success, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.game_commands import (
    execute_game_command,
    load_pod,
    wrap_command_in_factory,
)
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.ui.escaping import clean_label_text
from bot.i18n import Translations
from bot.rules.announcements import SetMeetingLink
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.service import rights

LINK_FIELD = "link"
"""Custom id of the modal's text field."""


def find_meeting_link_visible_to_player(pod: Pod, player: Player) -> str | None:
    """Return the link to the pod's web meeting; None if this player may not see it.

    The players of a pod that is not over may see the link. Return None if there is no link, if it was redacted, or if
    nobody could have typed it.
    """
    if player not in pod.players or pod.state not in ("lobby", "running", "waiting"):
        return None
    return pod.link if pod.link is not None and is_safe_web_link(pod.link) else None


def render_meeting_link_line(meeting_link: str, translations: Translations) -> str:
    """Return a line with the link to the pod's web meeting."""
    return translations("link-line", link=f"<{meeting_link}>")


async def open_meeting_link_form(ctx: Context, pod: int) -> None:
    """Open the form for the link to the pod's web meeting. Raises `Refusal`."""
    live = await load_pod(ctx, pod)
    me = await ctx.get_player_id_of_user()
    assert live.pod is not None
    rights.require_player_of_pod(live.pod, me)
    create_pod_event(live.pod, SetMeetingLink())
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=LINK_FIELD,
        max_length=MAX_LINK_LENGTH,
        default=find_meeting_link_visible_to_player(live.pod, me),
        style=discord.TextStyle.short,
        required=False,
    )
    modal = ui.Modal(title=clean_label_text(ctx.translations("link-title"), 45), custom_id=f"pod:{live.number}:linked")
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    modal.add_item(
        ui.Label(
            text=clean_label_text(ctx.translations("link-label"), 45),
            description=clean_label_text(ctx.translations("link-about"), 100),
            component=field,
        )
    )
    await show_modal(ctx, modal)


async def set_meeting_link_from_modal(ctx: Context, pod: int) -> None:
    """Set the link to the pod's web meeting; an empty text removes it."""
    link = parse_web_link(ctx.modal_fields.get(LINK_FIELD, ""))
    await execute_game_command(ctx, wrap_command_in_factory(SetMeetingLink(link)), pod)
    if link is None:
        await report_command_success(ctx, f"✅ {ctx.translations('done-link-gone')}")
    else:
        await report_command_success(
            ctx, f"✅ {ctx.translations('done-link')}\n{render_meeting_link_line(link, ctx.translations)}"
        )


ROUTES = (
    CustomIdRoute("pod:{pod:int}:link", open_meeting_link_form, build_access_rule_for_board_button(SetMeetingLink)),
    CustomIdRoute(
        "pod:{pod:int}:linked", set_meeting_link_from_modal, build_access_rule_for_board_button(SetMeetingLink)
    ),
)
