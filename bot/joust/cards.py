"""Cards in play: invoke a card from the hand, and use the action of one on the table."""

from msgspec.structs import replace

from bot.joust import quadrants
from bot.joust.duel import Duel, DuelCommand, DuelOutcome, DuelStep, LaidCard, OpenWear
from bot.joust.facts import Card, check_card
from bot.joust.paying import Payment, choose_spending
from bot.joust.results import judge_plans
from bot.rules.facts import Player
from bot.rules.refusals import refuse
from bot.rules.rights import ACTIVE_DUELIST


class InvokeCard(DuelCommand, frozen=True):
    """Invoke a card from the hand (MJ-8); `pay` says how its cost is paid."""

    right = ACTIVE_DUELIST
    moment = "turn"

    card: Card
    pay: Payment | None = None

    def decide(self, duel: Duel, /) -> "CardInvoked":
        """Pay for the card and lay it face up; a third plan ends the duel (MJ-16).

        Raises `Refusal` for an impossible card, an empty hand, or a cost that cannot be paid.
        """
        card = self.card
        duelist = duel.active
        check_card(card, "card.")
        if duelist.hand < 1:
            refuse("empty-hand", player=duelist.player)
        spent = choose_spending(duelist.quadrant, card.cost, self.pay)
        plan = card.kind == "plan"
        player = duelist.player
        result = judge_plans(duel, card)
        settle = quadrants.destroy if plan else quadrants.activate
        outcome = duel.make_outcome(
            (*_cite_invoking(card), *(() if result is None else _cite_end(result.draw))),
            hands={player: duelist.hand - 1},
            quadrants={player: settle(duelist.quadrant, spent)},
            wasted={player: len(spent)} if plan else {},
            result=result,
        )
        return CardInvoked(player, duel.invoked + 1, card, outcome, self.pay)


def _cite_invoking(card: Card) -> tuple[str, ...]:
    if not card.cost:
        return ("MJ-8",)
    return ("MJ-8", "MJ-12", "MJ-13") if card.kind == "plan" else ("MJ-8", "MJ-12")


def _cite_end(draw: bool) -> tuple[str, ...]:
    return ("MJ-16", "MJ-D1") if draw else ("MJ-16",)


class CardInvoked(DuelStep, frozen=True, tag="duel-invoked"):
    """A card was invoked, and lies face up as number `id` of the duel (MJ-8)."""

    do = "invoke"

    by: Player
    id: int
    card: Card
    outcome: DuelOutcome
    pay: Payment | None = None

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel with the outcome, and with the card before its player."""
        after = super().apply(duel)
        duelist = after.duelists[self.by]
        laid = replace(duelist, cards=(*duelist.cards, LaidCard(self.id, self.card)))
        return replace(after, duelists={**after.duelists, self.by: laid}, invoked=self.id)


class UseCard(DuelCommand, frozen=True):
    """Use the action of an invoked card (MJ-9, MJ-D12); `pay` is for the action's formula."""

    right = ACTIVE_DUELIST
    moment = "turn"

    card: int
    pay: Payment | None = None

    def decide(self, duel: Duel, /) -> "CardUsed":
        """Use the card; if it has wear, that is open afterwards (MJ-15).

        Its formula makes singularities unstable, also a plan's (MJ-D8). Raises `Refusal` if the
        card cannot be used now.
        """
        duelist = duel.active
        laid = duelist.find_card(self.card)
        card = laid.card
        player = duelist.player
        if card.action is None:
            refuse("no-action", "card")
        if laid.used:
            refuse("card-used", "card")
        spent = choose_spending(duelist.quadrant, card.formula, self.pay)
        outcome = duel.make_outcome(
            ("MJ-9", "MJ-12") if card.formula else ("MJ-9",),
            quadrants={player: quadrants.activate(duelist.quadrant, spent)},
            used=(laid.id,),
            waiting=None if card.wear is None else OpenWear(player, laid.id),
        )
        return CardUsed(player, laid.id, outcome, self.pay)


class CardUsed(DuelStep, frozen=True, tag="duel-used"):
    """The action of an invoked card was used (MJ-9)."""

    do = "use"

    by: Player
    card: int
    outcome: DuelOutcome
    pay: Payment | None = None
