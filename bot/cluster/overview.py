"""An overview of the bot's processes and their shards, for operators."""

from msgspec import Struct
from sqlalchemy import Connection, select, text, update

from bot.cluster.leases import DEAD_AFTER
from bot.storage.engine.schema import cluster, processes, shards

_SELECT_NOW = text("SELECT extract(epoch FROM clock_timestamp())::double precision")


class ProcessOverview(Struct, frozen=True):
    """The overview of a process for an operator: machine, shards and last heartbeat."""

    name: str
    shards: tuple[int, ...]
    age: float
    draining: bool
    is_fixed: bool = False
    """True if an operator told it which shards to serve."""

    @property
    def is_presumed_dead(self) -> bool:
        """Return True if the process was silent so long that other processes take over its shards."""
        return self.age > DEAD_AFTER


class ClusterOverview(Struct, frozen=True):
    """The overview of a cluster for an operator: all processes of the bot and their shards.

    A `shard_count` of None means that no process has ever run.
    """

    shard_count: int | None
    processes: tuple[ProcessOverview, ...]

    @property
    def unserved_shards(self) -> list[int]:
        """Return the shards that no process serves."""
        served = {s for each in self.processes if not each.is_presumed_dead for s in each.shards}
        return [shard for shard in range(self.shard_count or 0) if shard not in served]


def load_cluster_overview(connection: Connection) -> ClusterOverview:
    """Load all processes of a bot and their shards from PostgreSQL."""
    now = connection.execute(_SELECT_NOW).scalar_one()
    held: dict[str, list[int]] = {}
    for shard, holder in connection.execute(select(shards.c.shard, shards.c.holder).order_by(shards.c.shard)):
        held.setdefault(holder, []).append(shard)
    found = connection.execute(select(processes).order_by(processes.c.since, processes.c.id))
    return ClusterOverview(
        connection.execute(select(cluster.c.shard_count)).scalar(),
        tuple(
            ProcessOverview(
                row["name"], tuple(held.get(row["id"], ())), now - row["beat"], row["draining"], row["only"] is not None
            )
            for row in found.mappings()
        ),
    )


def store_shard_count(connection: Connection, shard_count: int) -> None:
    """Store a new number of gateway shards. All processes will soon restart with this number."""
    connection.execute(update(cluster).values(shard_count=shard_count))


def format_number_ranges(numbers: list[int] | tuple[int, ...]) -> str:
    """Return numbers as text such as `0-3, 7`."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][-1] + 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts)
