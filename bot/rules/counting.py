"""Life, poison and commander damage where a pod counts them: totals, and what the rules reset.

Changes are beside the game, no step takes them back. So `added` sums them all up, and `base` is
what else there is to a total: where it began, less what was added before. A step that is taken back
leaves the base from before it, and all that was added since.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from bot.rules import seats
from bot.rules.events import CountKind, Setup, Standing, SubgameCard, TotalChange
from bot.rules.facts import Player
from bot.rules.tables import TABLES
from bot.rules.teams import Standings, find_master

Key = tuple[CountKind, Player, Player | None]
"""What is counted, of whom; of commander damage also whose commander dealt it."""

Totals = Mapping[Key, int]

SUBGAME_LIFE: Mapping[SubgameCard, int | None] = {
    "shahrazad": None,
    "enter-the-dungeon": 5,
    "countdown": 1,
}
"""What each team begins a subgame with; None: as at the start of a game (ESC-51 to ESC-53)."""


class Last(Struct, frozen=True, gc=False):
    """The last change of a total: the `number` of it in the pod, and what it was."""

    number: int
    change: TotalChange


class Counts(Struct, frozen=True):
    """All totals of a pod; `outer` are those of its game while there is a subgame."""

    base: Totals = {}
    added: Totals = {}
    last: Mapping[Key, Last] = {}
    made: int = 0  # changes so far
    outer: Totals | None = None

    def compute_total(self, kind: CountKind, player: Player, by: Player | None = None) -> int:
        """What has come together, the start included."""
        key = (kind, player, by)
        return self.base.get(key, 0) + self.added.get(key, 0)

    def find_damage(self, player: Player) -> dict[Player, int]:
        """The damage that commanders have dealt to a player, by their owners."""
        keys = {**self.base, **self.added}
        owners = [by for kind, to, by in keys if kind == "commander" and to == player and by]
        dealt = {by: self.compute_total("commander", player, by) for by in owners}
        return {by: damage for by, damage in dealt.items() if damage}

    def add_changes(self, changes: Iterable[TotalChange]) -> "Counts":
        """After one more change, of one total or of several at once."""
        number = self.made + 1
        added, last = dict(self.added), dict(self.last)
        for change in changes:
            key = make_key(change)
            added[key] = added.get(key, 0) + change.amount
            last[key] = Last(number, change)
        return replace(self, added=added, last=last, made=number)

    def carry_over(self, former: "Counts") -> "Counts":
        """The totals of `former` with all that was changed since."""
        return replace(former, added=self.added, last=self.last, made=self.made)

    def with_only_life(self, player: Player, life: int | None) -> "Counts":
        """Of a player nothing counts any more but this `life`; None: as it was."""
        kept = self.compute_total("life", player) if life is None else life
        afresh = {key: 0 for key in {**self.base, **self.added} if key[1] == player}
        return self._with_totals({**afresh, ("life", player, None): kept})

    def with_life(self, player: Player, life: int) -> "Counts":
        """A life total becomes another; all else stays."""
        return self._with_totals({("life", player, None): life})

    def enter_subgame(self, former: "Counts | None" = None) -> "Counts":
        """A subgame begins, or goes on from its `former` totals: those of the game wait."""
        totals = self._compute_totals()
        inside = {**dict.fromkeys(totals, 0), **(former._compute_totals() if former else {})}
        return replace(self._with_totals(inside), outer=totals)

    def leave_subgame(self) -> "Counts":
        """The subgame is over: the totals of the game are what they were."""
        outer = self.outer or {}
        totals = {key: outer.get(key, 0) for key in self._compute_totals()}
        return replace(self._with_totals(totals), outer=None)

    def _compute_totals(self) -> dict[Key, int]:
        return {key: self.compute_total(*key) for key in {**self.base, **self.added}}

    def _with_totals(self, totals: Totals) -> "Counts":
        base = {key: total - self.added.get(key, 0) for key, total in totals.items()}
        last = {key: last for key, last in self.last.items() if key not in totals}
        return replace(self, base={**self.base, **base}, last=last)


NOTHING_COUNTED = Counts()


def make_key(change: TotalChange) -> Key:
    """The total that a change is of."""
    return change.kind, change.player, change.by if change.kind == "commander" else None


def find_life_keeper(
    setup: Setup, players: Sequence[Player], standings: Standings, player: Player
) -> Player:
    """Under whose name a player's life is kept: their master's or their team's where it is shared.

    (ESC-5, TAB-29)
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
    """What a step does to the totals: players sit down, are beaten, or lead a team from now on.

    Whoever joins has what everybody has at the `start`; `heirs` took their master's place.
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
    """A successor keeps the team's life (ESC-D15), who is set free by a decision has their own."""
    if was.player in heirs and was.master is not None:
        return counts.compute_total("life", was.master)
    own = counts.compute_total("life", was.player)
    return own if own > 0 else start
