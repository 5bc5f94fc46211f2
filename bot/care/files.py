"""Input and output files of commands, where `-` stands for standard input or output.

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

from bot.care import MaintenanceCommandError
from bot.storage.engine.atomic_files import write_file_atomically

STDIO = "-"
"""The file name that stands for standard input or output."""

ByteWriter = Callable[[bytes], object]
"""A function that writes bytes to an open output. Raises `UnwritableFileError`."""


class UnwritableFileError(MaintenanceCommandError):
    """The error that an output file cannot be written."""

    def __init__(self, path: Path | str, error: OSError) -> None:
        super().__init__(f"{path}: cannot be written ({error.strerror or error})")


@contextmanager
def create_file_atomically(target_file: Path) -> Iterator[Path]:
    """Yield a temporary file that replaces `target_file` if the `with` block succeeds.

    The file is synced to the disk before it is renamed, and deleted if the block fails. Raises
    `MaintenanceCommandError`, also if `target_file` exists.
    """
    _require_file_does_not_exist(target_file)
    try:
        with write_file_atomically(target_file) as partial:
            yield partial
            _require_file_does_not_exist(target_file)
    except OSError as error:
        raise UnwritableFileError(target_file, error) from None


def _require_file_does_not_exist(path: Path) -> None:
    if path.exists():
        raise MaintenanceCommandError(f"{path}: is there already; accepted: a file that is not")


@contextmanager
def open_new_output_file(path: str) -> Iterator[ByteWriter]:
    """Yield a function that writes bytes to a new file or to standard output.

    Raises `MaintenanceCommandError`, and leaves no file then.
    """
    if path == STDIO:
        try:
            with _open_writer_that_reports_errors(sys.stdout.buffer, STDIO) as put:
                yield put
        except UnwritableFileError:  # Python would try to flush the rest at exit, and fail again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise
    else:
        with (
            create_file_atomically(Path(path)) as place,
            place.open("wb") as file,
            _open_writer_that_reports_errors(file, path) as put,
        ):
            yield put


@contextmanager
def _open_writer_that_reports_errors(binary_file: BinaryIO, file_name: str) -> Iterator[ByteWriter]:
    def write_bytes_to_open_file(content: bytes) -> None:
        with _convert_write_errors(file_name):
            binary_file.write(content)

    yield write_bytes_to_open_file
    with _convert_write_errors(file_name):
        binary_file.flush()


@contextmanager
def _convert_write_errors(file_name: str) -> Iterator[None]:
    """Convert an `OSError` of the `with` block into `UnwritableFileError`."""
    try:
        yield
    except OSError as error:
        raise UnwritableFileError(file_name, error) from None


@contextmanager
def open_rewindable_input_file(path: str) -> Iterator[BinaryIO]:
    """Open a file or standard input for reading more than once; a pipe is copied first.

    Raises `MaintenanceCommandError`.
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
            raise MaintenanceCommandError(f"{path}: cannot be read ({error.strerror or error})") from None
        yield file
