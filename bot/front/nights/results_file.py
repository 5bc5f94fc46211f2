"""The results of a game night as files for a spreadsheet: a line for each player, and for each seat in a pod."""

import codecs
import csv
import io
from collections.abc import Callable, Iterable

import discord

from bot.front.nights.night_board import NightPodStates
from bot.nights.night import GameNight
from bot.projections.standings_file import escape_spreadsheet_formula
from bot.rules.facts import Player
from bot.service.night_standings import compute_standings_of_night
from bot.service.pod_states import GameNightPodState

STANDINGS_NAME = "night-standings.csv"
PODS_NAME = "night-pods.csv"

_STANDINGS_COLUMNS = ("place", "player", "points", "games", "wins", "opposition", "byes", "from_byes", "settled", "cut")
_PODS_COLUMNS = ("round", "pod", "state", "player", "points", "won", "settled", "cut")


def build_game_night_results_files(
    night: GameNight, pod_states: NightPodStates, get_player_name: Callable[[Player], str]
) -> list[discord.File]:
    """Return CSV files with a game night's standings and with the seats of all pods."""

    def escape_player_name_for_spreadsheet(player: Player) -> str:
        return escape_spreadsheet_formula(get_player_name(player))

    standings = [
        (
            *(line.place, escape_player_name_for_spreadsheet(line.player), line.points, line.games, line.wins),
            *(f"{float(line.opposition):.4f}", line.byes, line.from_byes, int(not line.unsettled)),
            "won" if line.won and line.reached == "final" else line.reached or "",
        )
        for line in compute_standings_of_night(night, pod_states)
    ]
    seats: list[Iterable[object]] = []
    for round_number, (played, states) in enumerate(zip(night.rounds, pod_states, strict=True), 1):
        for pod_number, state in enumerate(states, 1):
            place = (round_number, pod_number, format_pod_state(state))
            cut = ("final" if len(states) == 1 else "cut") if night.is_top_cut_round(round_number) else ""
            seats += (
                (*place, escape_player_name_for_spreadsheet(player), *found, cut)
                for player, found in _list_player_results_of_pod(state)
            )
        sitting_out = () if night.is_top_cut_round(round_number) else played.out
        seats += (
            (round_number, "", "bye", escape_player_name_for_spreadsheet(player), "", "", "", "")
            for player in sitting_out
        )
    return [
        discord.File(io.BytesIO(_encode_csv(_STANDINGS_COLUMNS, standings)), STANDINGS_NAME),
        discord.File(io.BytesIO(_encode_csv(_PODS_COLUMNS, seats)), PODS_NAME),
    ]


def format_pod_state(pod_state: GameNightPodState) -> str:
    """Return the state of a game night's pod as a word for the CSV file, such as `unopened`."""
    pod = None if pod_state.live is None else pod_state.live.pod
    return "unopened" if pod is None else pod.state


def _list_player_results_of_pod(pod_state: GameNightPodState) -> list[tuple[Player, tuple[object, object, object]]]:
    """Return each player of a pod with points, win and whether the result is settled."""
    pod = pod_state.pod_with_result_owners
    if pod is None or pod.result is None:
        return [(player, ("", "", "")) for player in pod_state.pod.players]
    score = pod_state.points_and_winners
    settled = int(score is not None and score.settled)
    points = pod.result.points
    players = dict.fromkeys([*pod_state.pod.players, *points])
    return [(player, (points.get(player, ""), int(player in pod.result.winners), settled)) for player in players]


def _encode_csv(column_names: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as CSV in UTF-8, with a byte order mark for Excel."""
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(column_names)
    writer.writerows(rows)
    return codecs.BOM_UTF8 + sheet.getvalue().encode()
