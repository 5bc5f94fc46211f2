"""A line of the log at ERROR means that somebody has to act: each is here with what they do."""

import ast
import logging
from pathlib import Path

import pytest

from bot.storage.engine.errors import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseUnreachableError,
    RowAlreadyExistsError,
    SchemaRevisionMismatchError,
    UnfinishedWriteError,
    choose_log_level_for_error,
)
from bot.storage.record.errors import UnreadableStoredEventError
from tests.loopback.program import ROOT

REPORT = "report it: the bot has a fault"
NEWER = "take a newer version, or report it"
ACTS = {
    "handling a heartbeat failed": REPORT,
    "a heartbeat failed": REPORT,
    "the board of channel %s could not be drawn": REPORT,
    "the plan of channel %s has to wait": REPORT,
    "the post of server %s could not be sent": REPORT,
    "a chore failed": REPORT,
    "%s failed": REPORT,
    "an interaction is not what discord.py expects: %s": NEWER,
    "another bot answers with the same token: Discord had %s answers in ten minutes that were not"
    " given here; stop one of the two, or reset the token": "stop one of the two",
    "the work after an answer failed": REPORT,
    "an interaction that waited cannot be read": NEWER,
    "an interaction that waited cannot be refused": REPORT,
    "Discord refused the commands, and keeps those it has: %s": NEWER,
    "shard %s: %s cannot be read and was dropped (%s)": NEWER,
    "the database did not answer: %s": "see to the database",
    "a command failed": REPORT,
    "a process of the judge failed: %s": "see to the machine's memory, or report it",
    "a listener failed": REPORT,
    "game %s of channel %s cannot be read: %s": "run `suzerain doctor`",
    "the job of %s failed": REPORT,
    "the bot did not become idle": "report it: the sandbox has a fault",
    "problem": "put back the files, and start the bot again",  # in words of the file's check
}
"""What somebody does about each line."""


def find_error_lines(file: Path) -> set[str]:
    """Return the texts that a module logs at ERROR, whatever happened."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="log" | "_log"), attr="error" | "exception" | "critical"),
                args=[said, *_],
            ):
                found.add(str(said.value) if isinstance(said, ast.Constant) else ast.unparse(said))
    return found


def test_each_line_at_error_says_what_somebody_has_to_do() -> None:
    found = set().union(*map(find_error_lines, (ROOT / "bot").rglob("*.py")))
    assert found == ACTS.keys()


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (DatabaseBusyError(), logging.WARNING),
        (UnfinishedWriteError(), logging.WARNING),
        (RowAlreadyExistsError("pods"), logging.WARNING),
        (DatabaseUnreachableError("sqlite:///a", "no answer"), logging.WARNING),
        (DatabaseCorruptError("sqlite:///a", "cut off"), logging.ERROR),
        (SchemaRevisionMismatchError("0001", "0002"), logging.ERROR),
        (UnreadableStoredEventError(1, 2, "a hole"), logging.ERROR),
        (ValueError("a fault"), logging.ERROR),
    ],
)
def test_what_passes_by_itself_is_a_warning(error: Exception, level: int) -> None:
    assert choose_log_level_for_error(error) == level
