"""What a process does in its turn: pure, so that every order of turns can be tried.

A shard is served by its holder. It is free when its holder has let it go, or is dead. Where some
have more shards than others, or one is draining, another becomes the heir of one shard: it
connects, and only then does the holder let go, so that somebody hears Discord all the time.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

BEAT = 2.0
"""Seconds between two turns of a process; each is a heartbeat."""

VALID = 10.0
"""Seconds after the beginning of its last turn in which a process may act as a holder."""

DEAD = 20.0
"""Seconds without a heartbeat after which others take over; the holder has long stopped by then."""


class Process(Struct, frozen=True):
    """One of the bot's processes. `numbering` is the number of shards that it reckons with."""

    id: str
    beat: float
    numbering: int
    draining: bool = False
    only: frozenset[int] | None = None
    """The shards that it was told to serve; None if it takes what there is."""


class Lease(Struct, frozen=True):
    """Who serves a shard, and who is to do so next; `ready` if the heir is connected.

    `taken` is the newest interaction that a former holder has answered: Discord tells both of
    what comes while the shard moves, and each is for one of them.
    """

    holder: str | None = None
    heir: str | None = None
    ready: bool = False
    taken: int = 0

    @property
    def future_holder(self) -> str | None:
        """Who serves it once what is under way is done."""
        return self.heir or self.holder


FREE = Lease()


class Cluster(Struct, frozen=True):
    """All processes and shards, as they are written down."""

    shard_count: int
    processes: Mapping[str, Process] = {}
    leases: Mapping[int, Lease] = {}

    def find_lease(self, shard: int) -> Lease:
        """Return who serves a shard, if anybody does."""
        return self.leases.get(shard, FREE)

    def find_held(self, process: str) -> frozenset[int]:
        """Return the shards that a process holds."""
        return frozenset(s for s, lease in self.leases.items() if lease.holder == process)

    def find_inherited(self, process: str) -> frozenset[int]:
        """Return the shards whose heir a process is."""
        return frozenset(s for s, lease in self.leases.items() if lease.heir == process)

    def names(self, process: str) -> bool:
        """Whether a process holds a shard or inherits one.

        What it has let go is its own until others know up to where it has answered.
        """
        return any(process in (each.holder, each.heir) for each in self.leases.values())

    def count_shards(self, process: str) -> int:
        """Return how many shards a process will have once those that move have moved."""
        return sum(lease.future_holder == process for lease in self.leases.values())

    def has_successor(self, process: str) -> bool:
        """Whether there is another process that may take what one lets go."""
        only = self.processes[process].only if process in self.processes else None
        others = [each for each in self.processes.values() if each.id != process]
        return any(_may_follow(only, each.only) for each in others if not each.draining)

    def with_leases(self, changed: Mapping[int, Lease]) -> "Cluster":
        """Return the same with other leases for some shards."""
        leases = {**self.leases, **changed}
        return replace(self, leases={s: lease for s, lease in leases.items() if lease != FREE})


def _may_follow(only: frozenset[int] | None, others: frozenset[int] | None) -> bool:
    """Whether who serves `only` some shards, or any, can be followed by another such process."""
    if only is None or others is None:
        return only is others
    return not only.isdisjoint(others)


class Report(Struct, frozen=True):
    """What a process says of itself in its turn."""

    me: Process
    released: Mapping[int, int] = {}
    """Shards that it holds and acts for no more, and the newest interaction it took for each."""
    ready: frozenset[int] = frozenset()
    """Shards whose heir it is, and with which it is connected."""
    disowned: frozenset[int] = frozenset()
    """Shards whose heir it is, and with which it cannot be connected."""
    may_move: bool = False
    """Whether Discord still lets sessions begin that are not needed."""


NEWCOMER = 2 * BEAT
"""Seconds that who is new leaves others who are all silent: perhaps it was the database."""


class Witness:
    """Since when a process was itself heard so often that it can tell who is silent.

    Whoever comes back after a database that was away finds the others as silent as itself.
    """

    def __init__(self) -> None:
        self._since = 0.0

    def look(self, cluster: Cluster, process: str, now: float) -> float:
        """Return since when others' silence counts, in a turn that begins `now`."""
        former = cluster.processes.get(process)
        if former is not None and now - former.beat > VALID:
            self._since = now
        others = [each.beat for each in cluster.processes.values() if each.id != process]
        if former is None and others and now - max(others) > VALID:  # are all of them dead?
            self._since = now - DEAD + NEWCOMER
        return self._since


def take_turn(
    cluster: Cluster, report: Report, gone: frozenset[str] = frozenset(), witnessed: float = 0.0
) -> Cluster:
    """Return what is written down after the turn of a living process, which beats at this moment.

    Whoever has not beaten for long is no more in it, nor those that are known to be `gone`. Only
    silence since the moment `witnessed` counts.
    """
    me = report.me
    cluster = replace(cluster, processes={**cluster.processes, me.id: me})
    cluster = _bury(cluster, me.beat, gone - {me.id}, witnessed)
    cluster = cluster.with_leases(dict(_carry_out(cluster, report)))
    if not _agree(cluster):
        return cluster
    takeable = _list_takeable(cluster, me)
    cluster = cluster.with_leases(
        {s: Lease(me.id, taken=cluster.find_lease(s).taken) for s in takeable}
    )
    inherited = find_movable(cluster, me) if report.may_move and not me.draining else None
    if inherited is None:
        return cluster
    lease = cluster.find_lease(inherited)
    return cluster.with_leases({inherited: replace(lease, heir=me.id)})


def leave(cluster: Cluster, process: str) -> Cluster:
    """Return what is written down once a process has gone: its shards are free."""
    others = {each.id: each for each in cluster.processes.values() if each.id != process}
    return _forget_strangers(replace(cluster, processes=others))


def find_movable(cluster: Cluster, me: Process) -> int | None:
    """Return the one shard that a process should become the heir of; None if all are well placed.

    One moves at a time: from whoever is draining, or from whoever has two more.
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


def _bury(cluster: Cluster, now: float, gone: frozenset[str], witnessed: float) -> Cluster:
    """Leave out who has not beaten for long, or is gone; what they held is free."""
    living = {
        each.id: each
        for each in cluster.processes.values()
        if now - max(each.beat, witnessed) <= DEAD and each.id not in gone
    }
    return _forget_strangers(replace(cluster, processes=living))


def _forget_strangers(cluster: Cluster) -> Cluster:
    """Let nobody hold or inherit who is not there."""
    changed = {}
    for shard, lease in cluster.leases.items():
        holder = lease.holder if lease.holder in cluster.processes else None
        heir = lease.heir if lease.heir in cluster.processes else None
        ready = lease.ready and heir is not None
        changed[shard] = Lease(holder, heir, ready, lease.taken)
    return cluster.with_leases(changed)


def _carry_out(cluster: Cluster, report: Report) -> Iterator[tuple[int, Lease]]:
    """Yield the leases that a process changes by what it says."""
    me = report.me.id
    for shard, lease in cluster.leases.items():
        holder, heir, taken = lease.holder, lease.heir, lease.taken
        if holder == me and shard in report.released:
            holder, taken = None, max(taken, report.released[shard])
        ready = lease.ready or (heir == me and shard in report.ready)
        gives_up = report.me.draining and (holder is not None or not ready)
        if heir == me and (shard in report.disowned or gives_up):
            heir = None
        ready = ready and heir is not None
        yield shard, Lease(holder, heir, ready, taken)


def _agree(cluster: Cluster) -> bool:
    """Whether all reckon with the same number of shards: before, nobody takes any."""
    return all(each.numbering == cluster.shard_count for each in cluster.processes.values())


def _list_takeable(cluster: Cluster, me: Process) -> list[int]:
    """Return the free shards that a process takes: what it inherits, and its share of the rest."""
    free = [s for s in range(cluster.shard_count) if cluster.find_lease(s).holder is None]
    own = [shard for shard in free if cluster.find_lease(shard).heir == me.id]
    if me.draining:  # but what it alone is connected with, until somebody else is
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
