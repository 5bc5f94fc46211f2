"""The players at a table: teams and guests in lines, attacks and ranges, and a picture."""

import asyncio
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple

import discord

from bot.formatters.messages import PodMessageFormatter
from bot.front.decks.deck_names import format_short_commander_names
from bot.front.game_texts import counters
from bot.front.ui.embeds import SEPARATOR
from bot.front.ui.escaping import clean_label_text
from bot.front.ui.fitting import MAX_ALT_TEXT_LENGTH, truncate_text_to_length
from bot.i18n import Translations, format_signed_number
from bot.pictures import scene
from bot.pictures.picture_queue import PictureDrawingError, ServerPictureQueue
from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.guests import explain_if_pod_has_too_many_guests, list_guests_of_member
from bot.rules.next_turn import list_current_and_next_turns, list_phased_out_players, list_players_whose_turn_it_is
from bot.rules.pod import Pod
from bot.rules.pod_facts import PodPropertyCache
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import PlayerState, PodSetup, Status
from bot.rules.tables import TABLES, TEAM_NAMES, TableFormat, has_fixed_teams
from bot.rules.teams import find_responsible_master, list_players_in_game, list_servants_by_master

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


def explain_table_format(setup: PodSetup, translations: Translations) -> list[str]:
    """Explain a pod's table to newcomers in two lines: turns and end, attacks and range.

    Both tell the options that the pod agreed on. The end of the game depends on the table only in some variants
    (VAR-8).
    """
    table = TABLES[setup.table]
    seating = [f"how-seats-{table.sides}"]
    seating += ["how-one-life"] if table.one_life else []
    seating += [f"how-turns-{'team' if setup.has_team_turns else 'player'}"] if table.turn_owners else []
    seating += ["how-markers"] if table.markers else []
    seating += [_find_text_key_of_game_end_rule(table)] if setup.variant_rules.ending_condition == "table" else []
    seated = [f"**{translations(f'table-{setup.table}')}** ({table.rule}).", *map(translations, seating)]
    attack = [translations(key) for key in _list_attack_rule_text_keys(setup)]
    attack.append(translations("how-range", seats=setup.influence_range or 0))
    return [f"• {' '.join(seated)}", f"• {' '.join(attack)}"]


def _list_attack_rule_text_keys(pod_setup: PodSetup) -> list[str]:
    attackable = TABLES[pod_setup.table].attackable
    keys = [f"how-attack-{pod_setup.attack_option if attackable == 'anyone' else attackable}"]
    keys += ["how-attack-each"] if attackable != "anyone" and pod_setup.attack_option == "several" else []
    return [*keys, *(["how-deploy"] if pod_setup.allows_deploying_creatures else [])]


def _find_text_key_of_game_end_rule(table_format: TableFormat) -> str:
    if table_format.emperors:
        return "how-end-emperor"
    if table_format.sides == "neighbours":
        return "how-end-pentagon"
    return "how-end-team" if has_fixed_teams(table_format) else "how-end-player"


def render_players_in_lobby(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Render the players in a lobby: seat numbers, host, and chosen teams."""
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


def _list_players_by_next_turn(pod_facts: PodPropertyCache) -> list[Player]:
    """Return the players in the order of their next turns, followed by those who have none."""
    in_turn = (player for turn in pod_facts.upcoming_turns for player in turn.active)
    return list(dict.fromkeys((*in_turn, *pod_facts.pod.players)))


def render_team_lines(pod_facts: PodPropertyCache, formatter: PodMessageFormatter) -> list[str]:
    """Render a line for each team in turn order, from the team at turn to the beaten players."""
    pod = pod_facts.pod
    teams = seats.list_teams_from_seats(pod.setup, pod.players)
    if teams:
        return list(_render_agreed_teams(pod_facts, teams, formatter))
    lines = list(_render_masters_with_servants(pod_facts, formatter))
    if len(lines) > MAX_LINES:
        lines = [BETWEEN_TEAMS.join(lines)]
    out = [player for player in pod.players if pod.standings[player].status == "out"]
    gone = SEPARATOR.join(
        _render_player_name_on_board(pod_facts, player, formatter.name(player), formatter) for player in out
    )
    return [*lines, f"💀 {gone}"] if out else lines


def format_points_prefix(points: int) -> str:
    """Format points with a sign, to stand before a player's name."""
    return format_signed_number(points) if points else " 0"


def _format_signed_points(points: int) -> str:
    return format_signed_number(points) if points else "0"


def render_final_pod_points(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Render all players with their points at the end, the winners first in bold."""
    assert pod.result is not None
    points = pod.result.points
    won = pod.result.winners
    order = sorted(pod.players, key=lambda player: (player not in won, -points[player]))
    said = (f"{formatter.name(player)} {_format_signed_points(points[player])}" for player in order)
    return SEPARATOR.join(f"**{each}**" if player in won else each for player, each in zip(order, said, strict=True))


class _TurnLabel(NamedTuple):
    """An emoji with a text, shown beside the names of players whose turn is now or next."""

    emoji: str
    text: str
    players: Sequence[Player]


def _list_turn_labels(pod_facts: PodPropertyCache, formatter: PodMessageFormatter) -> list[_TurnLabel]:
    """Return the marks for the teams whose turn is now or next; an empty list if the game has no turns."""
    pod = pod_facts.pod
    if pod.turn is None or not pod.setup.turns or pod.result is not None or pod.closed:
        return []
    marks = (("▶️", "board-now"), ("⏭️", "board-next"))
    turns = pod_facts.upcoming_turns
    return [
        _TurnLabel(emoji, formatter.text(key), turn.active) for (emoji, key), turn in zip(marks, turns, strict=False)
    ]


def _render_turn_label_of_team(
    pod: Pod,
    turn_labels: Iterable[_TurnLabel],
    team: Sequence[Player],
    formatter: PodMessageFormatter,
    team_leader: Player | None = None,
) -> str:
    """Render the mark of a team whose turn is now or next; otherwise an empty text.

    The mark names who has the turn, unless it is the `team_leader`'s or the whole team's.
    """
    for emoji, text, players in turn_labels:
        mine = [player for player in team if player in players]
        if mine:
            here = [player for player in team if pod.standings[player].status != "out"]
            together = team_leader in mine or len(mine) == len(here)
            whose = text if together else formatter.join_player_names(mine)
            return f"{BEFORE_TURN}{emoji} {whose}"
    return ""


def _render_agreed_teams(
    pod_facts: PodPropertyCache, teams: Iterable[tuple[Player, ...]], formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a line for each team agreed on before the start, with its emperor."""
    pod = pod_facts.pod
    emperors = TABLES[pod.setup.table].emperors
    order = _list_players_by_next_turn(pod_facts)
    turns = _list_turn_labels(pod_facts, formatter)
    named = sorted(enumerate(teams), key=lambda pair: min(map(order.index, pair[1])))
    for number, team in named:
        said = []
        for player in team:
            mark = "👑 " if emperors and player == seats.find_emperor_of_team(team) else "🛡️ "
            is_out = pod.standings[player].status == "out"
            name = _render_player_name_on_board(pod_facts, player, formatter.name(player), formatter)
            said.append(("💀 " if is_out else mark) + name)
        name = f"**{formatter.text('team-name', team=TEAM_NAMES[number])}**"
        head = f"{name}{counters.render_team_life_suffix(pod_facts, team)}"
        yield (
            f"{head}{AFTER_TEAM_NAME}{SEPARATOR.join(said)}{_render_turn_label_of_team(pod, turns, team, formatter)}"
        )


def _render_masters_with_servants(pod_facts: PodPropertyCache, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield a line for each master with their servants, in turn order.

    Players without a master have lines too: the masterless and, if servants serve each other in a ring, whoever sits
    first.
    """
    pod = pod_facts.pod
    master = "👑" if pod_facts.variant_rules.has_servants else "🛡️"
    marks = {"master": master, "masterless": "👻", "servant": "🔗"}
    turns = _list_turn_labels(pod_facts, formatter)
    teams = _group_servants_by_master(pod_facts)
    names = {player: formatter.name(player) for team in teams for player, _ in team}
    for team in teams:
        leader, _ = team[0]
        named = f"{marks[pod.standings[leader].status]} **{names[leader]}**"
        line = _format_name_with_points_and_life(pod_facts, leader, named, formatter)
        for at, (player, depth) in enumerate(team[1:]):
            # Each `›` is one step further down.
            below = f" {'›' * (depth - 1)} " if depth > 1 else SEPARATOR
            name = _render_player_name_on_board(pod_facts, player, names[player], formatter)
            line += (BEFORE_SERVANTS if at == 0 else below) + name
        yield line + _render_turn_label_of_team(pod, turns, [player for player, _ in team], formatter, leader)


def _group_servants_by_master(pod_facts: PodPropertyCache) -> list[list[tuple[Player, int]]]:
    """Return each master with all their servants, in the masters' turn order.

    Each player comes with the number of steps below the master. The masterless count as masters, and so does one player
    of each ring of servants.
    """
    standings = pod_facts.pod.standings
    rank = {"master": 0, "masterless": 1, "servant": 2}
    order = _list_players_by_next_turn(pod_facts)
    present = [player for player in order if standings[player].status != "out"]
    servants_by_master = list_servants_by_master(standings)
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
                servants = servants_by_master.get(player, [])
                waiting += [(servant, depth + 1) for servant in reversed(servants)]
        seen.update(depths)
        teams.append([*depths.items()])
    return sorted(teams, key=lambda team: order.index(team[0][0]))


def _render_player_name_on_board(
    pod_facts: PodPropertyCache, player: Player, formatted_name: str, formatter: PodMessageFormatter
) -> str:
    """Render a player's name for the board, with points and life, crossed out if the player is out."""
    is_out = pod_facts.pod.standings[player].status == "out"
    return _format_name_with_points_and_life(
        pod_facts, player, f"~~{formatted_name}~~" if is_out else formatted_name, formatter
    )


def _format_name_with_points_and_life(
    pod_facts: PodPropertyCache, player: Player, formatted_name: str, formatter: PodMessageFormatter
) -> str:
    """Format a player's name with points before it, and deck and life after it."""
    pod = pod_facts.pod
    standing = pod.standings[player]
    if pod_facts.scoring_points.per_defeat:
        formatted_name = f"`{format_points_prefix(standing.score)}` {formatted_name}"
    if player in pod_facts.phased_out_players:
        formatted_name = f"{formatted_name} 💤"
    deck = pod.find_declared_deck_of_player(player) if pod.decks and len(pod.players) <= MAX_NAMED_DECKS else None
    if deck is not None:
        formatted_name = f"{formatted_name} *{format_short_commander_names(deck, formatter)}*"
    return (
        formatted_name + counters.render_player_life_and_damage_suffix(pod_facts, player, formatter)
        if pod.setup.counting
        else formatted_name
    )


def render_rule_reminders(pod: Pod, formatter: PodMessageFormatter) -> list[str]:
    """Render reminders of rules that the bot cannot enforce."""
    variant = pod.setup.variant_rules
    standings = pod.standings
    text = formatter.text
    if pod.result is not None or variant.team_is_one_side:
        return []
    lines = []
    servants_by_master = list_servants_by_master(standings)
    for master in standings:
        serving = servants_by_master.get(master, [])
        names = formatter.join_player_names(serving)
        if serving:
            lines.append(text("remind-nec-6", servant=names, master=formatter.name(master)))
        if len(serving) > 1:
            lines.append(text("remind-nec-8", servants=names))
    return lines + render_phased_out_players(pod, pod.players, formatter)


def render_phased_out_players(pod: Pod, players: Collection[Player], formatter: PodMessageFormatter) -> list[str]:
    """Render which of these players are phased out; no line if nobody is."""
    phased = [player for player in list_phased_out_players(pod) if player in players]
    return [formatter.text("remind-nec-5", players=formatter.join_player_names(phased))] if phased else []


log = logging.getLogger(__name__)

PICTURE_NAME = "table.png"
PICTURE_TIMEOUT = 1.5
"""Seconds that an answer waits for its picture; Discord waits three."""

MAX_ATTACK_LINES = 6
"""The most lines of attacks on a board."""

CROWDED_ABOVE = 12
"""The number of players above which a board names each of them as rarely as possible."""

_FIGURE_STATUSES: Mapping[Status, scene.FigureStatus] = {"servant": "thrall", "masterless": "masterless", "out": "out"}


# In words


def render_possible_attacks(pod: Pod, formatter: PodMessageFormatter) -> list[str]:
    """Render whom the players at turn may attack, if attacks are limited."""
    active = list_players_whose_turn_it_is(pod)
    if not pod.setup.has_attack_limits or not active:
        return []
    if len(pod.players) > CROWDED_ABOVE:
        return [formatter.text("board-attack-more")]
    reach = RangeOfInfluence(pod)
    by: dict[tuple[Player, ...], list[Player]] = {}
    for player in active:
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


def describe_turn_order_and_targets(pod: Pod, player: Player, formatter: PodMessageFormatter) -> list[str]:
    """Describe the turn order, and whom `player` may attack or target."""
    lines = [formatter.text("status-seats", seats=_render_turn_order(pod, formatter))] if pod.step else []
    return [*lines, *_describe_attack_and_target_range(pod, player, formatter)]


def build_table_picture_alt_text(pod: Pod, viewer: Player, label_formatter: PodMessageFormatter) -> str:
    """Return the alt text of a table's picture, with a line for each seat."""
    seats = [
        " · ".join([f"{number}. {label_formatter.name(each)}", *_describe_seat_in_picture(pod, each, label_formatter)])
        for number, each in enumerate(pod.players, 1)
    ]
    return "\n".join(
        [
            label_formatter.text("picture-table"),
            *seats,
            *_describe_attack_and_target_range(pod, viewer, label_formatter),
        ]
    )


def _describe_seat_in_picture(pod: Pod, player: Player, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield words for the symbols at a seat in the table's picture: turn, status, master, and team."""
    text = formatter.text
    standing = pod.standings[player]
    if player in list_players_whose_turn_it_is(pod):
        yield text("picture-active")
    shown = _find_player_status_for_picture(pod, standing)
    if shown != "playing":
        yield _format_player_status(pod, shown, text)
    if standing.status == "servant" and standing.master:
        yield text.format_label_and_value(text("picture-serves"), formatter.name(standing.master))
    if mates := seats.find_team_of_player(pod.setup, pod.players, player):
        yield text.format_label_and_value(text("picture-team"), formatter.join_player_names(mates))


def _render_turn_order(pod: Pod, formatter: PodMessageFormatter) -> str:
    """Render all turns from the current turn on, each with the players who share the turn."""
    now, *following = (formatter.join_player_names(turn.active) for turn in list_current_and_next_turns(pod))
    return " → ".join([*([f"▶️ {now}"] if now else []), *following])


def _describe_attack_and_target_range(pod: Pod, player: Player, formatter: PodMessageFormatter) -> Iterator[str]:
    if player not in pod.players:
        return
    if _is_player_eliminated(pod, player):
        yield formatter.text("status-out")
        return
    phased = list_phased_out_players(pod)
    if player in phased:
        yield formatter.text("status-phased")
        return
    reach = RangeOfInfluence(pod)
    yield formatter.text(
        "status-attack", players=_join_names_or_nobody(reach.find_attackable_players(player), formatter)
    )
    if phased or reach.find_players_in_range(player) is not None:
        near = reach.find_affectable_players(player)
        yield formatter.text("status-reach", players=_join_names_or_nobody(near, formatter))
    else:
        yield formatter.text("status-no-limit")
    if _will_seats_change_next_turn(pod):
        yield formatter.text("status-begun")


def _will_seats_change_next_turn(pod: Pod) -> bool:
    setup = pod.setup
    if not setup.turns or not (setup.has_attack_limits or setup.variant_rules.team_is_one_side):
        return False
    now = pod.standings
    return any((s.status, s.master) != (now[p].status, now[p].master) for p, s in pod.begun.items())


# As a picture


async def draw_picture_file(
    picture_queue: ServerPictureQueue,
    picture_scene: scene.Scene,
    file_name: str,
    alt_text: str,
    timeout: float = PICTURE_TIMEOUT,
) -> discord.File | None:
    """Return a drawn picture as a file; None if drawing takes too long."""
    try:
        async with asyncio.timeout(timeout):
            drawn = await picture_queue.draw_picture(picture_scene)
            return discord.File(
                BytesIO(drawn), file_name, description=truncate_text_to_length(alt_text, MAX_ALT_TEXT_LENGTH)
            )
    except TimeoutError:
        log.warning("a picture was not drawn in time")
    except PictureDrawingError as error:
        log.warning("a picture was not drawn: %s", error)
    return None


def build_table_picture_scene(
    pod: Pod, viewer: Player, player_figures: Mapping[Player, scene.PlayerInPicture], translations: Translations
) -> scene.TablePictureScene:
    """Return the data for a picture of the pod's table, seen from `viewer`'s seat."""
    number = {each: at for at, each in enumerate(pod.players)}
    attack: frozenset[int] = frozenset()
    reach: frozenset[int] | None = None
    if viewer in number and not _is_player_eliminated(pod, viewer):
        reached = RangeOfInfluence(pod)
        attack = frozenset(number[each] for each in reached.find_attackable_players(viewer))
        if list_phased_out_players(pod) or reached.find_players_in_range(viewer) is not None:
            reach = frozenset(number[each] for each in reached.find_affectable_players(viewer))
    return scene.TablePictureScene(
        "",  # the embed has a title
        tuple(_build_seat_in_picture(pod, each, number, player_figures[each]) for each in pod.players),
        _build_table_picture_legend(pod, translations),
        number.get(viewer),
        attack,
        reach,
    )


def _build_seat_in_picture(
    pod: Pod, player: Player, seat_indexes: Mapping[Player, int], player_figure: scene.PlayerInPicture
) -> scene.SeatInPicture:
    standing = pod.standings[player]
    served = standing.master if standing.status == "servant" else None
    return scene.SeatInPicture(
        player_figure,
        _find_seat_of_team_or_master(pod, player, seat_indexes),
        _find_player_status_for_picture(pod, standing),
        player in list_players_whose_turn_it_is(pod),
        None if served is None else seat_indexes.get(served),
    )


def _find_seat_of_team_or_master(pod: Pod, player: Player, seat_indexes: Mapping[Player, int]) -> int | None:
    """Return the first seat of a player's team; without agreed teams, the master's seat; None without a team."""
    agreed = seats.list_teams_from_seats(pod.setup, pod.players)
    if agreed:
        return min(seat_indexes[each] for team in agreed if player in team for each in team)
    if not pod.setup.variant_rules.team_is_one_side or _is_player_eliminated(pod, player):
        return None
    master = find_responsible_master(pod.standings, player)
    return None if master is None else seat_indexes[master]


def _find_player_status_for_picture(pod: Pod, player_state: PlayerState) -> scene.FigureStatus:
    if player_state.status != "master":
        return _FIGURE_STATUSES[player_state.status]
    if pod.setup.variant_rules.has_servants:
        return "leader"
    if not TABLES[pod.setup.table].emperors:
        return "playing"
    team = seats.find_team_of_player(pod.setup, pod.players, player_state.player)
    return "leader" if player_state.player == seats.find_emperor_of_team(team) else "playing"


def _build_table_picture_legend(pod: Pod, translations: Translations) -> scene.GameTableLegendTexts:
    return scene.GameTableLegendTexts(
        attack=translations("picture-attack"),
        reach=translations("picture-reach"),
        beyond=translations("picture-beyond"),
        active=translations("picture-active"),
        team=translations("picture-team"),
        serves=translations("picture-serves"),
        leader=_format_player_status(pod, "leader", translations),
        thrall=_format_player_status(pod, "thrall", translations),
        masterless=_format_player_status(pod, "masterless", translations),
        out=_format_player_status(pod, "out", translations),
    )


def _format_player_status(pod: Pod, player_status: scene.FigureStatus, translations: Translations) -> str:
    match player_status:
        case "leader":
            emperors = TABLES[pod.setup.table].emperors
            return translations("picture-emperor" if emperors else "picture-master")
        case "thrall":
            one_side = pod.setup.variant_rules.team_is_one_side
            return translations("picture-thrall" if one_side else "picture-minion")
        case _:
            return translations(f"picture-{player_status}")


# What they share


def _join_names_or_nobody(players: tuple[Player, ...], formatter: PodMessageFormatter) -> str:
    return formatter.join_player_names(players) or formatter.text("reach-nobody")


def _is_player_eliminated(pod: Pod, player: Player) -> bool:
    return pod.standings[player].status == "out"


def render_guests_with_inviters(pod: Pod, formatter: PodMessageFormatter) -> list[str]:
    """Render which member brought which guests, with a warning if they are too many."""
    text = formatter.text
    bringers = dict.fromkeys(by for by in pod.guests.values() if by is not None)
    return [
        text("guests-of", by=formatter.name(by), guests=formatter.join_player_names(brought), count=len(brought))
        for by in bringers
        if (brought := list_guests_of_member(pod, by))
    ] + render_guest_limit_warning(pod, text)


def render_guest_limit_warning(pod: Pod, translations: Translations) -> list[str]:
    """Return a warning if a game has too many guests to count; otherwise an empty list."""
    excess = explain_if_pod_has_too_many_guests(pod)
    return [] if excess is None else [translations(f"guests-{excess}")]


def build_remove_guest_buttons(
    pod_number: int, pod: Pod, viewer: Player, label_formatter: PodMessageFormatter
) -> list[discord.ui.Button[discord.ui.View]]:
    """Return buttons that remove the viewer's own guests from the game."""
    playing = list_players_in_game(pod.current_game.standings)
    return [
        discord.ui.Button(
            label=clean_label_text(label_formatter.text("button-guest-leaves", guest=label_formatter.name(guest))),
            style=discord.ButtonStyle.danger,
            emoji="🏳️",
            custom_id=f"pod:{pod_number}:guest-leaves:{guest}",
        )
        for guest in list_guests_of_member(pod, viewer)
        if guest in playing
    ]
