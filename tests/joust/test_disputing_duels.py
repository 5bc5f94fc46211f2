"""The end of a duel is disputed, asked back, or stands."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import (
    ConfirmDuelResult,
    DisputeDuelResult,
    DuelResultConfirmed,
    DuelResultDisputed,
    FinaliseDuelResult,
)
from bot.joust.duel import Duel, DuelCommand, DuelSetup, apply_duel_event, create_event_of_duel_command
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel, ProposeDuelUndoOrClose, UndoDuelStep
from bot.projections.pods import compute_confirmation_time_of_duel
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.service import rights

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OPEN = OpenDuel(DuelSetup("own", None, 15), "ana", ("ana", "bo"))


def asked(*commands: DuelCommand) -> Duel:
    duel: Duel | None = None
    for command in commands:
        duel = apply_duel_event(duel, create_event_of_duel_command(duel, command))
    assert duel is not None
    return duel


RUNNING = (OPEN, StartDuel("ana"))
OVER = (*RUNNING, ConcedeDuel("bo"))
DISPUTED = (*OVER, DisputeDuelResult("ana"))
ASKED_BACK = (*OVER, ProposeDuelUndoOrClose("bo", "undo"))


def test_a_result_counts_some_minutes_after_the_end_unless_it_is_contested() -> None:
    assert compute_confirmation_time_of_duel(asked(*OVER), NOON) == NOON + timedelta(minutes=15)
    assert compute_confirmation_time_of_duel(asked(*DISPUTED), NOON) is None
    assert compute_confirmation_time_of_duel(asked(*ASKED_BACK), NOON) is None


@pytest.mark.parametrize("idle", [False, True])
def test_both_players_can_dispute_the_closing_of_a_duel_that_had_begun(*, idle: bool) -> None:
    closed = asked(*RUNNING, CloseDuel(idle))
    assert compute_confirmation_time_of_duel(closed, NOON) == NOON + timedelta(minutes=15)
    for player in ("ana", "bo"):
        disputed = apply_duel_event(closed, create_event_of_duel_command(closed, DisputeDuelResult(player)))
        assert disputed.is_result_blocked
        assert compute_confirmation_time_of_duel(disputed, NOON) is None
        assert not apply_duel_event(disputed, create_event_of_duel_command(disputed, UndoDuelStep())).is_over
        final = apply_duel_event(disputed, create_event_of_duel_command(disputed, ConfirmDuelResult("mo")))
        assert (final.closed, final.is_result_unconfirmed) == (True, False)


@pytest.mark.parametrize("objection", [DisputeDuelResult("bo"), ProposeDuelUndoOrClose("bo", "undo")])
def test_a_moderator_leaves_the_dispute_about_their_closing_to_another(objection: DuelCommand) -> None:
    duel = asked(*RUNNING, CloseDuel(), objection)
    for player, closer, refusal in (("ana", "ana", "decided-already"), ("mo", "ana", None), ("ana", None, None)):
        found = None
        try:
            rights.require_command_permission(
                duel, ConfirmDuelResult(player), Requester(player, moderator=True), closer
            )
        except Refusal as refused:
            found = refused.code
        assert found == refusal
    rights.require_command_permission(duel, UndoDuelStep(), Requester("ana", moderator=True), "ana")  # it goes on


def test_who_closed_a_duel_and_disputes_that_may_withdraw_the_dispute() -> None:
    duel = asked(*RUNNING, CloseDuel(), DisputeDuelResult("ana"))
    rights.require_command_permission(duel, ConfirmDuelResult("ana"), Requester("ana", moderator=True), "ana")


def test_the_closing_of_a_duel_is_final_if_nobody_disputes_it_or_nobody_had_begun() -> None:
    assert not asked(*RUNNING, CloseDuel(), FinaliseDuelResult()).is_result_unconfirmed
    assert not asked(OPEN, CloseDuel()).is_result_unconfirmed
    assert not asked(replace(OPEN, setup=DuelSetup("own")), StartDuel("ana"), CloseDuel()).is_result_unconfirmed


def test_asking_for_something_else_in_the_duel_contests_nothing() -> None:
    assert not asked(*RUNNING, ProposeDuelUndoOrClose("bo", "close")).is_result_blocked
    ended = asked(*RUNNING, ProposeDuelUndoOrClose("bo", "close"), ConcedeDuel("bo"))
    assert not ended.is_result_blocked


def test_a_dispute_names_who_it_is_and_a_moderator_lets_the_end_stand() -> None:
    disputed = asked(*DISPUTED)
    assert (disputed.disputed, disputed.final_result) == ("ana", None)
    event = create_event_of_duel_command(disputed, ConfirmDuelResult("mo"))
    assert event == DuelResultConfirmed()
    stands = apply_duel_event(disputed, event)
    assert stands.final_result == disputed.result
    assert (stands.disputed, stands.is_result_blocked) == (None, False)


def test_a_moderator_lets_an_end_stand_that_is_asked_back_in_vain() -> None:
    stands = asked(*ASKED_BACK, ConfirmDuelResult("mo"))
    assert stands.final_result is not None
    assert stands.proposal is None


def test_who_disputes_can_think_again_and_the_clock_runs() -> None:
    disputed = asked(*DISPUTED)
    event = create_event_of_duel_command(disputed, ConfirmDuelResult("ana"))
    assert event == DuelResultDisputed("ana", taken_back=True)
    after = apply_duel_event(disputed, event)
    assert (after.disputed, after.final_result) == (None, None)
    assert compute_confirmation_time_of_duel(after, NOON) is not None


def test_an_end_taken_back_takes_its_dispute_with_it() -> None:
    again = asked(*DISPUTED, UndoDuelStep(), ConcedeDuel("bo"))
    assert (again.disputed, again.disputers) == (None, ())
    assert create_event_of_duel_command(again, DisputeDuelResult("ana")) == DuelResultDisputed("ana")


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        (RUNNING, DisputeDuelResult("ana"), "duel-goes-on"),
        ((*RUNNING, CloseDuel(), FinaliseDuelResult()), DisputeDuelResult("ana"), "duel-closed"),
        ((OPEN, CloseDuel()), DisputeDuelResult("ana"), "not-in"),
        (OVER, DisputeDuelResult("cy"), "not-in"),
        (DISPUTED, DisputeDuelResult("ana"), "disputed-once"),
        (DISPUTED, DisputeDuelResult("bo"), "duel-disputed"),
        ((*DISPUTED, ConfirmDuelResult("ana")), DisputeDuelResult("ana"), "disputed-once"),
        ((*OVER, FinaliseDuelResult()), DisputeDuelResult("ana"), "duel-counts"),
        (DISPUTED, FinaliseDuelResult(), "dispute-settled"),
        (ASKED_BACK, FinaliseDuelResult(), "dispute-settled"),
        (OVER, ConfirmDuelResult("mo"), "dispute-settled"),
        ((*DISPUTED, ConfirmDuelResult("mo")), ConfirmDuelResult("mo"), "dispute-settled"),
        (RUNNING, ConfirmDuelResult("mo"), "dispute-settled"),
    ],
)
def test_what_cannot_be_disputed_or_stand_is_refused_with_its_code(
    before: tuple[DuelCommand, ...], command: DuelCommand, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        create_event_of_duel_command(asked(*before), command)
    assert refused.value.code == code


def refusal(duel: Duel, command: DuelCommand, asker: Requester, maker: Player | None) -> str:
    try:
        rights.require_command_permission(duel, command, asker, maker)
    except Refusal as refused:
        return refused.code
    return ""


def test_who_ended_it_does_not_dispute_it_and_either_does_where_somebody_else_has() -> None:
    over = asked(*OVER)
    for maker, refused in (("bo", ["bo"]), ("ana", ["ana"]), ("mo", [])):
        found = [
            player
            for player in ("ana", "bo")
            if refusal(over, DisputeDuelResult(player), Requester(player), maker) == "dispute-own"
        ]
        assert found == refused
    assert refusal(over, DisputeDuelResult("mo"), Requester("mo", moderator=True), "bo") == "only-duelists"


def test_whether_it_stands_is_for_who_disputes_it_and_a_moderator_who_may_have_to_be_neutral() -> None:
    disputed = asked(*DISPUTED)

    def stands(asker: Requester) -> str:
        return refusal(disputed, ConfirmDuelResult(asker.player), asker, "bo")

    assert stands(Requester("ana")) == stands(Requester("mo", moderator=True, neutral=True)) == ""
    assert stands(Requester("bo")) == "duel-disputed"
    assert stands(Requester("bo", moderator=True)) == ""
    assert stands(Requester("bo", moderator=True, neutral=True)) == "other-moderator"
    assert stands(Requester("ana", moderator=True, neutral=True)) == ""
