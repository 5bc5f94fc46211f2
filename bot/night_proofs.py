"""The file of a night, and its verification: the same pods from what decided them.

`docs/design/night-recipe.md` specifies both for people who verify without the bot: change both
together.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.draw_proofs import Check, Digits, MaybeHex
from bot.nights.night import Night
from bot.nights.seating import (
    Attendee,
    RoundFacts,
    ask_pairing,
    find_tag,
    hash_apart,
    rename_players,
    swap_people,
)
from bot.nights.terms import compute_night_commitment, join_night_commitment
from bot.pairing import (
    LARGEST_POD,
    MAX_PLAYERS,
    SMALLEST_POD,
    Mode,
    Pair,
    Sizes,
    divide,
    make_bye_key,
    pair_players,
)
from bot.planning.night_rounds import RoundSeated, find_earlier_ids
from bot.planning.night_swaps import NightSwapped
from bot.reading import Unreadable
from bot.rules.acts import Event
from bot.rules.draws import ABSENT, hash_text, make_tag
from bot.rules.facts import Player
from bot.seating import Hex

Place = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
"""A place in the roster, counted from 0."""

Places = tuple[Place, ...]
Size = Annotated[int, Meta(ge=SMALLEST_POD, le=LARGEST_POD)]


class NightSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person of the roster: their name, their tag and, if still known, their account."""

    name: str
    tag: Hex
    account: Digits | None = None


class SizesProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The pod sizes that the organiser chose (NGT-1)."""

    allowed: Annotated[tuple[Size, ...], Meta(min_length=1)]
    preferred: Size
    may: Annotated[tuple[Size, ...], Meta(min_length=1)]


class PersonHere(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person who was there for a round, with their points and bracket at that moment."""

    place: Place
    points: int = 0
    bracket: Annotated[int, Meta(ge=1, le=5)] | None = None


class RoundProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round: the people who were there, and the pods that were drawn for them.

    The organiser then exchanged the pairs in `swaps`, one after the other. `apart_hash` is the hash
    of the pairs who were kept apart; it is `-` if nobody on the server avoided anybody. Only the
    file of moderators has the pairs themselves.
    """

    here: Annotated[tuple[PersonHere, ...], Meta(max_length=MAX_PLAYERS)]
    pods: tuple[Places, ...]
    out: Places = ()
    swaps: tuple[tuple[Place, Place], ...] = ()
    apart_hash: MaybeHex = ABSENT
    apart: tuple[tuple[Place, Place], ...] | None = None


class NightProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The data that checks a night; `earlier` are the pods of the last nights of its series.

    `secret` is missing where it would tell who avoids whom, and `veil` once a player was forgotten.
    """

    recipe: Literal["night-1"]
    commitment: Hex
    server: Digits
    channel: Digits
    night: Digits
    secret_hash: Hex
    veil_hash: Hex
    mode: Mode
    sizes: SizesProof
    roster: Annotated[tuple[NightSeat, ...], Meta(max_length=MAX_PLAYERS)]
    rounds: Annotated[tuple[RoundProof, ...], Meta(max_length=100)]
    earlier: tuple[Places, ...] = ()
    secret: Hex | None = None
    veil: Hex | None = None


class RepeatedRound(Struct, frozen=True):
    """The pods of a round and who sits out, drawn again; places in the roster, in order."""

    pods: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]


# Making a proof


def prove_night(
    night: Night,
    names: Mapping[Player, str],
    accounts: Mapping[Player, int],
    earlier: Iterable[Iterable[Player]] = (),
    apart: Collection[Pair] | None = None,
) -> NightProof:
    """Return the proof of a night that has a seal, from its acts that stand.

    `accounts` are the known Discord ids. `earlier` are the pods of the last nights of the series,
    whose people are told by the ids by which the rounds were seated.
    With `apart`, the pairs who avoid each other now, it is the proof for moderators. Pairs of a
    round are left out if they have changed since.
    """
    seal = night.terms.seal
    assert seal is not None
    tags = {player: find_tag(night.tags, player) for player in _list_people(night)}
    people = sorted(tags, key=tags.__getitem__)
    places = {player: place for place, player in enumerate(people)}
    rounds = tuple(_prove_rounds(night, places, tags, apart))
    hides = apart is None and any(told.apart_hash != ABSENT for told in rounds)
    former = rename_players(earlier, find_earlier_ids(night))
    pods = (tuple(places[each] for each in pod if each in places) for pod in former)
    return NightProof(
        recipe="night-1",
        commitment=compute_night_commitment(seal),
        server=f"{seal.server}",
        channel=f"{seal.channel}",
        night=f"{seal.night}",
        secret_hash=hash_text(seal.own.secret),
        veil_hash=seal.own.cover,
        mode=night.terms.mode,
        sizes=SizesProof(night.terms.allowed, night.terms.preferred, night.terms.may),
        roster=tuple(
            _prove_person(names[each], tags[each], accounts.get(each), seal.own.veil)
            for each in people
        ),
        rounds=rounds,
        earlier=tuple(pod for pod in pods if len(pod) > 1),
        secret=None if hides else seal.own.secret,
        veil=seal.own.veil,
    )


def _list_people(night: Night) -> set[Player]:
    """Return everybody who was there for a round, whoever changed places since."""
    seated = (act for act in night.acts if isinstance(act, RoundSeated))
    return {player for act in seated for group in (*act.pods, act.out) for player in group}


def _prove_rounds(
    night: Night,
    places: Mapping[Player, int],
    tags: Mapping[Player, str],
    apart: Collection[Pair] | None,
) -> Iterator[RoundProof]:
    for act, swaps in _list_rounds(night.acts):
        here = sorted(places[player] for group in (*act.pods, act.out) for player in group)
        people = {places[player]: player for player in places}
        yield RoundProof(
            tuple(
                PersonHere(place, act.points.get(people[place], 0), act.brackets.get(people[place]))
                for place in here
            ),
            tuple(tuple(places[player] for player in pod) for pod in act.pods),
            tuple(places[player] for player in act.out),
            tuple((places[one], places[other]) for one, other in swaps),
            act.apart or ABSENT,
            _prove_apart(night, act, places, tags, apart),
        )


def _list_rounds(
    acts: Iterable[Event],
) -> list[tuple[RoundSeated, list[tuple[Player, Player]]]]:
    """Return each round as it was seated, with the people who changed places afterwards."""
    rounds: list[tuple[RoundSeated, list[tuple[Player, Player]]]] = []
    for act in acts:
        if isinstance(act, RoundSeated):
            rounds.append((act, []))
        elif isinstance(act, NightSwapped):
            rounds[-1][1].append((act.one, act.other))
    return rounds


def _prove_apart(
    night: Night,
    act: RoundSeated,
    places: Mapping[Player, int],
    tags: Mapping[Player, str],
    apart: Collection[Pair] | None,
) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs who were kept apart; None if they are unknown, or could not exist."""
    seal = night.terms.seal
    if apart is None or act.apart is None or seal is None:
        return None
    here = {player for group in (*act.pods, act.out) for player in group}
    pairs = [sorted(pair, key=places.__getitem__) for pair in apart if pair <= here]
    told = hash_apart(seal.own.secret, act.round, [[tags[each] for each in p] for p in pairs])
    if told != act.apart:
        return None
    return tuple(sorted((places[one], places[other]) for one, other in pairs))


def _prove_person(name: str, tag: str, account: int | None, veil: str | None) -> NightSeat:
    """Return a person's entry, with their account only if it gives their tag."""
    known = veil is not None and account is not None and make_tag(veil, account) == tag
    return NightSeat(name, tag, f"{account}" if known else None)


# Verifying a proof


def check_night(proof: NightProof) -> Iterator[Check]:
    """Yield every check of a night's file. Raises `Unreadable` if the file contradicts itself."""
    commitment = hash_text(
        join_night_commitment(
            (int(proof.server), int(proof.channel), int(proof.night)),
            proof.secret_hash,
            proof.veil_hash,
        )
    )
    yield Check("commitment", (commitment,), (proof.commitment,))
    if proof.secret is not None:
        yield Check("secret", (hash_text(proof.secret),), (proof.secret_hash,))
    yield from _check_people(proof)
    for number, facts in enumerate(_list_facts(proof), 1):
        yield from _check_round(proof, number, facts)


def repeat_rounds(proof: NightProof) -> list[RepeatedRound | None]:
    """Return all rounds, drawn again; None where the file does not hold what decided the pods.

    Raises `Unreadable` if the file contradicts itself.
    """
    return [
        _repeat_round(proof, facts) if can_repeat(proof, number) else None
        for number, facts in enumerate(_list_facts(proof), 1)
    ]


def can_repeat(proof: NightProof, number: int) -> bool:
    """Return whether the file holds all that decided the pods of a round."""
    told = proof.rounds[number - 1]
    return proof.secret is not None and (told.apart_hash == ABSENT or told.apart is not None)


def _repeat_round(proof: NightProof, facts: RoundFacts) -> RepeatedRound:
    assert proof.secret is not None
    places = {seat.tag: place for place, seat in enumerate(proof.roster)}
    pairing = pair_players(ask_pairing(facts, proof.secret))
    pods = (sorted(places[tag] for tag in pod) for pod in pairing.pods)
    out = sorted(places[tag] for tag in pairing.out)
    return RepeatedRound(tuple(map(tuple, sorted(pods))), tuple(out))


# The checks


def _check_people(proof: NightProof) -> Iterator[Check]:
    """Yield the checks of the veil and of the tags of known accounts."""
    if len({seat.tag for seat in proof.roster}) < len(proof.roster):
        raise Unreadable("roster", "two people have one tag; accepted: a tag each")
    if proof.veil is None:
        return
    yield Check("veil", (hash_text(proof.veil),), (proof.veil_hash,))
    known = [(seat, int(seat.account)) for seat in proof.roster if seat.account is not None]
    if known:
        tags = tuple(make_tag(proof.veil, account) for _, account in known)
        yield Check("tags", tags, tuple(seat.tag for seat, _ in known))


def _check_round(proof: NightProof, number: int, facts: RoundFacts) -> Iterator[Check]:
    """Yield the checks of a round: its sizes, who sat out, and as far as possible its pods."""
    told = proof.rounds[number - 1]
    named = f"round {number}"
    sizes = divide(len(facts.attendees), facts.sizes)
    yield Check(f"{named} sizes", _write(sizes), _write(sorted(map(len, told.pods))))
    keys = {a.player: make_bye_key(a.byes, a.points, facts.mode) for a in facts.attendees}
    smallest = sorted(keys.values())[: len(told.out)]
    chosen = sorted(keys[proof.roster[place].tag] for place in told.out)
    yield Check(f"{named} sitting out", _write(smallest), _write(chosen))
    if proof.secret is not None and told.apart is not None:
        pairs = [[proof.roster[place].tag for place in pair] for pair in told.apart]
        found = hash_apart(proof.secret, number, pairs)
        yield Check(f"{named} apart", (found,), (told.apart_hash,))
    if can_repeat(proof, number):
        found_round = _repeat_round(proof, facts)
        told_round = RepeatedRound(_sort_pods(told.pods), tuple(sorted(told.out)))
        yield Check(f"{named} pods", _name(proof, found_round), _name(proof, told_round))


def _write(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, values))


def _sort_pods(pods: Iterable[Collection[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted(pod)) for pod in pods))


def _name(proof: NightProof, drawn: RepeatedRound) -> tuple[str, ...]:
    """Return a text for each pod, and one for those who sit out."""
    pods = [*drawn.pods, *([drawn.out] if drawn.out else [])]
    texts = [", ".join(f"{place} {proof.roster[place].name}" for place in pod) for pod in pods]
    if drawn.out:
        texts[-1] = f"out: {texts[-1]}"
    return tuple(texts)


# What decided a round


def _list_facts(proof: NightProof) -> Iterator[RoundFacts]:
    """Yield the facts of each round. Raises `Unreadable` if the file contradicts itself."""
    sizes = _read_sizes(proof.sizes)
    byes = Counter[int]()
    met: list[tuple[int, ...]] = []
    earlier = tuple(_tag(proof, "earlier", pod) for pod in proof.earlier)
    for number, told in enumerate(proof.rounds, 1):
        field = f"rounds[{number - 1}]"
        here = {each.place: each for each in told.here}
        seated = [place for pod in (*told.pods, told.out) for place in pod]
        if sorted(seated) != sorted(each.place for each in told.here) or len(here) < len(seated):
            problem = "not everybody who was there sits once; accepted: each in one pod, or out"
            raise Unreadable(f"{field}.pods", problem)
        _tag(proof, f"{field}.here", here)
        yield RoundFacts(
            number,
            sizes,
            proof.mode,
            tuple(
                Attendee(
                    proof.roster[place].tag, proof.roster[place].tag, p.points, byes[place],
                    p.bracket,
                )
                for place, p in here.items()
            ),
            tuple(_tag(proof, field, pod) for pod in met),
            earlier,
            frozenset(
                frozenset(_tag(proof, f"{field}.apart", pair)) for pair in told.apart or ()
            ),
        )  # fmt: skip
        if away := {place for swap in told.swaps for place in swap} - set(here):
            problem = f"place {min(away)} was not there; accepted: people who were"
            raise Unreadable(f"{field}.swaps", problem)
        pods, out = swap_people(told.pods, told.out, told.swaps)
        met += pods
        byes.update(out)


def _read_sizes(sizes: SizesProof) -> Sizes:
    if missing := set(sizes.allowed) - set(sizes.may):
        raise Unreadable("sizes.allowed", f"{min(missing)} is not in 'may'; accepted: those")
    return Sizes(frozenset(sizes.allowed), frozenset(sizes.may), sizes.preferred)


def _tag(proof: NightProof, field: str, places: Iterable[int]) -> tuple[str, ...]:
    """Return the tags of several people. Raises `Unreadable` for an unknown or repeated place."""
    wanted = list(places)
    most = len(proof.roster) - 1
    if beyond := [place for place in wanted if place > most]:
        raise Unreadable(field, f"nobody has place {beyond[0]}; accepted: 0 to {most}")
    if len(set(wanted)) < len(wanted):
        raise Unreadable(field, "a place stands twice; accepted: each place once")
    return tuple(proof.roster[place].tag for place in wanted)
