"""Bounds for files of card data: a file that would take memory or time without end is refused.

Anybody may have written such a file. A parser keeps every open bracket, the string that it reads and the record that it
makes, so a small packed file could fill the memory of the machine.
"""

import re
from array import array
from itertools import accumulate
from typing import Protocol

MAX_DEPTH = 40
"""Brackets that are open at once; card data has fewer than ten."""

MAX_STRING_BYTES = 64 * 1024
"""Bytes of the longest string or number."""

MAX_RECORD_BYTES = 1024 * 1024
"""Bytes of the longest record, about; MTGJSON's longest has a tenth."""

MAX_FILE_BYTES = 8 * 1024**3
"""Bytes of the longest file when it is unpacked; Scryfall's longest has a third."""

MAX_COMPRESSION_RATIO = 200
"""The largest ratio of an unpacked file's length to the packed one's; card data has 20."""

CHUNK = 32 * 1024
"""Bytes that are read at once."""

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKETS = b"[]{}"
_OTHERS = bytes(set(range(256)) - set(_BRACKETS))
_STEPS = bytes(1 if each in b"[{" else 255 for each in range(256))  # 255 is -1 in an array
_LONG_TOKEN = re.compile(rb"[^\s\[\]{},:]{1000}|\s{16384}")
_UNBOUNDED_START = 64 * 1024 * 1024
"""Bytes that may be unpacked from however few."""


class FileLimitExceededError(Exception):
    """The error that a file exceeds a limit, such as its size. The message says which."""


class ReadableFile(Protocol):
    """The protocol of a file object that can be read as bytes."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes of the file; none at the end."""


class JsonReaderWithLimits:
    """A file reader that limits the size and nesting depth of JSON while a parser reads it."""

    def __init__(self, file: ReadableFile, packed_size: int, record_depth: int) -> None:
        """Check the bytes read from `file` against limits.

        `packed_size` is the number of bytes on the disk, and `record_depth` how many brackets are open between two
        records.
        """
        self._file = file
        self._most = min(MAX_FILE_BYTES, max(_UNBOUNDED_START, packed_size * MAX_COMPRESSION_RATIO))
        self._record_depth = record_depth
        self._done = 0
        self._depth = 0
        self._in_record = 0
        self._rest = b""
        """The beginning of a string that has not ended yet."""

    def read(self, size: int = CHUNK) -> bytes:
        """Return the next bytes of the file. Raises `FileLimitExceededError`."""
        chunk = self._file.read(size)
        self._require_chunk_within_limits(chunk)
        return chunk

    def _require_chunk_within_limits(self, chunk: bytes) -> None:
        self._done += len(chunk)
        if self._done > self._most:
            raise FileLimitExceededError(f"it is longer than {self._most:,} bytes when it is unpacked")
        outside = _STRING.sub(b"", self._rest + chunk)
        begin = outside.find(b'"')
        self._rest = b"" if begin < 0 else outside[begin:]
        outside = outside if begin < 0 else outside[:begin]
        if len(self._rest) > MAX_STRING_BYTES or _LONG_TOKEN.search(outside):
            raise FileLimitExceededError(f"it has a text of more than {MAX_STRING_BYTES:,} bytes")
        steps = array("b", outside.translate(_STEPS, _OTHERS))
        depths = list(accumulate(steps, initial=self._depth))
        self._depth = depths[-1]
        if max(depths) > MAX_DEPTH:
            raise FileLimitExceededError(f"more than {MAX_DEPTH} brackets are open at once")
        is_same = min(depths) > self._record_depth
        self._in_record = self._in_record + len(chunk) if is_same else 0
        if self._in_record > MAX_RECORD_BYTES:
            raise FileLimitExceededError(f"a record has more than {MAX_RECORD_BYTES:,} bytes")
