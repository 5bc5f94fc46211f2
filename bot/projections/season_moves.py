"""Who would rise, and who would fall, if a season had other rules."""

from collections.abc import Iterable

from msgspec import Struct

from bot.rules.facts import Player
from bot.season_rules.ranking import SeasonLine


class SeasonMove(Struct, frozen=True):
    """A player whose rank or points would be others; without a rank they are not ranked."""

    player: Player
    rank_before: int | None
    rank_after: int | None
    points_before: int
    points_after: int

    @property
    def rises(self) -> bool:
        """Whether they would be better off."""
        return _make_key(self.rank_after) < _make_key(self.rank_before)

    @property
    def falls(self) -> bool:
        """Whether they would be worse off."""
        return _make_key(self.rank_after) > _make_key(self.rank_before)


def compare_tables(before: Iterable[SeasonLine], after: Iterable[SeasonLine]) -> list[SeasonMove]:
    """What changes between two tables of the same games, for the highest first.

    Somebody is as high as the better of their two ranks.
    """
    known = {line.player: line for line in before}
    moves = [
        SeasonMove(
            line.player,
            known[line.player].rank,
            line.rank,
            known[line.player].points,
            line.points,
        )
        for line in after
    ]
    changed = [
        move
        for move in moves
        if (move.rank_before, move.points_before) != (move.rank_after, move.points_after)
    ]
    return sorted(changed, key=_find_height)


def _find_height(move: SeasonMove) -> tuple[float, float]:
    ranks = sorted((_make_key(move.rank_before), _make_key(move.rank_after)))
    return ranks[0], ranks[1]


def _make_key(rank: int | None) -> float:
    return float("inf") if rank is None else rank
