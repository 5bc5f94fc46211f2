"""Masters and servants, found in standings. A team is a master and all players who serve them."""

from collections.abc import Collection, Mapping

from bot.rules.facts import Player
from bot.rules.records import PlayerStanding

Standings = Mapping[Player, PlayerStanding]


def list_players_in_game(standings: Standings) -> list[Player]:
    """Return all players who are not out, in seat order."""
    return [player for player, standing in standings.items() if standing.status != "out"]


def list_masters(standings: Standings) -> list[Player]:
    """Return the masters in the game, in seat order."""
    return [player for player, standing in standings.items() if standing.status == "master"]


def list_servants(standings: Standings, master: Player) -> list[Player]:
    """Return the players who serve a master, in the order of service (ESC-45, ESC-D7)."""
    serving = [s for s in standings.values() if s.master == master and s.status == "servant"]
    if not serving:
        return []
    if len(serving) > 1:
        serving.sort(key=_compute_service_order_key)
    return [standing.player for standing in serving]


def compute_next_arrival_number(standings: Standings) -> int:
    """Return the number of the next moment at which players enter a master's service.

    The number is one greater than any in `PlayerStanding.served`. It depends on nothing else,
    so undone and corrected steps leave no gap, and a later arrival always counts as a shorter
    service (ESC-45, ESC-D7).
    """
    last = -1
    for standing in standings.values():
        if standing.served and standing.served[0][0] > last:
            last = standing.served[0][0]
    return last + 1


def list_team_of_master(standings: Standings, master: Player) -> list[Player]:
    """Return a master and the players who serve them, in the order of service."""
    return [master, *list_servants(standings, master)]


def find_master(standings: Standings, player: Player) -> Player | None:
    """Return the master who answers for a player (ESC-40); a master answers for themself.

    For a servant who left the game, return the master they served then. Return None if no
    master answers for them any more (ESC-D17).
    """
    standing = standings[player]
    if standing.status == "master":
        return player
    if standing.master is None or standings[standing.master].status != "master":
        return None
    return standing.master


def find_top_master(standings: Standings, player: Player) -> Player | None:
    """Return the master at the top of the chain of service above a player (NEC-D2).

    A master is their own top master. None if the chain ends at a player who is not a master, or
    is a ring.
    """
    seen: set[Player] = set()
    while player not in seen:
        seen.add(player)
        master = standings[player].master
        if standings[player].status != "servant" or master is None:
            break
        player = master
    return player if standings[player].status == "master" else None


def find_succession_candidates(
    standings: Standings, leaving_master: Player, leaving_servants: Collection[Player] = ()
) -> list[Player]:
    """Return the candidates for the next master of a leaving master's team (ESC-45), in seat
    order.

    One candidate succeeds at once. With several, the leaving master chooses. An empty list
    means that no servant is left. `leaving_servants` leave the team at the same moment.
    """
    serving = [
        (standing.player, standing.served)
        for standing in standings.values()
        if standing.status == "servant"
        and standing.master == leaving_master
        and standing.player not in leaving_servants
    ]
    return _find_longest_serving(serving)


def _find_longest_serving(
    service_paths: list[tuple[Player, tuple[tuple[int, Player], ...]]],
) -> list[Player]:
    """Return the longest serving players: former masters, or the longest of each former team."""
    if not service_paths:
        return []
    first = min(path[0][0] for _, path in service_paths)
    eldest = [(player, path) for player, path in service_paths if path[0][0] == first]
    leaders = [player for player, path in eldest if len(path) == 1]
    if leaders:
        return leaders
    found: set[Player] = set()
    for led_by in {path[0][1] for _, path in eldest}:
        company = [(player, path[1:]) for player, path in eldest if path[0][1] == led_by]
        found.update(_find_longest_serving(company))
    return [player for player, _ in eldest if player in found]


def _compute_service_order_key(standing: PlayerStanding) -> tuple[tuple[int, Player], ...]:
    """Return the sort key for the order of service.

    A beaten master has a shorter path, and so comes before their followers.
    """
    return standing.served
