"""A game in a channel of its own: rights and rules decide as in the service; nothing is stored.

Nothing is stored, because thousands of seasons are played. A test sends the same commands through
the service to a database, and compares refusals and results.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.projections.history import GameHistory
from bot.projections.project import build_row_changes_of_last_game_event
from bot.rulebooks import GameCommand, create_event_of_game_command, is_game_over, require_command_fits_game
from bot.rules.commands_and_events import Event
from bot.rules.confirmation import add_confirmation_requirement_to_event, build_automatic_confirmation_command
from bot.rules.facts import Player
from bot.rules.lobby import list_players_kept_for_rematch
from bot.rules.pod import Pod
from bot.rules.refusals import Refusal
from bot.rules.rights import Requester
from bot.rules.votes import KickPlayer
from bot.service import rights
from bot.service.live_game import ChannelAddress, LiveGame, apply_stored_event
from bot.storage.engine.row_changes import Row
from bot.storage.engine.schema import results
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.record.stored_event import StoredEvent

GUILD = 1
MODERATORS = ("moderator", "other-moderator")
"""People who play nowhere, and settle what they are called for; the second one where the first one
has decided before.
"""

MODERATOR, _ = MODERATORS


class Asked(NamedTuple):
    """A command, when and by whom it was asked (None: by the bot), and the refusal's code."""

    at: datetime
    by: Player | None
    command: GameCommand
    refused: str | None


class Sitting:
    """The games of a channel, one after the other; `now` is the time of its clock."""

    def __init__(self, channel: int, at: datetime) -> None:
        self.now = at
        self.live = LiveGame(ChannelAddress(GUILD, channel))
        self.asked: list[Asked] = []
        self._results: dict[int, Sequence[Row]] = {}

    @property
    def pod(self) -> Pod:
        """Return the current pod, or else the last one."""
        assert self.live.pod is not None
        return self.live.pod

    @property
    def rows(self) -> list[Row]:
        """Return the results of all games that count, as rows of the table."""
        return [row for rows in self._results.values() for row in rows]

    def wait(self, minutes: float) -> None:
        """Let time pass."""
        self.now += timedelta(minutes=minutes)

    def ask(self, command: GameCommand, by: Player | None) -> bool:
        """Ask for a command; return whether it was carried out."""
        try:
            self._carry_out(command, by)
        except Refusal as refusal:
            self.asked.append(Asked(self.now, by, command, refusal.code))
            return False
        self.asked.append(Asked(self.now, by, command, None))
        return True

    def vote(self, against: Player, by: Player) -> bool:
        """Vote to go on without a player, as the button does."""
        opens = self.live.opens.get(against)
        opened = opens is not None and opens <= self.now
        voted = self.live.votes.get(against, ())
        return self.ask(KickPlayer(against, by, "vote", voted, opened), by)

    def list_players_kept_for_rematch(self, players: Sequence[Player]) -> tuple[Player, ...]:
        """Return which players of the last game have seats in a rematch of now without another press."""
        ended = self.live.end_time or self.now
        moments = (datetime_to_milliseconds(each) for each in (ended, self.now))
        stands = list_players_kept_for_rematch(self.pod, self.live.authors, *moments)
        return tuple(player for player in players if player in stands)

    def pass_silence(self) -> None:
        """Wait until results can no longer be disputed, and let the bot confirm the rest."""
        minutes = self.pod.setup.dispute_minutes
        self.wait(minutes or 0)
        try:
            due = build_automatic_confirmation_command(
                self.pod, datetime_to_milliseconds(self.now), self.live.last_decision_time_in_milliseconds
            )
        except Refusal:  # it counts already, or waits for somebody
            return
        self.ask(due, None)

    def _carry_out(self, command: GameCommand, by: Player | None) -> None:
        live = self.live
        game = None if command.opens and is_game_over(live.game) else live.game
        require_command_fits_game(game, command)
        as_moderator = False
        if by is not None:
            asker = Requester(by, moderator=by in MODERATORS)
            rights.require_command_permission(game, command, asker, live.find_last_step_author(command))
            as_moderator = rights.needs_moderator_right(game, command, asker, live.find_last_step_author(command))
        event, version = create_event_of_game_command(game, command), live.version + 1
        if isinstance(game, Pod) and isinstance(event, Event):
            event = add_confirmation_requirement_to_event(
                game,
                event,
                by,
                version,
                datetime_to_milliseconds(self.now),
                players_who_acted=live.authors,
                has_had_result=live.dates.recorded is not None,
                uses_moderator_right=as_moderator,
            )
        number = live.number if game else version
        recorded = StoredEvent(live.place.channel, version, number, GUILD, event, by, None, self.now)
        self.live = apply_stored_event(live, recorded)
        self._follow(recorded)

    def _follow(self, recorded: StoredEvent) -> None:
        assert self.live.game is not None
        history = GameHistory(recorded, self.live.game, self.live.steps, self.live.dates, self.live.scored)
        for change in build_row_changes_of_last_game_event(history):
            if change.table_name == results.name and change.statement.is_delete:
                self._results.pop(recorded.pod, None)
            elif change.table_name == results.name and change.statement.is_insert:
                self._results[recorded.pod] = change.rows
