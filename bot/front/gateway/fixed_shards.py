"""The shards that whoever runs the processes gives to one of them."""

from typing import NamedTuple


class Fixed(NamedTuple):
    """Some shards, of so many."""

    shards: frozenset[int]
    shard_count: int


def read_shards(written: str, shard_count: int) -> Fixed:
    """Read such as `0-3` or `0,4,8`. Raises `ValueError`, which says what would be accepted."""
    accepted = f"accepted: numbers of 0 to {shard_count - 1}, such as 0-3 or 0,4,8"
    found = set[int]()
    for part in written.split(","):
        first, _, last = part.strip().partition("-")
        if not (_is_number(first) and (_is_number(last) or not _)):
            raise ValueError(f"{written!r} are no shards; {accepted}")
        found.update(range(int(first), int(last or first) + 1))
        if not int(first) <= int(last or first) < shard_count:
            raise ValueError(f"{part!r} is beyond the shards that there are; {accepted}")
    return Fixed(frozenset(found), shard_count)


def _is_number(written: str) -> bool:
    return written.isascii() and written.isdecimal() and len(written) <= 6
