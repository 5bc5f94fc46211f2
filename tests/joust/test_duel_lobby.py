"""A duel before it starts: who sits down, and what cannot be asked yet."""

import pytest

from bot.joust import commands as c
from bot.joust.decide import decide
from bot.joust.duel import Duel, ImpossibleStep, evolve, fold
from bot.joust.events import (
    CardDrawn,
    DuelEvent,
    DuelOpened,
    DuelOutcome,
    DuelSetup,
    StepUndone,
)
from bot.rules.refusals import Refusal

OPEN = c.OpenDuel(DuelSetup(title="Potions"), "ana", ("ana",))


def asked(*commands: c.DuelCommand) -> Duel:
    duel: Duel | None = None
    for command in commands:
        duel = evolve(duel, decide(duel, command))
    assert duel is not None
    return duel


def test_two_sit_down_and_the_duel_starts() -> None:
    lobby = asked(OPEN, c.JoinDuel("bo"))
    assert (lobby.state, lobby.players, lobby.setup.title) == ("lobby", ("ana", "bo"), "Potions")
    duel = evolve(lobby, decide(lobby, c.StartDuel("bo")))
    assert (duel.state, duel.active.player, duel.host) == ("running", "bo", "ana")


def test_the_dice_decide_in_the_order_of_joining() -> None:
    duel = asked(OPEN, c.JoinDuel("bo"), c.StartDuel(rolls=((4, 4), (1, 2))))
    assert duel.active.player == "bo"


def test_a_host_who_leaves_hands_the_lobby_on() -> None:
    lobby = asked(OPEN, c.JoinDuel("bo"), c.LeaveDuel("ana"))
    assert (lobby.host, lobby.players) == ("bo", ("bo",))
    assert asked(OPEN, c.LeaveDuel("ana")).host == "ana"


def test_a_lobby_can_be_closed_and_that_undone() -> None:
    assert asked(OPEN, c.CloseDuel()).state == "closed"
    assert asked(OPEN, c.CloseDuel(), c.UndoStep()).state == "lobby"


BOTH = (OPEN, c.JoinDuel("bo"))
RUNNING = (*BOTH, c.StartDuel("ana"))
CLOSED = (OPEN, c.CloseDuel())


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ((), c.EndTurn(), "no-duel"),
        ((), c.OpenDuel(DuelSetup(), "ana", ("ana", "ana")), "twice"),
        ((), c.OpenDuel(DuelSetup(), "ana", ("ana", "bo", "cy")), "duel-players"),
        ((OPEN,), OPEN, "duel-open"),
        ((OPEN,), c.JoinDuel("ana"), "already-in"),
        (BOTH, c.JoinDuel("cy"), "full"),
        ((OPEN,), c.LeaveDuel("bo"), "no-seat"),
        ((OPEN,), c.StartDuel("ana"), "duel-players"),
        (BOTH, c.StartDuel(), "duel-first"),
        (BOTH, c.StartDuel("ana", ((1, 2),)), "duel-first"),
        (BOTH, c.StartDuel("cy"), "first"),
        (BOTH, c.StartDuel(rolls=((1, 1),)), "opening-rolls"),
        ((OPEN,), c.EndTurn(), "duel-lobby"),
        ((OPEN,), c.ConcedeDuel("ana"), "duel-lobby"),
        ((OPEN,), c.UndoStep(), "duel-undo"),
        (RUNNING, c.JoinDuel("cy"), "duel-started"),
        (RUNNING, c.LeaveDuel("bo"), "duel-started"),
        (RUNNING, c.StartDuel("bo"), "duel-started"),
        (RUNNING, c.UndoStep(), "duel-undo"),
        (CLOSED, c.JoinDuel("bo"), "duel-closed"),
        (CLOSED, c.CloseDuel(), "duel-closed"),
        ((*RUNNING, c.ConcedeDuel("bo")), c.CloseDuel(), "duel-finished"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_code(
    before: tuple[c.DuelCommand, ...], command: c.DuelCommand, code: str
) -> None:
    duel = asked(*before) if before else None
    with pytest.raises(Refusal) as refused:
        decide(duel, command)
    assert refused.value.code == code


def test_events_that_cannot_follow_are_a_damaged_log() -> None:
    opened = DuelOpened(DuelSetup(), "ana")
    logs: list[list[DuelEvent]] = [
        [CardDrawn("ana", DuelOutcome())],
        [opened, opened],
        [opened, StepUndone()],
    ]
    for log in logs:
        with pytest.raises(ImpossibleStep):
            fold(log)
    assert fold([]) is None
