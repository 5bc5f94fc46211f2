"""What duels bring: results and defeats of a kind of their own, by the means that pods have."""

from collections.abc import Iterator

from bot.joust.duel import Duel
from bot.joust.events import DuelResult
from bot.projections.defeats import replace_defeats
from bot.projections.history import History
from bot.projections.standings import replace_results
from bot.storage.engine.changes import Row, RowChange
from bot.storage.tables.game_kinds import JOUST


def project(history: History) -> Iterator[RowChange]:
    """Write the results of a duel once they count, and take back those of an end undone."""
    duel = history.game
    assert isinstance(duel, Duel)
    if not history.scored:
        return
    result = duel.counted
    rows = [] if result is None else list(_make_results(history, duel, result))
    yield from replace_results(history.last, rows)
    lost = () if result is None or result.winner is None else (duel.opponent_of(result.winner),)
    pairs = {(duel.opponent_of(loser), loser): 1 for loser in lost}
    yield from replace_defeats(history, JOUST, pairs)


def _make_results(history: History, duel: Duel, result: DuelResult) -> Iterator[Row]:
    """A row for each player: a duel has one variant, and everybody is their own side."""
    for side, player in enumerate(duel.players):
        yield {
            "channel": history.last.channel,
            "pod": history.last.pod,
            "player": player,
            "guild": history.last.guild,
            "points": result.season_points[player],
            "role": "master",
            "won": player == result.winner,
            "at": history.ended,
            "variant": JOUST,
            "table": JOUST,
            "caused": int(player == result.winner),
            "served": 0,
            "reign": 0,
            "team": side,
            "game": JOUST,
            "guest": False,
        }
