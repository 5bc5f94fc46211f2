"""Cards in play: invoke a card from the hand, and use the action of one on the table."""

from msgspec.structs import replace

from bot.joust import quadrants
from bot.joust.duel import Duel, DuelCommand, DuelOutcome, DuelStep, PendingWear, TableCard
from bot.joust.paying import PaymentChoices, choose_singularities_to_spend
from bot.joust.results import find_result_by_plans
from bot.joust.table_types import CrucibleCard, validate_crucible_card
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST


class InvokeCard(DuelCommand, frozen=True):
    """The command to invoke a card from the hand (MJ-8); `pay` has the choices for its cost."""

    right = ACTIVE_DUELIST
    moment = "turn"

    card: CrucibleCard
    pay: PaymentChoices | None = None

    def create_event(self, duel: Duel, /) -> "CardInvoked":
        """Pay for the card and put it on the table; a third plan ends the duel (MJ-16).

        Raises `Refusal` for an impossible card, an empty hand, or a cost that cannot be
        paid.
        """
        card = self.card
        duelist = duel.active_duelist
        validate_crucible_card(card, "card.")
        if duelist.hand < 1:
            raise_refusal("empty-hand", player=duelist.player)
        spent = choose_singularities_to_spend(duelist.quadrant, card.cost, self.pay)
        plan = card.kind == "plan"
        player = duelist.player
        result = find_result_by_plans(duel, card)
        settle = quadrants.destroy_singularities if plan else quadrants.activate_singularities
        outcome = duel.build_outcome(
            (
                *_list_rules_of_invocation(card),
                *(() if result is None else _list_rules_of_duel_end(result.draw)),
            ),
            hands={player: duelist.hand - 1},
            quadrants={player: settle(duelist.quadrant, spent)},
            wasted={player: len(spent)} if plan else {},
            result=result,
        )
        return CardInvoked(player, duel.invoked + 1, card, outcome, self.pay)


def _list_rules_of_invocation(card: CrucibleCard) -> tuple[str, ...]:
    if not card.cost:
        return ("MJ-8",)
    return ("MJ-8", "MJ-12", "MJ-13") if card.kind == "plan" else ("MJ-8", "MJ-12")


def _list_rules_of_duel_end(is_draw: bool) -> tuple[str, ...]:
    return ("MJ-16", "MJ-D1") if is_draw else ("MJ-16",)


class CardInvoked(DuelStep, frozen=True, tag="duel-invoked"):
    """The event that a card was invoked and lies face up as number `id` of the duel (MJ-8)."""

    do = "invoke"

    by: Player
    id: int
    card: CrucibleCard
    outcome: DuelOutcome
    pay: PaymentChoices | None = None

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the cost paid and the card on its player's side of the
        table.
        """
        after = super().apply(duel)
        duelist = after.duelists[self.by]
        laid = replace(duelist, cards=(*duelist.cards, TableCard(self.id, self.card)))
        return replace(after, duelists={**after.duelists, self.by: laid}, invoked=self.id)


class UseCardAction(DuelCommand, frozen=True):
    """The command to use the action of an invoked card (MJ-9).

    `pay` has the choices for the action's formula.
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    card: int
    pay: PaymentChoices | None = None

    def create_event(self, duel: Duel, /) -> "CardActionUsed":
        """Use the card's action; if the card has wear, its player has to roll for it next
        (MJ-15).

        The action's formula makes singularities unstable, also a plan's (MJ-D8). Raises
        `Refusal` if the card cannot be used now.
        """
        duelist = duel.active_duelist
        laid = duelist.find_card(self.card)
        card = laid.card
        player = duelist.player
        if card.action is None:
            raise_refusal("no-action", "card")
        if laid.used:
            raise_refusal("card-used", "card")
        spent = choose_singularities_to_spend(duelist.quadrant, card.formula, self.pay)
        outcome = duel.build_outcome(
            ("MJ-9", "MJ-12") if card.formula else ("MJ-9",),
            quadrants={player: quadrants.activate_singularities(duelist.quadrant, spent)},
            used=(laid.id,),
            waiting=None if card.wear is None else PendingWear(player, laid.id),
        )
        return CardActionUsed(player, laid.id, outcome, self.pay)


class CardActionUsed(DuelStep, frozen=True, tag="duel-used"):
    """The event that the action of an invoked card was used (MJ-9)."""

    do = "use"

    by: Player
    card: int
    outcome: DuelOutcome
    pay: PaymentChoices | None = None
