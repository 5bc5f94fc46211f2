"""What goes wrong between people, Discord and the database, and what people see of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.front.gateway.client import SuzerainBot
from bot.storage.record.people import PeopleRepository, PeopleWithUnsavedNames, Person
from tests.front.playing import Form, Table, acts, does, end, forced, said
from tests.front.simulated import Server, answer, deliver_again, in_flight

LATE = ("POST", "/interactions/*/callback")


async def four(server: Server) -> Table:
    """A game of Ana, Bo, Cy and Di that has just begun."""
    return await Table(server).started(*server.everybody[:4])


async def story(table: Table) -> list[str]:
    """What happened, as `/pod log` tells it; of a short story all of it."""
    told = answer(await acts(table.server.gil, table.channel, "log"))
    return (told.embeds[0].description or "").splitlines()


# The same interaction, twice at once


async def test_a_join_delivered_twice_at_once_seats_once(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    with in_flight(server.env):
        joined = await server.cy.click(table.board, label="Join")
        deliver_again(server.env, joined)
    await server.env.settle()
    assert said(joined) == "✅ You have a seat."
    assert table.seats == "1. Bo\n2. Cy"
    assert len(await story(table)) == 2


async def test_a_defeat_delivered_twice_at_once_counts_once(server: Server) -> None:
    table = await four(server)
    with in_flight(server.env):
        reported = await table.reports(server.bo, "Bo", "Ana")
        deliver_again(server.env, reported)
    await server.env.settle()
    assert said(reported).startswith("✅ Recorded.")
    at = table.lines.index("👑 **Ana**")
    assert table.lines[at + 1] == "┗ Bo"
    said(await server.ana.slash(table.channel, "undo"))
    assert "┗ Bo" not in table.lines


async def test_a_form_delivered_twice_at_once_reports_once(server: Server) -> None:
    table = await four(server)
    form = Form(table, server.bo, await table.reports(server.bo, "Bo", "Bo"))
    before = len(await story(table))
    with in_flight(server.env):
        sent = await form.own("Bo")
        deliver_again(server.env, sent)
    await server.env.settle()
    assert sent.acknowledged
    assert len(await story(table)) == before + 2  # the facts and the verdict
    assert table.lines.count("💀 ~~Bo~~") == 1


async def test_an_undo_delivered_twice_at_once_takes_one_report_back(server: Server) -> None:
    table = await four(server)
    await table.reports(server.bo, "Bo", "Ana")
    await table.reports(server.cy, "Cy", "Ana")
    with in_flight(server.env):
        undone = await server.ana.slash(table.channel, "undo")
        deliver_again(server.env, undone)
    await server.env.settle()
    assert said(undone).startswith("↩️")
    assert "┗ Bo" in table.lines
    assert "👑 **Cy**" in table.lines


async def test_a_second_press_of_the_same_button_is_told_why_not(server: Server) -> None:
    table = await Table(server).opened(*server.everybody[:4])
    with in_flight(server.env):
        first = await server.ana.click(table.board, label="Start")
        second = await server.ana.click(table.board, label="Start")
    await server.env.settle()
    done, refused = sorted((said(first), said(second)))
    assert done == "✅ The game is on. Good luck!"
    assert refused.startswith("🚫 The game has already started.")


# Buttons of another time, and of other people


UNKNOWN_BUTTONS = ["pod:1:dance", "pod:x:join", "form:gone", "nothing", "log:1:-1"]


async def test_a_button_that_the_bot_does_not_know_is_answered(server: Server, subtests: pytest.Subtests) -> None:
    table = await Table(server).opened(server.bo)
    for custom_id in UNKNOWN_BUTTONS:
        with subtests.test(custom_id):
            told = said(await forced(table, server.cy, table.board, custom_id))
            assert told.startswith("🚫 This button no longer works.")
            assert table.seats == "1. Bo"


async def test_a_lobbys_button_is_late_once_the_game_runs(server: Server) -> None:
    table = await Table(server).opened(*server.everybody[:4])
    with in_flight(server.env):
        await server.ana.click(table.board, label="Start")
        late = await server.eve.click(table.board, label="Join")
    await server.env.settle()
    assert said(late).startswith("🚫 The game has started, so it is too late to join.")


@pytest.mark.parametrize("action", ["concede", "report", "join"])
async def test_old_buttons_of_a_game_that_is_over_change_nothing_after_its_rematch(server: Server, action: str) -> None:
    table = await four(server)
    await end(server.ana, table.channel, "draw")
    old = table.board
    said(await server.bo.click(old, label="Rematch"))
    assert len(table.boards) == 2
    assert table.seats.splitlines()[0] == "1. Bo"
    told = said(await forced(table, server.cy, old, f"pod:1:{action}"))
    assert told.startswith("🚫 The game ")
    assert len(table.boards) == 2


@pytest.mark.parametrize("action", ["report", "checklist"])
async def test_buttons_of_a_game_are_for_its_players(server: Server, action: str) -> None:
    table = await four(server)
    told = said(await server.gil.click(table.board, custom_id=table.find_button(action)))
    assert told.startswith("🚫 Only players in this game can do that.")


@pytest.mark.parametrize("command", ["concede", "turn", "draw"])
async def test_commands_of_a_game_are_for_its_players(server: Server, command: str) -> None:
    table = await four(server)
    before = await story(table)
    told = said(await does(server.gil, table.channel, command))
    assert told.startswith("🚫 Only players in this game can do that.")
    assert await story(table) == before


# Where there is no game


async def test_without_a_game_there_is_nobody_to_choose(server: Server) -> None:
    assert await server.bo.autocomplete(server.channel, "defeat", "loser", "b") == []


@pytest.mark.parametrize("command", ["pod status", "concede", "undo"])
async def test_without_a_game_every_command_says_so(server: Server, command: str) -> None:
    told = said(await server.bo.slash(server.channel, command))
    assert told.startswith("🚫 There is no game here yet. Open one with </pod open:")


# An answer that comes too late


async def test_an_answer_too_late_loses_no_join(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    server.env.inject_error(*LATE, status=404, code=10062)
    joined = await server.cy.click(table.board, label="Join")
    assert not joined.acknowledged
    assert table.seats == "1. Bo\n2. Cy"


async def test_an_answer_too_late_loses_no_report(server: Server) -> None:
    table = await four(server)
    server.env.inject_error(*LATE, status=404, code=10062)
    await table.reports(server.bo, "Bo", "Ana")
    assert "┗ Bo" in table.lines
    assert server.env.errors == []


async def test_an_answer_that_discord_refuses_loses_no_report(server: Server) -> None:
    table = await four(server)
    server.env.inject_error(*LATE, status=500)
    told = said(await table.reports(server.bo, "Bo", "Ana"))
    assert told.startswith("⚠️")
    assert "</pod status:" in told
    assert "┗ Bo" in table.lines
    assert len(server.env.errors) == 1  # in the operator's log


async def test_a_refusal_too_late_is_no_alarm(server: Server) -> None:
    table = await Table(server).opened(server.bo)
    server.env.inject_error(*LATE, status=404, code=10062)
    await server.bo.click(table.board, label="Join")
    assert table.seats == "1. Bo"


# The database in trouble


@contextmanager
def busy(file: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def without_tables(file: Path, *tables: str) -> Iterator[None]:
    """Nothing can be read from these tables, by default from any that people decide in."""
    gone = tables or ("events", "guilds", "audit", "seasons", "guests", "merges")
    named = ", ".join("?" * len(gone))
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        # To rename them takes twenty times as long: SQLite reads the whole schema for each.
        other.execute("PRAGMA writable_schema = ON")
        [version] = other.execute("PRAGMA schema_version").fetchone()
        rows = other.execute(f"DELETE FROM sqlite_schema WHERE tbl_name IN ({named}) RETURNING *", gone).fetchall()
        other.execute(f"PRAGMA schema_version = {version + 1}")  # so that all connections read it anew
        yield
        other.executemany("INSERT INTO sqlite_schema VALUES (?, ?, ?, ?, ?)", rows)
        other.execute(f"PRAGMA schema_version = {version + 2}")


UNWRITTEN = "⚠️ I can’t reach my database"


async def test_a_busy_database_changes_nothing_and_is_told_in_plain_words(server: Server, tmp_path: Path) -> None:
    table = await Table(server).opened(server.bo)
    with busy(tmp_path / "games.db"):
        told = said(await server.cy.click(table.board, label="Join"))
    assert told.startswith(UNWRITTEN)
    assert table.seats == "1. Bo"
    assert len(await story(table)) == 1
    assert said(await server.cy.click(table.board, label="Join")) == "✅ You have a seat."


async def test_a_log_that_cannot_be_read_is_told_in_plain_words(server: Server, tmp_path: Path) -> None:
    table = await four(server)
    with without_tables(tmp_path / "games.db", "events"):
        pressed = said(await end(server.bo, table.channel, "concede"))
        looked = said(await acts(server.bo, table.channel, "log"))
    assert pressed.startswith(UNWRITTEN)
    assert looked.startswith("⚠️ ")
    assert len(server.env.errors) == 1  # in the operator's log
    assert "💀 ~~Bo~~" not in table.lines
    assert said(await end(server.bo, table.channel, "concede")).startswith("✅")


async def test_a_person_whom_another_process_stores_at_the_same_time_can_act_again_at_once(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_unsaved = PeopleRepository.find_people_with_unsaved_names

    def find_unsaved_just_before_other_process(people: PeopleRepository, *persons: Person) -> PeopleWithUnsavedNames:
        unsaved = find_unsaved(people, *persons)
        with closing(sqlite3.connect(tmp_path / "games.db")) as other, other:
            row = ("from elsewhere", server.bo.id, "Bo", "bo")
            other.execute("INSERT INTO people (id, discord_id, name, username) VALUES (?, ?, ?, ?)", row)
        return unsaved

    asked = answer(await server.bo.slash(server.channel, "me avoid"))
    with monkeypatch.context() as race:
        race.setattr(PeopleRepository, "find_people_with_unsaved_names", find_unsaved_just_before_other_process)
        told = said(await server.bo.select(asked, [server.cy], custom_id="me:avoid"))
    assert told.startswith("⏳ I have too much to do right now. Nothing was changed")
    asked = answer(await server.bo.slash(server.channel, "me avoid"))
    await server.bo.select(asked, [server.cy], custom_id="me:avoid")
    assert "You avoid: Cy" in answer(await server.bo.slash(server.channel, "me avoid")).content


# The bot is being stopped


async def test_while_it_stops_the_bot_takes_nothing_new_and_says_so(server: Server) -> None:
    table = await four(server)
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    await client.finish_work_before_shutdown()
    for asked in (await server.bo.slash(table.channel, "concede"), await server.bo.click(table.board, label="Report")):
        assert said(asked).startswith("🚫 I am restarting.")
    assert await server.bo.autocomplete(table.channel, "defeat", "loser", "") == []
    assert len(table.lines) == 4
    await server.restart()
    assert said(await end(server.bo, table.channel, "concede")).startswith("✅")
