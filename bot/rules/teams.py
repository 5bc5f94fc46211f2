"""Who serves whom, read from the standings: a team is a master with all who serve them."""

from collections.abc import Collection, Mapping

from bot.rules.events import Standing
from bot.rules.facts import Player

Standings = Mapping[Player, Standing]


def find_in_game(standings: Standings) -> list[Player]:
    """Everybody who is not out, in seat order."""
    return [player for player, standing in standings.items() if standing.status != "out"]


def find_masters(standings: Standings) -> list[Player]:
    """The masters in the game, in seat order."""
    return [player for player, standing in standings.items() if standing.status == "master"]


def find_servants(standings: Standings, master: Player) -> list[Player]:
    """Those who serve `master`, in the order of service (ESC-45, ESC-D7)."""
    serving = [s for s in standings.values() if s.master == master and s.status == "servant"]
    if not serving:
        return []
    if len(serving) > 1:
        serving.sort(key=_make_sort_key)
    return [standing.player for standing in serving]


def find_next_arrival(standings: Standings) -> int:
    """The number of the next moment at which players come to serve, for `Standing.served`.

    It follows from the teams alone and is greater than any that they have: whatever was put right
    or taken back on the way there, who comes later has served less long (ESC-45, ESC-D7).
    """
    last = -1
    for standing in standings.values():
        if standing.served and standing.served[0][0] > last:
            last = standing.served[0][0]
    return last + 1


def find_team(standings: Standings, master: Player) -> list[Player]:
    """A master and, in the order of service, those who serve them."""
    return [master, *find_servants(standings, master)]


def find_master(standings: Standings, player: Player) -> Player | None:
    """The master who answers for `player` (ESC-40): themself, or whom they serve.

    For a servant who left it is whom they served then; None once nobody answers (ESC-D17).
    """
    standing = standings[player]
    if standing.status == "master":
        return player
    if standing.master is None or standings[standing.master].status != "master":
        return None
    return standing.master


def find_lord(standings: Standings, player: Player) -> Player | None:
    """The master whom a player serves, or who is served by whom they serve, and so on.

    A master's is themself; None where a chain of bonds leads to no master, or is a ring (NEC-D2).
    """
    seen: set[Player] = set()
    while player not in seen:
        seen.add(player)
        master = standings[player].master
        if standings[player].status != "servant" or master is None:
            break
        player = master
    return player if standings[player].status == "master" else None


def find_successors(
    standings: Standings, leaver: Player, without: Collection[Player] = ()
) -> list[Player]:
    """Those among whom the next master of `leaver`'s team is found (ESC-45), in seat order.

    One name settles it, several leave the choice to the leaver, none means that nobody is left
    to follow. `without` are servants who go another way at the same moment.
    """
    serving = [
        (standing.player, standing.served)
        for standing in standings.values()
        if standing.status == "servant"
        and standing.master == leaver
        and standing.player not in without
    ]
    return _find_eldest(serving)


def _find_eldest(serving: list[tuple[Player, tuple[tuple[int, Player], ...]]]) -> list[Player]:
    """The eldest arrivals: former masters first, else the eldest of each former team."""
    if not serving:
        return []
    first = min(path[0][0] for _, path in serving)
    eldest = [(player, path) for player, path in serving if path[0][0] == first]
    leaders = [player for player, path in eldest if len(path) == 1]
    if leaders:
        return leaders
    found: set[Player] = set()
    for led_by in {path[0][1] for _, path in eldest}:
        company = [(player, path[1:]) for player, path in eldest if path[0][1] == led_by]
        found.update(_find_eldest(company))
    return [player for player, _ in eldest if player in found]


def _make_sort_key(standing: Standing) -> tuple[tuple[int, Player], ...]:
    """Sort by arrival: a beaten master, whose path is shorter, before those who follow."""
    return standing.served
