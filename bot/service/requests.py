"""Requests to a channel's game, their outcomes, and those that came too late for the asker."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from msgspec import Struct

from bot.deadline import find_deadline
from bot.joust.duel import Duel
from bot.lru_cache import LruCache
from bot.planning.plan import Plan
from bot.rulebooks import GameCommand
from bot.rules.events import Event
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.storage.record.people import Person
from bot.storage.record.recorded import Recorded

Ask = Callable[[Player, LiveGame], GameCommand]
"""Make the command from the key of who asks and the pod as it stands in their turn."""


class Actor(Struct, frozen=True):
    """Who asks: a Discord user, the names they go by, and whether they moderate the channel.

    A pod that they open speaks their `language`, where the server has not chosen one. `neutral`:
    the server wants moderators to decide only about games that they do not play.
    """

    discord_id: int
    name: str
    moderator: bool = False
    language: str = "en"
    neutral: bool = False
    username: str = ""


class Request(Struct, frozen=True):
    """One command for a channel, delivered once or twice.

    `actor` is None where the bot itself acts, which may all that the rules allow. `interaction`
    names the delivery: the same one changes things once. `home` is the channel where a pod that is
    opened in a thread was asked for. `pod` is the number of the pod that is
    meant, 0 for the one that the channel plays; another one is refused, unless an `earlier` one
    may be meant, which is settled or put right. `seen` is the version up to which the asker knew
    what was played (`LiveGame.played`); None if they decide whatever has happened since. `named`
    are people whom the command names, and who may be nobody yet that the bot has seen.
    """

    place: Place
    actor: Actor | None
    ask: Ask
    interaction: int | None = None
    pod: int = 0
    earlier: bool = False
    seen: int | None = None
    home: int | None = None
    named: tuple[Person, ...] = ()


class Done(Struct, frozen=True):
    """A command that was carried out, or had been when it was delivered `again`."""

    recorded: Recorded
    live: LiveGame
    before: LiveGame
    again: bool = False

    @property
    def pod(self) -> Pod:
        """The pod after a command to one."""
        assert self.live.pod is not None
        return self.live.pod

    @property
    def event(self) -> Event:
        """What came of a command to a pod."""
        assert isinstance(self.recorded.event, Event)
        return self.recorded.event

    @property
    def duel(self) -> Duel:
        """The duel after a command to one."""
        assert self.live.duel is not None
        return self.live.duel

    @property
    def plan(self) -> Plan:
        """The plan after a command to one."""
        assert self.live.plan is not None
        return self.live.plan


class Moved(Struct, frozen=True):
    """Nothing was done: since the asker looked, something happened in the pod, now `live`."""

    live: LiveGame


class PodRead(NamedTuple):
    """A pod as it stands, the events that made it so, and the pod that its channel plays."""

    live: LiveGame
    events: list[Recorded]
    current: LiveGame


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
