"""Results of games that count: a row for each player of a pod or a duel."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy import bindparam, delete, insert

from bot.joust.duel import Duel, DuelResult
from bot.projections.defeats import build_changes_to_replace_defeats
from bot.projections.history import GameHistory, has_counted_results
from bot.rules.deeds import count_achievements_of_pod
from bot.rules.entering import PastGameRecorded
from bot.rules.facts import Player
from bot.rules.house_deeds import count_server_achievements_by_player, count_unconfirmed_achievements_by_player
from bot.rules.pod import Pod, PodHistoryEvent, apply_pod_event
from bot.rules.records import GameResult, PlayerState, Role
from bot.rules.seats import map_players_to_team_numbers
from bot.rules.story import GameReportsCorrected
from bot.rules.teams import StateByPlayer, list_players_with_master_status, list_servants_of_master
from bot.storage.engine.row_changes import Row, RowChange
from bot.storage.engine.schema import results
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.player_decks import encode_deck_as_json
from bot.storage.tables import guests
from bot.storage.tables.game_kinds import JOUST, POD
from bot.storage.tables.result_changes import MARK, build_increment_of_server_result_version
from bot.storage.tables.totals import ADD_POD, DELETE_EMPTY, SUBTRACT_POD

HOUSE_VARIANT = "house"
"""Stands for any variant that is not built in."""

_DELETE_RESULTS = delete(results).where(
    results.c.channel == bindparam("in_channel"), results.c.pod == bindparam("of_pod")
)
_INSERT_RESULTS = insert(results)


def build_pod_result_row_changes(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that write a pod's results if they count, and delete them otherwise."""
    pod = game_history.game_as_pod
    result = pod.final_result if has_counted_results(pod) else None
    rows = [] if result is None else list(build_pod_result_rows(game_history, result))
    yield from _build_changes_to_replace_results(game_history, rows)


def _build_changes_to_replace_results(game_history: GameHistory, result_rows: Sequence[Row]) -> Iterator[RowChange]:
    """Yield the changes that replace a game's rows of results.

    A game without earlier results needs no deletion. A claimed guest's result goes to the account that claimed the
    guest.
    """
    recorded = game_history.last
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    changed = [{**of_pod[0], "version": recorded.version}]
    if game_history.had_results:
        yield RowChange(MARK, changed)
        yield RowChange(SUBTRACT_POD, of_pod)
        yield RowChange(_DELETE_RESULTS, of_pod)
    if result_rows:
        yield RowChange(_INSERT_RESULTS, result_rows)
        yield RowChange(guests.CLAIM_RESULTS, of_pod)
        yield RowChange(ADD_POD, of_pod)
        yield RowChange(MARK, changed)
    yield from build_increment_of_server_result_version(recorded.guild)
    if game_history.had_results:
        yield RowChange(DELETE_EMPTY, [])


def build_pod_result_rows(game_history: GameHistory, result: GameResult) -> Iterator[dict[str, Any]]:
    recorded = game_history.last
    pod = game_history.game_as_pod
    setup = pod.setup
    at = game_history.end_time
    longest = compute_longest_time_as_master(game_history)
    sides = map_players_to_team_numbers(setup, pod.players)
    done = format_achievements_by_player(pod)
    unconfirmed = _format_counts_by_player(count_unconfirmed_achievements_by_player(pod).items())
    for player in result.points:
        verdicts = [each for each in pod.verdicts if player in (each.loser, each.responsible)]
        yield {
            "channel": recorded.channel,
            "pod": recorded.pod,
            "player": player,
            "guild": recorded.guild,
            "game": POD,
            "points": result.points[player],
            "role": _find_final_role_of_player(pod.standings[player]),
            "won": player in result.winners,
            "at": at,
            "variant": setup.variant if setup.house is None else HOUSE_VARIANT,
            "table": setup.table,
            "caused": sum(each.loser != player for each in verdicts),
            "served": sum(each.loser == player and each.becomes == "servant" for each in verdicts),
            "reign": longest.get(player, 0),
            "team": sides[player],
            "guest": player in pod.guests,
            "brought_by": pod.guests.get(player),
            "recorded": game_history.dates.recorded,
            "deeds": done.get(player, ""),
            "unconfirmed_deeds": unconfirmed.get(player, ""),
            "deck": None if (deck := pod.find_declared_deck_of_player(player)) is None else encode_deck_as_json(deck),
            "seat": 1 + pod.players.index(player),
            "seats": len(pod.players),
        }


def format_achievements_by_player(pod: Pod) -> dict[Player, str]:
    """Return each player's achievements in a pod, separated by spaces."""
    counted = [*count_achievements_of_pod(pod).items(), *count_server_achievements_by_player(pod).items()]
    return _format_counts_by_player(counted)


def _format_counts_by_player(counts: Iterable[tuple[tuple[str, Player], int]]) -> dict[Player, str]:
    done: dict[Player, list[str]] = {}
    for (deed, player), times in counts:
        done.setdefault(player, []).extend([deed] * times)
    return {player: " ".join(each) for player, each in done.items()}


def _find_final_role_of_player(player_state: PlayerState) -> Role:
    return "servant" if "servant" in (player_state.status, player_state.out_as) else "master"


# Duels


def build_duel_result_row_changes(game_history: GameHistory) -> Iterator[RowChange]:
    """Yield the changes that write a duel's results if they count, and delete them otherwise."""
    duel = game_history.game
    assert isinstance(duel, Duel)
    result = duel.final_result
    rows = [] if result is None else list(_build_duel_result_rows(game_history, duel, result))
    yield from _build_changes_to_replace_results(game_history, rows)
    lost = () if result is None or result.winner is None else (duel.find_opponent(result.winner),)
    pairs = {(duel.find_opponent(loser), loser): 1 for loser in lost}
    yield from build_changes_to_replace_defeats(game_history, JOUST, pairs)


def _build_duel_result_rows(game_history: GameHistory, duel: Duel, duel_result: DuelResult) -> Iterator[Row]:
    """Yield a row of results for each player of a duel; each plays for themself."""
    for side, player in enumerate(duel.players):
        yield {
            "channel": game_history.last.channel,
            "pod": game_history.last.pod,
            "player": player,
            "guild": game_history.last.guild,
            "points": duel_result.season_points[player],
            "role": "master",
            "won": player == duel_result.winner,
            "at": game_history.end_time,
            "variant": JOUST,
            "table": JOUST,
            "caused": int(player == duel_result.winner),
            "served": 0,
            "reign": 0,
            "team": side,
            "game": JOUST,
            "guest": False,
            "brought_by": None,
            "recorded": game_history.dates.recorded,
            "deeds": "",
            "unconfirmed_deeds": "",
            "deck": None,
            "seat": 0,
            "seats": 0,
        }


# Reigns


_DatedEvent = tuple[datetime, PodHistoryEvent, Pod]
"""When an event happened, the event, and the pod after it."""


def compute_longest_time_as_master(game_history: GameHistory) -> dict[Player, int]:
    """Return each player's longest time as a master, in milliseconds.

    A reign ends when the master loses, has no thrall any more, or when the game ends.
    """
    end = datetime_to_milliseconds(game_history.end_time)
    longest = dict[Player, int]()
    since = dict[Player, int]()
    changes = (
        (min(datetime_to_milliseconds(at), end), pod.standings)
        for at, _, pod in _list_game_events_with_times(game_history)
    )
    nobody: StateByPlayer = {}
    for at, standings in chain(changes, [(end, nobody)]):
        reigning = [p for p in list_players_with_master_status(standings) if list_servants_of_master(standings, p)]
        for player in since.keys() - reigning:
            longest[player] = max(longest.get(player, 0), at - since.pop(player))
        for player in reigning:
            since.setdefault(player, at)
    return longest


def _list_game_events_with_times(game_history: GameHistory) -> list[_DatedEvent]:
    """Return a game's events with their times, without undone or corrected ones."""
    pods = [game_history.game_as_pod]
    while (before := pods[-1].before) is not None:
        pods.append(before)
    course: list[_DatedEvent] = []
    for recorded, pod in zip(game_history.steps, reversed(pods[:-1]), strict=True):
        if isinstance(recorded.event, GameReportsCorrected):
            course = list(_apply_correction_to_timed_events(course, recorded.event, game_history.end_time))
        elif isinstance(recorded.event, PastGameRecorded):  # its single steps have no times
            course = list(_list_dated_events_of_past_game(recorded.event, game_history.end_time))
        elif isinstance(recorded.event, PodHistoryEvent):
            course.append((recorded.at, recorded.event, pod))
    return course


def _list_dated_events_of_past_game(past_game_event: PastGameRecorded, record_time: datetime) -> Iterator[_DatedEvent]:
    pod = None
    for event in past_game_event.story:
        pod = apply_pod_event(pod, event)
        if not event.is_lobby_event:
            yield record_time, event, pod


def _apply_correction_to_timed_events(
    timed_events: Sequence[_DatedEvent], correction: GameReportsCorrected, end_time: datetime
) -> Iterator[_DatedEvent]:
    """Yield a game's events and times with a correction applied.

    Kept steps keep their times; a replacement has the time of the step that it replaces. Steps that are restored after
    the last one happened when the game ended.
    """
    # What prepares the game comes first and stays.
    lobby = sum(event.is_lobby_event for event in correction.story)
    kept = [n for n in range(len(timed_events)) if n + lobby not in correction.steps]
    times = [at for at, _, _ in timed_events]
    if len(timed_events) + lobby in correction.steps:
        times.append(end_time)
    place = 0
    pod = None
    for event in correction.story:
        pod = apply_pod_event(pod, event)
        if event.is_lobby_event:
            continue
        if kept and timed_events[kept[0]][1].rebuild_original_command() == event.rebuild_original_command():
            place = kept.pop(0)
        yield times[place], event, pod
        place = min(place + 1, kept[0] if kept else len(times) - 1)
