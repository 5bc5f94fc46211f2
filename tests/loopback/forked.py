"""Programs that are forked from a process which has imported the bot: see `forker`."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests import spending
from tests.loopback.forker import END, MODULES

ROOT = Path(__file__).parents[2]


class Forked:
    """A forked program, with what tests use of an `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader) -> None:
        self.pid = pid
        self.stdout = stdout
        self.stderr = stderr
        self.returncode: int | None = None
        self._ended = asyncio.Event()

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        await self._ended.wait()
        assert self.returncode is not None
        return self.returncode

    async def watch(self, end: asyncio.StreamReader) -> None:
        """Wait for the program's end in its pipe, which is closed then."""
        status, seconds = END.unpack(await end.read())
        spending.add(seconds)
        self.returncode = status
        self._ended.set()


class Forker:
    """The process that forks; it ends with the process of the tests."""

    def __init__(self, warnings: str) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": warnings}
        command = (sys.executable, "-m", "tests.loopback.forker", f"{theirs.fileno()}")
        with theirs:
            # Pipes, as a program would have: Python makes the streams of a file in another way.
            self._process = subprocess.Popen(
                command, pass_fds=[theirs.fileno()], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        self._channel = ours
        self._turn = threading.Lock()
        self._spent = 0.0
        atexit.register(self.close)

    def fork(self, program: Mapping[str, object], files: list[int]) -> int:
        """Fork a program with these files, and return its process id."""
        with self._turn:
            socket.send_fds(self._channel, [json.dumps(program).encode()], files)
            reply = self._channel.recv(END.size)
            assert reply, self._process.communicate()[1].decode()
            pid, spent = END.unpack(reply)
            spending.add(spent - self._spent)
            self._spent = spent
        return int(pid)

    def close(self) -> None:
        self._channel.close()
        self._process.communicate()


_forkers: dict[str, Forker] = {}
"""The process that forks, by the warnings that it was started with."""

_watching: set[asyncio.Task[None]] = set()


def can_be_forked(module: str, env: Mapping[str, str]) -> bool:
    """Return whether the program can be forked here, with all that its environment says."""
    return sys.platform == "linux" and module in MODULES and "PYTHONWARNINGS" in env


async def fork(module: str, *arguments: str, folder: Path, env: Mapping[str, str]) -> Forked:
    """Start `python -m MODULE ARGUMENT...` in a folder by a fork."""
    warnings = env["PYTHONWARNINGS"]
    if warnings not in _forkers:
        _forkers[warnings] = Forker(warnings)
    program = {"module": module, "arguments": arguments, "folder": str(folder), "env": {**env}}
    pipes = [os.pipe() for _ in range(3)]
    try:
        pid = await asyncio.to_thread(_forkers[warnings].fork, program, [write for _, write in pipes])
    finally:
        for _, write in pipes:
            os.close(write)
    stdout, stderr, end = [await _open_reader(read) for read, _ in pipes]
    forked = Forked(pid, stdout, stderr)
    task = asyncio.create_task(forked.watch(end))
    _watching.add(task)
    task.add_done_callback(_watching.discard)
    return forked


async def _open_reader(pipe: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, os.fdopen(pipe, "rb", 0))
    return reader
