"""The hash that fixes a pod's random draw in advance, and what each player adds to it (TAB-20, TAB-27).

`docs/design/draw-recipe.md` specifies every hashed text byte by byte: change both together. A draw hashes a secret, the
address of the pod, and the players in their order of joining with their contributions. Commitments are shown in advance
and form a chain; secrets form none.
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


class RandomSeatingSecrets(Struct, frozen=True, omit_defaults=True, gc=False):
    """The secret random numbers of a draw of seats, each of 64 hexadecimal digits.

    Seats come from the `secret`, which is public after the start. The `veil` is a blinding key that hides who sits
    there and which words they added; it is deleted once one of them was forgotten. `cover` is the hash of the blinding
    key and stays.
    """

    secret: str
    cover: str
    veil: str | None = None


class ReusedSeating(Struct, frozen=True, omit_defaults=True, gc=False):
    """The seats of an earlier pod that closed before any report, used again by the same people.

    `number` is the draw's. The pod is named by its channel and its number there.
    """

    number: int
    channel: int
    pod: int
    seats: tuple[Player, ...]
    first: Player


class RandomSeatingCommitment(Struct, frozen=True, omit_defaults=True, gc=False):
    """The secret values behind a random draw of seats.

    Their hash is published before the draw, so that nobody can change the result.

    `number` counts the server's draws from 1. `before` is the published hash of the previous draw; None means that
    there was none. `following` are the secrets of the next draw, to which the hash binds the bot in advance. `home` is
    the channel in which the pod was requested: the pod's own, or the parent of its thread. `source` is the unused draw
    whose secrets this one took over. The people of a pod that was closed early keep the seats in `kept`.
    """

    server: int
    channel: int
    pod: int
    number: int
    own: RandomSeatingSecrets
    following: RandomSeatingSecrets
    home: int
    before: str | None = None
    source: int | None = None
    kept: tuple[ReusedSeating, ...] = ()


class PlayerSeedText(Struct, frozen=True, omit_defaults=True, gc=False):
    """A text that a player adds to a random draw of seats, so that nobody can predict the result.

    The text may be redacted later; the draw uses the hash alone.
    """

    word: str
    hash: str = ""


class PodRandomSeating(Struct, frozen=True):
    """The random draw of a pod's seats: its secret values, and the pseudonym and text of each player.

    The tags and texts are kept until the start of the game.
    """

    seal: RandomSeatingCommitment
    tags: Mapping[Player, str] = {}
    words: Mapping[Player, PlayerSeedText] = {}


def build_random_seating(
    commitment: RandomSeatingCommitment | None, pseudonyms: Mapping[Player, str]
) -> PodRandomSeating | None:
    """Return the random draw for the seats of a new lobby; None for old pods without a published hash."""
    return None if commitment is None else PodRandomSeating(commitment, pseudonyms)


def add_player_to_random_seating(
    random_seating: PodRandomSeating | None,
    player: Player,
    pseudonym: str | None,
    seed_text: PlayerSeedText | None,
) -> PodRandomSeating | None:
    """Return the random draw of seats with one more player; None if the pod draws no seats at random."""
    if random_seating is None:
        return None
    tags = random_seating.tags if pseudonym is None else {**random_seating.tags, player: pseudonym}
    return set_seed_text(PodRandomSeating(random_seating.seal, tags, random_seating.words), player, seed_text)


def remove_player_from_random_seating(
    random_seating: PodRandomSeating | None, player: Player
) -> PodRandomSeating | None:
    """Return the random draw of seats without a player who left the lobby."""
    if random_seating is None:
        return None
    tags = {other: tag for other, tag in random_seating.tags.items() if other != player}
    return set_seed_text(PodRandomSeating(random_seating.seal, tags, random_seating.words), player, None)


def set_seed_text(
    random_seating: PodRandomSeating | None, player: Player, seed_text: PlayerSeedText | None
) -> PodRandomSeating | None:
    """Return the random draw of seats with a player's new text; None removes the text."""
    if random_seating is None:
        return None
    others = {other: each for other, each in random_seating.words.items() if other != player}
    return PodRandomSeating(
        random_seating.seal, random_seating.tags, {**others, player: seed_text} if seed_text else others
    )


def remove_pseudonyms_and_seed_texts(random_seating: PodRandomSeating | None) -> PodRandomSeating | None:
    """Return a pod's random draw of seats without the players' pseudonyms and texts.

    The event log keeps them.
    """
    return None if random_seating is None else PodRandomSeating(random_seating.seal)


def hash_text(text: str) -> str:
    """Return the SHA-256 hash of a text in UTF-8, as 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def format_commitment_hash_input(seating_commitment: RandomSeatingCommitment) -> str:
    """Return the text whose hash is published before the seats are drawn."""
    return format_seating_commitment_text(
        (seating_commitment.server, seating_commitment.channel, seating_commitment.pod),
        seating_commitment.number,
        seating_commitment.before or ABSENT,
        *((hash_text(each.secret), each.cover) for each in (seating_commitment.own, seating_commitment.following)),
    )


def format_seating_commitment_text(
    pod_address: tuple[int, int, int],
    draw_number: int,
    previous_hash: str,
    secret_hashes: tuple[str, str],
    next_draw_hashes: tuple[str, str],
) -> str:
    """Return the text whose hash is published before the seats are drawn, from its parts.

    `pod_address` is a server, a channel and a pod. `secret_hashes` and `next_draw_hashes` are each the hash of a secret
    and the hash of its blinding key.
    """
    server, channel, pod = pod_address
    return _join_hash_input_lines(
        (
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            f"number {draw_number}",
            f"before {previous_hash}",
            f"secret {secret_hashes[0]}",
            f"veil {secret_hashes[1]}",
            f"next-secret {next_draw_hashes[0]}",
            f"next-veil {next_draw_hashes[1]}",
        )
    )


def compute_seating_commitment_hash(seating_commitment: RandomSeatingCommitment) -> str:
    """Return the hash that is published before the seats are drawn, as 64 hexadecimal digits."""
    return hash_text(format_commitment_hash_input(seating_commitment))


def compute_account_pseudonym(blinding_key: str, account_id: int) -> str:
    """Return the pseudonym that hides a Discord account in a published draw.

    Nobody can invert the tag without the blinding key.
    """
    return _compute_blinded_hash(blinding_key, f"account {account_id}")


def hash_seed_text(blinding_key: str, account_id: int, seed_text: str) -> str:
    return _compute_blinded_hash(blinding_key, f"word {account_id} {seed_text}")


def format_seating_hash_input(
    secret: str, server_id: int, channel_id: int, pod_number: int, pseudonyms_and_texts: Iterable[tuple[str, str]]
) -> str:
    """Return the text whose hash decides who sits where in a random draw of seats.

    `pseudonyms_and_texts` are the tags and hashed words of the players, in order.
    """
    return _join_hash_input_lines(
        (
            f"secret {secret}",
            f"server {server_id}",
            f"channel {channel_id}",
            f"pod {pod_number}",
            *(f"seat {tag or ABSENT} {word or ABSENT}" for tag, word in pseudonyms_and_texts),
        )
    )


def normalize_seed_text(user_input: str) -> str | None:
    """Return a player's text in the normalized form that is hashed; None for an empty text.

    Raises `Refusal`. Spaces at the ends are dropped, runs of spaces become one, and characters are composed (NFC).
    """
    word = unicodedata.normalize("NFC", " ".join(user_input.split()))
    if len(word) > LONGEST_WORD or not all(c.isprintable() or c in _JOINERS for c in word):
        raise_refusal("word", "word", most=LONGEST_WORD)
    return word or None


def _join_hash_input_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (RECIPE, *lines))


def _compute_blinded_hash(blinding_key: str, text: str) -> str:
    return hmac.digest(blinding_key.encode(), text.encode(), "sha256").hex()
