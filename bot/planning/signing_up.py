"""Signing up for a planned game and signing off again; players can come to a night until it is closed."""

from msgspec.structs import replace

from bot.nights.night import set_pseudonym_of_player
from bot.planning.plan import PlannedGame, PlannedGameCommand, PlannedGameEvent
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY

MAX_SIGNED_UP = 40
"""Players who can sign up, with and without a seat; for a night, those who wait for a place."""


class SignUpOrCheckInCommand(PlannedGameCommand, frozen=True):
    """The base class of the commands to sign up for a planned game and to check in.

    `tag` stands for the player in a game night's random draw.
    """

    player: Player
    tag: str | None = None


class SignUpForPlan(SignUpOrCheckInCommand, frozen=True):
    """The command by which a player signs up for a planned game, or for its waiting list.

    Players can sign up until the plan's lobby opens, also while the plan waits for a busy channel. In a night that has
    begun, the player joins the next round, also one who had signed up and did not check in. `tag` stands for the player
    in the draw of a night.
    """

    right = ANYBODY
    shares_commit = True

    def create_event(self, planned_game: PlannedGame, /) -> "PlayerSignedUpForPlannedGame":
        """Return the sign-up event. Raises `Refusal` if the player has signed up already or the list is full."""
        if not _can_player_sign_up_again(planned_game, self.player) and self.player in planned_game.players:
            raise_refusal("plan-already", "player")
        if self.player not in planned_game.players:
            require_room_for_sign_up(planned_game)
        return PlayerSignedUpForPlannedGame(self.player, planned_game.checking, self.tag)


class PlayerSignedUpForPlannedGame(PlannedGameEvent, frozen=True, tag="signed-up"):
    """The event that a player signed up for a planned game.

    `present` means that the check-in was open already, so that signing up checked the player in. `tag` stands for the
    player in a game night's random draw.
    """

    player: Player
    present: bool = False
    tag: str | None = None

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        night = planned_game.night and set_pseudonym_of_player(planned_game.night, self.player, self.tag)
        return add_player_to_planned_game(replace(planned_game, night=night), self.player, is_present=self.present)


class WithdrawFromPlannedGame(PlannedGameCommand, frozen=True):
    """The command by which a player withdraws from a planned game, or all their answers from a poll."""

    player: Player

    right = ANYBODY
    during_poll = True

    def create_event(self, planned_game: PlannedGame, /) -> "PlayerWithdrewFromPlan":
        """Return the withdrawal event. Raises `Refusal` unless the player has signed up."""
        require_signed_up_for_planned_game(planned_game, self.player)
        return PlayerWithdrewFromPlan(self.player)


class PlayerWithdrewFromPlan(PlannedGameEvent, frozen=True, tag="signed-off"):
    """The event that a player withdrew from a planned game or from its poll."""

    player: Player

    def apply(self, planned_game: PlannedGame, /) -> PlannedGame:
        return remove_player_from_plan(planned_game, self.player)


def require_signed_up_for_planned_game(planned_game: PlannedGame, player: Player) -> None:
    """Raise `Refusal` unless a player signed up for the planned game, or answered the poll."""
    if player not in planned_game.players:
        raise_refusal("poll-open" if planned_game.asked else "plan-not-in", "player")


def can_somebody_sign_up(plan: PlannedGame) -> bool:
    """Return True if the planned game accepts a sign-up of at least one person."""
    is_room_left = len(plan.players) < find_sign_up_limit(plan)
    return plan.accepts_new_players and (
        is_room_left or any(_can_player_sign_up_again(plan, each) for each in plan.players)
    )


def _can_player_sign_up_again(planned_game: PlannedGame, player: Player) -> bool:
    """Return True if a player on the plan's list can sign up again.

    Such a player was added by an organiser, or is absent from a night that has begun.
    """
    is_absent_from_night = planned_game.has_game_night_begun and player not in planned_game.present
    return is_absent_from_night or not planned_game.has_pressed_join_button(player)


def find_sign_up_limit(plan: PlannedGame) -> int:
    """Return how many players can sign up, including those on the waiting list."""
    return MAX_SIGNED_UP if plan.night is None else plan.maximum_players + MAX_SIGNED_UP


def require_room_for_sign_up(planned_game: PlannedGame) -> None:
    """Raise `Refusal` if the planned game and its waiting list are full."""
    most = find_sign_up_limit(planned_game)
    if len(planned_game.players) >= most:
        raise_refusal("plan-full", "player", most=most)


def add_player_to_planned_game(
    plan: PlannedGame, player: Player, *, is_present: bool, joined_in_person: bool = True
) -> PlannedGame:
    """Return the planned game with a player signed up, at the end of the list if they are new."""
    players = plan.players if player in plan.players else (*plan.players, player)
    there = plan.present | {player} if is_present else plan.present
    unconfirmed = plan.unconfirmed - {player} if joined_in_person else plan.unconfirmed | {player}
    dropped = plan.dropped - {player}
    return replace(plan, players=players, present=there, unconfirmed=unconfirmed, dropped=dropped)


def remove_player_from_plan(planned_game: PlannedGame, player: Player) -> PlannedGame:
    """Return the planned game without a player."""
    return replace(
        planned_game,
        players=tuple(other for other in planned_game.players if other != player),
        present=planned_game.present - {player},
        unconfirmed=planned_game.unconfirmed - {player},
        wakes=planned_game.wakes - {player},
        unreached=tuple(other for other in planned_game.unreached if other != player),
        picks={other: times for other, times in planned_game.picks.items() if other != player},
    )
