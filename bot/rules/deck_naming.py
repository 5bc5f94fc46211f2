"""Declaring which deck a player plays in a game."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.commands_and_events import AuditCode
from bot.rules.facts import Deck, Player, ReplacedDeck
from bot.rules.guests import find_role_of_member_who_brought_guest
from bot.rules.moderatable_events import EventByPlayerOrModerator
from bot.rules.pod import EventOutsideGameplay, Pod, PodCommand
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DECK_CORRECTOR, DECK_NAMER, PLAYERS, CommandRight, Requester, Role


class DeclareDeck(PodCommand, frozen=True):
    """The command that says which deck a player plays in this game; moderators give a reason."""

    player: Player
    deck: Deck
    reason: str | None = None

    needs_reason_of_moderator = True
    right = PLAYERS  # DECK_NAMER for somebody else, DECK_CORRECTOR once the game counts

    def find_right_to_use_command(self, pod: Pod, requester: Requester) -> CommandRight:
        """Return the right needed to declare a deck; declaring for another player, or after the result, needs more."""
        if pod.counted_result is not None:
            return DECK_CORRECTOR
        return self.right if self.player == requester.player else DECK_NAMER

    def find_player_roles_for_command(self, pod: Pod, player: Player, event_author: Player | None) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the guest with the deck."""
        return find_role_of_member_who_brought_guest(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "DeckDeclared":
        """Return the `DeckDeclared` event. Raises `Refusal` if the player is not in the pod."""
        if pod.closed:
            raise_refusal("closed")
        if self.player not in pod.players:
            raise_refusal("not-in", "player", player=self.player, players=pod.players)
        return DeckDeclared(self.player, self.deck, self.reason)


class DeckDeclared(EventOutsideGameplay, EventByPlayerOrModerator, frozen=True, tag="deck-named"):
    """The event that a deck was declared for a player in this game.

    A later declaration replaces it. A moderator who declared another player's deck, or a deck of a game that counted,
    gave a `reason`.
    """

    player: Player
    deck: Deck
    reason: str | None = None

    def find_audit_trail_code(self, *, is_caused_by_host: bool) -> AuditCode | None:
        """Return the audit-trail type if a moderator changed the deck with a reason; otherwise None."""
        if self.passed is not None and self.reason is not None:
            return "override", "deck"
        return super().find_audit_trail_code(is_caused_by_host=is_caused_by_host)

    def keep_declared_decks_in_next_pod(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the pod with all declared decks, including the one that this event declares.

        If losers rejoin, perhaps with another deck (RSP-1), earlier defeats keep the earlier deck.
        """
        names = previous_pod.find_seat_of_current_or_former_player(self.player).all_players_ever_on_seat
        former = previous_pod.former_decks
        known = max((each.verdicts for each in former.get(names[0], ())), default=0)
        lost = any(each.loser in names for each in previous_pod.verdicts[known:])
        if lost and previous_pod.setup.variant_answers.loser_becomes == "rejoins":
            former = map_players_to_former_and_current_decks(previous_pod, self.player)
        return replace(current_pod, decks={**previous_pod.decks, names[0]: self.deck}, former_decks=former)


def map_players_to_former_and_current_decks(pod: Pod, player: Player) -> Mapping[Player, tuple[ReplacedDeck, ...]]:
    """Return each player's former decks, with the given player's current deck added to them."""
    first = pod.find_seat_of_current_or_former_player(player).all_players_ever_on_seat[0]
    deck = pod.decks.get(first)
    former = pod.former_decks.get(first, ())
    known = former[-1].verdicts if former else 0
    if deck is None or known >= len(pod.verdicts):
        return pod.former_decks
    return {**pod.former_decks, first: (*former, ReplacedDeck(deck, len(pod.verdicts)))}
