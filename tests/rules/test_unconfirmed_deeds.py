"""A claimed deed stays unconfirmed until somebody else confirms it, whatever is corrected, undone or overridden."""

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import (
    ConfirmGameReports,
    DisputeGameReport,
    EscalateReportsToModerators,
    GameReportsConfirmed,
    add_confirmation_requirement_to_event,
    build_confirm_all_reports_command,
)
from bot.rules.decide import create_pod_event
from bot.rules.facts import Player
from bot.rules.house_deeds import (
    ClaimServerAchievement,
    ServerAchievementClaimed,
    compute_achievement_id,
    count_server_achievements_by_player,
    count_unconfirmed_achievements_by_player,
)
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod, PodCommand, apply_pod_event, convert_linked_events_to_list
from bot.rules.records import Override
from bot.rules.refusals import ImpossibleEventError, Refusal
from bot.rules.restarting import BeginSubgame, RestartGameByKarn
from bot.rules.story import (
    CorrectGameReports,
    EventCorrections,
    apply_corrections_to_events,
    list_events_still_in_effect,
    list_events_until_result,
    list_removable_report_indexes,
)
from bot.rules.undoing import UndoPodEvent
from tests.rules.test_confirmation import FOUR, WHY, Game, killed
from tests.rules.test_properties import Choices, _command, _some, games, lightly

FIVE = ClaimServerAchievement("ana", compute_achievement_id("five casts"), "five casts", 2)
ONE = {(FIVE.deed, "ana"): 1}


def start() -> Game:
    return Game("off", minutes=15)


def let_it_count(game: Game) -> Game:
    return game.do(ConfirmGameReports(tuple(game.versions)))


def count_after_claim(*, presses: bool) -> Game:
    """Return a game that counts, in which Ana claimed a deed, which Cy confirmed if `presses`."""
    game = start().do(killed("bo", "ana"), FIVE)
    if presses:
        game.do(ConfirmGameReports((game.versions[-1],), "cy"))
    return let_it_count(game.do(killed("cy", "ana"), killed("di", "ana")))


def correct(game: Game, edits: EventCorrections) -> Game:
    story = list_events_still_in_effect(game.log)
    senseless = {each.step: () for each in apply_corrections_to_events(story, edits).invalidated}
    return game.do(CorrectGameReports(story, {**edits, **senseless}, WHY), by="zed")


def build_correction_that_restores_end(log: list[Event]) -> CorrectGameReports:
    """Return the command that restores the end that was taken back: with the events since the two stories differ."""
    story = list_events_still_in_effect(log)
    done = [each.rebuild_original_command() for each in story]
    ended = [each.rebuild_original_command() for each in list_events_until_result(log)]
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(done, ended, strict=False)))
    return CorrectGameReports(
        story, {**dict.fromkeys(range(same, len(story)), ()), len(story): tuple(ended[same:])}, WHY
    )


def list_claims(pod: Pod) -> list[ServerAchievementClaimed]:
    return [each for each in convert_linked_events_to_list(pod.told) if isinstance(each, ServerAchievementClaimed)]


@pytest.mark.parametrize("presses", [False, True])
def test_correction_of_a_game_that_counts_leaves_a_claim_as_confirmed_as_it_was(presses: bool) -> None:
    unconfirmed = {} if presses else ONE
    game = count_after_claim(presses=presses)
    assert game.pod.final_result is not None
    for step, report in ((2, killed("bo", "di")), (4, killed("cy", "di"))):  # before the claim, and after it
        correct(game, {step: (report,)})
        assert game.pod.final_result is not None
        assert count_server_achievements_by_player(game.pod) == ONE
        assert count_unconfirmed_achievements_by_player(game.pod) == unconfirmed
    game.do(UndoPodEvent(WHY), by="zed")
    assert count_unconfirmed_achievements_by_player(game.pod) == unconfirmed


@pytest.mark.parametrize("confirmed", [0, 1])
def test_correction_that_removes_one_of_two_claims_keeps_the_state_of_the_other(confirmed: int) -> None:
    game = start().do(FIVE, FIVE)
    game.do(ConfirmGameReports((game.versions[confirmed],), "bo"))
    let_it_count(game.do(killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana")))
    correct(game, {2 + confirmed: ()})
    assert count_server_achievements_by_player(game.pod) == ONE
    assert count_unconfirmed_achievements_by_player(game.pod) == ONE
    game.do(UndoPodEvent(WHY), by="zed")
    correct(game, {3 - confirmed: ()})
    assert count_server_achievements_by_player(game.pod) == ONE
    assert count_unconfirmed_achievements_by_player(game.pod) == {}


@pytest.mark.parametrize("presses", [False, True])
def test_claim_that_comes_back_with_the_restored_end_is_as_confirmed_as_it_was(presses: bool) -> None:
    game = start().do(killed("bo", "ana"), killed("cy", "ana"), FIVE)
    if presses:
        game.do(ConfirmGameReports((game.versions[-1],), "cy"))
    game.do(killed("di", "ana"), UndoPodEvent(), UndoPodEvent())
    assert game.pod.result is None
    assert not list_claims(game.pod)
    let_it_count(game.do(build_correction_that_restores_end(game.log), by="zed"))
    assert game.pod.final_result is not None
    assert count_server_achievements_by_player(game.pod) == ONE
    assert count_unconfirmed_achievements_by_player(game.pod) == ({} if presses else ONE)


@pytest.mark.parametrize("moderator", ["zed", "ana", None])
def test_moderator_who_lets_a_claim_stand_after_the_season_confirms_it_unless_it_is_their_own(
    moderator: Player | None,
) -> None:
    game = start().do(FIVE, killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    game.do(EscalateReportsToModerators(tuple(game.versions), game.now))
    assert count_unconfirmed_achievements_by_player(game.pod) == ONE
    press = build_confirm_all_reports_command(game.pod, 99, "zed", is_moderator=True, with_claimed_deeds=False)
    assert press.claims == tuple(game.versions)
    game.do(replace(press, by=moderator))
    assert game.pod.final_result is not None
    assert count_server_achievements_by_player(game.pod) == ONE
    assert count_unconfirmed_achievements_by_player(game.pod) == ({} if moderator == "zed" else ONE)


def test_claim_stays_unconfirmed_if_a_game_that_waits_for_moderators_is_corrected() -> None:
    game = start().do(FIVE, killed("bo", "ana"), killed("cy", "ana"), killed("di", "ana"))
    game.do(EscalateReportsToModerators(tuple(game.versions), game.now))
    correct(game, {3: (killed("bo", "di"),)})
    assert count_unconfirmed_achievements_by_player(game.pod) == ONE
    let_it_count(game)
    assert count_unconfirmed_achievements_by_player(game.pod) == ONE


@pytest.mark.parametrize("disputed", [False, True])
def test_winner_named_by_a_moderator_confirms_no_claim(disputed: bool) -> None:
    game = start().do(killed("bo", "ana"), FIVE)
    if disputed:
        game.dispute("bo")
    game.do(OverrideGameAsModerator("end", WHY, player="ana"), by="zed")
    assert [*map(type, (each.event for each in game.pod.unconfirmed))] == [type(game.log[-1])]
    let_it_count(game)
    assert game.pod.final_result is not None
    assert count_unconfirmed_achievements_by_player(game.pod) == ONE
    correct(game, {2: (killed("bo", "di"),)})
    assert count_unconfirmed_achievements_by_player(game.pod) == ONE


def test_claim_that_a_moderator_let_stand_in_a_closed_pod_stays_confirmed_when_it_is_reopened() -> None:
    game = start().do(killed("bo", "ana"), FIVE)
    claim = game.versions[-1]
    game.dispute("bo").do(ClosePod()).do(ConfirmGameReports((claim,), "zed"))
    game.do(OverrideGameAsModerator("reopen", WHY), by="zed")
    assert count_server_achievements_by_player(game.pod) == ONE
    assert count_unconfirmed_achievements_by_player(game.pod) == {}


# For any game


class Choice(NamedTuple):
    """A command that is tried, and who gives it."""

    command: PodCommand
    by: Player


def _choose(draw: Choices, pod: Pod, log: list[Event]) -> Choice | None:
    player = _some(draw, *FOUR)
    versions = tuple(each.needed_confirmation.version for each in pod.unconfirmed)
    match _some(draw, *"pppccrrraseeouxxgkd"):
        case "c":
            return Choice(replace(FIVE, player=player, most=9), player) if pod.final_result is None else None
        case "r" if versions:
            return Choice(ConfirmGameReports((_some(draw, *versions),), _some(draw, *FOUR, "zed")), player)
        case "d" if versions:
            return Choice(DisputeGameReport(_some(draw, *versions), player), player)
        case "s" if versions:
            return Choice(ConfirmGameReports(versions), player)
        case "e" if versions:
            return Choice(EscalateReportsToModerators(versions, 0), player)
        case "o":
            overrides: tuple[Override, ...] = ("end", "end", "reopen", "void", "remove")
            return Choice(OverrideGameAsModerator(_some(draw, *overrides), WHY, player=player), "zed")
        case "u":
            return Choice(UndoPodEvent(_some(draw, None, WHY)), player)
        case "x":
            return _choose_correction(draw, log)
        case "g":
            return Choice(BeginSubgame("shahrazad"), player)
        case "k":
            return Choice(RestartGameByKarn(player), player)
        case "a":
            return Choice(build_correction_that_restores_end(log), "zed")
        case _:
            return Choice(_command(draw, pod), player)


def _choose_correction(draw: Choices, log: list[Event]) -> Choice | None:
    """Choose a report to remove or to replace, together with all that makes no sense without it."""
    story = list_events_still_in_effect(log)
    places = list_removable_report_indexes(story)
    if not places:
        return None
    edits: EventCorrections = {_some(draw, *places): _some(draw, (), (killed(_some(draw, *FOUR), "ana"),))}
    try:
        senseless = {each.step: () for each in apply_corrections_to_events(story, edits).invalidated}
    except Refusal:
        return None
    return Choice(CorrectGameReports(story, {**edits, **senseless}, WHY), "zed")


def _list_steps(draw: Choices) -> Iterator[tuple[Event, Pod]]:
    """Yield what happens in a game, each event with the pod after it."""
    game = start()
    log, pod = game.log, game.pod
    for _ in range(40):
        if (choice := _choose(draw, pod, log)) is None:
            continue
        version = len(log) + 1
        try:
            event = create_pod_event(pod, choice.command)
            event = add_confirmation_requirement_to_event(pod, event, choice.by, version, version)
            pod = apply_pod_event(pod, event)
        except (Refusal, ImpossibleEventError):  # impossible is a press without effect, which no button makes
            continue
        log.append(event)
        yield event, pod


@games
@lightly
def test_exactly_the_claims_that_somebody_else_pressed_are_confirmed(draw: Choices) -> None:
    claimers: dict[int, Player] = {}
    pressed: set[int] = set()
    for event, pod in _list_steps(draw):
        match event:
            case ServerAchievementClaimed(player=player, claim=claim):
                assert claim is not None
                claimers[claim.version] = player
            case GameReportsConfirmed(claims=claims, by=str(person)):
                pressed |= {each for each in claims if claimers.get(each, person) != person}
        claims_in_effect = list_claims(pod)
        versions = {each.claim.version for each in claims_in_effect if each.claim is not None}
        assert len(versions) == len(claims_in_effect)
        unconfirmed = Counter((FIVE.deed, claimers[each]) for each in versions - pressed)
        assert count_unconfirmed_achievements_by_player(pod) == unconfirmed
