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


class SeatingReusedFromEarlierPod(Struct, frozen=True, omit_defaults=True, gc=False):
    """The seats of an earlier pod that closed before its first report, which the same people get in the new pod.

    `number` is the draw's. The pod is named by its channel and its number there.
    """

    number: int
    channel: int
    pod: int
    seats: tuple[Player, ...]
    first: Player


class RandomSeatingFixedByHash(Struct, frozen=True, omit_defaults=True, gc=False):
    """The secret values of a random draw of seats, whose hash is published first, so that nobody can change the draw.

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
    kept: tuple[SeatingReusedFromEarlierPod, ...] = ()


class PlayerTextForRandomSeating(Struct, frozen=True, omit_defaults=True, gc=False):
    """A text that a player adds to a random draw of seats, so that nobody can predict the result.

    The text may be redacted later; the draw uses the hash alone.
    """

    word: str
    hash: str = ""


class PodRandomSeating(Struct, frozen=True):
    """The random draw of a pod's seats: its secret values, and the pseudonym and text of each player.

    The tags and texts are kept until the start of the game.
    """

    seal: RandomSeatingFixedByHash
    tags: Mapping[Player, str] = {}
    words: Mapping[Player, PlayerTextForRandomSeating] = {}


def build_random_seating_of_lobby(
    seating_fixed_by_hash: RandomSeatingFixedByHash | None, player_tags: Mapping[Player, str]
) -> PodRandomSeating | None:
    """Return the random draw for the seats of a new lobby; None for old pods without a published hash."""
    return None if seating_fixed_by_hash is None else PodRandomSeating(seating_fixed_by_hash, player_tags)


def add_player_to_random_seating(
    random_seating: PodRandomSeating | None,
    player: Player,
    player_tag: str | None,
    player_text: PlayerTextForRandomSeating | None,
) -> PodRandomSeating | None:
    """Return the random draw of seats with one more player; None if the pod has no random draw."""
    if random_seating is None:
        return None
    tags = random_seating.tags if player_tag is None else {**random_seating.tags, player: player_tag}
    return set_player_text_in_random_seating(
        PodRandomSeating(random_seating.seal, tags, random_seating.words), player, player_text
    )


def remove_player_from_random_seating(
    random_seating: PodRandomSeating | None, player: Player
) -> PodRandomSeating | None:
    """Return the draw without a player who left the lobby."""
    if random_seating is None:
        return None
    tags = {other: tag for other, tag in random_seating.tags.items() if other != player}
    return set_player_text_in_random_seating(
        PodRandomSeating(random_seating.seal, tags, random_seating.words), player, None
    )


def set_player_text_in_random_seating(
    random_seating: PodRandomSeating | None, player: Player, player_text: PlayerTextForRandomSeating | None
) -> PodRandomSeating | None:
    """Return the draw with a player's new text, which changes the result; None removes the text."""
    if random_seating is None:
        return None
    others = {other: each for other, each in random_seating.words.items() if other != player}
    return PodRandomSeating(
        random_seating.seal, random_seating.tags, {**others, player: player_text} if player_text else others
    )


def remove_tags_and_texts_from_random_seating(random_seating: PodRandomSeating | None) -> PodRandomSeating | None:
    """Return a started pod's draw without the players' pseudonyms and texts.

    The event log keeps them.
    """
    return None if random_seating is None else PodRandomSeating(random_seating.seal)


def hash_text(text: str) -> str:
    """Return the SHA-256 hash of a text in UTF-8, as 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def format_text_hashed_before_seating(seating_fixed_by_hash: RandomSeatingFixedByHash) -> str:
    """Return the text whose hash is published before the seats are drawn."""
    return format_text_hashed_before_seating_from_values(
        (seating_fixed_by_hash.server, seating_fixed_by_hash.channel, seating_fixed_by_hash.pod),
        seating_fixed_by_hash.number,
        seating_fixed_by_hash.before or ABSENT,
        *(
            (hash_text(each.secret), each.cover)
            for each in (seating_fixed_by_hash.own, seating_fixed_by_hash.following)
        ),
    )


def format_text_hashed_before_seating_from_values(
    pod_address: tuple[int, int, int],
    draw_number: int,
    previous_hash: str,
    own_hashes: tuple[str, str],
    next_hashes: tuple[str, str],
) -> str:
    """Return the text whose hash is published before the seats are drawn, built from single values.

    `pod_address` is a server, a channel and a pod. `own_hashes` and `next_hashes` are each the hash of a secret and the
    hash of its blinding key.
    """
    server, channel, pod = pod_address
    return _join_lines_of_text_to_hash(
        (
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            f"number {draw_number}",
            f"before {previous_hash}",
            f"secret {own_hashes[0]}",
            f"veil {own_hashes[1]}",
            f"next-secret {next_hashes[0]}",
            f"next-veil {next_hashes[1]}",
        )
    )


def compute_hash_that_fixes_random_seats(seating_fixed_by_hash: RandomSeatingFixedByHash) -> str:
    """Return the hash that is published before the seats are drawn, as 64 hexadecimal digits."""
    return hash_text(format_text_hashed_before_seating(seating_fixed_by_hash))


def compute_anonymous_tag_of_discord_account(blinding_key: str, account_id: int) -> str:
    """Return the pseudonym that hides a Discord account in a published draw.

    Nobody can invert the tag without the blinding key.
    """
    return _compute_hmac_with_blinding_key(blinding_key, f"account {account_id}")


def hash_player_text_for_random_seating(blinding_key: str, account_id: int, player_text: str) -> str:
    return _compute_hmac_with_blinding_key(blinding_key, f"word {account_id} {player_text}")


def format_text_hashed_to_seat_players(
    secret: str, server: int, channel: int, pod: int, seat_entries: Iterable[tuple[str, str]]
) -> str:
    """Return the text whose hash decides who sits where in a random draw of seats.

    `seat_entries` are the tags and hashed words of the players, in order.
    """
    return _join_lines_of_text_to_hash(
        (
            f"secret {secret}",
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            *(f"seat {tag or ABSENT} {word or ABSENT}" for tag, word in seat_entries),
        )
    )


def normalize_player_text_for_random_seating(user_input: str) -> str | None:
    """Return a player's text in the normalized form that is hashed; None for an empty text.

    Raises `Refusal`. Spaces at the ends are dropped, runs of spaces become one, and characters are composed (NFC).
    """
    word = unicodedata.normalize("NFC", " ".join(user_input.split()))
    if len(word) > LONGEST_WORD or not all(c.isprintable() or c in _JOINERS for c in word):
        raise_refusal("word", "word", most=LONGEST_WORD)
    return word or None


def _join_lines_of_text_to_hash(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (RECIPE, *lines))


def _compute_hmac_with_blinding_key(blinding_key: str, text: str) -> str:
    return hmac.digest(blinding_key.encode(), text.encode(), "sha256").hex()
