"""The child's side of a worker: it reads requests from stdin and writes answers to stdout."""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO

from bot.workers.frames import LENGTH_BYTES, Failed, make_frame, read_length

NICENESS = 10
"""The increment of niceness: the bot's answers come first when processors are scarce."""


def serve(answer: Callable[[bytes], object], memory: int | None = None) -> None:
    """Answer requests on stdin until it ends, with at most `memory` bytes; None means no limit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this process
    if sys.platform != "win32":
        os.nice(NICENESS)
        if memory is not None:
            _limit_memory(memory)
    try:
        answer_each(answer, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # the bot was killed
        os._exit(0)


def answer_each(answer: Callable[[bytes], object], requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer one frame after the other; an exception is answered with `Failed`."""
    while head := requests.read(LENGTH_BYTES):
        answers.write(make_frame(_try(answer, requests.read(read_length(head)))))
        answers.flush()


def _try(answer: Callable[[bytes], object], request: bytes) -> object:
    try:
        return answer(request)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic in Rust is not an Exception
        return Failed(f"{type(error).__name__}: {error}")


def _limit_memory(most: int) -> None:
    """Limit the address space to `most` bytes, so that more raises `MemoryError`."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))
