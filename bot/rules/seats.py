"""Seats and what follows from them: teams, opponents, starting players, life and table sizes.

The rules are TAB-20 to TAB-32. `seats` run clockwise and keep the players who are out: a seat is a place at the table.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from bot.rules.facts import Player
from bot.rules.records import PodSetup
from bot.rules.tables import MIN_TEAM_SIZE, TABLES, TableFormat, has_fixed_teams, list_player_counts_of_table_format

Seats = Sequence[Player]

MinimumPlayersReason = Literal["variant", "table", "range"]
"""The part of a pod's setup that asks for some number of players."""

LIFE = 20
"""Starting life outside Commander (TAB-D1)."""

COMMANDER_LIFE = 40
"""Starting life in Commander (TAB-D1)."""


def count_teams_of_setup(setup: PodSetup) -> int:
    """Return the number of teams: the agreed number if teams sit alternately, otherwise two."""
    return setup.teams if TABLES[setup.table].sides == "alternate" else MIN_TEAM_SIZE


def list_player_counts_allowed_by_table(pod_setup: PodSetup) -> tuple[int, ...]:
    """Return the numbers of players that the pod's table format allows."""
    return list_player_counts_of_table_format(TABLES[pod_setup.table], count_teams_of_setup(pod_setup))


def list_teams_from_seats(pod_setup: PodSetup, seats: Seats) -> tuple[tuple[Player, ...], ...]:
    """Return the teams, as agreed before the start, in seat order.

    Empty where everybody plays alone, or has allies but no team.
    """
    match TABLES[pod_setup.table].sides:
        case "alternate":
            return tuple(tuple(seats[team :: pod_setup.teams]) for team in range(pod_setup.teams))
        case "rows":
            heads = len(seats) // MIN_TEAM_SIZE
            return tuple(seats[:heads]), tuple(seats[heads : 2 * heads])
        case _:
            return ()


def map_players_to_team_numbers(pod_setup: PodSetup, seats: Seats) -> dict[Player, int]:
    """Return the team number of each player, from 0; without teams, each player is a team."""
    sides = list_teams_from_seats(pod_setup, seats) or [(player,) for player in seats]
    return {player: number for number, team in enumerate(sides) for player in team}


def assign_seats(setup: PodSetup, shuffled_players: Seats, chosen_teams: Mapping[Player, int]) -> tuple[Player, ...]:
    """Return the seats of randomly ordered players, such that teams sit as the table format says.

    Players who chose no team fill the teams up, the first team first. Teammates sit in the drawn order. If the choices
    do not make equal teams, the drawn order is returned unchanged.
    """
    if not has_fixed_teams(TABLES[setup.table]):
        return tuple(shuffled_players)
    count = count_teams_of_setup(setup)
    heads = len(shuffled_players) // count
    chosen: list[list[Player]] = [[] for _ in range(count)]
    for player in shuffled_players:
        if player in chosen_teams:
            chosen[chosen_teams[player]].append(player)
    for player in shuffled_players:
        if player not in chosen_teams:
            next((t for t in chosen if len(t) < heads), chosen[-1]).append(player)
    if any(len(team) != heads for team in chosen):
        return tuple(shuffled_players)
    place = {player: at for at, player in enumerate(shuffled_players)}
    return arrange_team_members_around_table(
        TABLES[setup.table], [sorted(team, key=place.__getitem__) for team in chosen]
    )


def assign_balanced_teams(pod_setup: PodSetup, players: Seats, ratings: Mapping[Player, float]) -> dict[Player, int]:
    """Return a team for each player, such that the sums of the teams' ratings are similar.

    The strongest player is assigned first, always into the weakest team with room.
    """
    count = count_teams_of_setup(pod_setup)
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


def arrange_team_members_around_table(table_format: TableFormat, teams: Sequence[Seats]) -> tuple[Player, ...]:
    """Return the order of players around a table: a team's members sit side by side or alternate with others."""
    if table_format.sides == "alternate":
        return tuple(player for heads in zip(*teams, strict=True) for player in heads)
    return tuple(player for team in teams for player in team)


def find_team_of_player(pod_setup: PodSetup, seats: Seats, player: Player) -> tuple[Player, ...]:
    return next((team for team in list_teams_from_seats(pod_setup, seats) if player in team), (player,))


def find_emperor_of_team(team: Seats) -> Player:
    return team[len(team) // 2]


def find_possible_first_players(pod_setup: PodSetup, seats: Seats) -> tuple[Player, ...]:
    """Return the players who can take the first turn; if teams take turns together, any player can."""
    return tuple(seats) if pod_setup.has_team_turns else list_candidates_for_random_first_player(pod_setup, seats)


def list_candidates_for_random_first_player(pod_setup: PodSetup, seats: Seats) -> tuple[Player, ...]:
    """Return the players among whom the first player is drawn, equally many from each team (TAB-27)."""
    match TABLES[pod_setup.table].starts:
        case "anyone":
            return tuple(seats)
        case "second":
            return tuple(player for team in list_teams_from_seats(pod_setup, seats) for player in team[1:2])
        case "middle":
            return tuple(find_emperor_of_team(team) for team in list_teams_from_seats(pod_setup, seats) if team)


def compute_starting_life(pod_setup: PodSetup, player_count: int) -> int:
    """Return the life with which each player, or each team with shared life, begins.

    A shared life total starts with the amount for each head, whatever the format (TAB-24).
    """
    table = TABLES[pod_setup.table]
    if table.one_life:
        return (pod_setup.life or LIFE) * (player_count // count_teams_of_setup(pod_setup))
    return pod_setup.life or (COMMANDER_LIFE if pod_setup.base == "commander" else LIFE)


def find_opponents_by_seats(setup: PodSetup, seats: Seats, player: Player) -> tuple[Player, ...]:
    """Return the opponents of a player, judged only by seats and agreed teams.

    The rules are TAB-2, TAB-10, TAB-32.
    """
    if TABLES[setup.table].sides == "neighbours":
        return find_opponents_across_table(seats, player)
    own = find_team_of_player(setup, seats, player)
    return tuple(other for other in seats if other not in own)


def find_opponents_across_table(seats: Seats, player: Player) -> tuple[Player, Player]:
    """Return the two players who sit across from a player at a table of five."""
    at = seats.index(player)
    return seats[(at + 2) % len(seats)], seats[(at + 3) % len(seats)]


# Numbers of players


def list_playable_player_counts(pod_setup: PodSetup) -> tuple[int, ...]:
    """Return the numbers of players with which a setup can be played, smallest first."""
    fewest = max(pod_setup.variant_rules.min_players, compute_minimum_players_for_influence_range(pod_setup))
    return tuple(size for size in list_player_counts_allowed_by_table(pod_setup) if size >= fewest)


def compute_minimum_players_for_influence_range(pod_setup: PodSetup) -> int:
    """Return the fewest players for a pod's range of influence, which may reach half of the seats (TAB-33)."""
    return 2 * (pod_setup.influence_range or 0)


def find_reason_for_minimum_player_count(setup: PodSetup) -> MinimumPlayersReason:
    """Return what sets the smallest number of players: table, range of influence or variant."""
    fewest = find_minimum_player_count(setup)
    if min(list_player_counts_allowed_by_table(setup)) == fewest:
        return "table"
    return (
        "range" if compute_minimum_players_for_influence_range(setup) > setup.variant_rules.min_players else "variant"
    )


def format_player_counts(player_counts: Sequence[int]) -> str:
    """Return numbers of players as a text such as `4–6`."""
    if len(player_counts) > 2 and len(player_counts) == player_counts[-1] - player_counts[0] + 1:
        return f"{player_counts[0]}–{player_counts[-1]}"
    return ", ".join(map(str, player_counts))


def find_minimum_player_count(pod_setup: PodSetup) -> int:
    """Return the smallest number of players with which the game can start."""
    return list_playable_player_counts(pod_setup)[0]


def find_maximum_player_count(pod_setup: PodSetup) -> int:
    """Return the greatest number of players: the agreed one, otherwise the table's limit."""
    return pod_setup.size or list_playable_player_counts(pod_setup)[-1]
