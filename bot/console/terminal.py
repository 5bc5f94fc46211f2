"""What all commands have in common: arguments, files, and errors of one line."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Never, TypeAlias

import msgspec

if TYPE_CHECKING:
    from bot.replaying import Mistake

WRONG, FAILED, INTERRUPTED = 1, 2, 130
"""Exit status for what a check finds; for a bad argument, file or setting; for Ctrl-C."""


class Parser(argparse.ArgumentParser):
    """Complains in one line, as all of the program does."""

    def error(self, message: str) -> Never:
        """Ends the program with what is wrong with its arguments."""
        fail(f"{self.prog}: {message} (see {self.prog} --help)")


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def fail(message: str) -> Never:
    """Ends the program with one line on standard error."""
    print(" ".join(message.split()), file=sys.stderr)
    sys.exit(FAILED)


def fail_at(path: Path, mistake: "Mistake") -> Never:
    """Ends the program with what is wrong in a file, and where."""
    at = f"{path}:{mistake.line}" if mistake.line else f"{path}"
    fail(": ".join(part for part in (at, mistake.field, mistake.problem) if part))


def read_text(path: Path) -> str:
    """What a file holds, whatever its line ends."""
    try:
        return path.read_text("utf-8")
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


def print_json(document: object) -> None:
    """Prints one JSON document in a line."""
    sys.stdout.buffer.write(msgspec.json.encode(document) + b"\n")
