"""Random rounds of a night, as facts."""

from random import Random

from msgspec.structs import replace

from bot.nights.pairing import Mode, PodSizePreferences
from bot.nights.seating import GameNightAttendee, RoundPairingInput
from bot.rules.draws import hash_text

SECRET = hash_text("secret")


def make_facts(
    random: Random, players: int, mode: Mode = "fresh", former: int = 3, apart: int = 0
) -> RoundPairingInput:
    """Return a round of so many players who sat in pods by chance in so many earlier rounds."""
    names = [f"p{number}" for number in range(players)]
    attendees = tuple(
        GameNightAttendee(
            name,
            hash_text(name),
            random.choice((0, 0, 1, 3, 3, 6, -1)),
            random.choice((0, 0, 0, 1)),
            random.choice((None, 2, 3, 4)),
        )
        for name in names
    )
    pairs = [random.sample(names, 2) for _ in range(apart if players > 1 else 0)]
    return RoundPairingInput(
        former + 1,
        PodSizePreferences(frozenset({3, 4}), frozenset({3, 4, 5}), 4),
        mode,
        attendees,
        met=_seat_by_chance(random, names, former),
        earlier=_seat_by_chance(random, [*names, "gone"], former),
        apart=frozenset(map(frozenset, pairs)),
    )


def _seat_by_chance(random: Random, names: list[str], rounds: int) -> tuple[tuple[str, ...], ...]:
    pods: list[tuple[str, ...]] = []
    for _ in range(rounds):
        order = random.sample(names, len(names))
        pods += [tuple(order[at : at + 4]) for at in range(0, len(order), 4)]
    return tuple(pods)


def rename(facts: RoundPairingInput, prefix: str) -> RoundPairingInput:
    """Return the same round of people whose names begin with a prefix; tags stay."""

    def call(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{prefix}{name}" for name in names)

    return replace(
        facts,
        attendees=tuple(replace(a, player=f"{prefix}{a.player}") for a in facts.attendees),
        met=tuple(map(call, facts.met)),
        earlier=tuple(map(call, facts.earlier)),
        apart=frozenset(frozenset(call(tuple(pair))) for pair in facts.apart),
    )
