"""Paying a formula by trying everything, written from the contract and apart from the engine."""

from collections import Counter
from itertools import product
from typing import Any

FAMILIES = ("blue", "red", "yellow")
RINGS = {"clockwise": (1, 2, 3, 4), "counterclockwise": (1, 4, 3, 2)}

Document = dict[str, Any]
Quadrant = list[list[str]]


def walk(start: int, direction: str, steps: int) -> list[int]:
    """The zone of each step."""
    ring = RINGS[direction]
    return [ring[(ring.index(start) + step) % 4] for step in range(steps)]


def walks(steps: int) -> list[tuple[int, str, list[int]]]:
    return [(s, d, walk(s, d, steps)) for s in (1, 2, 3, 4) for d in RINGS]


def fits(quadrant: Quadrant, zones: list[int], uses: list[str | None]) -> bool:
    taken = Counter((zone, use) for zone, use in zip(zones, uses, strict=True) if use)
    return all(quadrant[zone - 1].count(use) >= n for (zone, use), n in taken.items())


def after(quadrant: Quadrant, zones: list[int], uses: list[str | None], plan: bool) -> Quadrant:
    left = [list(zone) for zone in quadrant]
    for zone, use in zip(zones, uses, strict=True):
        if use:
            left[zone - 1].remove(use)
            left[zone - 1] += [] if plan else [f"{use}!"]
    return [sorted(zone) for zone in left]


def all_ways(quadrant: Quadrant, steps: list[str]) -> list[Document]:
    """Every way, also those that are one, in the order of the contract."""
    found = []
    for start, direction, zones in walks(len(steps)):
        for chosen in product(FAMILIES, repeat=steps.count("any")):
            anys = iter(chosen)
            uses = [None if step == "skip" else next(anys) if step == "any" else step for step in steps]
            if fits(quadrant, zones, uses):
                found.append({"start": start, "direction": direction, "zones": zones, "uses": uses})
    return found


def distinct_ways(quadrant: Quadrant, steps: list[str]) -> list[Document]:
    first: dict[tuple[Any, ...], Document] = {}
    for way in all_ways(quadrant, steps):
        pairs = enumerate(zip(way["zones"], way["uses"], strict=True))
        first.setdefault(tuple((n, zone, use) for n, (zone, use) in pairs if use), way)
    return list(first.values())


def nearest(quadrant: Quadrant, steps: list[str]) -> Document:
    best: Document | None = None
    for start, direction, zones in walks(len(steps)):
        left = [Counter(zone) for zone in quadrant]
        lacking: list[Document] = []
        numbered = list(enumerate(zip(steps, zones, strict=True), 1))
        for number, (step, zone) in numbered:
            if step in FAMILIES:
                if left[zone - 1][step]:
                    left[zone - 1][step] -= 1
                else:
                    lacking.append({"step": number, "zone": zone, "needs": step})
        for number, (step, zone) in numbered:
            if step == "any":
                stable = [family for family in FAMILIES if left[zone - 1][family]]
                if stable:
                    left[zone - 1][stable[0]] -= 1
                else:
                    lacking.append({"step": number, "zone": zone, "needs": "any"})
        lacking.sort(key=lambda lack: lack["step"])
        if best is None or len(lacking) < len(best["lacking"]):
            best = {"start": start, "direction": direction, "lacking": lacking}
    assert best is not None
    return best


def answer(quadrant: Quadrant, steps: list[str], also: list[list[str]] | None = None, plan: bool = False) -> Document:
    """The whole answer of `suzerain joust pay`, without its rules."""
    ways = []
    for way in distinct_ways(quadrant, steps):
        left = after(quadrant, way["zones"], way["uses"], plan)
        pairs = zip(way["zones"], way["uses"], strict=True)
        ways.append(
            {
                "start": way["start"],
                "direction": way["direction"],
                "steps": [{"zone": zone, "use": use} for zone, use in pairs],
                "after": left,
                "still": [bool(all_ways(left, other)) for other in also or []],
            }
        )
    return {
        "formula": " ".join(steps),
        "payable": bool(ways),
        "count": len(ways),
        "ways": ways[:50],
        "best": max(ways, key=lambda way: sum(way["still"])) if ways else None,
        "nearest": None if ways else nearest(quadrant, steps),
    }


def spendings(quadrant: Quadrant, steps: list[str], pay: Document) -> set[Any]:
    """The sets of singularities that ways spend which fit what was said of a payment."""
    found = set()
    for way in all_ways(quadrant, steps):
        anys = [u for u, step in zip(way["uses"], steps, strict=True) if step == "any"]
        said = {"start": way["start"], "direction": way["direction"], "any": anys}
        if all(said[key] == value for key, value in pay.items()):
            pairs = zip(way["zones"], way["uses"], strict=True)
            found.add(tuple(sorted((zone, use) for zone, use in pairs if use)))
    return found
