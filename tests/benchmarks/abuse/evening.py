"""Honest people, who report what happens at their table.

Each looks at the board with a chance of one half, and objects to what is wrong. A person who is
called by name nearly always answers. Moderators decide by what the table tells them.
"""

from collections.abc import Sequence
from math import exp
from random import Random

from bot.draws import seating
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import ConfirmGameReports, DisputeGameReport
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.house_deeds import ServerAchievementClaimed
from bot.rules.joining import JoinPod
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import PodCommand
from bot.rules.records import PodSetup
from bot.rules.reporting import ReportDefeats
from bot.rules.teams import list_players_with_master_status, list_servants_of_master
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import AnswerKickVote
from tests.benchmarks.abuse.people import CHEATER, League
from tests.benchmarks.abuse.sitting import MODERATOR, MODERATORS, Sitting

SETUP = PodSetup(dispute_minutes=15)
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
    """A game of honest people, perhaps with the cheater among them."""

    def __init__(self, sitting: Sitting, players: Sequence[Player], league: League, seed: str):
        self.sitting = sitting
        self.players = players
        # Each for itself, so that a trick that fails leaves the game as it would have been.
        self._play, self._draw, self._look = (Random(f"{seed} {what}") for what in _CHANCES)
        self._skill = league.skill
        self._last: PodCommand | None = None

    @property
    def host(self) -> Player:
        """Return the player who opened the game."""
        return self.players[0]

    @property
    def others(self) -> list[Player]:
        """Return all players but the cheater."""
        return [player for player in self.players if player != CHEATER]

    @property
    def is_over(self) -> bool:
        """Return whether the game has ended."""
        return self.sitting.pod.state not in ("running", "waiting")

    # Playing

    def sit_down(self, drawn: StartGame | None = None) -> None:
        """Open a lobby, let the others join, and start.

        The seats are drawn, unless `drawn` gives them.
        """
        secret = f"{self._draw.getrandbits(256):064x}"
        self.sitting.ask(OpenLobby(SETUP, self.host, (self.host,), secret), self.host)
        for player in self.players[1:]:
            self.sitting.ask(JoinPod(player), player)
        self.sitting.ask(drawn or seating.draw_seats_of_pod(self.sitting.pod), self.host)

    def play_moment(self) -> None:
        """Play the next defeat, and the choice that follows from it."""
        self.sitting.wait(LENGTH)
        loser, self._last = self._lose()
        self.sitting.ask(self._last, loser)
        self._choose()

    def _lose(self) -> tuple[Player, PodCommand]:
        masters = sorted(list_players_with_master_status(self.sitting.pod.standings))  # whatever the seats are
        [loser] = self._play.choices(masters, [1 / self._weigh(each) for each in masters])
        if len(masters) > 2 and self._play.random() < OWN_FAULT:
            return loser, ConcedeGame(loser)
        others = [each for each in masters if each != loser]
        [winner] = self._play.choices(others, [self._weigh(each) for each in others])
        return loser, ReportDefeats((DefeatReport(loser, "effect", (DefeatSource(winner),)),))

    def _weigh(self, master: Player) -> float:
        pod = self.sitting.pod
        thralls = len(list_servants_of_master(pod.standings, master)) * SERVED
        begins = pod.turn is not None and pod.turn.seat == master
        return exp(self._skill.get(master, 0.0) + thralls + FIRST * begins)

    def _choose(self) -> None:
        while (question := self.sitting.pod.pending_player_choice) is not None:
            chosen = self._play.choice(question.options)
            self.sitting.ask(AnswerPendingPlayerChoice(question.by, chosen), question.by)

    # Objecting

    def find_attentive(self) -> Player | None:
        """Return the first honest player who looks at the board in time; None if nobody does."""
        return next((each for each in self.others if self._look.random() < LOOK), None)

    def dispute_last(self) -> None:
        """Dispute the last report if a player looks; moderators take it back in any case.

        Unconfirmed results are in the moderators' list after a day.
        """
        pod = self.sitting.pod
        if (witness := self.find_attentive()) is not None and pod.unconfirmed:
            self.sitting.ask(DisputeGameReport(pod.unconfirmed[-1].needed_confirmation.version, witness), witness)
        self.sitting.wait(A_DAY)
        self.sitting.ask(UndoPodEvent("It did not happen"), MODERATOR)

    def dispute_claim(self) -> None:
        """Dispute the last report if a player looks; then the moderators take it back."""
        pod = self.sitting.pod
        if (witness := self.find_attentive()) is not None and pod.unconfirmed:
            self.sitting.ask(DisputeGameReport(pod.unconfirmed[-1].needed_confirmation.version, witness), witness)
            self.sitting.wait(A_DAY)
            self.sitting.ask(UndoPodEvent("It did not happen"), MODERATOR)

    def dispute_claims(self) -> None:
        """Dispute all claimed deeds, one after the other, if a player looks; the moderators take them back."""
        if (witness := self.find_attentive()) is None:
            return
        while claims := [e for e in self.sitting.pod.unconfirmed if isinstance(e.event, ServerAchievementClaimed)]:
            self.sitting.ask(DisputeGameReport(claims[-1].needed_confirmation.version, witness), witness)
            self.sitting.wait(A_DAY)
            if not self.sitting.ask(UndoPodEvent("It did not happen"), MODERATOR):
                return

    def settle(self) -> None:
        """Let the moderators uphold a disputed result."""
        if (disputed := self.sitting.pod.disputed_report) is not None:
            self.sitting.wait(A_DAY)
            for each in MODERATORS:
                if self.sitting.ask(ConfirmGameReports((disputed.needed_confirmation.version,), each), each):
                    break

    def restore(self) -> None:
        """Let moderators reopen a closed game with another host, if a player complains."""
        if (witness := self.find_attentive()) is None:
            return
        self.sitting.wait(A_DAY)
        self.sitting.ask(OverrideGameAsModerator("reopen", "It was over"), MODERATOR)
        self.sitting.ask(OverrideGameAsModerator("host", "It was not theirs to close", witness), MODERATOR)

    def report_again(self) -> None:
        """Let the others report again what was taken back though it happened."""
        if not self.is_over and self._last is not None:
            self.sitting.ask(self._last, self.others[0])
            self._choose()

    def answer_call(self, player: Player) -> None:
        """Let a player who is called answer, if they notice."""
        if self._look.random() < ANSWER:
            self.sitting.ask(AnswerKickVote(player), player)
