"""Where a process runs, so that another one beside it can tell that it is gone.

Others have to wait until a silent process is certainly dead. Who shares its numbers of processes
need not: after a crash the bot is back at once where something starts it again.
"""

import os
from pathlib import Path

_PROC = Path("/proc")


def find_place() -> str:
    """Return what names this process and no other, ever; empty where the system does not tell."""
    world = _find_world()
    since = _find_start(os.getpid())
    return f"{world} {os.getpid()} {since}" if world and since else ""


def is_gone(place: str) -> bool:
    """Whether the process of a place has certainly ended; False where nobody here can know."""
    world, _, process = place.partition(" ")
    number, _, since = process.partition(" ")
    if not process or world != _find_world():
        return False
    try:
        os.kill(int(number), 0)  # does nothing to it
    except ProcessLookupError:
        return True
    except OSError:
        pass  # it is somebody else's
    # Others' processes may be hidden, as by the mount option hidepid: then it runs, or who knows.
    return _find_start(int(number)) not in (since, "")


def _find_world() -> str:
    """Return what names this start of the machine, and whose processes are seen here."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text().strip()
        return f"{boot}/{os.readlink(_PROC / 'self/ns/pid')}"
    except OSError:
        return ""


def _find_start(number: int) -> str | None:
    """Return when a process began, in ticks of the machine.

    None if it has ended, and nobody has looked at how; empty if this cannot be read.
    """
    try:
        fields = (_PROC / f"{number}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return None if fields[0] in "ZX" else fields[19]
