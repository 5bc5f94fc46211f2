"""The child's side of a worker: it reads requests from stdin and writes answers to stdout."""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO

from bot.workers.frames import LENGTH_BYTES, WorkerFailure, decode_frame_length, encode_frame

NICENESS = 10
"""The increment of niceness: the bot's answers come first when processors are scarce."""


def serve_requests(
    handle_request: Callable[[bytes], object], memory_limit: int | None = None
) -> None:
    """Answer requests on stdin until it ends, with at most `memory_limit` bytes; None means no
    limit.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this process
    if sys.platform != "win32":
        os.nice(NICENESS)
        if memory_limit is not None:
            _limit_address_space(memory_limit)
    try:
        answer_frames(handle_request, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # the bot was killed
        os._exit(0)


def answer_frames(
    handle_request: Callable[[bytes], object], requests: BinaryIO, answers: BinaryIO
) -> None:
    """Answer one frame after the other; an exception is answered with `WorkerFailure`."""
    while head := requests.read(LENGTH_BYTES):
        answers.write(
            encode_frame(
                _handle_request_safely(handle_request, requests.read(decode_frame_length(head)))
            )
        )
        answers.flush()


def _handle_request_safely(handle_request: Callable[[bytes], object], request: bytes) -> object:
    try:
        return handle_request(request)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic in Rust is not an Exception
        return WorkerFailure(f"{type(error).__name__}: {error}")


def _limit_address_space(maximum_bytes: int) -> None:
    """Limit the process's address space, so that a larger allocation raises `MemoryError`."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    least = maximum_bytes if hard == resource.RLIM_INFINITY else min(maximum_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))
