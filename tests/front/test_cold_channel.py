"""What a channel needs that the bot has not in memory is read in one hop."""

from collections.abc import Sequence

import pytest

from bot.front.gateway.client import SuzerainBot
from bot.storage.engine.point_queries import Rows, SmallQuery, SmallQueryBatcher
from bot.storage.engine.row_changes import RowChange
from bot.storage.engine.stores import Work
from tests.front.playing import Table
from tests.front.simulated import Server, answer

HOP, COMMIT, READ = "hop", "commit", "read"


@pytest.fixture
def asked(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the database was asked, in its order; the hops are those of the questions together."""
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    database, seen = client.services.database, list[str]()
    answer_together = database._store.run_queries_on_one_snapshot
    write = database.commit_changes
    read = database.run_read_transaction

    async def note_hop(questions: Sequence[SmallQuery]) -> list[Rows]:
        seen.append(HOP)
        return await answer_together(questions)

    async def note_commit(*changes: RowChange) -> None:
        seen.append(COMMIT)
        await write(*changes)

    async def note_read(work: Work[object]) -> object:
        seen.append(READ)
        return await read(work)

    monkeypatch.setattr(database, "_asker", SmallQueryBatcher(note_hop))
    monkeypatch.setattr(database, "commit_changes", note_commit)
    monkeypatch.setattr(database, "run_read_transaction", note_read)
    return seen


async def test_the_first_command_in_a_channel_that_is_not_in_memory_takes_one_hop(
    server: Server, asked: list[str]
) -> None:
    table = await Table(server).started(*server.everybody[:4])
    client = server.bot.app.client
    assert isinstance(client, SuzerainBot)
    client.services.people.clear_name_caches()  # and all who listen to that
    client.services.guilds.clear_settings_cache()
    asked.clear()
    said = answer(await table.reports(server.bo, "Cy", "Ana", card="Lightning Bolt"))
    assert said.content.startswith("✅")
    assert asked[: asked.index(COMMIT)] == [HOP]
    asked.clear()
    await server.bo.slash(table.channel, "undo")
    assert asked[0] == COMMIT
