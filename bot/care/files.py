"""Files that somebody asked for: new ones, whole or not at all."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from bot.care import CareError
from bot.storage.engine.new_files import make_whole

STDIO = "-"
"""Instead of a file: what the program reads from or prints to."""

Put = Callable[[bytes], object]


class Unwritable(CareError):
    """A file cannot be written."""

    def __init__(self, path: Path | str, error: OSError) -> None:
        super().__init__(f"{path}: cannot be written ({error.strerror or error})")


@contextmanager
def open_new_file(path: Path) -> Iterator[Path]:
    """An empty file beside `path` that takes its place at the end of the block, on the disk.

    If the block fails, nothing is left. Raises `CareError`, also if something is at `path`.
    """
    _must_be_free(path)
    try:
        with make_whole(path) as partial:
            yield partial
            _must_be_free(path)
    except OSError as error:
        raise Unwritable(path, error) from None


def _must_be_free(path: Path) -> None:
    if path.exists():
        raise CareError(f"{path}: is there already; accepted: a file that is not")


@contextmanager
def open_output(path: str) -> Iterator[Put]:
    """What writes into a new file or `STDIO`. Raises `CareError`: then there is no file."""
    if path == STDIO:
        try:
            with _make_put(sys.stdout.buffer, STDIO) as put:
                yield put
        except Unwritable:  # nor can what is left be written at the end of the program
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise
    else:
        with (
            open_new_file(Path(path)) as place,
            place.open("wb") as file,
            _make_put(file, path) as put,
        ):
            yield put


@contextmanager
def _make_put(file: BinaryIO, name: str) -> Iterator[Put]:
    def put(line: bytes) -> None:
        with _explain_errors(name):
            file.write(line)

    yield put
    with _explain_errors(name):
        file.flush()


@contextmanager
def _explain_errors(name: str) -> Iterator[None]:
    """Whatever goes wrong, it is the file that cannot be written, not the database."""
    try:
        yield
    except OSError as error:
        raise Unwritable(name, error) from None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """The file, or what comes through a pipe as one that can be read again."""
    with ExitStack() as stack:
        file: BinaryIO
        try:
            file = sys.stdin.buffer if path == STDIO else stack.enter_context(open(path, "rb"))
            if not file.seekable():
                pipe, file = file, stack.enter_context(TemporaryFile())
                shutil.copyfileobj(pipe, file)
        except OSError as error:
            raise CareError(f"{path}: cannot be read ({error.strerror or error})") from None
        yield file
