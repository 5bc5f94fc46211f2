"""A season's table by its rules: ranks, and what unranked players lack."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Player
from bot.season_rules.games import SeasonGame, Seat
from bot.season_rules.rules import SeasonRules
from bot.season_rules.selecting import NOTHING_SETTLED, SettledLine, select_games


class SeasonLine(Struct, frozen=True):
    """A player's line: the sums over games that count, and how many games they have `played`.

    A player without `rank` lacks `missing` games or is `excluded`. `reign` is in milliseconds.
    `first` and `last` are when the first and last game that counts ended, in milliseconds since
    1970; None without any. `held` are points that do not count because they come from games within
    a circle. `from_deeds` are the points for deeds.
    """

    rank: int | None
    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int
    caused: int
    served: int
    reign: int
    first: int | None
    last: int | None
    played: int
    missing: int
    held: int
    excluded: bool
    from_deeds: int = 0


class SeasonTable:
    """A season's games by its rules. Games of an `excluded` player still count for others."""

    def __init__(
        self,
        games: Iterable[SeasonGame],
        rules: SeasonRules,
        excluded: Collection[Player] = (),
        settled: Mapping[Player, SettledLine] = NOTHING_SETTLED,
    ) -> None:
        self.games = tuple(games)
        self.rules = rules
        self.excluded = frozenset(excluded)
        self.selection = select_games(self.games, rules, settled)
        self.guests = {seat.player for game in self.games for seat in game.seats if seat.guest}

    def cut(self, until: int) -> "SeasonTable":
        """Return the table of the games that ended before `until`."""
        games = (game for game in self.games if game.at < until)
        return SeasonTable(games, self.rules, self.excluded)

    def list_lines(self, variant: str = "", table: str = "") -> list[SeasonLine]:
        """Return all lines: ranked ones, best first, then the others; equal points share a rank.

        `variant` and `table` restrict the sums to such games. Guests have a line only if the rules
        rank them.
        """
        lines = [
            self._add_up(player, [s for s in seats if _is_of(s.game, variant, table)])
            for player, seats in self.selection.counted.items()
            if self.rules.guests or player not in self.guests
        ]
        if variant or table:
            lines = [line for line in lines if line.games]
        lines.sort(key=_make_sort_key)
        return list(_add_ranks(lines))

    def _add_up(self, player: Player, seats: Sequence[Seat]) -> SeasonLine:
        own = [seat.own for seat in seats]
        ends = [seat.game.at for seat in seats]
        held = self.selection.held.get(player)
        points = sum(each.points for each in own)
        missing = max(0, (self.rules.needed or 1) - self.selection.eligible[player])
        return SeasonLine(
            None,
            player,
            points=points if held is None else min(points, self.selection.add_up(player)),
            games=len(own),
            won_as_master=sum(each.won for each in own),
            won_as_servant=sum(each.helped for each in own),
            caused=sum(each.caused for each in own),
            served=sum(each.served for each in own),
            reign=max((each.reign for each in own), default=0),
            first=min(ends, default=None),
            last=max(ends, default=None),
            played=len(seats) + len(self.selection.left_out[player]),
            missing=missing,
            held=0 if held is None else held.points,
            excluded=player in self.excluded,
            from_deeds=sum(each.from_deeds for each in own),
        )


def _is_of(game: SeasonGame, variant: str, table: str) -> bool:
    return variant in ("", game.variant) and table in ("", game.table)


def _make_sort_key(line: SeasonLine) -> tuple[bool, bool, int, Player]:
    return line.excluded, line.missing > 0, -line.points, line.player


def _add_ranks(lines: Sequence[SeasonLine]) -> Iterator[SeasonLine]:
    rank = 0
    before = None
    for number, line in enumerate(lines, 1):
        if line.excluded or line.missing:
            yield line
            continue
        if line.points != before:
            rank = number
            before = line.points
        yield replace(line, rank=rank)


# Comparing tables by different rules


class SeasonMove(Struct, frozen=True):
    """A player whose rank or points differ between two tables; None means unranked."""

    player: Player
    rank_before: int | None
    rank_after: int | None
    points_before: int
    points_after: int

    @property
    def rises(self) -> bool:
        """True if the player's rank improves."""
        return _make_rank_key(self.rank_after) < _make_rank_key(self.rank_before)

    @property
    def falls(self) -> bool:
        """True if the player's rank worsens."""
        return _make_rank_key(self.rank_after) > _make_rank_key(self.rank_before)


def compare_tables(before: Iterable[SeasonLine], after: Iterable[SeasonLine]) -> list[SeasonMove]:
    """Return the differences between two tables of the same games, the highest players first.

    A player's height is the better of the two ranks.
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
    ranks = sorted((_make_rank_key(move.rank_before), _make_rank_key(move.rank_after)))
    return ranks[0], ranks[1]


def _make_rank_key(rank: int | None) -> float:
    return float("inf") if rank is None else rank
