"""The proof file of a game night, by which anybody can verify that its pairings were random."""

import io
from collections.abc import Collection

import discord
from msgspec.json import encode, format

from bot.draws.night_proofs import PairingFairnessProof, build_pairing_fairness_proof
from bot.front.interaction.answers import send_answer
from bot.front.interaction.context import Context, load_user_with_rights
from bot.front.interaction.routes import CustomIdRoute, build_access_rule_for_current_game_night
from bot.front.nights import proof_texts
from bot.front.nights.organiser_actions import get_current_milliseconds
from bot.front.ui import player_names
from bot.nights.night import PROVED_AFTER, GameNight
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service.night_pods import load_players_of_earlier_game_nights
from bot.storage.record.avoidances import load_avoided_pairs_of_players

FILE_NAME = "night.json"


async def show_pairing_fairness_proof(ctx: Context, number: int) -> None:
    """Show the hash of a game night's random pairings; after the night, also the file that proves it.

    The file is shown a while after the end of the night. By then that end can no longer be undone: a night whose secret
    is known does not go on. The file for moderators has the pairs who were kept apart.
    """
    live = await ctx.services.service.load_game_by_number(ctx.channel_address, number)
    plan = live.plan
    night = None if plan is None else plan.night
    if plan is None or night is None or night.terms.seal is None:
        raise Refusal("no-night")
    proved = None if night.closed is None else night.closed.at + PROVED_AFTER
    if proved is None or get_current_milliseconds() < proved:
        await send_answer(ctx, embed=proof_texts.render_pairings_hash_embed(night.terms.seal, ctx.translations, proved))
        return
    whole = _can_see_avoided_players(plan, night, await load_user_with_rights(ctx))
    proof = await _load_pairing_fairness_proof(ctx, night, include_avoiding_pairs=whole)
    shown = format(encode(proof), indent=2)
    file = discord.File(io.BytesIO(shown + b"\n"), FILE_NAME)
    await send_answer(
        ctx,
        embed=proof_texts.render_fairness_proof_embed(proof, ctx.translations, for_moderators=whole),
        files=[file],
    )


def _can_see_avoided_players(planned_game: PlannedGame, game_night: GameNight, requester: Requester) -> bool:
    """Return True if the user may see which players refuse to play with each other.

    The user must moderate the channel, and neither play in the game night nor lead it.
    """
    return (
        requester.moderator
        and requester.player not in {*planned_game.players, *game_night.all_players}
        and (not planned_game.leaders.includes_member(requester.player, requester.role_ids))
    )


async def _load_pairing_fairness_proof(
    ctx: Context, game_night: GameNight, *, include_avoiding_pairs: bool
) -> PairingFairnessProof:
    guild = ctx.channel_address.guild
    earlier = await load_players_of_earlier_game_nights(ctx.services.service, ctx.channel_address, game_night)
    players = list(game_night.all_players)
    people = await ctx.people_with_server_nicknames.load_people_by_id(players)
    accounts = {id: each.discord_id for id, each in people.items() if not each.is_guest}
    called = await player_names.load_formatter_with_player_names(
        ctx.people_with_server_nicknames, ctx.translations, players, escapes_markdown=False
    )
    avoidances: Collection[tuple[Player, Player]] | None = None
    if include_avoiding_pairs:
        avoidances = await load_avoided_pairs_of_players(ctx.services.database, guild, players) or ()
    known = {player: called.name(player) for player in players}
    return build_pairing_fairness_proof(game_night, known, accounts, earlier, avoidances)


ROUTES = (
    CustomIdRoute("plan:{number:int}:fair", show_pairing_fairness_proof, build_access_rule_for_current_game_night()),
)
