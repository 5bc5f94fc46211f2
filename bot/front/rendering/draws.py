"""Draws: the seal on a board, words in a lobby, commitments, proofs, and a server's list."""

from collections.abc import Collection, Mapping, Sequence

import discord
from msgspec.json import decode, encode

from bot.draw_proofs import DrawProof
from bot.front.rendering.embeds import COLOURS
from bot.front.rendering.escaping import escape
from bot.i18n import Catalogue
from bot.projections.draws import DrawnPod
from bot.rules.draws import LONGEST_WORD, DrawSeal, compute_commitment, write_commitment
from bot.rules.joining import Joined, Worded
from bot.rules.lobby import Opened
from bot.rules.pod import Pod
from bot.seating import Proof, make_commitment
from bot.words import Words

SHOWN_CHARACTERS = 16
"""The characters of a commitment that a board shows."""


def add_seal(embed: discord.Embed, pod: Pod, text: Catalogue) -> None:
    """Add the beginning of the commitment in small print."""
    if pod.draw is not None:
        mark = render_mark(pod.draw.seal, text)
        embed.add_field(name=text("board-seal"), value=f"-# {mark}", inline=False)


def render_mark(seal: DrawSeal, text: Catalogue) -> str:
    """Return the number of a draw and the beginning of its commitment."""
    commitment = compute_commitment(seal)[:SHOWN_CHARACTERS]
    return text("draw-mark", number=seal.number, commitment=commitment)


def add_words(embed: discord.Embed, pod: Pod, text: Catalogue) -> None:
    """Add the words that people in a lobby chose, by the numbers of their seats."""
    words = {} if pod.draw is None else pod.draw.words
    lines = [
        text("lobby-word", seat=number, word=escape(words[player].word, LONGEST_WORD))
        for number, player in enumerate(pod.players, 1)
        if player in words
    ]
    if lines:
        embed.add_field(name=text("lobby-words"), value="\n".join(lines), inline=False)


def render_seal(seal: DrawSeal, text: Catalogue) -> discord.Embed:
    """Render the commitment of a draw before the start, with the lines that anybody can hash."""
    about = [text("draw-sealed-about")]
    if seal.source is not None:
        about.append(text("draw-handed-about", number=seal.source))
    if seal.kept:
        about.append(text("draw-kept-about", number=seal.kept[0].number))
    blocks = f"```\n{compute_commitment(seal)}\n```\n```\n{write_commitment(seal)}```"
    return _render("\n".join([*about, blocks]), text)


def render_sealed_proof(proof: DrawProof, text: Catalogue) -> discord.Embed:
    """Render the text that goes with the file that proves a draw."""
    about = [text("draw-proof-about")]
    if proof.kept is not None:
        about.append(text("draw-kept-about", number=proof.kept.number))
    if proof.choices:
        about.append(text("draw-choices-about", count=len(proof.choices)))
    if proof.veil is None:
        about.append(text("draw-forgotten-about"))
    return _render("\n".join([*about, f"```\n{proof.commitment}\n```"]), text)


def render_commitment(commitment: str, text: Catalogue) -> discord.Embed:
    """Render the commitment of a lobby's draw, to be copied before the start."""
    return _render(f"{text('fair-sealed')}\n```\n{commitment}\n```", text)


def render_proof(proof: Proof, text: Catalogue) -> discord.Embed:
    """Render everything that is needed to check a draw, as the file for `suzerain verify`."""
    known = decode(encode(proof))  # without default values
    lines = [f'  "{key}": {encode(value).decode()}' for key, value in known.items()]
    # Backticks of a name would end the block; the name stays readable without them.
    file = "{\n" + ",\n".join(lines).replace("`", "'") + "\n}"
    return _render(f"{text('fair-proof')}\n```json\n{file}\n```", text)


def _render(description: str, text: Catalogue) -> discord.Embed:
    return discord.Embed(title=text("fair-title"), description=description, colour=COLOURS["lobby"])


def render_list(
    found: Sequence[DrawnPod],
    heirs: Mapping[int, int],
    seen: Collection[int],
    pages: tuple[int, int],
    text: Catalogue,
) -> discord.Embed:
    """Render a page of a server's draws; only channels that the asker has `seen` are named."""
    embed = discord.Embed(title=text("draws-title"), colour=COLOURS["lobby"])
    lines = [_render_line(each, heirs, seen, text) for each in found]
    embed.description = "\n".join(lines) or text("draws-empty")
    if found:
        page, last = pages
        embed.set_footer(text=text("draws-page", page=page + 1, pages=last + 1))
    return embed


def _render_line(
    each: DrawnPod, heirs: Mapping[int, int], seen: Collection[int], text: Catalogue
) -> str:
    number = each.draw.number
    commitment = each.draw.commitment[:SHOWN_CHARACTERS]
    fate = _render_use(each, heirs, text)
    if each.draw.channel not in seen:
        return text("draws-line", number=number, commitment=commitment, fate=fate)
    channel = f"<#{each.draw.channel}>"
    return text(
        "draws-line-where", number=number, commitment=commitment, fate=fate, channel=channel
    )


def _render_use(each: DrawnPod, heirs: Mapping[int, int], text: Catalogue) -> str:
    if each.draw.used:
        return text("draws-used")
    if each.draw.number in heirs:
        return text("draws-handed", heir=heirs[each.draw.number])
    return text("draws-unused" if each.is_unused else "draws-open")


# The story


def render_opened(event: Opened, words: Words) -> str:
    """Render who opened a lobby, and the commitment of its draw."""
    opened = words.text("event-opened", player=words.name(event.host))
    if event.draw is not None:
        number = event.draw.number
        commitment = compute_commitment(event.draw)
        sealed = words.text("event-draw-sealed", number=number, commitment=commitment)
        return f"{opened} {sealed}"
    if event.secret is None:
        return opened
    return f"{opened} {words.text('event-sealed', commitment=make_commitment(event.secret))}"


def render_joined(event: Joined, words: Words) -> str:
    """Render who sat down with which word, or who brought a guest."""
    if event.brought_by is not None:
        by = words.name(event.brought_by)
        guest = words.name(event.player)
        return words.text("event-brought", by=by, guest=guest)
    if event.word is None:
        return words.text("event-joined", player=words.name(event.player))
    word = escape(event.word.word, LONGEST_WORD)
    return words.text("event-joined-word", player=words.name(event.player), word=word)


def render_worded(event: Worded, words: Words) -> str:
    """Render who added a word to the draw, or removed it."""
    if event.word is None:
        return words.text("event-unworded", player=words.name(event.player))
    word = escape(event.word.word, LONGEST_WORD)
    return words.text("event-worded", player=words.name(event.player), word=word)
