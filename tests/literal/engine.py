"""The engine, asked line by line as `suzerain replay` asks it, and corrected in between."""

from typing import Any

import msgspec

from bot import transcript
from bot.i18n import catalogue
from bot.reading import Unreadable
from bot.rules import commands
from bot.rules.decide import decide
from bot.rules.events import Event
from bot.rules.pod import Pod, evolve
from bot.rules.refusals import Refusal
from bot.rules.story import told
from tests.literal.telling import Line, Refused

TEXT = catalogue("en")


class Engine:
    """A pod and the events that led to it."""

    def __init__(self, opening: Line) -> None:
        self.log: list[Event] = []
        self.pod: Pod | None = None
        self.tell(opening)

    def tell(self, line: Line) -> None:
        """One line more. Raises `Refused` and forgets it if the rules refuse it."""
        before = self.log, self.pod
        try:
            for command in self._read(line):
                event = decide(self.pod, command)
                self.log, self.pod = [*self.log, event], evolve(self.pod, event)
        except (Refusal, Unreadable) as refusal:
            self.log, self.pod = before
            raise Refused(repr(refusal)) from None

    def _read(self, line: Line) -> list[commands.Command]:
        if line["do"] != "correct":
            return transcript._commands(msgspec.json.encode(line).decode(), self.pod)
        edits = {
            int(place) + 1: tuple(command for line in lines for command in self._read(line))
            for place, lines in line["edits"].items()
        }
        return [commands.Correct(told(self.log), edits, "it was otherwise")]

    def write_document(self) -> dict[str, Any]:
        assert self.pod is not None
        document = transcript.document(self.pod, TEXT)
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(document))
        return found
