"""The child's side: reads frames from its input, writes answers to its output, until it ends."""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO

from bot.workers.frames import LENGTH, Failed, make_frame, read_length

POLITE = 10
"""How far it steps back where processors are scarce: the bot's answers come first."""


def serve(answer: Callable[[bytes], object], memory: int | None = None) -> None:
    """Answer the requests of the bot that started this process, with `memory` bytes at most."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, who then ends this
    if sys.platform != "win32":
        os.nice(POLITE)
        if memory is not None:
            _limit_memory(memory)
    try:
        answer_each(answer, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # the bot was killed: nobody is left to be answered
        os._exit(0)


def answer_each(answer: Callable[[bytes], object], requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer one frame after the other; what breaks is answered with `Failed`."""
    while head := requests.read(LENGTH):
        answers.write(make_frame(_try(answer, requests.read(read_length(head)))))
        answers.flush()


def _try(answer: Callable[[bytes], object], request: bytes) -> object:
    try:
        return answer(request)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # when Rust panics, that is no Exception
        return Failed(f"{type(error).__name__}: {error}")


def _limit_memory(most: int) -> None:
    """Let what is more be a `MemoryError`, where the system keeps to that."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))
