"""The text on the hash that fixes a night's random pairings, and the text with the file of its pods."""

from collections.abc import Iterator

import discord

from bot.draws.night_proofs import PairingFairnessProof, does_proof_reveal_round_pairing
from bot.front.ui.embeds import COLOURS
from bot.i18n import Translations
from bot.nights.terms import (
    GameNightPairingSecrets,
    compute_pairing_commitment_hash,
    format_commitment_for_game_night,
)


def render_pairings_hash_embed(
    pairing_secrets: GameNightPairingSecrets, translations: Translations, proof_time: int | None
) -> discord.Embed:
    """Return an embed with the hash that fixes a game night's random pairings in advance."""
    blocks = (
        f"```\n{compute_pairing_commitment_hash(pairing_secrets)}\n```\n```\n"
        f"{format_commitment_for_game_night(pairing_secrets)}```"
    )
    about = translations("night-sealed-about")
    if proof_time is not None:
        about = f"{translations('night-sealed-still', when=f'<t:{proof_time // 1000}:R>')}\n{about}"
    return _build_fair_pairings_embed(f"{about}\n{blocks}", translations)


def render_fairness_proof_embed(
    proof: PairingFairnessProof, translations: Translations, *, for_moderators: bool
) -> discord.Embed:
    """Return an embed that explains the attached proof that the random pairings were fair.

    For moderators, the embed also explains the pairs that were kept apart.
    """
    said = "\n".join(_render_fairness_proof_lines(proof, translations, for_moderators=for_moderators))
    return _build_fair_pairings_embed(f"{said}\n```\n{proof.commitment}\n```", translations)


def _render_fairness_proof_lines(
    pairing_proof: PairingFairnessProof, translations: Translations, *, for_moderators: bool
) -> Iterator[str]:
    yield translations("night-proof-about")
    numbers = range(1, len(pairing_proof.rounds) + 1)
    left = [f"{number}" for number in numbers if not does_proof_reveal_round_pairing(pairing_proof, number)]
    if pairing_proof.secret is None:
        yield translations("night-proof-hides")
    elif left:
        yield translations("night-proof-changed", rounds=", ".join(left))
    if for_moderators and any(told.apart for told in pairing_proof.rounds):
        yield translations("night-proof-pairs")
    if pairing_proof.veil is None:
        yield translations("night-proof-forgotten")


def _build_fair_pairings_embed(description: str, translations: Translations) -> discord.Embed:
    return discord.Embed(title=translations("fair-title"), description=description, colour=COLOURS["lobby"])
