"""Files that are there whole or not at all, and that their owner alone can read."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PARTIAL = ".suzerain-partial"

ABANDONED = 24 * 3600
"""Seconds after which nobody writes a file any more that is not whole: who did was killed."""

BESIDE = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a file."""


@contextmanager
def make_whole(path: Path) -> Iterator[Path]:
    """An empty file beside `path` that takes its place at the end of the block, on the disk.

    If the block fails, nothing is left. Raises `OSError`.
    """
    drop_abandoned(path.absolute().parent)
    handle, name = tempfile.mkstemp(PARTIAL, f".{path.name}.", path.absolute().parent)
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        _settle(partial)
        partial.replace(path)
        with suppress(OSError):  # not every system opens folders
            _settle(path.absolute().parent, os.O_RDONLY)
    finally:
        for suffix in ("", *BESIDE):
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def drop_abandoned(folder: Path) -> None:
    """Delete what was left of files whose making was cut short."""
    for suffix in ("", *BESIDE):
        for left in folder.glob(f".*{PARTIAL}{suffix}"):
            with suppress(OSError):  # another process was faster, or it is not ours
                if left.stat().st_mtime < time.time() - ABANDONED:
                    left.unlink()


def _settle(path: Path, how: int = os.O_RDWR) -> None:
    """What is written is on the disk when this returns."""
    handle = os.open(path, how)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
