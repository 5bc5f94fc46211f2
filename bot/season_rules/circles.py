"""Closed groups (circles): a few people who play with hardly anybody else.

One person with several accounts makes a closed group, and so do four friends; results alone cannot tell them apart. So
games within a closed group lift nobody past the middle of the table; up to there they count like all others.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from statistics import median_low

from bot.rules.facts import Player
from bot.season_rules.games import GamesByPlayer, PlayerSeasonGame, SeasonGameKey

TIE_WEIGHT = 4
"""Weight of games with a player against games without them, in the test for a circle."""

IGNORED_PARTNERS = 3
"""The most frequent partners that the test ignores: they may be further accounts of the same
person."""

MIN_GAMES_PER_CIRCLE_GAME = 10
"""A player is outside of circles if fewer than one in so many of their games is within one."""


def find_games_within_closed_groups(
    all_games: GamesByPlayer, games_by_player: GamesByPlayer
) -> Mapping[Player, set[SeasonGameKey]]:
    """Return each player's games in a closed group: a few people who hardly play with others.

    Two sums are taken over the other people of a game, where guests count as whoever brought them. "With" is how often
    they played with the player in this season. "Apart" is how often they met other people while the player was absent;
    a person counts at most the median number of meetings over all pairs that met, and each one's `IGNORED_PARTNERS`
    most frequent partners do not count. The game is within a closed group if `TIE_WEIGHT` * with > apart, or if there
    is no other person. Meetings are counted in `all_games`.
    """
    ties = _SharedGameCounter(_group_games_by_person(all_games))
    return {
        player: {seat.game_key for seat in seats if ties.is_closed_group_of_players(seat.others, seat.own.result_owner)}
        for player, seats in games_by_player.items()
    }


def are_closed_groups_unusual(
    games_within_groups: Mapping[Player, set[SeasonGameKey]], games_by_player: GamesByPlayer
) -> bool:
    """Return True if most players rarely play in a closed group.

    Otherwise no points are withheld: in the first days of a season, or where everybody knows everybody.
    """
    outside = sum(
        MIN_GAMES_PER_CIRCLE_GAME * len(games_within_groups[player]) < len(seats)
        for player, seats in games_by_player.items()
    )
    return bool(games_by_player) and 3 * outside >= 2 * len(games_by_player)


def compute_median_points(points: Collection[int]) -> int:
    """Return the median of points; of two middle values, the lower one.

    Games within a closed group count up to this median.
    """
    return median_low(points)


def _group_games_by_person(games_by_player: GamesByPlayer) -> GamesByPlayer:
    theirs = defaultdict[Player, dict[SeasonGameKey, PlayerSeasonGame]](dict)
    for seats in games_by_player.values():
        for seat in seats:
            theirs[seat.own.result_owner][seat.game_key] = seat
    return {person: list(found.values()) for person, found in theirs.items()}


class _SharedGameCounter:
    """A counter of the games that each two people have played together in a season."""

    def __init__(self, played: GamesByPlayer) -> None:
        self._played = played
        self._met = {player: Counter(p for seat in seats for p in seat.others) for player, seats in played.items()}
        times = [number for met in self._met.values() for number in met.values()]
        self._usual = median_low(times) if times else 0
        self._apart = dict[Player, Mapping[Player, int]]()

    def is_closed_group_of_players(self, other_players: Sequence[Player], player: Player) -> bool:
        """Return True if a player and the others of a game hardly play with anybody else."""
        if not other_players:
            return True
        together = sum(self._met[each][player] for each in other_players)
        return TIE_WEIGHT * together > sum(
            self._get_meetings_without_each_partner(each)[player] for each in other_players
        )

    def _get_meetings_without_each_partner(self, player: Player) -> Mapping[Player, int]:
        """Return, for each partner of a player, how often the player met other people in games without that partner."""
        known = self._apart.get(player)
        if known is None:
            known = self._apart[player] = self._compute_meetings_without_each_partner(player)
        return known

    def _compute_meetings_without_each_partner(self, person: Player) -> Mapping[Player, int]:
        beside = defaultdict[Player, Counter[Player]](Counter)
        for seat in self._played[person]:
            for each in seat.others:
                beside[each].update(seat.others)
        met = self._met[person]
        usual = self._usual
        every = sum(min(number, usual) for number in met.values())
        often = sum(number >= usual for number in met.values())
        apart = dict[Player, int]()
        for player, with_ in beside.items():
            # Shortcut: enough partners reach the usual number, so the closest are among them.
            lost = [(met[each], met[each] - number) for each, number in with_.items()]
            if often - sum(before >= usual > after for before, after in lost) >= IGNORED_PARTNERS:
                less = sum(min(before, usual) - min(after, usual) for before, after in lost)
                apart[player] = every - less - IGNORED_PARTNERS * usual
            else:
                apart[player] = self._count_meetings_except_most_frequent(met - with_)
        return apart

    def _count_meetings_except_most_frequent(self, meetings: Counter[Player]) -> int:
        """Count a player's meetings with other people, except with the most frequent partners.

        Each partner counts at most the usual number of meetings.
        """
        return sum(sorted(min(number, self._usual) for number in meetings.values())[:-IGNORED_PARTNERS])
