"""What holds for every command and everything that can be pressed, whatever goes wrong."""

from pathlib import Path

import pytest
from simcord import InteractionResult

from tests.front.simulated import Server, deliver_again
from tests.front.test_trouble import without_tables
from tests.front.ways import (
    MOVING,
    WAYS,
    Cast,
    Scene,
    find_allowed,
    list_worlds,
    make_cast,
    read_written,
    set_scene,
)

WORLDS = pytest.mark.parametrize("world", list_worlds())


@pytest.fixture
def cast(server: Server) -> Cast:
    """Bo hosts; Ana administers; Meg and Nan moderate; Zoe administers another server."""
    return make_cast(server)


async def ask(cast: Cast, row: str, here: Scene) -> InteractionResult:
    """Somebody who may asks."""
    who = next(iter(find_allowed(row)))
    state, way = WAYS[row]
    return await way(here, cast.take_part_in(state)[who])


@WORLDS
async def test_what_is_delivered_twice_counts_once_also_after_a_restart(
    cast: Cast, tmp_path: Path, world: str
) -> None:
    server, asked = cast.server, list[InteractionResult]()
    before = read_written(tmp_path / "games.db")
    for row in list_worlds()[world]:
        asked.append(await ask(cast, row, await set_scene(cast, WAYS[row][0])))
        before = read_written(tmp_path / "games.db")
        deliver_again(server.env, asked[-1])
        await server.env.settle()
        assert read_written(tmp_path / "games.db") == before, row
    await server.restart()
    for result in asked:
        deliver_again(server.env, result)
    await server.env.settle()
    assert read_written(tmp_path / "games.db") == before


@WORLDS
async def test_where_discord_takes_no_answer_it_counts_once_or_can_be_asked_again(
    cast: Cast, tmp_path: Path, world: str
) -> None:
    env, file = cast.server.env, tmp_path / "games.db"
    for row in list_worlds()[world]:
        here = await set_scene(cast, WAYS[row][0])
        before = read_written(file)
        env.inject_error("POST", "/interactions/*/callback", status=500)
        await ask(cast, row, here)
        after = read_written(file)
        assert len(after[0]) <= len(before[0]) + 1, row
        if after == before and row not in MOVING:
            assert (await ask(cast, row, here)).acknowledged, row
    assert env.errors is not None  # what failed is in the operator's log


@WORLDS
async def test_where_the_database_fails_nothing_is_written_and_everybody_is_told(
    cast: Cast, tmp_path: Path, world: str
) -> None:
    for row in list_worlds()[world]:
        here = await set_scene(cast, WAYS[row][0])
        before = read_written(tmp_path / "games.db")
        with without_tables(tmp_path / "games.db"):
            failed = await ask(cast, row, here)
        assert failed.acknowledged, row
        assert read_written(tmp_path / "games.db") == before, row
        if row in MOVING:
            here = await set_scene(cast, WAYS[row][0])
        again = await ask(cast, row, here)
        assert again.acknowledged, row
    assert cast.server.env.errors is not None  # what failed is in the operator's log
