"""A database and messages from before the front had rooms go on under this version.

They were recorded with commit cf789fe, the last before the move. A script, run once with that
commit's tests on the path, played in a simulated Discord: a pod in each of the channels named in
`before_rooms.json`, each in another state, in a season of a server that later required
confirmations. `before_rooms.sql` is SQLite's dump of the database at the end. `before_rooms.json`
has the ids of the server, its members and channels, each pod's state, the messages with their
components, and the private answers by their reader. `custom_ids` has one or two of every shape of
id that the commit's own front tests produced, with the name under which a press was counted,
limited and documented.
"""

import json
import sqlite3
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot import app
from bot.app import BotApplication
from bot.care.integrity import check_integrity_of_database
from bot.config import BotSettings, DatabaseSettings
from bot.front.gateway.features import ROUTER
from bot.front.interaction.rate_limits import NO_LIMITS
from bot.front.publishing.request_limiter import UNLIMITED
from bot.sandbox import simcord_patches
from bot.service.live_game import ChannelAddress
from bot.service.service import GameService
from bot.storage.engine.database import Database
from bot.storage.engine.migrate import upgrade_database_schema
from bot.storage.record.log import EventLog
from bot.storage.record.people import PeopleRepository
from bot.watch import TelemetryRecorder
from tests.front import forging, simulated
from tests.front.deciding import report, shown
from tests.front.playing import Table
from tests.front.simulated import Server
from tests.storage.store import opened, url_of

HERE = Path(__file__).parent
RECORDED: Mapping[str, Any] = json.loads((HERE / "before_rooms.json").read_text("utf-8"))
CHANNELS: Mapping[str, int] = RECORDED["channels"]
UNTIL = datetime.fromisoformat(RECORDED["until"])

Answered = list[tuple[str, str, str]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The database as that version left it."""
    file = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((HERE / "before_rooms.sql").read_text("utf-8"))
    return file


# The database


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Database]:
    async with opened(url_of(file)) as database:
        await upgrade_database_schema(database)
        yield database


async def test_every_pod_and_all_that_follows_from_it_is_what_the_log_says(database: Database) -> None:
    found = await database.run_read_transaction_without_timeout(check_integrity_of_database)
    assert found.pods == len(CHANNELS)
    for problems in (found.damaged, found.strayed, found.boards, found.ratings):
        assert str(problems) == ""


async def test_every_pod_is_in_the_state_in_which_it_was_left(database: Database) -> None:
    service = GameService(EventLog(database), PeopleRepository(database), lambda: UNTIL)
    for name, was in RECORDED["pods"].items():
        live = await service.load_current_game(ChannelAddress(RECORDED["guild"], CHANNELS[name]))
        assert live.pod is not None
        is_now = {
            "state": live.pod.state,
            "version": live.version,
            "claims": len(live.pod.unconfirmed),
            "disputed": live.pod.disputed_report is not None,
        }
        assert is_now == was, name


# What is pressed


@pytest.mark.parametrize("name", RECORDED["custom_ids"])
def test_each_custom_id_is_answered_under_the_name_that_it_had(name: str) -> None:
    for custom_id in RECORDED["custom_ids"][name]:
        match = ROUTER.find_route(custom_id)
        assert match is not None, custom_id
        assert match.route.metrics_name == name, custom_id


@pytest.fixture
async def server(file: Path) -> AsyncIterator[Server]:
    """The same server in the same Discord, a minute later, with today's bot."""
    database = DatabaseSettings(url_of(file))

    async def build() -> BotApplication:
        return await app.build_bot_application(BotSettings(database=database), UNLIMITED, NO_LIMITS)

    bot = simulated.Bot(build)
    bot.app = built = await build()
    simcord_patches.patch_simulator_to_return_when_idle()
    with simulated.nonces(), simulated.threads(), simulated.still_time():
        env = simcord.Env(built.client, shard_count=1, settle_timeout=60.0)
        server = simulated.found(env, bot, {})
        channels = {name: server.guild.create_text_channel(name) for name in CHANNELS}
        assert server.guild.id == RECORDED["guild"]
        assert {name: channel.id for name, channel in channels.items()} == CHANNELS
        for message in RECORDED["messages"]:
            _restore(env, message)
        simcord_patches.start_simulated_clock_at(env, UNTIL + timedelta(minutes=1))
        await env.start()
        try:
            yield server
        finally:
            await env.shutdown()
            await built.close()
    simulated.raise_errors(env)


def _restore(env: simcord.Env, recorded: Mapping[str, Any]) -> None:
    """Put a message of the bot back into its channel, with its old id."""
    shown = {name: recorded[name] for name in ("content", "embeds", "components")}
    backend, channel = env.backend, CHANNELS[recorded["channel"]]
    message = backend.prepare_message(channel, backend.bot_user.id, **shown)
    message.id = backend.reserve_id(recorded["id"])
    backend.commit_message(message, broadcast=False)


def table_in(server: Server, name: str) -> Table:
    """Return the pod of a channel, which shows only the old board."""
    table = Table(server, server.guild.channels[name])
    assert [board.id for board in table.boards] == [message_in(name)["id"]]
    return table


def message_in(name: str) -> Mapping[str, Any]:
    """Return the board of a channel as it was recorded."""
    found: list[Mapping[str, Any]] = RECORDED["messages"]
    return next(each for each in found if each["channel"] == name)


async def learn(table: Table) -> None:
    """Find the bot's id of each player."""
    choices = await table.server.bo.autocomplete(table.channel, "defeat", "loser", "")
    table.keys = {choice["name"]: choice["value"] for choice in choices}


async def win(table: Table, *losers: str, confirmed: bool = False) -> None:
    """Let Bo win: the others lose to him, and confirm it where the server requires that."""
    await learn(table)
    for loser in losers:
        await table.reports(table.server.bo, loser, "Bo")
        if confirmed:
            await table.server.people[loser.lower()].click(table.board, label="Confirm")


def check_won(table: Table, name: str) -> None:
    """Check that the old board, or one that moved, and no other, shows that Bo has won."""
    assert len(table.boards) == 1
    assert name in ("lobby", "waiting") or table.board.id == message_in(name)["id"]
    assert "Bo" in str(table.embed.to_dict()["description"])
    assert table.buttons[0] in ("Rematch", "Next round")


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Answered:
    """Return the request, the outcome and the refusal's code of each interaction."""
    seen: Answered = []

    def interaction(
        _: TelemetryRecorder, command: str, __: object, outcome: str, ___: float, refusal: str = ""
    ) -> None:
        seen.append((command, outcome, refusal))

    monkeypatch.setattr(TelemetryRecorder, "record_interaction", interaction)
    return seen


def list_presses() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Return presses with member and channel; a board's host presses the board."""
    for message in RECORDED["messages"]:
        yield from (("bo", message["channel"], each) for each in message["custom_ids"])
    for message in RECORDED["private"]:
        yield from ((message["who"], message["channel"], each) for each in message["custom_ids"])


async def test_whatever_was_shown_is_answered_when_it_is_pressed(server: Server, answered: Answered) -> None:
    for who, name, pressed in list_presses():
        table = Table(server, server.guild.channels[name])
        values = pressed.get("values", ())
        member = server.people[who]
        await forging.press(member, table.channel, table.boards[0], pressed["custom_id"], *values)
        called, outcome, refusal = answered[-1]
        assert called == pressed["name"]
        assert outcome in ("done", "refused"), pressed
        assert refusal != "unknown-button", pressed


# Played on


async def test_a_lobby_is_joined_started_and_played_to_its_end(server: Server) -> None:
    table = table_in(server, "lobby")
    await server.eve.click(table.board, label="Join")
    await server.bo.click(table.board, label="Start")
    await win(table, "Cy", "Di", "Eve")
    check_won(table, "lobby")


async def test_a_running_game_is_played_to_its_end(server: Server) -> None:
    table = table_in(server, "running")
    await server.bo.click(table.board, label="Next turn")
    await win(table, "Cy", "Eve")
    check_won(table, "running")


async def test_an_open_choice_moves_to_a_board_that_calls_moderators_and_is_made(server: Server) -> None:
    table = Table(server, server.guild.channels["waiting"])
    assert len(table.boards) == 1
    await learn(table)
    await table.chooses(server.eve, "Bo")
    assert not table.menus
    await win(table, "Cy", "Di")
    check_won(table, "waiting")


async def test_a_report_that_waited_is_confirmed_and_the_game_goes_on(server: Server) -> None:
    table = table_in(server, "claimed")
    await server.di.click(table.board, label="Confirm")
    await win(table, "Cy", "Eve", confirmed=True)
    check_won(table, "claimed")


async def test_a_dispute_is_settled_and_the_game_goes_on(server: Server) -> None:
    table = table_in(server, "disputed")
    await server.ana.click(table.board, label="It stands")  # as it was called then
    await win(table, "Cy", "Eve", confirmed=True)
    check_won(table, "disputed")


async def test_a_corrected_game_is_corrected_again_and_played_to_its_end(server: Server) -> None:
    table = table_in(server, "corrected")
    newest = await report(table, "undo", "")
    preview = await shown(table, "undo", report=newest)
    await preview.press("Apply")
    await win(table, "Cy", "Di", "Eve")
    check_won(table, "corrected")


async def test_the_next_round_of_a_series_follows_the_last_one(server: Server) -> None:
    table = table_in(server, "series")
    await server.bo.click(table.board, label="Next round")
    for each in (server.cy, server.di, server.eve):
        await each.click(table.board, label="Join")
    await server.bo.click(table.board, label="Start")
    await win(table, "Cy", "Di", "Eve", confirmed=True)
    assert len(table.boards) == 2
    assert "round 2: Bo 6 of 10" in str(table.embed.to_dict())


async def test_totals_go_on_from_where_they_were_by_the_panel_that_was_shown(server: Server) -> None:
    table = table_in(server, "counting")
    panel = next(each for each in RECORDED["private"] if each["channel"] == "counting")
    fewer = next(each["custom_id"] for each in panel["custom_ids"] if ":life:-5:" in each["custom_id"])
    await forging.press(server.bo, table.channel, table.board, fewer)
    assert "32" in str(table.embed.to_dict())
