"""Running `suzerain` in this process: to start a new one takes a second each time."""

import asyncio
import io
import os
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from bot.cli import main
from tests.loopback.program import Ended, split_database


def run_suzerain(folder: Path, *arguments: str, **settings: str) -> Ended:
    """Run a command in a folder, with only these settings in the environment."""
    out, err = _stream(), _stream()
    with pytest.MonkeyPatch.context() as patch, chdir(folder):
        for name in [name for name in os.environ if name.startswith("SUZERAIN_")]:
            patch.delenv(name)
        for name, value in settings.items():
            patch.setenv(name, value)
        with redirect_stdout(out), redirect_stderr(err):
            status = _run(arguments)
    database, rest = split_database(_text(err))
    return Ended(status, _text(out), rest, database)


async def run_suzerain_beside(folder: Path, *arguments: str, **settings: str) -> Ended:
    """Run a command in a thread, so that the test's loop can answer its requests."""
    return await asyncio.to_thread(run_suzerain, folder, *arguments, **settings)


def _run(arguments: tuple[str, ...]) -> int:
    try:
        return main(arguments)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else -1


def _stream() -> io.TextIOWrapper:
    """Return a stream for the program's output that takes text and bytes."""
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    written = stream.detach()
    assert isinstance(written, io.BytesIO)
    return written.getvalue().decode()
