"""Declaring which deck a player plays in a game."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.facts import Deck, Player, ReplacedDeck
from bot.rules.guests import find_bringer_role
from bot.rules.moderatable_events import ModeratableEvent
from bot.rules.pod import Pod, PodCommand, SideEvent
from bot.rules.refusals import raise_refusal
from bot.rules.rights import DECK_CORRECTOR, DECK_NAMER, PLAYERS, Requester, Right, Role


class DeclareDeck(PodCommand, frozen=True):
    """The command that says which deck a player plays in this game."""

    player: Player
    deck: Deck

    right = PLAYERS  # DECK_NAMER for somebody else, DECK_CORRECTOR once the game counts

    def find_required_right(self, pod: Pod, requester: Requester) -> Right:
        """Return the right to declare a deck: for oneself or for somebody else."""
        if pod.counted_result is not None:
            return DECK_CORRECTOR
        return self.right if self.player == requester.player else DECK_NAMER

    def find_command_roles(
        self, pod: Pod, player: Player, report_maker: Player | None
    ) -> frozenset[Role]:
        """Return the role `bringer` for the member who brought the guest whose deck it is."""
        return find_bringer_role(pod, player, self.player)

    def create_event(self, pod: Pod, /) -> "DeckDeclared":
        """Return the `DeckDeclared` event for this command.

        Raises `Refusal` if the player is not in the pod.
        """
        if pod.closed:
            raise_refusal("closed")
        if self.player not in pod.players:
            raise_refusal("not-in", "player", player=self.player, players=pod.players)
        return DeckDeclared(self.player, self.deck)


class DeckDeclared(SideEvent, ModeratableEvent, frozen=True, tag="deck-named"):
    """The event that a player's deck in this game was declared; the latest declaration counts."""

    player: Player
    deck: Deck

    def update_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the pod with the declared deck of a seat.

        If losers rejoin, perhaps with another deck (RSP-1), earlier defeats keep the
        earlier deck.
        """
        names = previous_pod.find_seat_history(self.player).all_players
        former = previous_pod.former_decks
        known = max((each.verdicts for each in former.get(names[0], ())), default=0)
        lost = any(each.loser in names for each in previous_pod.verdicts[known:])
        if lost and previous_pod.setup.variant_answers.loser_becomes == "rejoins":
            former = list_replaced_decks(previous_pod, self.player)
        return replace(
            current_pod, decks={**previous_pod.decks, names[0]: self.deck}, former_decks=former
        )


def list_replaced_decks(pod: Pod, player: Player) -> Mapping[Player, tuple[ReplacedDeck, ...]]:
    """Return all replaced decks of a pod, once a player may play another deck from now on."""
    first = pod.find_seat_history(player).all_players[0]
    deck = pod.decks.get(first)
    former = pod.former_decks.get(first, ())
    known = former[-1].verdicts if former else 0
    if deck is None or known >= len(pod.verdicts):
        return pod.former_decks
    return {**pod.former_decks, first: (*former, ReplacedDeck(deck, len(pod.verdicts)))}
