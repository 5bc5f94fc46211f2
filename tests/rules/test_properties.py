"""What holds for every pod, whatever happens at its table."""

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame, PlayerConceded
from bot.rules.decide import create_pod_event
from bot.rules.deeds import count_achievements_of_pod, list_impossible_achievements
from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.joining import JoinPod
from bot.rules.lobby import LeaveLobby, OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.pod import Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported, ReportDefeats
from bot.rules.restarting import BeginSubgame, GameRestartedByKarn, RestartGameByKarn
from bot.rules.teams import list_players_in_game, list_players_with_master_status
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.variants import SCORINGS, VARIANTS, ScoringId, find_servant_kind
from bot.rules.winning import ReportDrawnGame, ReportWin, WinReported
from tests.effort import examples
from tests.rules.decoding import read_events

PLAYERS = ("ana", "bo", "cy", "di", "eve", "fay", "gus", "hal")
CAUSES: tuple[Cause, ...] = ("life", "poison", "library", "effect", "commander")
STEPS = 18

lightly = settings(max_examples=examples(150))

T = TypeVar("T")
Choices = Iterator[int]

games = given(st.binary(min_size=400, max_size=400).map(iter))
"""Bytes that make every choice of a game: one drawn value, so that a run takes seconds."""


def _some(draw: Choices, *values: T) -> T:
    return values[next(draw, 0) % len(values)]


def _source(draw: Choices, players: list[Player], several: bool) -> DefeatSource:
    controller = _some(draw, *players)
    return DefeatSource(
        controller,
        _some(draw, None, "Shock", "Fireball"),
        _some(draw, None, None, *players),
        _some(draw, 1, 2) if several else _some(draw, None, 1),
        voluntary=_some(draw, False, False, True),
    )


def _report(draw: Choices, players: list[Player], loser: Player) -> DefeatReport:
    cause = _some(draw, *CAUSES)
    number = _some(draw, 1, 1, 2, 3)
    sources = [_source(draw, players, number > 1) for _ in range(number)]
    if cause == "library":
        forced = _some(draw, False, True)
        sources = [msgspec.structs.replace(source, forced_draw=forced) for source in sources]
    return DefeatReport(
        loser,
        cause,
        tuple(sources),
        _some(draw, None, None, None, *players),
        _some(draw, None, None, None, None, *players),
        _source(draw, players, False) if _some(draw, *range(8)) == 0 else None,
    )


def _defeat(draw: Choices, players: list[Player]) -> PodCommand:
    number = min(_some(draw, 1, 1, 1, 2, 3), len(players))
    rest = list(players)
    losers = [rest.pop(next(draw, 0) % len(rest)) for _ in range(number)]
    return ReportDefeats(tuple(_report(draw, players, loser) for loser in losers))


def _command(draw: Choices, pod: Pod) -> PodCommand:
    """Mostly something that the pod can do now; sometimes anything at all."""
    playing = list_players_in_game(pod.current_game.standings) or [*PLAYERS]
    kind = _some(draw, *range(20))
    if kind == 0:  # nonsense as likely as not
        return _nonsense(draw)
    question = pod.pending_player_choice
    if question is not None and kind < 13:
        options = (*question.options, None) if question.may_decline else question.options
        return AnswerPendingPlayerChoice(question.by, _some(draw, *options))
    if kind < 10:
        return _defeat(draw, playing)
    if kind < 16:
        return ConcedeGame(_some(draw, *playing))
    rare: tuple[PodCommand, ...] = (
        BeginNextTurn(),
        BeginNextTurn(),
        UndoPodEvent(),
        BeginSubgame("shahrazad"),
        RestartGameByKarn(_some(draw, *playing)),
        ReportWin(_some(draw, *playing), _some(draw, "effect", "combo")),
    )
    return _some(draw, *rare)


def _nonsense(draw: Choices) -> PodCommand:
    anybody = [*PLAYERS, "zed"]
    some = _some(draw, *anybody)
    every: tuple[PodCommand, ...] = (
        OpenLobby(PodSetup(), some),
        JoinPod(some),
        LeaveLobby(some),
        StartGame(PLAYERS, some),
        ConcedeGame(some),
        AnswerPendingPlayerChoice(some, _some(draw, *anybody)),
        ReportWin(some),
        RestartGameByKarn(some),
        UndoPodEvent(),
        ClosePod(),
        ReportDrawnGame(),
        ReportDefeats(()),
        _defeat(draw, anybody),
    )
    return _some(draw, *every)


def _opening(draw: Choices) -> list[Event]:
    players = tuple(PLAYERS[: _some(draw, 4, 5, 6, 7, 8)])
    if _some(draw, *range(5)) == 0:
        setup = PodSetup(variant="elimination", scoring="elimination")
    else:
        scoring: ScoringId = "lotus" if _some(draw, False, True) else "esclave"
        setup = PodSetup(scoring=scoring, choose_master=_some(draw, False, True))
    opened = create_pod_event(None, OpenLobby(setup, players[0], players))
    return [opened, create_pod_event(replay_pod_events([opened]), StartGame(players, _some(draw, *players)))]


def _tries(
    draw: Choices,
    opening: Callable[[Choices], list[Event]] = _opening,
    commands: Callable[[Choices, Pod], PodCommand] = _command,
) -> Iterator[tuple[Pod, PodCommand, Event | None, list[Event]]]:
    """A game, step by step: the pod before, the command, its event (None: refused), the log."""
    log = opening(draw)
    pod = replay_pod_events(log)
    for _ in range(STEPS):
        assert pod is not None
        command = commands(draw, pod)
        try:
            event = create_pod_event(pod, command)
        except Refusal:
            yield pod, command, None, log
            continue
        log.append(event)
        yield pod, command, event, log
        pod = apply_pod_event(pod, event)


def _shown(pod: Pod) -> tuple[object, ...]:
    """What can be seen of a pod: all but the way that led there."""
    return (pod.state, pod.standings, pod.verdicts, pod.turn, pod.pending, pod.result,
            pod.subgame, pod.closed, pod.players, pod.step)  # fmt: skip


@games
@lightly
def test_any_accepted_sequence_folds_and_replays_to_the_same_pod(draw: Choices) -> None:
    steps = list(_tries(draw))
    pod, _, event, log = steps[-1]
    assert replay_pod_events(log) == (pod if event is None else apply_pod_event(pod, event))


@games
@lightly
def test_events_survive_being_written_down(draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw)
    written = msgspec.json.encode(log)
    assert read_events(written) == log
    assert replay_pod_events(read_events(written)) == replay_pod_events(log)


@games
@lightly
def test_deciding_changes_nothing_and_always_decides_the_same(draw: Choices) -> None:
    for pod, command, event, log in _tries(draw):
        untouched = replay_pod_events(log[:-1] if event is not None else log)
        assert untouched == pod
        if event is None:
            with pytest.raises(Refusal):
                create_pod_event(pod, command)
        else:
            assert create_pod_event(pod, command) == event


@games
@lightly
def test_undo_restores_exactly_the_pod_of_one_step_ago(draw: Choices) -> None:
    for pod, _, event, _ in _tries(draw):
        if event is None or isinstance(event, PodEventUndone):
            continue
        after = apply_pod_event(pod, event)
        undone = apply_pod_event(after, create_pod_event(after, UndoPodEvent()))
        assert undone == pod
        assert _shown(undone) == _shown(pod)


@games
@lightly
def test_every_player_in_the_game_is_a_master_or_serves_one(draw: Choices) -> None:
    for pod, _, event, _ in _tries(draw):
        after = apply_pod_event(pod, event) if event is not None else pod
        for game in (after, after.current_game):
            for player, standing in game.standings.items():
                assert standing.player == player
                assert (standing.out_as is not None) == (standing.status == "out")
                if standing.status == "servant":
                    assert standing.master is not None
                    assert game.standings[standing.master].status == "master"
                elif standing.status == "master":
                    assert standing.master is None
            # The last master is alone only while the successor is being chosen.
            leaving = game.pending is not None and game.pending.conceding
            assert game.result is not None or leaving or len(list_players_with_master_status(game.standings)) >= 2


@games
@lightly
def test_players_and_masters_never_increase_between_undos(draw: Choices) -> None:
    for pod, _, event, _ in _tries(draw):
        if event is None or isinstance(event, PodEventUndone | GameRestartedByKarn):
            continue
        after = apply_pod_event(pod, event)
        assert set(list_players_in_game(after.standings)) <= set(list_players_in_game(pod.standings))
        assert len(list_players_with_master_status(after.standings)) <= len(
            list_players_with_master_status(pod.standings)
        )


@games
@lightly
def test_a_settled_defeat_or_concession_costs_masters_or_players(draw: Choices) -> None:
    """Masters become thralls or leave, whoever concedes leaves (ESC-3, ESC-31, ESC-44, ESC-D1)."""
    for pod, _, event, _ in _tries(draw):
        if pod.subgame is not None or not isinstance(event, DefeatsReported | PlayerConceded):
            continue
        after = apply_pod_event(pod, event)
        if after.state == "finished" or after.pending is not None:
            continue
        if isinstance(event, PlayerConceded):
            assert len(list_players_in_game(after.standings)) < len(list_players_in_game(pod.standings))
        elif any(pod.standings[v.loser].status == "master" for v in event.outcome.verdicts):
            fewer_masters = len(list_players_with_master_status(after.standings)) < len(
                list_players_with_master_status(pod.standings)
            )
            assert fewer_masters or len(list_players_in_game(after.standings)) < len(
                list_players_in_game(pod.standings)
            )


@games
@lightly
def test_a_waiting_pod_takes_only_what_may_happen_while_it_waits(draw: Choices) -> None:
    for pod, command, event, _ in _tries(draw):
        if pod.state != "waiting":
            continue
        if event is not None:
            assert isinstance(command, AnswerPendingPlayerChoice | ConcedeGame | UndoPodEvent | ClosePod)
        question = pod.pending_player_choice
        assert question is not None
        assert len(question.options) >= (1 if question.may_decline else 2)
        for player in (question.by, *question.options):
            assert pod.current_game.standings[player].status != "out"
        for option in question.options:
            create_pod_event(pod, AnswerPendingPlayerChoice(question.by, option))
        for player in list_players_in_game(pod.current_game.standings):
            if player not in (pod.current_game.pending.conceding if pod.current_game.pending else ()):
                create_pod_event(pod, ConcedeGame(player))


@games
@lightly
def test_each_defeat_of_the_game_has_its_verdict_once_it_is_settled(draw: Choices) -> None:
    for pod, _, event, _ in _tries(draw):
        if pod.subgame is not None or not isinstance(event, DefeatsReported):
            continue
        found = [verdict.loser for verdict in event.outcome.verdicts]
        if event.outcome.pending is not None:
            assert found == []
            assert event.outcome.moves == ()
            continue
        teams = pod.standings
        life = {"life"} if pod.setup.variant == "esclave" else set()
        losers = [(teams[r.loser].master or r.loser) if r.cause in life else r.loser for r in event.reports]
        assert found == list(dict.fromkeys(losers))


def _opening_of_any_variant(draw: Choices) -> list[Event]:
    variant = _some(draw, *VARIANTS)
    players = tuple(PLAYERS[: _some(draw, 4, 5, 6)])
    opened = create_pod_event(None, OpenLobby(PodSetup(variant=variant, scoring=variant), players[0], players))
    return [opened, create_pod_event(replay_pod_events([opened]), StartGame(players, players[0]))]


@games
@lightly
def test_servants_their_wins_and_their_deeds_are_those_that_the_variant_can_have(draw: Choices) -> None:
    *_, (pod, _, event, _) = _tries(draw, _opening_of_any_variant)
    after = pod if event is None else apply_pod_event(pod, event)
    kind = find_servant_kind([after.setup.variant], has_custom_servants=False, has_winning_custom_servants=False)
    serving = {p for p, standing in after.standings.items() if "servant" in (standing.out_as, standing.status)}
    won = serving & {*(after.result.winners if after.result is not None else ())}
    # A minion who beats their master is free and may have won thereby, though an end changes no standing (NEC-11).
    masters = {player: standing.master for player, standing in after.standings.items()}
    freed = {each.responsible for each in after.verdicts if masters.get(each.responsible or "") == each.loser}
    assert kind == "thrall" or not won - freed
    assert kind != "none" or not serving
    deeds = {deed for deed, _ in count_achievements_of_pod(after)}
    assert not deeds & list_impossible_achievements(kind)


def _points(pod: Pod, won: WinReported | None) -> dict[Player, int]:
    """The points of a finished pod, from its standings and winners alone (ESC-11, TAB-D4)."""
    result = pod.result
    assert result is not None
    scoring = SCORINGS[pod.setup.scoring]
    combo = won is not None and won.means == "combo"
    points = dict[Player, int]()
    for player, standing in pod.standings.items():
        role = standing.out_as or standing.status
        if player in result.winners:
            first = scoring.combo_win or scoring.won_as_master if combo else scoring.won_as_master
            points[player] = scoring.won_as_servant if role == "servant" else first
        elif result.draw and standing.status != "out":
            points[player] = 0
        else:
            points[player] = scoring.lost_as_servant if role == "servant" else scoring.lost_as_master
    return points


@games
@lightly
def test_points_follow_the_scoring_and_one_whole_team_wins(draw: Choices) -> None:
    for pod, _, event, _ in _tries(draw):
        if event is None:
            continue
        after = apply_pod_event(pod, event)
        result = after.result
        if after.state == "finished":
            assert result is not None
        if result is None:
            assert after.state in ("running", "waiting", "closed")
            continue
        assert result.points == _points(after, event if isinstance(event, WinReported) else None)
        assert result.draw == (not result.winners)
        if result.winners:
            first = result.winners[0]
            assert after.standings[first].status == "master"
            serving = {p for p, s in after.standings.items() if s.master == first}
            gone = {p for p, s in after.standings.items() if s.status == "out"}
            assert set(result.winners) == {first} | (serving - gone)
