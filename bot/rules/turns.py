"""Turns: who is active, and who is next (TAB-1, TAB-28, TAB-D6, ESC-5, ESC-D13, ESC-D21, NEC-D9)."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from bot.rules.facts import Player
from bot.rules.records import PlayerState, PodSetup, Turn, TurnMarker
from bot.rules.seats import find_team_of_player, list_teams_from_seats
from bot.rules.tables import TABLES
from bot.rules.teams import (
    StateByPlayer,
    find_responsible_master,
    list_players_in_game,
    list_servants_by_master,
    list_team_of_master,
)

SEATS_PER_MARKER = 4
"""Fewest seats between two markers, and the players that each marker needs (TAB-28)."""


def build_first_turn_of_game(pod_setup: PodSetup, seats: Sequence[Player], first_player: Player) -> Turn:
    """Return the first turn of a game: of one player or team, or of several players at once in a Grand Melee."""
    if pod_setup.has_team_turns:
        return Turn(find_team_of_player(pod_setup, seats, first_player), 1, first_player)
    if not TABLES[pod_setup.table].markers:
        return Turn((first_player,), 1, first_player)
    start = seats.index(first_player)
    markers = tuple(
        TurnMarker(number + 1, seats[(start + SEATS_PER_MARKER * number) % len(seats)])
        for number in range(_compute_number_of_turn_markers(len(seats)))
    )
    return _build_turn_with_markers(markers, 1, ())


def build_next_turn(
    setup: PodSetup,
    seats: Sequence[Player],
    player_states: StateByPlayer,
    current_turn: Turn,
    extra_turn_player: Player | None = None,
) -> Turn:
    """Return the next turn, clockwise; members of a team share this turn if the setup says so (TAB-D6).

    An extra turn comes in between and leaves the order unchanged. With markers, the extra turn is taken before the
    player's next turn, and all markers move.
    """
    if current_turn.markers:
        gained = current_turn.extra if extra_turn_player is None else (*current_turn.extra, extra_turn_player)
        return _build_next_grand_melee_turn(seats, player_states, current_turn, gained)
    number = current_turn.number + 1
    if extra_turn_player is not None:
        active = find_players_sharing_turn(setup, seats, player_states, extra_turn_player)
        return Turn(active, number, current_turn.seat)
    # Without a next one, everybody has left a game that continues (RSP-4).
    following = _iterate_following_turns(setup, seats, player_states, current_turn)
    return next(following, Turn((), number, current_turn.seat))


def list_upcoming_turns(
    pod_setup: PodSetup, seats: Sequence[Player], player_states: StateByPlayer, current_turn: Turn
) -> tuple[Turn, ...]:
    """Return the current turn and the turns that follow, until everybody in the game has had one.

    Players who serve where a team is one side have theirs with their master.
    """
    turns = [current_turn]
    waiting = set(list_players_in_game(player_states)).difference(current_turn.active)
    for turn in _iterate_following_turns(pod_setup, seats, player_states, current_turn):
        if not waiting:
            break
        turns.append(turn)
        waiting.difference_update(turn.active)
    return tuple(turns)


def _iterate_following_turns(
    setup: PodSetup, seats: Sequence[Player], player_states: StateByPlayer, current_turn: Turn
) -> Iterator[Turn]:
    """Yield the turns that follow the current one, at most one for each seat."""
    if current_turn.markers:
        for _ in seats:
            current_turn = _build_next_grand_melee_turn(seats, player_states, current_turn, current_turn.extra)
            yield current_turn
        return
    following = _list_seats_of_following_turns(setup, seats, player_states, current_turn.seat)
    has_turns_by_service = setup.variant_rules.team_is_one_side and not setup.has_team_turns
    servants = list_servants_by_master(player_states) if has_turns_by_service else {}
    for number, seat in enumerate(following, current_turn.number + 1):
        if has_turns_by_service:
            active = (seat, *servants.get(seat, ()))
        else:
            active = find_players_sharing_turn(setup, seats, player_states, seat)
        yield Turn(active, number, seat)


def rebuild_next_turn_after_undo(
    setup: PodSetup,
    seats: Sequence[Player],
    player_states: StateByPlayer,
    previous_turn: Turn,
    original_turn: Turn,
    extra_turn_player: Player | None = None,
) -> Turn:
    """Return the turn that follows `previous_turn` after an undo, if possible the `original_turn`.

    The turn stays with the same player, and whoever serves them now shares the turn. If the player has no turns, or
    other markers are at the table, return the next turn by the rules.
    """
    marked = [marker.number for marker in original_turn.markers]
    holders = [marker.seat for marker in original_turn.markers if marker.held]
    if not marked and extra_turn_player is None:
        holders = [original_turn.seat]
    known = {original_turn.seat, *(marker.seat for marker in original_turn.markers)} <= player_states.keys()
    if (
        not known
        or marked != [marker.number for marker in previous_turn.markers]
        or not all(_is_turn_at_seat_possible(setup, seats, player_states, each) for each in holders)
    ):
        return build_next_turn(setup, seats, player_states, previous_turn, extra_turn_player)
    number = previous_turn.number + 1
    if marked:
        gained = [player for player in original_turn.extra if player in player_states]
        return _build_turn_with_markers(original_turn.markers, number, gained)
    active = find_players_sharing_turn(setup, seats, player_states, extra_turn_player or original_turn.seat)
    return Turn(active, number, original_turn.seat)


def build_first_turn_of_restarted_game(
    pod_setup: PodSetup, seats: Sequence[Player], player_states: StateByPlayer, player: Player
) -> Turn:
    """Return the first turn of a restarted game, which the player or the player's team begins."""
    master = find_responsible_master(player_states, player) or player
    return Turn(find_players_sharing_turn(pod_setup, seats, player_states, master), 1, master)


def remove_players_from_current_turn(
    seats: Sequence[Player],
    current_turn: Turn,
    previous_states: StateByPlayer,
    removed_players: Collection[Player],
    successors: Sequence[Player] = (),
) -> Turn:
    """Return the current turn without players who left it; successors take the places of leaving masters.

    They have left the game, or wait for their new master's turn. `successors` continue the turn of the master whose
    place they took, unless they are removed too. `previous_states` are the player states so far (ESC-D13, ESC-D21,
    NEC-D9, TAB-28).
    """
    if current_turn.markers:
        return _remove_surplus_turn_markers(seats, previous_states, current_turn, removed_players)
    if successors:
        successors = [
            p for p in successors if p not in removed_players and previous_states[p].master in current_turn.active
        ]
    if not successors and set(current_turn.active).isdisjoint(removed_players):
        return current_turn
    active = [*(player for player in current_turn.active if player not in removed_players), *successors]
    return Turn(tuple(dict.fromkeys(active)), current_turn.number, current_turn.seat)


def _can_player_take_own_turns(are_teams_one_side: bool, player_state: PlayerState) -> bool:
    if are_teams_one_side:
        return player_state.status == "master"
    return player_state.status != "out"


def _is_turn_at_seat_possible(
    setup: PodSetup, seats: Sequence[Player], player_states: StateByPlayer, seat: Player
) -> bool:
    """Return True if the player at a seat can take a turn, or if a teammate with shared turns can."""
    if setup.has_team_turns:
        return bool(find_players_sharing_turn(setup, seats, player_states, seat))
    return _can_player_take_own_turns(setup.variant_rules.team_is_one_side, player_states[seat])


def find_players_sharing_turn(
    setup: PodSetup, seats: Sequence[Player], player_states: StateByPlayer, player: Player
) -> tuple[Player, ...]:
    """Return the players who take their turns together with a player: their team, or nobody else."""
    if setup.has_team_turns:
        team = find_team_of_player(setup, seats, player)
        return tuple(mate for mate in team if player_states[mate].status != "out")
    if not setup.variant_rules.team_is_one_side:
        return (player,)
    return tuple(list_team_of_master(player_states, find_responsible_master(player_states, player) or player))


def _list_seats_of_following_turns(
    pod_setup: PodSetup, seats: Sequence[Player], player_states: StateByPlayer, current_seat: Player
) -> list[Player]:
    """Return the seats whose players can take turns, clockwise from the current seat, which comes last.

    Where turns are the team's, each team has one of them. A seat whose player has left has none.
    """
    one_side = pod_setup.variant_rules.team_is_one_side
    able = [
        p for p in _list_seats_clockwise(seats, current_seat) if _can_player_take_own_turns(one_side, player_states[p])
    ]
    if not pod_setup.has_team_turns:
        return able
    own = find_team_of_player(pod_setup, seats, current_seat)
    teams = sorted(list_teams_from_seats(pod_setup, seats), key=lambda team: team == own)
    return [seat for team in teams for seat in [p for p in able if p in team][:1]]


def _list_seats_clockwise(seats: Sequence[Player], start_seat: Player) -> Iterable[Player]:
    """Return all seats in clockwise order, starting to the left of `start_seat`."""
    start = seats.index(start_seat) + 1
    return (*seats[start:], *seats[:start])


# Several turns at the same time (TAB-28)


def _compute_number_of_turn_markers(player_count: int) -> int:
    return max(1, player_count // SEATS_PER_MARKER)


def _build_turn_with_markers(
    turn_markers: Sequence[TurnMarker], turn_number: int, extra_turn_players: Sequence[Player]
) -> Turn:
    active = tuple(marker.seat for marker in turn_markers if marker.held)
    return Turn(active, turn_number, turn_markers[0].seat, tuple(turn_markers), tuple(extra_turn_players))


def _build_next_grand_melee_turn(
    seats: Sequence[Player], player_states: StateByPlayer, current_turn: Turn, extra_turn_players: Sequence[Player]
) -> Turn:
    """Return the next turn of a Grand Melee, in which several players have turns at the same time.

    A marker waits while that player, or one of the three to their left, has another marker.
    """
    ring = list_players_in_game(player_states)
    extra = [player for player in extra_turn_players if player in ring]
    if not ring:
        return _build_turn_with_markers(current_turn.markers, current_turn.number + 1, ())
    wanted: dict[int, Player] = {}
    again: set[int] = set()
    for marker in current_turn.markers:
        if marker.held and marker.seat in extra:
            extra.remove(marker.seat)
            again.add(marker.number)
            wanted[marker.number] = marker.seat
        else:
            wanted[marker.number] = next(p for p in _list_seats_clockwise(seats, marker.seat) if p in ring)
    place = {player: at for at, player in enumerate(ring)}
    held: dict[int, Player] = {}
    for marker in _sort_turn_markers_right_to_left(current_turn.markers, wanted, ring):
        ahead = (place[other] - place[wanted[marker.number]] for other in held.values())
        if all(distance % len(ring) >= SEATS_PER_MARKER for distance in ahead):
            held[marker.number] = wanted[marker.number]
        elif marker.number in again:
            extra.append(marker.seat)
    markers = [TurnMarker(m.number, held.get(m.number, m.seat), m.number in held) for m in current_turn.markers]
    return _build_turn_with_markers(markers, current_turn.number + 1, extra)


def _sort_turn_markers_right_to_left(
    markers: Sequence[TurnMarker], next_players: dict[int, Player], players_in_game: Sequence[Player]
) -> list[TurnMarker]:
    """Return the turn markers of a Grand Melee from right to left; the first one can move at once.

    Such a marker exists, because there are at least four players for each.
    """
    place = {player: at for at, player in enumerate(players_in_game)}
    for front, marker in enumerate(markers):
        ahead = markers[(front + 1) % len(markers)]
        distance = place[next_players[ahead.number]] - place[next_players[marker.number]]
        if ahead is marker or distance % len(players_in_game) >= SEATS_PER_MARKER:
            return [markers[(front - back) % len(markers)] for back in range(len(markers))]
    return [*markers[::-1]]


def _remove_surplus_turn_markers(
    seats: Sequence[Player], previous_states: StateByPlayer, current_turn: Turn, removed_players: Collection[Player]
) -> Turn:
    """Return the turn of a Grand Melee with one turn marker for each four players still in the game.

    The marker just to the right of a leaving player is removed; of several, the lowest number first.
    """
    leaving = [player for player in removed_players if previous_states[player].status != "out"]
    if not leaving:
        return current_turn
    markers = list(current_turn.markers)
    left = len(list_players_in_game(previous_states)) - len(leaving)
    while len(markers) > _compute_number_of_turn_markers(left):
        right_of = {_find_turn_marker_right_of_player(seats, markers, leaver) for leaver in leaving}
        markers.remove(min(right_of, key=lambda marker: marker.number))
    markers = [TurnMarker(m.number, m.seat, m.held and m.seat not in removed_players) for m in markers]
    return _build_turn_with_markers(
        markers, current_turn.number, [player for player in current_turn.extra if player not in removed_players]
    )


def _find_turn_marker_right_of_player(
    seats: Sequence[Player], turn_markers: Sequence[TurnMarker], player: Player
) -> TurnMarker:
    """Return the next turn marker to the right of a player.

    If two markers lie at one seat, return the waiting one.
    """
    at = seats.index(player)
    return min(turn_markers, key=lambda m: ((at - seats.index(m.seat) - 1) % len(seats), m.held))
