"""The state of this process in the cluster: its shards, and its next heartbeat. Uses no clock."""

from collections.abc import Set

from msgspec.structs import replace

from bot.cluster.leases import ClusterProcess, ClusterState, ProcessHeartbeat


class LocalProcessState:
    """This process's state in the cluster since its last heartbeat.

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
        """The shards that this process serves while its membership is valid."""
        return self._held - self._leaving

    @property
    def shards_being_taken_over(self) -> frozenset[int]:
        """The shards that this process is taking over and connecting."""
        return self.cluster.find_shards_handed_over_to(self.me.id) - self._refused

    @property
    def shards_to_connect(self) -> frozenset[int]:
        """The shards that this process must connect to Discord's gateway."""
        return (self._held - self._released) | self.shards_being_taken_over

    @property
    def shards_ready_for_handover(self) -> frozenset[int]:
        """The shards of this process that another process is ready to take over."""
        return frozenset(shard for shard in self.served_shards if self.cluster.get_shard_lease(shard).ready)

    def claim_interaction(self, shard_id: int, interaction_id: int) -> bool:
        """Claim an interaction of a shard, so that this process answers it.

        Return False if a former holder of the shard has answered the interaction.
        """
        if interaction_id <= self.cluster.get_shard_lease(shard_id).taken:
            return False
        self._taken[shard_id] = max(interaction_id, self._taken.get(shard_id, 0))
        return True

    def record_declined_interaction(self, shard_id: int, interaction_id: int) -> None:
        """Record an interaction that another process must answer.

        The record serves to count interactions that no process answers.
        """
        if shard_id in self.shards_being_taken_over:
            self._declined.append((shard_id, interaction_id))
        elif shard_id in self._leaving:  # the next holder answers everything newer than all taken here
            self.missed += interaction_id < self._taken.get(shard_id, 0)

    def stop_serving_shard(self, shard_id: int) -> None:
        """Stop answering a shard's interactions before another process takes the shard over."""
        self._leaving.add(shard_id)

    def release_shards_to_other_processes(self, shards: Set[int]) -> None:
        """Release shards for which this process has no unfinished work."""
        self._leaving |= shards
        self._released |= shards

    def mark_shard_connected(self, shard_id: int) -> None:
        """Record that a shard, which this process takes over, is connected."""
        self._ready.add(shard_id)

    def refuse_to_take_over_shard(self, shard_id: int) -> None:
        """Record that this process cannot connect to a shard, and so does not take it over."""
        self._refused.add(shard_id)

    def build_next_heartbeat(self) -> ProcessHeartbeat:
        return ProcessHeartbeat(
            self.me,
            released={shard: self._taken.get(shard, 0) for shard in self._released},
            ready=frozenset(self._ready),
            refused=frozenset(self._refused),
            may_move=self.may_move,
        )

    def update_after_heartbeat(self, sent_heartbeat: ProcessHeartbeat, new_cluster_state: ClusterState) -> None:
        self.cluster = new_cluster_state
        self.may_move = self.may_move and not sent_heartbeat.may_move  # unless it was set meanwhile
        self._held = new_cluster_state.find_shards_held_by(self.me.id)
        self._released -= sent_heartbeat.released.keys()
        self._refused -= sent_heartbeat.refused
        self._ready &= new_cluster_state.find_shards_handed_over_to(self.me.id)
        self._count_unanswered_interactions()
        self._leaving = (self._leaving & self._held) - sent_heartbeat.released.keys() | self._released

    def reset_state_for_new_process_id(self, process_id: str) -> None:
        """Drop all shards, and restart this process's state under another process id."""
        missed = self.missed
        LocalProcessState.__init__(self, replace(self.me, id=process_id))
        self.missed = missed

    def _count_unanswered_interactions(self) -> None:
        """Count the interactions of a moved shard that no process answered."""
        for shard, interaction in self._declined:
            if shard in self._held:
                self.missed += interaction > self.cluster.get_shard_lease(shard).taken
        self._declined = [each for each in self._declined if each[0] in self.shards_being_taken_over]
