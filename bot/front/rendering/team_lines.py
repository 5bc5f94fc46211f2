"""Who is at the table and stands where: the lines of a lobby and of a board."""

from collections.abc import Iterable, Iterator

from bot.front.rendering import counters
from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.tables import TABLES, TEAMS, has_teams
from bot.rules.teams import find_servants
from bot.words import Words

DEEPEST = 4
"""Steps by which a line moves to the right, at most; a phone has no room for more."""


def render_lobby(pod: Pod, words: Words) -> list[str]:
    """A line for each who sits down, with the team that they chose."""
    lines = [f"{number}. {words.name(player)}" for number, player in enumerate(pod.players, 1)]
    if not has_teams(TABLES[pod.setup.table]):
        return lines
    chosen = [pod.sides.get(player) for player in pod.players]
    return [
        line if team is None else f"{line} · {words.text('team-name', team=TEAMS[team])}"
        for line, team in zip(lines, chosen, strict=True)
    ]


def render_board(pod: Pod, words: Words) -> list[str]:
    """A line for each player, by teams; those who are out come last.

    Once the game is over the winners come first, and each line begins with the points.
    """
    teams = seats.find_teams(pod.setup, pod.players)
    lines = list(_render_teams(pod, teams, words) if teams else _render_served(pod, words))
    if teams:
        return lines
    out = [player for player, standing in pod.standings.items() if standing.status == "out"]
    return [
        *lines,
        *(_render_line(pod, player, _render_gone(player, words), words) for player in out),
    ]


def format_points(points: int) -> str:
    """Points as they stand before a name."""
    return f"{points:+d}".replace("-", "−") if points else " 0"


def _render_teams(pod: Pod, teams: Iterable[tuple[Player, ...]], words: Words) -> Iterator[str]:
    """Teams that were agreed before the start, with their emperors (TAB-23 to TAB-25)."""
    won = pod.result.winners if pod.result is not None else ()
    emperors = TABLES[pod.setup.table].emperors
    named = enumerate(teams)
    for number, team in sorted(named, key=lambda pair: not set(pair[1]) & set(won)):
        name = words.text("team-name", team=TEAMS[number])
        yield f"**{name}**{counters.render_beside_team(pod, team)}"
        for player in team:
            mark = "👑" if emperors and player == seats.find_emperor(team) else "🛡️"
            name = f"{mark} {words.name(player)}"
            is_out = pod.standings[player].status == "out"
            yield _render_line(pod, player, _render_gone(player, words) if is_out else name, words)


def _render_served(pod: Pod, words: Words) -> Iterator[str]:
    """Masters, each followed by those who serve them in order of service, and so on down.

    Then those whom nobody leads to: the masterless and, of bonds in a ring, whoever sits first.
    """
    won = pod.result.winners if pod.result is not None else ()
    standings = pod.standings
    master = "👑" if pod.setup.answers.has_servants else "🛡️"
    marks = {"master": master, "masterless": "👻", "servant": "🔗"}
    order = {"master": 0, "masterless": 1, "servant": 2}
    present = [player for player in standings if standings[player].status != "out"]
    present.sort(key=lambda player: (order[standings[player].status], player not in won))
    seen: set[Player] = set()
    for player in present:
        if player not in seen:
            mark = marks[standings[player].status]
            yield _render_line(pod, player, f"{mark} **{words.name(player)}**", words)
            seen.add(player)
            yield from _render_below(pod, player, 1, seen, words)


def _render_below(
    pod: Pod, master: Player, depth: int, seen: set[Player], words: Words
) -> Iterator[str]:
    for servant in find_servants(pod.standings, master):
        if servant not in seen:
            seen.add(servant)
            # Discord drops spaces at the beginning of a line, but for this one.
            indent = "\u2003" * (min(depth, DEEPEST) - 1)
            yield _render_line(pod, servant, f"{indent}┗ {words.name(servant)}", words)
            yield from _render_below(pod, servant, depth + 1, seen, words)


def _render_gone(player: Player, words: Words) -> str:
    return f"💀 ~~{words.name(player)}~~"


def _render_line(pod: Pod, player: Player, name: str, words: Words) -> str:
    """The line with its points, those of the result or of the game so far, and its totals."""
    if pod.result is not None:
        return f"`{format_points(pod.result.points[player])}` {name}"
    standing = pod.standings[player]
    if pod.setup.points.per_defeat:
        name = f"`{format_points(standing.score)}` {name}"
    if standing.phased and pod.setup.turns:
        name = f"{name} 💤"
    return name + counters.render_beside_name(pod, player, words)


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
