"""Where the tests write: in memory, where the system keeps files there and has room for them.

A disk takes longer for the thousands of small files of a database than the tests of it. What waits
for the disk in earnest is killed there, not cut off from power; memory survives that as well.
"""

import os
import shutil
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 2 * 1024**3
"""Bytes that the tests may take; they leave a few hundred megabytes at a time."""


def choose_folder() -> None:
    """Let this process and those that it starts write in memory, unless somebody has chosen."""
    if "TMPDIR" not in os.environ and _has_room():
        os.environ["TMPDIR"] = f"{MEMORY}"
        tempfile.tempdir = None  # it is looked up anew


def _has_room() -> bool:
    """Whether programs may run from there as well, as tests want it."""
    if not os.access(MEMORY, os.W_OK):
        return False
    runs = not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
    return runs and shutil.disk_usage(MEMORY).free > ROOM
