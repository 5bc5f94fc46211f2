"""Files that a command reads and writes, or standard input and output instead.

A new file is complete or absent.
"""

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
"""The file name that stands for standard input or output."""

Put = Callable[[bytes], object]
"""A function that writes bytes to an open output. Raises `Unwritable`."""


class Unwritable(CareError):
    """An output file that cannot be written."""

    def __init__(self, path: Path | str, error: OSError) -> None:
        super().__init__(f"{path}: cannot be written ({error.strerror or error})")


@contextmanager
def open_new_file(path: Path) -> Iterator[Path]:
    """Yield an empty file beside `path`; sync it and rename it to `path` after the block.

    If the block fails, the file is deleted. Raises `CareError`, also if `path` exists.
    """
    _check_absent(path)
    try:
        with make_whole(path) as partial:
            yield partial
            _check_absent(path)
    except OSError as error:
        raise Unwritable(path, error) from None


def _check_absent(path: Path) -> None:
    if path.exists():
        raise CareError(f"{path}: is there already; accepted: a file that is not")


@contextmanager
def open_output(path: str) -> Iterator[Put]:
    """Yield a function that writes to a new file or `STDIO`.

    Raises `CareError`, and leaves no file then.
    """
    if path == STDIO:
        try:
            with _make_put(sys.stdout.buffer, STDIO) as put:
                yield put
        except Unwritable:  # Python would try to flush the rest at exit, and fail again
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
    """Turn `OSError` into `Unwritable`."""
    try:
        yield
    except OSError as error:
        raise Unwritable(name, error) from None


@contextmanager
def open_input(path: str) -> Iterator[BinaryIO]:
    """Open a file or `STDIO` for reading; copy a pipe to a temporary file, which can be rewound.

    Raises `CareError`.
    """
    with ExitStack() as stack:
        file: BinaryIO
        try:
            file = sys.stdin.buffer if path == STDIO else stack.enter_context(open(path, "rb"))
            if not file.seekable():
                copy = stack.enter_context(TemporaryFile())
                shutil.copyfileobj(file, copy)
                file = copy
        except OSError as error:
            raise CareError(f"{path}: cannot be read ({error.strerror or error})") from None
        yield file
