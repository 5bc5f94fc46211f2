"""Taking a seat: players, their guests, and their words for the draw."""

from msgspec.structs import replace

from bot.rules import draws
from bot.rules.deck_naming import list_former_decks
from bot.rules.draws import Word
from bot.rules.facts import Player
from bot.rules.guests import find_excess
from bot.rules.lobby import check_invited
from bot.rules.pod import (
    AsideEvent,
    LaterEvent,
    Pod,
    PodCommand,
    apply_outcome,
    evolve,
    remove_player,
)
from bot.rules.records import NO_EFFECT, Outcome, Standing
from bot.rules.refusals import refuse
from bot.rules.rights import ANYBODY, PLAYERS
from bot.rules.seats import find_most_players


class Join(PodCommand, frozen=True):
    """Take a seat; `tag` stands for the player in the draw, and they may add a `word`."""

    player: Player
    tag: str | None = None
    word: Word | None = None

    right = ANYBODY

    def decide(self, pod: Pod, /) -> "Joined":
        """Return a seat in the lobby or in a running game (RSP-1). Raises `Refusal`."""
        player = self.player
        joins_running = pod.state == "running" and pod.setup.answers.loser_becomes == "rejoins"
        if pod.state != "lobby" and not joins_running:
            refuse("too-late-to-join")
        if (sits := pod.find_seat(player).player) != player:
            refuse("seat-given", "player", player=sits)
        standing = pod.standings.get(player)
        if standing is not None and standing.status == "out":  # RSP-1
            return Joined(
                player, Outcome((_with_solo_turns(pod, Standing(player, score=standing.score)),))
            )
        if player in pod.players:
            refuse("already-in", "player", player=player)
        check_invited(pod.setup, player)
        if len(pod.players) >= find_most_players(pod.setup):
            refuse("full", "player", most=find_most_players(pod.setup))
        others = tuple(other for other in pod.kept if other != player)
        if len(pod.players) + len(others) >= find_most_players(pod.setup):
            refuse("seats-kept", "player", players=others)
        if joins_running:
            return Joined(player, Outcome((_with_solo_turns(pod, Standing(player)),)))
        if self.word is not None:
            _check_words(pod)
        return Joined(player, NO_EFFECT, self.tag, self.word)


class Bring(PodCommand, frozen=True):
    """Take a seat for a guest, who has no account; `by` acts for them from now on."""

    guest: Player
    by: Player
    tag: str | None = None

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "Joined":
        """Return a seat for a guest of a member who sits there too. Raises `Refusal`."""
        if self.by not in pod.players or self.by in pod.guests:
            refuse("bring-seat", "by")
        joined = replace(Join(self.guest, self.tag).decide(pod), brought_by=self.by)
        if pod.guests.get(self.guest) not in (None, self.by):  # a guest who was out comes back
            refuse("only-bringer", "guest")
        counted = pod.state != "lobby" and find_excess(pod) is None
        # Otherwise a losing player could bring guests until the game no longer counts.
        if counted and find_excess(evolve(pod, joined)) is not None:
            refuse("bring-late", "guest", player=self.guest)
        return joined


class Joined(LaterEvent, frozen=True, tag="joined"):
    """A player took a seat, in a lobby or a running game (RSP-1); `brought_by` brought a guest."""

    player: Player
    outcome: Outcome = NO_EFFECT
    tag: str | None = None
    word: Word | None = None
    brought_by: Player | None = None

    undo_rank = 1

    def apply(self, pod: Pod, /) -> Pod:
        """Return the pod with a new player; in a running game that is a step."""
        players = tuple(dict.fromkeys((*pod.players, self.player)))
        brought = {} if self.brought_by is None else {self.player: self.brought_by}
        seated = replace(pod, players=players, guests={**pod.guests, **brought})
        if not pod.standings:
            draw = draws.seat_player(pod.draw, self.player, self.tag, self.word)
            return replace(seated, kept=remove_player(pod.kept, self.player), draw=draw)
        return apply_outcome(seated, self.outcome, pod)

    def change_decks(self, before: Pod, after: Pod) -> Pod:
        """Return `after`, in which a player who comes back may have another deck."""
        if self.player not in before.standings:
            return super().change_decks(before, after)
        return replace(after, former_decks=list_former_decks(before, self.player))

    @property
    def is_preparing(self) -> bool:
        """Whether the player joined in the lobby, not in a running game."""
        return not self.outcome.moves

    def make_command(self) -> "Join | Bring":
        """Return the command that led to the event."""
        if self.brought_by is not None:
            return Bring(self.player, self.brought_by, self.tag)
        return Join(self.player, self.tag, self.word)

    def decide_again(self, pod: Pod, latest: Pod) -> "Joined":
        """Return the event as it follows in `pod`. Raises `Refusal`."""
        if self.brought_by is not None:
            return Bring(self.player, self.brought_by, self.tag).decide(pod)
        return Join(self.player, self.tag).decide(pod)

    @property
    def author(self) -> Player:
        """The player who took the seat."""
        return self.player


def _with_solo_turns(pod: Pod, standing: Standing) -> Standing:
    """Return the standing of a joining player, who takes some turns alone first (RSP-2)."""
    return replace(standing, phased=pod.setup.answers.solo_turns > 0)


class SetWord(PodCommand, frozen=True):
    """Set the player's word for the draw, in the lobby; None removes it."""

    player: Player
    word: Word | None = None

    right = ANYBODY

    def decide(self, pod: Pod, /) -> "Worded":
        """Return the event of the command. Raises `Refusal`."""
        if pod.state != "lobby":
            refuse("word-late")
        if self.player not in pod.players:
            refuse("no-seat", "player")
        _check_words(pod)
        return Worded(self.player, self.word)


class Worded(AsideEvent, frozen=True, tag="worded"):
    """A player in the lobby set their word for the draw; None means that they removed it."""

    player: Player
    word: Word | None = None

    def apply(self, pod: Pod, /) -> Pod:
        """Return the lobby with the player's word in its draw."""
        return replace(pod, draw=draws.put_word(pod.draw, self.player, self.word))

    @property
    def author(self) -> Player:
        """The player whose word it is."""
        return self.player


def _check_words(pod: Pod) -> None:
    """Raise `Refusal` if the lobby's draw takes no words."""
    if pod.draw is None or pod.draw.seal.own.veil is None:
        refuse("no-words", "word")
