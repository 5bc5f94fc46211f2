"""Arguments, input files, output and one-line errors, which all commands share."""

import argparse
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Never, TypeAlias

import msgspec

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from bot.replaying import Mistake

EXIT_FOUND_PROBLEM = 1
"""Exit status if a check found something."""

EXIT_FAILED = 2
"""Exit status for a bad argument, file or setting."""

EXIT_INTERRUPTED = 130
"""Exit status after Ctrl-C."""

EXIT_BROKEN_PIPE = 141
"""Exit status if the reader of the output has closed it, as after SIGPIPE."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line."""

    def error(self, message: str) -> Never:
        """Exit with one line about the wrong argument."""
        fail(f"{self.prog}: {message} (see {self.prog} --help)")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help; unlike argparse, notice if it could not be written."""
        if file is None:
            say(self.format_help().removesuffix("\n"))
        else:
            super().print_help(file)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def fail(*messages: str) -> Never:
    """Exit with one line on standard error for each message."""
    print("\n".join(" ".join(message.split()) for message in messages), file=sys.stderr)
    sys.exit(EXIT_FAILED)


def fail_at(path: Path, mistake: "Mistake") -> Never:
    """Exit with one line that names the file, the line and the field of a mistake."""
    at = f"{path}:{mistake.line}" if mistake.line else f"{path}"
    fail(": ".join(part for part in (at, mistake.field, mistake.problem) if part))


MAX_TEXT_BYTES = 64 * 1024 * 1024
"""The most bytes of a file that is read as a text."""


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file without its byte order mark, with any line ends as "\\n".

    Exits with one line if the file cannot be read.
    """
    content = read_bytes(path, MAX_TEXT_BYTES)
    if len(content) > MAX_TEXT_BYTES:
        fail(f"{path}: is too large; accepted: up to {MAX_TEXT_BYTES:,} bytes")
    try:
        return io.TextIOWrapper(io.BytesIO(content), "utf-8-sig").read()
    except UnicodeDecodeError:
        fail(f"{path}: not a text in UTF-8")


def read_bytes(path: Path, most: int) -> bytes:
    """Return at most `most` + 1 bytes of a file, so that the caller notices a larger one.

    Exits with one line if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        _fail_to_read(path, error)


def _fail_to_read(path: Path, error: OSError) -> Never:
    fail(f"{path}: {error.strerror or error}; accepted: a file that can be read")


class _Unwritable(Exception):
    """A failure to write to standard output: the reader closed it, or the disk is full."""


def say(text: str) -> None:
    """Print lines and flush them, so that a failure to write is noticed."""
    with _catch_unwritable():
        print(text, flush=True)


def print_json(document: object) -> None:
    """Print one JSON document in a line of UTF-8, whatever the terminal's encoding is."""
    with _catch_unwritable():
        sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
        sys.stdout.buffer.flush()


@contextmanager
def open_output() -> Iterator[None]:
    """Prepare standard output; escape characters that its encoding lacks.

    If output cannot be written, exit with one line, or silently if the reader closed the pipe.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            yield
        finally:
            with _catch_unwritable():
                sys.stdout.flush()
    except _Unwritable as unwritable:
        _drop_output()
        reason = unwritable.__cause__
        if isinstance(reason, BrokenPipeError):
            sys.exit(EXIT_BROKEN_PIPE)
        assert isinstance(reason, OSError)
        fail(f"standard output: {reason.strerror or reason}; accepted: one that can be written to")


@contextmanager
def _catch_unwritable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _Unwritable from error


def _drop_output() -> None:
    """Send the rest of the output to the null device: Python flushes it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
