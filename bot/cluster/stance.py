"""What a process holds and what it has to say in its next turn; it knows no time."""

from collections.abc import Set

from msgspec.structs import replace

from bot.cluster.turns import Cluster, Process, Report


class Stance:
    """A process as of its last turn. `me` and `may_move` go into the next one as they are."""

    def __init__(self, me: Process) -> None:
        self.me = me
        self.cluster = Cluster(me.numbering)
        self.may_move = False
        self.missed = 0
        """Interactions of shards in between two processes that neither of them took."""
        self._held = frozenset[int]()
        self._leaving = set[int]()  # held, but not acted for any more
        self._released = set[int]()  # the same, and nothing is under way for them
        self._taken = dict[int, int]()  # the newest interaction of each shard
        self._declined: list[tuple[int, int]] = []  # of shards that it inherits
        self._ready = set[int]()
        self._disowned = set[int]()

    @property
    def held(self) -> frozenset[int]:
        """The shards that it acts for, if it may act at all."""
        return self._held - self._leaving

    @property
    def inherited(self) -> frozenset[int]:
        """The shards that it is to connect with before somebody else lets them go."""
        return self.cluster.find_inherited(self.me.id) - self._disowned

    @property
    def connected(self) -> frozenset[int]:
        """The shards with which it has to be connected."""
        return (self._held - self._released) | self.inherited

    @property
    def wanted_back(self) -> frozenset[int]:
        """The shards whose heirs wait for it to let go."""
        return frozenset(shard for shard in self.held if self.cluster.find_lease(shard).ready)

    def take(self, shard: int, interaction: int) -> bool:
        """Return whether an interaction of a shard that it holds is not another process's."""
        if interaction <= self.cluster.find_lease(shard).taken:
            return False
        self._taken[shard] = max(interaction, self._taken.get(shard, 0))
        return True

    def decline(self, shard: int, interaction: int) -> None:
        """Note an interaction that is not taken here; it counts as missed if nobody takes it."""
        if shard in self.inherited:
            self._declined.append((shard, interaction))
        elif shard in self._leaving:  # its next holder takes what is newer than all taken here
            self.missed += interaction < self._taken.get(shard, 0)

    def stop_acting(self, shard: int) -> None:
        """Act for a shard no more; it is still nobody else's."""
        self._leaving.add(shard)

    def release(self, shards: Set[int]) -> None:
        """Let others have shards; nothing should be under way for them any more."""
        self._leaving |= shards
        self._released |= shards

    def note_ready(self, shard: int) -> None:
        """Say that it is connected with a shard that it inherits."""
        self._ready.add(shard)

    def disown(self, shard: int) -> None:
        """Say that it cannot be connected with a shard that it was to inherit."""
        self._disowned.add(shard)

    def make_report(self) -> Report:
        """Return what it has to say."""
        return Report(
            self.me,
            released={shard: self._taken.get(shard, 0) for shard in self._released},
            ready=frozenset(self._ready),
            disowned=frozenset(self._disowned),
            may_move=self.may_move,
        )

    def apply(self, report: Report, cluster: Cluster) -> None:
        """Go on from a turn in which that was said, and after which things stand so."""
        self.cluster = cluster
        self.may_move = self.may_move and not report.may_move  # or it came during the turn
        self._held = cluster.find_held(self.me.id)
        self._released -= report.released.keys()
        self._disowned -= report.disowned
        self._ready &= cluster.find_inherited(self.me.id)
        self._count_missed()
        self._leaving = (self._leaving & self._held) - report.released.keys() | self._released

    def begin_anew(self, id: str) -> None:
        """Hold nothing, and be somebody else."""
        missed = self.missed
        Stance.__init__(self, replace(self.me, id=id))
        self.missed = missed

    def _count_missed(self) -> None:
        """Of what was declined, count what is newer than all that the former holder took."""
        for shard, interaction in self._declined:
            if shard in self._held:
                self.missed += interaction > self.cluster.find_lease(shard).taken
        self._declined = [each for each in self._declined if each[0] in self.inherited]
