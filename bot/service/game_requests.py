"""Requests to a channel's game, their results, and commands that committed too late."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple, Protocol

from msgspec import Struct

from bot.basics.deadline import find_deadline_of_running_command
from bot.basics.lru_cache import LruCache
from bot.joust.duel import Duel
from bot.planning.plan import PlannedGame
from bot.rulebooks import GameCommand
from bot.rules.facts import Player
from bot.rules.lobby import OpenLobby
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.service.live_game import ChannelAddress, LiveGame
from bot.storage.engine.database import Database
from bot.storage.engine.row_changes import WriteCondition
from bot.storage.record.audit import AuditEntry
from bot.storage.record.people import AccountNames, Person
from bot.storage.record.stored_event import StoredEvent

CommandFactory = Callable[[Player, LiveGame], GameCommand]
"""Make the command from the asker's id and the current game, once the channel is locked."""


class CommandUser(Struct, frozen=True):
    """The Discord user of a command, with their names and their rights in the channel.

    `language` is for the boards of a pod that they open, if the server has not set one. `neutral` means that on this
    server moderators may only decide about games that they do not play. The service finds out whether the user is the
    `organiser` of the night to which the game belongs. `role_ids` are the user's roles on Discord.
    """

    discord_id: int
    names: AccountNames
    moderator: bool = False
    language: str = "en"
    neutral: bool = False
    organiser: bool = False
    role_ids: frozenset[int] = frozenset()


class CommandLimit(Protocol):
    """A limit on commands that looks at several games, such as the number of open games."""

    async def require_player_below_limit(self, database: Database, guild_id: int, player: Player) -> None:
        """Raise `Refusal` if this command would take the player over the limit."""

    def list_write_conditions(self, guild_id: int, player: Player) -> Iterable[WriteCondition]:
        """Return SQL conditions by which the database refuses the write if it would exceed the limit."""


class AvoidedPlayerAtTableRefusal(Refusal):
    """The refusal to seat a player at a table with an avoided person before the player confirms.

    Where the player cannot be asked, the refusal's text tells them to join again.
    """

    def __init__(self) -> None:
        super().__init__("joining-gone")


class GameCommandRequest(Struct, frozen=True):
    """A request to execute a command in a channel. Discord may deliver the same request twice.

    - `actor`: None means the bot itself, which may do all that the rules allow.
    - `interaction`: Discord's id; a command with the same id takes effect only once.
    - `pod`: the number of the game that is meant; 0 means the current one.
    - `seen`: the version of the game that the user saw (`LiveGame.played`); None means that the
      command holds whatever has happened since.
    - `home`: the channel where a pod was asked for that is opened in a thread.
    - `named`: people whom the command names; the database may not know them yet.
    - `asked`: numbers of the seasons that are over and that the user was asked about.
    - `despite_avoided`: the user was told that somebody whom they avoid sits there.
    - `note`: told of the outcome once it is committed, unless it had been before.
    - `limits`: limits of the user; they hold even if others ask at the same moment.
    - `pressed`: the players who have pressed for the seats of a lobby that the bot opens in the user's
      name. None means the user alone, who opens it.
    - `carries`: presses for the game meant stand for its rematch, as it is the newest of its channel.
    """

    place: ChannelAddress
    actor: CommandUser | None
    ask: CommandFactory
    interaction: int | None = None
    pod: int = 0
    seen: int | None = None
    home: int | None = None
    named: tuple[Person, ...] = ()
    asked: frozenset[int] = frozenset()
    despite_avoided: bool = False
    note: "Callable[[CommandResult], None] | None" = None
    limits: tuple[CommandLimit, ...] = ()
    pressed: frozenset[Player] | None = None
    carries: bool = True

    def build_command(self, requester: Player | None, live_game: LiveGame) -> GameCommand:
        """Build the command for this game. `requester` is None for requests by the bot itself.

        A lobby that a person opens keeps the seats of those who have not pressed for them. The press of the person
        counts for their guests, too, and those of a rematch's players were made in the channel's game right before.
        """
        command = self.ask(requester or "", live_game)
        if requester is None or not isinstance(command, OpenLobby):
            return command
        if self.pressed is not None:
            return command.reserve_seats_of_unconfirmed_players(self.pressed)
        guests = (guest for guest, by in command.guests.items() if by == requester)
        pod = live_game.pod
        before = pod.players if self.carries and pod is not None and pod.standings else ()
        carried = (player for player in command.carried if player in before)
        return command.reserve_seats_of_unconfirmed_players({requester, *guests, *carried})


class CommandResult(Struct, frozen=True):
    """The result of a command. A second delivery of the same request gets the same result.

    `again` means that an earlier delivery had executed the command. `decision` is the audit entry of a moderator's
    decision, which the database has by then.
    """

    recorded: StoredEvent
    live: LiveGame
    before: LiveGame
    again: bool = False
    decision: AuditEntry | None = None

    @property
    def pod(self) -> Pod:
        assert self.live.pod is not None
        return self.live.pod

    @property
    def duel(self) -> Duel:
        assert self.live.duel is not None
        return self.live.duel

    @property
    def plan(self) -> PlannedGame:
        assert self.live.plan is not None
        return self.live.plan


class GameChangedMeanwhileResult(Struct, frozen=True):
    """The result if a command was not executed, because the game had changed since the user looked at it."""

    live: LiveGame


class GameWithEvents(NamedTuple):
    """A game with its events, together with the newest game of the same channel."""

    live: LiveGame
    events: list[StoredEvent]
    current: LiveGame


RETRY_WINDOW = 60.0
"""Seconds in which a retry returns the first outcome."""

_MAX_LATE_COMMANDS = 1_000
"""The most channels with a late command."""


class _LateCommandResult(Struct, frozen=True):
    """A command that took longer than its deadline but was committed, with its result."""

    asker: int
    command: GameCommand
    live: LiveGame  # that the command was made for
    done: CommandResult
    until: float


class LateCommandResultCache:
    """A cache of results of commands that were committed too late, for users who try again.

    A repeated command returns the first result. At most the last command of each channel is kept.
    """

    def __init__(self) -> None:
        self._late = LruCache[int, _LateCommandResult](_MAX_LATE_COMMANDS)

    def cache_late_result(
        self, request: GameCommandRequest, live_game: LiveGame, requesting_person: Person | None, result: CommandResult
    ) -> None:
        """Cache the result of a committed command that missed its deadline."""
        self._late.remove(request.place.channel)
        deadline = find_deadline_of_running_command()
        if deadline is None or not deadline.passed or requesting_person is None or request.actor is None:
            return
        until = asyncio.get_running_loop().time() + RETRY_WINDOW
        with suppress(Refusal):  # a command that cannot be made again cannot be retried
            command = request.ask(requesting_person.id, live_game)
            late = _LateCommandResult(request.actor.discord_id, command, live_game, result, until)
            self._late.put(request.place.channel, late)

    def pop_result_for_repeated_command(
        self, request: GameCommandRequest, requesting_person: Person | None
    ) -> CommandResult | None:
        """Remove and return the cached late result if the request repeats the late command.

        None if the request repeats no late command.
        """
        late = self._late.get(request.place.channel)
        if late is None or requesting_person is None or request.actor is None:
            return None
        if late.asker != request.actor.discord_id or request.pod not in (0, late.live.number):
            return None
        if late.until < asyncio.get_running_loop().time():
            return None
        try:
            same = request.ask(requesting_person.id, late.live) == late.command
        except Refusal:
            return None
        if not same:
            return None
        self._late.remove(request.place.channel)
        return CommandResult(late.done.recorded, late.done.live, late.done.live, again=True)
