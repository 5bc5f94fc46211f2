"""Files that are written atomically, and that only their owner can read."""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PARTIAL_SUFFIX = ".suzerain-partial"

ABANDONED_AFTER = 24 * 3600
"""Age in seconds at which a partial file counts as abandoned: its writer was killed."""

SQLITE_SUFFIXES = ("-journal", "-wal", "-shm")
"""Suffixes of the files that SQLite keeps beside a database."""


@contextmanager
def write_file_atomically(path: Path) -> Iterator[Path]:
    """Yield the path of a new file which replaces `path` in one step at the end of the `with` block.

    If the block fails, the file is deleted. Raises `OSError`.
    """
    delete_abandoned_partial_files(path.absolute().parent)
    handle, name = tempfile.mkstemp(PARTIAL_SUFFIX, f".{path.name}.", path.absolute().parent)
    os.close(handle)
    partial = Path(name)
    try:
        yield partial
        _flush_file_or_folder_to_disk(partial)
        partial.replace(path)
        with suppress(OSError):  # some systems cannot open folders
            _flush_file_or_folder_to_disk(path.absolute().parent, os.O_RDONLY)
    finally:
        for suffix in ("", *SQLITE_SUFFIXES):
            partial.with_name(partial.name + suffix).unlink(missing_ok=True)


def delete_abandoned_partial_files(folder: Path) -> None:
    """Delete files in a folder that a killed process left half written."""
    for suffix in ("", *SQLITE_SUFFIXES):
        for left in folder.glob(f".*{PARTIAL_SUFFIX}{suffix}"):
            with suppress(OSError):  # another process deleted it, or it belongs to another user
                if left.stat().st_mtime < time.time() - ABANDONED_AFTER:
                    left.unlink()


def _flush_file_or_folder_to_disk(path: Path, open_flags: int = os.O_RDWR) -> None:
    handle = os.open(path, open_flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
