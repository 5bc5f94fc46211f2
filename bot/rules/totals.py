"""Changes of life, poison and commander damage, and the totals that lose the game (TAB-4)."""

from collections.abc import Iterator

from msgspec import Struct

from bot.rules.counting import Counts, Dealer, Key, LastChange, find_life_keeper, make_total_key
from bot.rules.facts import Cause, Player
from bot.rules.pod import AsideEvent, Pod, PodCommand
from bot.rules.records import CountKind, TotalChange
from bot.rules.refusals import refuse
from bot.rules.rights import PLAYERS
from bot.rules.teams import find_in_game

LARGEST_CHANGE = 999
"""The largest change of a total."""

HIGHEST_TOTAL = 9_999
"""The largest total."""

DEADLY_POISON = 10
"""Poison counters that lose the game (TAB-4)."""

DEADLY_DAMAGE = 21
"""Damage from one commander that loses the game (TAB-4)."""


COMMANDERS = (1, 2)
"""Which commander of a player: two at most, as partners."""


class DeadlyTotal(Struct, frozen=True):
    """A total with which a player loses, and its last change if that is known."""

    player: Player
    cause: Cause
    by: Player | None = None
    amount: int | None = None


def find_life_holder(pod: Pod, player: Player) -> Player:
    """Return the player under whose name `player`'s life is kept in the game being played."""
    return find_life_keeper(pod.setup, pod.players, pod.game.standings, player)


def find_life(pod: Pod, player: Player) -> int:
    """Return the life of a player or of their team."""
    return pod.counts.compute_total("life", find_life_holder(pod, player))


def has_commanders(pod: Pod) -> bool:
    """Return whether the pod counts commander damage."""
    return pod.setup.base == "commander"


def list_dealers(pod: Pod) -> list[Dealer]:
    """Return the commanders that may deal damage: one of each player, and partners of theirs.

    A second one is known by its deck, or by damage that it has dealt.
    """
    used = {dealer for player in pod.game.standings for dealer in pod.counts.find_damage(player)}
    every = [Dealer(player, which) for player in pod.players for which in COMMANDERS]
    return [each for each in every if each.which == 1 or each in used or find_commander(pod, each)]


def find_commander(pod: Pod, dealer: Dealer) -> str | None:
    """Return what a commander is called, if the deck is known."""
    deck = pod.find_deck(dealer.by)
    if deck is None or len(deck.commanders) < dealer.which:
        return None
    return deck.commanders[dealer.which - 1].text


class Count(PodCommand, frozen=True):
    """Change a player's life, poison or damage from the commander of `by`.

    With life and poison, `by` controls the source, if known. `which` of the owner's commanders
    dealt the damage, counted from 1.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None
    which: int = 1

    right = PLAYERS

    def decide(self, pod: Pod, /) -> "Counted":
        """Return the event of the command. Raises `Refusal`."""
        if not pod.setup.counting:
            refuse("no-counting")
        if pod.state not in ("running", "waiting"):
            refuse(pod.state)
        _check_player(pod, self.player, "player")
        if not self.amount or abs(self.amount) > LARGEST_CHANGE:
            refuse("count-amount", "amount", most=LARGEST_CHANGE)
        if self.kind == "commander":
            _check_commander(pod, self.by)
            if self.which not in COMMANDERS:
                refuse("count-late", "which")
        elif self.by is not None:
            _check_player(pod, self.by, "by")
        changes = tuple(_find_changes(pod, self))
        for change in changes:
            least = -HIGHEST_TOTAL if change.kind == "life" else 0
            if (
                not least
                <= pod.counts.compute_total(*make_total_key(change)) + change.amount
                <= HIGHEST_TOTAL
            ):
                refuse("count-total", "amount", least=least, most=HIGHEST_TOTAL)
        return Counted(changes)


class Counted(AsideEvent, frozen=True, tag="counted"):
    """A player's life, poison or commander damage changed.

    The first of `changes` is the reported one. Others follow from it: damage also takes life.
    """

    changes: tuple[TotalChange, ...]

    def recount_totals(self, before: Pod, after: Pod) -> Counts:
        """Return the totals after the changes."""
        return before.counts.add_changes(self.changes)


def _find_changes(pod: Pod, command: Count) -> Iterator[TotalChange]:
    """Yield the changes that a command leads to; commander damage also takes life."""
    if command.kind != "life":
        which = command.which if command.kind == "commander" else 1
        yield TotalChange(command.player, command.kind, command.amount, command.by, which)
    if command.kind != "poison":
        gained = command.amount if command.kind == "life" else -command.amount
        yield TotalChange(find_life_holder(pod, command.player), "life", gained, command.by)


def _check_player(pod: Pod, player: Player, field: str) -> None:
    playing = tuple(find_in_game(pod.game.standings))
    if player not in pod.game.standings:
        refuse("not-in", field, player=player, players=playing)
    if player not in playing:
        refuse("out", field, player=player, players=playing)


def _check_commander(pod: Pod, by: Player | None) -> None:
    """Raise `Refusal` unless `by` has a commander; they may have left the game."""
    if not has_commanders(pod):
        refuse("no-commanders", "kind")
    if by is None:
        refuse("whose-commander", "by")
    if by not in pod.players:
        refuse("not-in", "by", player=by, players=pod.players)


def find_deadly_totals(pod: Pod) -> Iterator[DeadlyTotal]:
    """Yield a loss for each total that is deadly now, in seat order."""
    if not pod.setup.counting or pod.state not in ("running", "waiting"):
        return
    counts = pod.counts
    seen: set[Player] = set()
    for player in find_in_game(pod.game.standings):
        kept = find_life_holder(pod, player)
        if kept not in seen and counts.compute_total("life", kept) <= 0:
            last = counts.last.get(Key("life", kept))
            yield DeadlyTotal(player, "life", *_find_last_change(pod, last, taken=-1))
        seen.add(kept)
        if counts.compute_total("poison", player) >= DEADLY_POISON:
            last = counts.last.get(Key("poison", player))
            yield DeadlyTotal(player, "poison", *_find_last_change(pod, last, taken=1))
        for (by, _), damage in counts.find_damage(player).items():
            if damage >= DEADLY_DAMAGE:
                known = by if by in find_in_game(pod.game.standings) else None
                yield DeadlyTotal(player, "commander", known, damage if known else None)


def _find_last_change(
    pod: Pod, last: LastChange | None, taken: int
) -> tuple[Player | None, int | None]:
    """Return who made the last change of a total, and the amount if it was for the worse."""
    if last is None or last.change.by not in find_in_game(pod.game.standings):
        return None, None
    amount = last.change.amount * taken
    return (last.change.by, amount) if amount > 0 else (None, None)
