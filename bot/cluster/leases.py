"""Leases of shards, and how a heartbeat changes them. Pure, so that tests can try every order.

Each shard is served by its holder. It is free when its holder has released it or is dead. If some
processes have more shards than others, or one is draining, another process becomes the heir of one
shard. The heir connects first, and only then does the holder release the shard, so that some
process always receives Discord's events.
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


class Process(Struct, frozen=True):
    """A process of the bot.

    `beat` is the time of its last heartbeat, `numbering` the shard count that it assumes.
    """

    id: str
    beat: float
    numbering: int
    draining: bool = False
    only: frozenset[int] | None = None
    """The shards that the process was told to serve; None means any shard."""


class Lease(Struct, frozen=True):
    """The lease of a shard: its holder, and its heir, who is connected if `ready`.

    `taken` is the newest interaction that a former holder has answered. While a shard moves,
    Discord sends its interactions to both processes, and one of them must answer each.
    """

    holder: str | None = None
    heir: str | None = None
    ready: bool = False
    taken: int = 0

    @property
    def future_holder(self) -> str | None:
        """Return who serves the shard once a move in progress is done."""
        return self.heir or self.holder


FREE_LEASE = Lease()


class Cluster(Struct, frozen=True):
    """All processes and leases, as the database has them."""

    shard_count: int
    processes: Mapping[str, Process] = {}
    leases: Mapping[int, Lease] = {}

    def find_lease(self, shard: int) -> Lease:
        """Return the lease of a shard, which may be free."""
        return self.leases.get(shard, FREE_LEASE)

    def find_held(self, process: str) -> frozenset[int]:
        """Return the shards that a process holds."""
        return frozenset(s for s, lease in self.leases.items() if lease.holder == process)

    def find_inherited(self, process: str) -> frozenset[int]:
        """Return the shards whose heir a process is."""
        return frozenset(s for s, lease in self.leases.items() if lease.heir == process)

    def names(self, process: str) -> bool:
        """Return whether a process holds or inherits a shard.

        A shard stays with its holder until others know which of its interactions were answered.
        """
        return any(process in (each.holder, each.heir) for each in self.leases.values())

    def count_shards(self, process: str) -> int:
        """Return how many shards a process has once the moves in progress are done."""
        return sum(lease.future_holder == process for lease in self.leases.values())

    def has_successor(self, process: str) -> bool:
        """Return whether another process may take what `process` releases."""
        only = self.processes[process].only if process in self.processes else None
        others = [each for each in self.processes.values() if each.id != process]
        return any(_may_follow(only, each.only) for each in others if not each.draining)

    def with_leases(self, changed: Mapping[int, Lease]) -> "Cluster":
        """Return the cluster with other leases for some shards."""
        leases = {**self.leases, **changed}
        return replace(
            self, leases={s: lease for s, lease in leases.items() if lease != FREE_LEASE}
        )


def _may_follow(only: frozenset[int] | None, others: frozenset[int] | None) -> bool:
    """Return whether a process that serves `others` may follow one that serves `only`.

    None means any shards.
    """
    if only is None or others is None:
        return only is others
    return not only.isdisjoint(others)


class Heartbeat(Struct, frozen=True):
    """A process's report about itself."""

    me: Process
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


class Witness:
    """The moment from which this process can judge the silence of other processes.

    After an outage of the database, all processes look equally silent, so earlier silence does not
    count.
    """

    def __init__(self) -> None:
        self._since = 0.0

    def look(self, cluster: Cluster, process: str, now: float) -> float:
        """Return since when the silence of others counts, at a heartbeat at `now`."""
        former = cluster.processes.get(process)
        if former is not None and now - former.beat > LEASE_DURATION:
            self._since = now
        others = [each.beat for each in cluster.processes.values() if each.id != process]
        # All others are silent.
        if former is None and others and now - max(others) > LEASE_DURATION:
            self._since = now - DEAD_AFTER + NEWCOMER_WAIT
        return self._since


def apply_heartbeat(
    cluster: Cluster,
    heartbeat: Heartbeat,
    gone: frozenset[str] = frozenset(),
    witnessed: float = 0.0,
) -> Cluster:
    """Return the cluster after the heartbeat of a living process, which counts as heard now.

    Processes that are silent for too long are dropped, as are those in `gone`. Only silence after
    `witnessed` counts.
    """
    me = heartbeat.me
    cluster = replace(cluster, processes={**cluster.processes, me.id: me})
    cluster = _drop_silent(cluster, me.beat, gone - {me.id}, witnessed)
    cluster = cluster.with_leases(dict(_carry_out(cluster, heartbeat)))
    if not _agree(cluster):
        return cluster
    takeable = _list_takeable(cluster, me)
    cluster = cluster.with_leases(
        {s: Lease(me.id, taken=cluster.find_lease(s).taken) for s in takeable}
    )
    inherited = find_movable(cluster, me) if heartbeat.may_move and not me.draining else None
    if inherited is None:
        return cluster
    lease = cluster.find_lease(inherited)
    return cluster.with_leases({inherited: replace(lease, heir=me.id)})


def leave(cluster: Cluster, process: str) -> Cluster:
    """Return the cluster after a process has left; its shards are free."""
    others = {each.id: each for each in cluster.processes.values() if each.id != process}
    return _forget_strangers(replace(cluster, processes=others))


def find_movable(cluster: Cluster, me: Process) -> int | None:
    """Return the shard that `me` should inherit; None if the shards are well distributed.

    One shard moves at a time, from a draining process or from one with at least two more shards.
    """
    if me.draining or me.only is not None or not _agree(cluster):
        return None
    if any(lease.heir is not None for lease in cluster.leases.values()):
        return None
    dynamic = [each for each in cluster.processes.values() if each.only is None]
    counts = {each.id: cluster.count_shards(each.id) for each in dynamic if not each.draining}
    if min(counts, key=lambda id: (counts[id], id)) != me.id:
        return None
    for each in sorted(dynamic, key=lambda each: each.id):
        if each.draining and (held := cluster.find_held(each.id)):
            return min(held)
    richest = max(counts, key=lambda id: (counts[id], id))
    if counts[richest] - counts[me.id] < 2:
        return None
    return max(cluster.find_held(richest), default=None)


def _drop_silent(cluster: Cluster, now: float, gone: frozenset[str], witnessed: float) -> Cluster:
    """Return the cluster without the processes that are silent for too long or gone."""
    living = {
        each.id: each
        for each in cluster.processes.values()
        if now - max(each.beat, witnessed) <= DEAD_AFTER and each.id not in gone
    }
    return _forget_strangers(replace(cluster, processes=living))


def _forget_strangers(cluster: Cluster) -> Cluster:
    """Return the cluster with all leases of unknown processes free."""
    changed = {}
    for shard, lease in cluster.leases.items():
        holder = lease.holder if lease.holder in cluster.processes else None
        heir = lease.heir if lease.heir in cluster.processes else None
        ready = lease.ready and heir is not None
        changed[shard] = Lease(holder, heir, ready, lease.taken)
    return cluster.with_leases(changed)


def _carry_out(cluster: Cluster, heartbeat: Heartbeat) -> Iterator[tuple[int, Lease]]:
    """Yield each lease as a heartbeat changes it."""
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
        yield shard, Lease(holder, heir, ready, taken)


def _agree(cluster: Cluster) -> bool:
    """Return whether all processes assume the recorded shard count; otherwise no shard moves."""
    return all(each.numbering == cluster.shard_count for each in cluster.processes.values())


def _list_takeable(cluster: Cluster, me: Process) -> list[int]:
    """Return the free shards that a process takes: those it inherits, and its share of the rest."""
    free = [s for s in range(cluster.shard_count) if cluster.find_lease(s).holder is None]
    own = [shard for shard in free if cluster.find_lease(shard).heir == me.id]
    if me.draining:  # it only takes shards that it inherits
        return own
    open_to_all = [shard for shard in free if cluster.find_lease(shard).heir is None]
    if me.only is not None:
        return own + [shard for shard in open_to_all if shard in me.only]
    every = cluster.processes.values()
    spoken_for = frozenset[int]().union(*(each.only for each in every if each.only is not None))
    shared = frozenset(range(cluster.shard_count)) - spoken_for
    mine = sum(cluster.find_lease(shard).future_holder == me.id for shard in shared)
    sharing = sum(each.only is None and not each.draining for each in every)
    room = -(-len(shared) // sharing) - mine
    return own + [shard for shard in open_to_all if shard not in spoken_for][: max(room, 0)]
