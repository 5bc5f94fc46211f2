"""What the rules do with the secret that seats are drawn from: they keep it, to the end."""

import pytest

from bot.rules import commands as c
from bot.rules.decide import decide
from bot.rules.events import Event, Setup
from bot.rules.facts import Report, Source
from bot.rules.pod import Pod, fold
from bot.rules.refusals import Refusal

FOUR = ("ana", "bo", "cy", "di")
SECRET = "5" * 64
OPEN = c.Open(Setup(), "ana", FOUR, SECRET)
START = c.Start(("cy", "ana", "di", "bo"), "di")
HOST = c.Overrule("host", "ana has gone home", player="bo")
BOLT = c.Defeat((Report("bo", "life", (Source("ana", "Bolt"),)),))


def played(*commands: c.Command) -> Pod:
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
        (c.Join("eve"), c.Leave("ana")),
        (c.Close(),),
        (START,),
        (START, BOLT, c.NextTurn()),
        (START, BOLT, c.Undo()),
        (START, c.Subgame("shahrazad"), BOLT),
        (START, c.Win("ana")),
        (START, HOST, c.Overrule("void", "the cat sat on it")),
    ],
    ids=lambda commands: " ".join(type(command).__name__ for command in commands) or "Open",
)
def test_a_pod_keeps_its_secret(commands: tuple[c.Command, ...]) -> None:
    assert played(OPEN, *commands).secret == SECRET


@pytest.mark.parametrize("lobby", [(), (HOST,), (c.Close(), c.Undo()), (HOST, c.Close(), c.Undo())])
def test_no_undo_leads_from_a_draw_back_to_the_lobby(lobby: tuple[c.Command, ...]) -> None:
    """Who knows the secret must not get to sit down anew."""
    with pytest.raises(Refusal, match="nothing-to-undo"):
        played(OPEN, *lobby, START, c.Undo())
    with pytest.raises(Refusal, match="nothing-to-undo"):
        played(OPEN, *lobby, START, BOLT, c.Undo(), c.Undo())
