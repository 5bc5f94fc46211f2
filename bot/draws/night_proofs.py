"""Files that prove that a night's pairings were fair, and their verification by repeating the pairing.

`docs/design/night-recipe.md` specifies both for people who verify without the bot: change both together.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.basics.typed_values import InvalidValueError
from bot.draws.proofs import Digits, FairnessProofCheck, MaybeHex
from bot.draws.seating import Hex
from bot.nights.night import GameNight
from bot.nights.pairing import (
    LARGEST_POD,
    MAX_PLAYERS,
    SMALLEST_POD,
    Mode,
    PodSizePreferences,
    compute_sit_out_sort_key,
    compute_top_cut_seat_sort_key,
    divide_players_into_pod_sizes,
    pair_players_into_pods,
)
from bot.nights.seating import (
    MOST_KEPT_APART,
    GameNightAttendee,
    RoundPairingInput,
    apply_player_swaps,
    build_pairing_solver_input,
    choose_pairs_to_keep_apart,
    find_pseudonym_of_player,
    hash_player_pairs_kept_apart,
    list_players_of_smaller_pods,
    replace_player_ids_in_pods,
)
from bot.nights.terms import (
    RECIPE_WITH_KEPT_STRENGTH,
    RECIPE_WITH_SHARED_POD_SIZES,
    compute_pairing_commitment_hash,
    format_pairing_commitment,
)
from bot.nights.top_cut import CUT_POD_SIZE, count_top_cut_pods
from bot.planning.night_redraws import RoundDraw, UnstartedPodsReseated, map_earlier_to_current_player_ids
from bot.planning.night_rounds import GameNightRoundSeated
from bot.planning.night_swaps import PlayersSwappedBetweenPods
from bot.rules.commands_and_events import Event
from bot.rules.draws import ABSENT, compute_account_pseudonym, hash_text
from bot.rules.facts import Player

Place = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
"""A place in the roster, counted from 0."""

Places = tuple[Place, ...]
Size = Annotated[int, Meta(ge=SMALLEST_POD, le=LARGEST_POD)]


Recipe = Literal["night-1", "night-2", "night-3"]
_RECIPES: Mapping[int, Recipe] = {1: "night-1", 2: "night-2", 3: "night-3"}


class PersonInPairingProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A person in the proof of fair pairings: name, hash (tag) and, if known, Discord account."""

    name: str
    tag: Hex
    account: Digits | None = None


class PodSizesInPairingProof(Struct, frozen=True, forbid_unknown_fields=True):
    """The pod sizes that the organiser of a game night chose, in the proof of fair pairings."""

    allowed: Annotated[tuple[Size, ...], Meta(min_length=1)]
    preferred: Size
    may: Annotated[tuple[Size, ...], Meta(min_length=1)]


class AttendeeInPairingProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player present for a round, with the points, bracket and strength used for pairing.

    For the top cut, `standing` is the place in the standings; whoever won a pod of the cut before is `through`.
    """

    place: Place
    points: int = 0
    bracket: Annotated[int, Meta(ge=1, le=5)] | None = None
    standing: Annotated[int, Meta(ge=1)] | None = None
    through: bool = False
    strength: Annotated[int, Meta(ge=0)] = 0


class PodPairingInProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A pairing in the proof of fair pairings: the players present, and their pods.

    `apart_hash` is the hash of the pairs who were kept apart; it is `-` if nobody on the server avoided anybody. Only
    the moderators' file contains the pairs themselves. In the top cut, the pods are those of the best `cut` people.
    """

    here: Annotated[tuple[AttendeeInPairingProof, ...], Meta(max_length=MAX_PLAYERS)]
    pods: tuple[Places, ...]
    out: Places = ()
    apart_hash: MaybeHex = ABSENT
    apart: tuple[tuple[Place, Place], ...] | None = None
    cut: Annotated[int, Meta(ge=0, le=16, multiple_of=CUT_POD_SIZE)] = 0


class RoundInPairingProof(PodPairingInProof, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round of a game night in the proof that its pods were paired fairly.

    The organiser then exchanged the pairs in `swaps`, one after the other. After results had changed, pods that had not
    begun were drawn `again`. `played` are the pods as they were after all that and after their calls, and `benched` who
    sat out then; both are left out if only `swaps` changed the draw.
    """

    swaps: tuple[tuple[Place, Place], ...] = ()
    again: tuple[PodPairingInProof, ...] = ()
    played: tuple[Places, ...] | None = None
    benched: Places = ()


class PairingFairnessProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A proof that a game night's pods were paired fairly, with the data to pair them again.

    `earlier` are the pods of the last nights of the series. `secret` is missing if it would reveal who avoids whom, and
    `veil` once a player's data was erased.
    """

    recipe: Recipe
    commitment: Hex
    server: Digits
    channel: Digits
    night: Digits
    secret_hash: Hex
    veil_hash: Hex
    mode: Mode
    sizes: PodSizesInPairingProof
    roster: Annotated[tuple[PersonInPairingProof, ...], Meta(max_length=MAX_PLAYERS)]
    rounds: Annotated[tuple[RoundInPairingProof, ...], Meta(max_length=100)]
    earlier: tuple[Places, ...] = ()
    secret: Hex | None = None
    veil: Hex | None = None

    @property
    def algorithm_version(self) -> int:
        return int(self.recipe.removeprefix("night-"))


class RecomputedRoundPairing(Struct, frozen=True):
    """A recomputed pairing of a round: its pods and byes, as sorted indexes of people in the proof."""

    pods: tuple[tuple[int, ...], ...]
    out: tuple[int, ...]


# Making a proof


def build_pairing_fairness_proof(
    game_night: GameNight,
    player_names: Mapping[Player, str],
    account_ids: Mapping[Player, int],
    earlier_pods: Iterable[Iterable[Player]] = (),
    avoided_pairs: Collection[tuple[Player, Player]] | None = None,
) -> PairingFairnessProof:
    """Build the proof that a game night's pods were paired fairly.

    The night's secret was committed before. `account_ids` are the known Discord ids. `earlier_pods` are the pods of the
    last nights of the series, by the player ids of the time of the rounds.

    With `avoided_pairs`, the players and whom they avoid now, in their order, the proof is for moderators; the pairs of
    a round are left out if they have changed since. Actions that were undone are left out.
    """
    seal = game_night.terms.seal
    assert seal is not None
    tags = {
        player: find_pseudonym_of_player(game_night.tags, player)
        for player in _list_attendees_of_game_night(game_night)
    }
    people = sorted(tags, key=tags.__getitem__)
    places = {player: place for place, player in enumerate(people)}
    rounds = tuple(_build_rounds_in_pairing_proof(game_night, places, tags, avoided_pairs))
    hides = avoided_pairs is None and any(told.apart_hash != ABSENT for told in rounds)
    former = replace_player_ids_in_pods(earlier_pods, map_earlier_to_current_player_ids(game_night))
    pods = (tuple(places[each] for each in pod if each in places) for pod in former)
    return PairingFairnessProof(
        recipe=_RECIPES[seal.recipe],
        commitment=compute_pairing_commitment_hash(seal),
        server=f"{seal.server}",
        channel=f"{seal.channel}",
        night=f"{seal.night}",
        secret_hash=hash_text(seal.own.secret),
        veil_hash=seal.own.cover,
        mode=game_night.terms.mode,
        sizes=PodSizesInPairingProof(game_night.terms.allowed, game_night.terms.preferred, game_night.terms.may),
        roster=tuple(
            _build_person_in_pairing_proof(player_names[each], tags[each], account_ids.get(each), seal.own.veil)
            for each in people
        ),
        rounds=rounds,
        earlier=tuple(pod for pod in pods if len(pod) > 1),
        secret=None if hides else seal.own.secret,
        veil=seal.own.veil,
    )


def _list_attendees_of_game_night(game_night: GameNight) -> frozenset[Player]:
    """List all players who were present for a round, regardless of later swaps."""
    seated = (act for act in game_night.acts if isinstance(act, RoundDraw))
    return game_night.all_players | {player for act in seated for group in (*act.pods, act.out) for player in group}


def _build_rounds_in_pairing_proof(
    game_night: GameNight,
    person_indexes: Mapping[Player, int],
    pseudonyms: Mapping[Player, str],
    avoided_pairs: Collection[tuple[Player, Player]] | None,
) -> Iterator[RoundInPairingProof]:
    people = {person_indexes[player]: player for player in person_indexes}

    def build_pod_pairing_in_proof(round_number: int, round_pairing: RoundDraw) -> PodPairingInProof:
        here = sorted(person_indexes[player] for group in (*round_pairing.pods, round_pairing.out) for player in group)
        cut = game_night.find_top_cut_size_of_round(round_number)
        if cut and isinstance(round_pairing, UnstartedPodsReseated):
            cut = CUT_POD_SIZE * len(round_pairing.pods_before)
        return PodPairingInProof(
            tuple(
                AttendeeInPairingProof(
                    place,
                    round_pairing.points.get(people[place], 0),
                    round_pairing.brackets.get(people[place]),
                    round_pairing.places.get(people[place]),
                    people[place] in round_pairing.through,
                    round_pairing.strengths.get(people[place], 0),
                )
                for place in here
            ),
            tuple(tuple(person_indexes[player] for player in pod) for pod in round_pairing.pods),
            tuple(person_indexes[player] for player in round_pairing.out),
            round_pairing.apart or ABSENT,
            _find_pairs_kept_apart_in_round(game_night, round_pairing, person_indexes, pseudonyms, avoided_pairs),
            cut,
        )

    rounds = zip(_list_rounds_with_later_reseatings(game_night.acts), game_night.rounds, strict=True)
    for number, ((act, swaps, redraws), current) in enumerate(rounds, 1):
        pods = tuple(pod.players for pod in current.pods if pod.players)
        has_changed = _sort_pods_and_byes(*apply_player_swaps(act.pods, act.out, swaps)) != _sort_pods_and_byes(
            pods, current.out
        )
        drawn = build_pod_pairing_in_proof(number, act)
        yield RoundInPairingProof(
            drawn.here,
            drawn.pods,
            drawn.out,
            drawn.apart_hash,
            drawn.apart,
            drawn.cut,
            tuple((person_indexes[one], person_indexes[other]) for one, other in swaps),
            tuple(build_pod_pairing_in_proof(number, each) for each in redraws),
            tuple(tuple(person_indexes[each] for each in pod) for pod in pods) if has_changed else None,
            tuple(person_indexes[each] for each in current.out) if has_changed else (),
        )


def _sort_pods_and_byes(
    pods: Iterable[Iterable[Player]], players_with_bye: Iterable[Player]
) -> tuple[list[list[Player]], list[Player]]:
    return sorted(sorted(pod) for pod in pods), sorted(players_with_bye)


def _list_rounds_with_later_reseatings(
    night_actions: Iterable[Event],
) -> list[tuple[GameNightRoundSeated, list[tuple[Player, Player]], list[UnstartedPodsReseated]]]:
    """Return each round of a game night with its later swaps of players and reseated pods."""
    rounds: list[tuple[GameNightRoundSeated, list[tuple[Player, Player]], list[UnstartedPodsReseated]]] = []
    for act in night_actions:
        if isinstance(act, GameNightRoundSeated):
            rounds.append((act, [], []))
        elif isinstance(act, PlayersSwappedBetweenPods):
            rounds[-1][1].append((act.one, act.other))
        elif isinstance(act, UnstartedPodsReseated):
            rounds[-1][2].append(act)
    return rounds


def _find_pairs_kept_apart_in_round(
    game_night: GameNight,
    round_started_event: RoundDraw,
    person_indexes: Mapping[Player, int],
    pseudonyms: Mapping[Player, str],
    avoided_pairs: Collection[tuple[Player, Player]] | None,
) -> tuple[tuple[int, int], ...] | None:
    """Return the pairs of players who were kept apart in a round; None if the pairs cannot be reconstructed."""
    seal = game_night.terms.seal
    if avoided_pairs is None or round_started_event.apart is None or seal is None:
        return None
    here = {player for group in (*round_started_event.pods, round_started_event.out) for player in group}
    # Older versions of the bot kept players apart from three people, from the first three who were there, or from all.
    for most, counts_absent in ((MOST_KEPT_APART, True), (3, True), (3, False), (None, True)):
        apart = choose_pairs_to_keep_apart(avoided_pairs, here, most, count_absent_players=counts_absent)
        pairs = [sorted(pair, key=person_indexes.__getitem__) for pair in apart]
        told = hash_player_pairs_kept_apart(
            seal.own.secret, round_started_event.round, [[pseudonyms[each] for each in pair] for pair in pairs]
        )
        if told == round_started_event.apart:
            return tuple(sorted((person_indexes[one], person_indexes[other]) for one, other in pairs))
    return None


def _build_person_in_pairing_proof(
    player_name: str, pseudonym: str, account_id: int | None, blinding_key: str | None
) -> PersonInPairingProof:
    """Return a person's entry in the proof of fair pairings, with the account only if its hash is the person's tag."""
    known = (
        blinding_key is not None
        and account_id is not None
        and compute_account_pseudonym(blinding_key, account_id) == pseudonym
    )
    return PersonInPairingProof(player_name, pseudonym, f"{account_id}" if known else None)


# Verifying a proof


def verify_pairing_fairness_proof(pairing_proof: PairingFairnessProof) -> Iterator[FairnessProofCheck]:
    """Yield all checks of the proof that pairings were fair. Raises `InvalidValueError` if it contradicts itself."""
    commitment = hash_text(
        format_pairing_commitment(
            (int(pairing_proof.server), int(pairing_proof.channel), int(pairing_proof.night)),
            pairing_proof.secret_hash,
            pairing_proof.veil_hash,
            pairing_proof.algorithm_version,
        )
    )
    yield FairnessProofCheck("commitment", (commitment,), (pairing_proof.commitment,))
    if pairing_proof.secret is not None:
        yield FairnessProofCheck("secret", (hash_text(pairing_proof.secret),), (pairing_proof.secret_hash,))
    yield from _verify_account_hashes(pairing_proof)
    for number, draws in enumerate(_iterate_pairing_inputs_by_round(pairing_proof), 1):
        for time, (told, facts) in enumerate(draws, 1):
            named = f"round {number}" if time == 1 else f"round {number}, draw {time}"
            yield from _verify_pod_pairing(pairing_proof, named, told, facts)


def recompute_round_pairings(pairing_proof: PairingFairnessProof) -> list[RecomputedRoundPairing | None]:
    """Recompute the first pairing of each round from a proof; None for a round that is not fully revealed.

    Raises `InvalidValueError` if the proof contradicts itself.
    """
    return [first for first, *_ in recompute_all_pod_pairings(pairing_proof)]


def recompute_all_pod_pairings(pairing_proof: PairingFairnessProof) -> list[list[RecomputedRoundPairing | None]]:
    """Recompute all pairings of each round in a proof, including later ones of unstarted pods.

    Raises `InvalidValueError` if the proof contradicts itself.
    """
    return [
        [
            _recompute_pods_of_round(pairing_proof, facts) if _can_recompute_pod_pairing(pairing_proof, told) else None
            for told, facts in draws
        ]
        for draws in _iterate_pairing_inputs_by_round(pairing_proof)
    ]


def does_proof_reveal_round_pairing(pairing_proof: PairingFairnessProof, round_number: int) -> bool:
    """Return True if a proof reveals all facts that decided the pods of a round."""
    told = pairing_proof.rounds[round_number - 1]
    return all(_can_recompute_pod_pairing(pairing_proof, draw) for draw in (told, *told.again))


def _can_recompute_pod_pairing(proof: PairingFairnessProof, pod_pairing: PodPairingInProof) -> bool:
    return proof.secret is not None and (pod_pairing.apart_hash == ABSENT or pod_pairing.apart is not None)


def _recompute_pods_of_round(
    pairing_proof: PairingFairnessProof, pairing_input: RoundPairingInput
) -> RecomputedRoundPairing:
    assert pairing_proof.secret is not None
    places = {seat.tag: place for place, seat in enumerate(pairing_proof.roster)}
    pairing = pair_players_into_pods(build_pairing_solver_input(pairing_input, pairing_proof.secret))
    pods = (sorted(places[tag] for tag in pod) for pod in pairing.pods)
    out = sorted(places[tag] for tag in pairing.out)
    return RecomputedRoundPairing(tuple(map(tuple, sorted(pods))), tuple(out))


# The checks


def _verify_account_hashes(pairing_proof: PairingFairnessProof) -> Iterator[FairnessProofCheck]:
    """Yield checks of the hashed Discord account ids, and of the secret used to hash them."""
    if len({seat.tag for seat in pairing_proof.roster}) < len(pairing_proof.roster):
        raise InvalidValueError("roster", "two people have one tag; accepted: a tag each")
    if pairing_proof.veil is None:
        return
    yield FairnessProofCheck("veil", (hash_text(pairing_proof.veil),), (pairing_proof.veil_hash,))
    known = [(seat, int(seat.account)) for seat in pairing_proof.roster if seat.account is not None]
    if known:
        tags = tuple(compute_account_pseudonym(pairing_proof.veil, account) for _, account in known)
        yield FairnessProofCheck("tags", tags, tuple(seat.tag for seat, _ in known))


def _verify_pod_pairing(
    pairing_proof: PairingFairnessProof,
    pairing_name: str,
    pod_pairing: PodPairingInProof,
    pairing_input: RoundPairingInput,
) -> Iterator[FairnessProofCheck]:
    """Yield the checks of one pairing: sizes of pods, byes, smaller pods, and the pods if the proof reveals enough."""
    sizes = divide_players_into_pod_sizes(len(pairing_input.attendees), pairing_input.sizes)
    if pod_pairing.cut:
        sizes = (CUT_POD_SIZE,) * count_top_cut_pods(pod_pairing.cut, len(pairing_input.attendees))
    yield FairnessProofCheck(
        f"{pairing_name} sizes",
        _format_values_as_texts(sizes),
        _format_values_as_texts(sorted(map(len, pod_pairing.pods))),
    )
    mode = pairing_input.mode
    out = [pairing_proof.roster[place].tag for place in pod_pairing.out]
    if pod_pairing.cut:
        keys = {
            a.player: compute_top_cut_seat_sort_key(a.standing, has_advanced=a.through) for a in pairing_input.attendees
        }
        seated = [each for each in keys if each not in out]
        yield _verify_choice_by_lowest_keys(f"{pairing_name} top cut", keys, seated)
    else:
        keys = {a.player: compute_sit_out_sort_key(a.byes, a.points, mode) for a in pairing_input.attendees}
        yield _verify_choice_by_lowest_keys(f"{pairing_name} sitting out", keys, out)
    if pairing_input.shares_smaller_pods and not pod_pairing.cut:
        keys = {a.player: compute_sit_out_sort_key(a.smaller, a.points, mode) for a in pairing_input.attendees}
        playing = {tag: key for tag, key in keys.items() if tag not in out}
        smaller = [pairing_proof.roster[place].tag for place in list_players_of_smaller_pods(pod_pairing.pods)]
        yield _verify_choice_by_lowest_keys(f"{pairing_name} smaller pods", playing, smaller)
    if pairing_proof.secret is not None and pod_pairing.apart is not None:
        pairs = [[pairing_proof.roster[place].tag for place in pair] for pair in pod_pairing.apart]
        found = hash_player_pairs_kept_apart(pairing_proof.secret, pairing_input.number, pairs)
        yield FairnessProofCheck(f"{pairing_name} apart", (found,), (pod_pairing.apart_hash,))
    if _can_recompute_pod_pairing(pairing_proof, pod_pairing):
        found_round = _recompute_pods_of_round(pairing_proof, pairing_input)
        told_round = RecomputedRoundPairing(
            _sort_pods_and_their_players(pod_pairing.pods), tuple(sorted(pod_pairing.out))
        )
        yield FairnessProofCheck(
            f"{pairing_name} pods",
            _describe_pods_of_round(pairing_proof, found_round),
            _describe_pods_of_round(pairing_proof, told_round),
        )


def _verify_choice_by_lowest_keys(
    check_name: str, sort_keys: Mapping[str, tuple[int, ...]], chosen_people: Collection[str]
) -> FairnessProofCheck:
    """Check that the players with the lowest sort keys sit out, or play in a smaller pod."""
    smallest = sorted(sort_keys.values())[: len(chosen_people)]
    return FairnessProofCheck(
        check_name,
        _format_values_as_texts(smallest),
        _format_values_as_texts(sorted(sort_keys[each] for each in chosen_people)),
    )


def _format_values_as_texts(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, values))


def _sort_pods_and_their_players(pods: Iterable[Collection[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(tuple(sorted(pod)) for pod in pods))


def _describe_pods_of_round(
    pairing_proof: PairingFairnessProof, recomputed_round: RecomputedRoundPairing
) -> tuple[str, ...]:
    """Return a text for each pod, and one for the players with a bye."""
    pods = [*recomputed_round.pods, *([recomputed_round.out] if recomputed_round.out else [])]
    texts = [", ".join(f"{place} {pairing_proof.roster[place].name}" for place in pod) for pod in pods]
    if recomputed_round.out:
        texts[-1] = f"out: {texts[-1]}"
    return tuple(texts)


# What decided a round


def _iterate_pairing_inputs_by_round(
    pairing_proof: PairingFairnessProof,
) -> Iterator[list[tuple[PodPairingInProof, RoundPairingInput]]]:
    """Yield the pairings of each round in a proof, each with its input. Raises `InvalidValueError` for wrong data."""
    sizes = _parse_pod_sizes_in_pairing_proof(pairing_proof.sizes)
    byes = Counter[int]()
    smaller = Counter[int]()
    met: list[tuple[int, ...]] = []
    earlier = tuple(_list_person_hashes(pairing_proof, "earlier", pod) for pod in pairing_proof.earlier)
    for number, told in enumerate(pairing_proof.rounds, 1):
        field = f"rounds[{number - 1}]"
        draws: list[tuple[PodPairingInProof, RoundPairingInput]] = []
        for at, draw in enumerate((told, *told.again)):
            place_of_draw = field if at == 0 else f"{field}.again[{at - 1}]"
            here = _parse_attendees_of_pairing(pairing_proof, place_of_draw, draw)
            facts = RoundPairingInput(
                number,
                sizes,
                pairing_proof.mode,
                tuple(
                    GameNightAttendee(
                        pairing_proof.roster[place].tag, pairing_proof.roster[place].tag, p.points, byes[place],
                        p.bracket, smaller[place], p.standing or 0, p.through, p.strength,
                    )
                    for place, p in here.items()
                ),
                tuple(_list_person_hashes(pairing_proof, field, pod) for pod in met),
                earlier,
                frozenset(
                    frozenset(_list_person_hashes(pairing_proof, f"{place_of_draw}.apart", pair))
                    for pair in draw.apart or ()
                ),
                pairing_proof.algorithm_version >= RECIPE_WITH_SHARED_POD_SIZES,
                draw.cut,
                pairing_proof.algorithm_version >= RECIPE_WITH_KEPT_STRENGTH,
            )  # fmt: skip
            draws.append((draw, facts))
        yield draws
        here = {each.place: each for draw in (told, *told.again) for each in draw.here}
        if away := {place for swap in told.swaps for place in swap} - set(here):
            problem = f"place {min(away)} was not there; accepted: people who were"
            raise InvalidValueError(f"{field}.swaps", problem)
        pods, out = apply_player_swaps(told.pods, told.out, told.swaps)
        if told.played is not None:
            pods, out = told.played, told.benched
            _list_person_hashes(pairing_proof, f"{field}.played", [place for group in (*pods, out) for place in group])
        met += pods
        byes.update(out)
        smaller.update(list_players_of_smaller_pods(pods))


def _parse_attendees_of_pairing(
    pairing_proof: PairingFairnessProof, field_name: str, pod_pairing: PodPairingInProof
) -> dict[int, AttendeeInPairingProof]:
    """Parse the players present for a pairing, by index in the proof. Raises `InvalidValueError` for wrong data."""
    here = {each.place: each for each in pod_pairing.here}
    seated = [place for pod in (*pod_pairing.pods, pod_pairing.out) for place in pod]
    if sorted(seated) != sorted(each.place for each in pod_pairing.here) or len(here) < len(seated):
        problem = "not everybody who was there sits once; accepted: each in one pod, or out"
        raise InvalidValueError(f"{field_name}.pods", problem)
    _list_person_hashes(pairing_proof, f"{field_name}.here", here)
    if pod_pairing.cut and any(each.standing is None for each in pod_pairing.here):
        raise InvalidValueError(
            f"{field_name}.here", "somebody has no 'standing'; accepted: one for each person in a cut"
        )
    return here


def _parse_pod_sizes_in_pairing_proof(pod_sizes: PodSizesInPairingProof) -> PodSizePreferences:
    if missing := set(pod_sizes.allowed) - set(pod_sizes.may):
        raise InvalidValueError("sizes.allowed", f"{min(missing)} is not in 'may'; accepted: those")
    return PodSizePreferences(frozenset(pod_sizes.allowed), frozenset(pod_sizes.may), pod_sizes.preferred)


def _list_person_hashes(
    pairing_proof: PairingFairnessProof, field_name: str, person_indexes: Iterable[int]
) -> tuple[str, ...]:
    """Return the hashes of people by their indexes in a proof's list of people.

    Raises `InvalidValueError` for an unknown or repeated place.
    """
    wanted = list(person_indexes)
    most = len(pairing_proof.roster) - 1
    if beyond := [place for place in wanted if place > most]:
        raise InvalidValueError(field_name, f"nobody has place {beyond[0]}; accepted: 0 to {most}")
    if len(set(wanted)) < len(wanted):
        raise InvalidValueError(field_name, "a place stands twice; accepted: each place once")
    return tuple(pairing_proof.roster[place].tag for place in wanted)
