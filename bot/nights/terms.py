"""The terms of a game night, fixed when it is announced, and the hash that fixes its random pairings."""

from collections.abc import Mapping

from msgspec import Struct

from bot.nights.pairing import Mode, PodSizePreferences
from bot.rules.draws import RandomSeatingSecrets, hash_text
from bot.rules.facts import Player

MAX_ROUNDS = 30
"""The most rounds of a night."""

MAX_MINUTES = 600
"""The most minutes of a round."""

MAX_PLAYERS = 200
"""The most people who can play in a night."""

MAX_LEADERS = 10
"""The most people and roles that an organiser can name to lead a night with them."""

MAX_CHANNELS = 25
"""The most channels that an organiser can name for pods: as many as Discord lets them pick."""

RECIPE_WITH_SHARED_POD_SIZES = 2
"""The first version of the pairing by which the seats in smaller pods are shared out."""

RECIPE_WITH_KEPT_STRENGTH = 3
"""The first version of the pairing by which people who are kept apart meet others of the same strength instead."""

NEWEST_RECIPE = 3
"""The version of the pairing by which new nights are paired. Older nights keep theirs."""


class GameNightPairingSecrets(Struct, frozen=True, omit_defaults=True, gc=False):
    """The secrets that decide a game night's random pairings; a public hash fixes them in advance.

    The random values decide between equally good pairings. The secret stays hidden until the night is over. The veil, a
    blinding key, hides which account has which tag (pseudonym). `recipe` is the version of the pairing.
    """

    server: int
    channel: int
    night: int
    own: RandomSeatingSecrets
    recipe: int = 1


class GameNightSettings(Struct, frozen=True, omit_defaults=True, gc=False):
    """The settings of a game night: rounds, their length, pairing mode and pod sizes.

    Pods have `allowed` sizes, as near to the `preferred` one as possible; if these do not fit, they have sizes of
    `may`. `leaders` and the members with one of the `leader_roles` on Discord lead the night beside its organiser.
    `channels` are where pods are opened if the night has no threads. `former` are the numbers of the last nights
    of the series, the latest first. `cut` people play a top cut after the last round; 0 means that there is none.
    """

    rounds: int
    minutes: int
    mode: Mode = "fresh"
    allowed: tuple[int, ...] = (3, 4)
    preferred: int = 4
    may: tuple[int, ...] = (3, 4, 5)
    channels: tuple[int, ...] = ()
    former: tuple[int, ...] = ()
    seal: GameNightPairingSecrets | None = None
    leaders: tuple[Player, ...] = ()
    leader_roles: tuple[int, ...] = ()
    cut: int = 0

    @property
    def pod_sizes(self) -> PodSizePreferences:
        return PodSizePreferences(frozenset(self.allowed), frozenset(self.may), self.preferred)

    @property
    def shares_smaller_pods(self) -> bool:
        """Return True if players take turns in sitting in smaller pods; old pairing algorithms have no such turns."""
        return self.seal is not None and self.seal.recipe >= RECIPE_WITH_SHARED_POD_SIZES

    @property
    def keeps_strength(self) -> bool:
        """Return True if players who are kept apart still meet equally strong opponents."""
        return self.seal is not None and self.seal.recipe >= RECIPE_WITH_KEPT_STRENGTH


def format_commitment_for_game_night(pairing_secrets: GameNightPairingSecrets) -> str:
    """Return the public text whose hash fixes a game night's random pairings in advance."""
    place = (pairing_secrets.server, pairing_secrets.channel, pairing_secrets.night)
    return format_pairing_commitment(
        place, hash_text(pairing_secrets.own.secret), pairing_secrets.own.cover, pairing_secrets.recipe
    )


def format_pairing_commitment(
    night_address: tuple[int, int, int], secret_hash: str, blinding_key_hash: str, algorithm_version: int
) -> str:
    """Return the text whose hash fixes a game night's random pairings in advance, from its parts."""
    server, channel, night = night_address
    lines = (
        f"suzerain-night-{algorithm_version}",
        f"server {server}",
        f"channel {channel}",
        f"night {night}",
        f"secret {secret_hash}",
        f"veil {blinding_key_hash}",
    )
    return "".join(f"{line}\n" for line in lines)


def compute_pairing_commitment_hash(pairing_secrets: GameNightPairingSecrets) -> str:
    return hash_text(format_commitment_for_game_night(pairing_secrets))


Tags = Mapping[Player, str]
"""The tags of people, which stand for them in the draw."""
