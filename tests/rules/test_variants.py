"""What holds in every variant at every table, also in those that a server makes for itself."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.formatters.messages import PodMessageFormatter
from bot.i18n import load_translations
from bot.rules import seats
from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.closing import ClosePod, PodClosed
from bot.rules.commands_and_events import Event
from bot.rules.concession import PlayerConceded
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.joining import JoinPod, PlayerJoined
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn, TurnBegan
from bot.rules.pod import Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.ranges import RangeOfInfluence
from bot.rules.records import GameResult, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import DefeatsReported
from bot.rules.tables import TABLES, TableId, has_fixed_teams
from bot.rules.teams import list_players_in_game, list_players_with_master_status
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.variants import (
    VARIANTS,
    Scoring,
    Variant,
    VariantId,
    find_variant_problems,
    list_scorings_of_variant,
)
from bot.rules.winning import ReportDrawnGame, WinReported
from tests.effort import examples
from tests.rules.decoding import read_events
from tests.rules.test_properties import Choices, _command, _shown, _some, _tries

NAMES = ("ana", "bo", "cy", "di", "eve", "fay", "gus", "hal", "ida", "jo", "kit", "lou", "max")

ANSWERS: dict[str, tuple[Any, ...]] = {
    "loser_becomes": ("servant", "rejoins", "out"),
    "responsibility": ("esclave", "simple"),
    "nobody_responsible": ("out", "masterless", "loser_chooses"),
    "servants_of_loser": ("follow", "stay"),
    "killed_by_own_master": ("out", "again"),
    "beats_own_master": ("freed", "nothing"),
    "team_is_one_side": (True, False),
    "servants_win_with_master": (True, False),
    "life_after": (1, 30, "team", "format"),
    "hand_after": (0, 3, 7),
    "solo_turns": (0, 3),
    "min_players": (2, 3, 4),
    "points": (Scoring(3, 1, 0, -1), Scoring(5, 2, -3, -4, 1, 0, 1), Scoring(per_defeat=2)),
}

lightly = settings(max_examples=examples(100))
games = given(st.binary(min_size=450, max_size=450).map(iter))
"""Bytes that make every choice of a game, and before it those of its variant and table."""


def _house(draw: Choices, variant: Variant) -> Variant:
    """A variant with up to six other answers, as long as it can be played."""
    for _ in range(_some(draw, 1, 2, 3, 6)):
        parameter = _some(draw, *ANSWERS)
        other = replace(variant, **{parameter: _some(draw, *ANSWERS[parameter])})
        variant = variant if any(find_variant_problems(other)) else other
    return variant


def _setup(draw: Choices) -> PodSetup:
    variant = _some(draw, "necromancer", "necromancer", *get_args(VariantId))
    answers = VARIANTS[variant]
    house = _house(draw, answers) if _some(draw, False, True) else None
    tables = [table for table in get_args(TableId) if not any(find_variant_problems(house or answers, TABLES[table]))]
    table = _some(draw, "free-for-all", *tables)
    return PodSetup(
        _some(draw, table, "free-for-all") if table in tables else tables[0],
        variant,
        scoring=list_scorings_of_variant(variant)[0],
        house=house,
        teams=_some(draw, 2, 3) if table == "teams" else 2,
    )


def opening(draw: Choices) -> list[Event]:
    """A pod of any variant that is or can be, at any table that goes with it, just started."""
    setup = _setup(draw)
    if setup.table != "teams":
        setup = replace(setup, teams=2)
    fewest = setup.variant_rules.min_players
    sizes = [n for n in seats.list_player_counts_allowed_by_table(setup) if fewest <= n <= len(NAMES)]
    players = NAMES[: _some(draw, sizes[0], *sizes[:8])]
    opened = create_pod_event(None, OpenLobby(setup, players[0], players))
    first = _some(draw, *seats.find_possible_first_players(setup, players))
    return [opened, create_pod_event(replay_pod_events([opened]), StartGame(players, first))]


def command(draw: Choices, pod: Pod) -> PodCommand:
    """Mostly what can be done in every game, now and then what only some variants know."""
    kind = _some(draw, *range(30))
    anybody = _some(draw, *pod.players, "newcomer", "latecomer")
    if kind < 3:
        return JoinPod(anybody)
    if kind == 3:
        return BeginNextTurn(anybody)
    if kind == 4:
        rare: tuple[PodCommand, ...] = (ClosePod(), ReportDrawnGame(), UndoPodEvent())
        return _some(draw, *rare)
    return _command(draw, pod)


def steps(draw: Choices) -> list[tuple[Pod, PodCommand, Event, Pod]]:
    """What was accepted in a game: the pod before, the command, its event, the pod after."""
    return [
        (pod, asked, event, apply_pod_event(pod, event))
        for pod, asked, event, _ in _tries(draw, opening, command)
        if event is not None
    ]


@games
@lightly
def test_whatever_happens_is_accepted_or_refused_in_words(draw: Choices) -> None:
    words = PodMessageFormatter(load_translations("en"), str)
    for pod, asked, event, _ in _tries(draw, opening, command):
        if event is None:
            with pytest.raises(Refusal) as refused:
                create_pod_event(pod, asked)
            assert words.render_refusal(refused.value)
            continue
        assert create_pod_event(pod, asked) == event
        for verdict in apply_pod_event(pod, event).verdicts:
            assert words.render_verdict_reason(verdict)
            assert words.render_consequence_for_loser(verdict)


@games
@lightly
def test_any_log_is_written_down_and_folds_to_the_same_pod(draw: Choices) -> None:
    *_, (pod, _, event, log) = _tries(draw, opening, command)
    after = pod if event is None else apply_pod_event(pod, event)
    assert replay_pod_events(log) == after
    assert replay_pod_events(read_events(msgspec.json.encode(log))) == after


@games
@lightly
def test_undo_restores_exactly_what_was(draw: Choices) -> None:
    for pod, _, event, after in steps(draw):
        if not isinstance(event, PodEventUndone):
            undone = apply_pod_event(after, create_pod_event(after, UndoPodEvent()))
            assert undone == pod
            assert _shown(undone) == _shown(pod)


@games
@lightly
def test_whoever_is_out_does_nothing_any_more_unless_they_rejoin(draw: Choices) -> None:
    for pod, _, event, after in steps(draw):
        gone = {p for p, s in pod.standings.items() if s.status == "out"}
        if isinstance(event, PlayerJoined):
            assert pod.setup.variant_rules.loser_becomes == "rejoins"
            gone.discard(event.player)
        if not isinstance(event, PodEventUndone):
            assert all(after.standings[player] == pod.standings[player] for player in gone)
        assert after.turn is not None
        reach = RangeOfInfluence(after)
        for player, standing in after.standings.items():
            assert (standing.out_as is not None) == (standing.status == "out")
            if standing.status == "out":
                assert player not in after.turn.active
                assert reach.find_attackable_players(player) == ()
            seen = {*reach.find_attackable_players(player), *(reach.find_players_in_range(player) or ())}
            assert seen <= set(list_players_in_game(after.standings)) - {player}


@games
@lightly
def test_service_is_a_bond_that_never_joins_two_players_both_ways(draw: Choices) -> None:
    for pod, *_, after in steps(draw):
        variant, standings = pod.setup.variant_rules, after.standings
        for player, standing in standings.items():
            if standing.status == "out":
                continue
            if standing.status == "master":
                assert standing.master is None
                continue
            assert variant.has_servants
            if standing.status == "masterless":
                assert standing.master is None
                assert not variant.team_is_one_side
                continue
            assert standing.master is not None
            lord = standings[standing.master]
            assert lord.status != "out"
            assert (lord.status, lord.master) != ("servant", player)
            assert lord.status == "master" or not variant.team_is_one_side
            assert standing.master != player


@games
@lightly
def test_the_beaten_and_newcomers_are_by_themselves_until_their_turn_comes(draw: Choices) -> None:
    """NEC-5, RSP-2; where the variant gives them turns for that (VAR-12). An extra turn is not theirs yet."""
    for pod, _, event, after in steps(draw):
        variant = pod.setup.variant_rules
        alone = variant.solo_turns > 0 and variant.loser_becomes != "out"
        for player, standing in after.standings.items():
            assert not standing.phased or (alone and standing.status != "out")
            if isinstance(event, TurnBegan) and after.turn is not None and event.extra is None:
                assert not (standing.phased and player in after.turn.active)
        if isinstance(event, PlayerJoined):
            assert after.standings[event.player].phased == alone
        if isinstance(event, DefeatsReported) and after.result is None:
            risen = [v.loser for v in event.outcome.verdicts if v.becomes != "out"]
            assert all(after.standings[player].phased == alone for player in risen)


def _is_over(pod: Pod) -> bool:
    """Whether a game that nobody won, drew or closed must have ended (VAR-8)."""
    present = set(list_players_in_game(pod.standings))
    if pod.setup.variant_rules.has_servants:
        return len(list_players_with_master_status(pod.standings)) < 2
    if pod.setup.variant_rules.loser_becomes == "rejoins":
        return False
    table = TABLES[pod.setup.table]
    if table.sides == "neighbours":
        ring = pod.players
        across = {p: {ring[(at + 2) % 5], ring[(at + 3) % 5]} for at, p in enumerate(ring)}
        return not present or any(not across[player] & present for player in present)
    if not has_fixed_teams(table):
        return len(present) < 2
    alive = [team for team in seats.list_teams_from_seats(pod.setup, pod.players) if present & set(team)]
    return len(alive) < 2


@games
@lightly
def test_a_game_ends_when_it_must_and_not_before(draw: Choices) -> None:
    for pod, _, event, after in steps(draw):
        if isinstance(event, PodEventUndone):
            continue
        if after.result is None:
            leaving = after.pending is not None and after.pending.conceding
            assert after.closed or leaving or not _is_over(after)
            continue
        if isinstance(event, PodClosed):
            assert pod.setup.variant_rules.ending_condition == "closed"
            continue
        assert pod.setup.variant_rules.ending_condition != "closed"
        if isinstance(event, DefeatsReported | PlayerConceded | PendingPlayerChoiceAnswered):
            beaten = {verdict.becomes for verdict in event.outcome.verdicts} == {"beaten"}
            assert beaten or not isinstance(event, DefeatsReported)
            assert _is_over(after) or (beaten and pod.setup.variant_rules.has_servants)
            if isinstance(event, DefeatsReported) and pod.setup.variant_rules.has_servants:
                assert after.standings == pod.standings


def _expected_points(before: Pod, pod: Pod, result: GameResult, won: WinReported | None) -> dict[Player, int]:
    """Everybody's points from how they stand and who won (VAR-14)."""
    had_left = pod if pod.setup.variant_rules.has_servants else before  # in a draw (ESC-D21)
    scoring = pod.setup.scoring_points
    if pod.setup.variant_rules.ending_condition == "closed":
        return {player: standing.score for player, standing in pod.standings.items()}
    combo = won is not None and won.means == "combo" and scoring.combo_win is not None
    points = dict[Player, int]()
    for player, standing in pod.standings.items():
        served = standing.status in ("servant", "masterless") or standing.out_as == "servant"
        if player in result.winners:
            first = not pod.setup.variant_rules.has_servants or player == result.winners[0]
            best = scoring.combo_win if combo else scoring.won_as_master
            points[player] = (best or 0) if first else scoring.won_as_servant
        elif result.draw and had_left.standings[player].status != "out":
            points[player] = scoring.draw
        else:
            points[player] = scoring.lost_as_servant if served else scoring.lost_as_master
    return points


@games
@lightly
def test_only_who_may_win_does_and_points_follow_the_variant(draw: Choices) -> None:
    for pod, _, event, after in steps(draw):
        result, variant, table = after.result, pod.setup.variant_rules, TABLES[pod.setup.table]
        if result is None or isinstance(event, PodEventUndone):
            continue
        assert set(result.points) == set(after.players)
        won = event if isinstance(event, WinReported) else None
        assert result.points == _expected_points(pod, after, result, won)
        assert result.draw == (not result.winners)
        assert len(set(result.winners)) == len(result.winners)
        if variant.has_servants:
            assert all(after.standings[player].status != "out" for player in result.winners)
            assert len(result.winners) < 2 or variant.servants_win_with_master
        elif variant.ending_condition == "closed":
            scores = {after.standings[p].score for p in list_players_in_game(after.standings)}
            assert all(result.points[player] == max(scores) for player in result.winners)
            assert all(after.standings[p].status == "master" for p in result.winners)
        elif has_fixed_teams(table):
            assert not result.winners or result.winners in seats.list_teams_from_seats(pod.setup, pod.players)
        else:
            assert len(result.winners) <= (2 if table.sides == "neighbours" else 1)


@games
@lightly
def test_scores_change_by_what_each_defeat_and_concession_counts(draw: Choices) -> None:
    """RSP-3: a defeat moves points, or loses them; nothing else does."""
    for pod, _, event, after in steps(draw):
        each = pod.setup.scoring_points.per_defeat
        if isinstance(event, PodEventUndone) or pod.setup.variant_rules.loser_becomes != "rejoins":
            continue
        total = sum(standing.score for standing in pod.standings.values())
        change = sum(standing.score for standing in after.standings.values()) - total
        if isinstance(event, DefeatsReported):
            nobody_s = [v for v in event.outcome.verdicts if v.responsible is None]
            assert change == -each * len(nobody_s)
        else:
            assert change == (-each if isinstance(event, PlayerConceded) else 0)


@given(st.fixed_dictionaries({key: st.sampled_from(values) for key, values in ANSWERS.items()}))
@settings(max_examples=examples(150))
def test_answers_that_do_not_go_together_are_refused_with_the_reason(answers: dict[str, Any]) -> None:
    house = Variant(**answers)
    setup = PodSetup(variant="elimination", house=house)
    reasons = list(find_variant_problems(house, TABLES[setup.table]))
    if not reasons:
        assert create_pod_event(None, OpenLobby(setup, "ana", ("ana",)))
        return
    with pytest.raises(Refusal) as refused:
        create_pod_event(None, OpenLobby(setup, "ana", ("ana",)))
    assert refused.value.code == "impossible"
    for locale in ("en", "fr", "ru"):
        assert PodMessageFormatter(load_translations(locale), str).render_refusal(refused.value)
        assert all(load_translations(locale)(f"impossible-{reason}") for reason in reasons)
