"""A night's draw commitment, and the text that accompanies the file of its pods."""

from collections.abc import Iterator

import discord

from bot.draws.night_proofs import NightProof, can_recompute_round
from bot.front.ui.embeds import COLOURS
from bot.i18n import Catalogue
from bot.nights.terms import (
    NightDrawCommitment,
    compute_night_commitment_hash,
    format_night_commitment,
)


def render_night_commitment_embed(
    draw_commitment: NightDrawCommitment, catalogue: Catalogue, proof_time: int | None
) -> discord.Embed:
    """Render the commitment of a night, with the lines that anybody can hash.

    `proof_time` is when the proof's file becomes available, in milliseconds since 1970.
    """
    blocks = (
        f"```\n{compute_night_commitment_hash(draw_commitment)}\n```\n```\n"
        f"{format_night_commitment(draw_commitment)}```"
    )
    about = catalogue("night-sealed-about")
    if proof_time is not None:
        about = f"{catalogue('night-sealed-still', when=f'<t:{proof_time // 1000}:R>')}\n{about}"
    return _build_draw_embed(f"{about}\n{blocks}", catalogue)


def render_night_proof_embed(
    proof: NightProof, catalogue: Catalogue, *, for_moderators: bool
) -> discord.Embed:
    """Render the text that accompanies the file of a night's draws; moderators get the whole
    file.
    """
    said = "\n".join(_render_proof_lines(proof, catalogue, for_moderators=for_moderators))
    return _build_draw_embed(f"{said}\n```\n{proof.commitment}\n```", catalogue)


def _render_proof_lines(
    proof: NightProof, catalogue: Catalogue, *, for_moderators: bool
) -> Iterator[str]:
    yield catalogue("night-proof-about")
    numbers = range(1, len(proof.rounds) + 1)
    left = [f"{number}" for number in numbers if not can_recompute_round(proof, number)]
    if proof.secret is None:
        yield catalogue("night-proof-hides")
    elif left:
        yield catalogue("night-proof-changed", rounds=", ".join(left))
    if for_moderators and any(told.apart for told in proof.rounds):
        yield catalogue("night-proof-pairs")
    if proof.veil is None:
        yield catalogue("night-proof-forgotten")


def _build_draw_embed(description: str, catalogue: Catalogue) -> discord.Embed:
    return discord.Embed(
        title=catalogue("fair-title"), description=description, colour=COLOURS["lobby"]
    )
