"""A season's standings by its rules: ranks, and what unranked players lack."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Player
from bot.rules.variants import VARIANTS, ServantKind, find_servant_kind
from bot.season_rules.game_selection import NO_FROZEN_LINES, FrozenStandingsLine, select_counted_season_games
from bot.season_rules.games import PlayerSeasonGame, SeasonGame, SeasonGameResult
from bot.season_rules.rules import RoundUnit, SeasonRules


class SeasonStandingsLine(Struct, frozen=True):
    """A player's line in a season's standings: rank, points, and sums over counted games.

    A player without `rank` lacks `missing` games or is `excluded`. `reign` is in milliseconds. `first` and `last` are
    when the first and last game that counts ended, in milliseconds since 1970; None without any. `held` are points that
    do not count because they come from games within a closed group. `from_deeds` are the points for achievements,
    `from_attendance` those for the rounds that count.
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
    from_attendance: int = 0


class SeasonStandings:
    """The standings of a season, computed from its games by the season's rules.

    Games of an `excluded` player still count for others.
    """

    def __init__(
        self,
        games: Iterable[SeasonGame],
        rules: SeasonRules,
        excluded: Collection[Player] = (),
        settled: Mapping[Player, FrozenStandingsLine] = NO_FROZEN_LINES,
    ) -> None:
        self.games = tuple(games)
        self.rules = rules
        self.excluded = frozenset(excluded)
        self.selection = select_counted_season_games(self.games, rules, settled)
        self.guests = {seat.player for game in self.games for seat in game.seats if seat.guest}

    def build_standings_until(self, end_milliseconds: int) -> "SeasonStandings":
        """Return the standings of the games that ended before this time (ms since 1970)."""
        games = [game for game in self.games if game.at < end_milliseconds]
        if len(games) == len(self.games):
            return self  # with the lines of final standings, which no later change affects
        return SeasonStandings(games, self.rules, self.excluded)

    def list_ranked_lines(self, variant: str = "", table_format: str = "") -> list[SeasonStandingsLine]:
        """Return all lines, ranked players first. Players with equal points share a rank.

        `variant` and `table_format` restrict the sums to such games. Guests have a line only if the rules rank them.
        """
        lines = [
            self._build_line_of_player(
                player, [s for s in seats if _matches_variant_and_table(s.game, variant, table_format)]
            )
            for player, seats in self.selection.counted.items()
            if self.rules.guests or player not in self.guests
        ]
        if variant or table_format:
            lines = [line for line in lines if line.games]
        lines.sort(key=_build_standings_sort_key)
        return list(_add_ranks_to_lines(lines))

    def find_servant_kind(self, variant: str = "", table_format: str = "") -> ServantKind:
        """Return the kind of servants in a season's games, optionally in games of one variant and table format."""
        games = [game for game in self.games if _matches_variant_and_table(game, variant, table_format)]
        seats_of_own_variants = [seat for game in games if game.variant not in VARIANTS for seat in game.seats]
        return find_servant_kind(
            {game.variant for game in games},
            has_custom_servants=any(seat.served for seat in seats_of_own_variants),
            has_winning_custom_servants=any(seat.helped for seat in seats_of_own_variants),
        )

    def list_lines_by_points(self) -> list[SeasonStandingsLine]:
        """Return the lines of all players who are not excluded, ranked by points alone."""
        lines = [replace(line, rank=None) for line in self.list_ranked_lines() if not line.excluded]
        lines.sort(key=lambda line: (-line.points, line.player))
        return [replace(line, rank=1 + sum(each.points > line.points for each in lines)) for line in lines]

    def has_leader(self) -> bool:
        """Return True if somebody with enough games for a rank has ever had the most points.

        Before, whoever has played most often would lead players with more points who are only a few games behind.
        """
        return self._has_leader

    @cached_property
    def _has_leader(self) -> bool:
        lines = [line for line in self.list_ranked_lines() if not line.excluded]
        most = max((line.points for line in lines), default=0)
        if any(line.rank == 1 and line.points == most for line in lines):
            return True
        return any(line.rank for line in lines) and self._has_ever_had_leader({line.player for line in lines})

    def _has_ever_had_leader(self, players: Collection[Player]) -> bool:
        """Return True if a player with enough games for a rank ever had the most points."""
        points = dict.fromkeys(players, 0)
        games = dict.fromkeys(players, 0)
        counted = {
            (player, each.game_key): each.own.points for player in players for each in self.selection.counted[player]
        }
        for game in sorted(self.games, key=lambda game: (game.at, game.channel, game.pod)):
            name = game.channel, game.pod
            for seat in game.seats:
                if seat.player in points:
                    reason = self.selection.left_out[seat.player].get(name)
                    games[seat.player] += reason is None or reason.reason != "weekly"
                    points[seat.player] += counted.get((seat.player, name), 0)
            most = max(points.values(), default=0)
            if any(points[s.player] == most for s in game.seats if games.get(s.player, 0) >= (self.rules.needed or 1)):
                return True
        return False

    def compute_points_of_player(self, player: Player, variant: str = "") -> int:
        """Return a player's points, in all games or in those of a variant."""
        games = self.selection.counted.get(player, ())
        if not games:
            return 0
        return self._build_line_of_player(
            player, [each for each in games if _matches_variant_and_table(each.game, variant, "")]
        ).points

    def count_rounds_of_player(self, player: Player, round_unit: RoundUnit) -> tuple[int, int]:
        """Return the number of rounds in which a player has a counted game, and of all rounds with a game."""

        def count_season_rounds(season_games: Iterable[SeasonGame]) -> int:
            return len(
                {game.compute_week_or_night_number(round_unit, self.rules.zone_minutes) for game in season_games}
            )

        counted = [each.game for each in self.selection.counted.get(player, ())]
        left_out = self.selection.left_out.get(player, {})
        return count_season_rounds(counted), count_season_rounds(
            [*counted, *(game for game in self.games if (game.channel, game.pod) in left_out)]
        )

    def _build_line_of_player(self, player: Player, player_games: Sequence[PlayerSeasonGame]) -> SeasonStandingsLine:
        own = [seat.own for seat in player_games]
        ends = [seat.game.at for seat in player_games]
        held = self.selection.held.get(player)
        points = sum(each.points for each in own)
        missing = max(0, (self.rules.needed or 1) - self.selection.eligible[player])
        return SeasonStandingsLine(
            None,
            player,
            points=points if held is None else min(points, self.selection.compute_counted_points(player)),
            games=len(own),
            won_as_master=sum(each.won for each in own),
            won_as_servant=sum(each.helped for each in own),
            caused=sum(each.caused for each in own),
            served=sum(each.served for each in own),
            reign=max((each.reign for each in own), default=0),
            first=min(ends, default=None),
            last=max(ends, default=None),
            played=len(player_games) + len(self.selection.left_out[player]),
            missing=missing,
            held=0 if held is None else held.points,
            excluded=player in self.excluded,
            from_deeds=sum(each.from_deeds for each in own),
            from_attendance=sum(each.from_attendance for each in own),
        )


def _matches_variant_and_table(season_game: SeasonGame, variant: str, table_format: str) -> bool:
    return variant in ("", season_game.variant) and table_format in ("", season_game.table)


def _build_standings_sort_key(standings_line: SeasonStandingsLine) -> tuple[bool, bool, int, Player]:
    return standings_line.excluded, standings_line.missing > 0, -standings_line.points, standings_line.player


def _add_ranks_to_lines(standings_lines: Sequence[SeasonStandingsLine]) -> Iterator[SeasonStandingsLine]:
    rank = 0
    before = None
    for number, line in enumerate(standings_lines, 1):
        if line.excluded or line.missing:
            yield line
            continue
        if line.points != before:
            rank = number
            before = line.points
        yield replace(line, rank=rank)


# Points of a period


class SeasonPointsGain(NamedTuple):
    """A player's gain of points, games and wins in a season during one period."""

    player: Player
    points: int
    games: int
    won_as_master: int
    won_as_servant: int


def compute_season_points_gains(
    standings_before: SeasonStandings, standings_after: SeasonStandings
) -> list[SeasonPointsGain]:
    """Return how much players' points changed between two moments of a season.

    Only players who played between them, and whom the standings show, are included. A gain is the difference of a
    player's two totals: the rule of the best games can make it smaller than the points of the games.
    """
    former = {line.player: line.points for line in standings_before.list_ranked_lines()}
    known = {(game.channel, game.pod) for game in standings_before.games}
    played = defaultdict[Player, list[SeasonGameResult]](list)
    for game in standings_after.games:
        if (game.channel, game.pod) not in known:
            for seat in game.seats:
                played[seat.player].append(seat)
    return [
        SeasonPointsGain(
            line.player,
            line.points - former.get(line.player, 0),
            len(seats),
            sum(seat.won for seat in seats),
            sum(seat.helped for seat in seats),
        )
        for line in standings_after.list_ranked_lines()
        if not line.excluded and (seats := played[line.player])
    ]


# Comparing tables by different rules


class RankChange(Struct, frozen=True):
    """A player whose rank or points differ between two standings. None as rank means unranked."""

    player: Player
    rank_before: int | None
    rank_after: int | None
    points_before: int
    points_after: int

    @property
    def is_rank_rise(self) -> bool:
        return _build_rank_sort_key(self.rank_after) < _build_rank_sort_key(self.rank_before)

    @property
    def is_rank_fall(self) -> bool:
        return _build_rank_sort_key(self.rank_after) > _build_rank_sort_key(self.rank_before)


def compare_season_standings(
    previous_lines: Iterable[SeasonStandingsLine], current_lines: Iterable[SeasonStandingsLine]
) -> list[RankChange]:
    """Return the players whose rank or points differ between two standings of the same games.

    Players come by the better of their two ranks.
    """
    known = {line.player: line for line in previous_lines}
    moves = [
        RankChange(line.player, known[line.player].rank, line.rank, known[line.player].points, line.points)
        for line in current_lines
    ]
    changed = [move for move in moves if (move.rank_before, move.points_before) != (move.rank_after, move.points_after)]
    return sorted(changed, key=_build_rank_change_sort_key)


def _build_rank_change_sort_key(rank_change: RankChange) -> tuple[float, float]:
    ranks = sorted((_build_rank_sort_key(rank_change.rank_before), _build_rank_sort_key(rank_change.rank_after)))
    return ranks[0], ranks[1]


def _build_rank_sort_key(rank: int | None) -> float:
    return float("inf") if rank is None else rank
