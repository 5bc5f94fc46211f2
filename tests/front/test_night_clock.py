"""The clock of a night: each unfinished pod hears once that its round is over, and plays on."""

from pathlib import Path

import pytest
from simcord import MemberActor

from bot.front.gateway import chores
from bot.storage.engine.schema import events
from tests.front import forging
from tests.front.playing import Table, list_more, press_more, read_board, read_call, said
from tests.front.simulated import Server, answer, in_flight
from tests.front.test_keeping import forgetful
from tests.front.test_me import app_of
from tests.front.test_nights import Evening, evening, seated
from tests.storage.store import rows

__all__ = ["evening"]  # pytest finds the fixture here

pytestmark = pytest.mark.usefixtures("still")

MINUTES = 50


async def begins(evening: Evening, people: int = 8, **options: object) -> list[Table]:
    """So many people are there, and the first round is seated; returns its pods."""
    pods = await evening.begins(people, minutes=MINUTES, **options)
    await evening.press_here(*pods)
    await evening.passes(1)
    return [Table(evening.server, thread) for thread in evening.server.channel.threads]


async def presses(evening: Evening, table: Table, who: MemberActor, label: str) -> None:
    """Presses a button of a pod, and lets its board be drawn."""
    with in_flight(evening.server.env):
        await who.click(table.board, label=label)
    await evening.server.env.advance_time(2)


def find_host(evening: Evening, table: Table) -> MemberActor:
    name = table.seats.splitlines()[0].split(" ")[1]
    return next(each for each in evening.people if each.user.global_name == name)


async def starts(evening: Evening, table: Table) -> MemberActor:
    """The host of a pod starts it."""
    host = find_host(evening, table)
    await presses(evening, table, host, "Start")
    return host


async def count_told(server: Server) -> int:
    log = await rows(app_of(server).database, events)
    return sum("time-up" in row for row in log)


def pinged(table: Table, word: str) -> list[int]:
    """Whom messages of a thread that say `word` have pinged; a repeated one counts once."""
    path = f"/channels/{table.channel.id}/messages"
    requests = table.server.env.http_requests
    sent = [each.json for each in requests if (each.method, each.path) == ("POST", path)]
    found = {each["nonce"]: each for each in sent if isinstance(each, dict) and word in str(each)}
    return [user for each in found.values() for user in each["allowed_mentions"].get("users") or ()]


async def test_round_is_over_on_time_also_between_two_chores(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    await evening.gathers(8, minutes=1)
    monkeypatch.setattr(chores, "CHORES", ())
    await evening.seats()
    await evening.server.env.advance_time(55)
    assert await count_told(evening.server) == 0
    await evening.server.env.advance_time(10)
    assert await count_told(evening.server) == 2


async def test_each_unfinished_pod_is_called_once_when_its_round_is_over(evening: Evening) -> None:
    first, second = await begins(evening)
    host = await starts(evening, second)
    await evening.passes(MINUTES - 3)
    assert "time!" not in read_call(second.board)
    await evening.passes(3)
    assert "time! Finish this turn cycle" in read_call(second.board)
    assert "has not begun" in read_call(first.board)
    called = [*pinged(first, "has not begun"), *pinged(second, "time!")]
    assert sorted(called) == sorted(each.id for each in evening.people[:8])
    await presses(evening, second, host, "Next turn")
    await evening.passes(30)
    assert [len(first.boards), len(second.boards)] == [1, 1]
    assert len(pinged(second, "time!")) == 4
    assert await count_told(evening.server) == 2


async def test_pause_moves_the_end_of_the_round(evening: Evening) -> None:
    await begins(evening)
    await evening.passes(20)
    await evening.does("pause")
    await evening.passes(MINUTES)
    assert await count_told(evening.server) == 0
    await evening.does("pause")
    await evening.passes(MINUTES - 25)
    assert await count_told(evening.server) == 0
    await evening.passes(6)
    assert await count_told(evening.server) == 2


@pytest.mark.parametrize("away", [0.0, 600.0])
async def test_kill_while_time_is_called_neither_loses_nor_doubles_a_call(
    evening: Evening, away: float, tmp_path: Path
) -> None:
    server = evening.server
    tables = await begins(evening)
    with forgetful(tmp_path / "games.db"):
        await evening.passes(MINUTES)
        await server.crash(away)
    await evening.passes(3)
    for table in tables:
        (board,) = table.boards
        assert "has not begun" in read_call(board)
    called = [user for table in tables for user in pinged(table, "has not begun")]
    assert sorted(called) == sorted(each.id for each in evening.people[:8])
    assert await count_told(server) == 2


# Unfinished pods


async def stops(evening: Evening, serial: int) -> str:
    """Ana picks an unfinished pod, and confirms it; returns what she is told."""
    server = evening.server
    shown = answer(await press_more(server.ana, evening.message, "Unfinished pods"))
    await server.ana.select(shown, values=[f"{serial}"])
    label = "Call a draw" if "Call a draw in" in shown.content else "Close it"
    with in_flight(server.env):
        await server.ana.click(shown, label=label)
    await server.env.advance_time(2)
    return shown.content


async def test_organiser_calls_a_draw_that_the_players_can_dispute(evening: Evening) -> None:
    pods = await begins(evening, variant="elimination")
    second, first = sorted(pods, key=lambda each: "Ana" in seated(each))
    await starts(evening, second)
    await evening.passes(MINUTES)
    assert "is over" in await stops(evening, pods.index(second) + 1)
    assert read_board(second.board).title == "🤝 **A draw**"
    assert "Dispute" in second.buttons
    assert "time!" not in read_call(second.board)
    assert "🤝" in evening.shown
    assert "🤝❔" in evening.shown
    listed = said(await press_more(evening.server.ana, evening.message, "Unfinished pods"))
    assert f"<#{first.channel.id}>" in listed
    assert f"<#{second.channel.id}>" not in listed
    await evening.passes(16)
    assert "🤝❔" not in evening.shown  # nobody has to confirm it


async def test_game_without_a_draw_is_closed_with_its_points(evening: Evening) -> None:
    first, _ = await begins(evening, variant="respawn")
    await starts(evening, first)
    assert "is over" in await stops(evening, 1)
    assert "Dispute" in first.buttons


async def test_pod_that_has_not_begun_is_closed(evening: Evening) -> None:
    await begins(evening)
    assert "is closed" in await stops(evening, 1)


async def test_only_who_leads_the_night_stops_its_pods(evening: Evening) -> None:
    first, _ = await begins(evening)
    bo = evening.server.bo
    buttons = ["Results", "Everybody", "Bring the board here", "Check the draw"]
    assert await list_more(bo, evening.message) == buttons
    for action in ("unfinished", "stopping:1"):
        pressed = await forging.press(bo, evening.server.channel, evening.message, f"plan:1:{action}")
        assert "who opened this night" in said(pressed)
    assert first.buttons
