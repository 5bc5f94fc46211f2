"""The results of a game night as lines: every place with what decides it, every pod, and everybody who is there."""

from collections.abc import Iterable, Iterator, Sequence

from bot.formatters.messages import PodMessageFormatter
from bot.front.nights.night_board import (
    NightPodStates,
    count_lines_on_phone,
    format_round_title,
    render_game_night_pod_symbol,
    render_organiser_changes,
    render_top_cut_result,
)
from bot.i18n import Translations
from bot.nights.night import GameNight
from bot.nights.standings import GameNightStandingsLine
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.service.pod_states import GameNightPodState

LONGEST_LINE = 400
"""Characters of the names in one line; those that have no room stand in the next."""

_NBSP = "\N{NO-BREAK SPACE}"


def list_players_named_in_results(pod_states: NightPodStates) -> list[Player]:
    """Return all players who have a result in a game night's pods."""
    games = (each.pod_with_result_owners for states in pod_states for each in states)
    return [player for pod in games if pod is not None and pod.result is not None for player in pod.result.points]


def render_game_night_standings_line(standings_line: GameNightStandingsLine, formatter: PodMessageFormatter) -> str:
    """Return a text with a player's rank, points and tiebreakers in a game night."""
    text = formatter.text
    parts = [
        f"**{standings_line.place}.** {formatter.name(standings_line.player)}",
        f"**{standings_line.points}**{f'{_NBSP}❔' if standings_line.unsettled else ''}",
        f"🏆{_NBSP}{standings_line.wins}",
        f"⚔️{_NBSP}{format_average_opponent_points(standings_line, text)}",
    ]
    if standings_line.byes:
        parts.append(f"💤{_NBSP}{standings_line.byes} (+{standings_line.from_byes})")
    parts += render_top_cut_result(standings_line, text)
    return " · ".join(parts)


def format_average_opponent_points(standings_line: GameNightStandingsLine, translations: Translations) -> str:
    """Return the average points of a player's opponents, with at most three decimals."""
    whole, part = divmod(round(standings_line.opposition * 1000), 1000)
    decimals = f"{part:03}".rstrip("0")
    return translations("night-decimal", whole=whole, part=decimals) if decimals else f"{whole}"


def render_game_night_standings_lines(
    standings: Iterable[GameNightStandingsLine], formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield a standings line for each player of a game night, best first."""
    yield from (render_game_night_standings_line(line, formatter) for line in standings)


def render_round_results(
    night: GameNight, round_number: int, pod_states: NightPodStates, formatter: PodMessageFormatter
) -> Iterator[str]:
    """Yield lines with a round's results: pods, points, and players who sat out."""
    text = formatter.text
    yield f"**{format_round_title(night, round_number, text)}**"
    for number, state in enumerate(pod_states[round_number - 1], 1):
        yield from _render_pod_result(number, state, formatter)
    if (out := night.rounds[round_number - 1].out) and not night.is_top_cut_round(round_number):
        yield from join_names_in_lines(f"💤 {text('night-outs')}: ", map(formatter.name, out))
    yield from render_organiser_changes(night, formatter, only_round_number=round_number)


def _render_pod_result(pod_number: int, pod_state: GameNightPodState, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield lines with a pod's state, link and players with points, winners first and bold."""
    pod = pod_state.pod_with_result_owners
    points = {} if pod is None or pod.result is None else pod.result.points
    winners = () if pod is None or pod.result is None else pod.result.winners
    players = dict.fromkeys([*winners, *sorted(points, key=lambda player: -points[player]), *pod_state.pod.players])
    names = list[str]()
    for player in players:
        name = f"**{formatter.name(player)}**" if player in winners else formatter.name(player)
        names.append(f"{name}{_NBSP}{points[player]}" if player in points else name)
    link = f"<#{pod_state.pod.channel}>" if pod_state.pod.is_opened else ""
    head = " ".join(filter(None, [f"**{pod_number}.**", render_game_night_pod_symbol(pod_state), link]))
    yield from join_names_in_lines(f"{head} ", names)


def render_players_and_guests_of_game_night(planned_game: PlannedGame, formatter: PodMessageFormatter) -> Iterator[str]:
    """Yield lines with the people of a game night: players, waiting list and guests.

    Guests are named with the members who brought them.
    """
    text = formatter.text
    begun = planned_game.has_game_night_begun
    shown = planned_game.checked_in_players_with_seat if begun else planned_game.players
    yield f"**{text('night-here' if begun else 'night-signed-up', count=len(shown))}**"
    for at, player in enumerate(shown, 1):
        mark = " ✅" if not begun and player in planned_game.present else ""
        yield f"{at}. {formatter.name(player)}{mark}"
    if begun and planned_game.players_on_waiting_list:
        yield f"**{text('plan-waiting')}**"
        yield from (f"{at}. {formatter.name(each)}" for at, each in enumerate(planned_game.players_on_waiting_list, 1))
    for by in dict.fromkeys(planned_game.guests[each] for each in shown if each in planned_game.guests):
        brought = [each for each in shown if planned_game.guests.get(each) == by]
        guests = formatter.join_player_names(brought)
        yield f"-# {text('guests-of', by=formatter.name(by), guests=guests, count=len(brought))}"


def join_names_in_lines(first_line_prefix: str, names: Iterable[str]) -> Iterator[str]:
    """Yield lines with names joined by commas; the first line begins with `first_line_prefix`."""
    line, is_first = first_line_prefix, True
    for name in names:
        if not is_first and len(line) + len(name) > LONGEST_LINE:
            yield f"{line},"
            line, is_first = "", True
        line += name if is_first else f", {name}"
        is_first = False
    yield line


def split_lines_into_pages(lines: Iterable[str], maximum_length: int, maximum_lines: int) -> list[str]:
    """Join lines into pages that fit the limits on characters and lines; return at least one page."""
    pages: list[list[str]] = [[]]
    height = length = 0
    for line in lines:
        lines_of_phone = count_lines_on_phone(line)
        if pages[-1] and (height + lines_of_phone > maximum_lines or length + len(line) > maximum_length):
            pages.append([])
            height = length = 0
        pages[-1].append(line)
        height += lines_of_phone
        length += len(line) + 1
    return ["\n".join(page) for page in pages]


def find_game_night_standings_line(
    standings: Sequence[GameNightStandingsLine], player: Player
) -> GameNightStandingsLine | None:
    """Return a player's line in the standings of a game night; None without a result."""
    return next((line for line in standings if line.player == player), None)
