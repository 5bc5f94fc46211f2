"""Who is at the table and stands where: the lines of a lobby and of a board."""

from collections.abc import Iterable, Iterator

from bot.front.rendering import counters
from bot.i18n import write_signed
from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.tables import TABLES, TEAMS, has_teams
from bot.rules.teams import find_servants
from bot.rules.turns import make_next_turn
from bot.words import Words

SEPARATOR, SERVING, OF_TEAM = " · ", " ⛓️ ", "\u2002"
"""Between names, before the first who serves, and after the name of a team."""

MOST_LINES = 10
"""Lines of a lobby or of teams; where there are more, those who stand alone share one."""


def render_lobby(pod: Pod, words: Words) -> list[str]:
    """Who sits down, each on a line as long as they are few, with the team that they chose."""
    seated = [f"{number}. {words.name(player)}" for number, player in enumerate(pod.players, 1)]
    if has_teams(TABLES[pod.setup.table]):
        chosen = [pod.sides.get(player) for player in pod.players]
        seated = [
            line if team is None else f"{line} · {words.text('team-name', team=TEAMS[team])}"
            for line, team in zip(seated, chosen, strict=True)
        ]
    return seated if len(seated) <= MOST_LINES else [" · ".join(seated)]


def order_seats(pod: Pod) -> tuple[Player, ...]:
    """The seats clockwise, beginning with whose turn it is: lists of players begin with them."""
    if pod.turn is None or not pod.setup.turns or pod.turn.seat not in pod.players:
        return pod.players
    start = pod.players.index(pod.turn.seat)
    return (*pod.players[start:], *pod.players[:start])


def render_board(pod: Pod, words: Words) -> list[str]:
    """A line for each team, whose turn it is first; those who are out come last.

    Once the game is over the winners come first, and each name comes after its points.
    """
    teams = seats.find_teams(pod.setup, pod.players)
    if teams:
        return list(_render_teams(pod, teams, words))
    lines = list(_render_served(pod, words))
    out = [player for player in order_seats(pod) if pod.standings[player].status == "out"]
    gone = SEPARATOR.join(_render_name(pod, player, words) for player in out)
    return [*lines, f"💀 {gone}"] if out else lines


def format_points(points: int) -> str:
    """Points as they stand before a name."""
    return write_signed(points) if points else " 0"


def _mark_active(pod: Pod, team: Iterable[Player]) -> str:
    """Say whose turn it is, where that is one team's."""
    if pod.turn is None or not pod.setup.turns or pod.result is not None:
        return ""
    return "" if set(pod.turn.active).isdisjoint(team) else "▶️ "


def _render_teams(pod: Pod, teams: Iterable[tuple[Player, ...]], words: Words) -> Iterator[str]:
    """Teams that were agreed before the start, with their emperors (TAB-23 to TAB-25)."""
    won = pod.result.winners if pod.result is not None else ()
    emperors, order = TABLES[pod.setup.table].emperors, order_seats(pod)
    named = sorted(enumerate(teams), key=lambda pair: min(map(order.index, pair[1])))
    for number, team in sorted(named, key=lambda pair: not set(pair[1]) & set(won)):
        said = []
        for player in team:
            mark = "👑 " if emperors and player == seats.find_emperor(team) else "🛡️ "
            is_out = pod.standings[player].status == "out"
            said.append(("💀 " if is_out else mark) + _render_name(pod, player, words))
        name = f"**{words.text('team-name', team=TEAMS[number])}**"
        head = f"{_mark_active(pod, team)}{name}{counters.render_beside_team(pod, team)}"
        yield f"{head}{OF_TEAM}{SEPARATOR.join(said)}"


def _render_served(pod: Pod, words: Words) -> Iterator[str]:
    """Masters, each with those who serve them in order of service, and so on down.

    Then those whom nobody leads to: the masterless and, of bonds in a ring, whoever sits first.
    """
    master = "👑" if pod.setup.answers.has_servants else "🛡️"
    marks = {"master": master, "masterless": "👻", "servant": "🔗"}
    leaders = list(_find_leaders(pod))
    alone = [p for p in leaders if not find_servants(pod.standings, p)]
    apart = len(leaders) <= MOST_LINES or pod.result is not None
    for player in leaders:
        if apart or player not in alone:
            yield _render_team(pod, player, marks[pod.standings[player].status], words)
    if not apart:
        yield f"{master} {SEPARATOR.join(_render_name(pod, player, words) for player in alone)}"


def _find_leaders(pod: Pod) -> Iterator[Player]:
    """Whom lines begin with: the winners first, masters first, then in the order of turns."""
    won = pod.result.winners if pod.result is not None else ()
    standings, rank = pod.standings, {"master": 0, "masterless": 1, "servant": 2}
    present = [player for player in order_seats(pod) if standings[player].status != "out"]
    present.sort(key=lambda player: (rank[standings[player].status], player not in won))
    seen: set[Player] = set()
    for player in present:
        if player not in seen:
            for _ in _find_below(pod, player, 0, seen):
                pass
            yield player


def _find_below(
    pod: Pod, master: Player, depth: int, seen: set[Player]
) -> Iterator[tuple[Player, int]]:
    """A player and all who serve them, each with how many stand between, in order of service."""
    seen.add(master)
    yield master, depth
    for servant in find_servants(pod.standings, master):
        if servant not in seen:
            yield from _find_below(pod, servant, depth + 1, seen)


def _render_team(pod: Pod, leader: Player, mark: str, words: Words) -> str:
    """A leader and all who serve them on one line; `›` stands before who serves the one before."""
    team = list(_find_below(pod, leader, 0, set()))
    line = f"{_mark_active(pod, [p for p, _ in team])}{mark} **{words.name(leader)}**"
    line = _add_numbers(pod, leader, line, words)
    for at, (player, depth) in enumerate(team[1:]):
        between = SERVING if at == 0 else f" {'›' * (depth - 1)} " if depth > 1 else SEPARATOR
        line += between + _render_name(pod, player, words)
    return line


def _render_name(pod: Pod, player: Player, words: Words) -> str:
    """A name with its points and totals, struck out if the player is out."""
    name = words.name(player)
    is_out = pod.standings[player].status == "out"
    return _add_numbers(pod, player, f"~~{name}~~" if is_out else name, words)


def _add_numbers(pod: Pod, player: Player, name: str, words: Words) -> str:
    """The name with points, those of the result or of the game so far, and its totals."""
    if pod.result is not None:
        return f"`{format_points(pod.result.points[player])}` {name}"
    standing = pod.standings[player]
    if pod.setup.points.per_defeat:
        name = f"`{format_points(standing.score)}` {name}"
    if standing.phased and pod.setup.turns:
        name = f"{name} 💤"
    return name + counters.render_beside_name(pod, player, words)


def render_seats(pod: Pod, words: Words) -> str:
    """All who sit and are not out, from whose turn it is, and who is next."""
    active = pod.turn.active if pod.turn is not None and pod.setup.turns else ()
    upcoming = _find_upcoming(pod)
    present = [each for each in order_seats(pod) if pod.standings[each].status != "out"]
    said = {player: words.name(player) for player in present}
    said |= {player: f"⏭️ {said[player]}" for player in present if player in upcoming}
    said |= {player: f"▶️ **{words.name(player)}**" for player in present if player in active}
    return " → ".join(said.values())


def _find_upcoming(pod: Pod) -> tuple[Player, ...]:
    """Whose turn is next: of a team its master alone, and where there are markers all of them."""
    if pod.turn is None or not pod.setup.turns:
        return ()
    following = make_next_turn(pod.setup, pod.players, pod.standings, pod.turn)
    return following.active if following.markers else (following.seat,)


def render_reminders(pod: Pod, words: Words) -> list[str]:
    """What the bot does not police, where it matters now (NEC-5 to NEC-8)."""
    variant, standings, text = pod.setup.answers, pod.standings, words.text
    if pod.result is not None or variant.team_is_one_side:
        return []
    lines = []
    for master in standings:
        serving = find_servants(standings, master)
        names = words.join_names(serving)
        if serving:
            lines.append(text("remind-nec-6", servant=names, master=words.name(master)))
        if len(serving) > 1:
            lines.append(text("remind-nec-8", servants=names))
    if pod.setup.turns:
        phased = [player for player, s in standings.items() if s.phased and s.status != "out"]
        if phased:
            lines.append(text("remind-nec-5", players=words.join_names(phased)))
    return lines
