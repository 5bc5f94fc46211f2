"""The seal of a pod's draw, and what each player adds to the draw (TAB-20, TAB-27).

`docs/design/draw-recipe.md` specifies every hashed text byte by byte: change both together. A draw
hashes a secret, the place of the pod, and the players in their order of joining with their words.
Commitments are shown in advance and form a chain; secrets form none.
"""

import hmac
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256

from msgspec import Struct

from bot.rules.facts import Player
from bot.rules.refusals import refuse

RECIPE = "suzerain-draw-2"
"""The first line of every text that is hashed whole, so that no two recipes share a hash."""

ABSENT = "-"
"""Stands for a missing hash: no word, no tag, or no earlier commitment."""

LONGEST_WORD = 40
"""Most characters of a word."""

_JOINERS = "\u200c\u200d"
"""Invisible characters that scripts and emoji need."""


class DrawSecrets(Struct, frozen=True, omit_defaults=True, gc=False):
    """The secrets of a draw until the start: 64 lower-case hexadecimal digits each.

    Seats come from the `secret`. The `veil` hides who sits there and what they typed; it is deleted
    once one of them was forgotten. `cover` is the hash of the veil and stays.
    """

    secret: str
    cover: str
    veil: str | None = None


class KeptSeats(Struct, frozen=True, omit_defaults=True, gc=False):
    """The draw of a pod that was closed before its first report: the same people keep these seats.

    `number` is the draw's. The pod is named by its channel and its number there.
    """

    number: int
    channel: int
    pod: int
    seats: tuple[Player, ...]
    first: Player


class DrawSeal(Struct, frozen=True, omit_defaults=True, gc=False):
    """The commitment of a pod's draw, made when its lobby opens.

    `number` counts the server's draws from 1. `before` is the commitment of the previous draw; None
    means that there was none. `following` are the secrets of the next draw, which this commitment
    seals in advance. `home` is the channel in which the pod was asked for: the pod's own, or the
    parent of its thread. `source` is the unused draw whose secrets this one took over. The people
    of a pod that was closed early keep the seats in `kept`.
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
    kept: tuple[KeptSeats, ...] = ()


class Word(Struct, frozen=True, omit_defaults=True, gc=False):
    """A player's addition to the draw: its text, and the hash by which it counts.

    The text may be struck out later; the draw uses the hash alone.
    """

    word: str
    hash: str = ""


class PodDraw(Struct, frozen=True):
    """The draw of a pod: its seal and, until the start, the players' `tags` and `words`."""

    seal: DrawSeal
    tags: Mapping[Player, str] = {}
    words: Mapping[Player, Word] = {}


def open_draw(seal: DrawSeal | None, tags: Mapping[Player, str]) -> PodDraw | None:
    """Return the draw of a new lobby with these players' tags; old pods have none."""
    return None if seal is None else PodDraw(seal, tags)


def seat_player(
    draw: PodDraw | None, player: Player, tag: str | None, word: Word | None
) -> PodDraw | None:
    """Return the draw after a player sat down; None stays None."""
    if draw is None:
        return None
    tags = draw.tags if tag is None else {**draw.tags, player: tag}
    return put_word(PodDraw(draw.seal, tags, draw.words), player, word)


def unseat_player(draw: PodDraw | None, player: Player) -> PodDraw | None:
    """Return the draw after a player left the lobby, without their tag and word."""
    if draw is None:
        return None
    tags = {other: tag for other, tag in draw.tags.items() if other != player}
    return put_word(PodDraw(draw.seal, tags, draw.words), player, None)


def put_word(draw: PodDraw | None, player: Player, word: Word | None) -> PodDraw | None:
    """Return the draw with a player's new word, or without their word."""
    if draw is None:
        return None
    others = {other: each for other, each in draw.words.items() if other != player}
    return PodDraw(draw.seal, draw.tags, {**others, player: word} if word else others)


def forget_entries(draw: PodDraw | None) -> PodDraw | None:
    """Return the draw of a pod that has started: the log keeps its entries."""
    return None if draw is None else PodDraw(draw.seal)


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def write_commitment(seal: DrawSeal) -> str:
    """Return the lines whose hash is the commitment; they may be shown at once."""
    return join_commitment(
        (seal.server, seal.channel, seal.pod),
        seal.number,
        seal.before or ABSENT,
        *((hash_text(each.secret), each.cover) for each in (seal.own, seal.following)),
    )


def join_commitment(
    place: tuple[int, int, int],
    number: int,
    before: str,
    own: tuple[str, str],
    following: tuple[str, str],
) -> str:
    """Return the lines of a commitment for a `place`: a server, a channel and a pod.

    `own` and `following` are each the hash of a secret and the hash of its veil.
    """
    server, channel, pod = place
    return _write_lines(
        (
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            f"number {number}",
            f"before {before}",
            f"secret {own[0]}",
            f"veil {own[1]}",
            f"next-secret {following[0]}",
            f"next-veil {following[1]}",
        )
    )


def compute_commitment(seal: DrawSeal) -> str:
    """Return the commitment of a draw, as 64 lower-case hexadecimal digits."""
    return hash_text(write_commitment(seal))


def make_tag(veil: str, account: int) -> str:
    """Return the tag of an account in the draw; nobody can invert it without the veil."""
    return _hash_veiled(veil, f"account {account}")


def hash_word(veil: str, account: int, word: str) -> str:
    """Return the hash of a player's word in the draw."""
    return _hash_veiled(veil, f"word {account} {word}")


def write_draw(
    secret: str, server: int, channel: int, pod: int, seats: Iterable[tuple[str, str]]
) -> str:
    """Return the lines whose hash gives the seats; `seats` are tags and word hashes, in order."""
    return _write_lines(
        (
            f"secret {secret}",
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            *(f"seat {tag or ABSENT} {word or ABSENT}" for tag, word in seats),
        )
    )


def clean_word(typed: str) -> str | None:
    """Return a typed word in the form that is hashed; None if it is empty. Raises `Refusal`.

    Spaces at the ends are dropped, runs of spaces become one, and characters are composed (NFC).
    """
    word = unicodedata.normalize("NFC", " ".join(typed.split()))
    if len(word) > LONGEST_WORD or not all(c.isprintable() or c in _JOINERS for c in word):
        refuse("word", "word", most=LONGEST_WORD)
    return word or None


def _write_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (RECIPE, *lines))


def _hash_veiled(veil: str, text: str) -> str:
    return hmac.digest(veil.encode(), text.encode(), "sha256").hex()
