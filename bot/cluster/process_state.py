"""The state of this process in the cluster: its shards, and its next heartbeat. Uses no clock."""

from collections.abc import Set

from msgspec.structs import replace

from bot.cluster.leases import ClusterProcess, ClusterState, Heartbeat


class ProcessState:
    """The state of this process in the cluster after its last heartbeat.

    `me` and `may_move` go into the next heartbeat as they are.
    """

    def __init__(self, process: ClusterProcess) -> None:
        self.me = process
        self.cluster = ClusterState(process.numbering)
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
    def served_shards(self) -> frozenset[int]:
        """Return the shards that this process serves while its leases are valid."""
        return self._held - self._leaving

    @property
    def inherited_shards(self) -> frozenset[int]:
        """Return the shards that this process connects with before it takes them over."""
        return self.cluster.find_shards_inherited_by(self.me.id) - self._refused

    @property
    def shards_to_connect(self) -> frozenset[int]:
        """Return the shards that this process must be connected with."""
        return (self._held - self._released) | self.inherited_shards

    @property
    def releasable_shards(self) -> frozenset[int]:
        """Return the served shards whose next holders are connected and wait for the
        release.
        """
        return frozenset(
            shard for shard in self.served_shards if self.cluster.find_lease(shard).ready
        )

    def claim_interaction(self, shard_id: int, interaction_id: int) -> bool:
        """Return whether this process must answer an interaction of a shard that it serves."""
        if interaction_id <= self.cluster.find_lease(shard_id).taken:
            return False
        self._taken[shard_id] = max(interaction_id, self._taken.get(shard_id, 0))
        return True

    def decline_interaction(self, shard_id: int, interaction_id: int) -> None:
        """Record an interaction that this process leaves to another; count it if nobody
        answers it.
        """
        if shard_id in self.inherited_shards:
            self._declined.append((shard_id, interaction_id))
        elif (
            shard_id in self._leaving
        ):  # the next holder answers everything newer than all taken here
            self.missed += interaction_id < self._taken.get(shard_id, 0)

    def stop_serving_shard(self, shard_id: int) -> None:
        """Stop serving a shard that no other process has taken yet."""
        self._leaving.add(shard_id)

    def release_shards(self, shards: Set[int]) -> None:
        """Release shards to other processes; no work may be in progress for these shards."""
        self._leaving |= shards
        self._released |= shards

    def mark_shard_ready(self, shard_id: int) -> None:
        """Record that an inherited shard is connected."""
        self._ready.add(shard_id)

    def refuse_inherited_shard(self, shard_id: int) -> None:
        """Record that an inherited shard cannot be connected."""
        self._refused.add(shard_id)

    def build_heartbeat(self) -> Heartbeat:
        """Return the next heartbeat of this process."""
        return Heartbeat(
            self.me,
            released={shard: self._taken.get(shard, 0) for shard in self._released},
            ready=frozenset(self._ready),
            refused=frozenset(self._refused),
            may_move=self.may_move,
        )

    def apply_written_heartbeat(self, heartbeat: Heartbeat, cluster: ClusterState) -> None:
        """Update the state after a heartbeat was written that led to `cluster`."""
        self.cluster = cluster
        self.may_move = self.may_move and not heartbeat.may_move  # unless it was set meanwhile
        self._held = cluster.find_shards_held_by(self.me.id)
        self._released -= heartbeat.released.keys()
        self._refused -= heartbeat.refused
        self._ready &= cluster.find_shards_inherited_by(self.me.id)
        self._count_missed_interactions()
        self._leaving = (self._leaving & self._held) - heartbeat.released.keys() | self._released

    def restart_with_id(self, process_id: str) -> None:
        """Drop all shards and continue as a new process with another id."""
        missed = self.missed
        ProcessState.__init__(self, replace(self.me, id=process_id))
        self.missed = missed

    def _count_missed_interactions(self) -> None:
        """Count declined interactions that the former holder of the shard did not answer."""
        for shard, interaction in self._declined:
            if shard in self._held:
                self.missed += interaction > self.cluster.find_lease(shard).taken
        self._declined = [each for each in self._declined if each[0] in self.inherited_shards]
