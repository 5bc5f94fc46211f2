"""The findings of the doctor."""

from typing import Literal

from msgspec import Struct


class Finding(Struct, frozen=True):
    """The result of a check: well (✔), doubtful (!) or wrong (✖), with advice on what to do."""

    mark: Literal["✔", "!", "✖"]
    what: str
    advice: str = ""

    def __str__(self) -> str:
        line = " ".join(self.what.split())
        return f"{self.mark} {line}" + (f" → {self.advice}" if self.advice else "")


def report_well(what: str) -> Finding:
    """Return a finding that all is well."""
    return Finding("✔", what)


def report_doubtful(what: str, advice: str) -> Finding:
    """Return a finding that lets the bot work, but not everywhere or not for ever."""
    return Finding("!", what, advice)


def report_wrong(what: str, advice: str) -> Finding:
    """Return a finding that keeps the bot from working, or a loss of data."""
    return Finding("✖", what, advice)
