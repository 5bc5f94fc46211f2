"""Files that are there whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bot.care import CareError


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
        handle, name = tempfile.mkstemp(".partial", f".{path.name}.", path.absolute().parent)
        os.close(handle)
    except OSError as error:
        raise Unwritable(path, error) from None
    partial = Path(name)
    try:
        yield partial
        _settle(partial)
        _must_be_free(path)
        partial.rename(path)
        with suppress(OSError):  # not every system opens folders
            _settle(path.absolute().parent, os.O_RDONLY)
    except OSError as error:
        raise Unwritable(path, error) from None
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):  # what SQLite keeps beside a file
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def _must_be_free(path: Path) -> None:
    if path.exists():
        raise CareError(f"{path}: is there already; accepted: a file that is not")


def _settle(path: Path, how: int = os.O_RDWR) -> None:
    """What is written is on the disk when this returns."""
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
