"""Players whom a night's organiser drops or adds."""

from msgspec.structs import replace

from bot.nights.night import FormerSignUp, Night, set_player_tag
from bot.planning.plan import NightAction, NightCommand, Plan
from bot.planning.signing_up import (
    ArrivalCommand,
    add_player_to_plan,
    remove_player_from_plan,
    require_room_for_sign_up,
)
from bot.rules.facts import Player
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ORGANISER


class DropNightPlayer(NightCommand, frozen=True):
    """The command that takes a player out of the coming rounds of a night."""

    player: Player

    right = ORGANISER

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightPlayerDropped":
        """Return the event that drops the player from the night.

        Raises `Refusal` unless the player has signed up.
        """
        if self.player not in plan.players:
            raise_refusal("night-not-in", "player", player=self.player)
        return NightPlayerDropped(self.player)


class NightPlayerDropped(NightAction, ModeratableEvent, frozen=True, tag="night-dropped"):
    """The event that a night's organiser took a player out of the coming rounds."""

    player: Player

    audit_code = "night-dropped"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan without the dropped player.

        The player's place in the list is remembered for an undo.
        """
        return remove_player_from_plan(
            _remember_player_place(plan, night, self.player), self.player
        )

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the dropped player at their previous place, unless they came
        back.
        """
        plan, former = _pop_player_place(plan, night)
        if self.player in plan.players:
            return plan
        players = [*plan.players]
        place = len(players) if former.place is None else former.place
        players.insert(place, self.player)
        there = plan.present | {self.player} if former.present else plan.present
        return replace(plan, players=tuple(players), present=there)


class AddNightPlayer(ArrivalCommand, NightCommand, frozen=True):
    """The command that adds a present player to a night; `tag` stands for the player in the
    draw.

    `brought_by` is the member who brings a guest, and acts for the guest.
    """

    brought_by: Player | None = None

    right = ORGANISER

    def decide_night_event(self, plan: Plan, night: Night, /) -> "NightPlayerAdded":
        """Return the event that adds the player to the night.

        Raises `Refusal` if the player is present already, or there is no room.
        """
        if self.player in plan.present:
            raise_refusal("night-already", "player", player=self.player)
        if not plan.checking:
            raise_refusal("night-early")
        if self.player not in plan.players:
            require_room_for_sign_up(plan)
        return NightPlayerAdded(self.player, self.tag, self.brought_by)


class NightPlayerAdded(NightAction, ModeratableEvent, frozen=True, tag="night-added"):
    """The event that a night's organiser added a present player.

    `tag` stands for the player in the draw. `brought_by` is the member who brought a guest, and
    acts for the guest.
    """

    player: Player
    tag: str | None = None
    brought_by: Player | None = None

    audit_code = "night-added"

    def apply_to_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the added player present.

        The player's previous place in the list is remembered for an undo.
        """
        plan = _remember_player_place(
            plan, set_player_tag(night, self.player, self.tag), self.player
        )
        if self.brought_by is not None:
            plan = replace(plan, guests={**plan.guests, self.player: self.brought_by})
        return add_player_to_plan(plan, self.player, is_present=True)

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the added player as before, unless the player has left
        since.
        """
        plan, former = _pop_player_place(plan, night)
        if self.player not in plan.players:
            return plan
        if former.place is not None:
            return replace(plan, present=plan.present - {self.player})
        return remove_player_from_plan(plan, self.player)


def _remember_player_place(plan: Plan, night: Night, player: Player) -> Plan:
    """Return the plan that remembers a player's place in the list for an undo."""
    place = plan.players.index(player) if player in plan.players else None
    former = FormerSignUp(place, player in plan.present)
    return replace(plan, night=replace(night, former=(*night.former, former)))


def _pop_player_place(plan: Plan, night: Night) -> tuple[Plan, FormerSignUp]:
    """Return the plan without the last remembered place, and that place.

    Guests have the members again who brought them by the additions that were not undone.
    """
    kept = replace(night, former=night.former[:-1])
    added = (act for act in kept.acts if isinstance(act, NightPlayerAdded))
    bringers = {act.player: act.brought_by for act in added if act.brought_by is not None}
    return replace(plan, night=kept, guests={**plan.guests, **bringers}), night.former[-1]
