"""What counts as lost: what was confirmed and is not in the log."""

import subprocess
import sys
from pathlib import Path

from tests.crash.promise import Delivery, Log, lost
from tests.loopback.objects import MEMBERS, Json, interaction
from tests.loopback.program import ROOT
from tests.loopback.rest import Answer
from tests.loopback.server import COMMAND, COMPONENT, Loopback

PLACE = (900, 100)


def press(discord: Loopback, id: int, custom_id: str, by: int = 0, content: str = "✅") -> None:
    """Note a press that was answered with a confirmation."""
    data: Json = {"custom_id": custom_id, "component_type": 2}
    discord.sent[id] = interaction(id, COMPONENT, data, MEMBERS[by], PLACE)
    discord.rest.answers[id] = Answer(id, 4, {"content": content})


def write(*ids: int) -> Log:
    return Log(interactions=[Delivery(PLACE[1], id, True) for id in ids])


def test_confirmed_press_without_an_event_is_lost() -> None:
    discord = Loopback()
    press(discord, 1, "pod:1:join")
    press(discord, 2, "pod:1:leave")
    assert lost(write(1), discord) == {2}
    assert lost(write(1, 2), discord) == set()


def test_second_join_that_is_told_of_the_first_is_not_lost() -> None:
    discord = Loopback()
    press(discord, 1, "pod:1:join")
    press(discord, 2, "pod:1:join")
    assert lost(write(1), discord) == set()


def test_join_by_a_command_that_is_told_of_the_first_by_a_button_is_not_lost() -> None:
    discord = Loopback()
    press(discord, 1, "pod:1:join")
    inner: Json = {"name": "join", "type": 1, "options": []}
    data: Json = {"id": "5", "name": "pod", "type": 1, "options": [inner]}
    discord.sent[2] = interaction(2, COMMAND, data, MEMBERS[0], PLACE)
    discord.rest.answers[2] = Answer(2, 4, {"content": "✅"})
    assert lost(write(1), discord) == set()
    assert lost(write(), discord) == {1, 2}


def test_join_after_leaving_is_lost_without_an_event() -> None:
    discord = Loopback()
    for id, custom_id in enumerate(("pod:1:join", "pod:1:leave", "pod:1:join"), 1):
        press(discord, id, custom_id)
    assert lost(write(1, 2), discord) == {3}


def test_join_of_somebody_else_explains_none() -> None:
    discord = Loopback()
    press(discord, 1, "pod:1:join")
    press(discord, 2, "pod:1:join", by=1)
    assert lost(write(1), discord) == {2}


def test_folder_of_logs_that_is_not_there_is_refused_at_once(tmp_path: Path) -> None:
    arguments = ("-m", "tests.crash", "--processes", "2", "--logs", f"{tmp_path / 'nowhere'}")
    ended = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 2
    assert "is not a folder" in ended.stderr


def test_list_of_what_there_is_to_confirm_is_no_confirmation() -> None:
    discord = Loopback()
    press(discord, 1, "pod:1:more", content="☑️ Yours to confirm or dispute: Fay wins.")
    assert lost(write(), discord) == set()
