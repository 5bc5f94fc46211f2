"""Log lines that are written together, because each write costs a busy bot as much as many lines."""

import asyncio
import contextlib
import logging
from typing import TextIO

WRITE_INTERVAL = 0.05
"""The most seconds for which a line that is no warning waits for others."""


class BufferedLogHandler(logging.StreamHandler[TextIO]):
    """A log handler that writes buffered lines together. A warning writes all lines at once.

    Only a killed process loses lines: those of the last moment.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._lines = list[str]()
        self._loop: asyncio.AbstractEventLoop | None = None
        """The loop that will write the lines."""

    def emit(self, record: logging.LogRecord) -> None:
        """Buffer a log record. A warning or error flushes all buffered records at once."""
        try:
            self._lines.append(self.format(record) + self.terminator)
            if record.levelno >= logging.WARNING:
                self.flush()
            else:
                self._schedule_flush()
        except Exception:  # as all handlers of the standard library do
            self.handleError(record)

    def flush(self) -> None:
        """Write all buffered lines. Raises `OSError` or `ValueError` if the stream is closed."""
        self.acquire()
        try:
            lines, self._lines, self._loop = self._lines, [], None
            if lines:
                self.stream.write("".join(lines))
            super().flush()
        finally:
            self.release()

    def close(self) -> None:
        """Write the kept lines before the program ends."""
        self._flush_open_stream()
        super().close()

    def _schedule_flush(self) -> None:
        """Schedule a flush in this thread's event loop; without an event loop, flush now."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.flush()
            return
        if loop is not self._loop:
            self._loop = loop
            loop.call_later(WRITE_INTERVAL, self._flush_open_stream)

    def _flush_open_stream(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self.flush()
