"""The draw of seats and first player, the only chance in a pod (TAB-20, TAB-27).

A draw depends on the pod's seal and players alone, so anybody can repeat it, in any language.
`docs/design/draw-recipe.md` specifies it: change both together. Pods older than seals use the old
recipe: a secret and the number of players.
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

from bot.reading import Unreadable
from bot.rules.draws import DrawSecrets, KeptSeats, hash_text, write_draw
from bot.rules.facts import Player
from bot.rules.lobby import Start
from bot.rules.pod import Pod
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.seats import count_teams, deal_seats, find_starters
from bot.rules.tables import MIN_TEAM_SIZE, TableId

NO_SIDES: Mapping[Player, int] = {}

BYTE = 256
"""Number of values of a byte, and so the most sides that a die can have."""

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""256 bits as text. Secrets are hashed as this text, so that any tool can do it."""

Several = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=BYTE)]


class Proof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The data that checks a draw of the old recipe; `players` are in order of joining.

    `seats` and `first` are the announced results, if they are to be compared. At a table of teams,
    `sides` are the teams that some players chose, counted from 0. Elsewhere `table`, `teams` and
    `sides` are left out.
    """

    commitment: Hex
    secret: Hex
    players: Several
    seats: Several | None = None
    first: Player | None = None
    table: TableId = "free-for-all"
    teams: Annotated[int, Meta(ge=2, le=12)] = MIN_TEAM_SIZE
    sides: Mapping[Player, Annotated[int, Meta(ge=0, le=11)]] = NO_SIDES


def make_commitment(secret: str) -> str:
    """Return the public commitment to a secret: its SHA-256, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


def draw(
    setup: Setup, players: Sequence[Player], secret: str, sides: Mapping[Player, int] = NO_SIDES
) -> Start:
    """Draw seats and first player for `players`, who are in order of joining (TAB-27).

    `sides` are the teams that some of them chose.
    """
    seats = deal_seats(setup, shuffle(players, generate_bytes(secret, "seats")), sides)
    able = find_starters(setup, seats) or seats
    # An empty lobby has nobody to begin; the rules refuse that start in words.
    return Start(seats, able[roll(len(able), generate_bytes(secret, "first"))] if able else "")


def draw_pod(pod: Pod | None) -> Start:
    """Draw seats and first player of a pod (TAB-20, TAB-27). Raises `Refusal` without a pod.

    Repeated draws give the same result. The people of a pod that was closed before its first report
    keep their seats. Pods older than checkable draws use a new secret.
    """
    if pod is None:
        raise Refusal("no-pod")
    if (kept := find_kept(pod)) is not None:
        return Start(kept.seats, kept.first)
    return draw(pod.setup, pod.players, compute_key(pod), pod.sides)


def draw_choice(pod: Pod) -> Player:
    """Draw an answer to the question that a pod waits for. Raises `Refusal` if there is none.

    The draw depends on the pod's secret, the question, the place of the player who was asked, and
    the number of verdicts so far, so repeating it gives the same answer.
    """
    question = pod.question
    if question is None:
        raise Refusal("nothing-to-choose")
    secret = pod.secret or make_secret() if pod.draw is None else pod.draw.seal.own.secret
    options = [player for player in pod.players if player in question.options]
    seat = pod.players.index(question.by)
    return options[roll_choice(secret, question.kind, seat, len(pod.verdicts), len(options))]


def roll_choice(secret: str, kind: str, seat: int, verdicts: int, options: int) -> int:
    """Return which of so many options is drawn for the player in a seat, counted from 0."""
    return roll(options, generate_bytes(secret, f"choice {kind} {seat} {verdicts}"))


def find_kept(pod: Pod) -> KeptSeats | None:
    """Return the earlier seats that a lobby keeps; None if people or table have changed.

    The seats were drawn for a pod that was closed before its first report.
    """
    for kept in pod.draw.seal.kept if pod.draw is not None else ():
        if set(kept.seats) == set(pod.players):
            with suppress(Refusal):  # the table or the teams have changed
                Start(kept.seats, kept.first).decide(pod)
                return kept
    return None


def compute_key(pod: Pod) -> str:
    """Return the key of a lobby's draw: 64 hexadecimal digits that depend on its players."""
    if pod.draw is None:
        return pod.secret or make_secret()
    seal = pod.draw.seal
    tags = pod.draw.tags
    words = pod.draw.words
    seats = [
        (tags.get(player, ""), words[player].hash if player in words else "")
        for player in pod.players
    ]
    return hash_text(write_draw(seal.own.secret, seal.server, seal.channel, seal.pod, seats))


def make_secret() -> str:
    """Make a new secret of 256 bits."""
    return secrets.token_hex(32)


def make_secrets() -> DrawSecrets:
    """Make new secrets for a future draw."""
    veil = make_secret()
    return DrawSecrets(make_secret(), hash_text(veil), veil)


def repeat_draw(proof: "Proof") -> Start:
    """Repeat the draw of a proof. Raises `Unreadable` if it names a team that does not exist."""
    setup = Setup(table=proof.table, teams=proof.teams)
    count = count_teams(setup)
    for player, team in proof.sides.items():
        if team >= count:
            raise Unreadable(
                f"sides.{player}", f"there is no team {team}; accepted: 0 to {count - 1}"
            )
    return draw(setup, proof.players, proof.secret, proof.sides)


def shuffle(players: Sequence[Player], bytes: Iterator[int]) -> tuple[Player, ...]:
    """Return the players in random order; each order is equally likely (Fisher and Yates)."""
    seats = list(players)
    for last in range(len(seats) - 1, 0, -1):
        other = roll(last + 1, bytes)
        seats[last], seats[other] = seats[other], seats[last]
    return tuple(seats)


def roll(sides: int, bytes: Iterator[int]) -> int:
    """Roll a fair die with 1 to 256 sides, counted from 0."""
    # Bytes after the last whole multiple of `sides` would favour the first sides.
    return next(byte % sides for byte in bytes if byte < BYTE - BYTE % sides)


def generate_bytes(secret: str, purpose: str) -> Iterator[int]:
    """Yield bytes without end that depend on the secret and the purpose alone."""
    for block in count():
        yield from hmac.digest(secret.encode(), f"{purpose} {block}".encode(), "sha256")


def draw_seeded(
    setup: Setup,
    players: Sequence[Player],
    seats: Sequence[Player] | None,
    first: Player | None,
    seed: int,
) -> Start:
    """Draw everything that a transcript leaves open, from its seed: repeatable, but not fair.

    If `first` has a seat that cannot begin (TAB-27), they change places with the player who would.
    """
    chance = random.Random(seed)
    drawn = tuple(chance.sample(players, len(players)))
    taken = drawn if seats is None else tuple(seats)
    among = find_starters(setup, taken)
    able = [player for player in drawn if player in among] or drawn
    begins = chance.choice(able) if able else ""
    if first is None:
        return Start(taken, begins)
    if seats is None and first in taken and first not in among:
        places = {first: begins, begins: first}
        taken = tuple(places.get(player, player) for player in taken)
    return Start(taken, first)
