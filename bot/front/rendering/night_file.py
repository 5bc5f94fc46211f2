"""A night's commitment, and the text that goes with the file of its pods."""

from collections.abc import Iterator

import discord

from bot.front.rendering.embeds import COLOURS
from bot.i18n import Catalogue
from bot.night_proofs import NightProof, can_repeat
from bot.nights.terms import NightSeal, compute_night_commitment, write_night_commitment


def render_seal(seal: NightSeal, text: Catalogue, proved: int | None) -> discord.Embed:
    """Render the commitment of a night, with the lines that anybody can hash.

    `proved` is the moment, in milliseconds since 1970, from which on there is the file.
    """
    blocks = f"```\n{compute_night_commitment(seal)}\n```\n```\n{write_night_commitment(seal)}```"
    about = text("night-sealed-about")
    if proved is not None:
        about = f"{text('night-sealed-still', when=f'<t:{proved // 1000}:R>')}\n{about}"
    return _render(f"{about}\n{blocks}", text)


def render_proof(proof: NightProof, text: Catalogue, *, whole: bool) -> discord.Embed:
    """Render the text that goes with the file of a night; the `whole` one is for moderators."""
    said = "\n".join(_render_lines(proof, text, whole=whole))
    return _render(f"{said}\n```\n{proof.commitment}\n```", text)


def _render_lines(proof: NightProof, text: Catalogue, *, whole: bool) -> Iterator[str]:
    yield text("night-proof-about")
    numbers = range(1, len(proof.rounds) + 1)
    left = [f"{number}" for number in numbers if not can_repeat(proof, number)]
    if proof.secret is None:
        yield text("night-proof-hides")
    elif left:
        yield text("night-proof-changed", rounds=", ".join(left))
    if whole and any(told.apart for told in proof.rounds):
        yield text("night-proof-pairs")
    if proof.veil is None:
        yield text("night-proof-forgotten")


def _render(description: str, text: Catalogue) -> discord.Embed:
    return discord.Embed(title=text("fair-title"), description=description, colour=COLOURS["lobby"])
