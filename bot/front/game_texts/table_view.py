"""The players at a table: teams and guests in lines, attacks and ranges, and a picture."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

import discord

from bot.formatters.messages import MessageFormatter
from bot.front.decks.deck_names import name_commanders_briefly
from bot.front.game_texts import counters
from bot.front.ui.embeds import SEPARATOR
from bot.front.ui.escaping import clean_label
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, fit_text
from bot.i18n import Catalogue, format_signed_number
from bot.pictures import scene
from bot.pictures.picture_queue import DrawingError, ServerPictureQueue
from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.guests import find_guest_excess, list_guests_of_member
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import PlayerStanding, Status
from bot.rules.tables import DEFAULT_TABLE, TABLES, TEAM_NAMES, has_fixed_teams
from bot.rules.teams import find_master, list_players_in_game, list_servants
from bot.rules.turns import build_next_turn

BEFORE_SERVANTS = " ⛓️ "
"""Stands before the first servant of a team."""

AFTER_TEAM_NAME = "\u2002"
"""Stands after the name of a team."""

BETWEEN_TEAMS = " → "
"""Stands between the teams of a big table, which share a paragraph."""

BEFORE_TURN = "\u2003"
"""Stands before the mark of a team whose turn it is, or is next, at the end of its line."""

HOST_MARK = "👑"
"""Stands after the name of a lobby's host."""

MAX_NAMED_DECKS = 6
"""The most players whose commanders stand beside their names; a phone has no room for more."""

MAX_LINES = 10
"""The most lines of teams; more teams share a paragraph."""


def render_lobby_seats(pod: Pod, formatter: MessageFormatter) -> str:
    """Return the seated players of a lobby with their numbers, the host, and the chosen teams."""
    chooses = has_fixed_teams(TABLES[pod.setup.table])
    seated = list[str]()
    for number, player in enumerate(pod.players, 1):
        parts = [str(number), formatter.name(player)]
        if player == pod.host:
            parts.append(HOST_MARK)
        if chooses and player in pod.sides:
            team = formatter.text("team-name", team=TEAM_NAMES[pod.sides[player]])
            parts.append(f"({team})")
        seated.append(" ".join(parts))
    return SEPARATOR.join(seated)


def order_seats_by_turn(pod: Pod) -> tuple[Player, ...]:
    """Return the players in seating order, beginning with the active player."""
    if pod.turn is None or not pod.setup.turns or pod.turn.seat not in pod.players:
        return pod.players
    start = pod.players.index(pod.turn.seat)
    return (*pod.players[start:], *pod.players[:start])


def render_team_lines(pod_facts: PodFacts, formatter: MessageFormatter) -> list[str]:
    """Return a line for each team in turn order, the active one first; who is out comes last.

    Each line ends with the mark of the turn. At a big table all teams share a paragraph.
    """
    pod = pod_facts.pod
    teams = seats.list_teams_by_seats(pod.setup, pod.players)
    if teams:
        return list(_render_agreed_teams(pod_facts, teams, formatter))
    lines = list(_render_masters_with_servants(pod_facts, formatter))
    if len(lines) > MAX_LINES:
        lines = [BETWEEN_TEAMS.join(lines)]
    out = [player for player in order_seats_by_turn(pod) if pod.standings[player].status == "out"]
    gone = SEPARATOR.join(
        _render_player_name(pod_facts, player, formatter.name(player), formatter) for player in out
    )
    return [*lines, f"💀 {gone}"] if out else lines


def format_points(points: int) -> str:
    """Return points as they stand before a name."""
    return format_signed_number(points) if points else " 0"


def _format_signed_points(points: int) -> str:
    return format_signed_number(points) if points else "0"


def render_final_points(pod: Pod, formatter: MessageFormatter) -> str:
    """Return everybody's name and points after the game, most points first, winners bold."""
    assert pod.result is not None
    points = pod.result.points
    won = pod.result.winners
    order = sorted(pod.players, key=lambda player: (player not in won, -points[player]))
    said = (f"{formatter.name(player)} {_format_signed_points(points[player])}" for player in order)
    return SEPARATOR.join(
        f"**{each}**" if player in won else each for player, each in zip(order, said, strict=True)
    )


class _TurnMark(NamedTuple):
    """A turn that a board marks: its emoji, the key of its word, and who takes it."""

    emoji: str
    key: str
    players: Sequence[Player]


def _list_turn_marks(pod: Pod) -> list[_TurnMark]:
    """Return the present turn and the next one; an empty list if nobody has a turn."""
    if pod.turn is None or not pod.setup.turns or pod.result is not None or pod.closed:
        return []
    following = build_next_turn(pod.setup, pod.players, pod.standings, pod.turn)
    return [
        _TurnMark("▶️", "board-now", pod.turn.active),
        _TurnMark("⏭️", "board-next", following.active),
    ]


def _render_turn_mark(
    pod: Pod,
    turn_marks: Iterable[_TurnMark],
    team: Sequence[Player],
    formatter: MessageFormatter,
    leader: Player | None = None,
) -> str:
    """Return the mark of a team's turn at the end of its line; empty if it has none now or
    next.

    The mark names who has the turn, unless it is the `leader`'s or the whole team's.
    """
    for emoji, key, players in turn_marks:
        mine = [player for player in team if player in players]
        if mine:
            here = [player for player in team if pod.standings[player].status != "out"]
            together = leader in mine or len(mine) == len(here)
            whose = formatter.text(key) if together else formatter.join_player_names(mine)
            return f"{BEFORE_TURN}{emoji} {whose}"
    return ""


def _render_agreed_teams(
    pod_facts: PodFacts, teams: Iterable[tuple[Player, ...]], formatter: MessageFormatter
) -> Iterator[str]:
    """Yield the teams that were agreed before the start, with emperors (TAB-23 to TAB-25)."""
    pod = pod_facts.pod
    emperors = TABLES[pod.setup.table].emperors
    order = order_seats_by_turn(pod)
    turns = _list_turn_marks(pod)
    named = sorted(enumerate(teams), key=lambda pair: min(map(order.index, pair[1])))
    for number, team in named:
        said = []
        for player in team:
            mark = "👑 " if emperors and player == seats.find_emperor_of_team(team) else "🛡️ "
            is_out = pod.standings[player].status == "out"
            name = _render_player_name(pod_facts, player, formatter.name(player), formatter)
            said.append(("💀 " if is_out else mark) + name)
        name = f"**{formatter.text('team-name', team=TEAM_NAMES[number])}**"
        head = f"{name}{counters.render_life_beside_team(pod_facts, team)}"
        yield (
            f"{head}{AFTER_TEAM_NAME}{SEPARATOR.join(said)}"
            f"{_render_turn_mark(pod, turns, team, formatter)}"
        )


def _render_masters_with_servants(
    pod_facts: PodFacts, formatter: MessageFormatter
) -> Iterator[str]:
    """Yield a line for each master with all servants, in turn order.

    Players without a master have lines too: the masterless and, if servants serve each other in
    a ring, whoever sits first.
    """
    pod = pod_facts.pod
    master = "👑" if pod_facts.variant_answers.has_servants else "🛡️"
    marks = {"master": master, "masterless": "👻", "servant": "🔗"}
    turns = _list_turn_marks(pod)
    teams = _find_masters_with_servants(pod)
    names = {player: formatter.name(player) for team in teams for player, _ in team}
    for team in teams:
        leader, _ = team[0]
        named = f"{marks[pod.standings[leader].status]} **{names[leader]}**"
        line = _add_points_and_counters(pod_facts, leader, named, formatter)
        for at, (player, depth) in enumerate(team[1:]):
            # Each `›` is one step further down.
            below = f" {'›' * (depth - 1)} " if depth > 1 else SEPARATOR
            name = _render_player_name(pod_facts, player, names[player], formatter)
            line += (BEFORE_SERVANTS if at == 0 else below) + name
        yield line + _render_turn_mark(
            pod, turns, [player for player, _ in team], formatter, leader
        )


def _find_masters_with_servants(pod: Pod) -> list[list[tuple[Player, int]]]:
    """Return each leader with all servants, in turn order of the leaders.

    Leaders are the masters and the masterless, and one player of each ring of servants.
    Servants come in the order of service, each with the number of steps below the leader.
    """
    standings = pod.standings
    rank = {"master": 0, "masterless": 1, "servant": 2}
    order = order_seats_by_turn(pod)
    present = [player for player in order if standings[player].status != "out"]
    served = {standing.master for standing in standings.values() if standing.status == "servant"}
    seen: set[Player] = set()
    teams = list[list[tuple[Player, int]]]()
    for leader in sorted(present, key=lambda player: rank[standings[player].status]):
        if leader in seen:
            continue
        depths = dict[Player, int]()
        waiting = [(leader, 0)]
        while waiting:
            player, depth = waiting.pop()
            if player not in depths:
                depths[player] = depth
                servants = list_servants(standings, player) if player in served else []
                waiting += [(servant, depth + 1) for servant in reversed(servants)]
        seen.update(depths)
        teams.append([*depths.items()])
    return sorted(teams, key=lambda team: order.index(team[0][0]))


def _render_player_name(
    pod_facts: PodFacts, player: Player, name: str, formatter: MessageFormatter
) -> str:
    """Render a player's name with points and totals, struck out if the player is out."""
    is_out = pod_facts.pod.standings[player].status == "out"
    return _add_points_and_counters(pod_facts, player, f"~~{name}~~" if is_out else name, formatter)


def _add_points_and_counters(
    pod_facts: PodFacts, player: Player, name: str, formatter: MessageFormatter
) -> str:
    """Render a name with the points so far, and with its totals."""
    pod = pod_facts.pod
    standing = pod.standings[player]
    if pod_facts.scoring_values.per_defeat:
        name = f"`{format_points(standing.score)}` {name}"
    if standing.phased and pod.setup.turns:
        name = f"{name} 💤"
    deck = pod.find_deck(player) if pod.decks and len(pod.players) <= MAX_NAMED_DECKS else None
    if deck is not None:
        name = f"{name} *{name_commanders_briefly(deck, formatter)}*"
    return (
        name + counters.render_counters_beside_name(pod_facts, player, formatter)
        if pod.setup.counting
        else name
    )


def render_rule_reminders(pod: Pod, formatter: MessageFormatter) -> list[str]:
    """Return reminders of rules that the bot does not enforce (NEC-5 to NEC-8)."""
    variant = pod.setup.variant_answers
    standings = pod.standings
    text = formatter.text
    if pod.result is not None or variant.team_is_one_side:
        return []
    lines = []
    for master in standings:
        serving = list_servants(standings, master)
        names = formatter.join_player_names(serving)
        if serving:
            lines.append(text("remind-nec-6", servant=names, master=formatter.name(master)))
        if len(serving) > 1:
            lines.append(text("remind-nec-8", servants=names))
    if pod.setup.turns:
        phased = [player for player, s in standings.items() if s.phased and s.status != "out"]
        if phased:
            lines.append(text("remind-nec-5", players=formatter.join_player_names(phased)))
    return lines


log = logging.getLogger(__name__)

PICTURE_NAME = "table.png"
PICTURE_TIMEOUT = 1.5
"""Seconds that an answer waits for its picture; Discord waits three."""

MAX_ATTACK_LINES = 6
"""The most lines of attacks on a board."""

CROWDED_ABOVE = 12
"""The number of players above which a board names each of them as rarely as possible."""

_FIGURE_STATUSES: Mapping[Status, scene.FigureStatus] = {
    "servant": "thrall",
    "masterless": "masterless",
    "out": "out",
}


# In words


def render_possible_attacks(pod: Pod, formatter: MessageFormatter) -> list[str]:
    """Return whom the active players may attack, if the table limits attacks."""
    if pod.setup.table == DEFAULT_TABLE or pod.turn is None or not pod.setup.turns:
        return []
    if len(pod.players) > CROWDED_ABOVE:
        return [formatter.text("board-attack-more")]
    reach = RangeOfInfluence(pod)
    by: dict[tuple[Player, ...], list[Player]] = {}
    for player in pod.turn.active:
        by.setdefault(reach.find_attackable_players(player), []).append(player)
    lines = [
        f"{formatter.join_player_names(players)} → {_join_names_or_nobody(attacked, formatter)}"
        for attacked, players in by.items()
    ]
    return (
        lines
        if len(lines) <= MAX_ATTACK_LINES
        else [*lines[: MAX_ATTACK_LINES - 1], formatter.text("board-attack-more")]
    )


def describe_table(pod: Pod, player: Player, formatter: MessageFormatter) -> list[str]:
    """Describe the seats at a table, and whom `player` reaches.

    Before the first event the board shows the seats itself.
    """
    seated = " → ".join(
        _render_seat_name(pod, each, formatter) for each in order_seats_by_turn(pod)
    )
    lines = [formatter.text("status-seats", seats=seated)] if pod.step else []
    return [*lines, *_describe_reach(pod, player, formatter)]


def describe_table_picture(pod: Pod, player: Player, formatter: MessageFormatter) -> str:
    """Describe the picture of a table, a line for each seat; `formatter` adds no Markdown."""
    seats = [
        " · ".join([f"{number}. {formatter.name(each)}", *_describe_seat(pod, each, formatter)])
        for number, each in enumerate(pod.players, 1)
    ]
    return "\n".join(
        [formatter.text("picture-table"), *seats, *_describe_reach(pod, player, formatter)]
    )


def _describe_seat(pod: Pod, player: Player, formatter: MessageFormatter) -> Iterator[str]:
    """Yield the meaning of the marks of a seat: turn, standing, master, team."""
    text = formatter.text
    standing = pod.standings[player]
    if player in _find_active_players(pod):
        yield text("picture-active")
    shown = _find_figure_status(pod, standing)
    if shown != "playing":
        yield _name_figure_status(pod, shown, text)
    if standing.status == "servant" and standing.master:
        yield text.format_label(text("picture-serves"), formatter.name(standing.master))
    if mates := seats.find_teammates(pod.setup, pod.players, player):
        yield text.format_label(text("picture-team"), formatter.join_player_names(mates))


def _render_seat_name(pod: Pod, player: Player, formatter: MessageFormatter) -> str:
    if _is_player_out(pod, player):
        return f"~~{formatter.name(player)}~~"
    return (
        f"▶️ {formatter.name(player)}"
        if player in _find_active_players(pod)
        else formatter.name(player)
    )


def _describe_reach(pod: Pod, player: Player, formatter: MessageFormatter) -> Iterator[str]:
    if player not in pod.players:
        return
    if _is_player_out(pod, player):
        yield formatter.text("status-out")
        return
    reach = RangeOfInfluence(pod)
    yield formatter.text(
        "status-attack",
        players=_join_names_or_nobody(reach.find_attackable_players(player), formatter),
    )
    near = reach.find_players_in_range(player)
    if near is None:
        yield formatter.text("status-no-limit")
    else:
        yield formatter.text("status-reach", players=_join_names_or_nobody(near, formatter))
    if _has_pending_seat_change(pod):
        yield formatter.text("status-begun")


def _has_pending_seat_change(pod: Pod) -> bool:
    """Return whether sides or seats change with the next turn (TAB-13, ESC-D21)."""
    setup = pod.setup
    if not setup.turns or (
        setup.table == DEFAULT_TABLE and not setup.variant_answers.team_is_one_side
    ):
        return False
    now = pod.standings
    return any((s.status, s.master) != (now[p].status, now[p].master) for p, s in pod.begun.items())


# As a picture


async def draw_picture_file(
    studio: ServerPictureQueue,
    scene_to_draw: scene.Scene,
    file_name: str,
    alt_text: str,
    timeout: float = PICTURE_TIMEOUT,
) -> discord.File | None:
    """Draw a picture. Return a file to attach, or None, which is logged, if the picture is
    late.
    """
    try:
        async with asyncio.timeout(timeout):
            drawn = await studio.draw_picture(scene_to_draw)
            return discord.File(
                BytesIO(drawn), file_name, description=fit_text(alt_text, MAX_ALT_TEXT_LENGTH)
            )
    except TimeoutError:
        log.warning("a picture was not drawn in time")
    except DrawingError as error:
        log.warning("a picture was not drawn: %s", error)
    return None


def build_table_scene(
    pod: Pod, player: Player, figures: Mapping[Player, scene.PlayerFigure], catalogue: Catalogue
) -> scene.TableScene:
    """Return the scene of the table as `player` sees it; `figures` has everybody."""
    number = {each: at for at, each in enumerate(pod.players)}
    attack: frozenset[int] = frozenset()
    reach: frozenset[int] | None = None
    if player in number and not _is_player_out(pod, player):
        reached = RangeOfInfluence(pod)
        attack = frozenset(number[each] for each in reached.find_attackable_players(player))
        near = reached.find_players_in_range(player)
        reach = None if near is None else frozenset(number[each] for each in near)
    return scene.TableScene(
        "",  # the embed has a title
        tuple(_build_seat_scene(pod, each, number, figures[each]) for each in pod.players),
        _build_table_legend(pod, catalogue),
        number.get(player),
        attack,
        reach,
    )


def _build_seat_scene(
    pod: Pod, player: Player, seat_indexes: Mapping[Player, int], figure: scene.PlayerFigure
) -> scene.SeatScene:
    standing = pod.standings[player]
    served = standing.master if standing.status == "servant" else None
    return scene.SeatScene(
        figure,
        _find_team_seat(pod, player, seat_indexes),
        _find_figure_status(pod, standing),
        player in _find_active_players(pod),
        None if served is None else seat_indexes.get(served),
    )


def _find_team_seat(pod: Pod, player: Player, seat_indexes: Mapping[Player, int]) -> int | None:
    """Return the first seat of a player's agreed team, or in Esclave the master's seat."""
    agreed = seats.list_teams_by_seats(pod.setup, pod.players)
    if agreed:
        return min(seat_indexes[each] for team in agreed if player in team for each in team)
    if not pod.setup.variant_answers.team_is_one_side or _is_player_out(pod, player):
        return None
    master = find_master(pod.standings, player)
    return None if master is None else seat_indexes[master]


def _find_figure_status(pod: Pod, standing: PlayerStanding) -> scene.FigureStatus:
    if standing.status != "master":
        return _FIGURE_STATUSES[standing.status]
    if pod.setup.variant_answers.has_servants:
        return "leader"
    if not TABLES[pod.setup.table].emperors:
        return "playing"
    team = seats.find_teammates(pod.setup, pod.players, standing.player)
    return "leader" if standing.player == seats.find_emperor_of_team(team) else "playing"


def _build_table_legend(pod: Pod, catalogue: Catalogue) -> scene.TableLegend:
    return scene.TableLegend(
        attack=catalogue("picture-attack"),
        reach=catalogue("picture-reach"),
        beyond=catalogue("picture-beyond"),
        active=catalogue("picture-active"),
        team=catalogue("picture-team"),
        serves=catalogue("picture-serves"),
        leader=_name_figure_status(pod, "leader", catalogue),
        thrall=_name_figure_status(pod, "thrall", catalogue),
        masterless=_name_figure_status(pod, "masterless", catalogue),
        out=_name_figure_status(pod, "out", catalogue),
    )


def _name_figure_status(pod: Pod, status: scene.FigureStatus, catalogue: Catalogue) -> str:
    match status:
        case "leader":
            emperors = TABLES[pod.setup.table].emperors
            return catalogue("picture-emperor" if emperors else "picture-master")
        case "thrall":
            one_side = pod.setup.variant_answers.team_is_one_side
            return catalogue("picture-thrall" if one_side else "picture-minion")
        case _:
            return catalogue(f"picture-{status}")


# What they share


def _join_names_or_nobody(players: tuple[Player, ...], formatter: MessageFormatter) -> str:
    return formatter.join_player_names(players) or formatter.text("reach-nobody")


def _find_active_players(pod: Pod) -> tuple[Player, ...]:
    return pod.turn.active if pod.turn is not None and pod.setup.turns else ()


def _is_player_out(pod: Pod, player: Player) -> bool:
    return pod.standings[player].status == "out"


def render_guest_lines(pod: Pod, formatter: MessageFormatter) -> list[str]:
    """Return lines on who brought which guests, and whether there are too many."""
    text = formatter.text
    bringers = dict.fromkeys(by for by in pod.guests.values() if by is not None)
    return [
        text(
            "guests-of",
            by=formatter.name(by),
            guests=formatter.join_player_names(brought),
            count=len(brought),
        )
        for by in bringers
        if (brought := list_guests_of_member(pod, by))
    ] + render_too_many_guests(pod, text)


def render_too_many_guests(pod: Pod, catalogue: Catalogue) -> list[str]:
    """Return a line on why a game has too many guests to count; none if it counts."""
    excess = find_guest_excess(pod)
    return [] if excess is None else [catalogue(f"guests-{excess}")]


def build_guest_leave_buttons(
    pod_number: int, pod: Pod, viewer: Player, formatter: MessageFormatter
) -> list[discord.ui.Button[discord.ui.View]]:
    """Return a button for each guest of the viewer in the game, by which only the guest leaves.

    `formatter` names players without Markdown.
    """
    playing = list_players_in_game(pod.current_game.standings)
    return [
        discord.ui.Button(
            label=clean_label(formatter.text("button-guest-leaves", guest=formatter.name(guest))),
            style=discord.ButtonStyle.danger,
            emoji="🏳️",
            custom_id=f"pod:{pod_number}:guest-leaves:{guest}",
        )
        for guest in list_guests_of_member(pod, viewer)
        if guest in playing
    ]
