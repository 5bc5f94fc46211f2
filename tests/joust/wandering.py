"""Lines of duels as chance has them: mostly what can be done there, sometimes what cannot."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.joust import brute, model
from tests.joust.notation import CLOSE, CRUCIBLE, END, UNDO, Line, card, changed, opened

T = TypeVar("T")
Draw = Iterator[int]

duels = given(st.integers(0, 2**32 - 1).map(lambda seed: iter(Random(seed).randbytes(600))))
"""Bytes that make every choice of a duel, all equally likely: most of them lead somewhere."""

lightly = settings(max_examples=examples(60))

FAMILIES = ("blue", "red", "yellow")
COSTS = ("", "", "b", "any", "* *", "red skip blue", "Y Y", "skip", "b r y", "any any any any any")
FORMULAS = (None, None, "b", " any ", "skip", "RED  *")
STEPS = 40


def some(draw: Draw, *values: T) -> T:
    return values[next(draw, 0) % len(values)]


def opening(draw: Draw) -> Line:
    if some(draw, True, False):
        return opened(first=some(draw, "ana", "bo"))
    equal = [[number, number] for number in range(1, some(draw, 1, 2, 3))]
    return opened(rolls=[*equal, some(draw, [6, 1], [2, 3], [2, 3], [4, 4])])


def line(draw: Draw, table: model.Table) -> Line:
    """Something to try at a table; whatever the duel waits for is likely."""
    if table.state in ("finished", "closed"):
        return some(draw, UNDO, UNDO, UNDO, END, _anything(draw, table))
    if table.state == "waiting" and some(draw, True, False):
        return {"do": "wear", "roll": _die(draw), "bonus": some(draw, -9, -1, 0, 0, 1, 9)}
    if some(draw, *range(60)) == 0:
        return some(draw, CLOSE, {"do": "concede", "player": some(draw, "ana", "bo", "cy")})
    return _anything(draw, table)


def _anything(draw: Draw, table: model.Table) -> Line:
    kinds = (_place, _place, _invoke, _invoke, _invoke, _use, _use, _change, _change, _attack)
    plain = some(draw, *range(13))
    if plain == 0:
        return UNDO
    if plain == 1:
        return CRUCIBLE
    if plain < 4:
        return END
    return some(draw, *kinds)(draw, table)


def _die(draw: Draw) -> int:
    return some(draw, 1, 2, 3, 4, 5, 6)


def _place(draw: Draw, _: model.Table) -> Line:
    found = {"do": "singularity", "family": some(draw, *FAMILIES)}
    return {**found, "zone": some(draw, 1, 2, 3, 4)} if some(draw, *range(6)) else found


def _attack(draw: Draw, _: model.Table) -> Line:
    found: Line = {"do": "attack", "rolls": [_die(draw), _die(draw)]}
    return {**found, "bonuses": [some(draw, -9, 0, 1, 9), 0]} if some(draw, True, False) else found


def _invoke(draw: Draw, table: model.Table) -> Line:
    kind, cost = some(draw, "thing", "living", "plan", "plan"), some(draw, *COSTS)
    more: Line = {"points": some(draw, 0, 1, 2)} if kind == "plan" else {}
    if some(draw, True, True, False):
        more |= {"action": "brews", "formula": some(draw, *FORMULAS)}
        more["wear"] = some(draw, None, None, 1, 2, 6)
    more["ephemeral"] = some(draw, False, False, True)
    described = card(some(draw, "Kettle", "Owl", "Wand"), cost, kind, **more)
    return _paid(draw, {"do": "invoke", "card": described}, cost, table)


def _use(draw: Draw, table: model.Table) -> Line:
    cards = table.me["cards"] if some(draw, *range(8)) else table.players["bo"]["cards"]
    if not cards:
        return _invoke(draw, table) if some(draw, *range(8)) else {"do": "use", "card": 1}
    laid = some(draw, *cards)
    return _paid(draw, {"do": "use", "card": laid["id"]}, laid["formula"] or "", table)


def _paid(draw: Draw, found: Line, formula: str, table: model.Table) -> Line:
    """The line with a payment: none, a part of one that is possible, or any."""
    steps = model.steps_of(formula)
    ways = brute.all_ways(table.me["quadrant"], steps) if steps else []
    if not some(draw, True, True, False) or not (ways or some(draw, *range(5)) == 0):
        return found
    nonsense: Line = {"start": 1, "direction": "clockwise", "uses": ["blue"] * len(steps)}
    way = some(draw, *(ways or [nonsense]))
    anys = [use for use, step in zip(way["uses"], steps, strict=True) if step == "any"]
    said = {"start": way["start"], "direction": way["direction"], "any": anys}
    return {**found, "pay": {k: v for k, v in said.items() if some(draw, True, True, False)}}


def _change(draw: Draw, table: model.Table) -> Line:
    player = some(draw, "ana", "bo")
    mine = table.players[player]
    what = some(draw, "add", "remove", "move", "flip", "discard", "return", "ready", "hand")
    if what == "hand":
        return changed(player, what, by=some(draw, -20, -5, -1, 1, 4))
    if what in ("discard", "return", "ready"):
        ids = [laid["id"] for laid in mine["cards"]]
        return changed(player, what, card=some(draw, *ids, 1 + len(ids)))
    if what == "add":
        return changed(player, what, family=some(draw, *FAMILIES), zone=some(draw, 1, 2, 3, 4))
    there: list[Any] = [(each, number) for number, zone in enumerate(mine["quadrant"], 1) for each in zone]
    lies, zone = some(draw, *there, (some(draw, "blue", "red!"), 1))
    to: Line = {"to": some(draw, 1, 2, 3, 4)} if what == "move" else {}
    return changed(player, what, singularity=lies, zone=zone, **to)


def wander(draw: Draw, steps: int = STEPS) -> Iterator[tuple[list[Line], Line, bool]]:
    """A duel, step by step: the lines before, the one that is tried, whether it is accepted."""
    lines = [opening(draw)]
    try:
        table = model.Table(lines)
    except model.Refused:
        yield [], lines[0], False
        return
    yield [], lines[0], True
    for _ in range(some(draw, *range(12))):
        family, zone = some(draw, *FAMILIES), some(draw, 1, 2, 3, 4)
        lines.append(changed(some(draw, "ana", "bo"), "add", family=family, zone=zone))
    table = model.Table(lines)
    for _ in range(steps):
        tried, after = line(draw, table), deepcopy(table)
        try:
            after.add(tried)
        except model.Refused:
            yield lines, tried, False
            continue
        yield lines, tried, True
        table, lines = after, [*lines, tried]
