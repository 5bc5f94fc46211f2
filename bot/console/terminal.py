"""The tools that all commands share: arguments, input files, output and one-line errors."""

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

    from bot.transcripts.replaying import TranscriptError

EXIT_FOUND_PROBLEM = 1
"""Exit status if a check found something."""

EXIT_FAILED = 2
"""Exit status for a bad argument, file or setting."""

EXIT_INTERRUPTED = 130
"""Exit status after Ctrl-C."""

EXIT_BROKEN_PIPE = 141
"""Exit status if the reader of the output has closed it, as after SIGPIPE."""


class CommandLineParser(argparse.ArgumentParser):
    """A parser of the command line that reports a wrong argument in one line."""

    def error(self, message: str) -> Never:
        """Exit with one line about the wrong argument."""
        exit_with_error(f"{self.prog}: {message} (see {self.prog} --help)")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """Print the help; report an error if that is impossible, which argparse does not."""
        if file is None:
            print_lines(self.format_help().removesuffix("\n"))
        else:
            super().print_help(file)


Commands: TypeAlias = "argparse._SubParsersAction[CommandLineParser]"


def exit_with_error(*messages: str) -> Never:
    """Exit with an error. Each of the `messages` is a line on stderr."""
    print("\n".join(" ".join(message.split()) for message in messages), file=sys.stderr)
    sys.exit(EXIT_FAILED)


def exit_with_file_error(path: Path, file_error: "TranscriptError") -> Never:
    """Exit with a line on stderr that names the file, line and field with an error."""
    at = f"{path}:{file_error.line}" if file_error.line else f"{path}"
    exit_with_error(": ".join(part for part in (at, file_error.field, file_error.problem) if part))


MAX_TEXT_BYTES = 64 * 1024 * 1024
"""The most bytes of a file that is read as a text."""


def read_text_file(path: Path) -> str:
    """Return the text of a UTF-8 file with Unix line ends and without byte order mark.

    Exits with one line if the file cannot be read.
    """
    content = read_limited_file_bytes(path, MAX_TEXT_BYTES)
    if len(content) > MAX_TEXT_BYTES:
        exit_with_error(f"{path}: is too large; accepted: up to {MAX_TEXT_BYTES:,} bytes")
    try:
        return io.TextIOWrapper(io.BytesIO(content), "utf-8-sig").read()
    except UnicodeDecodeError:
        exit_with_error(f"{path}: not a text in UTF-8")


def read_limited_file_bytes(path: Path, maximum_bytes: int) -> bytes:
    """Read at most `maximum_bytes` and one more byte of a file. The extra byte shows that it is too large.

    Exits with one line if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(maximum_bytes + 1)
    except OSError as error:
        _exit_with_file_read_error(path, error)


def _exit_with_file_read_error(unreadable_file: Path, error: OSError) -> Never:
    exit_with_error(f"{unreadable_file}: {error.strerror or error}; accepted: a file that can be read")


class _StandardOutputWriteError(Exception):
    """The error that standard output cannot be written, for example because the disk is full."""


def print_lines(text: str) -> None:
    """Print lines and flush, so that a failure to write is noticed at once."""
    with _convert_terminal_output_errors():
        print(text, flush=True)


def print_json(document: object) -> None:
    """Print JSON as a line of UTF-8, whatever the terminal's encoding."""
    with _convert_terminal_output_errors():
        sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
        sys.stdout.buffer.flush()


@contextmanager
def escape_unencodable_output() -> Iterator[None]:
    """Escape characters that the encoding of standard output lacks, during the `with` block.

    If output cannot be written, exit with one line, or silently if the reader closed the pipe.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            yield
        finally:
            with _convert_terminal_output_errors():
                sys.stdout.flush()
    except _StandardOutputWriteError as unwritable:
        _redirect_output_to_null_device()
        reason = unwritable.__cause__
        if isinstance(reason, BrokenPipeError):
            sys.exit(EXIT_BROKEN_PIPE)
        assert isinstance(reason, OSError)
        exit_with_error(f"standard output: {reason.strerror or reason}; accepted: one that can be written to")


@contextmanager
def _convert_terminal_output_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _StandardOutputWriteError from error


def _redirect_output_to_null_device() -> None:
    """Discard all later output, because Python would try to write it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
