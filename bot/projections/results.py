"""Results of games that count: a row for each player of a pod or a duel."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from sqlalchemy import (
    bindparam,
    delete,
    insert,
)

from bot.joust.duel import Duel, DuelResult
from bot.projections.defeats import replace_defeats
from bot.projections.history import History, has_results
from bot.rules.deeds import count_deeds
from bot.rules.entering import Entered
from bot.rules.facts import Player
from bot.rules.house_deeds import count_house_deeds
from bot.rules.pod import Pod, StoryEvent, evolve
from bot.rules.records import Result, Role, Standing
from bot.rules.seats import number_teams
from bot.rules.story import Corrected
from bot.rules.teams import Standings, find_masters, find_servants
from bot.storage.engine.changes import Row, RowChange
from bot.storage.engine.moments import to_milliseconds
from bot.storage.engine.schema import results
from bot.storage.record.player_decks import encode_deck
from bot.storage.tables import guests
from bot.storage.tables.game_kinds import JOUST, POD
from bot.storage.tables.result_changes import MARK, count_change
from bot.storage.tables.totals import ADD_POD, DELETE_EMPTY, SUBTRACT_POD

HOUSE_VARIANT = "house"
"""Stands for any variant that is not built in."""

_DELETE_RESULTS = delete(results).where(
    results.c.channel == bindparam("in_channel"), results.c.pod == bindparam("of_pod")
)
_INSERT_RESULTS = insert(results)


def project(history: History) -> Iterator[RowChange]:
    """Write the results of a pod if they count; delete them if they no longer do."""
    pod = history.pod
    result = pod.counted if has_results(pod) else None
    rows = [] if result is None else list(_make_results(history, result))
    yield from _replace_results(history, rows)


def _replace_results(history: History, rows: Sequence[Row]) -> Iterator[RowChange]:
    """Replace the results of a game; nothing is looked for where it had none.

    A claimed guest's result goes to the account that claimed the guest.
    """
    recorded = history.last
    of_pod = [{"in_channel": recorded.channel, "of_pod": recorded.pod}]
    changed = [{**of_pod[0], "version": recorded.version}]
    if history.had_results:
        yield RowChange(MARK, changed)
        yield RowChange(SUBTRACT_POD, of_pod)
        yield RowChange(_DELETE_RESULTS, of_pod)
    if rows:
        yield RowChange(_INSERT_RESULTS, rows)
        yield RowChange(guests.CLAIM_RESULTS, of_pod)
        yield RowChange(ADD_POD, of_pod)
        yield RowChange(MARK, changed)
    yield from count_change(recorded.guild)
    if history.had_results:
        yield RowChange(DELETE_EMPTY, [])


def _make_results(history: History, result: Result) -> Iterator[dict[str, Any]]:
    recorded = history.last
    pod = history.pod
    setup = pod.setup
    at = history.ended
    longest = measure_reigns(history)
    sides = number_teams(setup, pod.players)
    done = list_deeds(pod)
    for player in result.points:
        verdicts = [each for each in pod.verdicts if player in (each.loser, each.responsible)]
        yield {
            "channel": recorded.channel,
            "pod": recorded.pod,
            "player": player,
            "guild": recorded.guild,
            "game": POD,
            "points": result.points[player],
            "role": _find_role(pod.standings[player]),
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
            "recorded": history.dates.recorded,
            "deeds": done.get(player, ""),
            "deck": None if (deck := pod.find_deck(player)) is None else encode_deck(deck),
            "seat": 1 + pod.players.index(player),
            "seats": len(pod.players),
        }


def list_deeds(pod: Pod) -> dict[Player, str]:
    """Return what each player did in a game, as `results` holds it; nobody without deeds."""
    done: dict[Player, list[str]] = {}
    counted = [*count_deeds(pod).items(), *count_house_deeds(pod).items()]
    for (deed, player), times in counted:
        done.setdefault(player, []).extend([deed] * times)
    return {player: " ".join(each) for player, each in done.items()}


def _find_role(standing: Standing) -> Role:
    """Return a player's role at the end or when they left; masterless players count as masters."""
    return "servant" if "servant" in (standing.status, standing.out_as) else "master"


# Duels


def project_duel(history: History) -> Iterator[RowChange]:
    """Write the results of a duel if they count; delete them after its end was undone."""
    duel = history.game
    assert isinstance(duel, Duel)
    result = duel.counted
    rows = [] if result is None else list(_make_duel_results(history, duel, result))
    yield from _replace_results(history, rows)
    lost = () if result is None or result.winner is None else (duel.opponent_of(result.winner),)
    pairs = {(duel.opponent_of(loser), loser): 1 for loser in lost}
    yield from replace_defeats(history, JOUST, pairs)


def _make_duel_results(history: History, duel: Duel, result: DuelResult) -> Iterator[Row]:
    """Yield a row for each player; each is a side of their own."""
    for side, player in enumerate(duel.players):
        yield {
            "channel": history.last.channel,
            "pod": history.last.pod,
            "player": player,
            "guild": history.last.guild,
            "points": result.season_points[player],
            "role": "master",
            "won": player == result.winner,
            "at": history.ended,
            "variant": JOUST,
            "table": JOUST,
            "caused": int(player == result.winner),
            "served": 0,
            "reign": 0,
            "team": side,
            "game": JOUST,
            "guest": False,
            "brought_by": None,
            "recorded": history.dates.recorded,
            "deeds": "",
            "deck": None,
            "seat": 0,
            "seats": 0,
        }


# Reigns


_DatedEvent = tuple[datetime, StoryEvent, Pod]
"""When an event happened, the event, and the pod after it."""


def measure_reigns(history: History) -> dict[Player, int]:
    """Return each player's longest reign in milliseconds, without players who never had a thrall.

    A reign ends when the master loses, has no thrall any more, or when the game ends.
    """
    end = to_milliseconds(history.ended)
    longest = dict[Player, int]()
    since = dict[Player, int]()
    changes = (
        (min(to_milliseconds(at), end), pod.standings) for at, _, pod in _list_course(history)
    )
    nobody: Standings = {}
    for at, standings in chain(changes, [(end, nobody)]):
        reigning = [p for p in find_masters(standings) if find_servants(standings, p)]
        for player in since.keys() - reigning:
            longest[player] = max(longest.get(player, 0), at - since.pop(player))
        for player in reigning:
            since.setdefault(player, at)
    return longest


def _list_course(history: History) -> list[_DatedEvent]:
    """Return the course of the game without steps that were undone or corrected."""
    pods = [history.pod]
    while (before := pods[-1].before) is not None:
        pods.append(before)
    course: list[_DatedEvent] = []
    for recorded, pod in zip(history.steps, reversed(pods[:-1]), strict=True):
        if isinstance(recorded.event, Corrected):
            course = list(_apply_correction(course, recorded.event, history.ended))
        elif isinstance(recorded.event, Entered):  # its single steps have no times
            course = list(_list_entered(recorded.event, history.ended))
        elif isinstance(recorded.event, StoryEvent):
            course.append((recorded.at, recorded.event, pod))
    return course


def _list_entered(entered: Entered, at: datetime) -> Iterator[_DatedEvent]:
    """Yield the course of an entered game, with one time for all steps."""
    pod = None
    for event in entered.story:
        pod = evolve(pod, event)
        if not event.is_preparing:
            yield at, event, pod


def _apply_correction(
    course: Sequence[_DatedEvent], correction: Corrected, ended: datetime
) -> Iterator[_DatedEvent]:
    """Yield the course that a correction tells, as if the game had gone so from the start.

    Kept steps keep their times; a replacement has the time of the step that it replaces. Steps that
    are restored after the last one happened when the game `ended`.
    """
    # What prepares the game comes first and stays.
    lobby = sum(event.is_preparing for event in correction.story)
    kept = [n for n in range(len(course)) if n + lobby not in correction.steps]
    times = [at for at, _, _ in course]
    if len(course) + lobby in correction.steps:
        times.append(ended)
    place = 0
    pod = None
    for event in correction.story:
        pod = evolve(pod, event)
        if event.is_preparing:
            continue
        if kept and _is_same(course[kept[0]][1], event):
            place = kept.pop(0)
        yield times[place], event, pod
        place = min(place + 1, kept[0] if kept else len(times) - 1)


def _is_same(one: StoryEvent, other: StoryEvent) -> bool:
    """Return whether two events have the same facts, whatever their outcome."""
    return one.make_command() == other.make_command()
