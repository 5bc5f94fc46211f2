"""The games of a season that count for each player, and their points.

A rule is applied to one player at a time, so a game may count for one of its players and not for another. Rules are
applied in order, each to the games left by the previous one: points for achievements, the most points of a game, the
same people in a week, the most games of a week, the best rounds (weeks or nights), the best of the first games, points
for attendance, then closed groups, from which points but no games are withheld.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.rules.facts import Player
from bot.rules.house_deeds import is_voted_achievement
from bot.season_rules.circles import are_closed_groups_unusual, compute_median_points, find_games_within_closed_groups
from bot.season_rules.games import (
    GameExclusionReason,
    GamesByPlayer,
    PlayerSeasonGame,
    ReasonsByGame,
    SeasonGame,
    SeasonGameKey,
    group_games_by_player,
)
from bot.season_rules.rules import AttendanceRule, BestRoundsRule, SeasonRules


class WithheldPoints(NamedTuple):
    """A player's points that do not count, because of votes or of games in a closed group.

    They lie above the `middle`, the median of the players' points. `games` is how many games of the player are within a
    closed group.
    """

    points: int
    games: int
    middle: int


class FrozenStandingsLine(NamedTuple):
    """The values of a player's line in a season's final standings that later changes must not alter.

    The line is stored when the season loses its former player ids. `eligible` games count; `held` points do not,
    because of games `within` a closed group, above the `middle` of the standings.
    """

    eligible: int
    held: int
    within: int
    middle: int


class CountedSeasonGames(NamedTuple):
    """The games of a season that count for each player, and the reasons why other games do not.

    Their points are those that count.

    `eligible` is how many games count before the rule of the best, to compare with `needed`. `held` has the players of
    whose points some are withheld for a closed group. `capped` has the points above the most of a game, of the games
    that count.
    """

    counted: GamesByPlayer
    left_out: Mapping[Player, ReasonsByGame]
    eligible: Mapping[Player, int]
    held: Mapping[Player, WithheldPoints]
    capped: Mapping[Player, int]

    def compute_counted_points(self, player: Player) -> int:
        held = self.held[player].points if player in self.held else 0
        return _sum_points_of_games(self.counted[player]) - held


NO_FROZEN_LINES: Mapping[Player, FrozenStandingsLine] = {}


def select_counted_season_games(
    games: Iterable[SeasonGame],
    season_rules: SeasonRules,
    frozen_standings_lines: Mapping[Player, FrozenStandingsLine] = NO_FROZEN_LINES,
) -> CountedSeasonGames:
    """Select the games of a season that count for each player. Values in `frozen_standings_lines` do not change."""
    listed = group_games_by_player(games, season_rules.order)
    if season_rules.gives_points_for_achievements:
        listed = _convert_season_games(listed, lambda game: _add_achievement_points_to_game(game, season_rules))
    cap = season_rules.cap
    played = listed if cap is None else _convert_season_games(listed, lambda game: _cap_points_of_game(game, cap))
    if season_rules.subtracts_points_for_achievements:
        played = _convert_season_games(played, lambda game: _apply_negative_achievement_points(game, season_rules))
    left_out: dict[Player, dict[SeasonGameKey, GameExclusionReason]] = {player: {} for player in played}
    passed = played
    if season_rules.weekly is not None:
        passed = _exclude_games_with_reasons(
            passed, _find_repeated_games_of_week(passed, season_rules.weekly), left_out
        )
    eligible = _count_games_of_each_person(passed)
    counted = _select_best_games(passed, season_rules, left_out)
    held = (
        dict(_compute_points_withheld_for_closed_groups(played, passed, counted, season_rules))
        if season_rules.circles
        else {}
    )
    found = CountedSeasonGames(
        counted, left_out, eligible, held, _sum_points_above_cap(listed, counted, season_rules.cap)
    )
    return _apply_frozen_standings_lines(found, frozen_standings_lines) if frozen_standings_lines else found


def _apply_frozen_standings_lines(
    counted_games: CountedSeasonGames, frozen_lines: Mapping[Player, FrozenStandingsLine]
) -> CountedSeasonGames:
    here = {player: line for player, line in frozen_lines.items() if player in counted_games.eligible}
    held = {player: each for player, each in counted_games.held.items() if player not in here}
    held |= {player: WithheldPoints(line.held, line.within, line.middle) for player, line in here.items() if line.held}
    eligible = {**counted_games.eligible, **{player: line.eligible for player, line in here.items()}}
    return counted_games._replace(eligible=eligible, held=held)


_NOTHING_HELD = WithheldPoints(0, 0, 0)


def find_changed_standings_lines(
    previous_counted_games: CountedSeasonGames, current_counted_games: CountedSeasonGames
) -> Mapping[Player, FrozenStandingsLine]:
    """Return the previous values of the standings lines that have changed, to be stored."""

    def build_frozen_standings_line(counted_games: CountedSeasonGames, player: Player) -> FrozenStandingsLine:
        held = counted_games.held.get(player, _NOTHING_HELD)
        return FrozenStandingsLine(counted_games.eligible[player], *held)

    lines = {
        player: build_frozen_standings_line(previous_counted_games, player)
        for player in previous_counted_games.eligible
    }
    return {
        player: line
        for player, line in lines.items()
        if build_frozen_standings_line(current_counted_games, player) != line
    }


def _count_games_of_each_person(games_by_player: GamesByPlayer) -> Mapping[Player, int]:
    """Return each player's number of games; accounts of one person count together."""
    names = {player: {seat.game_key for seat in seats} for player, seats in games_by_player.items()}
    shared = defaultdict[Player, set[SeasonGameKey]](set)
    persons = {player: who for player, seats in games_by_player.items() if (who := _get_person_of_player_games(seats))}
    for player, who in persons.items():
        shared[who] |= names[player]
    return {player: len(shared[persons[player]] if player in persons else games) for player, games in names.items()}


def _get_person_of_player_games(player_games: Sequence[PlayerSeasonGame]) -> Player | None:
    """Return the person to whom a player's games count; after a substitution, this may be another player.

    None for a guest or without games.
    """
    return None if not player_games or player_games[0].own.guest else player_games[0].own.result_owner


def _exclude_games_with_reasons(
    games_by_player: GamesByPlayer,
    reasons_by_player: Iterable[tuple[Player, ReasonsByGame]],
    excluded_games: Mapping[Player, dict[SeasonGameKey, GameExclusionReason]],
) -> GamesByPlayer:
    remaining = dict(games_by_player)
    for player, reasons in reasons_by_player:
        if reasons:
            excluded_games[player].update(reasons)
            remaining[player] = [s for s in games_by_player[player] if s.game_key not in reasons]
    return remaining


# Points for deeds


def _convert_season_games(
    games_by_player: GamesByPlayer, convert_game: Callable[[PlayerSeasonGame], PlayerSeasonGame]
) -> GamesByPlayer:
    return {player: [convert_game(seat) for seat in seats] for player, seats in games_by_player.items()}


def _list_points_of_achievements(
    player_game: PlayerSeasonGame, season_rules: SeasonRules, achievement_ids: Iterable[str]
) -> list[tuple[str, int]]:
    game = player_game.game
    began = game.at if game.began is None else game.began
    return [(deed, season_rules.find_points_of_achievement(deed, began)) for deed in achievement_ids]


def _add_achievement_points_to_game(player_game: PlayerSeasonGame, season_rules: SeasonRules) -> PlayerSeasonGame:
    """Return a copy of the game with the points that its achievements bring.

    Where a game brings at most some points for achievements, those by votes come last. Where closed groups lift nobody,
    an achievement that its player claimed brings something only if somebody else confirmed it.
    """
    own = player_game.own
    deeds: Iterable[str] = own.deeds
    if season_rules.circles and own.unconfirmed_deeds:
        deeds = (Counter(own.deeds) - Counter(own.unconfirmed_deeds)).elements()
    gains = [
        (deed, points) for deed, points in _list_points_of_achievements(player_game, season_rules, deeds) if points > 0
    ]
    if not gains:
        return player_game
    points = sum(points for _, points in gains)
    by_votes = sum(points for deed, points in gains if is_voted_achievement(deed))
    if season_rules.deeds_most is not None and points > season_rules.deeds_most:
        by_votes = max(0, by_votes - (points - season_rules.deeds_most))
        points = season_rules.deeds_most
    return player_game._replace(own=own._replace(points=own.points + points, from_deeds=points, from_votes=by_votes))


def _apply_negative_achievement_points(player_game: PlayerSeasonGame, season_rules: SeasonRules) -> PlayerSeasonGame:
    """Return a copy of the game after subtracting the points of achievements that cost points.

    Votes cost nobody points where closed groups lift nobody: three people could push others down.
    """
    points = sum(
        points
        for deed, points in _list_points_of_achievements(player_game, season_rules, player_game.own.deeds)
        if points < 0 and not (season_rules.circles and is_voted_achievement(deed))
    )
    if not points:
        return player_game
    own = player_game.own
    return player_game._replace(own=own._replace(points=own.points + points, from_deeds=own.from_deeds + points))


# The most points of a game


def _cap_points_of_game(player_game: PlayerSeasonGame, maximum_points: int) -> PlayerSeasonGame:
    own = player_game.own
    if own.points <= maximum_points:
        return player_game
    from_deeds = max(0, own.from_deeds - (own.points - maximum_points))
    from_votes = max(0, own.from_votes - (own.points - maximum_points))
    return player_game._replace(own=own._replace(points=maximum_points, from_deeds=from_deeds, from_votes=from_votes))


def _sum_points_above_cap(
    all_games: GamesByPlayer, counted_games: GamesByPlayer, maximum_points_per_game: int | None
) -> Mapping[Player, int]:
    """Return the points that each player lost to the cap of `maximum_points_per_game` points for a game."""
    if maximum_points_per_game is None:
        return {}
    found = dict[Player, int]()
    for player, seats in all_games.items():
        above = {
            s.game_key: s.own.points - maximum_points_per_game for s in seats if s.own.points > maximum_points_per_game
        }
        points = sum(above.get(seat.game_key, 0) for seat in counted_games[player]) if above else 0
        if points:
            found[player] = points
    return found


# The same people in a week


def _find_repeated_games_of_week(
    games_by_player: GamesByPlayer, maximum_meetings: int
) -> Iterator[tuple[Player, ReasonsByGame]]:
    """Yield each player's games against people whom they met too often in a week.

    At least half of the others had met the player `maximum_meetings` times in that week. Only games that count are
    meetings.
    """
    for player, seats in games_by_player.items():
        found = dict[SeasonGameKey, GameExclusionReason]()
        met_in = defaultdict[int, Counter[Player]](Counter)
        for seat in seats:
            met = met_in[seat.game.week_number]
            often = [met[each] for each in seat.met if met[each] >= maximum_meetings]
            if often and 2 * len(often) >= len(seat.met):
                found[seat.game_key] = GameExclusionReason("weekly", min(often) + 1)
            else:
                met.update(seat.met)
        yield player, found


# The best games of a week, the best rounds, the best of the first games


def _select_best_games(
    games_by_player: GamesByPlayer,
    season_rules: SeasonRules,
    excluded_games: Mapping[Player, dict[SeasonGameKey, GameExclusionReason]],
) -> GamesByPlayer:
    """Return the games that count within a season's limits, with attendance points added."""
    counted = games_by_player
    if season_rules.week_most is not None:
        counted = _exclude_games_with_reasons(
            counted, _find_games_above_weekly_maximum(counted, season_rules.week_most), excluded_games
        )
    if season_rules.rounds is not None:
        found = _find_games_outside_best_rounds(counted, season_rules.rounds, season_rules.zone_minutes)
        counted = _exclude_games_with_reasons(counted, found, excluded_games)
    if season_rules.best is not None:
        found = _find_uncounted_games(counted, season_rules.best, season_rules.of)
        counted = _exclude_games_with_reasons(counted, found, excluded_games)
    if season_rules.attendance is None:
        return counted
    return {
        player: list(_add_points_for_attendance(seats, season_rules.attendance, season_rules.zone_minutes))
        for player, seats in counted.items()
    }


def _find_games_above_weekly_maximum(
    games_by_player: GamesByPlayer, maximum_games_per_week: int
) -> Iterator[tuple[Player, ReasonsByGame]]:
    """Yield each player's games beyond their best `maximum_games_per_week` games of a week."""
    for player, seats in games_by_player.items():
        weeks = defaultdict[int, list[PlayerSeasonGame]](list)
        for seat in seats:
            weeks[seat.game.week_number].append(seat)
        chosen = {
            seat.game_key for week in weeks.values() for seat in _choose_best_games(week, maximum_games_per_week, None)
        }
        yield player, {s.game_key: GameExclusionReason("week-most") for s in seats if s.game_key not in chosen}


def _find_games_outside_best_rounds(
    games_by_player: GamesByPlayer, best_rounds_rule: BestRoundsRule, utc_offset_minutes: int
) -> Iterator[tuple[Player, ReasonsByGame]]:
    """Yield each player's games outside their best rounds; these games do not count.

    Rounds stand in the order of their first games. Of equal rounds the first count.
    """
    for player, seats in games_by_player.items():
        points = dict[int, int]()
        for seat in seats:
            number = seat.game.compute_week_or_night_number(best_rounds_rule.unit, utc_offset_minutes)
            points[number] = points.get(number, 0) + seat.own.points
        order = [*points]
        chosen = {*sorted(order[: best_rounds_rule.of], key=lambda number: -points[number])[: best_rounds_rule.best]}
        reasons = {
            number: GameExclusionReason("worse-round")
            if best_rounds_rule.of is None or position <= best_rounds_rule.of
            else GameExclusionReason("later-round", position)
            for position, number in enumerate(order, 1)
            if number not in chosen
        }
        yield (
            player,
            {
                seat.game_key: reasons[number]
                for seat in seats
                if (number := seat.game.compute_week_or_night_number(best_rounds_rule.unit, utc_offset_minutes))
                in reasons
            },
        )


def _add_points_for_attendance(
    player_games: Iterable[PlayerSeasonGame], attendance_rule: AttendanceRule, utc_offset_minutes: int
) -> Iterator[PlayerSeasonGame]:
    """Yield a player's counted games, with attendance points added to the first game of each round."""
    attended = set[int]()
    for seat in player_games:
        number = seat.game.compute_week_or_night_number(attendance_rule.unit, utc_offset_minutes)
        if number in attended:
            yield seat
            continue
        attended.add(number)
        own = seat.own._replace(points=seat.own.points + attendance_rule.points, from_attendance=attendance_rule.points)
        yield seat._replace(own=own)


def _find_uncounted_games(
    games_by_player: GamesByPlayer, maximum_game_count: int, last_countable_game_number: int | None
) -> Iterator[tuple[Player, ReasonsByGame]]:
    """Yield each player's games that are not among their best ones, and so do not count.

    At most `maximum_game_count` games count, of the first `last_countable_game_number`. Of equal games the first count.
    """
    for player, seats in games_by_player.items():
        chosen = {seat.game_key for seat in _choose_best_games(seats, maximum_game_count, last_countable_game_number)}
        yield (
            player,
            {
                seat.game_key: _build_game_exclusion_reason(number, last_countable_game_number)
                for number, seat in enumerate(seats, 1)
                if seat.game_key not in chosen
            },
        )


def _choose_best_games(
    player_games: list[PlayerSeasonGame], maximum_game_count: int | None, last_countable_game_number: int | None
) -> list[PlayerSeasonGame]:
    return sorted(player_games[:last_countable_game_number], key=lambda game: -game.own.points)[:maximum_game_count]


def _build_game_exclusion_reason(game_number: int, last_countable_game_number: int | None) -> GameExclusionReason:
    return (
        GameExclusionReason("worse")
        if last_countable_game_number is None or game_number <= last_countable_game_number
        else GameExclusionReason("later", game_number)
    )


# Circles


def _compute_points_withheld_for_closed_groups(
    all_games: GamesByPlayer, allowed_games: GamesByPlayer, counted_games: GamesByPlayer, season_rules: SeasonRules
) -> Iterator[tuple[Player, WithheldPoints]]:
    """Yield the points above the median, which do not count because of votes or a closed group.

    The median is that of every person with enough games, including excluded people. Votes of three people decide at
    most tables, so points by votes are withheld even where closed groups are usual.
    """
    circles = find_games_within_closed_groups(all_games, allowed_games)
    eligible = _count_games_of_each_person(allowed_games)
    enough = {
        player: seats
        for player, seats in allowed_games.items()
        if seats and seats[0].own.result_owner == player and eligible[player] >= (season_rules.needed or 1)
    }
    if not are_closed_groups_unusual(circles, enough):
        circles = {player: set[SeasonGameKey]() for player in circles}
    if not enough or not (any(circles.values()) or _has_anyone_points_from_votes(counted_games)):
        return
    middle = compute_median_points([_sum_points_of_games(counted_games[player]) for player in enough])
    for player, within in circles.items():
        every = _sum_points_of_games(counted_games[player])
        if every <= middle or not (within or _has_anyone_points_from_votes({player: counted_games[player]})):
            continue
        open_games = {
            player: [
                _remove_points_gained_by_votes(seat) for seat in allowed_games[player] if seat.game_key not in within
            ]
        }
        most = max(middle, _sum_points_of_games(_select_best_games(open_games, season_rules, {player: {}})[player]))
        if every > most:
            yield player, WithheldPoints(every - most, len(within), middle)


def _has_anyone_points_from_votes(games_by_player: GamesByPlayer) -> bool:
    return any(seat.own.from_votes for seats in games_by_player.values() for seat in seats)


def _remove_points_gained_by_votes(player_game: PlayerSeasonGame) -> PlayerSeasonGame:
    own = player_game.own
    if not own.from_votes:
        return player_game
    return player_game._replace(own=own._replace(points=own.points - own.from_votes, from_votes=0))


def _sum_points_of_games(player_games: Iterable[PlayerSeasonGame]) -> int:
    return sum(seat.own.points for seat in player_games)
