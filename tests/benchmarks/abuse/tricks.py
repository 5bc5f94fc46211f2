"""What a cheater tries at a table of honest people, one thing each.

Nobody has a further account at such a table: people do not play beside an empty seat.
"""

from bot.rules.commands import CallVote, Close, Dispute, Open, Start, Undo, Win
from bot.rules.pod import Pod
from bot.rules.teams import find_in_game
from tests.benchmarks.abuse.evening import SETUP, Game
from tests.benchmarks.abuse.people import CHEATER
from tests.benchmarks.abuse.reopening import keeps_seats

PATIENCE = 3
"""So often do honest people sit down again because somebody closed the pod."""


class Honesty:
    """Nothing at all: somebody who plays, and reports what happened."""

    def before(self, game: Game) -> None:
        """The seats are known, nobody has lost yet."""

    def during(self, game: Game) -> None:
        """Somebody has lost, and the game goes on."""

    def after(self, game: Game) -> None:
        """The game is over, and does not count yet."""


class LoneRematch(Honesty):
    """Presses *Rematch* and starts alone, again and again, in a channel with the others' seats."""

    def after(self, game: Game) -> None:
        sitting = game.sitting
        sitting.pass_silence()
        for _ in range(PATIENCE):
            sitting.ask(Open(SETUP, CHEATER, (CHEATER,), "0" * 64, tuple(game.others)), CHEATER)
            sitting.ask(Start((CHEATER, *game.others), CHEATER), CHEATER)
            sitting.ask(Win(CHEATER), CHEATER)
            sitting.ask(Close(), CHEATER)


class FalseWin(Honesty):
    """Reports with `/pod win` that an effect has won the game."""

    def during(self, game: Game) -> None:
        if game.sitting.ask(Win(CHEATER), CHEATER):
            game.dispute_last()


class Kicking(Honesty):
    """Calls a vote about everybody else, and votes as soon as it opens."""

    def during(self, game: Game) -> None:
        sitting = game.sitting
        for player in [p for p in find_in_game(sitting.pod.standings) if p != CHEATER]:
            if sitting.ask(CallVote(player, CHEATER), CHEATER):
                game.answer_call(player)
                sitting.wait(6)
                sitting.vote(player, CHEATER)


class Closing(Honesty):
    """As the host of a lost game takes its last report back, and closes it."""

    def after(self, game: Game) -> None:
        if _has_won(game.sitting.pod):
            return
        game.sitting.ask(Undo(), CHEATER)
        if game.sitting.ask(Close(), CHEATER):
            game.restore()


class Reseating(Honesty):
    """As the host closes and opens again until the first turn is the cheater's own.

    Whether other seats are drawn is for the bot's service to say.
    """

    def before(self, game: Game) -> None:
        sitting = game.sitting
        for _ in range(PATIENCE):
            turn = sitting.pod.turn
            if game.host != CHEATER or (turn is not None and turn.seat == CHEATER):
                return
            drawn = Start(sitting.pod.players, turn.seat) if turn and keeps_seats() else None
            sitting.ask(Close(), CHEATER)
            game.sit_down(drawn)


class Obstruction(Honesty):
    """Disputes whatever led to a defeat."""

    def after(self, game: Game) -> None:
        for each in () if _has_won(game.sitting.pod) else game.sitting.pod.unconfirmed:
            game.sitting.ask(Dispute(each.claim.version, CHEATER), CHEATER)
            game.settle()


class Everything(Honesty):
    """All of these, one after the other."""

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
