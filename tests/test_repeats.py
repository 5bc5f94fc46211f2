"""Lines of the log that repeat are one line with their number, so that another fault is seen."""

import asyncio
import io
import logging
from collections import Counter
from random import Random

from bot.watch.log_buffer import WRITE_INTERVAL
from bot.watch.log_deduplication import FIRST_WINDOW, DeduplicatingLogHandler

MINUTE = 60.0
DAY = 24 * 60 * MINUTE

Line = tuple[float, int, str, tuple[object, ...]]
"""A moment in seconds, a level, a text, and the values that are put into it."""


def write(*lines: Line) -> list[str]:
    """Return what a handler writes of lines, in their order."""
    stream = io.StringIO()
    handler = DeduplicatingLogHandler(stream)
    handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
    for at, level, text, values in lines:
        record = logging.LogRecord("bot.front", level, __file__, 1, text, values, None)
        record.created = at
        handler.handle(record)
    handler.close()
    return stream.getvalue().splitlines()


def warn(at: float, text: str, *values: object) -> Line:
    return at, logging.WARNING, text, values


def test_what_repeats_is_one_line_with_its_number() -> None:
    said = write(*(warn(at * MINUTE, "no board in channel %s", 7) for at in range(60)))
    times = "no board in channel 7 (59 times more in 59 min, in this or another place)"
    assert said == ["WARNING no board in channel 7", f"WARNING {times}"]


def test_the_number_is_told_within_the_hour_by_the_next_line_of_any_kind() -> None:
    said = write(
        warn(0, "a"),
        warn(1, "a"),
        (FIRST_WINDOW + 2, logging.INFO, "command=%s", ("defeat",)),
        warn(FIRST_WINDOW + 3, "a"),
    )
    assert said == [
        "WARNING a",
        "WARNING a (once more in 1 min, in this or another place)",
        "INFO command=defeat",
        "WARNING a (once more in 1 min, in this or another place)",
    ]


def test_what_has_ended_is_written_at_once_when_it_begins_again() -> None:
    said = write(warn(0, "a"), warn(1, "a"), warn(3 * FIRST_WINDOW, "b"), warn(9 * FIRST_WINDOW, "a"))
    assert [line for line in said if line == "WARNING a"] == ["WARNING a"] * 2


def test_another_level_text_or_exception_is_another_line() -> None:
    said = write(
        warn(0, "no board in channel %s", 7),
        warn(1, "no post in channel %s", 7),
        (2, logging.ERROR, "no post in channel %s", (7,)),
    )
    assert len(said) == 3


def test_what_is_below_a_warning_is_written_each_time() -> None:
    assert len(write(*((at, logging.INFO, "command=defeat", ()) for at in range(9)))) == 9


def test_a_month_of_faults_is_read_in_a_minute() -> None:
    """Count the lines of a month in which a channel is gone, and Discord and the disk fail."""
    chance = Random(1)
    lines: list[Line] = []
    for minute in range(30 * 24 * 60):
        at = minute * MINUTE
        lines.append(warn(at, "no board in channel %s: %s", 7, "404"))
        lines.append((at, logging.INFO, "command=%s", ("defeat",)))
        if minute // 60 % 240 == 100:  # three hours in which Discord is away
            lines += [warn(at + n, "the board of channel %s has to wait: %s", n, "503") for n in range(40)]
    for _ in range(5):
        at = chance.uniform(0, 30 * DAY)
        lines.append((at, logging.ERROR, "a command failed", ()))
    said = write(*sorted(lines))
    kinds = Counter(line.split()[0] for line in said)
    assert kinds["ERROR"] == 5
    assert kinds["WARNING"] <= 60
    assert kinds["INFO"] == 30 * 24 * 60


async def test_lines_of_a_loop_are_written_together_and_a_warning_at_once() -> None:
    stream = io.StringIO()
    handler = DeduplicatingLogHandler(stream)
    for text in ("a", "b"):
        handler.handle(logging.LogRecord("bot", logging.INFO, __file__, 1, text, (), None))
    assert stream.getvalue() == ""
    handler.handle(logging.LogRecord("bot", logging.WARNING, __file__, 1, "c", (), None))
    assert stream.getvalue() == "a\nb\nc\n"
    handler.handle(logging.LogRecord("bot", logging.INFO, __file__, 1, "d", (), None))
    handler.close()
    assert stream.getvalue() == "a\nb\nc\nd\n"


async def test_lines_are_written_within_a_moment_while_nothing_else_is_said() -> None:
    stream = io.StringIO()
    handler = DeduplicatingLogHandler(stream)
    handler.handle(logging.LogRecord("bot", logging.INFO, __file__, 1, "a", (), None))
    asyncio.get_running_loop().call_later(WRITE_INTERVAL, (written := asyncio.Event()).set)
    await written.wait()
    assert stream.getvalue() == "a\n"


def test_a_loop_that_ended_leaves_no_line_behind() -> None:
    stream = io.StringIO()
    handler = DeduplicatingLogHandler(stream)

    async def say() -> None:
        handler.handle(logging.LogRecord("bot", logging.INFO, __file__, 1, "a", (), None))

    asyncio.run(say())
    handler.handle(logging.LogRecord("bot", logging.INFO, __file__, 1, "b", (), None))
    assert stream.getvalue() == "a\nb\n"
