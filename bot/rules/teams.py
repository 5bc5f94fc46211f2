"""Masters and servants: defeated players who play on for another player, the master, with whom they are a team."""

from collections.abc import Collection, Mapping

from bot.rules.facts import Player
from bot.rules.records import PlayerState

StateByPlayer = Mapping[Player, PlayerState]


def list_players_in_game(player_states: StateByPlayer) -> list[Player]:
    return [player for player, standing in player_states.items() if standing.status != "out"]


def list_players_with_master_status(player_states: StateByPlayer) -> list[Player]:
    return [player for player, standing in player_states.items() if standing.status == "master"]


def list_servants_of_master(player_states: StateByPlayer, master: Player) -> list[Player]:
    """Return a master's servants (beaten players who play on for the master), the longest service first."""
    serving = [s for s in player_states.values() if s.master == master and s.status == "servant"]
    if not serving:
        return []
    if len(serving) > 1:
        serving.sort(key=_build_servant_sort_key)
    return [standing.player for standing in serving]


def list_servants_by_master(player_states: StateByPlayer) -> dict[Player, list[Player]]:
    """Return a mapping from each master to their servants, the longest service first."""
    serving = sorted((s for s in player_states.values() if s.status == "servant"), key=_build_servant_sort_key)
    servants = dict[Player, list[Player]]()
    for standing in serving:
        if standing.master is not None:
            servants.setdefault(standing.master, []).append(standing.player)
    return servants


def compute_order_number_of_new_servants(player_states: StateByPlayer) -> int:
    """Return the order number for servants who join a master now; earlier servants have smaller numbers.

    The number is one greater than any in `PlayerState.served`. It depends on nothing else, so undone and corrected
    events leave no gap (ESC-45, ESC-D7).
    """
    last = -1
    for standing in player_states.values():
        if standing.served and standing.served[0][0] > last:
            last = standing.served[0][0]
    return last + 1


def list_team_of_master(player_states: StateByPlayer, master: Player) -> list[Player]:
    return [master, *list_servants_of_master(player_states, master)]


def find_responsible_master(player_states: StateByPlayer, player: Player) -> Player | None:
    """Return the player who is responsible for another's actions: a servant's master, otherwise the player.

    For a servant who left the game, return the master they served then. Return None if no master answers for them any
    more (ESC-40, ESC-D17).
    """
    standing = player_states[player]
    if standing.status == "master":
        return player
    if standing.master is None or player_states[standing.master].status != "master":
        return None
    return standing.master


def find_highest_master(player_states: StateByPlayer, player: Player) -> Player | None:
    """Return the master at the end of a chain: a servant's master, that master's own master, and so on.

    A master is their own top master. None if the chain ends at a player who is not a master, or is a ring (NEC-D2).
    """
    seen: set[Player] = set()
    while player not in seen:
        seen.add(player)
        master = player_states[player].master
        if player_states[player].status != "servant" or master is None:
            break
        player = master
    return player if player_states[player].status == "master" else None


def find_possible_successors_of_master(
    player_states: StateByPlayer, leaving_master: Player, leaving_servants: Collection[Player] = ()
) -> list[Player]:
    """Return the servants who could take a leaving master's place, in seat order.

    One candidate succeeds at once. With several, the leaving master chooses. An empty list means that no servant is
    left. `leaving_servants` leave the team at the same moment (ESC-45).
    """
    serving = [
        (standing.player, standing.served)
        for standing in player_states.values()
        if standing.status == "servant"
        and standing.master == leaving_master
        and standing.player not in leaving_servants
    ]
    return _list_longest_serving_servants(serving)


def _list_longest_serving_servants(
    service_histories: list[tuple[Player, tuple[tuple[int, Player], ...]]],
) -> list[Player]:
    """Return the servants who have served longest; only their former master, if among them.

    If that former master is gone, return the longest-serving servant of each old team.
    """
    if not service_histories:
        return []
    first = min(path[0][0] for _, path in service_histories)
    eldest = [(player, path) for player, path in service_histories if path[0][0] == first]
    leaders = [player for player, path in eldest if len(path) == 1]
    if leaders:
        return leaders
    found: set[Player] = set()
    for led_by in {path[0][1] for _, path in eldest}:
        company = [(player, path[1:]) for player, path in eldest if path[0][1] == led_by]
        found.update(_list_longest_serving_servants(company))
    return [player for player, _ in eldest if player in found]


def _build_servant_sort_key(player_state: PlayerState) -> tuple[tuple[int, Player], ...]:
    """Return the sort key that puts the servants who have served longest first.

    A beaten master has a shorter path, and so comes before their followers.
    """
    return player_state.served
