"""How often a server's results have changed: whoever keeps what they make of them looks there."""

from collections.abc import Iterator

from bot.storage.engine.changes import RowChange, Tally
from bot.storage.engine.schema import result_changes

_COUNT = Tally(result_changes)


def count_change(guild: int) -> Iterator[RowChange]:
    """Results of a server change, in the same transaction."""
    yield RowChange(_COUNT, [{"guild": guild, "times": 1}])
