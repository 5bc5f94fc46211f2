"""Whatever a client makes up and presses on what everybody sees, it stays as it was."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest

from bot.front.gateway.features import ROUTER
from tests.effort import NAME, examples
from tests.front import forging
from tests.front.playing import Table
from tests.front.simulated import Server
from tests.front.ways import (
    MOVING,
    WAYS,
    Cast,
    Scene,
    Stage,
    State,
    find_allowed,
    list_worlds_in_gate,
    make_cast,
    read_written,
    set_scene,
)

CHANGES_THE_MESSAGE = (6, 7)
"""Discord's types of answers that change what was pressed on, now or later."""

PLACE = re.compile(r"\{\w+(?::([\w|-]+))?\*?\}")
MADE_UP = ("0", "1", "5", "999", "9" * 18, "-1", "-", "x", "", "esclave", "language")


@pytest.fixture
def cast(server: Server) -> Cast:
    return make_cast(server)


def read_shown(table: Table, message: int) -> Any:
    """All that a board is for those who see it."""
    board = next(each for each in table.boards if each.id == message)
    rows = [row.to_dict() for row in board.components]
    return board.id, board.content, [embed.to_dict() for embed in board.embeds], rows


def find_changing(server: Server, seen: int) -> list[Any]:
    """The answers since the first `seen` requests that change a message which was pressed on."""
    sent = [r.json for r in server.env.http_requests[seen:] if r.path.endswith("/callback")]
    return [each for each in sent if each and each["type"] in CHANGES_THE_MESSAGE]


def fill_in(pattern: str, known: Sequence[str]) -> Iterator[str]:
    """Custom ids of a route, with what is true elsewhere and with what never was."""
    kinds = PLACE.findall(pattern)
    choices = [kind.split("|") if "|" in kind else [*known, *MADE_UP] for kind in kinds]
    every = list(islice(product(*choices), 4_000))
    for values in every[:: max(1, len(every) // examples(3))]:
        yield _fill(pattern, values)


def _fill(pattern: str, values: Iterable[str]) -> str:
    filled = iter(values)
    return PLACE.sub(lambda _: next(filled), pattern)[:100]


IS_ALSO = {
    "owner": {"owner", "player", "maker", "asked", "confirmer", "active", "bringer", "offered"},
    "referee": {"referee", "moderator"},
}
"""As what Eve and Nan may ask a row."""


def list_kinds(row: str) -> list[str]:
    """List who presses a row: all three kinds at night; in the gate those who may, or an outsider."""
    if NAME == "nightly":
        return ["outsider", *IS_ALSO]
    return [kind for kind, as_what in IS_ALSO.items() if as_what & {*find_allowed(row)}] or ["outsider"]


PRESSED = list_worlds_in_gate(2, 0)
"""The rows that are pressed on a board."""


@pytest.mark.parametrize("world", [world for world in PRESSED if world != "empty"])
async def test_what_is_pressed_on_a_board_and_was_never_there_answers_in_private_alone(
    cast: Cast, tmp_path: Path, world: str
) -> None:
    """The true custom ids of a private message: a form, a decision, a page."""
    server, stage = cast.server, Stage(cast, tmp_path / "games.db", _set_board)
    for row in PRESSED[world]:
        for kind in list_kinds(row):
            here = await stage.set(row)
            board, shown = here.on, read_shown(here.table, here.on.id)
            seen = len(server.env.http_requests)
            await WAYS[row][1](here, cast[kind])
            if ":" in row:
                assert find_changing(server, seen) == [], (row, kind)
            if stage.is_as_it_was and row not in MOVING:
                assert read_shown(here.table, board.id) == shown, (row, kind)


async def _set_board(cast: Cast, state: State) -> Scene:
    """The scene, and on it what everybody sees."""
    here = await set_scene(cast, state)
    if not here.table.boards:
        await here.table.opened(cast.server.bo)
    here.on = here.table.board
    return here


async def test_no_outsider_changes_a_board_by_a_custom_id_that_they_made_up(cast: Cast, tmp_path: Path) -> None:
    server, elsewhere = cast.server, await set_scene(cast, "form")
    decision = await set_scene(cast, "decision")
    here = await set_scene(cast, "running")
    keys = list(here.table.keys.values())
    known = [str(here.number), elsewhere.token, decision.token, keys[0], str(here.version)]
    board = here.table.board.id
    shown, written = read_shown(here.table, board), read_written(tmp_path / "games.db")
    pressed = 0
    for route in ROUTER.routes:
        if route.metrics_name in (*MOVING, "me:really"):  # what anybody may
            continue
        for custom_id in fill_in(route.pattern, known):
            seen = len(server.env.http_requests)
            values = (keys[1],) if pressed % 2 else ()
            told = await forging.press(server.gil, here.channel, here.on, custom_id, *values)
            assert told.acknowledged, custom_id
            pressed += 1
            assert find_changing(server, seen) == [], custom_id
            assert read_shown(here.table, board) == shown, custom_id
    assert read_written(tmp_path / "games.db") == written
    assert pressed > len(ROUTER.routes)
