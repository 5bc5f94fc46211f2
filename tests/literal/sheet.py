"""What lies on the table: who plays, who serves whom, what was decided so far.

The literal reading knows nothing of the bot: a sheet is written from the rule pages alone, and a
reader makes it anew from a transcript's first line whenever anything changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.literal.facts import Fact
from tests.literal.options import Options
from tests.literal.service import Order


@dataclass
class Turn:
    """Whose turn it is. `places` are seats' owners: where each marker (one, but at TAB-28) is.

    `ring` are the players who sat there when the turn began (TAB-13), `teams` who served whom.
    A marker that waits, or whose holder's turn has no active player, is in `idle`.
    """

    number: int
    ring: list[str]
    masters: dict[str, str]
    places: dict[int, str]
    active: list[str]


@dataclass
class Question:
    """What the pod waits for."""

    kind: str
    by: str
    options: list[str]
    may_decline: bool = False


@dataclass
class Verdict:
    loser: str
    responsible: str | None
    becomes: str
    rule: str
    source: str | None


@dataclass
class Result:
    winners: list[str]
    draw: bool
    points: dict[str, int]


@dataclass
class Sheet:
    """Everything that is so at one moment.

    A seat is called by whoever had it first. `sits` has who sits there instead, `owner` to whom its
    result belongs instead, `sat` everybody who took a seat over; `called` has for each verdict who
    sat where when it fell. `phased` are those who rose and wait for their next turn (NEC-5, RSP-2).
    """

    table: str
    variant: str
    scoring: str
    choose_master: bool
    seats: list[str]
    sides: dict[str, int]
    options: Options
    status: dict[str, str] = field(default_factory=dict)
    master: dict[str, str] = field(default_factory=dict)
    out_as: dict[str, str] = field(default_factory=dict)
    left_serving: dict[str, str] = field(default_factory=dict)
    service: dict[str, Order] = field(default_factory=dict)
    phased: set[str] = field(default_factory=set)
    score: dict[str, int] = field(default_factory=dict)
    turn: Turn | None = None
    leavers: list[str] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    answers: dict[tuple[str, str], str | None] = field(default_factory=dict)
    question: Question | None = None
    verdicts: list[Verdict] = field(default_factory=list)
    result: Result | None = None
    closed: bool = False
    subgame: "Sheet | None" = None
    sits: dict[str, str] = field(default_factory=dict)
    owner: dict[str, str] = field(default_factory=dict)
    sat: list[str] = field(default_factory=list)
    called: list[dict[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for player in self.seats:
            self.status.setdefault(player, "master")

    @property
    def over(self) -> bool:
        return self.closed or self.result is not None

    def present(self) -> list[str]:
        """Who is still in the game, clockwise."""
        return [player for player in self.seats if self.status[player] != "out"]

    def masters(self) -> list[str]:
        return [player for player in self.seats if self.status[player] == "master"]

    def servants(self, master: str) -> list[str]:
        return [player for player in self.seats if self.master.get(player) == master]

    def team(self, player: str) -> list[str]:
        """A master with all who serve them, where a team is one side."""
        head = self.master.get(player, player)
        return [head, *self.servants(head)]

    def clockwise(self, start: str) -> Iterator[str]:
        """Everybody's seats once, from the one on `start`'s left; `start` comes last."""
        at = self.seats.index(start)
        yield from self.seats[at + 1 :] + self.seats[: at + 1]

    def free(self, player: str) -> None:
        self.status[player] = "master"
        self.master.pop(player, None)

    def bind(self, player: str, master: str) -> None:
        self.status[player] = "servant"
        self.master[player] = master

    def unbind(self, player: str) -> None:
        self.status[player] = "masterless"
        self.master.pop(player, None)

    def remove(self, player: str) -> None:
        """The player leaves, as what they are."""
        self.out_as[player] = "master" if self.status[player] == "master" else "servant"
        self.status[player] = "out"
        self.phased.discard(player)
        if player in self.master:
            self.left_serving[player] = self.master.pop(player)
        self.rest(player)

    def rest(self, player: str) -> None:
        """The player is not active any more in this turn."""
        if self.turn is not None and player in self.turn.active:
            self.turn.active.remove(player)
