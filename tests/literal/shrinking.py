"""Makes a transcript on which the two readings differ as short as it stays different."""

from collections.abc import Iterator
from typing import Any

from tests.literal.comparing import Difference, Pair
from tests.literal.telling import Line, Refused

NEEDED = ("do", "loser", "cause", "player", "by", "controller", "sources", "means", "card")


def replay(lines: list[Line]) -> Difference | None:
    """The first difference, if the lines are taken at all."""
    pair = Pair(lines[0])
    found = pair.compare()
    for line in lines[1:]:
        found = found or pair.tell(line)
    return found or pair.compare_leagues()


def shrink(found: Difference) -> Difference:
    """Leaves lines, entries, sources and fields out, as long as anything differs."""
    while True:
        smaller = next(_list_smaller(found), None)
        if smaller is None:
            return found
        found = smaller


def _list_smaller(found: Difference) -> Iterator[Difference]:
    for lines in _cut(found.lines):
        try:
            still = replay(lines)
        except (Refused, AssertionError, KeyError):
            continue
        if still is not None and len(str(still.lines)) < len(str(found.lines)):
            yield still


def _cut(lines: list[Line]) -> Iterator[list[Line]]:
    yield [*lines[:1], *lines[2:]]
    for place in range(len(lines) - 1, 0, -1):
        yield lines[:place] + lines[place + 1 :]
    for place in range(1, len(lines)):
        for smaller in _cut_value(lines[place]):
            yield [*lines[:place], smaller, *lines[place + 1 :]]
    for key in ("options", "scoring"):
        if key in lines[0]:
            yield [{k: v for k, v in lines[0].items() if k != key}, *lines[1:]]


def _cut_value(value: Any) -> Iterator[Any]:
    """The same value with one part less, at any depth."""
    if isinstance(value, list):
        for place, each in enumerate(value):
            yield value[:place] + value[place + 1 :]
            for smaller in _cut_value(each):
                yield [*value[:place], smaller, *value[place + 1 :]]
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in ("do", "loser", "cause", "player", "by", "controller", "sources", "means", "card"):
                yield {k: v for k, v in value.items() if k != key}
            for smaller in _cut_value(each):
                yield {**value, key: smaller}
