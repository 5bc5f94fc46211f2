"""Pictures are drawn beside the bot, whatever becomes of the process that draws them."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from bot.pictures.picture_queue import PictureDrawingError, PictureQueue
from bot.pictures.scene import TablePictureScene
from bot.pictures.worker import render_scene_as_svg, render_svg_as_png
from bot.workers.frames import encode_worker_message
from tests.pictures.scenes import SCENES, TABLES

TABLE = TABLES["esclave"]


@pytest.fixture
async def studio() -> AsyncIterator[PictureQueue]:
    async with PictureQueue(timeout=60) as studio:
        yield studio


def _process(studio: PictureQueue) -> psutil.Process:
    assert studio.process_id is not None
    return psutil.Process(studio.process_id)


async def test_one_process_draws_them_all(studio: PictureQueue) -> None:
    assert studio.process_id is None
    scenes = [TABLE, SCENES["season"], SCENES["rivals-four"], TABLE]
    drawn = await asyncio.gather(*(studio.draw_picture(scene) for scene in scenes))
    assert drawn == [render_svg_as_png(render_scene_as_svg(scene)) for scene in scenes]
    first = studio.process_id
    await studio.draw_picture(TABLE)
    assert studio.process_id == first


async def list_order(studio: PictureQueue, *wanted: tuple[int, str]) -> list[str]:
    """In which order the pictures of servers, by their scenes' names, are there."""
    done: list[str] = []

    async def draw(server: int, scene: str) -> None:
        await studio.get_queue_of_server(server).draw_picture(SCENES[scene])
        done.append(f"{server} {scene}")

    await asyncio.gather(*(draw(*each) for each in wanted))
    return done


async def test_a_server_that_wants_many_pictures_lets_another_have_its_turn(studio: PictureQueue) -> None:
    many = [(1, name) for name in ("season", "rivals-four", "names")]
    assert await list_order(studio, *many, (2, "season"), (3, "names")) == [
        *("1 season", "2 season", "3 names", "1 rivals-four", "1 names")
    ]


async def test_a_scene_that_many_people_want_at_once_is_drawn_once(
    studio: PictureQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, ask = list[object](), studio.worker.send_request

    async def count(message: object) -> bytes:
        asked.append(message)
        return await ask(message)

    monkeypatch.setattr(studio.worker, "send_request", count)
    drawn = await asyncio.gather(*(studio.draw_picture(TABLE, 5) for _ in range(4)))
    assert drawn == [render_svg_as_png(render_scene_as_svg(TABLE))] * 4
    assert asked == [TABLE]


async def test_closing_leaves_nobody_waiting_for_a_picture(studio: PictureQueue) -> None:
    drawing = [asyncio.create_task(studio.draw_picture(SCENES[name])) for name in ("season", "names")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await studio.close()
    first, second = await asyncio.gather(*drawing, return_exceptions=True)
    assert isinstance(first, bytes)
    assert isinstance(second, PictureDrawingError)
    assert studio.process_id is None


async def test_the_loop_goes_on_while_a_picture_is_drawn(studio: PictureQueue) -> None:
    drawing = asyncio.create_task(studio.draw_picture(TABLE))
    turns = 0
    while not drawing.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns > 50


async def test_after_the_process_was_killed_the_next_picture_has_a_new_one(studio: PictureQueue) -> None:
    first = await studio.draw_picture(TABLE)
    process = _process(studio)
    process.kill()
    assert await studio.draw_picture(TABLE) == first
    assert studio.process_id != process.pid


async def test_a_picture_that_takes_too_long_is_given_up_and_the_next_one_drawn(
    studio: PictureQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    await studio.draw_picture(TABLE)
    stuck = _process(studio)
    stuck.suspend()
    monkeypatch.setattr(studio.worker, "seconds", 0.05)
    with pytest.raises(PictureDrawingError, match="no answer after"):
        await studio.draw_picture(TABLE)
    monkeypatch.undo()
    assert not stuck.is_running()
    assert await studio.draw_picture(TABLE)


async def test_who_stops_waiting_does_not_leave_their_picture_to_the_next(studio: PictureQueue) -> None:
    expected = await studio.draw_picture(TABLE)
    process = _process(studio)
    process.suspend()
    waiting = [asyncio.create_task(studio.draw_picture(SCENES["names"])) for _ in range(2)]
    await asyncio.sleep(0.01)  # one is being drawn
    for each in waiting:
        each.cancel()
    await asyncio.wait(waiting)
    assert all(each.cancelled() for each in waiting)
    process.resume()
    assert await studio.draw_picture(TABLE) == expected
    assert studio.process_id == process.pid


async def test_a_process_that_ends_at_once_is_told_as_such(
    studio: PictureQueue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("raise SystemExit(3)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(PictureDrawingError, match=r"the process of bot\.pictures\.worker broke"):
        await studio.draw_picture(TABLE)
    monkeypatch.undo()
    assert await studio.draw_picture(TABLE)


async def test_what_cannot_be_drawn_is_an_error_and_the_process_goes_on(studio: PictureQueue) -> None:
    await studio.draw_picture(TABLE)
    process = studio.process_id

    class Nonsense(TablePictureScene, frozen=True, tag="Nonsense"):
        pass

    with pytest.raises(PictureDrawingError, match="ValidationError"):
        await studio.draw_picture(Nonsense(TABLE.title, TABLE.seats, TABLE.words))
    assert await studio.draw_picture(TABLE)
    assert studio.process_id == process


async def test_closing_ends_the_process(studio: PictureQueue) -> None:
    await studio.draw_picture(TABLE)
    process = _process(studio)
    await studio.close()
    assert not process.is_running()
    assert studio.process_id is None


def test_the_picture_is_the_same_on_a_machine_without_home_and_fonts(tmp_path: Path) -> None:
    (tmp_path / "fonts.conf").write_text("<fontconfig></fontconfig>")
    bare = {"HOME": str(tmp_path), "FONTCONFIG_FILE": str(tmp_path / "fonts.conf"), "PATH": ""}
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PYTHONPATH") if name in os.environ}
    asked = [sys.executable, "-m", "bot.pictures.worker"]
    done = subprocess.run(
        asked, input=encode_worker_message(SCENES["names"]), capture_output=True, check=True, env=bare | kept
    )
    assert render_svg_as_png(render_scene_as_svg(SCENES["names"])) in done.stdout


def test_the_bots_process_does_not_import_the_renderer() -> None:
    code = "import sys, bot.pictures.picture_queue; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"resvg_py", "uharfbuzz", "pygal", "bot.pictures.worker"} & set(done.stdout.split())
