"""A duel before it starts: who sits down, and what cannot be asked yet."""

import pytest

from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import (
    Duel,
    DuelCommand,
    DuelEvent,
    DuelSetup,
    DuelStateChanges,
    ImpossibleDuelEventError,
    apply_duel_event,
    create_event_of_duel_command,
    replay_duel_events,
)
from bot.joust.lobby import DuelOpened, JoinDuel, LeaveDuelLobby, OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel, DuelStepUndone, UndoDuelStep
from bot.joust.turns import DuelCardDrawn, EndDuelTurn
from bot.rules.refusals import Refusal

OPEN = OpenDuel(DuelSetup(title="Potions"), "ana", ("ana",))


def asked(*commands: DuelCommand) -> Duel:
    duel: Duel | None = None
    for command in commands:
        duel = apply_duel_event(duel, create_event_of_duel_command(duel, command))
    assert duel is not None
    return duel


def test_two_sit_down_and_the_duel_starts() -> None:
    lobby = asked(OPEN, JoinDuel("bo"))
    assert (lobby.state, lobby.players, lobby.setup.title) == ("lobby", ("ana", "bo"), "Potions")
    duel = apply_duel_event(lobby, create_event_of_duel_command(lobby, StartDuel("bo")))
    assert (duel.state, duel.active_duelist.player, duel.host) == ("running", "bo", "ana")


def test_the_dice_decide_in_the_order_of_joining() -> None:
    duel = asked(OPEN, JoinDuel("bo"), StartDuel(rolls=((4, 4), (1, 2))))
    assert duel.active_duelist.player == "bo"


def test_a_host_who_leaves_hands_the_lobby_on() -> None:
    lobby = asked(OPEN, JoinDuel("bo"), LeaveDuelLobby("ana"))
    assert (lobby.host, lobby.players) == ("bo", ("bo",))
    assert asked(OPEN, LeaveDuelLobby("ana")).host == "ana"


def test_a_lobby_can_be_closed_and_that_undone() -> None:
    assert asked(OPEN, CloseDuel()).state == "closed"
    assert asked(OPEN, CloseDuel(), UndoDuelStep()).state == "lobby"


BOTH = (OPEN, JoinDuel("bo"))
RUNNING = (*BOTH, StartDuel("ana"))
CLOSED = (OPEN, CloseDuel())


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ((), EndDuelTurn(), "no-duel"),
        ((), OpenDuel(DuelSetup(), "ana", ("ana", "ana")), "twice"),
        ((), OpenDuel(DuelSetup(), "ana", ("ana", "bo", "cy")), "duel-players"),
        ((OPEN,), OPEN, "duel-open"),
        ((OPEN,), JoinDuel("ana"), "already-in"),
        (BOTH, JoinDuel("cy"), "full"),
        ((OPEN,), LeaveDuelLobby("bo"), "no-seat"),
        ((OPEN,), StartDuel("ana"), "duel-players"),
        (BOTH, StartDuel(), "duel-first"),
        (BOTH, StartDuel("ana", ((1, 2),)), "duel-first"),
        (BOTH, StartDuel("cy"), "first"),
        (BOTH, StartDuel(rolls=((1, 1),)), "opening-rolls"),
        ((OPEN,), EndDuelTurn(), "duel-lobby"),
        ((OPEN,), ConcedeDuel("ana"), "duel-lobby"),
        ((OPEN,), UndoDuelStep(), "duel-undo"),
        (RUNNING, JoinDuel("cy"), "duel-started"),
        (RUNNING, LeaveDuelLobby("bo"), "duel-started"),
        (RUNNING, StartDuel("bo"), "duel-started"),
        (RUNNING, UndoDuelStep(), "duel-undo"),
        (CLOSED, JoinDuel("bo"), "duel-closed"),
        (CLOSED, CloseDuel(), "duel-closed"),
        ((*RUNNING, ConcedeDuel("bo")), CloseDuel(), "duel-finished"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_code(
    before: tuple[DuelCommand, ...], command: DuelCommand, code: str
) -> None:
    duel = asked(*before) if before else None
    with pytest.raises(Refusal) as refused:
        create_event_of_duel_command(duel, command)
    assert refused.value.code == code


def test_events_that_cannot_follow_are_a_damaged_log() -> None:
    opened = DuelOpened(DuelSetup(), "ana")
    logs: list[list[DuelEvent]] = [
        [DuelCardDrawn("ana", DuelStateChanges())],
        [opened, opened],
        [opened, DuelStepUndone()],
    ]
    for log in logs:
        with pytest.raises(ImpossibleDuelEventError):
            replay_duel_events(log)
    assert replay_duel_events([]) is None
