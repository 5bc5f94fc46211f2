"""Tricks of a cheater at a table of honest people.

No trick has a further account at the table: people do not play beside an empty seat.
"""

from bot.rules.closing import ClosePod
from bot.rules.confirmation import DisputeGameReport
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.house_deeds import ClaimServerAchievement
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.pod import Pod
from bot.rules.reporting import ReportDefeats
from bot.rules.teams import list_players_in_game
from bot.rules.undoing import UndoPodEvent
from bot.rules.votes import StartKickVote
from bot.rules.winning import ReportWin
from tests.benchmarks.abuse.evening import A_DAY, SETUP, Game
from tests.benchmarks.abuse.people import CHEATER, HOUSE_DEED, HOUSE_TIMES
from tests.benchmarks.abuse.reopening import keeps_seats

CLAIM = ClaimServerAchievement(CHEATER, HOUSE_DEED, "Cast your commander five times", HOUSE_TIMES)
"""A deed that the cheater did not do."""

PATIENCE = 3
"""So often do honest people sit down again because somebody closed the pod."""


class Honesty:
    """No trick: the player reports what happened."""

    def before(self, game: Game) -> None:
        """Act after the seats are drawn and before anybody has lost."""

    def during(self, game: Game) -> None:
        """Act after a defeat, while the game goes on."""

    def after(self, game: Game) -> None:
        """Act after the game's end, before it counts."""


class LoneRematch(Honesty):
    """Press *Rematch* and start alone, again and again, in a channel with the others' seats, and report them beaten.

    Soon after a game, the presses of its players stand for one rematch, which its start tells them by their names. Here
    nobody notices that.
    """

    def after(self, game: Game) -> None:
        sitting = game.sitting
        sitting.pass_silence()
        for _ in range(PATIENCE):
            carried = sitting.list_players_kept_for_rematch(game.others)
            kept = tuple(player for player in game.others if player not in carried)
            opening = OpenLobby(SETUP, CHEATER, (CHEATER, *carried), "0" * 64, kept, carried=carried)
            sitting.ask(opening, CHEATER)
            if sitting.ask(StartGame((CHEATER, *game.others), CHEATER), CHEATER):
                for loser in game.others:
                    lost = DefeatReport(loser, "effect", (DefeatSource(CHEATER),))
                    sitting.ask(ReportDefeats((lost,)), CHEATER)
                sitting.pass_silence()
                sitting.wait(A_DAY)
                sitting.pass_silence()
            sitting.ask(ClosePod(), CHEATER)


class FalseWin(Honesty):
    """Report with `/pod win` that an effect has won the game."""

    def during(self, game: Game) -> None:
        if game.sitting.ask(ReportWin(CHEATER), CHEATER):
            game.dispute_last()


class FalseDeeds(Honesty):
    """Claim a deed of the server's own after each defeat, as often as the server lets people."""

    def during(self, game: Game) -> None:
        if game.sitting.ask(CLAIM, CHEATER):
            game.dispute_claim()


class LateDeeds(Honesty):
    """Claim a deed of the server's own when the game is over, so that people have one look to find it."""

    def after(self, game: Game) -> None:
        while game.sitting.ask(CLAIM, CHEATER):
            pass
        game.dispute_claims()


class Kicking(Honesty):
    """Call a vote about everybody else, and vote as soon as it opens."""

    def during(self, game: Game) -> None:
        sitting = game.sitting
        for player in [p for p in list_players_in_game(sitting.pod.standings) if p != CHEATER]:
            if sitting.ask(StartKickVote(player, CHEATER), CHEATER):
                game.answer_call(player)
                sitting.wait(6)
                sitting.vote(player, CHEATER)


class Closing(Honesty):
    """As the host of a lost game, take its last report back and close it."""

    def after(self, game: Game) -> None:
        if _has_won(game.sitting.pod):
            return
        game.sitting.ask(UndoPodEvent(), CHEATER)
        if game.sitting.ask(ClosePod(), CHEATER):
            game.restore()


class Reseating(Honesty):
    """As the host, close and reopen the pod until the first turn is the cheater's.

    `keeps_seats` says that the bot draws the same seats again.
    """

    def before(self, game: Game) -> None:
        sitting = game.sitting
        for _ in range(PATIENCE):
            turn = sitting.pod.turn
            if game.host != CHEATER or (turn is not None and turn.seat == CHEATER):
                return
            drawn = StartGame(sitting.pod.players, turn.seat) if turn and keeps_seats() else None
            sitting.ask(ClosePod(), CHEATER)
            game.sit_down(drawn)


class Obstruction(Honesty):
    """Dispute every report that leads to a defeat of the cheater."""

    def after(self, game: Game) -> None:
        for each in () if _has_won(game.sitting.pod) else game.sitting.pod.unconfirmed:
            game.sitting.ask(DisputeGameReport(each.needed_confirmation.version, CHEATER), CHEATER)
            game.settle()


class Everything(Honesty):
    """All tricks, one after the other."""

    def before(self, game: Game) -> None:
        Reseating().before(game)

    def during(self, game: Game) -> None:
        Kicking().during(game)
        FalseWin().during(game)

    def after(self, game: Game) -> None:
        Closing().after(game)
        Obstruction().after(game)


def _has_won(pod: Pod) -> bool:
    return pod.result is not None and CHEATER in pod.result.winners
