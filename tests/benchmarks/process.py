"""What a process holds. Only Linux tells."""

from pathlib import Path

PROC = Path("/proc")
KNOWN = (PROC / "self/status").exists()


def held(process: int | str = "self") -> int:
    """Bytes of memory that a process holds."""
    return _read_status(process, "VmRSS")


def peak(process: int | str = "self") -> int:
    """Bytes of memory that a process has held at most."""
    return _read_status(process, "VmHWM")


def _read_status(process: int | str, name: str) -> int:
    status = (PROC / f"{process}/status").read_text()
    kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith(name))
    return int(kilobytes) * 1024


def descriptors(process: int) -> int:
    """Files and sockets that it has open."""
    return len(list((PROC / f"{process}/fd").iterdir()))
