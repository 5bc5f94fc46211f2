"""The findings of the doctor, which checks the settings, the database and Discord."""

from typing import Literal

from msgspec import Struct


class DiagnosisFinding(Struct, frozen=True):
    """The result of a check by `suzerain doctor`: passed, warning or failure, with advice."""

    mark: Literal["✔", "!", "✖"]
    what: str
    advice: str = ""

    def __str__(self) -> str:
        line = " ".join(self.what.split())
        return f"{self.mark} {line}" + (f" → {self.advice}" if self.advice else "")


def build_result_of_passed_check(message: str) -> DiagnosisFinding:
    return DiagnosisFinding("✔", message)


def build_result_of_check_with_warning(message: str, advice: str) -> DiagnosisFinding:
    """Return the result of a check that found a problem with which the bot still works."""
    return DiagnosisFinding("!", message, advice)


def build_result_of_failed_check(message: str, advice: str) -> DiagnosisFinding:
    """Return the result of a check that found lost data, or a problem that stops the bot."""
    return DiagnosisFinding("✖", message, advice)
