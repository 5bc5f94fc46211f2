"""The commitment of a pod's random draw, and what each player adds to the draw (TAB-20, TAB-27).

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
    """The secret numbers of a random draw of seats, each of 64 hexadecimal digits.

    Seats come from the `secret`, which is public after the start. The `veil` is a blinding key that hides who sits
    there and which words they added; it is deleted once one of them was forgotten. `cover` is the hash of the blinding
    key and stays.
    """

    secret: str
    cover: str
    veil: str | None = None


class RetainedSeating(Struct, frozen=True, omit_defaults=True, gc=False):
    """The drawn seats of a pod closed before its first report, which the same people keep.

    `number` is the draw's. The pod is named by its channel and its number there.
    """

    number: int
    channel: int
    pod: int
    seats: tuple[Player, ...]
    first: Player


class RandomSeatingCommitment(Struct, frozen=True, omit_defaults=True, gc=False):
    """The commitment (hash) that fixes a pod's random seats before anybody knows them.

    `number` counts the server's draws from 1. `before` is the commitment of the previous draw; None means that there
    was none. `following` are the secrets of the next draw, to which this commitment binds the bot in advance. `home` is
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
    kept: tuple[RetainedSeating, ...] = ()


class PlayerWordsForDraw(Struct, frozen=True, omit_defaults=True, gc=False):
    """Words that a player adds to the random draw of seats, with the hash that enters the draw.

    The text may be redacted later; the draw uses the hash alone.
    """

    word: str
    hash: str = ""


class PodRandomDraw(Struct, frozen=True):
    """A pod's random draw of seats: its commitment (hash), and the players' tags and words.

    The tags and words are kept until the start of the game.
    """

    seal: RandomSeatingCommitment
    tags: Mapping[Player, str] = {}
    words: Mapping[Player, PlayerWordsForDraw] = {}


def build_random_draw_of_lobby(
    commitment: RandomSeatingCommitment | None, player_tags: Mapping[Player, str]
) -> PodRandomDraw | None:
    """Return a new lobby's random draw of seats; None for old pods without a commitment."""
    return None if commitment is None else PodRandomDraw(commitment, player_tags)


def add_player_to_random_draw(
    draw: PodRandomDraw | None, player: Player, player_tag: str | None, player_words: PlayerWordsForDraw | None
) -> PodRandomDraw | None:
    """Return the random draw after a player joined the lobby; None if the pod has no draw."""
    if draw is None:
        return None
    tags = draw.tags if player_tag is None else {**draw.tags, player: player_tag}
    return set_player_words_in_random_draw(PodRandomDraw(draw.seal, tags, draw.words), player, player_words)


def remove_player_from_random_draw(draw: PodRandomDraw | None, player: Player) -> PodRandomDraw | None:
    """Return the random draw after a player left the lobby, without their tag and words."""
    if draw is None:
        return None
    tags = {other: tag for other, tag in draw.tags.items() if other != player}
    return set_player_words_in_random_draw(PodRandomDraw(draw.seal, tags, draw.words), player, None)


def set_player_words_in_random_draw(
    draw: PodRandomDraw | None, player: Player, player_words: PlayerWordsForDraw | None
) -> PodRandomDraw | None:
    """Return the random draw with a player's new words; None removes their words."""
    if draw is None:
        return None
    others = {other: each for other, each in draw.words.items() if other != player}
    return PodRandomDraw(draw.seal, draw.tags, {**others, player: player_words} if player_words else others)


def remove_tags_and_words_from_draw(draw: PodRandomDraw | None) -> PodRandomDraw | None:
    """Return a started pod's random draw without the players' tags and words.

    The event log keeps them.
    """
    return None if draw is None else PodRandomDraw(draw.seal)


def hash_text(text: str) -> str:
    """Return the SHA-256 hash of a text in UTF-8, as 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def format_seating_commitment(commitment: RandomSeatingCommitment) -> str:
    """Return the public text whose hash is the commitment to the random seats."""
    return format_seating_commitment_text(
        (commitment.server, commitment.channel, commitment.pod),
        commitment.number,
        commitment.before or ABSENT,
        *((hash_text(each.secret), each.cover) for each in (commitment.own, commitment.following)),
    )


def format_seating_commitment_text(
    pod_address: tuple[int, int, int],
    draw_number: int,
    previous_commitment: str,
    own_hashes: tuple[str, str],
    next_hashes: tuple[str, str],
) -> str:
    """Return the text of a commitment to random seats, from its values.

    `pod_address` is a server, a channel and a pod. `own_hashes` and `next_hashes` are each the hash of a secret and the
    hash of its blinding key.
    """
    server, channel, pod = pod_address
    return _join_lines_to_hash(
        (
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            f"number {draw_number}",
            f"before {previous_commitment}",
            f"secret {own_hashes[0]}",
            f"veil {own_hashes[1]}",
            f"next-secret {next_hashes[0]}",
            f"next-veil {next_hashes[1]}",
        )
    )


def compute_seating_commitment_hash(commitment: RandomSeatingCommitment) -> str:
    """Return the hash of a commitment to random seats, as 64 hexadecimal digits."""
    return hash_text(format_seating_commitment(commitment))


def compute_player_tag_for_draw(blinding_key: str, account_id: int) -> str:
    """Return the pseudonym that stands for a Discord account in a random draw.

    Nobody can invert the tag without the blinding key.
    """
    return _compute_hmac_with_blinding_key(blinding_key, f"account {account_id}")


def hash_player_words_for_draw(blinding_key: str, account_id: int, player_words: str) -> str:
    return _compute_hmac_with_blinding_key(blinding_key, f"word {account_id} {player_words}")


def format_random_seating_input(
    secret: str, server: int, channel: int, pod: int, seat_entries: Iterable[tuple[str, str]]
) -> str:
    """Return the text whose hash decides the random seats.

    `seat_entries` are the tags and hashed words of the players, in order.
    """
    return _join_lines_to_hash(
        (
            f"secret {secret}",
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            *(f"seat {tag or ABSENT} {word or ABSENT}" for tag, word in seat_entries),
        )
    )


def normalize_words_for_draw(user_input: str) -> str | None:
    """Return a player's words for the random draw, normalized for hashing; None if empty.

    Raises `Refusal`. Spaces at the ends are dropped, runs of spaces become one, and characters are composed (NFC).
    """
    word = unicodedata.normalize("NFC", " ".join(user_input.split()))
    if len(word) > LONGEST_WORD or not all(c.isprintable() or c in _JOINERS for c in word):
        raise_refusal("word", "word", most=LONGEST_WORD)
    return word or None


def _join_lines_to_hash(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (RECIPE, *lines))


def _compute_hmac_with_blinding_key(blinding_key: str, text: str) -> str:
    return hmac.digest(blinding_key.encode(), text.encode(), "sha256").hex()
