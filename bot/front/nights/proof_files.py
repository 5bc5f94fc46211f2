"""The proof file of a night, with which anybody can verify its pods, and its commitment before."""

import io
from collections.abc import Collection

import discord
from msgspec.json import encode, format

from bot.draws.night_proofs import NightProof, build_night_proof
from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context, load_requester
from bot.front.interaction.routes import Route, night_access
from bot.front.nights import proof_texts
from bot.front.nights.organiser_actions import get_current_milliseconds
from bot.front.ui import player_names
from bot.nights.night import PROVED_AFTER, Night
from bot.nights.pairing import Pair
from bot.planning.plan import Plan
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service.night_pods import load_pods_of_earlier_nights
from bot.storage.record.avoidances import load_avoiding_pairs

FILE_NAME = "night.json"


async def show_night_proof(ctx: Context, number: int) -> None:
    """Show the commitment of a night's draw, or after the night the file that proves it.

    The file is shown a while after the end of the night. By then that end can no longer be
    undone: a night whose secret is known does not go on. The file for moderators has the pairs
    who were kept apart.
    """
    live = await ctx.services.service.load_game(ctx.channel_address, number)
    plan = live.plan
    night = None if plan is None else plan.night
    if plan is None or night is None or night.terms.seal is None:
        raise Refusal("no-night")
    proved = None if night.closed is None else night.closed.at + PROVED_AFTER
    if proved is None or get_current_milliseconds() < proved:
        await send_answer(
            ctx,
            embed=proof_texts.render_night_commitment_embed(
                night.terms.seal, ctx.catalogue, proved
            ),
        )
        return
    whole = _can_see_avoiding_pairs(plan, night, await load_requester(ctx))
    proof = await _build_night_proof(ctx, night, include_avoiding_pairs=whole)
    shown = format(encode(proof), indent=2)
    file = discord.File(io.BytesIO(shown + b"\n"), FILE_NAME)
    await send_answer(
        ctx,
        embed=proof_texts.render_night_proof_embed(proof, ctx.catalogue, for_moderators=whole),
        files=[file],
    )


def _can_see_avoiding_pairs(plan: Plan, night: Night, requester: Requester) -> bool:
    """Return whether a user moderates the channel, and neither plays in the night nor leads it."""
    return requester.moderator and requester.player not in {
        plan.host,
        *plan.players,
        *night.all_players,
    }


async def _build_night_proof(
    ctx: Context, night: Night, *, include_avoiding_pairs: bool
) -> NightProof:
    guild = ctx.channel_address.guild
    earlier = await load_pods_of_earlier_nights(ctx.services.service, ctx.channel_address, night)
    players = list(night.all_players)
    people = await ctx.server_people.list_people(players)
    accounts = {id: each.discord_id for id, each in people.items() if not each.is_guest}
    called = await player_names.load_name_formatter(
        ctx.server_people, ctx.catalogue, players, with_escaping=False
    )
    apart: Collection[Pair] | None = None
    if include_avoiding_pairs:
        apart = await load_avoiding_pairs(ctx.services.database, guild, players) or ()
    known = {player: called.name(player) for player in players}
    return build_night_proof(night, known, accounts, earlier, apart)


ROUTES = (Route("plan:{number:int}:fair", show_night_proof, night_access()),)
