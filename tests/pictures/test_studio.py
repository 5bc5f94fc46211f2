"""Pictures are drawn beside the bot, whatever becomes of the process that draws them."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from bot.pictures.scene import TableScene
from bot.pictures.studio import DrawingError, Studio
from bot.pictures.worker import draw, render_png
from bot.workers.frames import make_frame
from tests.pictures.scenes import SCENES, TABLES

TABLE = TABLES["esclave"]


@pytest.fixture
async def studio() -> AsyncIterator[Studio]:
    async with Studio(seconds=60) as studio:
        yield studio


def _process(studio: Studio) -> psutil.Process:
    assert studio.process is not None
    return psutil.Process(studio.process)


async def test_one_process_draws_them_all(studio: Studio) -> None:
    assert studio.process is None
    scenes = [TABLE, SCENES["season"], SCENES["rivals-four"], TABLE]
    drawn = await asyncio.gather(*(studio.draw(scene) for scene in scenes))
    assert drawn == [render_png(draw(scene)) for scene in scenes]
    first = studio.process
    await studio.draw(TABLE)
    assert studio.process == first


async def list_order(studio: Studio, *wanted: tuple[int, str]) -> list[str]:
    """In which order the pictures of servers, by their scenes' names, are there."""
    done: list[str] = []

    async def draw(server: int, scene: str) -> None:
        await studio.serve(server).draw(SCENES[scene])
        done.append(f"{server} {scene}")

    await asyncio.gather(*(draw(*each) for each in wanted))
    return done


async def test_a_server_that_wants_many_pictures_lets_another_have_its_turn(
    studio: Studio,
) -> None:
    many = [(1, name) for name in ("season", "rivals-four", "names")]
    assert await list_order(studio, *many, (2, "season"), (3, "names")) == [
        *("1 season", "2 season", "3 names", "1 rivals-four", "1 names"),
    ]


async def test_a_scene_that_many_people_want_at_once_is_drawn_once(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ask = list[object](), studio.worker.ask

    async def count(message: object) -> bytes:
        asked.append(message)
        return await ask(message)

    monkeypatch.setattr(studio.worker, "ask", count)
    drawn = await asyncio.gather(*(studio.draw(TABLE, 5) for _ in range(4)))
    assert drawn == [render_png(draw(TABLE))] * 4
    assert asked == [TABLE]


async def test_closing_leaves_nobody_waiting_for_a_picture(studio: Studio) -> None:
    drawing = [asyncio.create_task(studio.draw(SCENES[name])) for name in ("season", "names")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await studio.close()
    first, second = await asyncio.gather(*drawing, return_exceptions=True)
    assert isinstance(first, bytes)
    assert isinstance(second, DrawingError)
    assert studio.process is None


async def test_the_loop_goes_on_while_a_picture_is_drawn(studio: Studio) -> None:
    drawing = asyncio.create_task(studio.draw(TABLE))
    turns = 0
    while not drawing.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 50


async def test_after_the_process_was_killed_the_next_picture_has_a_new_one(studio: Studio) -> None:
    first = await studio.draw(TABLE)
    process = _process(studio)
    process.kill()
    assert await studio.draw(TABLE) == first
    assert studio.process != process.pid


async def test_a_picture_that_takes_too_long_is_given_up_and_the_next_one_drawn(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    await studio.draw(TABLE)
    stuck = _process(studio)
    stuck.suspend()
    monkeypatch.setattr(studio.worker, "seconds", 0.05)
    with pytest.raises(DrawingError, match="no answer after"):
        await studio.draw(TABLE)
    monkeypatch.undo()
    assert not stuck.is_running()
    assert await studio.draw(TABLE)


async def test_who_stops_waiting_does_not_leave_their_picture_to_the_next(studio: Studio) -> None:
    expected = await studio.draw(TABLE)
    process = _process(studio)
    process.suspend()
    waiting = [asyncio.create_task(studio.draw(SCENES["names"])) for _ in range(2)]
    await asyncio.sleep(0.01)  # one is being drawn
    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)
    assert all(each.cancelled() for each in waiting)
    process.resume()
    assert await studio.draw(TABLE) == expected
    assert studio.process == process.pid


async def test_a_process_that_ends_at_once_is_told_as_such(
    studio: Studio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(3)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(DrawingError, match=r"the process of bot\.pictures\.worker broke"):
        await studio.draw(TABLE)
    monkeypatch.undo()
    assert await studio.draw(TABLE)


async def test_what_cannot_be_drawn_is_an_error_and_the_process_goes_on(studio: Studio) -> None:
    await studio.draw(TABLE)
    process = studio.process

    class Nonsense(TableScene, frozen=True, tag="Nonsense"):
        pass

    with pytest.raises(DrawingError, match="ValidationError"):
        await studio.draw(Nonsense(TABLE.title, TABLE.seats, TABLE.words))
    assert await studio.draw(TABLE)
    assert studio.process == process


async def test_closing_ends_the_process(studio: Studio) -> None:
    await studio.draw(TABLE)
    process = _process(studio)
    await studio.close()
    assert not process.is_running()
    assert studio.process is None


def test_the_picture_is_the_same_on_a_machine_without_home_and_fonts(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    bare = {"HOME": str(tmp_path), "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "PATH": ""}
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PYTHONPATH") if name in os.environ}
    asked = [sys.executable, "-m", "bot.pictures.worker"]
    done = subprocess.run(
        asked, input=make_frame(SCENES["names"]), capture_output=True, check=True, env=bare | kept
    )
    assert render_png(draw(SCENES["names"])) in done.stdout


def test_the_bots_process_does_not_import_the_renderer() -> None:
    code = "import sys, bot.pictures.studio; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"resvg_py", "uharfbuzz", "pygal", "bot.pictures.worker"} & set(done.stdout.split())
