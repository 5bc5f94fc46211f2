"""The players at a table: teams and guests in lines, attacks and ranges, and a picture."""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

import discord

from bot.front.rendering import counters
from bot.front.rendering.deck_names import name_briefly
from bot.front.rendering.escaping import clean_label
from bot.front.rendering.fitting import MAX_ALT_TEXT_LENGTH, fit_text
from bot.i18n import Catalogue, write_signed
from bot.pictures import scene
from bot.pictures.studio import DrawingError, ServerStudio
from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.guests import find_excess, list_brought
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodFacts
from bot.rules.ranges import Ranges
from bot.rules.records import Standing, Status
from bot.rules.tables import DEFAULT_TABLE, TABLES, TEAM_NAMES, has_teams
from bot.rules.teams import find_in_game, find_master, find_servants
from bot.rules.turns import make_next_turn
from bot.words import Words

SEPARATOR = " · "
"""Stands between names."""

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


def render_lobby(pod: Pod, words: Words) -> str:
    """Return the seated players of a lobby with their numbers, the host, and the chosen teams."""
    chooses = has_teams(TABLES[pod.setup.table])
    seated = list[str]()
    for number, player in enumerate(pod.players, 1):
        parts = [str(number), words.name(player)]
        if player == pod.host:
            parts.append(HOST_MARK)
        if chooses and player in pod.sides:
            team = words.text("team-name", team=TEAM_NAMES[pod.sides[player]])
            parts.append(f"({team})")
        seated.append(" ".join(parts))
    return SEPARATOR.join(seated)


def order_seats(pod: Pod) -> tuple[Player, ...]:
    """Return the seats clockwise, beginning with the active player's."""
    if pod.turn is None or not pod.setup.turns or pod.turn.seat not in pod.players:
        return pod.players
    start = pod.players.index(pod.turn.seat)
    return (*pod.players[start:], *pod.players[:start])


def render_board(facts: PodFacts, words: Words) -> list[str]:
    """Return a line for each team in turn order, the active one first; who is out comes last.

    Each line ends with the mark of the turn. At a big table all teams share a paragraph.
    """
    pod = facts.pod
    teams = seats.find_teams(pod.setup, pod.players)
    if teams:
        return list(_render_teams(facts, teams, words))
    lines = list(_render_served(facts, words))
    if len(lines) > MAX_LINES:
        lines = [BETWEEN_TEAMS.join(lines)]
    out = [player for player in order_seats(pod) if pod.standings[player].status == "out"]
    gone = SEPARATOR.join(_render_name(facts, player, words.name(player), words) for player in out)
    return [*lines, f"💀 {gone}"] if out else lines


def format_points(points: int) -> str:
    """Return points as they stand before a name."""
    return write_signed(points) if points else " 0"


def _format_signed(points: int) -> str:
    return write_signed(points) if points else "0"


def render_points(pod: Pod, words: Words) -> str:
    """Return everybody's name and points after the game, most points first, winners bold."""
    assert pod.result is not None
    points = pod.result.points
    won = pod.result.winners
    order = sorted(pod.players, key=lambda player: (player not in won, -points[player]))
    said = (f"{words.name(player)} {_format_signed(points[player])}" for player in order)
    return SEPARATOR.join(
        f"**{each}**" if player in won else each for player, each in zip(order, said, strict=True)
    )


class _ShownTurn(NamedTuple):
    """A turn that a board marks: its emoji, the key of its word, and who takes it."""

    emoji: str
    key: str
    players: Sequence[Player]


def _list_turns(pod: Pod) -> list[_ShownTurn]:
    """Return the present turn and the next one; an empty list if nobody has a turn."""
    if pod.turn is None or not pod.setup.turns or pod.result is not None or pod.closed:
        return []
    following = make_next_turn(pod.setup, pod.players, pod.standings, pod.turn)
    return [
        _ShownTurn("▶️", "board-now", pod.turn.active),
        _ShownTurn("⏭️", "board-next", following.active),
    ]


def _mark_turn(
    pod: Pod,
    turns: Iterable[_ShownTurn],
    team: Sequence[Player],
    words: Words,
    leader: Player | None = None,
) -> str:
    """Return the mark of a team's turn at the end of its line; empty if it has none now or next.

    The mark names who has the turn, unless it is the `leader`'s or the whole team's.
    """
    for emoji, key, players in turns:
        mine = [player for player in team if player in players]
        if mine:
            here = [player for player in team if pod.standings[player].status != "out"]
            together = leader in mine or len(mine) == len(here)
            whose = words.text(key) if together else words.join_names(mine)
            return f"{BEFORE_TURN}{emoji} {whose}"
    return ""


def _render_teams(
    facts: PodFacts, teams: Iterable[tuple[Player, ...]], words: Words
) -> Iterator[str]:
    """Yield the teams that were agreed before the start, with emperors (TAB-23 to TAB-25)."""
    pod = facts.pod
    emperors = TABLES[pod.setup.table].emperors
    order = order_seats(pod)
    turns = _list_turns(pod)
    named = sorted(enumerate(teams), key=lambda pair: min(map(order.index, pair[1])))
    for number, team in named:
        said = []
        for player in team:
            mark = "👑 " if emperors and player == seats.find_emperor(team) else "🛡️ "
            is_out = pod.standings[player].status == "out"
            name = _render_name(facts, player, words.name(player), words)
            said.append(("💀 " if is_out else mark) + name)
        name = f"**{words.text('team-name', team=TEAM_NAMES[number])}**"
        head = f"{name}{counters.render_beside_team(facts, team)}"
        yield f"{head}{AFTER_TEAM_NAME}{SEPARATOR.join(said)}{_mark_turn(pod, turns, team, words)}"


def _render_served(facts: PodFacts, words: Words) -> Iterator[str]:
    """Yield a line for each master with all servants, in turn order.

    Players without a master have lines too: the masterless and, of a ring of bonds, whoever sits
    first.
    """
    pod = facts.pod
    master = "👑" if facts.answers.has_servants else "🛡️"
    marks = {"master": master, "masterless": "👻", "servant": "🔗"}
    turns = _list_turns(pod)
    teams = _find_served_teams(pod)
    names = {player: words.name(player) for team in teams for player, _ in team}
    for team in teams:
        leader, _ = team[0]
        named = f"{marks[pod.standings[leader].status]} **{names[leader]}**"
        line = _add_numbers(facts, leader, named, words)
        for at, (player, depth) in enumerate(team[1:]):
            # Each `›` is one step further down.
            below = f" {'›' * (depth - 1)} " if depth > 1 else SEPARATOR
            name = _render_name(facts, player, names[player], words)
            line += (BEFORE_SERVANTS if at == 0 else below) + name
        yield line + _mark_turn(pod, turns, [player for player, _ in team], words, leader)


def _find_served_teams(pod: Pod) -> list[list[tuple[Player, int]]]:
    """Return each leader with all servants, in turn order of the leaders.

    Leaders are the masters and the masterless, and one player of each ring of bonds. Servants come
    in the order of service, each with the number of steps below the leader.
    """
    standings = pod.standings
    rank = {"master": 0, "masterless": 1, "servant": 2}
    order = order_seats(pod)
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
                servants = find_servants(standings, player) if player in served else []
                waiting += [(servant, depth + 1) for servant in reversed(servants)]
        seen.update(depths)
        teams.append([*depths.items()])
    return sorted(teams, key=lambda team: order.index(team[0][0]))


def _render_name(facts: PodFacts, player: Player, name: str, words: Words) -> str:
    """Render a player's name with points and totals, struck out if the player is out."""
    is_out = facts.pod.standings[player].status == "out"
    return _add_numbers(facts, player, f"~~{name}~~" if is_out else name, words)


def _add_numbers(facts: PodFacts, player: Player, name: str, words: Words) -> str:
    """Render a name with the points so far, and with its totals."""
    pod = facts.pod
    standing = pod.standings[player]
    if facts.points.per_defeat:
        name = f"`{format_points(standing.score)}` {name}"
    if standing.phased and pod.setup.turns:
        name = f"{name} 💤"
    deck = pod.find_deck(player) if pod.decks and len(pod.players) <= MAX_NAMED_DECKS else None
    if deck is not None:
        name = f"{name} *{name_briefly(deck, words)}*"
    return name + counters.render_beside_name(facts, player, words) if pod.setup.counting else name


def render_reminders(pod: Pod, words: Words) -> list[str]:
    """Return reminders of rules that the bot does not enforce (NEC-5 to NEC-8)."""
    variant = pod.setup.answers
    standings = pod.standings
    text = words.text
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


def render_attacks(pod: Pod, words: Words) -> list[str]:
    """Return whom the active players may attack, if the table limits attacks."""
    if pod.setup.table == DEFAULT_TABLE or pod.turn is None or not pod.setup.turns:
        return []
    if len(pod.players) > CROWDED_ABOVE:
        return [words.text("board-attack-more")]
    reach = Ranges(pod)
    by: dict[tuple[Player, ...], list[Player]] = {}
    for player in pod.turn.active:
        by.setdefault(reach.find_attackable(player), []).append(player)
    lines = [
        f"{words.join_names(players)} → {_join_names(attacked, words)}"
        for attacked, players in by.items()
    ]
    return (
        lines
        if len(lines) <= MAX_ATTACK_LINES
        else [*lines[: MAX_ATTACK_LINES - 1], words.text("board-attack-more")]
    )


def describe_table(game: Pod, player: Player, words: Words) -> list[str]:
    """Describe the seats, and whom `player` reaches.

    Before the first event the board shows the seats itself.
    """
    seated = " → ".join(_describe_seats(game, each, words) for each in order_seats(game))
    lines = [words.text("status-seats", seats=seated)] if game.step else []
    return [*lines, *_describe_own(game, player, words)]


def describe_picture(game: Pod, player: Player, words: Words) -> str:
    """Describe the whole picture, a line for each seat; `words` name players without Markdown."""
    seats = [
        " · ".join([f"{number}. {words.name(each)}", *_describe_seat(game, each, words)])
        for number, each in enumerate(game.players, 1)
    ]
    return "\n".join([words.text("picture-table"), *seats, *_describe_own(game, player, words)])


def _describe_seat(game: Pod, player: Player, words: Words) -> Iterator[str]:
    """Yield what the marks of a seat mean: turn, standing, master, team."""
    text = words.text
    standing = game.standings[player]
    if player in _find_active(game):
        yield text("picture-active")
    shown = _find_standing(game, standing)
    if shown != "playing":
        yield _name_standing(game, shown, text)
    if standing.status == "servant" and standing.master:
        yield text.label(text("picture-serves"), words.name(standing.master))
    if mates := seats.find_teammates(game.setup, game.players, player):
        yield text.label(text("picture-team"), words.join_names(mates))


def _describe_seats(game: Pod, player: Player, words: Words) -> str:
    if _is_out(game, player):
        return f"~~{words.name(player)}~~"
    return f"▶️ {words.name(player)}" if player in _find_active(game) else words.name(player)


def _describe_own(game: Pod, player: Player, words: Words) -> Iterator[str]:
    if player not in game.players:
        return
    if _is_out(game, player):
        yield words.text("status-out")
        return
    reach = Ranges(game)
    yield words.text("status-attack", players=_join_names(reach.find_attackable(player), words))
    near = reach.find_in_range(player)
    if near is None:
        yield words.text("status-no-limit")
    else:
        yield words.text("status-reach", players=_join_names(near, words))
    if _is_lagging(game):
        yield words.text("status-begun")


def _is_lagging(game: Pod) -> bool:
    """Return whether sides or seats change with the next turn (TAB-13, ESC-D21)."""
    setup = game.setup
    if not setup.turns or (setup.table == DEFAULT_TABLE and not setup.answers.team_is_one_side):
        return False
    now = game.standings
    return any(
        (s.status, s.master) != (now[p].status, now[p].master) for p, s in game.begun.items()
    )


# As a picture


async def draw_file(
    studio: ServerStudio,
    what: scene.Scene,
    name: str,
    about: str,
    patience: float = PICTURE_TIMEOUT,
) -> discord.File | None:
    """Draw a picture. Return a file to attach, or None, which is logged, if it is late.

    `about` describes it for people who cannot see it.
    """
    try:
        async with asyncio.timeout(patience):
            drawn = await studio.draw(what)
            return discord.File(
                BytesIO(drawn), name, description=fit_text(about, MAX_ALT_TEXT_LENGTH)
            )
    except TimeoutError:
        log.warning("a picture was not drawn in time")
    except DrawingError as error:
        log.warning("a picture was not drawn: %s", error)
    return None


def make_scene(
    game: Pod, player: Player, figures: Mapping[Player, scene.Figure], text: Catalogue
) -> scene.TableScene:
    """Return the scene of the table as `player` sees it; `figures` has everybody."""
    number = {each: at for at, each in enumerate(game.players)}
    attack: frozenset[int] = frozenset()
    reach: frozenset[int] | None = None
    if player in number and not _is_out(game, player):
        reached = Ranges(game)
        attack = frozenset(number[each] for each in reached.find_attackable(player))
        near = reached.find_in_range(player)
        reach = None if near is None else frozenset(number[each] for each in near)
    return scene.TableScene(
        "",  # the embed has a title
        tuple(_make_seat(game, each, number, figures[each]) for each in game.players),
        _make_legend(game, text),
        number.get(player),
        attack,
        reach,
    )


def _make_seat(
    game: Pod, player: Player, number: Mapping[Player, int], figure: scene.Figure
) -> scene.SeatScene:
    standing = game.standings[player]
    served = standing.master if standing.status == "servant" else None
    return scene.SeatScene(
        figure,
        _find_group(game, player, number),
        _find_standing(game, standing),
        player in _find_active(game),
        None if served is None else number.get(served),
    )


def _find_group(game: Pod, player: Player, number: Mapping[Player, int]) -> int | None:
    """Return the first seat of a player's agreed team, or in Esclave the master's seat."""
    agreed = seats.find_teams(game.setup, game.players)
    if agreed:
        return min(number[each] for team in agreed if player in team for each in team)
    if not game.setup.answers.team_is_one_side or _is_out(game, player):
        return None
    master = find_master(game.standings, player)
    return None if master is None else number[master]


def _find_standing(game: Pod, standing: Standing) -> scene.FigureStatus:
    if standing.status != "master":
        return _FIGURE_STATUSES[standing.status]
    if game.setup.answers.has_servants:
        return "leader"
    if not TABLES[game.setup.table].emperors:
        return "playing"
    team = seats.find_teammates(game.setup, game.players, standing.player)
    return "leader" if standing.player == seats.find_emperor(team) else "playing"


def _make_legend(game: Pod, text: Catalogue) -> scene.LegendWords:
    return scene.LegendWords(
        attack=text("picture-attack"),
        reach=text("picture-reach"),
        beyond=text("picture-beyond"),
        active=text("picture-active"),
        team=text("picture-team"),
        serves=text("picture-serves"),
        leader=_name_standing(game, "leader", text),
        thrall=_name_standing(game, "thrall", text),
        masterless=_name_standing(game, "masterless", text),
        out=_name_standing(game, "out", text),
    )


def _name_standing(game: Pod, standing: scene.FigureStatus, text: Catalogue) -> str:
    match standing:
        case "leader":
            emperors = TABLES[game.setup.table].emperors
            return text("picture-emperor" if emperors else "picture-master")
        case "thrall":
            one_side = game.setup.answers.team_is_one_side
            return text("picture-thrall" if one_side else "picture-minion")
        case _:
            return text(f"picture-{standing}")


# What they share


def _join_names(players: tuple[Player, ...], words: Words) -> str:
    return words.join_names(players) or words.text("reach-nobody")


def _find_active(game: Pod) -> tuple[Player, ...]:
    return game.turn.active if game.turn is not None and game.setup.turns else ()


def _is_out(game: Pod, player: Player) -> bool:
    return game.standings[player].status == "out"


def render_guests(pod: Pod, words: Words) -> list[str]:
    """Return lines on who brought which guests, and whether there are too many."""
    text = words.text
    bringers = dict.fromkeys(by for by in pod.guests.values() if by is not None)
    return [
        text(
            "guests-of",
            by=words.name(by),
            guests=words.join_names(brought),
            count=len(brought),
        )
        for by in bringers
        if (brought := list_brought(pod, by))
    ] + render_excess(pod, text)


def render_excess(pod: Pod, text: Catalogue) -> list[str]:
    """Return a line on why a game has too many guests to count; none if it counts."""
    excess = find_excess(pod)
    return [] if excess is None else [text(f"guests-{excess}")]


def make_leaving_buttons(
    number: int, pod: Pod, me: Player, words: Words
) -> list[discord.ui.Button[discord.ui.View]]:
    """Return a button for each of a player's guests in the game, by which only the guest leaves.

    `words` name players without Markdown.
    """
    playing = find_in_game(pod.game.standings)
    return [
        discord.ui.Button(
            label=clean_label(words.text("button-guest-leaves", guest=words.name(guest))),
            style=discord.ButtonStyle.danger,
            emoji="🏳️",
            custom_id=f"pod:{number}:guest-leaves:{guest}",
        )
        for guest in list_brought(pod, me)
        if guest in playing
    ]
