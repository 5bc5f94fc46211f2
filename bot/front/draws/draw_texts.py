"""Texts about random draws: the hashes that fix them, players' seed texts, proofs, and a server's list."""

from collections.abc import Collection, Mapping, Sequence

import discord
from msgspec.json import decode, encode

from bot.draws.proofs import RandomSeatingFairnessProof
from bot.draws.seating import OldRandomSeatingFairnessProof, hash_random_draw_secret
from bot.formatters.messages import PodMessageFormatter
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.i18n import Translations
from bot.projections.draws import RandomSeatingWithPodState
from bot.rules.draws import (
    LONGEST_WORD,
    RandomSeatingCommitment,
    compute_seating_commitment_hash,
    format_commitment_hash_input,
)
from bot.rules.joining import PlayerJoined, PlayerSeedTextChanged
from bot.rules.lobby import LobbyOpened
from bot.rules.pod import Pod

SHOWN_CHARACTERS = 16
"""The characters of a commitment that a board shows."""


def render_random_seating_number_and_hash(
    seating_commitment: RandomSeatingCommitment, translations: Translations
) -> str:
    """Return the number of a random draw of seats, and the beginning of its published hash."""
    commitment = compute_seating_commitment_hash(seating_commitment)[:SHOWN_CHARACTERS]
    return translations("draw-mark", number=seating_commitment.number, commitment=commitment)


def add_seed_texts_field(embed: discord.Embed, pod: Pod, translations: Translations) -> None:
    """Add a field with the texts that players contribute to the random draw of seats."""
    words = {} if pod.draw is None else pod.draw.words
    lines = [
        translations("lobby-word", seat=number, word=escape_markdown(words[player].word, LONGEST_WORD))
        for number, player in enumerate(pod.players, 1)
        if player in words
    ]
    if lines:
        embed.add_field(name=translations("lobby-words"), value="\n".join(lines), inline=False)


def render_random_seating_hash_embed(
    seating_commitment: RandomSeatingCommitment, translations: Translations
) -> discord.Embed:
    """Return an embed with the hash that fixes the seats in advance, and the text that was hashed."""
    about = [translations("draw-sealed-about")]
    if seating_commitment.source is not None:
        about.append(translations("draw-handed-about", number=seating_commitment.source))
    if seating_commitment.kept:
        about.append(translations("draw-kept-about", number=seating_commitment.kept[0].number))
    blocks = (
        f"```\n{compute_seating_commitment_hash(seating_commitment)}\n```\n```\n"
        f"{format_commitment_hash_input(seating_commitment)}```"
    )
    return _build_random_seating_embed("\n".join([*about, blocks]), translations)


def render_seating_proof_embed(fairness_proof: RandomSeatingFairnessProof, translations: Translations) -> discord.Embed:
    """Return an embed about the attached proof that the seats were drawn fairly."""
    about = [translations("draw-proof-about")]
    if fairness_proof.kept is not None:
        about.append(translations("draw-kept-about", number=fairness_proof.kept.number))
    if fairness_proof.choices:
        about.append(translations("draw-choices-about", count=len(fairness_proof.choices)))
    if fairness_proof.veil is None:
        about.append(translations("draw-forgotten-about"))
    return _build_random_seating_embed("\n".join([*about, f"```\n{fairness_proof.commitment}\n```"]), translations)


def render_copyable_seating_hash_embed(seating_hash: str, translations: Translations) -> discord.Embed:
    """Return an embed with the hash of the future seating, for players to copy before the start."""
    return _build_random_seating_embed(f"{translations('fair-sealed')}\n```\n{seating_hash}\n```", translations)


def render_legacy_seating_proof_embed(
    fairness_proof: OldRandomSeatingFairnessProof, translations: Translations
) -> discord.Embed:
    """Return an embed with the proof of a draw in the old format, for `suzerain verify`."""
    known = decode(encode(fairness_proof))  # without default values
    lines = [f'  "{key}": {encode(value).decode()}' for key, value in known.items()]
    # Backticks of a name would end the block; the name stays readable without them.
    file = "{\n" + ",\n".join(lines).replace("`", "'") + "\n}"
    return _build_random_seating_embed(f"{translations('fair-proof')}\n```json\n{file}\n```", translations)


def _build_random_seating_embed(description: str, translations: Translations) -> discord.Embed:
    return discord.Embed(title=translations("fair-title"), description=description, colour=COLOURS["lobby"])


def render_random_seatings_embed(
    random_seatings: Sequence[RandomSeatingWithPodState],
    reused_seating_numbers: Mapping[int, int],
    visible_channels: Collection[int],
    page_numbers: tuple[int, int],
    translations: Translations,
) -> discord.Embed:
    """Return an embed with a page of a server's random draws of seats. Pages count from 0.

    It names only the channels that the requester can see.
    """
    embed = discord.Embed(title=translations("draws-title"), colour=COLOURS["lobby"])
    lines = [
        _render_random_seating_line(each, reused_seating_numbers, visible_channels, translations)
        for each in random_seatings
    ]
    embed.description = "\n".join(lines) or translations("draws-empty")
    if random_seatings:
        page, last = page_numbers
        embed.set_footer(text=translations("draws-page", page=page + 1, pages=last + 1))
    return embed


def _render_random_seating_line(
    random_seating: RandomSeatingWithPodState,
    reused_seating_numbers: Mapping[int, int],
    visible_channels: Collection[int],
    translations: Translations,
) -> str:
    number = random_seating.draw.number
    commitment = random_seating.draw.commitment[:SHOWN_CHARACTERS]
    fate = _render_random_seating_usage(random_seating, reused_seating_numbers, translations)
    if random_seating.draw.channel not in visible_channels:
        return translations("draws-line", number=number, commitment=commitment, fate=fate)
    channel = f"<#{random_seating.draw.channel}>"
    return translations("draws-line-where", number=number, commitment=commitment, fate=fate, channel=channel)


def _render_random_seating_usage(
    random_seating: RandomSeatingWithPodState, reused_seating_numbers: Mapping[int, int], translations: Translations
) -> str:
    if random_seating.draw.used:
        return translations("draws-used")
    if random_seating.draw.number in reused_seating_numbers:
        return translations("draws-handed", heir=reused_seating_numbers[random_seating.draw.number])
    return translations("draws-unused" if random_seating.is_unused else "draws-open")


# The story


def render_lobby_opened_event(event: LobbyOpened, formatter: PodMessageFormatter) -> str:
    """Render who opened a lobby, with the number of its random draw of seats."""
    opened = formatter.text("event-opened", player=formatter.name(event.host))
    if event.draw is not None:
        return f"{opened} {formatter.text('event-draw-sealed', number=event.draw.number)}"
    if event.secret is None:
        return opened
    return f"{opened} {formatter.text('event-sealed', commitment=hash_random_draw_secret(event.secret))}"


def render_player_joined_event(event: PlayerJoined, formatter: PodMessageFormatter) -> str:
    """Render who joined a lobby or brought a guest, with their text for the random draw of seats."""
    if event.brought_by is not None:
        by = formatter.name(event.brought_by)
        guest = formatter.name(event.player)
        return formatter.text("event-brought", by=by, guest=guest)
    if event.word is None:
        return formatter.text("event-joined", player=formatter.name(event.player))
    word = escape_markdown(event.word.word, LONGEST_WORD)
    return formatter.text("event-joined-word", player=formatter.name(event.player), word=word)


def render_seed_text_changed_event(event: PlayerSeedTextChanged, formatter: PodMessageFormatter) -> str:
    """Render the event that a player set or removed their text for the random draw of seats."""
    if event.word is None:
        return formatter.text("event-unworded", player=formatter.name(event.player))
    word = escape_markdown(event.word.word, LONGEST_WORD)
    return formatter.text("event-worded", player=formatter.name(event.player), word=word)
