"""What the rules do with the secret that seats are drawn from: they keep it, to the end."""

import pytest

from bot.rules.acts import Event
from bot.rules.closing import Close
from bot.rules.decide import decide
from bot.rules.facts import Report, Source
from bot.rules.joining import Join
from bot.rules.lobby import Leave, Open, Start
from bot.rules.next_turn import NextTurn
from bot.rules.overrule import Overrule
from bot.rules.pod import Pod, PodCommand, fold
from bot.rules.records import Setup
from bot.rules.refusals import Refusal
from bot.rules.reporting import Defeat
from bot.rules.restarting import Subgame
from bot.rules.undoing import Undo
from bot.rules.winning import Win

FOUR = ("ana", "bo", "cy", "di")
SECRET = "5" * 64
OPEN = Open(Setup(), "ana", FOUR, SECRET)
START = Start(("cy", "ana", "di", "bo"), "di")
HOST = Overrule("host", "ana has gone home", player="bo")
BOLT = Defeat((Report("bo", "life", (Source("ana", "Bolt"),)),))


def played(*commands: PodCommand) -> Pod:
    log: list[Event] = []
    for command in commands:
        log.append(decide(fold(log), command))
    pod = fold(log)
    assert pod is not None
    return pod


@pytest.mark.parametrize(
    "commands",
    [
        (),
        (Join("eve"), Leave("ana")),
        (Close(),),
        (START,),
        (START, BOLT, NextTurn()),
        (START, BOLT, Undo()),
        (START, Subgame("shahrazad"), BOLT),
        (START, Win("ana")),
        (START, HOST, Overrule("void", "the cat sat on it")),
    ],
    ids=lambda commands: " ".join(type(command).__name__ for command in commands) or "Open",
)
def test_a_pod_keeps_its_secret(commands: tuple[PodCommand, ...]) -> None:
    assert played(OPEN, *commands).secret == SECRET


@pytest.mark.parametrize("lobby", [(), (HOST,), (Close(), Undo()), (HOST, Close(), Undo())])
def test_no_undo_leads_from_a_draw_back_to_the_lobby(lobby: tuple[PodCommand, ...]) -> None:
    """Who knows the secret must not get to sit down anew."""
    with pytest.raises(Refusal, match="nothing-to-undo"):
        played(OPEN, *lobby, START, Undo())
    with pytest.raises(Refusal, match="nothing-to-undo"):
        played(OPEN, *lobby, START, BOLT, Undo(), Undo())
