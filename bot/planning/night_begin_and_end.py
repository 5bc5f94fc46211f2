"""The beginning and the end of a game night, and the undo of its organiser's last action."""

from msgspec.structs import replace

from bot.nights.night import MINUTE, REOPENED_WITHIN, GameNight, GameNightEnd, GameNightPod
from bot.planning.night_rounds import GameNightPodRemovalCommand
from bot.planning.plan import (
    GameNightCommand,
    GameNightEvent,
    GameNightOrganiserAction,
    ImpossiblePlannedGameEventError,
    PlannedGame,
)
from bot.rules.commands_and_events import AuditCode
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER, THE_BOT, Requester


class BeginGameNight(GameNightCommand, frozen=True):
    """The bot's command that begins a planned game night when its time has come.

    At least one player must have checked in.
    """

    now: int

    right = THE_BOT

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightBegun":
        """Return the `GameNightBegun` event.

        Raises `Refusal` if the game night has begun, or no player is present.
        """
        if (
            planned_game.has_game_night_begun
            or not planned_game.checking
            or not planned_game.checked_in_players_with_seat
        ):
            raise_refusal("plan-late")
        return GameNightBegun(self.now)


class GameNightBegun(GameNightEvent, frozen=True, tag="night-begun"):
    """The event that a planned game night began, so that its players can be seated in pods."""

    at: int

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return replace(planned_game, night=replace(game_night, began=self.at))


class CloseGameNight(GameNightCommand, frozen=True):
    """The command that closes a game night.

    `lapsed` means that the bot closes a game night that nobody leads any more.
    """

    now: int
    lapsed: bool = False

    right = ORGANISER

    def create_game_night_event(self, planned_game: PlannedGame, game_night: GameNight, /) -> "GameNightClosed":
        """Return the `GameNightClosed` event. Raises `Refusal` if the game night has not begun."""
        game_night.require_night_has_begun()
        return GameNightClosed(self.now, self.lapsed)


class GameNightClosed(GameNightOrganiserAction, ModeratableEvent, frozen=True, tag="night-closed"):
    """The event that a game night was closed.

    `lapsed` means that the bot closed a game night that nobody led any more.
    """

    at: int
    lapsed: bool = False

    audit_code = "night-closed"

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return replace(planned_game, night=replace(game_night, closed=GameNightEnd(self.at, self.lapsed)))

    def undo_in_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        return replace(planned_game, night=replace(game_night, closed=None))


class UndoGameNightOrganiserAction(GameNightPodRemovalCommand, frozen=True):
    """The command that undoes the last action of a game night's organiser.

    `act` is the action's number. A round can no longer be undone once one of its pods has a report, nor can any action
    before it.
    """

    act: int
    now: int = 0

    right = ORGANISER
    after_end = True

    def create_game_night_event(
        self, planned_game: PlannedGame, game_night: GameNight, /
    ) -> "GameNightOrganiserActionUndone":
        """Return the `GameNightOrganiserActionUndone` event.

        Raises `Refusal` if the action is not the last or cannot be undone.
        """
        if not 1 <= self.act <= len(game_night.acts):
            raise_refusal("night-act-gone")
        if self.act < len(game_night.acts):
            raise_refusal("night-act-late")
        closed = game_night.closed
        if closed is not None and self.now >= closed.at + REOPENED_WITHIN:
            raise_refusal("night-reopen-late", minutes=REOPENED_WITHIN // MINUTE)
        _get_last_organiser_action(game_night).require_undo_possible(game_night)
        self.require_no_report_in_removed_pods(game_night)
        return GameNightOrganiserActionUndone(self.act)

    def require_impartial_requester(self, planned_game: PlannedGame, requester: Requester, /) -> None:
        """Raise `Refusal` if the undo changes a round in which the requester plays themself."""
        if planned_game.night is not None and planned_game.night.acts and self.act == len(planned_game.night.acts):
            _get_last_organiser_action(planned_game.night).forbid_biased_undo(planned_game, requester)

    def list_pods_to_remove(self, game_night: GameNight, /) -> tuple[GameNightPod, ...]:
        """Return the current round's pods that the undo would remove."""
        if not game_night.acts or self.act != len(game_night.acts):
            return ()
        return _get_last_organiser_action(game_night).list_pods_removed_by_undo(game_night)


class GameNightOrganiserActionUndone(GameNightEvent, ModeratableEvent, frozen=True, tag="night-undone"):
    """The event that the last action of a game night's organiser was undone.

    `act` is the number of the action, counted from 1.
    """

    act: int

    audit_code = "night-undone"

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        return (self.audit_code, None) if self.audit_code else None

    def apply_to_game_night(self, planned_game: PlannedGame, game_night: GameNight, /) -> PlannedGame:
        """Return the planned game as it was before the organiser's last action.

        Raises `ImpossiblePlannedGameEventError` if the action was not the last.
        """
        if self.act != len(game_night.acts):
            raise ImpossiblePlannedGameEventError("an act was taken back that is not the last")
        act = _get_last_organiser_action(game_night)
        return act.undo_in_game_night(planned_game, replace(game_night, acts=game_night.acts[:-1]))


def _get_last_organiser_action(game_night: GameNight) -> GameNightOrganiserAction:
    act = game_night.acts[-1]
    assert isinstance(act, GameNightOrganiserAction)
    return act
