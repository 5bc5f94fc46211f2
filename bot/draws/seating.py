"""The draw of seats and first player, the only chance in a pod (TAB-20, TAB-27).

A draw depends on the pod's commitment and players alone, so anybody can repeat it, in any language.
`docs/design/draw-recipe.md` specifies it: change both together. Pods older than commitments use the old recipe: a
secret and the number of players.
"""

import hmac
import random
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import count
from typing import Annotated

from msgspec import Meta, Struct

from bot.basics.typed_values import InvalidValueError
from bot.rules.draws import (
    RandomSeatingSecrets,
    ReusedSeating,
    format_seating_hash_input,
    hash_text,
)
from bot.rules.facts import Player
from bot.rules.lobby import StartGame
from bot.rules.pod import Pod
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.seats import (
    assign_seats,
    count_teams_of_setup,
    find_possible_first_players,
    list_candidates_for_random_first_player,
)
from bot.rules.tables import MIN_TEAM_SIZE, TableId

NO_SIDES: Mapping[Player, int] = {}

BYTE = 256
"""Number of values of a byte, and so the most sides that a die can have."""

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""256 bits as text. Secrets are hashed as this text, so that any tool can do it."""

Several = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=BYTE)]


class OldRandomSeatingFairnessProof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A proof of a fair draw of seats by the bot's first method. `players` are in the order of joining.

    `seats` and `first` are the announced results, if they are to be compared. At a table of teams, `sides` are the
    teams that some players chose, counted from 0. Elsewhere `table`, `teams` and `sides` are left out.
    """

    commitment: Hex
    secret: Hex
    players: Several
    seats: Several | None = None
    first: Player | None = None
    table: TableId = "free-for-all"
    teams: Annotated[int, Meta(ge=2, le=12)] = MIN_TEAM_SIZE
    sides: Mapping[Player, Annotated[int, Meta(ge=0, le=11)]] = NO_SIDES


def hash_random_draw_secret(random_secret: str) -> str:
    """Return the public hash (SHA-256) that fixes a secret before it is used."""
    return sha256(random_secret.encode()).hexdigest()


def draw_seats_from_secret(
    setup: PodSetup, players: Sequence[Player], secret: str, chosen_teams: Mapping[Player, int] = NO_SIDES
) -> StartGame:
    """Draw seats and the first player from a secret. `players` are in the order of joining.

    `chosen_teams` are the teams that some players chose.
    """
    seats = assign_seats(setup, shuffle_players(players, generate_bytes_from_secret(secret, "seats")), chosen_teams)
    able = list_candidates_for_random_first_player(setup, seats) or seats
    # An empty lobby has nobody to begin; the rules refuse that start in words.
    return StartGame(seats, able[roll_fair_die(len(able), generate_bytes_from_secret(secret, "first"))] if able else "")


def draw_seats_of_pod(pod: Pod | None) -> StartGame:
    """Return the drawn seats and first player of a pod. Raises `Refusal` if `pod` is None.

    Repeated draws give the same result. The players of a pod that was closed before its first report keep their seats.
    Pods older than checkable draws use a new secret.
    """
    if pod is None:
        raise Refusal("no-pod")
    if (kept := find_seating_reused_from_earlier_pod(pod)) is not None:
        return StartGame(kept.seats, kept.first)
    return draw_seats_from_secret(pod.setup, pod.players, compute_random_seating_seed(pod), pod.sides)


def answer_open_player_choice_at_random(pod: Pod) -> Player:
    """Answer a pod's open choice of a player at random. Raises `Refusal` without an open choice.

    The draw depends on the pod's secret, the question, the seat of the player who was asked, and the number of verdicts
    so far, so repeating it gives the same answer.
    """
    question = pod.pending_player_choice
    if question is None:
        raise Refusal("nothing-to-choose")
    secret = pod.secret or generate_random_secret() if pod.draw is None else pod.draw.seal.own.secret
    options = [player for player in pod.players if player in question.options]
    seat = pod.players.index(question.by)
    return options[choose_random_option_index(secret, question.kind, seat, len(pod.verdicts), len(options))]


def choose_random_option_index(
    draw_secret: str, question_kind: str, seat_index: int, earlier_verdict_count: int, option_count: int
) -> int:
    return roll_fair_die(
        option_count,
        generate_bytes_from_secret(draw_secret, f"choice {question_kind} {seat_index} {earlier_verdict_count}"),
    )


def find_seating_reused_from_earlier_pod(pod: Pod) -> ReusedSeating | None:
    """Return the earlier pod's seating that a lobby reuses; None if players or setup differ.

    The seats were drawn for a pod that was closed before its first report.
    """
    for kept in pod.draw.seal.kept if pod.draw is not None else ():
        if set(kept.seats) == set(pod.players):
            with suppress(Refusal):  # the table or the teams have changed
                StartGame(kept.seats, kept.first).create_event(pod)
                return kept
    return None


def compute_random_seating_seed(pod: Pod) -> str:
    """Compute the seed of a lobby's seat draw: 64 hexadecimal digits that depend on its players."""
    if pod.draw is None:
        return pod.secret or generate_random_secret()
    seal = pod.draw.seal
    tags = pod.draw.tags
    words = pod.draw.words
    seats = [(tags.get(player, ""), words[player].hash if player in words else "") for player in pod.players]
    return hash_text(format_seating_hash_input(seal.own.secret, seal.server, seal.channel, seal.pod, seats))


def generate_random_secret() -> str:
    return secrets.token_hex(32)


def generate_secrets_for_random_seating() -> RandomSeatingSecrets:
    veil = generate_random_secret()
    return RandomSeatingSecrets(generate_random_secret(), hash_text(veil), veil)


def recompute_seats_from_old_format_proof(seating_proof: "OldRandomSeatingFairnessProof") -> StartGame:
    """Recompute the seats from a proof in the old format. Raises `InvalidValueError` if a team is unknown."""
    setup = PodSetup(table=seating_proof.table, teams=seating_proof.teams)
    count = count_teams_of_setup(setup)
    for player, team in seating_proof.sides.items():
        if team >= count:
            raise InvalidValueError(f"sides.{player}", f"there is no team {team}; accepted: 0 to {count - 1}")
    return draw_seats_from_secret(setup, seating_proof.players, seating_proof.secret, seating_proof.sides)


def shuffle_players(players: Sequence[Player], random_bytes: Iterator[int]) -> tuple[Player, ...]:
    """Return the players in a random order, each order being equally likely."""
    seats = list(players)
    for last in range(len(seats) - 1, 0, -1):
        other = roll_fair_die(last + 1, random_bytes)
        seats[last], seats[other] = seats[other], seats[last]
    return tuple(seats)


def roll_fair_die(side_count: int, random_bytes: Iterator[int]) -> int:
    # Bytes after the last whole multiple of `sides` would favour the first sides.
    return next(byte % side_count for byte in random_bytes if byte < BYTE - BYTE % side_count)


def generate_bytes_from_secret(secret: str, purpose: str) -> Iterator[int]:
    """Yield an endless byte sequence that is determined by a secret and a purpose."""
    for block in count():
        yield from hmac.digest(secret.encode(), f"{purpose} {block}".encode(), "sha256")


def assign_seats_from_seed(
    pod_setup: PodSetup,
    players: Sequence[Player],
    given_seats: Sequence[Player] | None,
    given_first_player: Player | None,
    seed: int,
) -> StartGame:
    """Draw seats and the first player from a seed; values that are given stay as they are.

    The draw is repeatable but not fair. If `given_first_player` has a seat that cannot begin (TAB-27), they change
    places with the player who would.
    """
    chance = random.Random(seed)
    drawn = tuple(chance.sample(players, len(players)))
    taken = drawn if given_seats is None else tuple(given_seats)
    among = list_candidates_for_random_first_player(pod_setup, taken)
    able = [player for player in drawn if player in among] or drawn
    begins = chance.choice(able) if able else ""
    if given_first_player is None:
        return StartGame(taken, begins)
    if (
        given_seats is None
        and given_first_player in taken
        and given_first_player not in find_possible_first_players(pod_setup, taken)
    ):
        places = {given_first_player: begins, begins: given_first_player}
        taken = tuple(places.get(player, player) for player in taken)
    return StartGame(taken, given_first_player)
