"""Deeds (achievements) that the server defined itself, and how a player claims one."""

import discord
from discord import ui

from bot.front.game_texts import deed_texts, story
from bot.front.interaction.answers import edit_private_message, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_pod_formatter
from bot.front.interaction.game_commands import execute_command, load_channel_pod
from bot.front.interaction.routes import Route, board_access
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.rules.facts import Player
from bot.rules.house_deeds import ClaimDeed
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.service.live_game import LiveGame
from bot.service.rights import require_player_of_pod


async def open_deed_menu(ctx: Context, pod: int) -> None:
    """Show the menu of the server's own deeds that the user can claim."""
    require_player_of_pod((await load_channel_pod(ctx, pod)).pod, await ctx.find_requester_player())
    if not ctx.settings.house_deeds:
        raise Refusal("no-deeds")
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.catalogue("deed-placeholder"), 150),
        options=[
            discord.SelectOption(
                label=clean_label(each.name, 100),
                description=clean_label(ctx.catalogue("deed-times", times=each.times), 100),
                emoji=deed_texts.HOUSE_ICON,
                value=each.deed,
            )
            for each in ctx.settings.house_deeds
        ],
        custom_id=f"pod:{pod}:deed:claim",
    )
    await send_answer(ctx, ctx.catalogue("deed-ask"), view=components.build_stateless_view([menu]))


async def claim_selected_deed(ctx: Context, pod: int, selection: str) -> None:
    """Claim the deed selected in the menu for the user."""
    require_player_of_pod((await load_channel_pod(ctx, pod)).pod, await ctx.find_requester_player())
    deed = next((each for each in ctx.settings.house_deeds if each.deed == selection), None)
    if deed is None:
        raise Refusal("no-deeds")

    def build_claim_command(player: Player, _: LiveGame) -> ClaimDeed:
        return ClaimDeed(player, deed.deed, deed.name, deed.times)

    done = await execute_command(ctx, build_claim_command, pod)
    words = await load_pod_formatter(ctx, done.pod)
    back = components.build_pod_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = story.render_event(done.recorded.event, words)
    await edit_private_message(
        ctx, content=f"✅ {told}", view=components.build_stateless_view([back])
    )


ROUTES = (
    Route("pod:{pod:int}:deed", open_deed_menu, board_access(PLAYERS)),
    Route("pod:{pod:int}:deed:claim", claim_selected_deed, board_access(ClaimDeed), picked=str),
)
