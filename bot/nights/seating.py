"""The question to the pairing for a round of a night, and what its draw hashes.

`docs/design/night-recipe.md` specifies every hashed text byte by byte: change both together. The
pods of a round depend on the facts of the round and on the night's secret, and on nothing else.
"""

import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from msgspec import Struct

from bot.pairing import Entrant, Mode, Pair, Round, Sizes
from bot.rules.draws import ABSENT, hash_text
from bot.rules.facts import Player

Person = TypeVar("Person")


class Attendee(Struct, frozen=True):
    """A player who is there for a round: points and rounds sat out tonight, and their bracket.

    The `tag` stands for the player in the draw.
    """

    player: Player
    tag: str
    points: int = 0
    byes: int = 0
    bracket: int | None = None


class RoundFacts(Struct, frozen=True):
    """The facts of round `number` of a night, counted from 1.

    `met` and `earlier` are the pods that people sat in tonight and in the last nights of the
    series. Pairs in `apart` avoid each other.
    """

    number: int
    sizes: Sizes
    mode: Mode
    attendees: tuple[Attendee, ...]
    met: tuple[tuple[Player, ...], ...] = ()
    earlier: tuple[tuple[Player, ...], ...] = ()
    apart: frozenset[Pair] = frozenset()


def ask_pairing(facts: RoundFacts, secret: str) -> Round:
    """Return the question to the pairing; avoidances count in mode `fresh` alone (NGT-3)."""
    here = {each.player for each in facts.attendees}
    apart = frozenset(pair for pair in facts.apart if pair <= here)
    return Round(
        tuple(Entrant(a.player, a.points, a.byes, a.bracket) for a in facts.attendees),
        facts.sizes,
        facts.mode,
        count_meetings(facts.met, here),
        count_meetings(facts.earlier, here),
        apart if facts.mode == "fresh" else frozenset(),
        {each.player: draw_lot(secret, facts.number, each.tag) for each in facts.attendees},
    )


def find_present_ids(
    pods: Iterable[Iterable[Player]],
    owners: Mapping[Player, Player],
    here: Collection[Player],
    seated: Collection[Player],
) -> dict[Player, Player]:
    """Map former ids in earlier pods to the ids by which the same people are `here`.

    `owners` have the results of claimed guests and merged accounts. People who were `seated` in
    the night before are who they were then, so that its rounds do not differ.
    """
    present = {owners.get(player, player): player for player in here if player not in seated}
    return {
        player: present[owner]
        for pod in pods
        for player in pod
        if player not in here
        and player not in seated
        and (owner := owners.get(player, player)) in present
    }


def rename_players(
    pods: Iterable[Iterable[Player]], ids: Mapping[Player, Player]
) -> tuple[tuple[Player, ...], ...]:
    """Return pods with other ids for some people."""
    return tuple(tuple(ids.get(player, player) for player in pod) for pod in pods)


def count_meetings(pods: Iterable[Iterable[Player]], here: Collection[Player]) -> dict[Pair, int]:
    """Return how often each pair of players who are `here` sat in one of these pods."""
    counts: dict[Pair, int] = {}
    for pod in pods:
        for one, other in combinations([player for player in pod if player in here], 2):
            pair = frozenset((one, other))
            counts[pair] = counts.get(pair, 0) + 1
    return counts


def draw_lot(secret: str, number: int, tag: str) -> bytes:
    """Return the lot of a tag in a round: a lower one comes first between equal costs."""
    return hmac.digest(secret.encode(), f"round {number} {tag}".encode(), "sha256")


def find_tag(tags: Mapping[Player, str], player: Player) -> str:
    """Return the tag of a player; the hash of their id here if their account has none."""
    tag = tags.get(player, ABSENT)
    return hash_text(f"player {player}") if tag == ABSENT else tag


def hash_apart(secret: str, number: int, pairs: Iterable[Iterable[str]]) -> str:
    """Return the hash of the pairs of tags that were kept apart in a round.

    Nobody can guess the pairs from it without the secret.
    """
    lines = sorted(" ".join(("apart", *sorted(pair))) for pair in pairs)
    text = "".join(f"{line}\n" for line in (f"round {number}", *lines))
    return hmac.digest(secret.encode(), text.encode(), "sha256").hex()


def swap_people(
    pods: Iterable[Sequence[Person]], out: Sequence[Person], swaps: Iterable[tuple[Person, Person]]
) -> tuple[tuple[tuple[Person, ...], ...], tuple[Person, ...]]:
    """Return pods, and who sits out, after pairs of people changed places one after the other."""
    groups = [tuple(group) for group in (*pods, out)]
    for one, other in swaps:
        places: dict[Person, Person] = {one: other, other: one}
        groups = [tuple(places.get(person, person) for person in group) for group in groups]
    return tuple(groups[:-1]), groups[-1]
