"""Declaring which deck a player plays in a game."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.guests import find_role_for_bringing_guest
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import NonGameplayEvent, Pod, PodCommand
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DECK_CORRECTOR, DECK_NAMER, PLAYERS, CommandRight, Requester, Role


class DeclareDeck(PodCommand, frozen=True):
    """The command that says which deck a player plays in this game; moderators give a reason."""

    player: Player
    deck: Deck
    reason: str | None = None

    needs_reason_of_moderator = True
    right = PLAYERS  # DECK_NAMER for somebody else, DECK_CORRECTOR once the game counts

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right needed to declare a deck; declaring for another player, or after the result, needs more."""
        if pod.final_result is not None:
            return DECK_CORRECTOR
        return self.right if self.player == requester.player else DECK_NAMER

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the owner of the deck; otherwise no role."""
        return find_role_for_bringing_guest(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "DeckDeclared":
        """Return the `DeckDeclared` event. Raises `Refusal` if the player is not in the pod."""
        if pod.closed:
            raise_refusal("closed")
        if self.player not in pod.players:
            raise_refusal("not-in", "player", player=self.player, players=pod.players)
        return DeckDeclared(self.player, self.deck, self.reason)


class DeckDeclared(NonGameplayEvent, ModeratableEvent, frozen=True, tag="deck-named"):
    """The event that a deck was declared for a player in this game.

    A later declaration replaces it. A moderator who declared another player's deck, or a deck of a game that counted,
    gave a `reason`.
    """

    player: Player
    deck: Deck
    reason: str | None = None

    def find_audit_trail_code(self, *, is_host_action: bool) -> AuditCode | None:
        """Return the audit-trail type if a moderator changed the deck with a reason; otherwise None."""
        if self.passed is not None and self.reason is not None:
            return "override", "deck"
        return super().find_audit_trail_code(is_host_action=is_host_action)

    def copy_declared_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the pod with all declared decks, including the one that this event declares.

        If losers rejoin, perhaps with another deck (RSP-1), earlier defeats keep the earlier deck.
        """
        names = previous_pod.find_seat_of_player(self.player).all_occupants
        former = previous_pod.former_decks
        known = max((each.verdicts for each in former.get(names[0], ())), default=0)
        lost = any(each.loser in names for each in previous_pod.verdicts[known:])
        if lost and previous_pod.setup.variant_rules.loser_becomes == "rejoins":
            former = add_current_deck_to_former_decks(previous_pod, self.player)
        return replace(current_pod, decks={**previous_pod.decks, names[0]: self.deck}, former_decks=former)


def add_current_deck_to_former_decks(pod: Pod, player: Player) -> Mapping[Player, tuple[FormerDeck, ...]]:
    """Return each player's former decks, with the given player's current deck added to them."""
    first = pod.find_seat_of_player(player).all_occupants[0]
    deck = pod.decks.get(first)
    former = pod.former_decks.get(first, ())
    known = former[-1].verdicts if former else 0
    if deck is None or known >= len(pod.verdicts):
        return pod.former_decks
    return {**pod.former_decks, first: (*former, FormerDeck(deck, len(pod.verdicts)))}
