"""The file of a night, with which anybody can check its pods; its commitment until it is over."""

import io
from collections.abc import Collection

import discord
from msgspec.json import encode, format

from bot.front.interaction.answering import say
from bot.front.interaction.context import Context, find_asker
from bot.front.interaction.routes import Route, on_night
from bot.front.pods.night_acts import read_now
from bot.front.rendering import names, night_file
from bot.night_proofs import NightProof, prove_night
from bot.nights.night import PROVED_AFTER, Night
from bot.pairing import Pair
from bot.planning.plan import Plan
from bot.rules.refusals import Refusal
from bot.rules.rights import Asker
from bot.service.night_pods import load_former
from bot.storage.record.avoidances import load_apart

FILE_NAME = "night.json"


async def show_file(ctx: Context, number: int) -> None:
    """Show the commitment of a night; a while after its end the file that proves its pods.

    By then its end can no longer be taken back: a night whose secret is known does not go on. The
    file for moderators has the pairs who were kept apart.
    """
    live = await ctx.services.service.find(ctx.place, number)
    plan = live.plan
    night = None if plan is None else plan.night
    if plan is None or night is None or night.terms.seal is None:
        raise Refusal("no-night")
    proved = None if night.closed is None else night.closed.at + PROVED_AFTER
    if proved is None or read_now() < proved:
        await say(ctx, embed=night_file.render_seal(night.terms.seal, ctx.text, proved))
        return
    whole = _may_see_pairs(plan, night, await find_asker(ctx))
    proof = await _prove(ctx, night, whole=whole)
    shown = format(encode(proof), indent=2)
    file = discord.File(io.BytesIO(shown + b"\n"), FILE_NAME)
    await say(ctx, embed=night_file.render_proof(proof, ctx.text, whole=whole), files=[file])


def _may_see_pairs(plan: Plan, night: Night, asker: Asker) -> bool:
    """Return whether somebody moderates the channel, and neither plays nor leads the night."""
    return asker.moderator and asker.player not in {plan.host, *plan.players, *night.everybody}


async def _prove(ctx: Context, night: Night, *, whole: bool) -> NightProof:
    guild = ctx.place.guild
    earlier = await load_former(ctx.services.service, ctx.place, night)
    players = list(night.everybody)
    people = await ctx.people.find_people(players)
    accounts = {id: each.discord_id for id, each in people.items() if not each.is_guest}
    called = await names.name_players(ctx.people, ctx.text, players, safe=False)
    apart: Collection[Pair] | None = None
    if whole:
        apart = await load_apart(ctx.services.database, guild, players) or ()
    known = {player: called.name(player) for player in players}
    return prove_night(night, known, accounts, earlier, apart)


ROUTES = (Route("plan:{number:int}:fair", show_file, on_night()),)
