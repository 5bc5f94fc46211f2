"""The draw of seats: words that players add to it, its proof, and the list of a server's draws."""

import io
from collections.abc import Mapping, Sequence

import discord
from discord import ui
from msgspec.json import encode, format

from bot.draw_proofs import DrawProof, prove_draw
from bot.front.interaction.answering import confirm, defer, edit, say, show_modal
from bot.front.interaction.context import Context
from bot.front.interaction.pods import do, find_pod
from bot.front.interaction.routes import Route, on_board, on_server
from bot.front.interaction.wording import label_game
from bot.front.rendering import controls
from bot.front.rendering import draws as rendering
from bot.front.rendering.escaping import clean_label
from bot.projections import draws
from bot.projections.history import find_start, list_drawn_choices
from bot.rules.draws import LONGEST_WORD, DrawSeal, Word, clean_word, write_commitment
from bot.rules.facts import Player
from bot.rules.joining import SetWord
from bot.rules.lobby import Started
from bot.rules.pod import Pod
from bot.rules.records import Answer
from bot.rules.refusals import Refusal
from bot.seating import Proof, find_kept, make_commitment
from bot.service.live_game import Place
from bot.words import Words

PROOF_NAME = "draw.json"
"""Name of the attached file with a proof."""

DRAWS_PER_PAGE = 10
"""Draws on one page of the list."""

_MAX_TYPED_LENGTH = 2 * LONGEST_WORD
"""Characters that the form accepts: surplus spaces are removed afterwards."""

WORD_FIELD = "word"
"""Custom id of the modal's text field."""


# Words that players add


def _read_word(typed: str) -> Word | None:
    """Return the word that was typed; None for an empty text. Raises `Refusal`."""
    word = clean_word(typed)
    return None if word is None else Word(word)


async def ask_for_word(ctx: Context, pod: int) -> None:
    """Open the modal for the user's word, with their current one.

    Raises `Refusal` if the pod is no lobby, or not theirs.
    """
    live = await find_pod(ctx, pod)
    me = await ctx.find_player()
    assert live.pod is not None
    SetWord(me).decide(live.pod)
    draw = live.pod.draw
    word = None if draw is None else draw.words.get(me)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=WORD_FIELD,
        max_length=_MAX_TYPED_LENGTH,
        default=None if word is None else word.word,
        required=False,
    )
    modal = ui.Modal(
        title=clean_label(ctx.text("word-title"), 45), custom_id=f"pod:{live.number}:word:typed"
    )
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    modal.add_item(ui.Label(text=clean_label(ctx.text("word-label"), 45), component=field))
    await show_modal(ctx, modal)


async def take_word(ctx: Context, pod: int) -> None:
    """Add the word that was typed to the draw; an empty text removes the user's word."""
    word = _read_word(ctx.fields.get(WORD_FIELD, ""))
    await do(ctx, lambda me, _: SetWord(me, word), pod)
    await confirm(ctx, f"✅ {ctx.text('done-word-gone' if word is None else 'done-word')}")


# The draw of a pod


async def show_draw(ctx: Context, pod: int) -> None:
    """Show the draw of a pod: its commitment before the start, its proof afterwards."""
    live, events, _ = await ctx.services.service.read(ctx.place, pod)
    if live.pod is None:
        raise Refusal("old-pod")
    start = find_start(events)
    if live.pod.draw is not None:
        await _show_sealed(ctx, live.pod.draw.seal, start, list_drawn_choices(events))
    elif (secret := live.pod.secret) is None:
        raise Refusal("no-secret")
    elif start is None:
        shown = rendering.render_commitment(make_commitment(secret), ctx.text)
        await say(ctx, embed=shown, view=_make_list_view(ctx))
    else:
        proof = _prove_by_secret(secret, *start, await label_game(ctx, start[0]))
        await say(ctx, embed=rendering.render_proof(proof, ctx.text), view=_make_list_view(ctx))


def _prove_by_secret(secret: str, lobby: Pod, drawn: Started, words: Words) -> Proof:
    """Return the proof of a draw by the old recipe, which has a secret and no seal."""
    called = {player: words.name(player) for player in lobby.players}
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


async def _show_sealed(
    ctx: Context,
    seal: DrawSeal,
    start: tuple[Pod, Started] | None,
    choices: Sequence[tuple[Pod, Answer]],
) -> None:
    if start is None:
        await say(ctx, embed=rendering.render_seal(seal, ctx.text), view=_make_list_view(ctx))
        return
    proof = await _prove(ctx, *start, choices)
    shown = format(encode(proof), indent=2)
    file = discord.File(io.BytesIO(shown + b"\n"), PROOF_NAME)
    embed = rendering.render_sealed_proof(proof, ctx.text)
    await say(ctx, embed=embed, files=[file], view=_make_list_view(ctx))


def _make_list_view(ctx: Context) -> ui.View:
    """Return the button that lists all draws of the server."""
    every: ui.Button[ui.View] = ui.Button(
        label=ctx.text("button-draws"), emoji="🎲", custom_id="draws"
    )
    return controls.make_unstored_view([every])


async def _prove(
    ctx: Context, lobby: Pod, drawn: Started, choices: Sequence[tuple[Pod, Answer]] = ()
) -> DrawProof:
    """Prove a start and the draws that it depends on: the previous one, and one with kept seats.

    The `choices` that the draw made are proved with it.
    """
    assert lobby.draw is not None
    seal = lobby.draw.seal
    people = await ctx.people.find_people(lobby.players)
    accounts = {id: each.discord_id for id, each in people.items() if not each.is_guest}
    texts = (
        None if seal.before is None else await _write_text(ctx, seal.server, seal.number - 1),
        None if seal.source is None else await _write_text(ctx, seal.server, seal.source),
    )
    kept = await _prove_kept(ctx, lobby)
    return prove_draw(lobby, drawn, await _name_players(ctx, lobby), accounts, texts, kept, choices)


async def _prove_kept(ctx: Context, lobby: Pod) -> DrawProof | None:
    """Prove the draw whose seats this lobby kept; None without such a draw in the log."""
    kept = find_kept(lobby)
    if kept is None:
        return None
    place = Place(ctx.place.guild, kept.channel)
    start = find_start((await ctx.services.service.read(place, kept.pod)).events)
    return None if start is None else await _prove(ctx, *start)


async def _write_text(ctx: Context, guild: int, number: int) -> str | None:
    seal = await draws.load_seal_by_number(ctx.services.database, guild, number)
    return None if seal is None else write_commitment(seal)


async def _name_players(ctx: Context, lobby: Pod) -> Mapping[Player, str]:
    words = await label_game(ctx, lobby)
    return {player: words.name(player) for player in lobby.players}


# The list of all draws


async def list_draws(ctx: Context) -> None:
    """Show the server's newest draws and what became of each."""
    if await defer(ctx, ephemeral=True, thinking=True):  # fetching channels may take a while
        await _show_page(ctx, 0)


async def turn_draws(ctx: Context, page: int) -> None:
    """Turn to page `page` of the list, from 0."""
    if await defer(ctx):
        await _show_page(ctx, page)


async def _show_page(ctx: Context, page: int) -> None:
    database = ctx.services.database
    guild = ctx.place.guild
    found, count = await draws.read_page(database, guild, page, DRAWS_PER_PAGE)
    last = max(0, -(-count // DRAWS_PER_PAGE) - 1)
    if page > last:
        found, count = await draws.read_page(database, guild, last, DRAWS_PER_PAGE)
    heirs = await draws.load_reusing_draws(database, guild, [each.draw.number for each in found])
    sights = await ctx.services.visibility.look(
        ctx.interaction, [each.draw.channel for each in found]
    )
    seen = {channel for channel, sight in sights.items() if sight == "seen"}
    shown = min(page, last)
    embed = rendering.render_list(found, heirs, seen, (shown, last), ctx.text)
    view = controls.make_page_view("draws", shown, last) if last else None
    await edit(ctx, embed=embed, view=view)


ROUTES = (
    Route("pod:{pod:int}:word", ask_for_word, on_board(SetWord)),
    Route("pod:{pod:int}:word:typed", take_word, on_board(SetWord)),
    Route("pod:{pod:int}:fair", show_draw, on_board()),
    Route("draws", list_draws, on_server(pace="costly"), "draws:all"),
    Route("draws:{page:int}", turn_draws, on_server(pace="costly")),
)
