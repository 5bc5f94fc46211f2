"""Files of random nights, made by hand from facts: what `suzerain verify` takes."""

from random import Random
from typing import Any

from bot.nights.pairing import Mode, Pair, PodSizePreferences, pair_players_into_pods
from bot.nights.seating import (
    GameNightAttendee,
    RoundPairingInput,
    apply_player_swaps,
    build_pairing_solver_input,
    hash_player_pairs_kept_apart,
    list_players_of_smaller_pods,
)
from bot.nights.terms import format_pairing_commitment
from bot.rules.draws import compute_account_pseudonym, hash_text

Json = dict[str, Any]

SECRET = hash_text("a secret")
VEIL = hash_text("a veil")
USUAL_SIZES = PodSizePreferences(frozenset({3, 4}), frozenset({3, 4, 5}), 4)


def write_file(
    random: Random,
    people: int,
    rounds: int = 3,
    mode: Mode = "fresh",
    apart: int = 0,
    swaps: bool = False,
    fours: bool = False,
    recipe: int = 3,
    sizes: PodSizePreferences | None = None,
) -> Json:
    """Return the file of a night that holds everything; `apart` pairs avoid each other.

    Pods have three to five players, or with `fours` four, so that some people may sit out; or other `sizes`.
    """
    sizes = sizes or (PodSizePreferences(*(frozenset({4}),) * 2, 4) if fours else USUAL_SIZES)
    tags = [compute_account_pseudonym(VEIL, 1000 + number) for number in range(people)]
    place = (1, 2, 3)
    commitment = hash_text(format_pairing_commitment(place, hash_text(SECRET), hash_text(VEIL), recipe))
    former = random.sample(range(people), people)
    earlier = [former[at : at + 4] for at in range(0, people, 4)]
    pairs = [tuple(random.sample(range(people), 2)) for _ in range(apart)]
    met: list[tuple[str, ...]] = []
    byes = [0] * people
    smaller = [0] * people
    told: list[Json] = []
    for number in range(1, rounds + 1):
        here = [each for each in range(people) if random.random() < 0.9]
        points = {each: random.choice((0, 1, 3, -1)) for each in here}
        brackets = {each: random.choice((None, 2, 3)) for each in here}
        strengths = {each: random.randrange(300, 3000) if recipe > 2 else 0 for each in here}
        avoided: frozenset[Pair] = frozenset(
            frozenset((tags[one], tags[other])) for one, other in pairs if {one, other} <= {*here} and mode == "fresh"
        )
        facts = RoundPairingInput(
            number,
            sizes,
            mode,
            tuple(
                GameNightAttendee(tags[p], tags[p], points[p], byes[p], brackets[p], smaller[p], strength=strengths[p])
                for p in here
            ),
            tuple(met),
            tuple(tuple(tags[p] for p in pod) for pod in earlier),
            avoided,
            recipe >= 2,
            keeps_strength=recipe >= 3,
        )
        pairing = pair_players_into_pods(build_pairing_solver_input(facts, SECRET))
        pods = [[tags.index(tag) for tag in pod] for pod in pairing.pods]
        out = [tags.index(tag) for tag in pairing.out]
        swapped = [(pods[0][0], pods[-1][1])] if swaps and len(pods) > 1 else []
        played, waited = apply_player_swaps(pods, out, swapped)
        met += [tuple(tags[p] for p in pod) for pod in played]
        for person in waited:
            byes[person] += 1
        for person in list_players_of_smaller_pods(played):
            smaller[person] += 1
        told.append(
            {
                "here": [_write_person(p, points[p], brackets[p], strengths[p]) for p in here],
                "pods": pods,
                "out": out,
                "swaps": swapped,
            }
        )
        if apart:
            told[-1] |= {
                "apart": [[tags.index(tag) for tag in sorted(pair)] for pair in avoided],
                "apart_hash": hash_player_pairs_kept_apart(SECRET, number, avoided),
            }
    return {
        "recipe": f"night-{recipe}",
        "commitment": commitment,
        "server": "1",
        "channel": "2",
        "night": "3",
        "secret_hash": hash_text(SECRET),
        "veil_hash": hash_text(VEIL),
        "mode": mode,
        "sizes": {"allowed": [*sizes.allowed], "preferred": sizes.preferred, "may": [*sizes.may]},
        "roster": [
            {"name": f"Ana {number}", "tag": tag, "account": f"{1000 + number}"} for number, tag in enumerate(tags)
        ],
        "rounds": told,
        "earlier": earlier,
        "secret": SECRET,
        "veil": VEIL,
    }


def _write_person(place: int, points: int, bracket: int | None, strength: int) -> Json:
    return {"place": place, "points": points, "bracket": bracket, "strength": strength}


def hide_avoidances(file: Json) -> Json:
    """Return the file as outsiders get it: without secret and pairs."""
    shown = [{key: told[key] for key in told if key != "apart"} for told in file["rounds"]]
    return {key: value for key, value in file.items() if key != "secret"} | {"rounds": shown}
