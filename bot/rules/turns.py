"""Turns: who is active, and who is next (TAB-1, TAB-28, ESC-5, ESC-D13, ESC-D21, NEC-D9)."""

from collections.abc import Collection, Iterable, Sequence

from bot.rules.facts import Player
from bot.rules.records import Marker, Setup, Standing, Turn
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_in_game, find_master, find_team

SEATS_PER_MARKER = 4
"""Fewest seats between two markers, and the players that each marker needs (TAB-28)."""


def make_opening_turn(setup: Setup, seats: Sequence[Player], first: Player) -> Turn:
    """Return the first turn of a game, or first turns where the table has markers (TAB-28)."""
    if not TABLES[setup.table].markers:
        return Turn((first,), 1, first)
    start = seats.index(first)
    markers = tuple(
        Marker(number + 1, seats[(start + SEATS_PER_MARKER * number) % len(seats)])
        for number in range(_count_markers(len(seats)))
    )
    return _make_marked_turn(markers, 1, ())


def make_next_turn(
    setup: Setup,
    seats: Sequence[Player],
    standings: Standings,
    turn: Turn,
    extra: Player | None = None,
) -> Turn:
    """Return the turn that follows clockwise; where a team is one side, it shares the turn.

    An `extra` turn comes in between and leaves the order unchanged. With markers, it is taken
    before the player's next turn, and all markers move.
    """
    if turn.markers:
        gained = turn.extra if extra is None else (*turn.extra, extra)
        return _move_markers(seats, standings, turn, gained)
    number = turn.number + 1
    one_side = setup.answers.team_is_one_side
    if extra is not None:
        return Turn(_find_sharing_turn(one_side, standings, extra), number, turn.seat)
    for seat in _walk_clockwise(seats, turn.seat):
        if _has_turns(one_side, standings[seat]):
            return Turn(_find_sharing_turn(one_side, standings, seat), number, seat)
    return Turn((), number, turn.seat)  # everybody has left a game that continues (RSP-4)


def keep_turn(
    setup: Setup,
    seats: Sequence[Player],
    standings: Standings,
    before: Turn,
    turn: Turn,
    extra: Player | None = None,
) -> Turn:
    """Return `turn`, which follows `before`, after an earlier report was taken back.

    The turn stays with the same player, and whoever serves them now shares it. If that player has
    no turns, or other markers are at the table, it is the turn that follows by the rules.
    """
    one_side = setup.answers.team_is_one_side
    marked = [marker.number for marker in turn.markers]
    holders = [marker.seat for marker in turn.markers if marker.held]
    if not marked and extra is None:
        holders = [turn.seat]
    known = {turn.seat, *(marker.seat for marker in turn.markers)} <= standings.keys()
    if (
        not known
        or marked != [marker.number for marker in before.markers]
        or not all(_has_turns(one_side, standings[each]) for each in holders)
    ):
        return make_next_turn(setup, seats, standings, before, extra)
    number = before.number + 1
    if marked:
        gained = [player for player in turn.extra if player in standings]
        return _make_marked_turn(turn.markers, number, gained)
    return Turn(_find_sharing_turn(one_side, standings, extra or turn.seat), number, turn.seat)


def make_first_turn(setup: Setup, standings: Standings, player: Player) -> Turn:
    """Return the first turn of a game that `player`'s team begins (ESC-50)."""
    master = find_master(standings, player) or player
    one_side = setup.answers.team_is_one_side
    return Turn(_find_sharing_turn(one_side, standings, master), 1, master)


def change_active(
    seats: Sequence[Player],
    turn: Turn,
    before: Standings,
    gone: Collection[Player],
    heirs: Sequence[Player] = (),
) -> Turn:
    """Return the turn without the players in `gone` (ESC-D13, ESC-D21, NEC-D9, TAB-28).

    They have left the game, or wait for their new master's turn. `heirs` continue the turn of the
    master whose place they took, unless they are gone too. `before` are the standings so far.
    """
    if turn.markers:
        return _drop_markers(seats, before, turn, gone)
    if heirs:
        heirs = [p for p in heirs if p not in gone and before[p].master in turn.active]
    if not heirs and set(turn.active).isdisjoint(gone):
        return turn
    active = [*(player for player in turn.active if player not in gone), *heirs]
    return Turn(tuple(dict.fromkeys(active)), turn.number, turn.seat)


def _has_turns(one_side: bool, standing: Standing) -> bool:
    if one_side:
        return standing.status == "master"
    return standing.status != "out"


def _find_sharing_turn(one_side: bool, standings: Standings, player: Player) -> tuple[Player, ...]:
    """Return who takes a turn with `player`: the team, where it is one side (ESC-5)."""
    if not one_side:
        return (player,)
    return tuple(find_team(standings, find_master(standings, player) or player))


def _walk_clockwise(seats: Sequence[Player], seat: Player) -> Iterable[Player]:
    """Return every seat once, beginning with the one to the left of `seat`."""
    start = seats.index(seat) + 1
    return (*seats[start:], *seats[:start])


# Several turns at the same time (TAB-28)


def _count_markers(players: int) -> int:
    return max(1, players // SEATS_PER_MARKER)


def _make_marked_turn(markers: Sequence[Marker], number: int, extra: Sequence[Player]) -> Turn:
    active = tuple(marker.seat for marker in markers if marker.held)
    return Turn(active, number, markers[0].seat, tuple(markers), tuple(extra))


def _move_markers(
    seats: Sequence[Player], standings: Standings, turn: Turn, gained: Sequence[Player]
) -> Turn:
    """Move each marker to its next player, unless it has to wait.

    A marker waits while its next player, or one of the three to their left, has another marker.
    """
    ring = find_in_game(standings)
    extra = [player for player in gained if player in ring]
    if not ring:
        return _make_marked_turn(turn.markers, turn.number + 1, ())
    wanted: dict[int, Player] = {}
    again: set[int] = set()
    for marker in turn.markers:
        if marker.held and marker.seat in extra:
            extra.remove(marker.seat)
            again.add(marker.number)
            wanted[marker.number] = marker.seat
        else:
            wanted[marker.number] = next(
                p for p in _walk_clockwise(seats, marker.seat) if p in ring
            )
    place = {player: at for at, player in enumerate(ring)}
    held: dict[int, Player] = {}
    for marker in _sort_from_front(turn.markers, wanted, ring):
        ahead = (place[other] - place[wanted[marker.number]] for other in held.values())
        if all(distance % len(ring) >= SEATS_PER_MARKER for distance in ahead):
            held[marker.number] = wanted[marker.number]
        elif marker.number in again:
            extra.append(marker.seat)
    markers = [Marker(m.number, held.get(m.number, m.seat), m.number in held) for m in turn.markers]
    return _make_marked_turn(markers, turn.number + 1, extra)


def _sort_from_front(
    markers: Sequence[Marker], wanted: dict[int, Player], ring: Sequence[Player]
) -> list[Marker]:
    """Return the markers from right to left, beginning with one that cannot have to wait.

    Such a marker exists, because there are at least four players for each.
    """
    place = {player: at for at, player in enumerate(ring)}
    for front, marker in enumerate(markers):
        ahead = markers[(front + 1) % len(markers)]
        distance = place[wanted[ahead.number]] - place[wanted[marker.number]]
        if ahead is marker or distance % len(ring) >= SEATS_PER_MARKER:
            return [markers[(front - back) % len(markers)] for back in range(len(markers))]
    return [*markers[::-1]]


def _drop_markers(
    seats: Sequence[Player], before: Standings, turn: Turn, gone: Collection[Player]
) -> Turn:
    """Return the turn with one marker for each full four of the remaining players.

    The marker just to the right of a leaver goes; of several, the lowest number first.
    """
    leaving = [player for player in gone if before[player].status != "out"]
    if not leaving:
        return turn
    markers = list(turn.markers)
    left = len(find_in_game(before)) - len(leaving)
    while len(markers) > _count_markers(left):
        right_of = {_find_marker_right_of(seats, markers, leaver) for leaver in leaving}
        markers.remove(min(right_of, key=lambda marker: marker.number))
    markers = [Marker(m.number, m.seat, m.held and m.seat not in gone) for m in markers]
    return _make_marked_turn(
        markers, turn.number, [player for player in turn.extra if player not in gone]
    )


def _find_marker_right_of(
    seats: Sequence[Player], markers: Sequence[Marker], leaver: Player
) -> Marker:
    """Return the marker just right of `leaver`; of two on one seat, the waiting one."""
    at = seats.index(leaver)
    return min(markers, key=lambda m: ((at - seats.index(m.seat) - 1) % len(seats), m.held))
