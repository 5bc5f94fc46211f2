"""What was written after its asker had been told that nobody knows: asked again, it is that one."""

import asyncio
from contextlib import suppress

from msgspec import Struct

from bot.deadline import find_deadline
from bot.lru_cache import LruCache
from bot.rulebooks import GameCommand
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame
from bot.service.requests import Done, Request
from bot.storage.record.people import Person

REMEMBERED = 60.0
"""Seconds for which somebody may ask again because they did not know."""

_MOST = 1_000
"""Channels with such a command."""


class _Late(Struct, frozen=True):
    asker: int
    command: GameCommand
    live: LiveGame  # that the command was made for
    done: Done
    until: float


class LateCommands:
    """The last command of each channel, where its outcome came too late for its asker."""

    def __init__(self) -> None:
        self._late = LruCache[int, _Late](_MOST)

    def note(self, request: Request, live: LiveGame, person: Person | None, done: Done) -> None:
        """Note what was committed: late, or in time, which ends what was late before it."""
        self._late.drop(request.place.channel)
        deadline = find_deadline()
        if deadline is None or not deadline.passed or person is None or request.actor is None:
            return
        until = asyncio.get_running_loop().time() + REMEMBERED
        with suppress(Refusal):  # what is not made the same again cannot be asked again either
            command = request.ask(person.id, live)
            late = _Late(request.actor.discord_id, command, live, done, until)
            self._late.put(request.place.channel, late)

    def find(self, request: Request, person: Person | None) -> Done | None:
        """Return what a request did already, if its asker could not know that; only once."""
        late = self._late.get(request.place.channel)
        if late is None or person is None or request.actor is None:
            return None
        if late.asker != request.actor.discord_id or request.pod not in (0, late.live.number):
            return None
        if late.until < asyncio.get_running_loop().time():
            return None
        try:
            same = request.ask(person.id, late.live) == late.command
        except Refusal:
            return None
        if not same:
            return None
        self._late.drop(request.place.channel)
        return Done(late.done.recorded, late.done.live, late.done.live, again=True)
