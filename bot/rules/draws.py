"""What a pod's draw is bound to, and what each player adds to it (TAB-20, TAB-27).

All that is hashed here stands in `docs/fair-draws.md`, byte for byte; change neither without the
other. A draw is a hash of a secret, of where it is made, and of who sits down in which order, with
the words that they chose. Commitments are shown before; they form a chain, secrets form none.
"""

import hmac
import unicodedata
from collections.abc import Iterable, Mapping
from hashlib import sha256

from msgspec import Struct

from bot.rules.facts import Player
from bot.rules.refusals import refuse

RECIPE = "suzerain-draw-2"
"""The first line of all that is hashed whole: what one recipe hashes no other one does."""

NOTHING = "-"
"""Stands where there is no hash: no word, no tag, no commitment before the first."""

LONGEST_WORD = 40
"""Characters."""

_JOINERS = "\u200c\u200d"
"""Characters without a look of their own that scripts and emoji need all the same."""


class DrawSecrets(Struct, frozen=True, omit_defaults=True, gc=False):
    """What nobody may know before the start: 64 lower-case hexadecimal digits each.

    Seats come from the `secret`; the `veil` covers who sits there and what they typed, and is gone
    once one of them was forgotten. `cover` is the hash of the veil, which stays.
    """

    secret: str
    cover: str
    veil: str | None = None


class KeptSeats(Struct, frozen=True, omit_defaults=True, gc=False):
    """The draw of a pod that was closed before its first report: the same people keep it.

    `number` is the draw's; the pod is named by its channel and its number there.
    """

    number: int
    channel: int
    pod: int
    seats: tuple[Player, ...]
    first: Player


class DrawSeal(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a pod's draw is bound to when its lobby opens.

    `number` counts the draws of the server from 1, `before` is the commitment of the one before
    (None: there was none). `following` are the secrets of a later draw, which is sealed by this
    commitment before anybody asks for it. `home` is the channel in which the pod was asked for: its
    own, or that of which it is a thread. Its own secrets may be those of draw `source`, which was
    closed unused; and the people of a pod that was closed too early keep the seats in `kept`.
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
    """What somebody adds to the draw, as it is shown, and the hash by which it counts.

    The text may be struck out later; the draw takes the hash alone.
    """

    word: str
    hash: str = ""


class PodDraw(Struct, frozen=True):
    """The draw of a pod: its seal, and until the start what stands for those in the lobby.

    `tags` stand for the people, `words` are what some of them added.
    """

    seal: DrawSeal
    tags: Mapping[Player, str] = {}
    words: Mapping[Player, Word] = {}


def open_draw(seal: DrawSeal | None, tags: Mapping[Player, str]) -> PodDraw | None:
    """The draw of a lobby that opens, with tags of those who sit in it; older ones have none."""
    return None if seal is None else PodDraw(seal, tags)


def seat_player(
    draw: PodDraw | None, player: Player, tag: str | None, word: Word | None
) -> PodDraw | None:
    """The draw once somebody has sat down; a pod without one stays so."""
    if draw is None:
        return None
    tags = draw.tags if tag is None else {**draw.tags, player: tag}
    return put_word(PodDraw(draw.seal, tags, draw.words), player, word)


def unseat_player(draw: PodDraw | None, player: Player) -> PodDraw | None:
    """The draw once somebody has got up: their word goes with them."""
    if draw is None:
        return None
    tags = {other: tag for other, tag in draw.tags.items() if other != player}
    return put_word(PodDraw(draw.seal, tags, draw.words), player, None)


def put_word(draw: PodDraw | None, player: Player, word: Word | None) -> PodDraw | None:
    """The draw with a player's new word, or without theirs."""
    if draw is None:
        return None
    others = {other: each for other, each in draw.words.items() if other != player}
    return PodDraw(draw.seal, draw.tags, {**others, player: word} if word else others)


def forget_entries(draw: PodDraw | None) -> PodDraw | None:
    """The draw of a pod that has started: the log keeps what went into it."""
    return None if draw is None else PodDraw(draw.seal)


def hash_text(text: str) -> str:
    """The SHA-256 of a text in UTF-8, as 64 lower-case hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def write_commitment(seal: DrawSeal) -> str:
    """The lines whose hash is the commitment: they may be shown to everybody at once."""
    return join_commitment(
        (seal.server, seal.channel, seal.pod),
        seal.number,
        seal.before or NOTHING,
        *((hash_text(each.secret), each.cover) for each in (seal.own, seal.following)),
    )


def join_commitment(
    place: tuple[int, int, int],
    number: int,
    before: str,
    own: tuple[str, str],
    following: tuple[str, str],
) -> str:
    """The lines of a commitment to the draw of a `place`: a server, a channel and a pod.

    `own` and `following` are the hashes of a secret and of its veil.
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
    """What a draw is bound to, as 64 lower-case hexadecimal digits."""
    return hash_text(write_commitment(seal))


def make_tag(veil: str, account: int) -> str:
    """What stands for somebody in the draw: nobody finds the account from it without the veil."""
    return _hash_veiled(veil, f"account {account}")


def hash_word(veil: str, account: int, word: str) -> str:
    """What stands for somebody's word in the draw."""
    return _hash_veiled(veil, f"word {account} {word}")


def write_draw(
    secret: str, server: int, channel: int, pod: int, seats: Iterable[tuple[str, str]]
) -> str:
    """The lines whose hash the seats come from; `seats` are tags and hashes of words, in order."""
    return _write_lines(
        (
            f"secret {secret}",
            f"server {server}",
            f"channel {channel}",
            f"pod {pod}",
            *(f"seat {tag or NOTHING} {word or NOTHING}" for tag, word in seats),
        )
    )


def clean_word(typed: str) -> str | None:
    """What somebody typed, in the form in which it is hashed; None for nothing. Raises `Refusal`.

    Spaces at its ends go, several become one, and composed characters are one each (NFC).
    """
    word = unicodedata.normalize("NFC", " ".join(typed.split()))
    if len(word) > LONGEST_WORD or not all(c.isprintable() or c in _JOINERS for c in word):
        refuse("word", "word", most=LONGEST_WORD)
    return word or None


def _write_lines(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in (RECIPE, *lines))


def _hash_veiled(veil: str, text: str) -> str:
    return hmac.digest(veil.encode(), text.encode(), "sha256").hex()
