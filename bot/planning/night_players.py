"""Drop players from a night, and add others, as its organiser."""

from msgspec.structs import replace

from bot.nights.night import FormerPlace, Night, tag_player
from bot.planning.plan import NightAct, NightCommand, Plan
from bot.planning.signing_up import Arrival, add_player, check_room, remove_player
from bot.rules.facts import Player
from bot.rules.gate import Gated
from bot.rules.refusals import refuse
from bot.rules.rights import ORGANISER


class DropFromNight(NightCommand, frozen=True):
    """Take a player out of the rounds to come."""

    player: Player

    right = ORGANISER

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightDropped":
        """Return the drop. Raises `Refusal` unless the player has signed up."""
        if self.player not in plan.players:
            refuse("night-not-in", "player", player=self.player)
        return NightDropped(self.player)


class NightDropped(NightAct, Gated, frozen=True, tag="night-dropped"):
    """The organiser took a player out of the rounds to come."""

    player: Player

    audit_code = "night-dropped"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan without the player, whose place is noted."""
        return remove_player(_note_place(plan, night, self.player), self.player)

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the player at their former place, unless they came back since."""
        plan, former = _forget_place(plan, night)
        if self.player in plan.players:
            return plan
        players = [*plan.players]
        place = len(players) if former.place is None else former.place
        players.insert(place, self.player)
        there = plan.present | {self.player} if former.present else plan.present
        return replace(plan, players=tuple(players), present=there)


class AddToNight(Arrival, NightCommand, frozen=True):
    """Add a player, who is there; `tag` stands for them in the draw.

    `brought_by` brings a guest, and acts for them.
    """

    brought_by: Player | None = None

    right = ORGANISER

    def decide_in_night(self, plan: Plan, night: Night, /) -> "NightAdded":
        """Return the addition. Raises `Refusal` if the player is there, or there is no room."""
        if self.player in plan.present:
            refuse("night-already", "player", player=self.player)
        if not plan.checking:
            refuse("night-early")
        if self.player not in plan.players:
            check_room(plan)
        return NightAdded(self.player, self.tag, self.brought_by)


class NightAdded(NightAct, Gated, frozen=True, tag="night-added"):
    """The organiser added a player, who is there; `tag` stands for them in the draw.

    `brought_by` brought a guest, and acts for them.
    """

    player: Player
    tag: str | None = None
    brought_by: Player | None = None

    audit_code = "night-added"

    def apply_in_night(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the player there, whose place before is noted."""
        plan = _note_place(plan, tag_player(night, self.player, self.tag), self.player)
        if self.brought_by is not None:
            plan = replace(plan, guests={**plan.guests, self.player: self.brought_by})
        return add_player(plan, self.player, present=True)

    def undo(self, plan: Plan, night: Night, /) -> Plan:
        """Return the plan with the player as before, unless they have left since."""
        plan, former = _forget_place(plan, night)
        if self.player not in plan.players:
            return plan
        if former.place is not None:
            return replace(plan, present=plan.present - {self.player})
        return remove_player(plan, self.player)


def _note_place(plan: Plan, night: Night, player: Player) -> Plan:
    """Return the plan that remembers where a player stands before an act."""
    place = plan.players.index(player) if player in plan.players else None
    former = FormerPlace(place, player in plan.present)
    return replace(plan, night=replace(night, former=(*night.former, former)))


def _forget_place(plan: Plan, night: Night) -> tuple[Plan, FormerPlace]:
    """Return the plan without the last former place, and that place.

    Guests have the members again who brought them by the additions that stand.
    """
    kept = replace(night, former=night.former[:-1])
    added = (act for act in kept.acts if isinstance(act, NightAdded))
    bringers = {act.player: act.brought_by for act in added if act.brought_by is not None}
    return replace(plan, night=kept, guests={**plan.guests, **bringers}), night.former[-1]
