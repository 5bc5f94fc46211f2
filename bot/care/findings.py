"""What the doctor finds."""

from typing import Literal

from msgspec import Struct


class Finding(Struct, frozen=True):
    """Whether something is well (✔), doubtful (!) or wrong (✖), and what to do about it."""

    mark: Literal["✔", "!", "✖"]
    what: str
    advice: str = ""

    def __str__(self) -> str:
        line = " ".join(self.what.split())
        return f"{self.mark} {line}" + (f" → {self.advice}" if self.advice else "")


def report_well(what: str) -> Finding:
    """All is as it should be."""
    return Finding("✔", what)


def report_doubtful(what: str, advice: str) -> Finding:
    """The bot can work, but not everywhere or not for ever."""
    return Finding("!", what, advice)


def report_wrong(what: str, advice: str) -> Finding:
    """The bot cannot work so, or something is lost."""
    return Finding("✖", what, advice)
