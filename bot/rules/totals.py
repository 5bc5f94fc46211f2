"""Changes of life, poison and commander damage, and totals with which a player loses (TAB-4)."""

from collections.abc import Iterator

from msgspec import Struct

from bot.rules.facts import Cause, Player
from bot.rules.player_totals import (
    DamagingCommander,
    LastLifeOrDamageChange,
    LifeAndDamageTotals,
    LifeOrDamageCounterKey,
    build_player_counter_key,
    find_life_total_owner,
)
from bot.rules.pod import NonGameplayEvent, Pod, PodCommand
from bot.rules.records import CountKind, LifeOrDamageChange
from bot.rules.refusals import raise_refusal
from bot.rules.rights import PLAYERS
from bot.rules.teams import list_players_in_game

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


class LethalCounter(Struct, frozen=True):
    """A counter of life, poison or damage that makes a player lose now, and its last change.

    The last change is None if it is not known.
    """

    player: Player
    cause: Cause
    by: Player | None = None
    amount: int | None = None


def find_current_life_total_owner(pod: Pod, player: Player) -> Player:
    """Return the player under whom a life total is stored now. Members of a team may share one total."""
    return find_life_total_owner(pod.setup, pod.players, pod.current_game.standings, player)


def compute_life_total_of_player(pod: Pod, player: Player) -> int:
    return pod.counts.compute_life_or_damage("life", find_current_life_total_owner(pod, player))


def compute_counter_value(
    pod: Pod, player: Player, counter_kind: CountKind, commander_owner: Player | None = None, commander_number: int = 1
) -> int:
    """Return a counter of a player: life (perhaps a team's), poison, or damage by one commander."""
    if counter_kind == "life":
        return compute_life_total_of_player(pod, player)
    if counter_kind == "poison":
        return pod.counts.compute_life_or_damage(counter_kind, player)
    return pod.counts.compute_life_or_damage(counter_kind, player, commander_owner, commander_number)


def list_players_sharing_life_total(pod: Pod, player: Player) -> list[Player]:
    """Return the players in the game who share a player's life total, including this player."""
    holder = find_current_life_total_owner(pod, player)
    return [
        other
        for other in list_players_in_game(pod.current_game.standings)
        if find_current_life_total_owner(pod, other) == holder
    ]


def is_commander_damage_counted(pod: Pod) -> bool:
    return pod.setup.base == "commander"


def list_commanders_that_may_deal_damage(pod: Pod) -> list[DamagingCommander]:
    """Return the commanders that may have dealt damage: one for each player, and a partner if it is known.

    A partner is known by its deck, or by damage that it has dealt.
    """
    used = {dealer for player in pod.current_game.standings for dealer in pod.counts.get_damage_by_commander(player)}
    every = [DamagingCommander(player, which) for player in pod.players for which in COMMANDERS]
    return [each for each in every if each.which == 1 or each in used or find_commander_name(pod, each)]


def find_commander_name(pod: Pod, commander_key: DamagingCommander) -> str | None:
    """Return a commander's name; None if its owner has not declared a deck with this commander."""
    deck = pod.find_declared_deck_of_player(commander_key.by)
    if deck is None or len(deck.commanders) < commander_key.which:
        return None
    return deck.commanders[commander_key.which - 1].text


class ChangeLifeOrDamage(PodCommand, frozen=True):
    """The command that changes a player's life, poison, or damage by a commander by some amount.

    With life and poison, `by` controls the source, if known. `which` of the owner's commanders dealt the damage,
    counted from 1.
    """

    player: Player
    kind: CountKind
    amount: int
    by: Player | None = None
    which: int = 1

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "LifeOrDamageChanged":
        """Return the `LifeOrDamageChanged` event. Raises `Refusal` for impossible totals."""
        _require_counter_can_change(pod, self.player, self.kind, self.by, self.which)
        if not self.amount or abs(self.amount) > LARGEST_CHANGE:
            raise_refusal("count-amount", "amount", most=LARGEST_CHANGE)
        return _create_life_or_damage_event(pod, self.player, self.kind, self.amount, self.by, self.which)


class SetLifeOrDamage(PodCommand, frozen=True):
    """The command that sets a player's life, poison, or damage by a commander to a new value.

    An effect may set the life of several members of a team that shares one total. Then `totals` holds the number of
    each, and the team's total becomes the sum. If it sets the life of one member, the team's total becomes that number
    (TAB-29). `by` and `which` are those of `ChangeLifeOrDamage`.
    """

    player: Player
    kind: CountKind
    totals: tuple[int, ...]
    by: Player | None = None
    which: int = 1

    right = PLAYERS

    def create_event(self, pod: Pod, /) -> "LifeOrDamageChanged":
        """Return the `LifeOrDamageChanged` event. Raises `Refusal` for impossible totals."""
        _require_counter_can_change(pod, self.player, self.kind, self.by, self.which)
        members = list_players_sharing_life_total(pod, self.player) if self.kind == "life" else [self.player]
        if not 1 <= len(self.totals) <= len(members):
            raise_refusal("count-members", "totals", players=tuple(members))
        total = compute_counter_value(pod, self.player, self.kind, self.by, self.which)
        amount = sum(self.totals) - total
        if not amount:
            raise_refusal("count-same", "totals", total=total)
        return _create_life_or_damage_event(pod, self.player, self.kind, amount, self.by, self.which)


class LifeOrDamageChanged(NonGameplayEvent, frozen=True, tag="counted"):
    """The event that a player's life, poison or commander damage changed.

    The first of `changes` is the reported one. Others follow from it: damage also takes life.
    """

    changes: tuple[LifeOrDamageChange, ...]

    def compute_life_and_damage_after_event(self, previous_pod: Pod, current_pod: Pod) -> LifeAndDamageTotals:
        return previous_pod.counts.add_changes(self.changes)


def _require_counter_can_change(
    pod: Pod, player: Player, counter_kind: CountKind, commander_owner: Player | None, commander_number: int
) -> None:
    """Raise `Refusal` unless this counter exists in the pod and players in the game can change the counter now."""
    if not pod.setup.counting:
        raise_refusal("no-counting")
    if pod.state not in ("running", "waiting"):
        raise_refusal(pod.state)
    _require_player_is_in_game(pod, player, "player")
    if counter_kind == "commander":
        _require_commander_owner(pod, commander_owner)
        if commander_number not in COMMANDERS:
            raise_refusal("count-late", "which")
    elif commander_owner is not None:
        _require_player_is_in_game(pod, commander_owner, "by")


def _create_life_or_damage_event(
    pod: Pod,
    player: Player,
    counter_kind: CountKind,
    amount: int,
    commander_owner: Player | None,
    commander_number: int,
) -> LifeOrDamageChanged:
    """Return the event of a changed counter. Raises `Refusal` if the new value would be out of range."""
    changes = tuple(
        _build_life_and_damage_changes(pod, player, counter_kind, amount, commander_owner, commander_number)
    )
    for change in changes:
        least = -HIGHEST_TOTAL if change.kind == "life" else 0
        total = pod.counts.compute_life_or_damage(*build_player_counter_key(change)) + change.amount
        if not least <= total <= HIGHEST_TOTAL:
            raise_refusal("count-total", "amount", least=least, most=HIGHEST_TOTAL)
    return LifeOrDamageChanged(changes)


def _build_life_and_damage_changes(
    pod: Pod,
    player: Player,
    counter_kind: CountKind,
    amount: int,
    commander_owner: Player | None,
    commander_number: int,
) -> Iterator[LifeOrDamageChange]:
    """Yield the changes of a player's counters; commander damage also changes the life total."""
    if counter_kind != "life":
        yield LifeOrDamageChange(
            player, counter_kind, amount, commander_owner, commander_number if counter_kind == "commander" else 1
        )
    if counter_kind != "poison":
        gained = amount if counter_kind == "life" else -amount
        yield LifeOrDamageChange(find_current_life_total_owner(pod, player), "life", gained, commander_owner)


def _require_player_is_in_game(pod: Pod, player: Player, command_field: str) -> None:
    playing = tuple(list_players_in_game(pod.current_game.standings))
    if player not in pod.current_game.standings:
        raise_refusal("not-in", command_field, player=player, players=playing)
    if player not in playing:
        raise_refusal("out", command_field, player=player, players=playing)


def _require_commander_owner(pod: Pod, commander_owner: Player | None) -> None:
    """Raise `Refusal` unless commander damage counts and its source's owner was given and plays in the pod."""
    if not is_commander_damage_counted(pod):
        raise_refusal("no-commanders", "kind")
    if commander_owner is None:
        raise_refusal("whose-commander", "by")
    if commander_owner not in pod.players:
        raise_refusal("not-in", "by", player=commander_owner, players=pod.players)


def find_lethal_counters(pod: Pod) -> Iterator[LethalCounter]:
    """Yield each life, poison or damage counter that makes a player lose now."""
    if not pod.setup.counting or pod.state not in ("running", "waiting"):
        return
    counts = pod.counts
    seen: set[Player] = set()
    for player in list_players_in_game(pod.current_game.standings):
        kept = find_current_life_total_owner(pod, player)
        if kept not in seen and counts.compute_life_or_damage("life", kept) <= 0:
            last = counts.last.get(LifeOrDamageCounterKey("life", kept))
            yield LethalCounter(player, "life", *_find_author_of_harmful_change(pod, last, harmful_sign=-1))
        seen.add(kept)
        if counts.compute_life_or_damage("poison", player) >= DEADLY_POISON:
            last = counts.last.get(LifeOrDamageCounterKey("poison", player))
            yield LethalCounter(player, "poison", *_find_author_of_harmful_change(pod, last, harmful_sign=1))
        for (by, _), damage in counts.get_damage_by_commander(player).items():
            if damage >= DEADLY_DAMAGE:
                known = by if by in list_players_in_game(pod.current_game.standings) else None
                yield LethalCounter(player, "commander", known, damage if known else None)


def _find_author_of_harmful_change(
    pod: Pod, last_change: LastLifeOrDamageChange | None, harmful_sign: int
) -> tuple[Player | None, int | None]:
    """Return the author and the amount of a counter's last change if it harmed the player; otherwise (None, None).

    `harmful_sign` is -1 for life, where a loss harms, and 1 for poison and damage.
    """
    if last_change is None or last_change.change.by not in list_players_in_game(pod.current_game.standings):
        return None, None
    amount = last_change.change.amount * harmful_sign
    return (last_change.change.by, amount) if amount > 0 else (None, None)
