"""The folder that tests write to: in memory, if the system has room there.

A disk would take longer for thousands of small database files than the tests themselves. Crash
tests kill processes, not the machine, so that files in memory survive them.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3
"""Bytes that the tests may take; they leave a few hundred megabytes at a time."""


def choose_folder() -> None:
    """Choose a folder in memory for this process and its children, unless one is set."""
    if "TMPDIR" not in os.environ and _has_room():
        os.environ["TMPDIR"] = f"{MEMORY}"
        tempfile.tempdir = None  # it is looked up anew


def _has_room() -> bool:
    """Return whether the folder has room, and lets programs run as tests need."""
    if not os.access(MEMORY, os.W_OK):
        return False
    runs = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return runs and shutil.disk_usage(MEMORY).free > ROOM
