"""Claim a deed that the server named itself, by the button behind the board's last one."""

import discord
from discord import ui

from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, find_pod
from bot.front.interaction.routes import Route, on_board
from bot.front.interaction.wording import speak_of_pod
from bot.front.rendering import controls, deeds, story
from bot.front.rendering.escaping import clean_label
from bot.rights import check_player
from bot.rules.facts import Player
from bot.rules.house_deeds import ClaimDeed
from bot.rules.refusals import Refusal
from bot.rules.rights import PLAYERS
from bot.service.live_game import LiveGame


async def ask_for_deed(ctx: Context, pod: int) -> None:
    """Ask which of the server's own deeds the user did."""
    check_player((await find_pod(ctx, pod)).pod, await ctx.find_player())
    if not ctx.settings.house_deeds:
        raise Refusal("no-deeds")
    menu: ui.Select[ui.View] = ui.Select(
        placeholder=clean_label(ctx.text("deed-placeholder"), 150),
        options=[
            discord.SelectOption(
                label=clean_label(each.name, 100),
                description=clean_label(ctx.text("deed-times", times=each.times), 100),
                emoji=deeds.HOUSE_ICON,
                value=each.deed,
            )
            for each in ctx.settings.house_deeds
        ],
        custom_id=f"pod:{pod}:deed:claim",
    )
    await say(ctx, ctx.text("deed-ask"), view=controls.make_unstored_view([menu]))


async def claim_deed(ctx: Context, pod: int, picked: str) -> None:
    """Claim the deed that was picked."""
    check_player((await find_pod(ctx, pod)).pod, await ctx.find_player())
    deed = next((each for each in ctx.settings.house_deeds if each.deed == picked), None)
    if deed is None:
        raise Refusal("no-deeds")

    def make_command(me: Player, _: LiveGame) -> ClaimDeed:
        return ClaimDeed(me, deed.deed, deed.name, deed.times)

    done = await do(ctx, make_command, pod)
    words = await speak_of_pod(ctx, done.pod)
    back = controls.make_button(done.live.number, "undo", words, f":{done.recorded.version}")
    told = story.render_event(done.recorded.event, words)
    await edit(ctx, content=f"✅ {told}", view=controls.make_unstored_view([back]))


ROUTES = (
    Route("pod:{pod:int}:deed", ask_for_deed, on_board(PLAYERS)),
    Route("pod:{pod:int}:deed:claim", claim_deed, on_board(ClaimDeed), picked=str),
)
