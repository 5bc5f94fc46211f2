"""Putting things right: as if the mistake had never been made, and back again."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.projections.history import GameHistory, build_game_history_after_event
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.concession import ConcedeGame
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource, Player
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import EventHistory, Pod, PodCommand, apply_pod_event, replay_pod_events
from bot.rules.records import ModeratorRulingOnDefeat, Override, PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.restarting import BeginSubgame
from bot.rules.story import (
    CorrectGameReports,
    EventCorrections,
    GameReportsCorrected,
    apply_corrections_to_events,
    list_events_still_in_effect,
)
from bot.rules.undoing import PodEventUndone, UndoPodEvent
from bot.rules.variants import VARIANTS
from bot.rules.winning import ReportWin
from bot.storage.record.stored_event import StoredEvent
from tests.rules import test_variants
from tests.rules.decoding import read_events
from tests.rules.test_properties import STEPS, Choices, _command, _opening, _shown, _some, _tries, games, lightly

T = TypeVar("T")

Game = tuple[Callable[[Choices], list[Event]], Callable[[Choices, Pod], PodCommand]]

in_every_variant = pytest.mark.parametrize(
    "game",
    [(_opening, _command), (test_variants.opening, test_variants.command)],
    ids=["Esclave and Elimination", "any variant and table"],
)

FOUR = ("ana", "bo", "cy", "di")
SIX = (*FOUR, "eve", "fay")
WHY = "we mixed the two of them up"


def killed(loser: Player, killer: Player) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "life", (DefeatSource(killer, "Bolt"),)),))


def effect(loser: Player, by: Player) -> ReportDefeats:
    return ReportDefeats((DefeatReport(loser, "effect", (DefeatSource(by, "Door"),)),))


def played(*commands: PodCommand, players: tuple[Player, ...] = FOUR) -> list[Event]:
    log: list[Event] = []
    opening = (OpenLobby(PodSetup(), players[0], players), StartGame(players, players[0]))
    for command in (*opening, *commands):
        log.append(create_pod_event(replay_pod_events(log), command))
    return log


def after(log: list[Event]) -> Pod:
    pod = replay_pod_events(log)
    assert pod is not None
    return pod


def corrected(log: list[Event], edits: EventCorrections) -> list[Event]:
    return [
        *log,
        create_pod_event(replay_pod_events(log), CorrectGameReports(list_events_still_in_effect(log), edits, WHY)),
    ]


def standing(log: list[Event], player: Player) -> tuple[str, Player | None]:
    found = after(log).standings[player]
    return found.status, found.master


def seen(pod: Pod) -> tuple[object, ...]:
    """What can be seen of a pod, but how many steps led to it and who decided."""
    return _shown(replace(pod, step=0, subgame=pod.subgame and replace(pod.subgame, step=0)))


# For any game and any correction


def _edits(draw: Choices, game: Game, story: EventHistory) -> EventCorrections:
    """Nothing, something else or several things in the place of one or two of the reports."""
    steps = [_some(draw, *range(2, len(story))) for _ in range(_some(draw, 1, 1, 2))]
    return {step: tuple(_instead(draw, game, after([*story[:step]]))) for step in steps}


def _instead(draw: Choices, game: Game, pod: Pod) -> Iterator[PodCommand]:
    """What is asked of a pod at a place in its story, each after the one before."""
    for _ in range(_some(draw, 0, 1, 1, 3)):
        command = game[1](draw, pod)
        yield command
        try:
            pod = apply_pod_event(pod, create_pod_event(pod, command))
        except Refusal:
            return


def _from_the_start(story: EventHistory, edits: EventCorrections) -> Pod | None:
    """The pod in which all of it was asked rightly at once; None if some of it was refused."""
    pod: Pod | None = None
    for step, event in enumerate(story):
        for command in edits.get(step, (event.rebuild_original_command(),)):
            try:
                pod = apply_pod_event(pod, create_pod_event(pod, command))
            except Refusal:
                return None
    return pod


@in_every_variant
@games
@lightly
def test_a_corrected_pod_is_the_pod_that_was_played_right_from_the_start(game: Game, draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw, *game)
    story = list_events_still_in_effect(log)
    if len(story) < 3:
        return
    edits = _edits(draw, game, story)
    if any(isinstance(command, UndoPodEvent) for each in edits.values() for command in each):
        return  # a story has nothing that was taken back
    right = _from_the_start(story, edits)
    if right is None or apply_corrections_to_events(story, edits).story == story:
        with pytest.raises(Refusal):
            corrected(log, edits)
        return
    again = corrected(log, edits)
    assert seen(after(again)) == seen(right)
    assert replay_pod_events(list_events_still_in_effect(again)) == right


def _at(played: GameHistory | None, event: Event, minute: int) -> GameHistory:
    """A pod after one more event, which happened so many minutes after noon."""
    at = datetime(2026, 1, 1, 12, tzinfo=UTC) + timedelta(minutes=minute)
    pod, steps = (None, ()) if played is None else (played.game_as_pod, played.steps)
    return build_game_history_after_event(pod, steps, StoredEvent(1, minute + 1, 1, 1, event, None, None, at))


def _history(log: Iterable[Event], begin: int) -> GameHistory:
    """A pod whose events happened a minute apart, the first at `begin`."""
    found: GameHistory | None = None
    for minute, event in enumerate(log, begin):
        found = _at(found, event, minute)
    assert found is not None
    return found


def _told_right(story: EventHistory) -> Iterator[Event]:
    """What a story comes from, all of it decided anew."""
    pod: Pod | None = None
    for event in story:
        again = create_pod_event(pod, event.rebuild_original_command())
        pod = apply_pod_event(pod, again)
        yield again


def _asked_of(pod: Pod, command: PodCommand) -> Event | str:
    """What comes of a command, or the code with which it is refused."""
    try:
        return create_pod_event(pod, command)
    except Refusal as refusal:
        return refusal.code


@in_every_variant
@given(st.binary(min_size=900, max_size=900).map(iter))
@lightly
def test_a_corrected_pod_goes_on_like_one_that_was_told_right_from_the_start(game: Game, draw: Choices) -> None:
    """In all that looks at order: who has served longest, whose turn it is, when it ended."""
    *_, (_, _, _, log) = _tries(draw, *game)
    story = list_events_still_in_effect(log)
    if len(story) < 3:
        return
    try:
        again = corrected(log, _edits(draw, game, story))
    except Refusal:
        return
    one, other = _history(again, 0), _history(_told_right(list_events_still_in_effect(again)), 100)
    was_over, since = one.game_as_pod.result is not None, one.game_as_pod.step
    for minute in range(1000, 1000 + STEPS):
        command = game[1](draw, one.game_as_pod)
        if isinstance(command, UndoPodEvent) and one.game_as_pod.step == since:
            continue  # takes another step back
        event, same = _asked_of(one.game_as_pod, command), _asked_of(other.game_as_pod, command)
        assert event == same
        if isinstance(event, str):
            continue
        one, other = _at(one, event, minute), _at(other, event, minute)
        assert seen(one.game_as_pod) == seen(other.game_as_pod)
        assert (one.game_as_pod.begun, one.game_as_pod.turn) == (other.game_as_pod.begun, other.game_as_pod.turn)
        if one.game_as_pod.result is not None and not was_over:
            assert one.end_time == other.end_time


def test_who_comes_later_serves_later_also_where_a_correction_has_added_steps() -> None:
    """ESC-45, ESC-D7: eve has served less long than cy, who takes over unasked."""
    tie = (DefeatSource("ana", "Bolt", amount=2), DefeatSource("di", "Shock", amount=2))
    log = played(
        effect("bo", "ana"),
        ReportDefeats((DefeatReport("cy", "life", (DefeatSource("bo", amount=2), DefeatSource("ana", amount=2))),)),
        players=SIX,
    )
    chosen = {
        step: (ReportDefeats((DefeatReport(loser, "life", tie),)), AnswerPendingPlayerChoice(loser, master))
        for step, loser, master in ((2, "bo", "di"), (3, "cy", "ana"))
    }
    log = corrected(log, chosen)
    for command in (effect("eve", "ana"), ConcedeGame("ana")):
        log.append(create_pod_event(replay_pod_events(log), command))
    assert after(log).pending_player_choice is None
    assert standing(log, "cy") == ("master", None)
    assert standing(log, "eve") == ("servant", "cy")


@in_every_variant
@games
@lightly
def test_undoing_a_correction_gives_back_exactly_what_was(game: Game, draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw, *game)
    story = list_events_still_in_effect(log)
    if len(story) < 3:
        return
    try:
        again = corrected(log, _edits(draw, game, story))
    except Refusal:
        return
    undone = [*again, create_pod_event(replay_pod_events(again), UndoPodEvent())]
    assert replay_pod_events(undone) == replay_pod_events(log)
    assert list_events_still_in_effect(undone) == story


@in_every_variant
@games
@lightly
def test_a_story_leads_where_its_log_leads(game: Game, draw: Choices) -> None:
    for pod, _, event, log in _tries(draw, *game):
        so_far = log[:-1] if event is not None else log
        found = replay_pod_events(list_events_still_in_effect(so_far))
        assert found is not None
        assert seen(found) == seen(pod)


@in_every_variant
@games
@lightly
def test_what_was_asked_leads_to_the_same_story_again(game: Game, draw: Choices) -> None:
    *_, (_, _, _, log) = _tries(draw, *game)
    story = list_events_still_in_effect(log)
    assert _from_the_start(story, {}) == replay_pod_events(story)


# By hand


def test_a_report_that_never_was_takes_its_followers_along() -> None:
    log = played(killed("bo", "ana"), killed("cy", "ana"))
    log = corrected(log, {2: ()})
    assert standing(log, "bo") == ("master", None)
    assert standing(log, "cy") == ("servant", "ana")


def test_another_killer_changes_who_serves_whom_and_what_comes_of_the_rest() -> None:
    log = played(killed("bo", "ana"), killed("ana", "cy"))
    assert standing(log, "bo") == ("servant", "cy")
    log = corrected(log, {2: (killed("bo", "di"),)})
    assert standing(log, "bo") == ("servant", "di")
    assert standing(log, "ana") == ("servant", "cy")


def test_points_of_a_finished_game_are_worked_out_again() -> None:
    log = played(killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    log = corrected(log, {2: (killed("bo", "di"),)})
    result = after(log).result
    assert result is not None
    assert result.points == {"ana": 3, "bo": -1, "cy": 1, "di": 0}


def test_what_makes_no_sense_any_more_is_listed_and_must_be_settled() -> None:
    log = played(ConcedeGame("bo"), killed("cy", "ana"))
    story = list_events_still_in_effect(log)
    edits = {2: (ConcedeGame("cy"),)}
    found = apply_corrections_to_events(story, edits)
    assert [(each.step, each.refusal.code) for each in found.invalidated] == [(3, "out")]
    with pytest.raises(Refusal) as refused:
        corrected(log, edits)
    assert refused.value.code == "senseless"
    log = corrected(log, {**edits, 3: ()})
    assert standing(log, "bo") == ("master", None)
    assert after(log).standings["cy"].status == "out"


def test_a_moderator_names_who_is_responsible_and_the_rule_they_overrode_is_kept() -> None:
    log = played(killed("bo", "ana"))
    ruled = replace(killed("bo", "ana"), rulings=(ModeratorRulingOnDefeat("bo", "di"),))
    log = corrected(log, {2: (ruled,)})
    (verdict,) = after(log).verdicts
    assert (verdict.responsible, verdict.rule, verdict.ruled) == ("di", "ESC-21", True)
    assert standing(log, "bo") == ("servant", "di")


def test_a_moderator_decides_that_nobody_is_responsible() -> None:
    ruled = replace(killed("bo", "ana"), rulings=(ModeratorRulingOnDefeat("bo", None),))
    log = corrected(played(killed("bo", "ana")), {2: (ruled,)})
    assert after(log).standings["bo"].status == "out"


@pytest.mark.parametrize(
    ("edits", "code"),
    [
        ({}, "no-correction"),
        ({0: ()}, "no-report"),
        ({1: ()}, "no-report"),
        ({9: ()}, "no-report"),
        ({2: (killed("bo", "ana"),)}, "no-correction"),
        ({2: (replace(killed("bo", "ana"), rulings=(ModeratorRulingOnDefeat("bo", "bo"),)),)}, "not-a-master"),
        ({2: (replace(killed("bo", "ana"), rulings=(ModeratorRulingOnDefeat("cy", "ana"),)),)}, "not-in"),
        ({2: (killed("bo", "zed"),)}, "not-in"),
    ],
)
def test_what_cannot_be_put_right_so_is_refused(edits: EventCorrections, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        corrected(played(killed("bo", "ana")), edits)
    assert refused.value.code == code


def test_a_correction_is_an_event_like_others_and_survives_being_written_down() -> None:
    log = corrected(played(killed("bo", "ana"), killed("cy", "ana")), {2: ()})
    assert isinstance(log[-1], GameReportsCorrected)
    assert read_events(msgspec.json.encode(log)) == log


def test_a_correction_can_be_corrected_and_each_undone_in_turn() -> None:
    log = played(killed("bo", "ana"), killed("cy", "ana"))
    once = corrected(log, {2: ()})
    twice = corrected(once, {2: (killed("cy", "di"),)})
    assert standing(twice, "cy") == ("servant", "di")
    assert replay_pod_events([*twice, PodEventUndone()]) == replay_pod_events(once)
    assert replay_pod_events([*twice, PodEventUndone(), PodEventUndone()]) == replay_pod_events(log)


def test_a_moderator_says_why_a_correction_is_taken_back() -> None:
    log = corrected(played(killed("bo", "ana")), {2: ()})
    assert create_pod_event(replay_pod_events(log), UndoPodEvent(WHY)) == PodEventUndone(WHY)
    with pytest.raises(Refusal) as refused:
        create_pod_event(replay_pod_events(log), UndoPodEvent("  "))
    assert refused.value.code == "reason"


# Deciding outright


def overruled(log: list[Event], override: Override, **more: object) -> list[Event]:
    return [*log, create_pod_event(replay_pod_events(log), OverrideGameAsModerator(override, WHY, **more))]  # type: ignore[arg-type]


def test_whom_somebody_serves_is_decided_and_their_own_come_along() -> None:
    log = overruled(played(killed("bo", "ana")), "status", player="ana", master="cy")
    assert standing(log, "ana") == standing(log, "bo") == ("servant", "cy")
    assert after(log).state == "running"
    log = overruled(log, "status", player="bo")
    assert standing(log, "bo") == ("master", None)


def test_the_last_master_left_by_a_decision_has_won() -> None:
    log = played(killed("bo", "ana"), killed("cy", "ana"))
    log = overruled(log, "status", player="di", master="ana")
    result = after(log).result
    assert result is not None
    assert result.winners == ("ana", "bo", "cy", "di")


def test_points_are_decided_and_the_rest_stays() -> None:
    log = played(killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    log = overruled(log, "points", points={"di": 2})
    result = after(log).result
    assert result is not None
    assert result.points == {"ana": 3, "bo": 1, "cy": 1, "di": 2}
    assert result.winners == ("ana", "bo", "cy")


def test_a_pod_that_is_void_is_closed_without_a_result_and_can_be_reopened() -> None:
    log = played(killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    void = overruled(log, "void")
    assert (after(void).state, after(void).result) == ("closed", None)
    assert seen(after(overruled(void, "reopen"))) == seen(replace(after(log), result=None))


def test_a_closed_pod_is_reopened_with_its_open_choice() -> None:
    tie = ReportDefeats((DefeatReport("bo", "effect", (DefeatSource("ana", "Bolt"), DefeatSource("cy", "Bolt"))),))
    log = played(tie)
    assert after(log).state == "waiting"
    again = overruled([*log, create_pod_event(replay_pod_events(log), ClosePod())], "reopen")
    assert after(again).pending_player_choice == after(log).pending_player_choice


@pytest.mark.parametrize(("winner", "winners"), [("ana", ("ana", "bo")), (None, ())])
def test_a_game_is_ended_as_decided(winner: Player | None, winners: tuple[Player, ...]) -> None:
    log = overruled(played(killed("bo", "ana")), "end", player=winner)
    result = after(log).result
    assert result is not None
    assert (result.winners, result.draw) == (winners, winner is None)


def test_who_is_removed_has_conceded() -> None:
    log = played(killed("bo", "ana"))
    removed = after(overruled(log, "remove", player="ana"))
    conceded = after([*log, create_pod_event(replay_pod_events(log), ConcedeGame("ana"))])
    assert removed.standings == conceded.standings


def test_who_is_removed_from_a_lobby_just_goes_and_the_next_hosts() -> None:
    log: list[Event] = [create_pod_event(None, OpenLobby(PodSetup(), "ana", FOUR))]
    pod = after(overruled(log, "remove", player="ana"))
    assert (pod.players, pod.host) == (FOUR[1:], "bo")


def test_another_hosts() -> None:
    assert after(overruled(played(), "host", player="cy")).host == "cy"


def _in(variant: str, *commands: PodCommand, **answers: str) -> list[Event]:
    house = replace(VARIANTS[variant], **answers) if answers else None
    setup = PodSetup(variant=variant, scoring=variant, house=house)
    log: list[Event] = []
    for command in (OpenLobby(setup, "ana", FOUR), StartGame(FOUR, "ana"), *commands):
        log.append(create_pod_event(replay_pod_events(log), command))
    return log


def test_who_is_brought_back_keeps_their_points() -> None:
    """RSP-3: decided or not, what was counted is counted."""
    log = _in("respawn", killed("bo", "ana"), ConcedeGame("bo"))
    back = after(overruled(log, "status", player="bo")).standings["bo"]
    assert (back.status, back.score) == ("master", -2)
    drawn = after(overruled(log, "end")).result
    assert drawn is not None
    assert (drawn.draw, drawn.points) == (True, {"ana": 1, "bo": -2, "cy": 0, "di": 0})


def test_a_bond_is_decided_and_frees_whoever_served_the_other_way() -> None:
    """NEC-D2: minions stay with whom they serve, and no two serve each other."""
    log = _in("necromancer", killed("bo", "ana"), killed("cy", "bo"))
    log = overruled(log, "status", player="ana", master="bo")
    assert standing(log, "ana") == standing(log, "cy") == ("servant", "bo")
    assert standing(log, "bo") == ("master", None)


def test_nobody_comes_along_to_one_who_serves_them() -> None:
    """VAR-4."""
    story = (killed("cy", "bo"), killed("di", "cy"))
    log = _in("necromancer", *story, servants_of_loser="follow")
    log = overruled(log, "status", player="bo", master="di")
    assert (standing(log, "bo"), standing(log, "cy")) == (("servant", "di"), ("servant", "bo"))


def test_a_ruling_for_one_who_leaves_before_it_counts_leaves_nobody_responsible() -> None:
    """ESC-D17: the pod waits for another loser of that moment, and the one ruled concedes."""
    at_once = ReportDefeats(
        (DefeatReport("bo", "library"), DefeatReport("cy", "library")), (ModeratorRulingOnDefeat("cy", "ana"),)
    )
    log = _in("necromancer", at_once, ConcedeGame("ana"), nobody_responsible="loser_chooses")
    assert after(log).state == "finished"
    assert [verdict.responsible for verdict in after(log).verdicts] == [None, None]


@pytest.mark.parametrize(
    ("override", "more", "code"),
    [
        ("status", {"player": "zed"}, "not-in"),
        ("status", {"player": "ana", "master": "ana"}, "not-a-master"),
        ("status", {"player": "ana", "master": "bo"}, "not-a-master"),
        ("status", {"player": "ana"}, "no-correction"),
        ("points", {"points": {"ana": 1}}, "no-result"),
        ("reopen", {}, "not-over"),
        ("end", {"player": "bo"}, "not-a-master"),
        ("remove", {"player": "zed"}, "not-in"),
        ("host", {}, "not-in"),
        ("void", {"reason": "  "}, "reason"),
        ("void", {"reason": "x" * 301}, "reason"),
    ],
)
def test_what_cannot_be_decided_is_refused(override: Override, more: dict[str, object], code: str) -> None:
    command = OverrideGameAsModerator(**{"override": override, "reason": WHY, **more})  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        create_pod_event(replay_pod_events(played(killed("bo", "ana"))), command)
    assert refused.value.code == code


def test_who_leaves_the_pod_leaves_no_subgame_unfinished() -> None:
    """ESC-D18: what a subgame says is nothing of the main game, which goes on after it."""
    log = played(BeginSubgame("shahrazad"))
    with pytest.raises(Refusal) as refused:
        overruled(log, "remove", player="di")
    assert refused.value.code == "in-subgame"
    over = [*log, create_pod_event(replay_pod_events(log), ReportWin("bo"))]
    assert standing(overruled(over, "remove", player="di"), "di")[0] == "out"


@pytest.mark.parametrize(
    ("override", "more"),
    [
        ("status", {"player": "ana", "master": "cy"}),
        ("void", {}),
        ("end", {"player": "ana"}),
        ("remove", {"player": "di"}),
        ("host", {"player": "cy"}),
    ],
)
def test_a_decision_is_undone_like_a_report(override: Override, more: dict[str, object]) -> None:
    log = played(killed("bo", "ana"))
    assert replay_pod_events([*overruled(log, override, **more), PodEventUndone()]) == replay_pod_events(log)
