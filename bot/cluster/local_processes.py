"""Identity of processes on this machine, to see at once that a neighbour has ended.

Other machines must wait until a silent process is certainly dead. A process on the same machine can
check, so after a crash the bot is back as soon as something restarts it.
"""

import os
from pathlib import Path

_PROC = Path("/proc")


def identify_process() -> str:
    """Return an identity that no other process ever has; empty if the system does not tell."""
    world = _find_world()
    since = _find_start(os.getpid())
    return f"{world} {os.getpid()} {since}" if world and since else ""


def has_ended(identity: str) -> bool:
    """Return whether the process of an identity has certainly ended; False if unknown."""
    world, _, process = identity.partition(" ")
    number, _, since = process.partition(" ")
    if not process or world != _find_world():
        return False
    try:
        os.kill(int(number), 0)  # checks that it exists
    except ProcessLookupError:
        return True
    except OSError:
        pass  # another user's process
    # Other users' processes may be hidden, for example by hidepid: then assume that it runs.
    return _find_start(int(number)) not in (since, "")


def _find_world() -> str:
    """Return the identity of this boot and of the visible process numbers."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot}/{os.readlink(_PROC / 'self/ns/pid')}"
    except OSError:
        return ""


def _find_start(number: int) -> str | None:
    """Return when a process began, in clock ticks of the machine.

    None means that it has ended but was not reaped. An empty string means that this cannot be read.
    """
    try:
        fields = (_PROC / f"{number}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return ""
    return None if fields[0] in "ZX" else fields[19]
