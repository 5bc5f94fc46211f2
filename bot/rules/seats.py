"""Seats and what follows from them: teams, opponents, starting players, life and table sizes.

The rules are TAB-20 to TAB-32. `seats` run clockwise and keep the players who are out: a seat is a
place at the table.
"""

from collections.abc import Mapping, Sequence

from bot.rules.facts import Player
from bot.rules.records import Setup
from bot.rules.tables import MIN_TEAM_SIZE, TABLES, TableFormat, has_teams, list_sizes

Seats = Sequence[Player]

LIFE = 20
"""Starting life outside Commander (TAB-D1)."""

COMMANDER_LIFE = 40
"""Starting life in Commander (TAB-D1)."""


def count_teams(setup: Setup) -> int:
    """Return the number of teams of a pod; only tables with alternating teams leave a choice."""
    return setup.teams if TABLES[setup.table].sides == "alternate" else MIN_TEAM_SIZE


def list_allowed_sizes(setup: Setup) -> tuple[int, ...]:
    """Return the numbers of players that the pod's table takes."""
    return list_sizes(TABLES[setup.table], count_teams(setup))


def find_teams(setup: Setup, seats: Seats) -> tuple[tuple[Player, ...], ...]:
    """Return the teams agreed before the start, in seat order (TAB-23 to TAB-25).

    Return an empty tuple where everybody plays alone, or has allies but no team.
    """
    match TABLES[setup.table].sides:
        case "alternate":
            return tuple(tuple(seats[team :: setup.teams]) for team in range(setup.teams))
        case "rows":
            heads = len(seats) // MIN_TEAM_SIZE
            return tuple(seats[:heads]), tuple(seats[heads : 2 * heads])
        case _:
            return ()


def number_teams(setup: Setup, seats: Seats) -> dict[Player, int]:
    """Return the number of each player's team, from 0; without teams each player is a team."""
    sides = find_teams(setup, seats) or [(player,) for player in seats]
    return {player: number for number, team in enumerate(sides) for player in team}


def deal_seats(setup: Setup, order: Seats, sides: Mapping[Player, int]) -> tuple[Player, ...]:
    """Return the seats for a drawn order and the teams that some players chose (TAB-20 to TAB-26).

    Players who chose no team fill the teams up, the first team first. Teammates sit in the drawn
    order. If the choices do not make equal teams, the drawn order is returned unchanged.
    """
    if not has_teams(TABLES[setup.table]):
        return tuple(order)
    count = count_teams(setup)
    heads = len(order) // count
    chosen: list[list[Player]] = [[] for _ in range(count)]
    for player in order:
        if player in sides:
            chosen[sides[player]].append(player)
    for player in order:
        if player not in sides:
            next((t for t in chosen if len(t) < heads), chosen[-1]).append(player)
    if any(len(team) != heads for team in chosen):
        return tuple(order)
    place = {player: at for at, player in enumerate(order)}
    return arrange_seats(
        TABLES[setup.table], [sorted(team, key=place.__getitem__) for team in chosen]
    )


def balance_teams(
    setup: Setup, players: Seats, ratings: Mapping[Player, float]
) -> dict[Player, int]:
    """Return a team for each player: the strongest first, into the weakest team with room.

    Players without a rating count as average.
    """
    count = count_teams(setup)
    average = sum(ratings.values()) / len(ratings) if ratings else 0.0
    strength = [0.0] * count
    room = [len(players) // count + (team < len(players) % count) for team in range(count)]
    sides: dict[Player, int] = {}
    for player in sorted(players, key=lambda player: -ratings.get(player, average)):
        team = min((t for t in range(count) if room[t]), key=lambda t: strength[t])
        sides[player] = team
        room[team] -= 1
        strength[team] += ratings.get(player, average)
    return sides


def arrange_seats(table: TableFormat, teams: Sequence[Seats]) -> tuple[Player, ...]:
    """Return the seats of equal teams at `table`."""
    if table.sides == "alternate":
        return tuple(player for heads in zip(*teams, strict=True) for player in heads)
    return tuple(player for team in teams for player in team)


def find_teammates(setup: Setup, seats: Seats, player: Player) -> tuple[Player, ...]:
    """Return the team of a player including themself; a player without a team is alone."""
    return next((team for team in find_teams(setup, seats) if player in team), (player,))


def find_emperor(team: Seats) -> Player:
    """Return the player in the middle of a team (TAB-25)."""
    return team[len(team) // 2]


def find_starters(setup: Setup, seats: Seats) -> tuple[Player, ...]:
    """Return the players among whom the first player is drawn (TAB-27)."""
    match TABLES[setup.table].starts:
        case "anyone":
            return tuple(seats)
        case "second":
            return tuple(player for team in find_teams(setup, seats) for player in team[1:2])
        case "middle":
            return tuple(find_emperor(team) for team in find_teams(setup, seats) if team)


def compute_starting_life(setup: Setup, players: int) -> int:
    """Return the starting value of each life total in a pod with `players` players (TAB-D1).

    A team with one life total starts with so much for each head, whatever the format (TAB-24).
    """
    table = TABLES[setup.table]
    if table.one_life:
        return (setup.life or LIFE) * (players // count_teams(setup))
    return setup.life or (COMMANDER_LIFE if setup.base == "commander" else LIFE)


def find_opponents(setup: Setup, seats: Seats, player: Player) -> tuple[Player, ...]:
    """Return who must lose for `player` to win, by the table alone (TAB-2, TAB-10, TAB-32)."""
    if TABLES[setup.table].sides == "neighbours":
        return find_across_of_five(seats, player)
    own = find_teammates(setup, seats, player)
    return tuple(other for other in seats if other not in own)


def find_across_of_five(seats: Seats, player: Player) -> tuple[Player, Player]:
    """Return the two players who sit across, at a table of five (TAB-26)."""
    at = seats.index(player)
    return seats[(at + 2) % len(seats)], seats[(at + 3) % len(seats)]


# Numbers of players


def find_sizes(setup: Setup) -> tuple[int, ...]:
    """Return the numbers of players that can play a setup, smallest first (VAR-13, table)."""
    fewest = setup.answers.min_players
    return tuple(size for size in list_allowed_sizes(setup) if size >= fewest)


def format_sizes(sizes: Sequence[int]) -> str:
    """Return sizes as text, such as `4–6` for a row of them."""
    if len(sizes) > 2 and len(sizes) == sizes[-1] - sizes[0] + 1:
        return f"{sizes[0]}–{sizes[-1]}"
    return ", ".join(map(str, sizes))


def find_fewest_players(setup: Setup) -> int:
    """Return how many players must sit down before the game can start."""
    return find_sizes(setup)[0]


def find_most_players(setup: Setup) -> int:
    """Return how many players can sit down: the agreed size, otherwise the table's limit."""
    return setup.size or find_sizes(setup)[-1]
