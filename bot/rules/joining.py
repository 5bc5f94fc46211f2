"""Taking a seat: players, their guests, and their contributions to the random draw."""

from msgspec.structs import replace

from bot.rules import draws
from bot.rules.deck_naming import add_current_deck_to_former_decks
from bot.rules.draws import PlayerSeedText
from bot.rules.facts import Player
from bot.rules.guests import explain_if_pod_has_too_many_guests, find_role_for_bringing_guest
from bot.rules.lobby import require_player_is_invited
from bot.rules.pod import (
    EventRecreatedAfterUndo,
    NonGameplayEvent,
    Pod,
    PodCommand,
    apply_game_changes_to_pod,
    apply_pod_event,
    list_players_except,
)
from bot.rules.records import NO_EFFECT, GameChanges, PlayerState
from bot.rules.refusals import raise_refusal
from bot.rules.rights import ANYBODY, BRINGER, PLAYERS, CommandRight, Requester, Role
from bot.rules.seats import find_maximum_player_count


class JoinPod(PodCommand, frozen=True):
    """The command by which a player takes a seat.

    `tag` stands for the player in the random draw, to which they may add `word`.
    """

    player: Player
    tag: str | None = None
    word: PlayerSeedText | None = None

    right = ANYBODY
    shares_commit = True

    def create_event(self, pod: Pod, /) -> "PlayerJoined":
        """Return the `PlayerJoined` event. Raises `Refusal` for a running game whose setup forbids joining."""
        player = self.player
        joins_running = pod.state == "running" and pod.setup.variant_rules.loser_becomes == "rejoins"
        if pod.state != "lobby" and not joins_running:
            raise_refusal("too-late-to-join")
        if (sits := pod.find_seat_of_player(player).player) != player:
            raise_refusal("seat-given", "player", player=sits)
        standing = pod.standings.get(player)
        if standing is not None and standing.status == "out":  # RSP-1
            return PlayerJoined(
                player,
                GameChanges((_phase_out_joining_player(pod, PlayerState(player, score=standing.score)),)),
            )
        if player in pod.players:
            raise_refusal("already-in", "player", player=player)
        if pod.awaits_bench or player in pod.missing:
            raise_refusal("call-over", "player")
        require_player_is_invited(pod.setup, player)
        if len(pod.players) >= find_maximum_player_count(pod.setup):
            raise_refusal("full", "player", most=find_maximum_player_count(pod.setup))
        others = tuple(other for other in pod.kept if other != player)
        if len(pod.players) + len(others) >= find_maximum_player_count(pod.setup):
            raise_refusal("seats-kept", "player", players=others)
        if joins_running:
            return PlayerJoined(player, GameChanges((_phase_out_joining_player(pod, PlayerState(player)),)))
        if self.word is not None:
            _require_seed_texts_allowed(pod)
        return PlayerJoined(player, NO_EFFECT, self.tag, self.word)


class BringGuestToPod(PodCommand, frozen=True):
    """The command by which a member takes a seat for a guest without a Discord account.

    The member `by` acts for the guest. A seat that is kept for the guest needs no seat of the member's own.
    """

    guest: Player
    by: Player
    tag: str | None = None

    right = PLAYERS  # BRINGER for a seat that is kept

    def find_required_right(self, pod: Pod, requester: Requester) -> CommandRight:
        return BRINGER if self.guest in pod.kept else self.right

    def find_extra_access_roles(self, pod: Pod, player: Player, report_author: Player | None) -> frozenset[Role]:
        """Return the role `bringer` for the member who takes a reserved seat for a guest."""
        return find_role_for_bringing_guest(pod, player, self.guest)

    def create_event(self, pod: Pod, /) -> "PlayerJoined":
        """Return the `PlayerJoined` event of the guest. Raises `Refusal` if the member may not bring one."""
        is_kept = self.guest in pod.kept and pod.guests.get(self.guest) == self.by
        if not is_kept and (self.by not in pod.players or self.by in pod.guests):
            raise_refusal("bring-seat", "by")
        joined = replace(JoinPod(self.guest, self.tag).create_event(pod), brought_by=self.by)
        if pod.guests.get(self.guest) not in (None, self.by):  # a guest who was out comes back
            raise_refusal("only-bringer", "guest")
        counted = pod.state != "lobby" and explain_if_pod_has_too_many_guests(pod) is None
        # Otherwise a losing player could bring guests until the game no longer counts.
        if counted and explain_if_pod_has_too_many_guests(apply_pod_event(pod, joined)) is not None:
            raise_refusal("bring-late", "guest", player=self.guest)
        return joined


class PlayerJoined(EventRecreatedAfterUndo, frozen=True, tag="joined"):
    """The event that a player took a seat in a lobby or a running game.

    `brought_by` is the member who brought a guest (RSP-1).
    """

    player: Player
    outcome: GameChanges = NO_EFFECT
    tag: str | None = None
    word: PlayerSeedText | None = None
    brought_by: Player | None = None

    undo_rank = 1

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with one more player. The game may be running already."""
        players = tuple(dict.fromkeys((*pod.players, self.player)))
        brought = {} if self.brought_by is None else {self.player: self.brought_by}
        seated = replace(pod, players=players, guests={**pod.guests, **brought})
        if not pod.standings:
            draw = draws.add_player_to_random_seating(pod.draw, self.player, self.tag, self.word)
            return replace(seated, kept=list_players_except(pod.kept, self.player), draw=draw)
        return apply_game_changes_to_pod(seated, self.outcome, pod)

    def copy_declared_decks(self, previous_pod: Pod, current_pod: Pod) -> Pod:
        """Return the pod with all declared decks; the former deck of a player who rejoins is archived.

        A player who rejoins may declare another deck.
        """
        if self.player not in previous_pod.standings:
            return super().copy_declared_decks(previous_pod, current_pod)
        return replace(current_pod, former_decks=add_current_deck_to_former_decks(previous_pod, self.player))

    @property
    def is_lobby_event(self) -> bool:
        return not self.outcome.moves

    def rebuild_original_command(self) -> "JoinPod | BringGuestToPod":
        if self.brought_by is not None:
            return BringGuestToPod(self.player, self.brought_by, self.tag)
        return JoinPod(self.player, self.tag, self.word)

    def recreate_after_undo(self, pod: Pod, pod_before_undo: Pod) -> "PlayerJoined":
        if self.brought_by is not None:
            return BringGuestToPod(self.player, self.brought_by, self.tag).create_event(pod)
        return JoinPod(self.player, self.tag).create_event(pod)

    @property
    def player_who_caused_event(self) -> Player:
        return self.player


def has_unreserved_seats(pod: Pod) -> bool:
    """Return True if a lobby has a free seat for somebody who has no reserved seat there."""
    taken = {*pod.players, *pod.kept}
    if pod.setup.invited and taken.issuperset(pod.setup.invited):
        return False
    return len(taken) < find_maximum_player_count(pod.setup)


def _phase_out_joining_player(pod: Pod, player_state: PlayerState) -> PlayerState:
    return replace(player_state, phased=pod.setup.variant_rules.solo_turns > 0)


class SetPlayerSeedText(PodCommand, frozen=True):
    """The command that adds a player's text to the random draw of seats, so that nobody can predict the draw.

    None removes the text.
    """

    player: Player
    word: PlayerSeedText | None = None

    right = ANYBODY

    def create_event(self, pod: Pod, /) -> "PlayerSeedTextChanged":
        if pod.state != "lobby":
            raise_refusal("word-late")
        if self.player not in pod.players:
            raise_refusal("no-seat", "player")
        _require_seed_texts_allowed(pod)
        return PlayerSeedTextChanged(self.player, self.word)


class PlayerSeedTextChanged(NonGameplayEvent, frozen=True, tag="worded"):
    """The event that a player set or removed the text with which they influence the random seating."""

    player: Player
    word: PlayerSeedText | None = None

    def apply(self, pod: Pod, /) -> Pod:
        return replace(pod, draw=draws.set_seed_text(pod.draw, self.player, self.word))

    @property
    def player_who_caused_event(self) -> Player:
        return self.player


def _require_seed_texts_allowed(pod: Pod) -> None:
    """Raise `Refusal` if the lobby's random draw of seats takes no texts from players."""
    if pod.draw is None or pod.draw.seal.own.veil is None:
        raise_refusal("no-words", "word")
