"""Identity of processes on this machine, to see at once that another local process has ended.

Other machines must wait until a silent process is certainly dead. A process on the same machine can check, so after a
crash the bot is back as soon as something restarts it.
"""

import os
from pathlib import Path

_PROC = Path("/proc")


def build_current_process_identity() -> str:
    """Return a text that identifies this process uniquely, even after a reboot.

    The text is empty if the system does not provide the data.
    """
    world = _read_boot_and_pid_namespace_ids()
    since = _read_process_start_time(os.getpid())
    return f"{world} {os.getpid()} {since}" if world and since else ""


def has_process_ended(process_identity: str) -> bool:
    """Return True if a process has surely ended; False if nobody can tell."""
    world, _, process = process_identity.partition(" ")
    number, _, since = process.partition(" ")
    if not process or world != _read_boot_and_pid_namespace_ids():
        return False
    try:
        os.kill(int(number), 0)  # checks that it exists
    except ProcessLookupError:
        return True
    except OSError:
        pass  # another user's process
    # Other users' processes may be hidden, for example by hidepid: then assume that it runs.
    return _read_process_start_time(int(number)) not in (since, "")


def _read_boot_and_pid_namespace_ids() -> str:
    """Return the ids of the machine's current boot and of this process's PID namespace.

    Each container has a PID namespace of its own.
    """
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("ascii").strip()
        return f"{boot}/{os.readlink(_PROC / 'self/ns/pid')}"
    except OSError:
        return ""


def _read_process_start_time(pid: int) -> str | None:
    """Return when a process started, in clock ticks since the machine's start.

    None means that it has ended but was not reaped. An empty string means that this cannot be read.
    """
    try:
        fields = (_PROC / f"{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return ""
    return None if fields[0] in "ZX" else fields[19]
