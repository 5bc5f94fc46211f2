"""Deduplication of log lines: the first is written, then one line with the number of repetitions."""

import logging
import math
from copy import copy
from typing import NamedTuple, TextIO

from bot.basics.lru_cache import LruCache
from bot.watch.log_buffer import BufferedLogHandler

FIRST_WINDOW = 3600.0
"""Seconds within which the warnings and errors of a kind are counted together at first."""

LONGEST_WINDOW = 24 * 3600.0
"""Seconds within which they are counted together if they go on; each time it is twice as long."""

REMEMBERED_KINDS = 1_000
"""The most kinds of lines that are counted at the same time."""

LineKind = tuple[str, int, str, str]
"""A logger, a level, the text before its values were put in, and where an exception was raised."""


class _RepeatedLogLine(NamedTuple):
    """A repeated log line: how often it was suppressed, and its last record."""

    kind: LineKind
    window: float
    since: float
    repeated: int
    last: logging.LogRecord


class DeduplicatingLogHandler(BufferedLogHandler):
    """A log handler that writes a repeated warning or error once, and later its number of repetitions."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._kinds = LruCache[LineKind, _RepeatedLogLine](REMEMBERED_KINDS)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a log record; if an equal one was written shortly before, only count it."""
        self._write_repetition_counts(record.created)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        kind = _build_log_deduplication_key(record)
        earlier = self._kinds.get(kind)
        if earlier is None:
            self._kinds.put(kind, _RepeatedLogLine(kind, FIRST_WINDOW, record.created, 0, record))
            super().emit(record)
        else:
            self._kinds.put(kind, earlier._replace(repeated=earlier.repeated + 1, last=record))

    def close(self) -> None:
        """Write how often log lines were repeated before the program ends."""
        self._write_repetition_counts(math.inf)
        super().close()

    def _write_repetition_counts(self, current_time: float) -> None:
        """Write the number of repetitions of each log line whose counting period is over."""
        for repeats in self._kinds.values():
            if repeats.since + repeats.window > current_time:
                continue
            self._kinds.remove(repeats.kind)
            if repeats.repeated:
                super().emit(_build_log_record_of_repeated_line(repeats))
                longer = min(2 * repeats.window, LONGEST_WINDOW)
                self._kinds.put(repeats.kind, repeats._replace(window=longer, since=current_time, repeated=0))


def _build_log_deduplication_key(log_record: logging.LogRecord) -> LineKind:
    raised = ""
    if log_record.exc_info and log_record.exc_info[0] is not None:
        kind, _, trace = log_record.exc_info
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        at = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        raised = f"{kind.__name__} {at}"
    return log_record.name, log_record.levelno, str(log_record.msg), raised


def _build_log_record_of_repeated_line(repeated_line: _RepeatedLogLine) -> logging.LogRecord:
    """Return a log record that says how often a line was repeated."""
    line = copy(repeated_line.last)
    minutes = max(1, round((line.created - repeated_line.since) / 60))
    times = "once more" if repeated_line.repeated == 1 else f"{repeated_line.repeated:,} times more"
    line.msg = f"{repeated_line.last.getMessage()} ({times} in {minutes} min, in this or another place)"
    line.args = ()
    line.exc_info = line.exc_text = None
    return line
