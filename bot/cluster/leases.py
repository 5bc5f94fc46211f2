"""Leases of shards, and how a heartbeat changes them. Pure, so that tests can try every order.

Each shard is served by the holder of its lease. A shard is free if its holder has released it or is dead. If some
processes have more shards than others, or one is draining, another process becomes the heir of one shard. The heir
connects first, and only then does the holder release the shard, so that some process always receives Discord's events.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

HEARTBEAT_INTERVAL = 2.0
"""Seconds between two heartbeats of a process."""

LEASE_DURATION = 10.0
"""Seconds after sending its last heartbeat in which a process may act as a holder."""

DEAD_AFTER = 20.0
"""Seconds without a heartbeat after which others take over; the holder has stopped before."""


class ClusterProcess(Struct, frozen=True):
    """A process of the bot, as of its last heartbeat.

    `beat` is the time of its last heartbeat, `numbering` the shard count that it assumes.
    """

    id: str
    beat: float
    numbering: int
    draining: bool = False
    only: frozenset[int] | None = None
    """The shards that the process was told to serve; None means any shard."""


class ShardLeaseRecord(Struct, frozen=True):
    """The lease of a Discord shard: the process that serves it, and the heir that takes it over.

    The heir is connected to the shard if `ready`. `taken` is the newest interaction that a former holder has answered.
    While a shard is handed over, Discord sends its interactions to both processes, and one of them must answer each.
    """

    holder: str | None = None
    heir: str | None = None
    ready: bool = False
    taken: int = 0

    @property
    def process_id_after_handover(self) -> str | None:
        """The id of the process that serves the shard after any handover."""
        return self.heir or self.holder


FREE_LEASE = ShardLeaseRecord()


class ClusterState(Struct, frozen=True):
    """The cluster as the database knows it: all processes, and which one serves each shard."""

    shard_count: int
    processes: Mapping[str, ClusterProcess] = {}
    leases: Mapping[int, ShardLeaseRecord] = {}

    def get_shard_lease(self, shard_id: int) -> ShardLeaseRecord:
        """Return the lease of a shard; an empty lease if no process serves the shard."""
        return self.leases.get(shard_id, FREE_LEASE)

    def find_shards_held_by(self, process_id: str) -> frozenset[int]:
        return frozenset(s for s, lease in self.leases.items() if lease.holder == process_id)

    def find_shards_handed_over_to(self, process_id: str) -> frozenset[int]:
        return frozenset(s for s, lease in self.leases.items() if lease.heir == process_id)

    def does_process_serve_or_take_over_shard(self, process_id: str) -> bool:
        """Return True if a process serves a shard, or will take one over.

        A shard stays with its holder until others know which of its interactions were answered.
        """
        return any(process_id in (each.holder, each.heir) for each in self.leases.values())

    def count_shards_after_handovers(self, process_id: str) -> int:
        """Return how many shards a process will have after all handovers."""
        return sum(lease.process_id_after_handover == process_id for lease in self.leases.values())

    def can_hand_over_shards(self, process_id: str) -> bool:
        """Return True if another process could take over the shards of a process."""
        only = self.processes[process_id].only if process_id in self.processes else None
        others = [each for each in self.processes.values() if each.id != process_id]
        return any(_can_process_take_over_shards(only, each.only) for each in others if not each.draining)

    def copy_with_changed_shard_leases(self, changed_leases: Mapping[int, ShardLeaseRecord]) -> "ClusterState":
        """Return a copy of the cluster with changed leases of some shards."""
        leases = {**self.leases, **changed_leases}
        return replace(self, leases={s: lease for s, lease in leases.items() if lease != FREE_LEASE})


def _can_process_take_over_shards(
    shards_to_hand_over: frozenset[int] | None, acceptable_shards: frozenset[int] | None
) -> bool:
    """Return True if a process can take over these shards. None stands for any shard."""
    if shards_to_hand_over is None or acceptable_shards is None:
        return shards_to_hand_over is acceptable_shards
    return not shards_to_hand_over.isdisjoint(acceptable_shards)


class ProcessHeartbeat(Struct, frozen=True):
    """A heartbeat of a process: its state, and the shards that it released, connected or refused."""

    me: ClusterProcess
    released: Mapping[int, int] = {}
    """Shards that it holds but serves no more, with the newest interaction it took of each."""
    ready: frozenset[int] = frozenset()
    """Shards that it inherits and is connected with."""
    refused: frozenset[int] = frozenset()
    """Shards that it inherits but cannot connect with."""
    may_move: bool = False
    """True if Discord lets enough sessions begin to move a shard."""


NEWCOMER_WAIT = 2 * HEARTBEAT_INTERVAL
"""Seconds that a new process leaves others who are all silent: the database may have been away."""


class DeadProcessDetector:
    """A detector of processes that have sent no heartbeat for too long.

    After an outage of the database, all processes look equally silent, so earlier silence does not count.
    """

    def __init__(self) -> None:
        self._since = 0.0

    def compute_silence_start(self, cluster_state: ClusterState, process_id: str, now: float) -> float:
        """Return the time from which a process without heartbeats counts as silent.

        Earlier silence may only mean that the database was down.
        """
        former = cluster_state.processes.get(process_id)
        if former is not None and now - former.beat > LEASE_DURATION:
            self._since = now
        others = [each.beat for each in cluster_state.processes.values() if each.id != process_id]
        # All others are silent.
        if former is None and others and now - max(others) > LEASE_DURATION:
            self._since = now - DEAD_AFTER + NEWCOMER_WAIT
        return self._since


def apply_heartbeat_to_cluster(
    cluster: ClusterState,
    heartbeat: ProcessHeartbeat,
    ended_processes: frozenset[str] = frozenset(),
    silence_start: float = 0.0,
) -> ClusterState:
    """Return the cluster after a heartbeat: shards are taken, handed over or released.

    Processes that are silent for too long are removed, as are those in `ended_processes`. Only silence after
    `silence_start` counts. The sender counts as heard now.
    """
    me = heartbeat.me
    cluster = replace(cluster, processes={**cluster.processes, me.id: me})
    cluster = _remove_dead_processes(cluster, me.beat, ended_processes - {me.id}, silence_start)
    cluster = cluster.copy_with_changed_shard_leases(dict(_compute_shard_leases_after_heartbeat(cluster, heartbeat)))
    if not _do_processes_agree_on_shard_count(cluster):
        return cluster
    takeable = _list_free_shards_to_take(cluster, me)
    cluster = cluster.copy_with_changed_shard_leases(
        {s: ShardLeaseRecord(me.id, taken=cluster.get_shard_lease(s).taken) for s in takeable}
    )
    inherited = find_shard_to_take_over(cluster, me) if heartbeat.may_move and not me.draining else None
    if inherited is None:
        return cluster
    lease = cluster.get_shard_lease(inherited)
    return cluster.copy_with_changed_shard_leases({inherited: replace(lease, heir=me.id)})


def remove_process_from_cluster(cluster: ClusterState, process_id: str) -> ClusterState:
    """Return the cluster without a process, whose shards become free."""
    others = {each.id: each for each in cluster.processes.values() if each.id != process_id}
    return _free_leases_of_unknown_processes(replace(cluster, processes=others))


def find_shard_to_take_over(cluster: ClusterState, process: ClusterProcess) -> int | None:
    """Return the shard that a process should take over from another one; None if it has enough shards.

    One shard is handed over at a time, from a draining process or from one with at least two more shards.
    """
    if process.draining or process.only is not None or not _do_processes_agree_on_shard_count(cluster):
        return None
    if any(lease.heir is not None for lease in cluster.leases.values()):
        return None
    dynamic = [each for each in cluster.processes.values() if each.only is None]
    counts = {each.id: cluster.count_shards_after_handovers(each.id) for each in dynamic if not each.draining}
    if min(counts, key=lambda id: (counts[id], id)) != process.id:
        return None
    for each in sorted(dynamic, key=lambda each: each.id):
        if each.draining and (held := cluster.find_shards_held_by(each.id)):
            return min(held)
    richest = max(counts, key=lambda id: (counts[id], id))
    if counts[richest] - counts[process.id] < 2:
        return None
    return max(cluster.find_shards_held_by(richest), default=None)


def _remove_dead_processes(
    cluster: ClusterState, now: float, ended_processes: frozenset[str], silence_start: float
) -> ClusterState:
    """Return the cluster without processes that ended or were silent for too long."""
    living = {
        each.id: each
        for each in cluster.processes.values()
        if now - max(each.beat, silence_start) <= DEAD_AFTER and each.id not in ended_processes
    }
    return _free_leases_of_unknown_processes(replace(cluster, processes=living))


def _free_leases_of_unknown_processes(cluster_state: ClusterState) -> ClusterState:
    changed = {}
    for shard, lease in cluster_state.leases.items():
        holder = lease.holder if lease.holder in cluster_state.processes else None
        heir = lease.heir if lease.heir in cluster_state.processes else None
        ready = lease.ready and heir is not None
        changed[shard] = ShardLeaseRecord(holder, heir, ready, lease.taken)
    return cluster_state.copy_with_changed_shard_leases(changed)


def _compute_shard_leases_after_heartbeat(
    cluster: ClusterState, heartbeat: ProcessHeartbeat
) -> Iterator[tuple[int, ShardLeaseRecord]]:
    me = heartbeat.me.id
    for shard, lease in cluster.leases.items():
        holder = lease.holder
        heir = lease.heir
        taken = lease.taken
        if holder == me and shard in heartbeat.released:
            holder = None
            taken = max(taken, heartbeat.released[shard])
        ready = lease.ready or (heir == me and shard in heartbeat.ready)
        gives_up = heartbeat.me.draining and (holder is not None or not ready)
        if heir == me and (shard in heartbeat.refused or gives_up):
            heir = None
        ready = ready and heir is not None
        yield shard, ShardLeaseRecord(holder, heir, ready, taken)


def _do_processes_agree_on_shard_count(cluster: ClusterState) -> bool:
    return all(each.numbering == cluster.shard_count for each in cluster.processes.values())


def _list_free_shards_to_take(cluster_state: ClusterState, cluster_process: ClusterProcess) -> list[int]:
    """Return the free shards for a process: those that it inherits, and a fair share of the others."""
    free = [s for s in range(cluster_state.shard_count) if cluster_state.get_shard_lease(s).holder is None]
    own = [shard for shard in free if cluster_state.get_shard_lease(shard).heir == cluster_process.id]
    if cluster_process.draining:  # it only takes shards that it inherits
        return own
    open_to_all = [shard for shard in free if cluster_state.get_shard_lease(shard).heir is None]
    if cluster_process.only is not None:
        return own + [shard for shard in open_to_all if shard in cluster_process.only]
    every = cluster_state.processes.values()
    spoken_for = frozenset[int]().union(*(each.only for each in every if each.only is not None))
    shared = frozenset(range(cluster_state.shard_count)) - spoken_for
    mine = sum(cluster_state.get_shard_lease(shard).process_id_after_handover == cluster_process.id for shard in shared)
    sharing = sum(each.only is None and not each.draining for each in every)
    room = -(-len(shared) // sharing) - mine
    return own + [shard for shard in open_to_all if shard not in spoken_for][: max(room, 0)]
