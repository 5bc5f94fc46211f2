"""Requests to a channel's game, their outcomes, and commands that committed too late."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, Protocol

from msgspec import Struct

from bot.deadline import find_deadline
from bot.joust.duel import Duel
from bot.lru_cache import LruCache
from bot.planning.plan import Plan
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.live_game import LiveGame, Place
from bot.storage.engine.changes import Condition
from bot.storage.engine.database import Database
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import Names, Person
from bot.storage.record.recorded import Recorded

Ask = Callable[[Player, LiveGame], GameCommand]
"""Make the command from the asker's id and the current game, once the channel is locked."""


class Actor(Struct, frozen=True):
    """The Discord user who asks, with their names, and whether they moderate the channel.

    `language` is for the boards of a pod that they open, if the server has not set one. `neutral`
    means that on this server moderators may only decide about games that they do not play. An
    `organiser` leads the night to which the game belongs.
    """

    discord_id: int
    names: Names
    moderator: bool = False
    language: str = "en"
    neutral: bool = False
    organiser: bool = False


class Limit(Protocol):
    """A limit of a command that depends on more than its own game, such as a number of games."""

    async def check(self, database: Database, guild: int, player: Player) -> None:
        """Raise `Refusal` if a command of the player would exceed the limit now."""

    def list_conditions(self, guild: int, player: Player) -> Iterable[Condition]:
        """Return the conditions of the write, which hold if the limit is not exceeded."""


class MeetsAvoided(Refusal):
    """A refusal to seat somebody beside a person whom they avoid, before they were asked.

    Where nobody can be asked, its words send them back to join again.
    """

    def __init__(self) -> None:
        super().__init__("joining-gone")


class Request(Struct, frozen=True):
    """A command for a channel; Discord may deliver it twice.

    - `actor`: None means the bot itself, which may do all that the rules allow.
    - `interaction`: Discord's id; a command with the same id takes effect only once.
    - `pod`: the number of the game that is meant; 0 means the current one. Another game is refused,
      unless `earlier` allows a past one.
    - `seen`: the version of the game that the asker saw (`LiveGame.played`); None means that the
      command holds whatever has happened since.
    - `home`: the channel where a pod was asked for that is opened in a thread.
    - `named`: people whom the command names; the database may not know them yet.
    - `asked`: numbers of the seasons that are over and that the asker was asked about.
    - `despite_avoided`: the asker was told that somebody whom they avoid sits there.
    - `note`: told of the outcome once it is committed, unless it had been before.
    - `limits`: limits of the asker; they hold even if others ask at the same moment.
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
    asked: frozenset[int] = frozenset()
    despite_avoided: bool = False
    note: "Callable[[Done], None] | None" = None
    limits: tuple[Limit, ...] = ()


class Done(Struct, frozen=True):
    """The outcome of a command; `again` means that an earlier delivery had carried it out.

    `decision` is the audit entry of a moderator's decision.
    """

    recorded: Recorded
    live: LiveGame
    before: LiveGame
    again: bool = False
    decision: AuditEntry | None = None

    @property
    def pod(self) -> Pod:
        """The game after a command, which must be a pod."""
        assert self.live.pod is not None
        return self.live.pod

    @property
    def duel(self) -> Duel:
        """The game after a command, which must be a duel."""
        assert self.live.duel is not None
        return self.live.duel

    @property
    def plan(self) -> Plan:
        """The game after a command, which must be a plan."""
        assert self.live.plan is not None
        return self.live.plan


class Moved(Struct, frozen=True):
    """The outcome that nothing was done, as the game has changed since the asker saw it."""

    live: LiveGame


class PodRead(NamedTuple):
    """A game, its events, and the current game of its channel."""

    live: LiveGame
    events: list[Recorded]
    current: LiveGame


RETRY_WINDOW = 60.0
"""Seconds in which a retry returns the first outcome."""

_MAX_LATE_COMMANDS = 1_000
"""The most channels with a late command."""


class _LateCommand(Struct, frozen=True):
    asker: int
    command: GameCommand
    live: LiveGame  # that the command was made for
    done: Done
    until: float


class LateCommands:
    """Commands that committed after their deadline. A retry returns the first outcome.

    At most the last command of each channel is kept.
    """

    def __init__(self) -> None:
        self._late = LruCache[int, _LateCommand](_MAX_LATE_COMMANDS)

    def note(self, request: Request, live: LiveGame, person: Person | None, done: Done) -> None:
        """Replace the channel's late command by a committed one; keep that only if it is late."""
        self._late.drop(request.place.channel)
        deadline = find_deadline()
        if deadline is None or not deadline.passed or person is None or request.actor is None:
            return
        until = asyncio.get_running_loop().time() + RETRY_WINDOW
        with suppress(Refusal):  # a command that cannot be made again cannot be retried
            command = request.ask(person.id, live)
            late = _LateCommand(request.actor.discord_id, command, live, done, until)
            self._late.put(request.place.channel, late)

    def find(self, request: Request, person: Person | None) -> Done | None:
        """Return the outcome of the late command that a request repeats, if any; only once."""
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
