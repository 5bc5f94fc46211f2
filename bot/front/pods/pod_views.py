"""Looking at a pod: its board, how it is played, how it was drawn, its story."""

from typing import Any

import discord
from discord import ui
from discord.utils import format_dt

from bot import rights
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command
from bot.front.interaction.pods import find_game, find_pod, read_pod
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod, speak_to_asker
from bot.front.pods.chapters import Chapter, write_chapter
from bot.front.rendering import attack_map, checklist, controls, embeds, names, series
from bot.rights import PLAYERS
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal


@command("status", on_pod())
async def show_status(ctx: Context) -> None:
    """Show the board to who asks alone, with a way to bring back one that was deleted.

    While the game goes on it also says, and shows, whom they may attack and who is in range.
    """
    await show_status_of(ctx, 0)


async def show_status_of(ctx: Context, pod: int) -> None:
    """Show the board of pod `pod` (0: the channel's) to who asks alone, with what they reach."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    stands = await series.read_series(ctx.services.database, live)
    words = await speak_to_asker(ctx, [*names.find_people(live.pod), *series.find_players(stands)])
    embed = embeds.render_pod(live.pod, words, live.counts_at, live.turned)
    series.add_series(embed, stands, words)
    shown = ("here", "fair", "how")
    buttons = [controls.make_button(live.number, action, words) for action in shown]
    attached: dict[str, Any] = {}
    if live.pod.state in ("running", "waiting"):
        me, game = await ctx.find_player(), live.pod.game
        if lines := attack_map.describe_table(game, me, words):
            value = "\n".join(lines)
            since = "" if live.turned is None else f" · {format_dt(live.turned, 'R')}"
            name = f"{words.text('status-title')}{since}"
            embed.add_field(name=name, value=value, inline=False)
        if (file := await _draw_table(ctx, live.pod, me)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await say(ctx, embed=embed, view=controls.make_unstored_view(buttons), **attached)


async def _draw_table(ctx: Context, pod: Pod, me: Player) -> discord.File | None:
    """Draw the table as `me` sees it; None if there is no picture in time."""
    figures = await names.draw_game(ctx.services.people, ctx.text, pod)
    scene = attack_map.make_scene(pod.game, me, figures, ctx.text)
    about = attack_map.describe_picture(pod.game, me, await label_game(ctx, pod))
    easel = ctx.services.studio.serve(ctx.place.guild)
    return await attack_map.draw_file(easel, scene, attack_map.FILE, about)


async def explain_variant(ctx: Context, pod: int) -> None:
    """Show how the pod's variant works."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    await say(ctx, embed=embeds.render_variant(live.pod, ctx.text))


async def show_checklist(ctx: Context, pod: int) -> None:
    """Show what the rules ask of who asks."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.find_player()
    rights.check_player(live.pod, me)
    words = await speak_of_pod(ctx, live.pod)
    embed = checklist.render_checklist(live.pod, me, words)
    embed.colour = embeds.COLOURS[live.pod.state]
    how = controls.make_button(live.number, "how", words)
    await say(ctx, embed=embed, view=controls.make_unstored_view([how]))


async def bring_here(ctx: Context, pod: int) -> None:
    """Bring the board to the end of the channel."""
    ctx.services.keeper.mark(await find_game(ctx, pod), moves=True)
    await say(ctx, ctx.text("done-here"))


@command("log", on_pod(pace="costly"))
async def show_log(ctx: Context) -> None:
    """Show the last page of the pod's story."""
    await show_log_of(ctx, 0)


async def show_log_of(ctx: Context, pod: int) -> None:
    """Show the last page of the story of pod `pod`; 0 is the channel's."""
    chapter = await write_chapter(ctx, await read_pod(ctx, pod))
    view = _make_log_view(ctx, chapter)
    more: dict[str, Any] = {} if view is None else {"view": view}
    await say(ctx, embed=chapter.embed, **more)


async def turn_log(ctx: Context, pod: int, page: int) -> None:
    """Turn to a page of a pod's story."""
    found = await ctx.services.service.read(ctx.place, pod)
    if found.live.pod is None:
        raise Refusal("old-pod")
    chapter = await write_chapter(ctx, found, page)
    await edit(ctx, embed=chapter.embed, view=_make_log_view(ctx, chapter))


def _make_log_view(ctx: Context, chapter: Chapter) -> ui.View | None:
    """What can be pressed below a story: other pages, and by moderators what strikes texts out."""
    items = chapter.turn_pages()
    if ctx.moderates:
        items.append(controls.make_strike_button(ctx.place.channel, chapter.number, ctx.text))
    return controls.make_unstored_view(items) if items else None


ROUTES = (
    Route("pod:{pod:int}:how", explain_variant, on_board()),
    Route("pod:{pod:int}:checklist", show_checklist, on_board(PLAYERS)),
    Route("pod:{pod:int}:here", bring_here, on_board()),
    Route("log:{pod:int}:{page:int}", turn_log, on_board(pace="costly")),
)
