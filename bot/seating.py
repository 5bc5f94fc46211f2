"""The draw of seats and first player: the only chance in a pod (TAB-20, TAB-27).

A pod's draw follows from what its seal and its players are, and from nothing else: anybody can
draw again, in any language. `docs/fair-draws.md` says how; change neither without the other. Pods
from before there were seals are drawn by the old recipe: from a secret and the number of players.
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
from bot.rules.commands import Start
from bot.rules.draws import DrawSecrets, KeptSeats, hash_text, write_draw
from bot.rules.events import Setup
from bot.rules.facts import Player
from bot.rules.lobby import start_game
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.seats import count_teams, deal_seats, find_starters
from bot.rules.tables import HEADS, TableId

NO_SIDES: Mapping[Player, int] = {}

BYTE = 256
"""How many values a byte has: a die can have no more sides."""

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
"""256 bits as text. A secret is used as the text that it is, so that any tool can hash it."""

Several = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=BYTE)]


class Proof(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What it takes to check a draw by the old recipe; `players` are in their order of joining.

    `seats` and `first` are what the bot announced, if that is to be compared. At a table of teams
    `sides` are the teams that some chose, counted from 0; elsewhere these three are left out.
    """

    commitment: Hex
    secret: Hex
    players: Several
    seats: Several | None = None
    first: Player | None = None
    table: TableId = "free-for-all"
    teams: Annotated[int, Meta(ge=2, le=12)] = HEADS
    sides: Mapping[Player, Annotated[int, Meta(ge=0, le=11)]] = NO_SIDES


def make_commitment(secret: str) -> str:
    """What may be shown of a secret before the draw: its SHA-256, in hexadecimal."""
    return sha256(secret.encode()).hexdigest()


def draw(
    setup: Setup, players: Sequence[Player], secret: str, sides: Mapping[Player, int] = NO_SIDES
) -> Start:
    """Seats and first player for `players`, in their order of joining (TAB-27).

    `sides` are the teams that some of them chose.
    """
    seats = deal_seats(setup, shuffle(players, generate_bytes(secret, "seats")), sides)
    able = find_starters(setup, seats) or seats
    # Nobody may have sat down yet: the rules refuse that start in words.
    return Start(seats, able[roll(len(able), generate_bytes(secret, "first"))] if able else "")


def draw_pod(pod: Pod | None) -> Start:
    """Draw seats and first player of a pod (TAB-20, TAB-27). Raises `Refusal` without one.

    Drawn again, they are the same. The people of a pod that was closed before its first report keep
    its seats. A pod that was opened before draws could be checked is drawn from a new secret.
    """
    if pod is None:
        raise Refusal("no-pod")
    if (kept := find_kept(pod)) is not None:
        return Start(kept.seats, kept.first)
    return draw(pod.setup, pod.players, compute_key(pod), pod.sides)


def find_kept(pod: Pod) -> KeptSeats | None:
    """The seats that those in a lobby keep, if they are the same people and the table allows it.

    They were drawn for a pod that was closed before its first report.
    """
    for kept in pod.draw.seal.kept if pod.draw is not None else ():
        if set(kept.seats) == set(pod.players):
            with suppress(Refusal):  # teams or a table that they did not have then
                start_game(pod, Start(kept.seats, kept.first))
                return kept
    return None


def compute_key(pod: Pod) -> str:
    """What a lobby's seats come from: 64 hexadecimal digits, that depend on who sits there now."""
    if pod.draw is None:
        return pod.secret or make_secret()
    seal, tags, words = pod.draw.seal, pod.draw.tags, pod.draw.words
    seats = [
        (tags.get(player, ""), words[player].hash if player in words else "")
        for player in pod.players
    ]
    return hash_text(write_draw(seal.own.secret, seal.server, seal.channel, seal.pod, seats))


def make_secret() -> str:
    """Return a new secret of 256 bits."""
    return secrets.token_hex(32)


def make_secrets() -> DrawSecrets:
    """Return new secrets for a draw to come."""
    veil = make_secret()
    return DrawSecrets(make_secret(), hash_text(veil), veil)


def repeat_draw(proof: "Proof") -> Start:
    """The draw that a proof leads to. Raises `Unreadable` if it names a team that is not there."""
    setup = Setup(table=proof.table, teams=proof.teams)
    count = count_teams(setup)
    for player, team in proof.sides.items():
        if team >= count:
            raise Unreadable(
                f"sides.{player}", f"there is no team {team}; accepted: 0 to {count - 1}"
            )
    return draw(setup, proof.players, proof.secret, proof.sides)


def shuffle(players: Sequence[Player], bytes: Iterator[int]) -> tuple[Player, ...]:
    """The players in an order of which each is equally likely (Fisher and Yates)."""
    seats = list(players)
    for last in range(len(seats) - 1, 0, -1):
        other = roll(last + 1, bytes)
        seats[last], seats[other] = seats[other], seats[last]
    return tuple(seats)


def roll(sides: int, bytes: Iterator[int]) -> int:
    """A fair die with 1 to 256 sides, the first of which is 0."""
    # The bytes that are left over after the last whole round of sides would favour the first ones.
    return next(byte % sides for byte in bytes if byte < BYTE - BYTE % sides)


def generate_bytes(secret: str, purpose: str) -> Iterator[int]:
    """Bytes without end that nobody can foretell without the secret, others for each purpose."""
    for block in count():
        yield from hmac.digest(secret.encode(), f"{purpose} {block}".encode(), "sha256")


def draw_seeded(
    setup: Setup,
    players: Sequence[Player],
    seats: Sequence[Player] | None,
    first: Player | None,
    seed: int,
) -> Start:
    """The draw of a transcript, which is to be repeated, not to be fair, of what is not given.

    Who is to begin but was drawn a seat that does not (TAB-27) changes places with who would have.
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
