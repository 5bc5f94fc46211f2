"""Both readings of one transcript, line by line, and the first place where they differ."""

from dataclasses import dataclass
from typing import Any

from tests.literal.deeds import read_league, read_points
from tests.literal.engine import Engine
from tests.literal.history import History
from tests.literal.telling import Line, Refused

UNDO: Line = {"do": "undo"}
SETS = ("in_range", "may_attack", "options", "active", "winners")


@dataclass
class Difference:
    """After these lines, of which the last may be refused, the two readings differ."""

    lines: list[Line]
    engine: Any
    pages: Any

    def __str__(self) -> str:
        return "\n".join([*map(str, self.lines), f"engine: {self.engine}", f"pages:  {self.pages}"])


class Pair:
    """The engine and the literal reader, told the same."""

    def __init__(self, opening: Line) -> None:
        self.engine = Engine(opening)
        self.pages = History(opening)
        self.accepted: list[Line] = [opening]

    def tell(self, line: Line) -> Difference | None:
        """What differs after this line; a line that both refuse is forgotten."""
        refusals = [_try(reading.tell, line) for reading in (self.engine, self.pages)]
        if all(refusals):
            return None
        self.accepted.append(line)
        if "no-correction" in (refusals[0] or ""):
            self.pages.tell(UNDO)  # the same was told in other words
            return self.compare()
        if any(refusals):
            engine, pages = (refusal or "accepted" for refusal in refusals)
            return Difference(self.accepted, engine, pages)
        return self.compare()

    def compare_leagues(self) -> Difference | None:
        """What differs in places and deeds."""
        engine, pages = self.engine.read_league(), read_league(self.pages.lines)
        return None if engine == pages else Difference(self.accepted, engine, pages)

    def compare(self) -> Difference | None:
        engine = simplify(self.engine.write_document())
        pages = simplify(self.pages.write_document())
        points = pages["result"] and read_points(self.pages.lines)
        if points:
            pages["result"]["points"] = points
        if engine == pages:
            return None
        return Difference(self.accepted, *select_differences(engine, pages))


def _try(tell: Any, line: Line) -> str | None:
    try:
        tell(line)
    except Refused as refused:
        return f"refused: {refused}"
    return None


def simplify(found: Any) -> Any:
    """A document without sentences, its sets in one order."""
    if isinstance(found, dict):
        return {
            key: sorted(value) if key in SETS and value else simplify(value)
            for key, value in found.items()
            if key != "because"
        }
    return [simplify(each) for each in found] if isinstance(found, list) else found


def select_differences(one: Any, other: Any) -> tuple[Any, Any]:
    """Only the parts in which two documents differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        pairs = {key: select_differences(one[key], other[key]) for key in one if one[key] != other[key]}
        return {k: pair[0] for k, pair in pairs.items()}, {k: pair[1] for k, pair in pairs.items()}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        parts = [_keep_name(a, b) for a, b in zip(one, other, strict=True) if a != b]
        return [part[0] for part in parts], [part[1] for part in parts]
    return one, other


def _keep_name(one: Any, other: Any) -> tuple[Any, Any]:
    """The differing parts of two rows, with whose they are."""
    found = select_differences(one, other)
    if isinstance(one, dict):
        name = {k: one[k] for k in ("player", "loser") if k in one}
        return {**name, **found[0]}, {**name, **found[1]}
    return found
