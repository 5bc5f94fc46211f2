"""The commitment of a pod's random draw, and what each player adds to the draw (TAB-20, TAB-27).

`docs/design/draw-recipe.md` specifies every hashed text byte by byte: change both together. A draw
hashes a secret, the address of the pod, and the players in their order of joining with their
contributions. Commitments are shown in advance and form a chain; secrets form none.
"""

import hmac
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256

from msgspec import Struct

from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal

RECIPE = "suzerain-draw-2"
"""The first line of every text that is hashed whole, so that no two recipes share a hash."""

ABSENT = "-"
"""Stands for a missing hash: no word, no tag, or no earlier commitment."""

LONGEST_WORD = 40
"""Most characters of a word."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that scripts and emoji need."""


class DrawSecrets(Struct, frozen=True, omit_defaults=True, gc=False):
    """The secrets of a random draw until the start: 64 lower-case hexadecimal digits each.

    Seats come from the `secret`. The `veil` is a blinding key that hides who sits there and
    what they contributed; it is deleted once one of them was forgotten. `cover` is the hash of
    the blinding key and stays.
    """

    secret: str
    cover: str
    veil: str | None = None


class RetainedSeating(Struct, frozen=True, omit_defaults=True, gc=False):
    """The seats of a pod that was closed before its first report, which the same people keep.

    `number` is the draw's. The pod is named by its channel and its number there.
    """

    number: int
    channel: int
    pod: int
    seats: tuple[Player, ...]
    first: Player


class DrawCommitment(Struct, frozen=True, omit_defaults=True, gc=False):
    """The commitment of a pod's random draw, made when its lobby opens.

    `number` counts the server's draws from 1. `before` is the commitment of the previous draw;
    None means that there was none. `following` are the secrets of the next draw, to which this
    commitment binds the bot in advance. `home` is the channel in which the pod was requested:
    the pod's own, or the parent of its thread. `source` is the unused draw whose secrets this
    one took over. The people of a pod that was closed early keep the seats in `kept`.
    """

    server: int
    channel: int
    pod: int
    number: int
    own: DrawSecrets
    following: DrawSecrets
    home: int
    before: str | None = None
    source: int | None = None
    kept: tuple[RetainedSeating, ...] = ()


class DrawContribution(Struct, frozen=True, omit_defaults=True, gc=False):
    """A text that a player adds to the random draw, with the hash by which it counts.

    The text may be redacted later; the draw uses the hash alone.
    """

    word: str
    hash: str = ""


class PodDraw(Struct, frozen=True):
    """The random draw of a pod: its commitment and the players' tags and contributions.

    The tags and contributions are kept until the start of the game.
    """

    seal: DrawCommitment
    tags: Mapping[Player, str] = {}
    words: Mapping[Player, DrawContribution] = {}


def build_pod_draw(commitment: DrawCommitment | None, tags: Mapping[Player, str]) -> PodDraw | None:
    """Return the random draw of a new lobby with the players' tags.

    None for old pods without a commitment.
    """
    return None if commitment is None else PodDraw(commitment, tags)


def add_player_to_draw(
    draw: PodDraw | None, player: Player, tag: str | None, contribution: DrawContribution | None
) -> PodDraw | None:
    """Return the draw after a player sat down; None stays None."""
    if draw is None:
        return None
    tags = draw.tags if tag is None else {**draw.tags, player: tag}
    return put_contribution_in_draw(PodDraw(draw.seal, tags, draw.words), player, contribution)


def remove_player_from_draw(draw: PodDraw | None, player: Player) -> PodDraw | None:
    """Return the draw after a player left the lobby, without their tag and contribution."""
    if draw is None:
        return None
    tags = {other: tag for other, tag in draw.tags.items() if other != player}
    return put_contribution_in_draw(PodDraw(draw.seal, tags, draw.words), player, None)


def put_contribution_in_draw(
    draw: PodDraw | None, player: Player, contribution: DrawContribution | None
) -> PodDraw | None:
    """Return the draw with a player's new contribution; None removes their contribution."""
    if draw is None:
        return None
    others = {other: each for other, each in draw.words.items() if other != player}
    return PodDraw(
        draw.seal, draw.tags, {**others, player: contribution} if contribution else others
    )


def clear_draw_entries(draw: PodDraw | None) -> PodDraw | None:
    """Return the draw of a started pod without tags and contributions, which the log keeps."""
    return None if draw is None else PodDraw(draw.seal)


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def format_commitment(commitment: DrawCommitment) -> str:
    """Return the lines of text whose hash is the commitment of a draw. The lines are public."""
    return format_commitment_lines(
        (commitment.server, commitment.channel, commitment.pod),
        commitment.number,
        commitment.before or ABSENT,
        *((hash_text(each.secret), each.cover) for each in (commitment.own, commitment.following)),
    )


def format_commitment_lines(
    pod_address: tuple[int, int, int],
    number: int,
    previous_commitment: str,
    own_hashes: tuple[str, str],
    next_hashes: tuple[str, str],
) -> str:
    """Return the lines of text of a commitment.

    `pod_address` is a server, a channel and a pod. `own_hashes` and `next_hashes` are each the
    hash of a secret and the hash of its blinding key.
    """
    server, channel, pod = pod_address
    return _format_recipe_lines(
        (
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            f"number {number}",
            f"before {previous_commitment}",
            f"secret {own_hashes[0]}",
            f"veil {own_hashes[1]}",
            f"next-secret {next_hashes[0]}",
            f"next-veil {next_hashes[1]}",
        )
    )


def compute_commitment_hash(commitment: DrawCommitment) -> str:
    """Return the hash of a draw's commitment, as 64 lower-case hexadecimal digits."""
    return hash_text(format_commitment(commitment))


def compute_player_tag(blinding_key: str, account_id: int) -> str:
    """Return the tag that stands for a Discord account in the draw.

    Nobody can invert the tag without the blinding key.
    """
    return _hash_with_blinding_key(blinding_key, f"account {account_id}")


def hash_contribution(blinding_key: str, account_id: int, contribution: str) -> str:
    """Return the hash of a player's contribution to the draw."""
    return _hash_with_blinding_key(blinding_key, f"word {account_id} {contribution}")


def format_draw_input(
    secret: str, server: int, channel: int, pod: int, seat_entries: Iterable[tuple[str, str]]
) -> str:
    """Return the lines of text whose hash decides the seats.

    `seat_entries` are the tags and contribution hashes of the players, in order.
    """
    return _format_recipe_lines(
        (
            f"secret {secret}",
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            *(f"seat {tag or ABSENT} {word or ABSENT}" for tag, word in seat_entries),
        )
    )


def normalize_contribution(user_input: str) -> str | None:
    """Return a player's draw contribution in the form that is hashed; None if empty.

    Raises `Refusal`. Spaces at the ends are dropped, runs of spaces become one, and characters
    are composed (NFC).
    """
    word = unicodedata.normalize("NFC", " ".join(user_input.split()))
    if len(word) > LONGEST_WORD or not all(c.isprintable() or c in _JOINERS for c in word):
        raise_refusal("word", "word", most=LONGEST_WORD)
    return word or None


def _format_recipe_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (RECIPE, *lines))


def _hash_with_blinding_key(blinding_key: str, text: str) -> str:
    return hmac.digest(blinding_key.encode(), text.encode(), "sha256").hex()
