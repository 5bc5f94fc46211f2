"""Totals of life, poison and commander damage, in pods that count them.

Changes are beside the game, so undoing a step does not undo them. `added` sums up all changes. `base` is the rest of a
total: its start, plus what resets made of it. After an undo, a total is the base from before the step plus everything
added since.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.players import PlayerMapping, replace_players_in_event_or_state
from bot.rules.records import CountKind, LifeOrDamageChange, PlayerState, PodSetup, SubgameCard
from bot.rules.tables import TABLES
from bot.rules.teams import StateByPlayer, find_responsible_master


class LifeOrDamageCounterKey(NamedTuple):
    """The key of one counter of a player: life, poison, or the damage from one commander.

    For commander damage, `by` owns the commander and `which` counts the owner's commanders from 1.
    """

    kind: CountKind
    player: Player
    by: Player | None = None
    which: int = 1


class DamagingCommander(NamedTuple):
    """A key for a commander that deals damage: the owner, and 1 or 2 among the owner's commanders."""

    by: Player
    which: int = 1


TotalsByKey = Mapping[LifeOrDamageCounterKey, int]

SUBGAME_LIFE: Mapping[SubgameCard, int | None] = {"shahrazad": None, "enter-the-dungeon": 5, "countdown": 1}
"""Starting life of each team in a subgame (ESC-51 to ESC-53); None means the game's own."""


class LastLifeOrDamageChange(Struct, frozen=True, gc=False):
    """A player's last change of life, poison or damage, with the change's number in the pod."""

    number: int
    change: LifeOrDamageChange


class LifeAndDamageTotals(Struct, frozen=True):
    """The life, poison counters and commander damage of all players of a pod.

    `outer` holds the totals of the main game while a subgame runs.
    """

    base: TotalsByKey = {}
    added: TotalsByKey = {}
    last: Mapping[LifeOrDamageCounterKey, LastLifeOrDamageChange] = {}
    made: int = 0  # changes so far
    outer: TotalsByKey | None = None

    def compute_life_or_damage(
        self, counter_kind: CountKind, player: Player, commander_owner: Player | None = None, commander_number: int = 1
    ) -> int:
        """Return a player's total of life, poison or commander damage."""
        key = LifeOrDamageCounterKey(counter_kind, player, commander_owner, commander_number)
        return self.base.get(key, 0) + self.added.get(key, 0)

    def get_damage_by_commander(self, damaged_player: Player) -> dict[DamagingCommander, int]:
        """Return a mapping from each commander to the damage that it has dealt to a player."""
        keys = [key for key in {**self.base, **self.added} if key.player == damaged_player]
        dealt = {
            DamagingCommander(key.by, key.which): self.compute_life_or_damage(*key)
            for key in keys
            if key.kind == "commander" and key.by
        }
        return {dealer: damage for dealer, damage in dealt.items() if damage}

    def add_changes(self, changes: Iterable[LifeOrDamageChange]) -> "LifeAndDamageTotals":
        number = self.made + 1
        added = dict(self.added)
        last = dict(self.last)
        for change in changes:
            key = build_player_counter_key(change)
            added[key] = added.get(key, 0) + change.amount
            last[key] = LastLifeOrDamageChange(number, change)
        return replace(self, added=added, last=last, made=number)

    def add_changes_to_earlier_totals(self, earlier_totals: "LifeAndDamageTotals") -> "LifeAndDamageTotals":
        """Return earlier totals with the later changes of these totals added again, after an undo."""
        return replace(earlier_totals, added=self.added, last=self.last, made=self.made)

    def reset_poison_and_damage(self, player: Player, life: int | None) -> "LifeAndDamageTotals":
        """Return the totals with a player's poison and damage at 0, and with another life unless `life` is None."""
        kept = self.compute_life_or_damage("life", player) if life is None else life
        afresh = {key: 0 for key in {**self.base, **self.added} if key.player == player}
        return self._copy_with_new_totals({**afresh, LifeOrDamageCounterKey("life", player): kept})

    def copy_with_life_of_player(self, player: Player, life: int) -> "LifeAndDamageTotals":
        return self._copy_with_new_totals({LifeOrDamageCounterKey("life", player): life})

    def build_subgame_totals(self, earlier_totals: "LifeAndDamageTotals | None" = None) -> "LifeAndDamageTotals":
        """Return the totals of a subgame (a game within the game), which keep the main game's totals for later."""
        totals = self._compute_all_totals_by_key()
        inside = {**dict.fromkeys(totals, 0), **(earlier_totals._compute_all_totals_by_key() if earlier_totals else {})}
        return replace(self._copy_with_new_totals(inside), outer=totals)

    def restore_main_game_totals(self) -> "LifeAndDamageTotals":
        """Return the totals that the main game had before the subgame."""
        outer = self.outer or {}
        totals = {key: outer.get(key, 0) for key in self._compute_all_totals_by_key()}
        return replace(self._copy_with_new_totals(totals), outer=None)

    def copy_with_replaced_players(self, player_replacements: PlayerMapping) -> "LifeAndDamageTotals":
        """Return the totals after substitutes took over seats from other players."""
        last = {
            _replace_players_in_counter_key(key, player_replacements): replace(
                last, change=replace_players_in_event_or_state(last.change, player_replacements)
            )
            for key, last in self.last.items()
        }
        outer = None if self.outer is None else _replace_players_in_counter_keys(self.outer, player_replacements)
        base = _replace_players_in_counter_keys(self.base, player_replacements)
        added = _replace_players_in_counter_keys(self.added, player_replacements)
        return replace(self, base=base, added=added, last=last, outer=outer)

    def _compute_all_totals_by_key(self) -> dict[LifeOrDamageCounterKey, int]:
        return {key: self.compute_life_or_damage(*key) for key in {**self.base, **self.added}}

    def _copy_with_new_totals(self, new_totals: TotalsByKey) -> "LifeAndDamageTotals":
        base = {key: total - self.added.get(key, 0) for key, total in new_totals.items()}
        last = {key: last for key, last in self.last.items() if key not in new_totals}
        return replace(self, base={**self.base, **base}, last=last)


def _replace_players_in_counter_key(
    counter_key: LifeOrDamageCounterKey, player_replacements: PlayerMapping
) -> LifeOrDamageCounterKey:
    return counter_key._replace(
        player=player_replacements(counter_key.player), by=counter_key.by and player_replacements(counter_key.by)
    )


def _replace_players_in_counter_keys(totals_by_counter: TotalsByKey, player_replacements: PlayerMapping) -> TotalsByKey:
    return {
        _replace_players_in_counter_key(key, player_replacements): total for key, total in totals_by_counter.items()
    }


NOTHING_COUNTED = LifeAndDamageTotals()


def build_player_counter_key(life_or_damage_change: LifeOrDamageChange) -> LifeOrDamageCounterKey:
    """Return the key of the counter that a change of life, poison or damage belongs to."""
    if life_or_damage_change.kind == "commander":
        return LifeOrDamageCounterKey(
            life_or_damage_change.kind,
            life_or_damage_change.player,
            life_or_damage_change.by,
            life_or_damage_change.which,
        )
    return LifeOrDamageCounterKey(life_or_damage_change.kind, life_or_damage_change.player)


def find_life_total_owner(
    pod_setup: PodSetup, players: Sequence[Player], player_states: StateByPlayer, player: Player
) -> Player:
    """Return the player under whom a life total is stored. Members of a team may share one total.

    Shared life is kept under the master, or under the first seat of a team (ESC-5, TAB-29).
    """
    if TABLES[pod_setup.table].one_life:
        return seats.find_team_of_player(pod_setup, players, player)[0]
    if pod_setup.variant_rules.team_is_one_side:
        return find_responsible_master(player_states, player) or player
    return player


def update_life_after_state_changes(
    life_and_damage_totals: LifeAndDamageTotals,
    setup: PodSetup,
    previous_states: StateByPlayer,
    current_states: StateByPlayer,
    *,
    starting_life: int,
    beaten_players: Collection[Player] = (),
    promoted_servants: Collection[Player] = (),
) -> LifeAndDamageTotals:
    """Return all life, poison and damage after players lost, changed masters or left the game.

    New players get the starting life. Beaten players and new masters get theirs by the variant (ESC-4, NEC-3, VAR-10).
    `promoted_servants` took their masters' places.
    """
    answers = setup.variant_rules
    life = {"format": starting_life, "team": None}.get(str(answers.life_after), answers.life_after)
    for player, now in current_states.items():
        was = previous_states.get(player)
        if now.status == "out":
            continue
        if was is None or was.status == "out":
            life_and_damage_totals = life_and_damage_totals.reset_poison_and_damage(player, starting_life)
        elif player in beaten_players or (was.status == "master" != now.status):  # ESC-4, NEC-3, VAR-10
            life_and_damage_totals = life_and_damage_totals.reset_poison_and_damage(
                player, life if isinstance(life, int) else None
            )
        elif answers.team_is_one_side and was.status != "master" == now.status:
            life_and_damage_totals = life_and_damage_totals.copy_with_life_of_player(
                player, _compute_life_of_new_master(life_and_damage_totals, was, promoted_servants, starting_life)
            )
    return life_and_damage_totals


def _compute_life_of_new_master(
    life_and_damage_totals: LifeAndDamageTotals,
    previous_state: PlayerState,
    successors: Collection[Player],
    starting_life: int,
) -> int:
    """Return the life of a servant who becomes a master: the former team's, or their own.

    A successor keeps the life total of the team (ESC-D15); a freed player gets their own.
    """
    if previous_state.player in successors and previous_state.master is not None:
        return life_and_damage_totals.compute_life_or_damage("life", previous_state.master)
    own = life_and_damage_totals.compute_life_or_damage("life", previous_state.player)
    return own if own > 0 else starting_life
