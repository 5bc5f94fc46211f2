"""Taking a seat: players, their guests, and their contributions to the random draw."""

from msgspec.structs import replace

from bot.rules import draws
from bot.rules.deck_naming import list_replaced_decks
from bot.rules.draws import DrawContribution
from bot.rules.facts import Player
from bot.rules.guests import find_guest_excess
from bot.rules.lobby import require_invited
from bot.rules.pod import (
    Pod,
    PodCommand,
    ReplayableEvent,
    SideEvent,
    apply_outcome,
    apply_pod_event,
    remove_player_from_list,
)
from bot.rules.records import NO_EFFECT, PlayerStanding, RulesOutcome
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, PLAYERS
from bot.rules.seats import find_maximum_players


class JoinPod(PodCommand, frozen=True):
    """The command by which a player takes a seat.

    `tag` stands for the player in the random draw, to which they may add `word`.
    """

    player: Player
    tag: str | None = None
    word: DrawContribution | None = None

    right = ANYBODY

    def create_event(self, pod: Pod, /) -> "PlayerJoined":
        """Return the `PlayerJoined` event for a seat in the lobby or a running game
        (RSP-1).

        Raises `Refusal`.
        """
        player = self.player
        joins_running = (
            pod.state == "running" and pod.setup.variant_answers.loser_becomes == "rejoins"
        )
        if pod.state != "lobby" and not joins_running:
            raise_refusal("too-late-to-join")
        if (sits := pod.find_seat_history(player).player) != player:
            raise_refusal("seat-given", "player", player=sits)
        standing = pod.standings.get(player)
        if standing is not None and standing.status == "out":  # RSP-1
            return PlayerJoined(
                player,
                RulesOutcome((_add_solo_turns(pod, PlayerStanding(player, score=standing.score)),)),
            )
        if player in pod.players:
            raise_refusal("already-in", "player", player=player)
        require_invited(pod.setup, player)
        if len(pod.players) >= find_maximum_players(pod.setup):
            raise_refusal("full", "player", most=find_maximum_players(pod.setup))
        others = tuple(other for other in pod.kept if other != player)
        if len(pod.players) + len(others) >= find_maximum_players(pod.setup):
            raise_refusal("seats-kept", "player", players=others)
        if joins_running:
            return PlayerJoined(
                player, RulesOutcome((_add_solo_turns(pod, PlayerStanding(player)),))
            )
        if self.word is not None:
            _require_draw_contributions(pod)
        return PlayerJoined(player, NO_EFFECT, self.tag, self.word)


class BringGuest(PodCommand, frozen=True):
    """The command that takes a seat for a guest without an account.

    The member `by` acts for the guest.
    """

    guest: Player
    by: Player
    tag: str | None = None

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "PlayerJoined":
        """Return the `PlayerJoined` event of a guest whose member sits in the pod too.

        Raises `Refusal`.
        """
        if self.by not in pod.players or self.by in pod.guests:
            raise_refusal("bring-seat", "by")
        joined = replace(JoinPod(self.guest, self.tag).create_event(pod), brought_by=self.by)
        if pod.guests.get(self.guest) not in (None, self.by):  # a guest who was out comes back
            raise_refusal("only-bringer", "guest")
        counted = pod.state != "lobby" and find_guest_excess(pod) is None
        # Otherwise a losing player could bring guests until the game no longer counts.
        if counted and find_guest_excess(apply_pod_event(pod, joined)) is not None:
            raise_refusal("bring-late", "guest", player=self.guest)
        return joined


class PlayerJoined(ReplayableEvent, frozen=True, tag="joined"):
    """The event that a player took a seat in a lobby or a running game (RSP-1).

    `brought_by` is the member who brought a guest.
    """

    player: Player
    outcome: RulesOutcome = NO_EFFECT
    tag: str | None = None
    word: DrawContribution | None = None
    brought_by: Player | None = None

    undo_rank = 1

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with one more player. In a running game, joining is a step."""
        players = tuple(dict.fromkeys((*pod.players, self.player)))
        brought = {} if self.brought_by is None else {self.player: self.brought_by}
        seated = replace(pod, players=players, guests={**pod.guests, **brought})
        if not pod.standings:
            draw = draws.add_player_to_draw(pod.draw, self.player, self.tag, self.word)
            return replace(seated, kept=remove_player_from_list(pod.kept, self.player), draw=draw)
        return apply_outcome(seated, self.outcome, pod)

    def update_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the pod in which a player who rejoins may play another deck."""
        if self.player not in previous_pod.standings:
            return super().update_decks(previous_pod, current_pod)
        return replace(current_pod, former_decks=list_replaced_decks(previous_pod, self.player))

    @property
    def is_before_game(self) -> bool:
        """Return True if the player joined in the lobby, not in a running game."""
        return not self.outcome.moves

    def rebuild_command(self) -> "JoinPod | BringGuest":
        """Return the `JoinPod` or `BringGuest` command that caused this event."""
        if self.brought_by is not None:
            return BringGuest(self.player, self.brought_by, self.tag)
        return JoinPod(self.player, self.tag, self.word)

    def decide_after_undo(self, pod: Pod, pod_before_undo: Pod) -> "PlayerJoined":
        """Return the same player's joining, decided anew for `pod` after an undo.

        Raises `Refusal`.
        """
        if self.brought_by is not None:
            return BringGuest(self.player, self.brought_by, self.tag).create_event(pod)
        return JoinPod(self.player, self.tag).create_event(pod)

    @property
    def author(self) -> Player:
        """Return the player who took the seat."""
        return self.player


def _add_solo_turns(pod: Pod, standing: PlayerStanding) -> PlayerStanding:
    """Return the standing of a joining player, who takes some turns alone first (RSP-2)."""
    return replace(standing, phased=pod.setup.variant_answers.solo_turns > 0)


class SetDrawContribution(PodCommand, frozen=True):
    """The command that sets a player's text for the random draw, in the lobby.

    None removes the text.
    """

    player: Player
    word: DrawContribution | None = None

    right = ANYBODY

    def create_event(self, pod: Pod, /) -> "DrawContributionSet":
        """Return the `DrawContributionSet` event for this command.

        Raises `Refusal` unless the player sits in the lobby.
        """
        if pod.state != "lobby":
            raise_refusal("word-late")
        if self.player not in pod.players:
            raise_refusal("no-seat", "player")
        _require_draw_contributions(pod)
        return DrawContributionSet(self.player, self.word)


class DrawContributionSet(SideEvent, frozen=True, tag="worded"):
    """The event that a player in the lobby set or removed their text for the random draw."""

    player: Player
    word: DrawContribution | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby with the player's contribution in its draw."""
        return replace(pod, draw=draws.put_contribution_in_draw(pod.draw, self.player, self.word))

    @property
    def author(self) -> Player:
        """Return the player who set the contribution."""
        return self.player


def _require_draw_contributions(pod: Pod) -> None:
    """Raise `Refusal` if the lobby's draw accepts no contributions."""
    if pod.draw is None or pod.draw.seal.own.veil is None:
        raise_refusal("no-words", "word")
