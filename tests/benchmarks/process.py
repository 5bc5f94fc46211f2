"""Memory and open files of a process, on Linux."""

from pathlib import Path

PROC = Path("/proc")
KNOWN = (PROC / "self/status").exists()


def held(process: int | str = "self") -> int:
    """Return the bytes of memory of a process."""
    return _read_status(process, "VmRSS")


def peak(process: int | str = "self") -> int:
    """Return the peak bytes of memory of a process."""
    return _read_status(process, "VmHWM")


def _read_status(process: int | str, name: str) -> int:
    status = (PROC / f"{process}/status").read_text()
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith(name))
    return int(kilobytes) * 1024


def descriptors(process: int) -> int:
    """Return the number of open files and sockets of a process."""
    return len(list((PROC / f"{process}/fd").iterdir()))
