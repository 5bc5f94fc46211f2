"""What counts as lost: what was confirmed and is not kept; and the model of elimination."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from sqlalchemy import text

from bot.rules.commands_and_events import list_leaf_subclasses
from bot.rules.pod import NonGameplayEvent
from bot.storage.engine.migrate import migrate_database
from tests.crash.elimination import BESIDE_THE_GAME, Line, tell
from tests.crash.promise import Delivery, Log, Merging, Person, Reader, find_forgone, lost
from tests.loopback.objects import MEMBERS, Json, interaction
from tests.loopback.program import ROOT
from tests.loopback.rest import Answer
from tests.loopback.server import COMMAND, COMPONENT, Loopback
from tests.storage.store import Channel, execute, opened, url_of

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
    ended = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "is not a folder" in ended.stderr


def test_list_of_what_there_is_to_confirm_is_no_confirmation() -> None:
    discord = Loopback()
    press(discord, 1, "pod:1:more", content="☑️ Yours to confirm or dispute: Fay wins.")
    assert lost(write(), discord) == set()


# Merges and avoidances


def agree(*presses: tuple[int, str], **merging: Merging) -> list[str]:
    """What is forgone of these answers to a merge of Ana's old account, if this is kept."""
    discord = Loopback()
    for id, (by, content) in enumerate(presses, 1):
        press(discord, id, "merge:ana:yes", by, content)
    assert lost(write(), discord) == set(), "a merge is in no log"
    log = write()
    log.people["ana"] = Person(MEMBERS[0].id, "Ana")
    log.merges = {(PLACE[0], player): each for player, each in merging.items()}
    return find_forgone(log, discord)


def test_agreement_to_a_merge_that_is_not_kept_is_forgone() -> None:
    ana, bo = (0, "✅ Thank you."), (1, "✅ Done.")
    assert agree(ana) != []
    assert agree(ana, ana=Merging(None, False, True)) != []
    assert agree(ana, ana=Merging(None, True, False)) == []
    assert agree(ana, bo, ana=Merging(None, True, True)) != []
    assert agree(ana, bo, ana=Merging("bo", True, True)) == []
    assert agree((0, "🚫 That is gone.")) == []


def test_avoided_person_who_is_not_kept_is_forgone() -> None:
    discord = Loopback()
    press(discord, 1, "me:avoid", content="🤫 You avoid: Bo")
    discord.sent[1]["data"]["values"] = [str(MEMBERS[1].id)]
    log = write()
    assert find_forgone(log, discord) != []
    log.avoided.add((PLACE[0], MEMBERS[0].id, MEMBERS[1].id))
    assert find_forgone(log, discord) == []


# The model


def tell_game(*events: tuple[str, Json]) -> tuple[tuple[str, ...], set[str], list[int]]:
    """Who sits, who is out, and the life of each seat after these events of Ana, Bo and Cy."""
    begun = [("opened", {"setup": {"variant": "elimination"}}), ("started", {"seats": SEATS})]
    lines = [Line(1, 1, kind, json.dumps(facts)) for kind, facts in (*begun, *events)]
    game = tell(lines)[1, 1]
    return game.now.players, game.out, game.life


SEATS = ["ana", "bo", "cy"]
TAKEN: Json = {"player": "bo", "by": "di"}


def test_model_knows_every_event_that_changes_nothing_of_a_game() -> None:
    tags = {str(each.__struct_config__.tag) for each in list_leaf_subclasses(NonGameplayEvent)}
    assert tags <= BESIDE_THE_GAME


def test_model_seats_a_substitute_with_the_life_of_the_seat_and_undoes_it() -> None:
    hurt = ("counted", {"changes": [{"player": "bo", "kind": "life", "amount": -3}]})
    lost = ("defeated", {"reports": [{"loser": "di"}]})
    taken = ("substituted", TAKEN)
    assert tell_game(hurt, taken) == (("ana", "di", "cy"), set(), [40, 37, 40])
    assert tell_game(taken, lost) == (("ana", "di", "cy"), {"di"}, [40, 40, 40])
    assert tell_game(taken, lost, ("undone", {"step": 2})) == (("ana", "di", "cy"), set(), [40] * 3)
    assert tell_game(taken, ("undone", {"step": 1})) == (("ana", "bo", "cy"), set(), [40] * 3)


def test_model_keeps_a_substitute_when_an_earlier_report_is_undone() -> None:
    lost = ("defeated", {"reports": [{"loser": "cy"}]})
    later = [{"version": 5, "event": {"type": "substituted", **TAKEN}}]
    undone = ("undone", {"step": 1, "later": later})
    told = tell_game(lost, ("substituted", TAKEN), undone)
    assert told == (("ana", "di", "cy"), set(), [40, 40, 40])


async def test_reader_folds_a_game_on_and_anew_if_an_event_is_gone(tmp_path: Path) -> None:
    url = url_of(tmp_path / "suzerain.sqlite3")
    await asyncio.to_thread(migrate_database, url)
    reader = Reader(url)
    async with opened(url) as database:
        channel = Channel(database)
        await channel.play("bo")
        await reader.read()
        await channel.play("cy")
        found = await reader.read()
        assert found.pods == (await Reader(url).read()).pods
        last = text("DELETE FROM events WHERE version = (SELECT max(version) FROM events)")
        await execute(database, last)
    left = await reader.read()
    assert left.pods == (await Reader(url).read()).pods != found.pods
