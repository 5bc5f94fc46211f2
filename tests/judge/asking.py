"""Random questions that the judge accepts, as plain JSON data."""

from random import Random
from typing import Any

NAMES = ["Ana", "Bo", "Cy"]
WALKERS = ["Jace", "Garruk", "Elspeth", "Koth"]
OBJECTS = ["Bolt", "Blast", "Bear"]
CREATURES = ["Bear", "Wall"]


def make_question(random: Random, *, parts: int, effects: int, most: int = 6) -> dict[str, Any]:
    """A question of so many parts and effects, with amounts up to `most`."""
    walkers = random.sample(WALKERS, random.choice([0, 1, 1, 2, 2, 3]))
    question: dict[str, Any] = {
        "life": random.randint(1, random.choice([2, most, most * 2])),
        "damage": [_make_part(random, walkers, most) for _ in range(parts)],
        "player": "Ana",
        "planeswalkers": [{"name": w, "loyalty": random.randint(1, most)} for w in walkers],
        "effects": _make_effects(random, walkers, effects, most),
    }
    if random.random() < 0.2:
        question["era"] = "current"
    if random.random() < 0.3:
        question["teammates"] = ["Bo"]
    if random.random() < 0.3:
        question["poison"] = random.randint(0, 9)
    if random.random() < 0.2:
        question["hexproof"] = True
    return question


def _make_part(random: Random, walkers: list[str], most: int) -> dict[str, Any]:
    part: dict[str, Any] = {
        "object": random.choice(OBJECTS),
        "controller": random.choices(["Ana", "Bo", "Cy"], [1, 4, 4])[0],
        "amount": random.randint(1, most),
    }
    if random.random() < 0.1:
        return {**part, "kind": "loss", **_flip(random, 0.3, targeted=True)}
    part |= _flip(random, 0.15, lifelink=True, infect=True, wither=True)
    if walkers and random.random() < 0.3:
        part["to"] = random.choice(walkers)
    if random.random() < 0.3:
        part |= {"combat": True, **_flip(random, 0.4, trample=True, as_though_unblocked=True)}
        if random.random() < 0.7:
            part["blockers"] = [random.randint(0, 2) for _ in range(random.randint(0, 2))]
        if random.random() < 0.2:
            part["may_attack"] = random.choice(["any", "player", "planeswalkers"])
        if random.random() < 0.1:
            part |= {"removed": True, "to": random.choice([*walkers, "Sorin"])}
        return part
    part |= _flip(random, 0.2, targeted=True)
    if random.random() < 0.2:
        part["instead"] = random.randint(0, most)
    return part


def _make_effects(random: Random, walkers: list[str], count: int, most: int) -> list[dict[str, Any]]:
    kinds = [random.choice(["next", "next", "all", "half", "double", "redirect"]) for _ in range(count)]
    creatures = [random.choice(CREATURES) if kind == "redirect" else None for kind in kinds]
    places = ["player", *walkers, *sorted({creature for creature in creatures if creature})]
    effects = []
    for index, (kind, creature) in enumerate(zip(kinds, creatures, strict=True)):
        effect: dict[str, Any] = {"name": f"e{index}", "kind": kind}
        if kind == "next":
            effect["amount"] = random.randint(1, most * 2)
        else:
            effect |= _flip(random, 0.3, once=True)
        if creature:
            effect["to"] = creature
        if kind == "half":
            effect |= _flip(random, 0.5, rounded="up")
        if random.random() < 0.5:
            some = random.sample(places, random.randint(1, len(places)))
            effect["on"] = random.choice(["all", some])
        if random.random() < 0.15:
            effect["from"] = random.choice(OBJECTS)
        effects.append(effect)
    return effects


def _flip(random: Random, chance: float, **fields: Any) -> dict[str, Any]:
    """Each of the fields with so much of a chance."""
    return {key: value for key, value in fields.items() if random.random() < chance}
