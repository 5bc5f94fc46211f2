"""What the operator's log and metrics tell of interactions, and what they never tell."""

import asyncio
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import ComponentType
from prometheus_client.parser import text_string_to_metric_families

from bot.front.gateway.client import SuzerainBot
from bot.front.gateway.features import ROUTER
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import ChangeOrCondition
from bot.watch.metrics import PrometheusMetrics
from tests.front.playing import Form, Table, acts, end, forced, form_of, press_more, said
from tests.front.simulated import Server, deliver_again, in_flight
from tests.front.test_trouble import LATE, without_tables

LOG = "bot.interactions"
OWN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class Lines:
    """The lines of the log, one for each interaction."""

    def __init__(self, log: pytest.LogCaptureFixture) -> None:
        self._log = log

    @property
    def records(self) -> list[logging.LogRecord]:
        return [record for record in self._log.records if record.name == LOG]

    @property
    def texts(self) -> list[str]:
        """The lines as text, without the time that each took."""
        return [re.sub(r" ms=\d+\.\d$", "", r.getMessage()) for r in self.records]

    @property
    def fields(self) -> list[dict[str, Any]]:
        """What JSON keeps apart."""
        return [{k: v for k, v in vars(r).items() if k not in OWN} for r in self.records]

    @property
    def last(self) -> tuple[str, str, str]:
        """Command, outcome and code of the refusal in the newest line."""
        fields = self.fields[-1]
        return fields["command"], fields["outcome"], fields.get("refusal", "")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Lines:
    caplog.set_level(logging.INFO, LOG)
    return Lines(caplog)


async def test_a_command_is_one_line(server: Server, lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    commit_changes = Database.commit_changes

    async def commit_changes_slowly(database: Database, *changes: ChangeOrCondition) -> None:
        await asyncio.sleep(0.25)  # of the simulated clock
        await commit_changes(database, *changes)

    monkeypatch.setattr(Database, "commit_changes", commit_changes_slowly)
    await server.bo.slash(server.channel, "pod open", title="A secret meeting")
    assert lines.texts == [f'command="pod open" channel={server.channel.id} outcome=done']
    [fields] = lines.fields
    assert fields.pop("ms") >= 250
    assert fields == {"command": "pod open", "channel": server.channel.id, "outcome": "done"}


async def test_a_button_is_one_line(server: Server, lines: Lines) -> None:
    table = await Table(server).opened(server.bo, server.cy)
    await server.bo.click(table.board, label="Leave")
    assert lines.texts[1:] == [
        f"command=pod:{action} channel={server.channel.id} outcome=done" for action in ("join", "leave")
    ]


async def test_the_menu_of_a_name_is_one_line(server: Server, lines: Lines) -> None:
    table = await Table(server).started(*server.everybody[:4])
    before = len(lines.texts)
    await server.bo.context_menu(table.channel, "Report their defeat", server.cy)
    assert len(lines.texts) == before + 1
    assert lines.last == ("Report their defeat", "done", "")


async def test_a_refusal_is_a_line_without_the_names_in_it(server: Server, lines: Lines) -> None:
    table = await Table(server).started(*server.everybody[:4])
    refused = await server.bo.slash(table.channel, "defeat", loser="Zoe")
    assert {"Zoe", "Ana", "Cy"} <= set(re.findall(r"\w+", said(refused)))
    channel = server.channel.id
    assert lines.texts[-1] == f"command=defeat channel={channel} outcome=refused refusal=who"
    assert lines.fields[-1].keys() == {"command", "channel", "outcome", "refusal", "ms"}


async def test_no_line_of_a_whole_game_holds_anything_that_somebody_typed_or_is_called(
    server: Server, lines: Lines, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    table = await Table(server).started(*server.everybody[:4], title="Midnight")
    form = Form(table, server.bo, await table.reports(server.bo, "Bo", "Bo", card="Lightning Axe"))
    await form.own("Bo")
    await table.reports(server.cy, "Cy", "Ana", card="Lightning Axe")
    written = " ".join(f"{r.getMessage()} {vars(r)}" for r in caplog.records if r.name[:3] == "bot")
    assert "defeat" in written
    private = ["Midnight", "Axe", *(name.capitalize() for name in server.people)]
    assert [each for each in private if re.search(rf"\b{each}\b", written)] == []
    assert [m for m in server.everybody if str(m.id) in written] == []


MADE_UP = ["pod:1:dance", "form:gone:hunter2", "hunter2", "", ":::"]


async def test_whatever_a_client_makes_up_is_called_unknown(
    server: Server, lines: Lines, subtests: pytest.Subtests
) -> None:
    table = await Table(server).opened(server.bo)
    for custom_id in MADE_UP:
        with subtests.test(custom_id):
            await forced(table, server.cy, table.board, custom_id)
            command, outcome, _ = lines.last
            assert (command, outcome) == ("unknown", "refused")
            assert "hunter2" not in lines.texts[-1]


def pressable(sent: Any) -> Iterator[dict[str, Any]]:
    """All components that an interaction can come from, however deep in what the bot sent."""
    if isinstance(sent, list):
        for each in sent:
            yield from pressable(each)
    elif isinstance(sent, dict):
        if "custom_id" in sent and sent.get("type") != ComponentType.text_input.value:
            yield sent
        yield from pressable(list(sent.values()))


async def test_all_that_the_bot_lets_people_press_has_a_name(server: Server) -> None:
    table = await Table(server).started(*server.everybody[:4], choose_master=True)
    await press_more(server.ana, table.board, "Concede")
    await table.reports(server.cy, "Cy", "Ana")
    form = Form(table, server.bo, await table.reports(server.bo, "Bo", "Bo"))
    await form.press("details")
    await form.press("source")
    await form.card("Lightning Axe")
    await form.press("remove")
    await form.own("Bo")
    await form.press("send")
    await table.chooses(server.bo, "Di")
    await acts(server.ana, table.channel, "log")
    await end(server.ana, table.channel, "draw")
    matches = [
        ROUTER.find_route(each["custom_id"]) for request in server.env.http_requests for each in pressable(request.json)
    ]
    assert None not in matches
    names = {match.route.metrics_name for match in matches if match is not None}
    assert names > {"pod:join", "pod:pick", "pod:rematch", "form:menu", "form:filled", "redo"}


async def test_a_form_is_a_line_for_each_press(server: Server, lines: Lines) -> None:
    table = await Table(server).started(*server.everybody[:4])
    form = await form_of(table, server.bo)
    await form.pick("loser", "Bo")
    await form.card(amount="many")
    await form.press("cancel")
    pressed = [(f["command"], f["outcome"], f.get("refusal", "")) for f in lines.fields[-6:]]
    assert pressed == [
        ("pod:report", "done", ""),
        ("pod:reported", "done", ""),
        ("form:menu", "done", ""),
        ("form:card", "done", ""),
        ("form:filled", "refused", "form-amount"),
        ("form:cancel", "done", ""),
    ]


# What goes wrong


async def test_an_answer_too_late_is_called_late(server: Server, lines: Lines) -> None:
    table = await Table(server).opened(server.bo)
    server.env.inject_error(*LATE, status=404, code=10062)
    await server.cy.click(table.board, label="Join")
    assert lines.last == ("pod:join", "late", "")


async def test_a_refusal_too_late_is_still_a_refusal(server: Server, lines: Lines) -> None:
    server.env.inject_error(*LATE, status=404, code=10062)
    await server.bo.slash(server.channel, "undo")
    assert lines.last == ("undo", "refused", "no-pod")


async def test_each_delivery_of_one_interaction_is_a_line(server: Server, lines: Lines) -> None:
    table = await Table(server).opened(server.bo)
    with in_flight(server.env):
        await server.cy.click(table.board, label="Join")
        deliver_again(server.env)
    await server.env.settle()
    assert [f["command"] for f in lines.fields[1:]] == ["pod:join", "pod:join"]
    assert sorted(f["outcome"] for f in lines.fields[1:]) == ["again", "done"]


async def test_an_answer_that_discord_refuses_is_a_failure(server: Server, lines: Lines) -> None:
    table = await Table(server).opened(server.bo)
    server.env.inject_error(*LATE, status=500)
    await server.cy.click(table.board, label="Join")
    assert lines.last == ("pod:join", "failed", "")


async def test_a_log_that_cannot_be_read_is_the_databases_failure(server: Server, lines: Lines, tmp_path: Path) -> None:
    table = await Table(server).started(*server.everybody[:4])
    with without_tables(tmp_path / "games.db", "events"):
        await forced(table, server.bo, table.board, "pod:1:log")
    assert lines.last == ("pod:log", "storage", "")


async def test_a_bot_that_stops_refuses(server: Server, lines: Lines) -> None:
    await bot(server).finish_work_before_shutdown()
    await server.bo.slash(server.channel, "pod open")
    assert lines.last == ("pod open", "refused", "stopping")


async def test_a_command_that_the_bot_has_no_more_is_unknown(server: Server, lines: Lines) -> None:
    bot(server).tree.remove_command("undo")
    await server.bo.slash(server.channel, "undo")
    assert lines.last == ("unknown", "outdated", "")


# Metrics


def bot(server: Server) -> SuzerainBot:
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    return client


def counted(metrics: PrometheusMetrics, name: str) -> dict[tuple[str, ...], float]:
    """The samples of one metric by the values of its labels, in the alphabet's order of those."""
    text = metrics.render_metrics_text().decode()
    return {
        tuple(value for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name
    }


async def test_interactions_are_counted_by_command_and_outcome(server: Server) -> None:
    bot(server).watch.metrics = metrics = PrometheusMetrics(lambda: 0)
    table = await Table(server).opened(server.bo, server.cy, server.di)
    await server.di.click(table.board, label="Join")
    assert counted(metrics, "suzerain_interactions_total") == {
        ("pod open", "done"): 1,
        ("pod:join", "done"): 2,
        ("pod:join", "refused"): 1,
    }
    assert counted(metrics, "suzerain_interaction_seconds_count") == {("pod open",): 1, ("pod:join",): 3}


async def test_what_is_offered_while_somebody_types_is_only_counted(server: Server, lines: Lines) -> None:
    bot(server).watch.metrics = metrics = PrometheusMetrics(lambda: 0)
    for typed in ("A", "An", "Ana"):
        await server.bo.autocomplete(server.channel, "defeat", "loser", typed)
    assert counted(metrics, "suzerain_autocompletes_total") == {("defeat",): 3}
    assert counted(metrics, "suzerain_interactions_total") == {}
    assert lines.texts == []
