"""What the rules do with the secret that seats are drawn from: they keep it, to the end."""

import pytest

from bot.rules.closing import ClosePod
from bot.rules.commands_and_events import Event
from bot.rules.decide import create_pod_event
from bot.rules.facts import DefeatReport, DefeatSource
from bot.rules.joining import JoinPod
from bot.rules.lobby import LeaveLobby, OpenLobby, StartGame
from bot.rules.next_turn import BeginNextTurn
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.pod import Pod, PodCommand, replay_pod_events
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.reporting import ReportDefeats
from bot.rules.restarting import BeginSubgame
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportWin

FOUR = ("ana", "bo", "cy", "di")
SECRET = "5" * 64
OPEN = OpenLobby(PodSetup(), "ana", FOUR, SECRET)
START = StartGame(("cy", "ana", "di", "bo"), "di")
HOST = OverrideGameAsModerator("host", "ana has gone home", player="bo")
BOLT = ReportDefeats((DefeatReport("bo", "life", (DefeatSource("ana", "Bolt"),)),))


def played(*commands: PodCommand) -> Pod:
    log: list[Event] = []
    for command in commands:
        log.append(create_pod_event(replay_pod_events(log), command))
    pod = replay_pod_events(log)
    assert pod is not None
    return pod


@pytest.mark.parametrize(
    "commands",
    [
        (),
        (JoinPod("eve"), LeaveLobby("ana")),
        (ClosePod(),),
        (START,),
        (START, BOLT, BeginNextTurn()),
        (START, BOLT, UndoPodEvent()),
        (START, BeginSubgame("shahrazad"), BOLT),
        (START, ReportWin("ana")),
        (START, HOST, OverrideGameAsModerator("void", "the cat sat on it")),
    ],
    ids=lambda commands: " ".join(type(command).__name__ for command in commands) or "Open",
)
def test_a_pod_keeps_its_secret(commands: tuple[PodCommand, ...]) -> None:
    assert played(OPEN, *commands).secret == SECRET


@pytest.mark.parametrize("lobby", [(), (HOST,), (ClosePod(), UndoPodEvent()), (HOST, ClosePod(), UndoPodEvent())])
def test_no_undo_leads_from_a_draw_back_to_the_lobby(lobby: tuple[PodCommand, ...]) -> None:
    """Who knows the secret must not get to sit down anew."""
    with pytest.raises(Refusal, match="nothing-to-undo"):
        played(OPEN, *lobby, START, UndoPodEvent())
    with pytest.raises(Refusal, match="nothing-to-undo"):
        played(OPEN, *lobby, START, BOLT, UndoPodEvent(), UndoPodEvent())
