"""Sign up for a plan and off again; to a night people come until it is closed."""

from msgspec.structs import replace

from bot.nights.night import tag_player
from bot.planning.plan import SEAT_HOLD, Plan, PlanCommand, PlanEvent
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY

MAX_SIGNED_UP = 40
"""Players who can sign up, with and without a seat; for a night, those who wait for a place."""


class Arrival(PlanCommand, frozen=True):
    """The base of commands by which a player comes; `tag` stands for them in a night's draw."""

    player: Player
    now: int
    tag: str | None = None


class SignUp(Arrival, frozen=True):
    """Take a seat, or a place on the waiting list; in a night that has begun, join the next round.

    `tag` stands for the player in the draw of a night.
    """

    right = ANYBODY

    def decide(self, plan: Plan, /) -> "SignedUp":
        """Return the sign-up. Raises `Refusal` if it is too late, or there is no room."""
        if self.player in plan.players:
            refuse("plan-already", "player")
        check_punctual(plan, self.now)
        check_room(plan)
        return SignedUp(self.player, plan.checking, self.tag)


class SignedUp(PlanEvent, frozen=True, tag="signed-up"):
    """A player signed up; `present` if the check-in was open already.

    `tag` stands for them in the draw of a night.
    """

    player: Player
    present: bool = False
    tag: str | None = None

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan with the player."""
        night = plan.night and tag_player(plan.night, self.player, self.tag)
        return add_player(replace(plan, night=night), self.player, present=self.present)


class SignOff(PlanCommand, frozen=True):
    """Give up a seat, or a place on the waiting list."""

    player: Player

    right = ANYBODY

    def decide(self, plan: Plan, /) -> "SignedOff":
        """Return the sign-off. Raises `Refusal` unless the player has signed up."""
        check_signed_up(plan, self.player)
        return SignedOff(self.player)


class SignedOff(PlanEvent, frozen=True, tag="signed-off"):
    """A player signed off."""

    player: Player

    def apply(self, plan: Plan, /) -> Plan:
        """Return the plan without the player."""
        return remove_player(plan, self.player)


def check_signed_up(plan: Plan, player: Player) -> None:
    """Raise `Refusal` unless a player has signed up."""
    if player not in plan.players:
        refuse("plan-not-in", "player")


def check_punctual(plan: Plan, now: int) -> None:
    """Raise `Refusal` if it is too late to come; to a night people come until it is closed."""
    if plan.night is None and now > plan.at + SEAT_HOLD:
        refuse("plan-late")


def check_room(plan: Plan) -> None:
    """Raise `Refusal` if nobody else can sign up."""
    most = MAX_SIGNED_UP if plan.night is None else plan.seats + MAX_SIGNED_UP
    if len(plan.players) >= most:
        refuse("plan-full", "player", most=most)


def add_player(plan: Plan, player: Player, *, present: bool) -> Plan:
    """Return the plan with a player, who is at the end of the list if they were not on it."""
    players = plan.players if player in plan.players else (*plan.players, player)
    there = plan.present | {player} if present else plan.present
    return replace(plan, players=players, present=there)


def remove_player(plan: Plan, player: Player) -> Plan:
    """Return the plan without a player. If they sign up again, they go to the end of the list."""
    return replace(
        plan,
        players=tuple(other for other in plan.players if other != player),
        present=plan.present - {player},
        wakes=plan.wakes - {player},
        unreached=tuple(other for other in plan.unreached if other != player),
    )
