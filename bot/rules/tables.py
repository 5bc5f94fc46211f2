"""The table formats as one table: how many play, who may attack whom, what ends the game.

A new table is a row here, a text in each catalogue and a test.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

TableId = Literal["free-for-all"]


class Table(Struct, frozen=True):
    """One row of the formats page; sizes count players."""

    rule: str
    fewest: int
    most: int
    usual: tuple[int, int]  # outside of it the lobby remarks on the size (TAB-D2)


TABLES: Mapping[TableId, Table] = {
    "free-for-all": Table("TAB-20", fewest=2, most=10, usual=(3, 6)),
}
