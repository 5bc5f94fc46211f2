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
from bot.rules.players import Rename, rename_players
from bot.rules.records import CountKind, Setup, Standing, SubgameCard, TotalChange
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_master


class Key(NamedTuple):
    """A total: its kind, its player, and for commander damage whose commander, and which."""

    kind: CountKind
    player: Player
    by: Player | None = None
    which: int = 1


class Dealer(NamedTuple):
    """A commander that deals damage: its owner, and which of the owner's it is, from 1."""

    by: Player
    which: int = 1


Totals = Mapping[Key, int]

SUBGAME_LIFE: Mapping[SubgameCard, int | None] = {
    "shahrazad": None,
    "enter-the-dungeon": 5,
    "countdown": 1,
}
"""Starting life of each team in a subgame (ESC-51 to ESC-53); None means the game's own."""


class LastChange(Struct, frozen=True, gc=False):
    """The last change of a total, and its `number` among the pod's changes."""

    number: int
    change: TotalChange


class Counts(Struct, frozen=True):
    """All totals of a pod; `outer` holds those of the game while a subgame runs."""

    base: Totals = {}
    added: Totals = {}
    last: Mapping[Key, LastChange] = {}
    made: int = 0  # changes so far
    outer: Totals | None = None

    def compute_total(
        self, kind: CountKind, player: Player, by: Player | None = None, which: int = 1
    ) -> int:
        """Return a total with its start; `by` and `which` name the commander that deals damage."""
        key = Key(kind, player, by, which)
        return self.base.get(key, 0) + self.added.get(key, 0)

    def find_damage(self, player: Player) -> dict[Dealer, int]:
        """Return the damage that commanders have dealt to a player, by commander."""
        keys = [key for key in {**self.base, **self.added} if key.player == player]
        dealt = {
            Dealer(key.by, key.which): self.compute_total(*key)
            for key in keys
            if key.kind == "commander" and key.by
        }
        return {dealer: damage for dealer, damage in dealt.items() if damage}

    def add_changes(self, changes: Iterable[TotalChange]) -> "Counts":
        """Return the totals after one more change, of one total or several."""
        number = self.made + 1
        added = dict(self.added)
        last = dict(self.last)
        for change in changes:
            key = make_total_key(change)
            added[key] = added.get(key, 0) + change.amount
            last[key] = LastChange(number, change)
        return replace(self, added=added, last=last, made=number)

    def carry_over(self, former: "Counts") -> "Counts":
        """Return the bases of `former` with all changes made since."""
        return replace(former, added=self.added, last=self.last, made=self.made)

    def with_only_life(self, player: Player, life: int | None) -> "Counts":
        """Return the totals with all of a player's at zero except `life`; None keeps their life."""
        kept = self.compute_total("life", player) if life is None else life
        afresh = {key: 0 for key in {**self.base, **self.added} if key.player == player}
        return self._with_totals({**afresh, Key("life", player): kept})

    def with_life(self, player: Player, life: int) -> "Counts":
        """Return the totals with another life total for `player`."""
        return self._with_totals({Key("life", player): life})

    def enter_subgame(self, former: "Counts | None" = None) -> "Counts":
        """Return the totals of a subgame, new or continued from `former`; the game's own wait."""
        totals = self._compute_totals()
        inside = {**dict.fromkeys(totals, 0), **(former._compute_totals() if former else {})}
        return replace(self._with_totals(inside), outer=totals)

    def leave_subgame(self) -> "Counts":
        """Return the totals of the game, as they were before the subgame."""
        outer = self.outer or {}
        totals = {key: outer.get(key, 0) for key in self._compute_totals()}
        return replace(self._with_totals(totals), outer=None)

    def rename(self, rename: Rename) -> "Counts":
        """Return the totals after seats went to other players."""
        last = {
            _rename_key(key, rename): replace(last, change=rename_players(last.change, rename))
            for key, last in self.last.items()
        }
        outer = None if self.outer is None else _rename_totals(self.outer, rename)
        base = _rename_totals(self.base, rename)
        added = _rename_totals(self.added, rename)
        return replace(self, base=base, added=added, last=last, outer=outer)

    def _compute_totals(self) -> dict[Key, int]:
        return {key: self.compute_total(*key) for key in {**self.base, **self.added}}

    def _with_totals(self, totals: Totals) -> "Counts":
        base = {key: total - self.added.get(key, 0) for key, total in totals.items()}
        last = {key: last for key, last in self.last.items() if key not in totals}
        return replace(self, base={**self.base, **base}, last=last)


def _rename_key(key: Key, rename: Rename) -> Key:
    return key._replace(player=rename(key.player), by=key.by and rename(key.by))


def _rename_totals(totals: Totals, rename: Rename) -> Totals:
    return {_rename_key(key, rename): total for key, total in totals.items()}


NOTHING_COUNTED = Counts()


def make_total_key(change: TotalChange) -> Key:
    """Return the key of the total that a change belongs to."""
    if change.kind == "commander":
        return Key(change.kind, change.player, change.by, change.which)
    return Key(change.kind, change.player)


def find_life_keeper(
    setup: Setup, players: Sequence[Player], standings: Standings, player: Player
) -> Player:
    """Return the player under whose name `player`'s life is kept (ESC-5, TAB-29).

    Shared life is kept under the master, or under the first seat of a team.
    """
    if TABLES[setup.table].one_life:
        return seats.find_teammates(setup, players, player)[0]
    if setup.answers.team_is_one_side:
        return find_master(standings, player) or player
    return player


def settle_counts(
    counts: Counts,
    setup: Setup,
    before: Standings,
    after: Standings,
    *,
    start: int,
    beaten: Collection[Player] = (),
    heirs: Collection[Player] = (),
) -> Counts:
    """Return the totals after a step.

    Players who sat down have the `start` life; beaten players and new masters get theirs by the
    variant (ESC-4, NEC-3, VAR-10). `heirs` took their masters' places.
    """
    answers = setup.answers
    life = {"format": start, "team": None}.get(str(answers.life_after), answers.life_after)
    for player, now in after.items():
        was = before.get(player)
        if now.status == "out":
            continue
        if was is None or was.status == "out":
            counts = counts.with_only_life(player, start)
        elif player in beaten or (was.status == "master" != now.status):  # ESC-4, NEC-3, VAR-10
            counts = counts.with_only_life(player, life if isinstance(life, int) else None)
        elif answers.team_is_one_side and was.status != "master" == now.status:
            counts = counts.with_life(player, _inherit_life(counts, was, heirs, start))
    return counts


def _inherit_life(counts: Counts, was: Standing, heirs: Collection[Player], start: int) -> int:
    """Return a new master's life: heirs keep the team's (ESC-D15), freed players their own."""
    if was.player in heirs and was.master is not None:
        return counts.compute_total("life", was.master)
    own = counts.compute_total("life", was.player)
    return own if own > 0 else start
