"""The state of this process in the cluster: its shards, and its next heartbeat. Knows no time."""

from collections.abc import Set

from msgspec.structs import replace

from bot.cluster.leases import Cluster, Heartbeat, Process


class ProcessState:
    """A process after its last heartbeat.

    `me` and `may_move` go into the next heartbeat as they are.
    """

    def __init__(self, me: Process) -> None:
        self.me = me
        self.cluster = Cluster(me.numbering)
        self.may_move = False
        self.missed = 0
        """Interactions that no process answered while their shard moved."""
        self._held = frozenset[int]()
        self._leaving = set[int]()  # held shards that are no longer served
        self._released = set[int]()  # leaving shards without work in progress
        self._taken = dict[int, int]()  # the newest interaction of each shard
        self._declined: list[tuple[int, int]] = []  # shards it inherits, and interactions
        self._ready = set[int]()
        self._refused = set[int]()

    @property
    def held(self) -> frozenset[int]:
        """Return the shards that it serves, if it may act at all."""
        return self._held - self._leaving

    @property
    def inherited(self) -> frozenset[int]:
        """Return the shards that it must connect with before their holders release them."""
        return self.cluster.find_inherited(self.me.id) - self._refused

    @property
    def connected(self) -> frozenset[int]:
        """Return the shards that it must be connected with."""
        return (self._held - self._released) | self.inherited

    @property
    def releasable(self) -> frozenset[int]:
        """Return the held shards whose heirs are ready and wait for their release."""
        return frozenset(shard for shard in self.held if self.cluster.find_lease(shard).ready)

    def take(self, shard: int, interaction: int) -> bool:
        """Return whether an interaction of a held shard is this process's to answer."""
        if interaction <= self.cluster.find_lease(shard).taken:
            return False
        self._taken[shard] = max(interaction, self._taken.get(shard, 0))
        return True

    def decline(self, shard: int, interaction: int) -> None:
        """Note an interaction that is not answered here; it is missed if nobody answers it."""
        if shard in self.inherited:
            self._declined.append((shard, interaction))
        elif shard in self._leaving:  # the next holder answers everything newer than all taken here
            self.missed += interaction < self._taken.get(shard, 0)

    def stop_acting(self, shard: int) -> None:
        """Stop serving a shard, which no other process has taken yet."""
        self._leaving.add(shard)

    def release(self, shards: Set[int]) -> None:
        """Release shards to others; no work may be in progress for them."""
        self._leaving |= shards
        self._released |= shards

    def note_ready(self, shard: int) -> None:
        """Note that a shard it inherits is connected."""
        self._ready.add(shard)

    def refuse_shard(self, shard: int) -> None:
        """Note that a shard it inherits cannot be connected."""
        self._refused.add(shard)

    def make_heartbeat(self) -> Heartbeat:
        """Return this process's next heartbeat."""
        return Heartbeat(
            self.me,
            released={shard: self._taken.get(shard, 0) for shard in self._released},
            ready=frozenset(self._ready),
            refused=frozenset(self._refused),
            may_move=self.may_move,
        )

    def apply(self, heartbeat: Heartbeat, cluster: Cluster) -> None:
        """Continue after a heartbeat was written and led to `cluster`."""
        self.cluster = cluster
        self.may_move = self.may_move and not heartbeat.may_move  # unless it was set meanwhile
        self._held = cluster.find_held(self.me.id)
        self._released -= heartbeat.released.keys()
        self._refused -= heartbeat.refused
        self._ready &= cluster.find_inherited(self.me.id)
        self._count_missed()
        self._leaving = (self._leaving & self._held) - heartbeat.released.keys() | self._released

    def restart_as(self, id: str) -> None:
        """Drop all shards and continue as a new process `id`."""
        missed = self.missed
        ProcessState.__init__(self, replace(self.me, id=id))
        self.missed = missed

    def _count_missed(self) -> None:
        """Count declined interactions that the former holder did not answer."""
        for shard, interaction in self._declined:
            if shard in self._held:
                self.missed += interaction > self.cluster.find_lease(shard).taken
        self._declined = [each for each in self._declined if each[0] in self.inherited]
