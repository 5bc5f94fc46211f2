"""Decks: saying which deck a player plays in a game."""

from collections.abc import Mapping

from msgspec.structs import replace

from bot.rules.facts import Deck, FormerDeck, Player
from bot.rules.gate import Gated
from bot.rules.guests import find_bringer_role
from bot.rules.pod import AsideEvent, Pod, PodCommand
from bot.rules.refusals import refuse
from bot.rules.rights import DECK_CORRECTOR, DECK_NAMER, PLAYERS, Asker, Right, Role


class NameDeck(PodCommand, frozen=True):
    """Say which deck a player plays in this game."""

    player: Player
    deck: Deck

    right = PLAYERS  # DECK_NAMER for somebody else, DECK_CORRECTOR once the game counts

    def find_right(self, pod: Pod, asker: Asker) -> Right:
        """Return the right to name a deck: of a player, or for somebody else."""
        if pod.counted is not None:
            return DECK_CORRECTOR
        return self.right if self.player == asker.player else DECK_NAMER

    def find_roles(self, pod: Pod, asker: Player, maker: Player | None) -> frozenset[Role]:
        """Return `bringer` for the member who brought the guest in question."""
        return find_bringer_role(pod, asker, self.player)

    def decide(self, pod: Pod, /) -> "DeckNamed":
        """Return the event of the command. Raises `Refusal`."""
        if pod.closed:
            refuse("closed")
        if self.player not in pod.players:
            refuse("not-in", "player", player=self.player, players=pod.players)
        return DeckNamed(self.player, self.deck)


class DeckNamed(AsideEvent, Gated, frozen=True, tag="deck-named"):
    """Somebody said which deck a player plays in this game; the latest statement holds."""

    player: Player
    deck: Deck

    def change_decks(self, before: Pod, after: Pod) -> Pod:
        """Return the pod with the deck of a seat.

        If losers rejoin, perhaps with another deck (RSP-1), earlier defeats keep the deck before.
        """
        names = before.find_seat(self.player).names
        former = before.former_decks
        known = max((each.verdicts for each in former.get(names[0], ())), default=0)
        lost = any(each.loser in names for each in before.verdicts[known:])
        if lost and before.setup.answers.loser_becomes == "rejoins":
            former = list_former_decks(before, self.player)
        return replace(after, decks={**before.decks, names[0]: self.deck}, former_decks=former)


def list_former_decks(pod: Pod, player: Player) -> Mapping[Player, tuple[FormerDeck, ...]]:
    """Return the former decks of a pod in which a player may have another from now on."""
    first = pod.find_seat(player).names[0]
    deck = pod.decks.get(first)
    former = pod.former_decks.get(first, ())
    known = former[-1].verdicts if former else 0
    if deck is None or known >= len(pod.verdicts):
        return pod.former_decks
    return {**pod.former_decks, first: (*former, FormerDeck(deck, len(pod.verdicts)))}
