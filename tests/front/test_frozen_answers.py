"""What people are told while the database says nothing, and after."""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from bot.app import BotApplication
from bot.front.interaction.context import Context
from bot.i18n import Locale, load_translations
from tests.front.playing import Table, said
from tests.front.simulated import Server, in_flight
from tests.storage import freezing
from tests.storage.freezing import FrozenFile, When


@pytest.fixture
def frozen(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[FrozenFile]:
    """The bot's database, which can be frozen; who asks waits for a moment."""
    assert isinstance(server.bot.app, BotApplication)
    with freezing.for_a_moment(monkeypatch):
        found = FrozenFile(server.bot.app.database)
        yield found
        found.thaw()


async def until(wanted: Callable[[], bool]) -> None:
    """Let the bot go on until it has done something, while nothing comes to rest."""
    async with asyncio.timeout(30):
        while not wanted():  # noqa: ASYNC110  (nobody tells)
            await asyncio.sleep(0)


def let_time_pass(server: Server) -> None:
    """Let those who wait want an answer now: simcord's time stands still while somebody waits."""
    assert isinstance(server.bot.app, BotApplication)
    for interaction in server.bot.app.client.reception._arrivals:
        Context.get_from_interaction(interaction).deadline._run_overdue_callback()


def answers(server: Server) -> list[str]:
    """What the bot has answered, first answers and what follows."""
    sent = [(each.path, each.json) for each in server.env.http_requests if each.json]
    firsts = [body.get("data") for path, body in sent if path.endswith("/callback")]
    later = [body for path, body in sent if path.startswith("/webhooks/")]
    return [each["content"] for each in [*firsts, *later] if each and each.get("content")]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("locale", ["en", "fr", "ru"])
async def test_who_asks_is_told_that_nobody_knows_and_then_what_came_of_it(
    server: Server, frozen: FrozenFile, when: When, locale: Locale
) -> None:
    texts = load_translations(locale)
    for each in (server.cy, server.di):
        server.speaks(each, locale)
    table = await Table(server).opened(server.bo)
    before = len(answers(server))
    frozen.freeze(when)
    with in_flight(server.env):
        joined = await server.cy.click(table.board, label="Join")
        await until(frozen.is_waiting)
        let_time_pass(server)
        await until(lambda: len(answers(server)) > before)
        assert answers(server)[before:] == [f"⏳ {texts('error-unknown')}"]
        other = await server.di.click(table.board, label="Join")
        await until(lambda: len(answers(server)) > before + 1)
        frozen.thaw()
    await server.env.settle()
    assert said(other) == f"⏳ {texts('error-unanswered')}"
    assert said(joined) == f"⏳ {texts('error-unknown')}"
    assert f"✅ {texts('done-join')}" in answers(server)[-1]
    assert table.seats == "1. Bo\n2. Cy"
    # Not knowing, they press again, and hear the same.
    assert said(await server.cy.click(table.board, label="Join")).startswith("✅")
    assert table.seats == "1. Bo\n2. Cy"
