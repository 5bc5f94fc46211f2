"""The games of a season that count for each player, and their points.

A rule is applied to one player at a time, so a game may count for one of its players and not for
another. Rules are applied in order, each to the games left by the previous one: points for deeds,
the most points of a game, the same people in a week, the best of the first games, then circles,
which hold back points but no games.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.rules.facts import Player
from bot.season_rules.circles import find_circles, find_middle, is_league
from bot.season_rules.games import (
    GameName,
    Games,
    LeftOut,
    Reasons,
    SeasonGame,
    Seat,
    list_by_player,
)
from bot.season_rules.rules import SeasonRules


class HeldPoints(NamedTuple):
    """The `points` of a player above the `middle` of the table that do not count.

    They come from `games` within a circle.
    """

    points: int
    games: int
    middle: int


class SettledLine(NamedTuple):
    """A player's line as stored when a season that is over lost its former ids.

    `eligible` games count; `held` points do not, because of games `within` a circle, above the
    `middle` of the table.
    """

    eligible: int
    held: int
    within: int
    middle: int


class Selection(NamedTuple):
    """The games that count for each player, in the season's order, and why others do not.

    Their points are those that count.

    `eligible` is how many games count before the rule of the best, to compare with `needed`. `held`
    has the players of whose points a circle holds some back. `capped` has the points above the most
    of a game, of the games that count.
    """

    counted: Games
    left_out: Mapping[Player, Reasons]
    eligible: Mapping[Player, int]
    held: Mapping[Player, HeldPoints]
    capped: Mapping[Player, int]

    def add_up(self, player: Player) -> int:
        """Return the points of a player that count."""
        held = self.held[player].points if player in self.held else 0
        return _add_up(self.counted[player]) - held


NOTHING_SETTLED: Mapping[Player, SettledLine] = {}


def select_games(
    games: Iterable[SeasonGame],
    rules: SeasonRules,
    settled: Mapping[Player, SettledLine] = NOTHING_SETTLED,
) -> Selection:
    """Return which games of a season count for whom by its rules; `settled` lines prevail."""
    listed = list_by_player(games, rules.order)
    if rules.deeds:
        listed = _add_deeds(listed, rules)
    played = listed if rules.cap is None else _cap_points(listed, rules.cap)
    left_out: dict[Player, dict[GameName, LeftOut]] = {player: {} for player in played}
    passed = played
    if rules.weekly is not None:
        passed = _leave_out(passed, _find_repeated(passed, rules.weekly), left_out)
    eligible = _count_eligible(passed)
    counted = passed
    if rules.best is not None:
        counted = _leave_out(passed, _find_not_best(passed, rules.best, rules.of), left_out)
    held = dict(_hold_back(played, passed, counted, rules)) if rules.circles else {}
    found = Selection(counted, left_out, eligible, held, _count_capped(listed, counted, rules.cap))
    return _settle(found, settled) if settled else found


def _settle(found: Selection, settled: Mapping[Player, SettledLine]) -> Selection:
    """Return a selection in which some lines are as they were when their season was settled."""
    here = {player: line for player, line in settled.items() if player in found.eligible}
    held = {player: each for player, each in found.held.items() if player not in here}
    held |= {
        player: HeldPoints(line.held, line.within, line.middle)
        for player, line in here.items()
        if line.held
    }
    eligible = {**found.eligible, **{player: line.eligible for player, line in here.items()}}
    return found._replace(eligible=eligible, held=held)


_NOTHING_HELD = HeldPoints(0, 0, 0)


def find_settled(before: Selection, after: Selection) -> Mapping[Player, SettledLine]:
    """Return the lines of the selection `before` that differ in the selection `after`."""

    def describe(selection: Selection, player: Player) -> SettledLine:
        held = selection.held.get(player, _NOTHING_HELD)
        return SettledLine(selection.eligible[player], *held)

    lines = {player: describe(before, player) for player in before.eligible}
    return {player: line for player, line in lines.items() if describe(after, player) != line}


def _count_eligible(theirs: Games) -> Mapping[Player, int]:
    """Return how many games each player has; the accounts of one person share theirs."""
    names = {player: {seat.name for seat in seats} for player, seats in theirs.items()}
    shared = defaultdict[Player, set[GameName]](set)
    persons = {player: who for player, seats in theirs.items() if (who := _find_person(seats))}
    for player, who in persons.items():
        shared[who] |= names[player]
    return {
        player: len(shared[persons[player]] if player in persons else games)
        for player, games in names.items()
    }


def _find_person(seats: Sequence[Seat]) -> Player | None:
    """Return whom the player with these games counts as; None for a guest or without games."""
    return None if not seats or seats[0].own.guest else seats[0].own.who


def _leave_out(
    theirs: Games,
    found: Iterable[tuple[Player, Reasons]],
    left_out: Mapping[Player, dict[GameName, LeftOut]],
) -> Games:
    remaining = dict(theirs)
    for player, reasons in found:
        if reasons:
            left_out[player].update(reasons)
            remaining[player] = [s for s in theirs[player] if s.name not in reasons]
    return remaining


# Points for deeds


def _add_deeds(theirs: Games, rules: SeasonRules) -> Games:
    """Return the games with the points for their deeds."""
    return {
        player: [_reward_seat(seat, rules) for seat in seats] for player, seats in theirs.items()
    }


def _reward_seat(seat: Seat, rules: SeasonRules) -> Seat:
    own = seat.own
    points = sum(rules.deeds.get(deed, 0) for deed in own.deeds)
    if rules.deeds_most is not None:
        points = min(points, rules.deeds_most)
    if not points:
        return seat
    return seat._replace(own=own._replace(points=own.points + points, from_deeds=points))


# The most points of a game


def _cap_points(theirs: Games, most: int) -> Games:
    return {player: [_cap_seat(seat, most) for seat in seats] for player, seats in theirs.items()}


def _cap_seat(seat: Seat, most: int) -> Seat:
    own = seat.own
    if own.points <= most:
        return seat
    from_deeds = max(0, own.from_deeds - (own.points - most))
    return seat._replace(own=own._replace(points=most, from_deeds=from_deeds))


def _count_capped(listed: Games, counted: Games, most: int | None) -> Mapping[Player, int]:
    """Return the points above the most of a game, of players who have any."""
    if most is None:
        return {}
    found = dict[Player, int]()
    for player, seats in listed.items():
        above = {s.name: s.own.points - most for s in seats if s.own.points > most}
        points = sum(above.get(seat.name, 0) for seat in counted[player]) if above else 0
        if points:
            found[player] = points
    return found


# The same people in a week


def _find_repeated(theirs: Games, most: int) -> Iterator[tuple[Player, Reasons]]:
    """Yield games in which at least half of the others had met the player `most` times that week.

    Only games that count are meetings.
    """
    for player, seats in theirs.items():
        found = dict[GameName, LeftOut]()
        met_in = defaultdict[int, Counter[Player]](Counter)
        for seat in seats:
            met = met_in[seat.game.week]
            often = [met[each] for each in seat.met if met[each] >= most]
            if often and 2 * len(often) >= len(seat.met):
                found[seat.name] = LeftOut("weekly", min(often) + 1)
            else:
                met.update(seat.met)
        yield player, found


# The best of the first games


def _find_not_best(theirs: Games, most: int, of: int | None) -> Iterator[tuple[Player, Reasons]]:
    """Yield games not among the `most` best of the first `of`; of equal ones the first count."""
    for player, seats in theirs.items():
        chosen = {seat.name for seat in _choose_best(seats, most, of)}
        yield (
            player,
            {
                seat.name: _make_reason(number, of)
                for number, seat in enumerate(seats, 1)
                if seat.name not in chosen
            },
        )


def _choose_best(seats: list[Seat], most: int | None, of: int | None) -> list[Seat]:
    return sorted(seats[:of], key=_order_by_points)[:most]


def _order_by_points(seat: Seat) -> int:
    return -seat.own.points


def _make_reason(number: int, of: int | None) -> LeftOut:
    return LeftOut("worse") if of is None or number <= of else LeftOut("later", number)


# Circles


def _hold_back(
    played: Games, passed: Games, counted: Games, rules: SeasonRules
) -> Iterator[tuple[Player, HeldPoints]]:
    """Yield the points above the middle of the table that come from games within circles.

    The middle is that of every person with enough games, excluded ones too.
    """
    circles = find_circles(played, passed)
    eligible = _count_eligible(passed)
    enough = {
        player: seats
        for player, seats in passed.items()
        if seats and seats[0].own.who == player and eligible[player] >= (rules.needed or 1)
    }
    if not is_league(circles, enough):
        return
    middle = find_middle([_add_up(counted[player]) for player in enough])
    for player, within in circles.items():
        every = _add_up(counted[player])
        if not within or every <= middle:
            continue
        open_games = [seat for seat in passed[player] if seat.name not in within]
        most = max(middle, _add_up(_choose_best(open_games, rules.best, rules.of)))
        if every > most:
            yield player, HeldPoints(every - most, len(within), middle)


def _add_up(seats: Iterable[Seat]) -> int:
    return sum(seat.own.points for seat in seats)
