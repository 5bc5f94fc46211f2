"""The terms of a night, fixed when it is announced, and the seal of its draw."""

from collections.abc import Mapping

from msgspec import Struct

from bot.pairing import Mode, Sizes
from bot.rules.draws import DrawSecrets, hash_text
from bot.rules.facts import Player

MAX_ROUNDS = 30
"""The most rounds of a night."""

MAX_MINUTES = 600
"""The most minutes of a round."""

MAX_PLAYERS = 200
"""The most people who can play in a night."""

MAX_CHANNELS = 25
"""The most channels that an organiser can name for pods: as many as Discord lets them pick."""

SEAL_RECIPE = "suzerain-night-1"
"""The first line of the text whose hash is a night's commitment."""


class NightSeal(Struct, frozen=True, omit_defaults=True, gc=False):
    """The sealed draw of night `night` in a channel: who breaks ties in which order.

    The secret stays hidden until the night is over. The veil hides which account has which tag.
    """

    server: int
    channel: int
    night: int
    own: DrawSecrets


class NightTerms(Struct, frozen=True, omit_defaults=True, gc=False):
    """The terms of a night: its rounds of so many minutes, how people are paired, and pod sizes.

    Pods have `allowed` sizes, as near to the `preferred` one as possible; if these do not fit, they
    have sizes of `may`. `channels` are where pods are opened if the night has no threads. `former`
    are the numbers of the last nights of the series, the latest first.
    """

    rounds: int
    minutes: int
    mode: Mode = "fresh"
    allowed: tuple[int, ...] = (3, 4)
    preferred: int = 4
    may: tuple[int, ...] = (3, 4, 5)
    channels: tuple[int, ...] = ()
    former: tuple[int, ...] = ()
    seal: NightSeal | None = None

    @property
    def sizes(self) -> Sizes:
        """The sizes of pods as the pairing takes them."""
        return Sizes(frozenset(self.allowed), frozenset(self.may), self.preferred)


def write_night_commitment(seal: NightSeal) -> str:
    """Return the lines whose hash is the commitment of a night; they may be shown at once."""
    place = (seal.server, seal.channel, seal.night)
    return join_night_commitment(place, hash_text(seal.own.secret), seal.own.cover)


def join_night_commitment(place: tuple[int, int, int], secret_hash: str, cover: str) -> str:
    """Return the lines of a commitment for a `place`: a server, a channel and a night.

    `cover` is the hash of the veil.
    """
    server, channel, night = place
    lines = (
        SEAL_RECIPE,
        f"server {server}",
        f"channel {channel}",
        f"night {night}",
        f"secret {secret_hash}",
        f"veil {cover}",
    )
    return "".join(f"{line}\n" for line in lines)


def compute_night_commitment(seal: NightSeal) -> str:
    """Return the commitment of a night, as 64 lower-case hexadecimal digits."""
    return hash_text(write_night_commitment(seal))


Tags = Mapping[Player, str]
"""The tags of people, which stand for them in the draw."""
