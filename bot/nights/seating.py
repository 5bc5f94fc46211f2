"""The pairing problem of a game night's round, and the texts that its draw hashes.

`docs/design/night-recipe.md` specifies every hashed text byte by byte: change both together. The pods of a round depend
on the facts of the round and on the night's secret, and on nothing else.
"""

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from bot.nights.pairing import Mode, Pair, PairingSolverInput, PlayerToPair, PodSizePreferences
from bot.rules.draws import ABSENT, hash_text
from bot.rules.facts import Player

Person = TypeVar("Person")


MOST_KEPT_APART = 1
"""The most people from whom a player is kept apart because they avoid them."""


class GameNightAttendee(Struct, frozen=True):
    """A player present for a round of a game night: points, byes, and bracket of the deck.

    The `tag` stands for the player in the draw. `smaller` counts the smaller pods in which the player has sat. In the
    top cut, `standing` is the place in the standings, and whoever won a pod of the cut before is `through`. `strength`
    follows from the player's rating.
    """

    player: Player
    tag: str
    points: int = 0
    byes: int = 0
    bracket: int | None = None
    smaller: int = 0
    standing: int = 0
    through: bool = False
    strength: int = 0


class RoundPairingInput(Struct, frozen=True):
    """The input for pairing a round: players, pod sizes, earlier meetings, and avoided players.

    Rounds are numbered from 1. `met` and `earlier` are the pods that people sat in tonight and in the last nights of
    the series. Pairs in `apart` avoid each other. `shares_smaller_pods` is False for recipes that do not share them. A
    round of the top cut seats the best `cut` people, 4 or 16; that of any other round is 0.
    `keeps_strength` is False for recipes by which avoiding strong players leads to weaker ones.
    """

    number: int
    sizes: PodSizePreferences
    mode: Mode
    attendees: tuple[GameNightAttendee, ...]
    met: tuple[tuple[Player, ...], ...] = ()
    earlier: tuple[tuple[Player, ...], ...] = ()
    apart: frozenset[Pair] = frozenset()
    shares_smaller_pods: bool = False
    cut: int = 0
    keeps_strength: bool = False


def compute_strength_from_rating(rating: int) -> int:
    """Convert a rating to strength: 1000 for a newcomer, tripled by each further 200 points."""
    return round(1000 * 3 ** ((rating - 1000) / 200))


def build_pairing_solver_input(pairing_input: RoundPairingInput, secret: str) -> PairingSolverInput:
    """Return the input from which the solver pairs the players of a round.

    Players are kept apart only in mode `fresh` (NGT-3).
    """
    here = {each.player for each in pairing_input.attendees}
    apart = frozenset(pair for pair in pairing_input.apart if pair <= here)
    return PairingSolverInput(
        tuple(
            PlayerToPair(a.player, a.points, a.byes, a.bracket, a.smaller, a.standing, a.through, a.strength)
            for a in pairing_input.attendees
        ),
        pairing_input.sizes,
        pairing_input.mode,
        count_meetings_of_pairs(pairing_input.met, here),
        count_meetings_of_pairs(pairing_input.earlier, here),
        apart if pairing_input.mode == "fresh" else frozenset(),
        {
            each.player: compute_random_pairing_value(secret, pairing_input.number, each.tag)
            for each in pairing_input.attendees
        },
        pairing_input.shares_smaller_pods,
        pairing_input.cut,
        keeps_strength=pairing_input.keeps_strength,
    )


def list_players_of_smaller_pods(pods: Iterable[Sequence[Person]]) -> list[Person]:
    """Return the people of a round who sit in smaller pods than others do."""
    played = [pod for pod in pods if pod]
    largest = max(map(len, played), default=0)
    return [person for pod in played if len(pod) < largest for person in pod]


def choose_pairs_to_keep_apart(
    avoided_pairs: Iterable[tuple[Player, Player]],
    present_players: Collection[Player],
    maximum_per_player: int | None = MOST_KEPT_APART,
    *,
    count_absent_players: bool = True,
) -> frozenset[Pair]:
    """Choose which pairs of present players to keep apart, from the list of people whom each player avoids.

    `avoided_pairs` are players and whom they avoid, in the order of each player's list. The first ones are the same
    whoever is there, or a long list would choose the opponents of every night; unless `count_absent_players` is False.
    None means without a limit.
    """
    chosen: dict[Player, list[Player]] = {}
    for player, avoided in avoided_pairs:
        if player in present_players and (count_absent_players or avoided in present_players):
            chosen.setdefault(player, []).append(avoided)
    return frozenset(
        frozenset((player, each))
        for player, own in chosen.items()
        for each in own[:maximum_per_player]
        if each in present_players
    )


def map_former_to_present_player_ids(
    earlier_pods: Iterable[Iterable[Player]],
    new_player_ids: Mapping[Player, Player],
    present_players: Collection[Player],
    previous_players: Collection[Player],
) -> dict[Player, Player]:
    """Map the ids of merged accounts and claimed guests to the same people's present ids.

    `new_player_ids` maps claimed guests and merged accounts to the players who have their results now. People who were
    seated in the night before keep their ids of then, so that its rounds do not differ.
    """
    present = {
        new_player_ids.get(player, player): player for player in present_players if player not in previous_players
    }
    return {
        player: present[owner]
        for pod in earlier_pods
        for player in pod
        if player not in present_players
        and player not in previous_players
        and (owner := new_player_ids.get(player, player)) in present
    }


def replace_player_ids_in_pods(
    pods: Iterable[Iterable[Player]], new_ids: Mapping[Player, Player]
) -> tuple[tuple[Player, ...], ...]:
    return tuple(tuple(new_ids.get(player, player) for player in pod) for pod in pods)


def count_meetings_of_pairs(pods: Iterable[Iterable[Player]], present_players: Collection[Player]) -> dict[Pair, int]:
    """Return how often each pair of present players sat in one of these pods."""
    counts: dict[Pair, int] = {}
    for pod in pods:
        for one, other in combinations([player for player in pod if player in present_players], 2):
            pair = frozenset((one, other))
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def compute_random_pairing_value(secret: str, round_number: int, pseudonym: str) -> bytes:
    """Compute a player's random value in a round, which breaks ties between equally good pairings.

    The lower value comes first.
    """
    return hmac.digest(secret.encode(), f"round {round_number} {pseudonym}".encode(), "sha256")


def find_pseudonym_of_player(pseudonyms: Mapping[Player, str], player: Player) -> str:
    """Return a player's pseudonym in random pairings; a hash of their id if they have none."""
    tag = pseudonyms.get(player, ABSENT)
    return hash_text(f"player {player}") if tag == ABSENT else tag


def hash_player_pairs_kept_apart(secret: str, round_number: int, pseudonym_pairs: Iterable[Iterable[str]]) -> str:
    """Compute a hash of the pairs of players (by pseudonym) who were kept apart in a round.

    Nobody can guess the pairs from the hash without the secret.
    """
    lines = sorted(" ".join(("apart", *sorted(pair))) for pair in pseudonym_pairs)
    text = "".join(f"{line}\n" for line in (f"round {round_number}", *lines))
    return hmac.digest(secret.encode(), text.encode(), "sha256").hex()


def apply_player_swaps(
    pods: Iterable[Sequence[Person]],
    players_without_pod: Sequence[Person],
    player_swaps: Iterable[tuple[Person, Person]],
) -> tuple[tuple[tuple[Person, ...], ...], tuple[Person, ...]]:
    """Return the pods and the players without a pod after swaps of two people each."""
    groups = [tuple(group) for group in (*pods, players_without_pod)]
    for one, other in player_swaps:
        places: dict[Person, Person] = {one: other, other: one}
        groups = [tuple(places.get(person, person) for person in group) for group in groups]
    return tuple(groups[:-1]), groups[-1]
