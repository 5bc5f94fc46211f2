"""The child's side of a worker: it reads requests from stdin and writes answers to stdout."""

import os
import signal
import sys
from collections.abc import Callable
from typing import BinaryIO

from bot.workers.frames import LENGTH_BYTES, WorkerFailure, decode_length_of_worker_message, encode_worker_message

NICENESS = 10
"""The increment of niceness: the bot's answers come first when processors are scarce."""


def serve_requests_on_stdin(handle_request: Callable[[bytes], object], memory_limit: int | None = None) -> None:
    """Answer requests from standard input until it closes, as a worker process.

    The process uses at most `memory_limit` bytes; None means no limit.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the bot, which ends this process
    if sys.platform != "win32":
        os.nice(NICENESS)
        if memory_limit is not None:
            _limit_process_memory(memory_limit)
    try:
        answer_requests_in_stream(handle_request, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # the bot was killed
        os._exit(0)


def answer_requests_in_stream(
    handle_request: Callable[[bytes], object], request_stream: BinaryIO, answer_stream: BinaryIO
) -> None:
    """Answer each request of a stream. An exception is answered with `WorkerFailure`."""
    while head := request_stream.read(LENGTH_BYTES):
        answer_stream.write(
            encode_worker_message(
                _handle_request_or_report_failure(
                    handle_request, request_stream.read(decode_length_of_worker_message(head))
                )
            )
        )
        answer_stream.flush()


def _handle_request_or_report_failure(handle_request: Callable[[bytes], object], request: bytes) -> object:
    try:
        return handle_request(request)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic in Rust is not an Exception
        return WorkerFailure(f"{type(error).__name__}: {error}")


def _limit_process_memory(maximum_bytes: int) -> None:
    """Limit the memory of this process. Python raises `MemoryError` above the limit."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    least = maximum_bytes if hard == resource.RLIM_INFINITY else min(maximum_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (least, hard))
