"""The end of a duel is disputed, asked back, or stands."""

from datetime import UTC, datetime, timedelta

import pytest

from bot import rights
from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import DisputeDuel, DuelDisputed, DuelUpheld, SettleDuel, UpholdDuel
from bot.joust.duel import Duel, DuelCommand, DuelSetup, decide, evolve
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel, Propose, UndoStep
from bot.projections.pods import find_settling
from bot.rules.facts import Player
from bot.rules.refusals import Refusal
from bot.rules.rights import Asker

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OPEN = OpenDuel(DuelSetup("own", None, 15), "ana", ("ana", "bo"))


def asked(*commands: DuelCommand) -> Duel:
    duel: Duel | None = None
    for command in commands:
        duel = evolve(duel, decide(duel, command))
    assert duel is not None
    return duel


RUNNING = (OPEN, StartDuel("ana"))
OVER = (*RUNNING, ConcedeDuel("bo"))
DISPUTED = (*OVER, DisputeDuel("ana"))
ASKED_BACK = (*OVER, Propose("bo", "undo"))


def test_a_result_counts_some_minutes_after_the_end_unless_it_is_contested() -> None:
    assert find_settling(asked(*OVER), NOON) == NOON + timedelta(minutes=15)
    assert find_settling(asked(*DISPUTED), NOON) is None
    assert find_settling(asked(*ASKED_BACK), NOON) is None


def test_asking_for_something_else_in_the_duel_contests_nothing() -> None:
    assert not asked(*RUNNING, Propose("bo", "close")).is_contested
    ended = asked(*RUNNING, Propose("bo", "close"), ConcedeDuel("bo"))
    assert not ended.is_contested


def test_a_dispute_names_who_it_is_and_a_moderator_lets_the_end_stand() -> None:
    disputed = asked(*DISPUTED)
    assert (disputed.disputed, disputed.counted) == ("ana", None)
    event = decide(disputed, UpholdDuel("mo"))
    assert event == DuelUpheld()
    stands = evolve(disputed, event)
    assert stands.counted == disputed.result
    assert (stands.disputed, stands.is_contested) == (None, False)


def test_a_moderator_lets_an_end_stand_that_is_asked_back_in_vain() -> None:
    stands = asked(*ASKED_BACK, UpholdDuel("mo"))
    assert stands.counted is not None
    assert stands.proposal is None


def test_who_disputes_can_think_again_and_the_clock_runs() -> None:
    disputed = asked(*DISPUTED)
    event = decide(disputed, UpholdDuel("ana"))
    assert event == DuelDisputed("ana", taken_back=True)
    after = evolve(disputed, event)
    assert (after.disputed, after.counted) == (None, None)
    assert find_settling(after, NOON) is not None


def test_an_end_taken_back_takes_its_dispute_with_it() -> None:
    again = asked(*DISPUTED, UndoStep(), ConcedeDuel("bo"))
    assert (again.disputed, again.disputers) == (None, ())
    assert decide(again, DisputeDuel("ana")) == DuelDisputed("ana")


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        (RUNNING, DisputeDuel("ana"), "duel-goes-on"),
        ((*RUNNING, CloseDuel()), DisputeDuel("ana"), "duel-goes-on"),
        (OVER, DisputeDuel("cy"), "not-in"),
        (DISPUTED, DisputeDuel("ana"), "disputed-once"),
        (DISPUTED, DisputeDuel("bo"), "duel-disputed"),
        ((*DISPUTED, UpholdDuel("ana")), DisputeDuel("ana"), "disputed-once"),
        ((*OVER, SettleDuel()), DisputeDuel("ana"), "duel-counts"),
        (DISPUTED, SettleDuel(), "dispute-settled"),
        (ASKED_BACK, SettleDuel(), "dispute-settled"),
        (OVER, UpholdDuel("mo"), "dispute-settled"),
        ((*DISPUTED, UpholdDuel("mo")), UpholdDuel("mo"), "dispute-settled"),
        (RUNNING, UpholdDuel("mo"), "dispute-settled"),
    ],
)
def test_what_cannot_be_disputed_or_stand_is_refused_with_its_code(
    before: tuple[DuelCommand, ...], command: DuelCommand, code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        decide(asked(*before), command)
    assert refused.value.code == code


def refusal(duel: Duel, command: DuelCommand, asker: Asker, maker: Player | None) -> str:
    try:
        rights.check(duel, command, asker, maker)
    except Refusal as refused:
        return refused.code
    return ""


def test_who_ended_it_does_not_dispute_it_and_either_does_where_somebody_else_has() -> None:
    over = asked(*OVER)
    for maker, refused in (("bo", ["bo"]), ("ana", ["ana"]), ("mo", [])):
        found = [
            player
            for player in ("ana", "bo")
            if refusal(over, DisputeDuel(player), Asker(player), maker) == "dispute-own"
        ]
        assert found == refused
    assert refusal(over, DisputeDuel("mo"), Asker("mo", moderator=True), "bo") == "only-duelists"


def test_whether_it_stands_is_for_who_disputes_it_and_a_moderator_who_may_have_to_be_neutral() -> (
    None
):
    disputed = asked(*DISPUTED)

    def stands(asker: Asker) -> str:
        return refusal(disputed, UpholdDuel(asker.player), asker, "bo")

    assert stands(Asker("ana")) == stands(Asker("mo", moderator=True, neutral=True)) == ""
    assert stands(Asker("bo")) == "duel-disputed"
    assert stands(Asker("bo", moderator=True)) == ""
    assert stands(Asker("bo", moderator=True, neutral=True)) == "other-moderator"
    assert stands(Asker("ana", moderator=True, neutral=True)) == ""
