"""Totals of life, poison and commander damage, in pods that count them.

Changes are beside the game, so undoing a step does not undo them. `added` sums up all changes.
`base` is the rest of a total: its start, plus what resets made of it. After an undo, a total is the
base from before the step plus everything added since.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import seats
from bot.rules.facts import Player
from bot.rules.players import PlayerMapping, rename_players
from bot.rules.records import CountKind, PlayerStanding, PodSetup, SubgameCard, TotalChange
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_master


class TotalKey(NamedTuple):
    """The key of a total: life, poison or commander damage, of a player.

    For commander damage, `by` owns the commander and `which` counts the owner's commanders from
    1.
    """

    kind: CountKind
    player: Player
    by: Player | None = None
    which: int = 1


class CommanderKey(NamedTuple):
    """A commander that deals damage: its owner, and which of the owner's commanders, from 1."""

    by: Player
    which: int = 1


TotalsByKey = Mapping[TotalKey, int]

SUBGAME_LIFE: Mapping[SubgameCard, int | None] = {
    "shahrazad": None,
    "enter-the-dungeon": 5,
    "countdown": 1,
}
"""Starting life of each team in a subgame (ESC-51 to ESC-53); None means the game's own."""


class LastTotalChange(Struct, frozen=True, gc=False):
    """The last change of a player's total, and its `number` among the pod's changes."""

    number: int
    change: TotalChange


class PlayerTotals(Struct, frozen=True):
    """All totals of life, poison and commander damage of a pod.

    `outer` holds the totals of the main game while a subgame runs.
    """

    base: TotalsByKey = {}
    added: TotalsByKey = {}
    last: Mapping[TotalKey, LastTotalChange] = {}
    made: int = 0  # changes so far
    outer: TotalsByKey | None = None

    def compute_total(
        self,
        total_kind: CountKind,
        player: Player,
        commander_owner: Player | None = None,
        commander_number: int = 1,
    ) -> int:
        """Return a player's total of life, poison or commander damage, with its starting
        value.
        """
        key = TotalKey(total_kind, player, commander_owner, commander_number)
        return self.base.get(key, 0) + self.added.get(key, 0)

    def find_commander_damage(self, player: Player) -> dict[CommanderKey, int]:
        """Return the damage that each commander has dealt to a player."""
        keys = [key for key in {**self.base, **self.added} if key.player == player]
        dealt = {
            CommanderKey(key.by, key.which): self.compute_total(*key)
            for key in keys
            if key.kind == "commander" and key.by
        }
        return {dealer: damage for dealer, damage in dealt.items() if damage}

    def add_changes(self, changes: Iterable[TotalChange]) -> "PlayerTotals":
        """Return the totals after one more change of one or several totals."""
        number = self.made + 1
        added = dict(self.added)
        last = dict(self.last)
        for change in changes:
            key = find_total_key(change)
            added[key] = added.get(key, 0) + change.amount
            last[key] = LastTotalChange(number, change)
        return replace(self, added=added, last=last, made=number)

    def carry_changes_to(self, earlier_totals: "PlayerTotals") -> "PlayerTotals":
        """Return earlier totals with all changes that were made since."""
        return replace(earlier_totals, added=self.added, last=self.last, made=self.made)

    def reset_totals_except_life(self, player: Player, life: int | None) -> "PlayerTotals":
        """Return the totals with everything of a player at zero except life; None keeps
        their life.
        """
        kept = self.compute_total("life", player) if life is None else life
        afresh = {key: 0 for key in {**self.base, **self.added} if key.player == player}
        return self._replace_totals({**afresh, TotalKey("life", player): kept})

    def with_life(self, player: Player, life: int) -> "PlayerTotals":
        """Return the totals with another life total for a player."""
        return self._replace_totals({TotalKey("life", player): life})

    def enter_subgame(self, earlier_totals: "PlayerTotals | None" = None) -> "PlayerTotals":
        """Return the totals of a subgame, new or continued; the main game's totals wait."""
        totals = self._compute_all_totals()
        inside = {
            **dict.fromkeys(totals, 0),
            **(earlier_totals._compute_all_totals() if earlier_totals else {}),
        }
        return replace(self._replace_totals(inside), outer=totals)

    def leave_subgame(self) -> "PlayerTotals":
        """Return the totals of the main game, as they were before the subgame."""
        outer = self.outer or {}
        totals = {key: outer.get(key, 0) for key in self._compute_all_totals()}
        return replace(self._replace_totals(totals), outer=None)

    def rename_players_in_totals(self, rename_player: PlayerMapping) -> "PlayerTotals":
        """Return the totals after seats went to other players."""
        last = {
            _rename_player_in_key(key, rename_player): replace(
                last, change=rename_players(last.change, rename_player)
            )
            for key, last in self.last.items()
        }
        outer = None if self.outer is None else _rename_players_in_totals(self.outer, rename_player)
        base = _rename_players_in_totals(self.base, rename_player)
        added = _rename_players_in_totals(self.added, rename_player)
        return replace(self, base=base, added=added, last=last, outer=outer)

    def _compute_all_totals(self) -> dict[TotalKey, int]:
        return {key: self.compute_total(*key) for key in {**self.base, **self.added}}

    def _replace_totals(self, totals: TotalsByKey) -> "PlayerTotals":
        base = {key: total - self.added.get(key, 0) for key, total in totals.items()}
        last = {key: last for key, last in self.last.items() if key not in totals}
        return replace(self, base={**self.base, **base}, last=last)


def _rename_player_in_key(total_key: TotalKey, rename_player: PlayerMapping) -> TotalKey:
    return total_key._replace(
        player=rename_player(total_key.player), by=total_key.by and rename_player(total_key.by)
    )


def _rename_players_in_totals(totals: TotalsByKey, rename_player: PlayerMapping) -> TotalsByKey:
    return {_rename_player_in_key(key, rename_player): total for key, total in totals.items()}


NOTHING_COUNTED = PlayerTotals()


def find_total_key(total_change: TotalChange) -> TotalKey:
    """Return the key of the life, poison or damage total that a change belongs to."""
    if total_change.kind == "commander":
        return TotalKey(total_change.kind, total_change.player, total_change.by, total_change.which)
    return TotalKey(total_change.kind, total_change.player)


def find_life_total_owner(
    setup: PodSetup, players: Sequence[Player], standings: Standings, player: Player
) -> Player:
    """Return the player under whose key the life total of a player is stored (ESC-5, TAB-29).

    Shared life is kept under the master, or under the first seat of a team.
    """
    if TABLES[setup.table].one_life:
        return seats.find_teammates(setup, players, player)[0]
    if setup.variant_answers.team_is_one_side:
        return find_master(standings, player) or player
    return player


def compute_totals_after_step(
    totals: PlayerTotals,
    setup: PodSetup,
    previous_standings: Standings,
    current_standings: Standings,
    *,
    starting_life: int,
    beaten_players: Collection[Player] = (),
    successors: Collection[Player] = (),
) -> PlayerTotals:
    """Return the totals after a step of the game.

    Players who sat down get the starting life. Beaten players and new masters get theirs by the
    variant (ESC-4, NEC-3, VAR-10). `successors` took their masters' places.
    """
    answers = setup.variant_answers
    life = {"format": starting_life, "team": None}.get(str(answers.life_after), answers.life_after)
    for player, now in current_standings.items():
        was = previous_standings.get(player)
        if now.status == "out":
            continue
        if was is None or was.status == "out":
            totals = totals.reset_totals_except_life(player, starting_life)
        elif player in beaten_players or (
            was.status == "master" != now.status
        ):  # ESC-4, NEC-3, VAR-10
            totals = totals.reset_totals_except_life(
                player, life if isinstance(life, int) else None
            )
        elif answers.team_is_one_side and was.status != "master" == now.status:
            totals = totals.with_life(
                player, _compute_inherited_life(totals, was, successors, starting_life)
            )
    return totals


def _compute_inherited_life(
    totals: PlayerTotals,
    previous_standing: PlayerStanding,
    successors: Collection[Player],
    starting_life: int,
) -> int:
    """Return a new master's life: successors keep the team's (ESC-D15), freed players their
    own.
    """
    if previous_standing.player in successors and previous_standing.master is not None:
        return totals.compute_total("life", previous_standing.master)
    own = totals.compute_total("life", previous_standing.player)
    return own if own > 0 else starting_life
