"""Looking at a pod: its board, how it is played, how it was drawn, its story."""

from typing import Any

from bot import rights
from bot.front.interaction.answering import edit, say
from bot.front.interaction.context import Context
from bot.front.interaction.declaring import command
from bot.front.interaction.pods import find_game, find_pod, read_pod
from bot.front.interaction.routes import Route, on_board, on_pod
from bot.front.interaction.wording import label_game, speak_of_pod, speak_to_asker
from bot.front.pods.chapters import write_chapter
from bot.front.rendering import attack_map, controls, embeds, names, series
from bot.front.rendering.escaping import clean_label
from bot.projections.history import find_start
from bot.rights import PLAYERS
from bot.rules.events import Started
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.seating import Proof, make_commitment
from bot.words import Words


@command("status", on_pod())
async def show_status(ctx: Context) -> None:
    """Show the board to who asks alone, with a way to bring back one that was deleted.

    While the game goes on it also says, and shows, whom they may attack and who is in range.
    """
    live = await find_pod(ctx)
    assert live.pod is not None
    stands = await series.read_series(ctx.services.database, live)
    words = await speak_to_asker(ctx, [*names.find_people(live.pod), *series.find_players(stands)])
    embed = embeds.render_pod(live.pod, words, live.counts_at)
    series.add_series(embed, stands, words)
    buttons = [controls.make_button(live.number, action, words) for action in ("here", "fair")]
    attached: dict[str, Any] = {}
    if live.pod.state in ("running", "waiting"):
        me, game = await ctx.find_player(), live.pod.game
        if lines := attack_map.describe_table(game, me, words):
            value = "\n".join(lines)
            embed.add_field(name=words.text("status-title"), value=value, inline=False)
        scene = attack_map.make_scene(game, me, await label_game(ctx, live.pod))
        if (file := await attack_map.draw_file(ctx.services.studio, scene)) is not None:
            attached["file"] = file
            embed.set_image(url=f"attachment://{file.filename}")
    await say(ctx, embed=embed, view=controls.make_unstored_view(buttons), **attached)


async def explain_variant(ctx: Context, pod: int) -> None:
    """Show how the pod's variant works."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    await say(ctx, embed=embeds.render_variant(live.pod, ctx.text))


async def show_draw(ctx: Context, pod: int) -> None:
    """Show what seats are drawn from: sealed before the start, all it takes to check after."""
    live, events, _ = await ctx.services.service.read(ctx.place, pod)
    if live.pod is None:
        raise Refusal("old-pod")
    if (secret := live.pod.secret) is None:
        raise Refusal("no-secret")
    start = find_start(events)
    if start is None:
        await say(ctx, embed=embeds.render_commitment(make_commitment(secret), ctx.text))
        return
    lobby, drawn = start
    proof = _prove(secret, lobby, drawn, await label_game(ctx, lobby))
    await say(ctx, embed=embeds.render_proof(proof, ctx.text))


def _prove(secret: str, lobby: Pod, drawn: Started, words: Words) -> Proof:
    called = {player: clean_label(words.name(player), 32) for player in lobby.players}
    return Proof(
        make_commitment(secret),
        secret,
        tuple(called[player] for player in lobby.players),
        tuple(called[player] for player in drawn.seats),
        called[drawn.first],
        lobby.setup.table,
        lobby.setup.teams,
        {called[player]: team for player, team in lobby.sides.items()},
    )


async def show_checklist(ctx: Context, pod: int) -> None:
    """Show what the rules ask of who asks."""
    live = await find_pod(ctx, pod)
    assert live.pod is not None
    me = await ctx.find_player()
    rights.check_player(live.pod, me)
    words = await speak_of_pod(ctx, live.pod)
    await say(ctx, embed=embeds.render_checklist(live.pod, me, words))


async def bring_here(ctx: Context, pod: int) -> None:
    """Bring the board to the end of the channel."""
    ctx.services.keeper.mark(await find_game(ctx, pod), moves=True)
    await say(ctx, ctx.text("done-here"))


@command("log", on_pod(pace="costly"))
async def show_log(ctx: Context) -> None:
    """Show the last page of the pod's story."""
    chapter = await write_chapter(ctx, await read_pod(ctx))
    if chapter.last:
        await say(ctx, embed=chapter.embed, view=chapter.turn_pages())
    else:
        await say(ctx, embed=chapter.embed)


async def turn_log(ctx: Context, pod: int, page: int) -> None:
    """Turn to a page of a pod's story."""
    found = await ctx.services.service.read(ctx.place, pod)
    if found.live.pod is None:
        raise Refusal("old-pod")
    chapter = await write_chapter(ctx, found, page)
    view = chapter.turn_pages() if chapter.last else None
    await edit(ctx, embed=chapter.embed, view=view)


ROUTES = (
    Route("pod:{pod:int}:how", explain_variant, on_board()),
    Route("pod:{pod:int}:fair", show_draw, on_board()),
    Route("pod:{pod:int}:checklist", show_checklist, on_board(PLAYERS)),
    Route("pod:{pod:int}:here", bring_here, on_board()),
    Route("log:{pod:int}:{page:int}", turn_log, on_board(pace="costly")),
)
