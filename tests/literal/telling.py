"""What transcripts are made of, and what is said of a line that cannot be."""

from typing import Any

Line = dict[str, Any]
Entry = dict[str, Any]


class Refused(Exception):
    """The rules do not let this happen here."""
