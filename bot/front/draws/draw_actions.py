"""The random seating of a pod: the players' seed texts, the proof, and a list of seatings."""

import io
from collections.abc import Mapping, Sequence

import discord
from discord import ui
from msgspec.json import encode, format

from bot.draws.proofs import RandomSeatingFairnessProof, build_random_seating_fairness_proof
from bot.draws.seating import (
    OldRandomSeatingFairnessProof,
    find_seating_reused_from_earlier_pod,
    hash_random_draw_secret,
)
from bot.formatters.messages import PodMessageFormatter
from bot.front.draws import draw_texts as rendering
from bot.front.interaction.answers import (
    answer_by_editing_message,
    defer_answer,
    report_command_success,
    send_answer,
    show_modal,
)
from bot.front.interaction.context import Context
from bot.front.interaction.formatters import load_label_formatter_for_game
from bot.front.interaction.game_commands import execute_game_command, load_pod
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_board_button, build_access_rule_for_server
from bot.front.ui import components
from bot.front.ui.escaping import clean_label_text
from bot.projections import draws
from bot.projections.history import find_lobby_and_start_event, list_random_choices_in_pod_events
from bot.rules.draws import (
    LONGEST_WORD,
    PlayerSeedText,
    RandomSeatingCommitment,
    format_commitment_hash_input,
    normalize_seed_text,
)
from bot.rules.facts import Player
from bot.rules.joining import SetPlayerSeedText
from bot.rules.lobby import GameStarted
from bot.rules.pod import Pod
from bot.rules.records import PlayerChoiceAnswer
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


def _parse_seed_text(user_input: str) -> PlayerSeedText | None:
    """Parse the text that a player adds to the random draw of seats. Raises `Refusal`."""
    word = normalize_seed_text(user_input)
    return None if word is None else PlayerSeedText(word)


async def open_seed_text_form(ctx: Context, pod: int) -> None:
    """Open the form for a text that the user adds to the random draw of seats.

    Raises `Refusal` if the pod is no lobby, or the user has no seat in it.
    """
    live = await load_pod(ctx, pod)
    me = await ctx.get_player_id_of_user()
    assert live.pod is not None
    SetPlayerSeedText(me).create_event(live.pod)
    draw = live.pod.draw
    word = None if draw is None else draw.words.get(me)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=WORD_FIELD, max_length=_MAX_TYPED_LENGTH, default=None if word is None else word.word, required=False
    )
    modal = ui.Modal(
        title=clean_label_text(ctx.translations("word-title"), 45), custom_id=f"pod:{live.number}:word:typed"
    )
    modal.stop()  # no task waits for it: a route receives the answer by its custom id
    modal.add_item(ui.Label(text=clean_label_text(ctx.translations("word-label"), 45), component=field))
    await show_modal(ctx, modal)


async def set_own_seed_text(ctx: Context, pod: int) -> None:
    """Set the user's text in the random draw of seats; an empty text removes it."""
    word = _parse_seed_text(ctx.modal_fields.get(WORD_FIELD, ""))
    await execute_game_command(ctx, lambda me, _: SetPlayerSeedText(me, word), pod)
    await report_command_success(ctx, f"✅ {ctx.translations('done-word-gone' if word is None else 'done-word')}")


# The draw of a pod


async def show_random_seating_proof(ctx: Context, pod: int) -> None:
    """Show the hash that fixes a pod's seats before the start, or after the start the proof of a fair draw."""
    live, events, _ = await ctx.services.service.load_game_with_events(ctx.channel_address, pod)
    if live.pod is None:
        raise Refusal("old-pod")
    start = find_lobby_and_start_event(events)
    if live.pod.draw is not None:
        await _send_random_seating_proof(ctx, live.pod.draw.seal, start, list_random_choices_in_pod_events(events))
    elif (secret := live.pod.secret) is None:
        raise Refusal("no-secret")
    elif start is None:
        shown = rendering.render_copyable_seating_hash_embed(hash_random_draw_secret(secret), ctx.translations)
        await send_answer(ctx, embed=shown, view=_build_random_seatings_button(ctx))
    else:
        proof = _build_legacy_seating_proof(secret, *start, await load_label_formatter_for_game(ctx, start[0]))
        await send_answer(
            ctx,
            embed=rendering.render_legacy_seating_proof_embed(proof, ctx.translations),
            view=_build_random_seatings_button(ctx),
        )


def _build_legacy_seating_proof(
    secret: str, lobby: Pod, game_started_event: GameStarted, formatter: PodMessageFormatter
) -> OldRandomSeatingFairnessProof:
    """Return the proof of an old draw of seats, in which players could not add texts."""
    called = {player: formatter.name(player) for player in lobby.players}
    return OldRandomSeatingFairnessProof(
        hash_random_draw_secret(secret),
        secret,
        tuple(called[player] for player in lobby.players),
        tuple(called[player] for player in game_started_event.seats),
        called[game_started_event.first],
        lobby.setup.table,
        lobby.setup.teams,
        {called[player]: team for player, team in lobby.sides.items()},
    )


async def _send_random_seating_proof(
    ctx: Context,
    seating_commitment: RandomSeatingCommitment,
    lobby_and_start_event: tuple[Pod, GameStarted] | None,
    random_choices: Sequence[tuple[Pod, PlayerChoiceAnswer]],
) -> None:
    if lobby_and_start_event is None:
        await send_answer(
            ctx,
            embed=rendering.render_random_seating_hash_embed(seating_commitment, ctx.translations),
            view=_build_random_seatings_button(ctx),
        )
        return
    proof = await _build_random_seating_proof(ctx, *lobby_and_start_event, random_choices)
    shown = format(encode(proof), indent=2)
    file = discord.File(io.BytesIO(shown + b"\n"), PROOF_NAME)
    embed = rendering.render_seating_proof_embed(proof, ctx.translations)
    await send_answer(ctx, embed=embed, files=[file], view=_build_random_seatings_button(ctx))


def _build_random_seatings_button(ctx: Context) -> ui.View:
    every: ui.Button[ui.View] = ui.Button(label=ctx.translations("button-draws"), emoji="🎲", custom_id="draws")
    return components.build_view_without_callbacks([every])


async def _build_random_seating_proof(
    ctx: Context,
    lobby: Pod,
    game_started_event: GameStarted,
    random_choices: Sequence[tuple[Pod, PlayerChoiceAnswer]] = (),
) -> RandomSeatingFairnessProof:
    """Return the proof that a pod's seats were drawn fairly, which anybody can verify.

    The proof contains the proofs of the draws on which it depends: the previous draw, and the draw whose seats were
    kept. The random choices that the draw made are proved with it.
    """
    assert lobby.draw is not None
    seal = lobby.draw.seal
    people = await ctx.people_with_server_nicknames.load_people_by_id(lobby.players)
    accounts = {id: each.discord_id for id, each in people.items() if not each.is_guest}
    texts = (
        None if seal.before is None else await _load_seating_hash_input(ctx, seal.server, seal.number - 1),
        None if seal.source is None else await _load_seating_hash_input(ctx, seal.server, seal.source),
    )
    kept = await _build_proof_of_reused_seating(ctx, lobby)
    return build_random_seating_fairness_proof(
        lobby, game_started_event, await _load_player_names_of_lobby(ctx, lobby), accounts, texts, kept, random_choices
    )


async def _build_proof_of_reused_seating(ctx: Context, lobby: Pod) -> RandomSeatingFairnessProof | None:
    """Return the proof of the earlier draw whose seats a lobby reuses; None if it is unknown."""
    kept = find_seating_reused_from_earlier_pod(lobby)
    if kept is None:
        return None
    place = ChannelAddress(ctx.channel_address.guild, kept.channel)
    start = find_lobby_and_start_event((await ctx.services.service.load_game_with_events(place, kept.pod)).events)
    return None if start is None else await _build_random_seating_proof(ctx, *start)


async def _load_seating_hash_input(ctx: Context, guild_id: int, draw_number: int) -> str | None:
    seal = await draws.load_random_seating_hash_by_number(ctx.services.database, guild_id, draw_number)
    return None if seal is None else format_commitment_hash_input(seal)


async def _load_player_names_of_lobby(ctx: Context, lobby: Pod) -> Mapping[Player, str]:
    words = await load_label_formatter_for_game(ctx, lobby)
    return {player: words.name(player) for player in lobby.players}


# The list of all draws


async def show_latest_random_seatings(ctx: Context) -> None:
    """Show the server's latest random draws of seats."""
    if await defer_answer(ctx, ephemeral=True, thinking=True):  # fetching channels may take a while
        await _edit_random_seatings_message(ctx, 0)


async def show_page_of_random_seatings(ctx: Context, page: int) -> None:
    """Show a page of the server's random draws of seats. Pages count from 0."""
    if await defer_answer(ctx):
        await _edit_random_seatings_message(ctx, page)


async def _edit_random_seatings_message(ctx: Context, page_number: int) -> None:
    database = ctx.services.database
    guild = ctx.channel_address.guild
    found, count = await draws.load_page_of_random_seatings(database, guild, page_number, DRAWS_PER_PAGE)
    last = max(0, -(-count // DRAWS_PER_PAGE) - 1)
    if page_number > last:
        found, count = await draws.load_page_of_random_seatings(database, guild, last, DRAWS_PER_PAGE)
    heirs = await draws.load_seatings_that_reuse_secrets(database, guild, [each.draw.number for each in found])
    sights = await ctx.services.visibility.fetch_channel_visibilities(
        ctx.interaction, [each.draw.channel for each in found]
    )
    seen = {channel for channel, sight in sights.items() if sight == "seen"}
    shown = min(page_number, last)
    embed = rendering.render_random_seatings_embed(found, heirs, seen, (shown, last), ctx.translations)
    view = components.build_page_buttons_view("draws", shown, last) if last else None
    await answer_by_editing_message(ctx, embed=embed, view=view)


ROUTES = (
    CustomIdRoute(
        "pod:{pod:int}:word",
        open_seed_text_form,
        build_access_rule_for_board_button(SetPlayerSeedText),
    ),
    CustomIdRoute(
        "pod:{pod:int}:word:typed",
        set_own_seed_text,
        build_access_rule_for_board_button(SetPlayerSeedText),
    ),
    CustomIdRoute("pod:{pod:int}:fair", show_random_seating_proof, build_access_rule_for_board_button()),
    CustomIdRoute(
        "draws", show_latest_random_seatings, build_access_rule_for_server(rate_limit_class="costly"), "draws:all"
    ),
    CustomIdRoute(
        "draws:{page:int}", show_page_of_random_seatings, build_access_rule_for_server(rate_limit_class="costly")
    ),
)
