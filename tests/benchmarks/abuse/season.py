"""A season of the league: all games of honest people, and the cheater's changes to theirs."""

from tests.benchmarks.abuse.evening import Game
from tests.benchmarks.abuse.people import CHEATER, Evening, League
from tests.benchmarks.abuse.sitting import Sitting
from tests.benchmarks.abuse.tricks import Honesty

BREAK = 10
"""Minutes between two games of an evening."""

_HONEST = Honesty()


def play_evening(league: League, evening: Evening, channel: int, cheat: Honesty = _HONEST) -> Sitting:
    """Play an evening of a pod in a channel of its own; the host changes with each game."""
    sitting = Sitting(channel, evening.at)
    for number in range(evening.games):
        at = number % len(evening.players)
        players = (*evening.players[at:], *evening.players[:at])
        _play(Game(sitting, players, league, f"{league.seed} {evening.name} {number}"), cheat)
        sitting.wait(BREAK)
    return sitting


def _play(game: Game, cheat: Honesty) -> None:
    tempted = CHEATER in game.players
    game.sit_down()
    if tempted:
        cheat.before(game)
    game.play_moment()
    if tempted and not game.is_over:
        cheat.during(game)
    while not game.is_over:
        game.play_moment()
    if tempted:
        cheat.after(game)
        game.report_again()
    game.sitting.pass_silence()
