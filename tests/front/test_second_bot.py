"""Another process with the same token is noticed by the answers that Discord has already."""

import logging

import pytest

from bot.front.gateway.interaction_handler import (
    FOREIGN_ANSWER_WINDOW,
    MAX_FOREIGN_ANSWERS,
    DuplicateBotProcessDetector,
)
from tests.front.playing import Table
from tests.front.simulated import Server, deliver_again

LINE = "another bot answers with the same token"


def lines(log: pytest.LogCaptureFixture) -> list[str]:
    found = [each.getMessage() for each in log.records if each.levelno == logging.ERROR]
    return [each for each in found if each.startswith(LINE)]


async def test_answers_that_somebody_else_gave_are_one_line(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    table = await Table(server).opened(server.bo)
    for _ in range(MAX_FOREIGN_ANSWERS + 2):
        server.env.inject_error("POST", "/interactions/*/callback", status=400, code=40060)
        await server.cy.slash(table.channel, "pod status")
    assert len(lines(caplog)) == 1


async def test_what_discord_delivers_twice_is_nobody_elses(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    table = await Table(server).opened(server.bo)
    for _ in range(MAX_FOREIGN_ANSWERS + 2):
        deliver_again(server.env, await server.cy.slash(table.channel, "pod status"))
        await server.env.settle()
    assert lines(caplog) == []


def test_what_is_seldom_is_no_line_and_a_line_is_seldom(caplog: pytest.LogCaptureFixture) -> None:
    second = DuplicateBotProcessDetector()
    for number in range(20):
        second.record_interaction_delivery(number)
        second.record_interaction_outcome(number, "again", number * FOREIGN_ANSWER_WINDOW)
    assert lines(caplog) == []
    for number in range(20, 60):
        second.record_interaction_delivery(number)
        second.record_interaction_outcome(number, "again", 100 * FOREIGN_ANSWER_WINDOW + number)
    assert len(lines(caplog)) == 1
