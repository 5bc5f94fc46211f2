"""What all commands have in common: arguments, files, and errors of one line."""

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

WRONG, FAILED, INTERRUPTED, UNREAD = 1, 2, 130, 141
"""Exit status for what a check finds; for a bad argument, file or setting; for Ctrl-C; for when
whoever read the output has stopped reading."""


class Parser(argparse.ArgumentParser):
    """Complains in one line, as all of the program does."""

    def error(self, message: str) -> Never:
        """End the program with what is wrong with its arguments."""
        fail(f"{self.prog}: {message} (see {self.prog} --help)")

    def print_help(self, file: "SupportsWrite[str] | None" = None) -> None:
        """As everything is said, where argparse would not notice that it did not arrive."""
        if file is None:
            say(self.format_help().removesuffix("\n"))
        else:
            super().print_help(file)


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def fail(message: str) -> Never:
    """End the program with one line on standard error."""
    print(" ".join(message.split()), file=sys.stderr)
    sys.exit(FAILED)


def fail_at(path: Path, mistake: "Mistake") -> Never:
    """End the program with what is wrong in a file, and where."""
    at = f"{path}:{mistake.line}" if mistake.line else f"{path}"
    fail(": ".join(part for part in (at, mistake.field, mistake.problem) if part))


def read_text(path: Path) -> str:
    """What a file holds, whatever its line ends, after the mark that some editors begin it with."""
    try:
        return path.read_text("utf-8-sig")
    except OSError as error:
        _fail_to_read(path, error)
    except UnicodeDecodeError:
        fail(f"{path}: not a text in UTF-8")


def read_bytes(path: Path, most: int) -> bytes:
    """What a file holds; of one that is larger, one byte more than `most`."""
    try:
        with path.open("rb") as file:
            return file.read(most + 1)
    except OSError as error:
        _fail_to_read(path, error)


def _fail_to_read(path: Path, error: OSError) -> Never:
    fail(f"{path}: {error.strerror or error}; accepted: a file that can be read")


class _Unwritable(Exception):
    """The output cannot be written: nobody reads it any more, or there is no room for it."""


def say(text: str) -> None:
    """Print some lines, and sees to it that they arrive."""
    with _catch_unwritable():
        print(text, flush=True)


def print_json(document: object) -> None:
    """Print one JSON document in a line, in UTF-8 whatever the terminal has."""
    with _catch_unwritable():
        sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
        sys.stdout.buffer.flush()


@contextmanager
def open_output() -> Iterator[None]:
    """While it lasts the program may say things: a letter that the output lacks is spelt out.

    Where output cannot be written the program ends with one line, or with none if nobody reads.
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
            sys.exit(UNREAD)
        assert isinstance(reason, OSError)
        fail(f"standard output: {reason.strerror or reason}; accepted: one that can be written to")


@contextmanager
def _catch_unwritable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _Unwritable from error


def _drop_output() -> None:
    """Python writes at its end what it could not write before: to nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
