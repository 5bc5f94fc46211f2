"""Signing up for a plan and signing off again; players can come to a night until it is closed."""

from msgspec.structs import replace

from bot.nights.night import set_player_tag
from bot.planning.plan import SEAT_HOLD, Plan, PlanCommand, PlanEvent
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY

MAX_SIGNED_UP = 40
"""Players who can sign up, with and without a seat; for a night, those who wait for a place."""


class ArrivalCommand(PlanCommand, frozen=True):
    """The base of commands by which a player comes; `tag` stands for the player in a night's
    draw.
    """

    player: Player
    now: int
    tag: str | None = None


class SignUpForPlan(ArrivalCommand, frozen=True):
    """The command that takes a seat of a plan, or a place on the waiting list.

    In a night that has begun, the player joins the next round. `tag` stands for the player in
    the draw of a night.
    """

    right = ANYBODY

    def create_event(self, plan: Plan, /) -> "PlayerSignedUp":
        """Return the sign-up event. Raises `Refusal` if it is too late, or there is no
        room.
        """
        if self.player in plan.players:
            raise_refusal("plan-already", "player")
        require_not_too_late(plan, self.now)
        require_room_for_sign_up(plan)
        return PlayerSignedUp(self.player, plan.checking, self.tag)


class PlayerSignedUp(PlanEvent, frozen=True, tag="signed-up"):
    """The event that a player signed up for a plan; `present` if the check-in was open already.

    `tag` stands for the player in the draw of a night.
    """

    player: Player
    present: bool = False
    tag: str | None = None

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the new player signed up."""
        night = plan.night and set_player_tag(plan.night, self.player, self.tag)
        return add_player_to_plan(replace(plan, night=night), self.player, is_present=self.present)


class SignOffFromPlan(PlanCommand, frozen=True):
    """The command that gives up a player's seat, or a place on the waiting list."""

    player: Player

    right = ANYBODY

    def create_event(self, plan: Plan, /) -> "PlayerSignedOff":
        """Return the sign-off event. Raises `Refusal` unless the player has signed up."""
        require_signed_up(plan, self.player)
        return PlayerSignedOff(self.player)


class PlayerSignedOff(PlanEvent, frozen=True, tag="signed-off"):
    """The event that a player signed off from a plan."""

    player: Player

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan without the player who signed off."""
        return remove_player_from_plan(plan, self.player)


def require_signed_up(plan: Plan, player: Player) -> None:
    """Raise `Refusal` unless a player has signed up for the plan."""
    if player not in plan.players:
        raise_refusal("plan-not-in", "player")


def require_not_too_late(plan: Plan, current_time: int) -> None:
    """Raise `Refusal` if it is too late to come to the plan.

    Players can come to a night until it is closed.
    """
    if plan.night is None and current_time > plan.at + SEAT_HOLD:
        raise_refusal("plan-late")


def require_room_for_sign_up(plan: Plan) -> None:
    """Raise `Refusal` if the plan and its waiting list are full."""
    most = MAX_SIGNED_UP if plan.night is None else plan.seat_count + MAX_SIGNED_UP
    if len(plan.players) >= most:
        raise_refusal("plan-full", "player", most=most)


def add_player_to_plan(plan: Plan, player: Player, *, is_present: bool) -> Plan:
    """Return the plan with a player; a new player is added at the end of the list."""
    players = plan.players if player in plan.players else (*plan.players, player)
    there = plan.present | {player} if is_present else plan.present
    return replace(plan, players=players, present=there)


def remove_player_from_plan(plan: Plan, player: Player) -> Plan:
    """Return the plan without a player, who goes to the end of the list on signing up again."""
    return replace(
        plan,
        players=tuple(other for other in plan.players if other != player),
        present=plan.present - {player},
        wakes=plan.wakes - {player},
        unreached=tuple(other for other in plan.unreached if other != player),
    )
