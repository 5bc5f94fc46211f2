"""People who play honestly: what happens at their table is what they report.

They look at the board with an even chance each, as people do, and then object to what is wrong; who
is called on by name nearly always answers. Moderators settle what they are called for, by what
those at the table say.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from bot import seating
from bot.rules.commands import (
    Choose,
    Command,
    Concede,
    Confirm,
    Defeat,
    Dispute,
    Join,
    Open,
    Overrule,
    SayPresent,
    Start,
    Undo,
)
from bot.rules.events import Setup
from bot.rules.facts import Player, Report, Source
from bot.rules.teams import find_masters, find_servants
from tests.benchmarks.abuse.people import CHEATER, League
from tests.benchmarks.abuse.sitting import MODERATOR, Sitting

SETUP = Setup(dispute_minutes=15)
"""What a server's settings make of a pod if nobody changes them."""

LENGTH = 25
"""Minutes from one defeat to the next."""

A_DAY = 24 * 60
"""Minutes."""

ANSWER = 0.9
"""How likely somebody answers who is called by name."""

LOOK = 0.5
"""How likely somebody looks at the board in time."""

FIRST = 0.15
"""What it is worth to begin, in skill."""

SERVED = 0.35
"""What each thrall is worth, in skill."""

OWN_FAULT = 0.08
"""How many defeats nobody else is responsible for."""


_CHANCES = ("play", "draw", "look")


class Game:
    """A game of honest people, with the cheater among them or without."""

    def __init__(self, sitting: Sitting, players: Sequence[Player], league: League, seed: str):
        self.sitting = sitting
        self.players = players
        # Each for itself, so that a trick that fails leaves the game as it would have been.
        self._play, self._draw, self._look = (Random(f"{seed} {what}") for what in _CHANCES)
        self._skill = league.skill
        self._last: Command | None = None

    @property
    def host(self) -> Player:
        """Who opened it."""
        return self.players[0]

    @property
    def others(self) -> list[Player]:
        """All but the cheater."""
        return [player for player in self.players if player != CHEATER]

    @property
    def is_over(self) -> bool:
        """Whether nobody plays any more."""
        return self.sitting.pod.state not in ("running", "waiting")

    # Playing

    def sit_down(self, drawn: Start | None = None) -> None:
        """The first of them opens a lobby, the others press *Join*, and it starts.

        It is `drawn` anew, unless that is given.
        """
        secret = f"{self._draw.getrandbits(256):064x}"
        self.sitting.ask(Open(SETUP, self.host, (self.host,), secret), self.host)
        for player in self.players[1:]:
            self.sitting.ask(Join(player), player)
        self.sitting.ask(drawn or seating.draw_pod(self.sitting.pod), self.host)

    def play_moment(self) -> None:
        """The next defeat, and whatever somebody has to choose then."""
        self.sitting.wait(LENGTH)
        loser, self._last = self._lose()
        self.sitting.ask(self._last, loser)
        self._choose()

    def _lose(self) -> tuple[Player, Command]:
        masters = sorted(find_masters(self.sitting.pod.standings))  # whatever the seats are
        [loser] = self._play.choices(masters, [1 / self._weigh(each) for each in masters])
        if len(masters) > 2 and self._play.random() < OWN_FAULT:
            return loser, Concede(loser)
        others = [each for each in masters if each != loser]
        [winner] = self._play.choices(others, [self._weigh(each) for each in others])
        return loser, Defeat((Report(loser, "effect", (Source(winner),)),))

    def _weigh(self, master: Player) -> float:
        pod = self.sitting.pod
        thralls = len(find_servants(pod.standings, master)) * SERVED
        begins = pod.turn is not None and pod.turn.seat == master
        return exp(self._skill.get(master, 0.0) + thralls + FIRST * begins)

    def _choose(self) -> None:
        while (question := self.sitting.pod.question) is not None:
            chosen = self._play.choice(question.options)
            self.sitting.ask(Choose(question.by, chosen), question.by)

    # Objecting

    def find_attentive(self) -> Player | None:
        """The first of the honest ones who looks at the board in time; None if nobody does."""
        return next((each for each in self.others if self._look.random() < LOOK), None)

    def dispute_last(self) -> None:
        """Somebody disputes the last report, if one looks; the moderators take it back anyhow.

        What nobody confirms stands in their list after a day.
        """
        pod = self.sitting.pod
        if (witness := self.find_attentive()) is not None and pod.unconfirmed:
            self.sitting.ask(Dispute(pod.unconfirmed[-1].claim.version, witness), witness)
        self.sitting.wait(A_DAY)
        self.sitting.ask(Undo("It did not happen"), MODERATOR)

    def settle(self) -> None:
        """The moderators let stand what somebody disputes."""
        if (disputed := self.sitting.pod.disputed) is not None:
            self.sitting.wait(A_DAY)
            self.sitting.ask(Confirm((disputed.claim.version,), MODERATOR), MODERATOR)

    def restore(self) -> None:
        """If somebody complains, moderators reopen what was closed, and give it another host."""
        if (witness := self.find_attentive()) is None:
            return
        self.sitting.wait(A_DAY)
        self.sitting.ask(Overrule("reopen", "It was over"), MODERATOR)
        self.sitting.ask(Overrule("host", "It was not theirs to close", witness), MODERATOR)

    def report_again(self) -> None:
        """What was taken back happened all the same, and the others report it again."""
        if not self.is_over and self._last is not None:
            self.sitting.ask(self._last, self.others[0])
            self._choose()

    def answer_call(self, player: Player) -> None:
        """Somebody who is called says that they are there, if they notice."""
        if self._look.random() < ANSWER:
            self.sitting.ask(SayPresent(player), player)
