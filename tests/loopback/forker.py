"""A process that has imported the bot, and forks it: `python -m tests.loopback.forker DESCRIPTOR`.

To import the bot takes more of the processor than what most tests have it do, and a run of the tests
starts it a hundred times. The descriptor is a socket: each message asks for a program, and brings its
standard output, its standard error, and a pipe for its end.
"""

import gc
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

END = struct.Struct("id")
"""A program's end: its status as `Process.returncode` has it, and its seconds of the processor."""

MODULES = ("tests.crash.child", "tests.loopback.child", "tests.loopback.hasty", "tests.loopback.ponging")
"""The programs that can be forked: each has a `main` of its arguments."""

LONGEST_MESSAGE = 1 << 17


def main() -> int:
    """Fork programs until the other end of the socket is closed; in a fork, be the program."""
    channel = socket.socket(fileno=int(sys.argv[1]))
    programs = {name: importlib.import_module(name) for name in MODULES}
    importlib.import_module("bot.app")
    importlib.import_module("bot.serving")
    gc.freeze()
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to the tests as well
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([channel.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 1024)
            _tell_ends(running)
        if channel.fileno() not in ready:
            continue
        message, files, _, _ = socket.recv_fds(channel, LONGEST_MESSAGE, 3, socket.MSG_CMSG_CLOEXEC)
        if not message:
            return 0
        program = json.loads(message)
        pid = os.fork()
        if not pid:
            channel.close()
            for file in (woken, wake, files[2], *running.values()):
                os.close(file)
            _become(program, files)
            return int(programs[program["module"]].main(program["arguments"]))
        running[pid] = files[2]
        for file in files[:2]:
            os.close(file)
        channel.send(END.pack(pid, time.process_time()))


def _become(program: Mapping[str, Any], files: list[int]) -> None:
    """Have the streams, signals, environment and folder that a program would start with."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for stream, file in zip((1, 2), files, strict=False):
        os.dup2(file, stream)
        os.close(file)
    os.environ.clear()
    os.environ.update(program["env"])
    os.chdir(program["folder"])
    sys.argv[1:] = program["arguments"]
    gc.unfreeze()


def _tell_ends(running: dict[int, int]) -> None:
    """Write the end of each program that has ended into its pipe."""
    while running:
        pid, status, used = os.wait4(-1, os.WNOHANG)
        if not pid:
            return
        pipe = running.pop(pid)
        with suppress(BrokenPipeError):  # nobody waits for it any more
            os.write(pipe, END.pack(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime))
        os.close(pipe)


if __name__ == "__main__":
    sys.exit(main())
