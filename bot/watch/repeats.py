"""Log lines that repeat: the first is written, then one line with the number of the others."""

import logging
import math
from copy import copy
from typing import NamedTuple, TextIO

from bot.lru_cache import LruCache

WINDOW = 3600.0
"""Seconds within which the warnings and errors of a kind are counted together at first."""

LONGEST_WINDOW = 24 * 3600.0
"""Seconds within which they are counted together if they go on; each time it is twice as long."""

REMEMBERED_KINDS = 1_000
"""The most kinds of lines that are counted at the same time."""

Kind = tuple[str, int, str, str]
"""A logger, a level, the text before its values were put in, and where an exception was raised."""


class _Repeats(NamedTuple):
    """Lines of a kind since one was written: their number, and the last one."""

    kind: Kind
    window: float
    since: float
    repeated: int
    last: logging.LogRecord


class RepeatHandler(logging.StreamHandler[TextIO]):
    """A handler that writes the first warning or error of a kind, and counts the others.

    So what goes wrong in every channel is two lines, among which another fault is seen. What is
    below a warning is written as it is.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._kinds = LruCache[Kind, _Repeats](REMEMBERED_KINDS)

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, or count it if one of its kind was written not long ago."""
        self._tell(record.created)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        kind = _find_kind(record)
        earlier = self._kinds.get(kind)
        if earlier is None:
            self._kinds.put(kind, _Repeats(kind, WINDOW, record.created, 0, record))
            super().emit(record)
        else:
            self._kinds.put(kind, earlier._replace(repeated=earlier.repeated + 1, last=record))

    def close(self) -> None:
        """Write what was counted, as the program ends."""
        self._tell(math.inf)
        super().close()

    def _tell(self, now: float) -> None:
        """Write the numbers of the kinds that were counted for long enough."""
        for repeats in self._kinds.values():
            if repeats.since + repeats.window > now:
                continue
            self._kinds.drop(repeats.kind)
            if repeats.repeated:
                super().emit(_summarize(repeats))
                longer = min(2 * repeats.window, LONGEST_WINDOW)
                self._kinds.put(
                    repeats.kind, repeats._replace(window=longer, since=now, repeated=0)
                )


def _find_kind(record: logging.LogRecord) -> Kind:
    raised = ""
    if record.exc_info and record.exc_info[0] is not None:
        kind, _, trace = record.exc_info
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        at = "" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        raised = f"{kind.__name__} {at}"
    return record.name, record.levelno, str(record.msg), raised


def _summarize(repeats: _Repeats) -> logging.LogRecord:
    """Return the line about repeats: the last of them, with their number."""
    line = copy(repeats.last)
    minutes = max(1, round((line.created - repeats.since) / 60))
    times = "once more" if repeats.repeated == 1 else f"{repeats.repeated:,} times more"
    line.msg = f"{repeats.last.getMessage()} ({times} in {minutes} min, in this or another place)"
    line.args = ()
    line.exc_info = line.exc_text = None
    return line
