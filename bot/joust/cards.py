"""Cards in play: invoke a card from the hand, and use the action of one on the table."""

from msgspec.structs import replace

from bot.joust import quadrants
from bot.joust.duel import (
    Duel,
    DuelCommand,
    DuelStateChanges,
    DuelStepEvent,
    PendingRollToKeepCard,
    PlayedDuelCard,
)
from bot.joust.paying import DuelCardPaymentChoices, choose_tokens_for_cost
from bot.joust.results import find_duel_result_after_card
from bot.joust.table_types import DuelCard, validate_duel_card
from bot.rules.facts import Player
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ACTIVE_DUELIST


class PlayDuelCard(DuelCommand, frozen=True):
    """The command to play a card from the hand in a duel of Magicjoust, a card game for two."""

    right = ACTIVE_DUELIST
    moment = "turn"

    card: DuelCard
    pay: DuelCardPaymentChoices | None = None

    def create_event(self, duel: Duel, /) -> "DuelCardPlayed":
        """Return the `DuelCardPlayed` event. A third plan card ends the duel.

        Raises `Refusal` for an impossible card, an empty hand, or a cost that cannot be paid.
        """
        card = self.card
        duelist = duel.active_duelist
        validate_duel_card(card, "card.")
        if duelist.hand < 1:
            raise_refusal("empty-hand", player=duelist.player)
        spent = choose_tokens_for_cost(duelist.quadrant, card.cost, self.pay)
        plan = card.kind == "plan"
        player = duelist.player
        result = find_duel_result_after_card(duel, card)
        settle = quadrants.remove_spent_duel_tokens if plan else quadrants.mark_tokens_as_used
        outcome = duel.build_duel_state_changes(
            (
                *_list_rule_ids_for_playing_card(card),
                *(() if result is None else _list_rule_ids_of_duel_end(result.is_draw)),
            ),
            hands={player: duelist.hand - 1},
            quadrants={player: settle(duelist.quadrant, spent)},
            wasted={player: len(spent)} if plan else {},
            result=result,
        )
        return DuelCardPlayed(player, duel.invoked + 1, card, outcome, self.pay)


def _list_rule_ids_for_playing_card(card: DuelCard) -> tuple[str, ...]:
    if not card.cost:
        return ("MJ-8",)
    return ("MJ-8", "MJ-12", "MJ-13") if card.kind == "plan" else ("MJ-8", "MJ-12")


def _list_rule_ids_of_duel_end(is_draw: bool) -> tuple[str, ...]:
    return ("MJ-16", "MJ-D1") if is_draw else ("MJ-16",)


class DuelCardPlayed(DuelStepEvent, frozen=True, tag="duel-invoked"):
    """The event that a card was played. It lies face up on the table as number `id`."""

    do = "invoke"

    by: Player
    id: int
    card: DuelCard
    outcome: DuelStateChanges
    pay: DuelCardPaymentChoices | None = None

    def apply(self, duel: Duel, /) -> Duel:
        """Return the duel after the card was paid and put on its player's side of the table."""
        after = super().apply(duel)
        duelist = after.duelists[self.by]
        laid = replace(duelist, cards=(*duelist.cards, PlayedDuelCard(self.id, self.card)))
        return replace(after, duelists={**after.duelists, self.by: laid}, invoked=self.id)


class UseActionOfDuelCard(DuelCommand, frozen=True):
    """The command to use the action of a card on the table.

    `pay` has the player's choices for paying the action's cost.
    """

    right = ACTIVE_DUELIST
    moment = "turn"

    card: int
    pay: DuelCardPaymentChoices | None = None

    def create_event(self, duel: Duel, /) -> "DuelCardActionUsed":
        """Return the `DuelCardActionUsed` event. A die may then decide if the card stays.

        The cost makes tokens (singularities) unstable, also a plan's (MJ-D8). Raises `Refusal` if the card cannot be
        used now.
        """
        duelist = duel.active_duelist
        laid = duelist.find_played_card(self.card)  # also one that was played this turn (MJ-D12)
        card = laid.card
        player = duelist.player
        if card.action is None:
            raise_refusal("no-action", "card")
        if laid.used:
            raise_refusal("card-used", "card")
        spent = choose_tokens_for_cost(duelist.quadrant, card.formula, self.pay)
        outcome = duel.build_duel_state_changes(
            ("MJ-9", "MJ-12") if card.formula else ("MJ-9",),
            quadrants={player: quadrants.mark_tokens_as_used(duelist.quadrant, spent)},
            used=(laid.id,),
            waiting=None if card.wear is None else PendingRollToKeepCard(player, laid.id),
        )
        return DuelCardActionUsed(player, laid.id, outcome, self.pay)


class DuelCardActionUsed(DuelStepEvent, frozen=True, tag="duel-used"):
    """The event that the action of a card on the table was used."""

    do = "use"

    by: Player
    card: int
    outcome: DuelStateChanges
    pay: DuelCardPaymentChoices | None = None
