"""The draw of seats: players' contributions, its proof, and the list of a server's draws."""

import io
from collections.abc import Mapping, Sequence

import discord
from discord import ui
from msgspec.json import encode, format

from bot.draws.proofs import DrawProof, build_draw_proof
from bot.draws.seating import OldDrawProof, find_retained_seating, hash_secret
from bot.formatters.messages import MessageFormatter
from bot.front.draws import draw_texts as rendering
from bot.front.interaction.answers import (
    defer_answer,
    edit_private_message,
    send_answer,
    send_confirmation,
    show_modal,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter
from bot.front.interaction.game_commands import execute_command, load_channel_pod
from bot.front.interaction.routes import Route, board_access, server_access
from bot.front.ui import components
from bot.front.ui.escaping import clean_label
from bot.projections import draws
from bot.projections.history import find_drawn_choices, find_pod_start
from bot.rules.draws import (
    LONGEST_WORD,
    DrawCommitment,
    DrawContribution,
    format_commitment,
    normalize_contribution,
)
from bot.rules.facts import Player
from bot.rules.joining import SetDrawContribution
from bot.rules.lobby import GameStarted
from bot.rules.pod import Pod
from bot.rules.records import ChoiceAnswer
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress

PROOF_NAME = "draw.json"
"""Name of the attached file with a proof."""

DRAWS_PER_PAGE = 10
"""Draws on one page of the list."""

_MAX_TYPED_LENGTH = 2 * LONGEST_WORD
"""Characters that the form accepts: surplus spaces are removed afterwards."""

WORD_FIELD = "word"
"""Custom id of the modal's text field."""


# Words that players add


def _parse_contribution(user_input: str) -> DrawContribution | None:
    """Parse a player's contribution to the draw; None for an empty text. Raises `Refusal`."""
    word = normalize_contribution(user_input)
    return None if word is None else DrawContribution(word)


async def open_contribution_form(ctx: Context, pod: int) -> None:
    """Open the modal for the user's contribution to the draw, with their current one filled in.

    Raises `Refusal` if the pod is no lobby, or the user has no seat in it.
    """
    live = await load_channel_pod(ctx, pod)
    me = await ctx.find_requester_player()
    assert live.pod is not None
    SetDrawContribution(me).create_event(live.pod)
    draw = live.pod.draw
    word = None if draw is None else draw.words.get(me)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=WORD_FIELD,
        max_length=_MAX_TYPED_LENGTH,
        default=None if word is None else word.word,
        required=False,
    )
    modal = ui.Modal(
        title=clean_label(ctx.catalogue("word-title"), 45),
        custom_id=f"pod:{live.number}:word:typed",
    )
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    modal.add_item(ui.Label(text=clean_label(ctx.catalogue("word-label"), 45), component=field))
    await show_modal(ctx, modal)


async def set_draw_contribution(ctx: Context, pod: int) -> None:
    """Set the user's contribution to the draw to the modal's text; an empty text removes it."""
    word = _parse_contribution(ctx.modal_fields.get(WORD_FIELD, ""))
    await execute_command(ctx, lambda me, _: SetDrawContribution(me, word), pod)
    await send_confirmation(
        ctx, f"✅ {ctx.catalogue('done-word-gone' if word is None else 'done-word')}"
    )


# The draw of a pod


async def show_pod_draw(ctx: Context, pod: int) -> None:
    """Show a pod's draw of seats: its commitment before the start, its proof afterwards."""
    live, events, _ = await ctx.services.service.load_game_with_events(ctx.channel_address, pod)
    if live.pod is None:
        raise Refusal("old-pod")
    start = find_pod_start(events)
    if live.pod.draw is not None:
        await _show_committed_draw(ctx, live.pod.draw.seal, start, find_drawn_choices(events))
    elif (secret := live.pod.secret) is None:
        raise Refusal("no-secret")
    elif start is None:
        shown = rendering.render_lobby_commitment_embed(hash_secret(secret), ctx.catalogue)
        await send_answer(ctx, embed=shown, view=_build_draw_list_button(ctx))
    else:
        proof = _build_legacy_proof(secret, *start, await load_label_formatter(ctx, start[0]))
        await send_answer(
            ctx,
            embed=rendering.render_draw_proof_embed(proof, ctx.catalogue),
            view=_build_draw_list_button(ctx),
        )


def _build_legacy_proof(
    secret: str, lobby: Pod, start_event: GameStarted, formatter: MessageFormatter
) -> OldDrawProof:
    """Build the proof of an old draw, which has a secret and no commitment."""
    called = {player: formatter.name(player) for player in lobby.players}
    return OldDrawProof(
        hash_secret(secret),
        secret,
        tuple(called[player] for player in lobby.players),
        tuple(called[player] for player in start_event.seats),
        called[start_event.first],
        lobby.setup.table,
        lobby.setup.teams,
        {called[player]: team for player, team in lobby.sides.items()},
    )


async def _show_committed_draw(
    ctx: Context,
    commitment: DrawCommitment,
    draw_start: tuple[Pod, GameStarted] | None,
    choices: Sequence[tuple[Pod, ChoiceAnswer]],
) -> None:
    if draw_start is None:
        await send_answer(
            ctx,
            embed=rendering.render_commitment_embed(commitment, ctx.catalogue),
            view=_build_draw_list_button(ctx),
        )
        return
    proof = await _build_draw_proof(ctx, *draw_start, choices)
    shown = format(encode(proof), indent=2)
    file = discord.File(io.BytesIO(shown + b"\n"), PROOF_NAME)
    embed = rendering.render_draw_proof_file_embed(proof, ctx.catalogue)
    await send_answer(ctx, embed=embed, files=[file], view=_build_draw_list_button(ctx))


def _build_draw_list_button(ctx: Context) -> ui.View:
    every: ui.Button[ui.View] = ui.Button(
        label=ctx.catalogue("button-draws"), emoji="🎲", custom_id="draws"
    )
    return components.build_stateless_view([every])


async def _build_draw_proof(
    ctx: Context,
    lobby: Pod,
    start_event: GameStarted,
    choices: Sequence[tuple[Pod, ChoiceAnswer]] = (),
) -> DrawProof:
    """Build the proof of a pod's draw, with the proofs of the draws on which it depends.

    These are the previous draw, and the draw whose seats were kept. The `choices` that the draw
    made are proved with it.
    """
    assert lobby.draw is not None
    seal = lobby.draw.seal
    people = await ctx.server_people.list_people(lobby.players)
    accounts = {id: each.discord_id for id, each in people.items() if not each.is_guest}
    texts = (
        None
        if seal.before is None
        else await _load_commitment_text(ctx, seal.server, seal.number - 1),
        None if seal.source is None else await _load_commitment_text(ctx, seal.server, seal.source),
    )
    kept = await _build_proof_of_kept_seats(ctx, lobby)
    return build_draw_proof(
        lobby, start_event, await _load_player_names(ctx, lobby), accounts, texts, kept, choices
    )


async def _build_proof_of_kept_seats(ctx: Context, lobby: Pod) -> DrawProof | None:
    """Build the proof of the draw whose seats a lobby kept; None if there is none in the log."""
    kept = find_retained_seating(lobby)
    if kept is None:
        return None
    place = ChannelAddress(ctx.channel_address.guild, kept.channel)
    start = find_pod_start(
        (await ctx.services.service.load_game_with_events(place, kept.pod)).events
    )
    return None if start is None else await _build_draw_proof(ctx, *start)


async def _load_commitment_text(ctx: Context, guild: int, draw_number: int) -> str | None:
    seal = await draws.load_commitment_by_number(ctx.services.database, guild, draw_number)
    return None if seal is None else format_commitment(seal)


async def _load_player_names(ctx: Context, lobby: Pod) -> Mapping[Player, str]:
    words = await load_label_formatter(ctx, lobby)
    return {player: words.name(player) for player in lobby.players}


# The list of all draws


async def show_draw_list(ctx: Context) -> None:
    """Show the server's newest draws of seats, with the state of each."""
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # fetching channels may take a while
        await _show_draws_page(ctx, 0)


async def show_draw_list_page(ctx: Context, page: int) -> None:
    """Show a page of the list of draws, counted from 0."""
    if await defer_answer(ctx):
        await _show_draws_page(ctx, page)


async def _show_draws_page(ctx: Context, page: int) -> None:
    database = ctx.services.database
    guild = ctx.channel_address.guild
    found, count = await draws.load_draw_page(database, guild, page, DRAWS_PER_PAGE)
    last = max(0, -(-count // DRAWS_PER_PAGE) - 1)
    if page > last:
        found, count = await draws.load_draw_page(database, guild, last, DRAWS_PER_PAGE)
    heirs = await draws.load_reusing_draws(database, guild, [each.draw.number for each in found])
    sights = await ctx.services.visibility.fetch_visibilities(
        ctx.interaction, [each.draw.channel for each in found]
    )
    seen = {channel for channel, sight in sights.items() if sight == "seen"}
    shown = min(page, last)
    embed = rendering.render_draw_list_embed(found, heirs, seen, (shown, last), ctx.catalogue)
    view = components.build_page_view("draws", shown, last) if last else None
    await edit_private_message(ctx, embed=embed, view=view)


ROUTES = (
    Route("pod:{pod:int}:word", open_contribution_form, board_access(SetDrawContribution)),
    Route("pod:{pod:int}:word:typed", set_draw_contribution, board_access(SetDrawContribution)),
    Route("pod:{pod:int}:fair", show_pod_draw, board_access()),
    Route("draws", show_draw_list, server_access(rate_class="costly"), "draws:all"),
    Route("draws:{page:int}", show_draw_list_page, server_access(rate_class="costly")),
)
