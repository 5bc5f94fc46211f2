"""Texts about random draws: commitments, players' contributions, proofs, and a server's list."""

from collections.abc import Collection, Mapping, Sequence

import discord
from msgspec.json import decode, encode

from bot.draws.proofs import DrawProof
from bot.draws.seating import OldDrawProof, hash_secret
from bot.formatters.messages import MessageFormatter
from bot.front.ui.embeds import COLOURS
from bot.front.ui.escaping import escape_markdown
from bot.i18n import Catalogue
from bot.projections.draws import DrawnPod
from bot.rules.draws import LONGEST_WORD, DrawCommitment, compute_commitment_hash, format_commitment
from bot.rules.joining import DrawContributionSet, PlayerJoined
from bot.rules.lobby import LobbyOpened
from bot.rules.pod import Pod

SHOWN_CHARACTERS = 16
"""The characters of a commitment that a board shows."""


def add_commitment_field(embed: discord.Embed, pod: Pod, catalogue: Catalogue) -> None:
    """Add the beginning of a pod's draw commitment to an embed in small print."""
    if pod.draw is not None:
        mark = render_draw_number(pod.draw.seal, catalogue)
        embed.add_field(name=catalogue("board-seal"), value=f"-# {mark}", inline=False)


def render_draw_number(draw_commitment: DrawCommitment, catalogue: Catalogue) -> str:
    """Return the number of a draw and the beginning of its commitment."""
    commitment = compute_commitment_hash(draw_commitment)[:SHOWN_CHARACTERS]
    return catalogue("draw-mark", number=draw_commitment.number, commitment=commitment)


def add_contributions_field(embed: discord.Embed, pod: Pod, catalogue: Catalogue) -> None:
    """Add the contributions to the draw of the players in a lobby, by the numbers of their
    seats.
    """
    words = {} if pod.draw is None else pod.draw.words
    lines = [
        catalogue("lobby-word", seat=number, word=escape_markdown(words[player].word, LONGEST_WORD))
        for number, player in enumerate(pod.players, 1)
        if player in words
    ]
    if lines:
        embed.add_field(name=catalogue("lobby-words"), value="\n".join(lines), inline=False)


def render_commitment_embed(draw_commitment: DrawCommitment, catalogue: Catalogue) -> discord.Embed:
    """Render the commitment of a draw before the start, with the lines that anybody can hash."""
    about = [catalogue("draw-sealed-about")]
    if draw_commitment.source is not None:
        about.append(catalogue("draw-handed-about", number=draw_commitment.source))
    if draw_commitment.kept:
        about.append(catalogue("draw-kept-about", number=draw_commitment.kept[0].number))
    blocks = (
        f"```\n{compute_commitment_hash(draw_commitment)}\n```\n```\n"
        f"{format_commitment(draw_commitment)}```"
    )
    return _build_draw_embed("\n".join([*about, blocks]), catalogue)


def render_draw_proof_file_embed(proof: DrawProof, catalogue: Catalogue) -> discord.Embed:
    """Render the text that accompanies the file that proves a draw."""
    about = [catalogue("draw-proof-about")]
    if proof.kept is not None:
        about.append(catalogue("draw-kept-about", number=proof.kept.number))
    if proof.choices:
        about.append(catalogue("draw-choices-about", count=len(proof.choices)))
    if proof.veil is None:
        about.append(catalogue("draw-forgotten-about"))
    return _build_draw_embed("\n".join([*about, f"```\n{proof.commitment}\n```"]), catalogue)


def render_lobby_commitment_embed(commitment: str, catalogue: Catalogue) -> discord.Embed:
    """Render the commitment of a lobby's draw, to be copied before the start."""
    return _build_draw_embed(f"{catalogue('fair-sealed')}\n```\n{commitment}\n```", catalogue)


def render_draw_proof_embed(proof: OldDrawProof, catalogue: Catalogue) -> discord.Embed:
    """Render everything that is needed to check a draw, as the file for `suzerain verify`."""
    known = decode(encode(proof))  # without default values
    lines = [f'  "{key}": {encode(value).decode()}' for key, value in known.items()]
    # Backticks of a name would end the block; the name stays readable without them.
    file = "{\n" + ",\n".join(lines).replace("`", "'") + "\n}"
    return _build_draw_embed(f"{catalogue('fair-proof')}\n```json\n{file}\n```", catalogue)


def _build_draw_embed(description: str, catalogue: Catalogue) -> discord.Embed:
    return discord.Embed(
        title=catalogue("fair-title"), description=description, colour=COLOURS["lobby"]
    )


def render_draw_list_embed(
    draws_of_page: Sequence[DrawnPod],
    successor_numbers: Mapping[int, int],
    visible_channels: Collection[int],
    page_and_last: tuple[int, int],
    catalogue: Catalogue,
) -> discord.Embed:
    """Render a page of a server's draws, with the channels that the requester can see."""
    embed = discord.Embed(title=catalogue("draws-title"), colour=COLOURS["lobby"])
    lines = [
        _render_draw_line(each, successor_numbers, visible_channels, catalogue)
        for each in draws_of_page
    ]
    embed.description = "\n".join(lines) or catalogue("draws-empty")
    if draws_of_page:
        page, last = page_and_last
        embed.set_footer(text=catalogue("draws-page", page=page + 1, pages=last + 1))
    return embed


def _render_draw_line(
    drawn_pod: DrawnPod,
    successor_numbers: Mapping[int, int],
    visible_channels: Collection[int],
    catalogue: Catalogue,
) -> str:
    number = drawn_pod.draw.number
    commitment = drawn_pod.draw.commitment[:SHOWN_CHARACTERS]
    fate = _render_draw_state(drawn_pod, successor_numbers, catalogue)
    if drawn_pod.draw.channel not in visible_channels:
        return catalogue("draws-line", number=number, commitment=commitment, fate=fate)
    channel = f"<#{drawn_pod.draw.channel}>"
    return catalogue(
        "draws-line-where", number=number, commitment=commitment, fate=fate, channel=channel
    )


def _render_draw_state(
    drawn_pod: DrawnPod, successor_numbers: Mapping[int, int], catalogue: Catalogue
) -> str:
    if drawn_pod.draw.used:
        return catalogue("draws-used")
    if drawn_pod.draw.number in successor_numbers:
        return catalogue("draws-handed", heir=successor_numbers[drawn_pod.draw.number])
    return catalogue("draws-unused" if drawn_pod.is_unused else "draws-open")


# The story


def render_lobby_opened(event: LobbyOpened, formatter: MessageFormatter) -> str:
    """Render who opened a lobby, and the commitment of its draw."""
    opened = formatter.text("event-opened", player=formatter.name(event.host))
    if event.draw is not None:
        number = event.draw.number
        commitment = compute_commitment_hash(event.draw)
        sealed = formatter.text("event-draw-sealed", number=number, commitment=commitment)
        return f"{opened} {sealed}"
    if event.secret is None:
        return opened
    return f"{opened} {formatter.text('event-sealed', commitment=hash_secret(event.secret))}"


def render_player_joined(event: PlayerJoined, formatter: MessageFormatter) -> str:
    """Render who joined a lobby with which contribution to the draw, or who brought a guest."""
    if event.brought_by is not None:
        by = formatter.name(event.brought_by)
        guest = formatter.name(event.player)
        return formatter.text("event-brought", by=by, guest=guest)
    if event.word is None:
        return formatter.text("event-joined", player=formatter.name(event.player))
    word = escape_markdown(event.word.word, LONGEST_WORD)
    return formatter.text("event-joined-word", player=formatter.name(event.player), word=word)


def render_contribution_change(event: DrawContributionSet, formatter: MessageFormatter) -> str:
    """Render who set or removed their contribution to the draw."""
    if event.word is None:
        return formatter.text("event-unworded", player=formatter.name(event.player))
    word = escape_markdown(event.word.word, LONGEST_WORD)
    return formatter.text("event-worded", player=formatter.name(event.player), word=word)
