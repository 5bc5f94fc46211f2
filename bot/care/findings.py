"""The findings of the doctor, which checks the settings, the database and Discord."""

from typing import Literal

from msgspec import Struct


class DiagnosisFinding(Struct, frozen=True):
    """A result of one of the doctor's checks: sound (✔), a warning (!) or a failure (✖), with
    advice.
    """

    mark: Literal["✔", "!", "✖"]
    what: str
    advice: str = ""

    def __str__(self) -> str:
        line = " ".join(self.what.split())
        return f"{self.mark} {line}" + (f" → {self.advice}" if self.advice else "")


def build_success_finding(message: str) -> DiagnosisFinding:
    """Return a finding of the doctor that a check passed."""
    return DiagnosisFinding("✔", message)


def build_warning_finding(message: str, advice: str) -> DiagnosisFinding:
    """Return a finding of the doctor about a problem with which the bot still works."""
    return DiagnosisFinding("!", message, advice)


def build_failure_finding(message: str, advice: str) -> DiagnosisFinding:
    """Return a finding of the doctor that data is lost, or that a problem stops the bot."""
    return DiagnosisFinding("✖", message, advice)
