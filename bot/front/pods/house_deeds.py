"""Deeds (achievements) that the server defined itself, and how a player claims one."""

import discord
from discord import ui

from bot.front.game_texts import deed_texts, story
from bot.front.interaction.answers import edit_pressed_private_message, send_answer
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_message_formatter_for_pod
from bot.front.interaction.game_commands import execute_game_command, load_pod
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.rules.facts import Player
from bot.rules.house_deeds import ClaimServerAchievement
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.service.live_game import LiveGame
from bot.service.rights import require_player_of_pod


async def open_server_achievement_menu(ctx: Context, pod: int) -> None:
    """Show the menu of custom achievements of the server that the user can claim in a game."""
    require_player_of_pod((await load_pod(ctx, pod)).pod, await ctx.get_player_id_of_user())
    if not ctx.settings.house_deeds:
        raise Refusal("no-deeds")
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label_text(ctx.catalogue("deed-placeholder"), 150),
        options=[
            discord.SelectOption(
                label=clean_label_text(each.name, 100),
                description=clean_label_text(ctx.catalogue("deed-times", times=each.times), 100),
                emoji=deed_texts.HOUSE_ICON,
                value=each.deed,
            )
            for each in ctx.settings.house_deeds
        ],
        custom_id=f"pod:{pod}:deed:claim",
    )
    await send_answer(ctx, ctx.catalogue("deed-ask"), view=components.build_stateless_view([menu]))


async def claim_selected_achievement(ctx: Context, pod: int, selection: str) -> None:
    """Claim the server's achievement selected in the menu for the user."""
    require_player_of_pod((await load_pod(ctx, pod)).pod, await ctx.get_player_id_of_user())
    deed = next((each for each in ctx.settings.house_deeds if each.deed == selection), None)
    if deed is None:
        raise Refusal("no-deeds")

    def build_achievement_claim_command(player: Player, live_game: LiveGame) -> ClaimServerAchievement:
        return ClaimServerAchievement(player, deed.deed, deed.name, deed.times)

    done = await execute_game_command(ctx, build_achievement_claim_command, pod)
    words = await load_message_formatter_for_pod(ctx, done.pod)
    back = components.build_pod_action_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = story.render_pod_event(done.recorded.event, words)
    await edit_pressed_private_message(ctx, content=f"✅ {told}", view=components.build_stateless_view([back]))


ROUTES = (
    CustomIdRoute("pod:{pod:int}:deed", open_server_achievement_menu, build_access_rule_for_board_button(PLAYERS)),
    CustomIdRoute(
        "pod:{pod:int}:deed:claim",
        claim_selected_achievement,
        build_access_rule_for_board_button(ClaimServerAchievement),
        picked=str,
    ),
)
