"""Checks of questions beyond their shapes: names that must match, and limits.

Every check raises `Unreadable` with the field, the problem and what would be accepted.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import fields

from bot.judge.assigning import MAX_WAYS, count_ways
from bot.judge.loyalty import Activate, Cast, is_used
from bot.judge.question import (
    MAX_PARTS_TIMES_EFFECTS,
    PLAYER,
    RESERVED,
    DamageQuestion,
    Effect,
    Part,
    Redirect,
)
from bot.reading import Unreadable

_COMBAT_FIELDS = ("blockers", "trample", "as_though_unblocked", "removed", "may_attack")
_NONCOMBAT_FIELDS = ("targeted", "instead")
_DAMAGE_ONLY_FIELDS = ("combat", "lifelink", "infect", "wither", "instead")
_DEFAULTS = {field.name: field.default for field in fields(Part)}


def check_damage(question: DamageQuestion) -> None:
    """Check that the names and numbers of a question about damage fit together."""
    walkers = [walker.name for walker in question.planeswalkers]
    _check_people(question)
    _check_planeswalkers(walkers)
    _check_effects(question.effects, walkers)
    for index, part in enumerate(question.damage):
        _check_part(part, f"damage[{index}]", walkers)
    if len(question.damage) * len(question.effects) > MAX_PARTS_TIMES_EFFECTS:
        raise Unreadable(
            "effects", f"parts times effects; accepted: {MAX_PARTS_TIMES_EFFECTS} at most"
        )
    ways = count_ways(question)
    if ways > MAX_WAYS:
        raise Unreadable("damage", f"{ways} ways to assign it; accepted: {MAX_WAYS} at most")


def check_loyalty(question: Activate | Cast) -> None:
    """Check a question about loyalty: no list repeats a name, and turn and cost are possible."""
    for field, names in _list_names(question):
        _check_names(names, field)
    if isinstance(question, Cast):
        return
    if (question.cost[1:] == "X") != isinstance(question.x, int):
        missing = "missing; accepted: 0 to 99"
        unfit = f"not with a cost of {question.cost}; accepted: leave it out"
        raise Unreadable("x", unfit if isinstance(question.x, int) else missing)
    for index, happened in enumerate(question.this_turn):
        if happened == "activated" and is_used(question.this_turn[:index]):
            problem = "activated twice; accepted: only after 'returned'"
            raise Unreadable(f"this_turn[{index}]", problem)


def _check_names(names: Iterable[str], field: str) -> None:
    """Check that no name is repeated."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise Unreadable(f"{field}[{index}]", f"{name!r} stands twice; accepted: once")
        seen.add(name)


def _check_people(question: DamageQuestion) -> None:
    _check_names(question.teammates, "teammates")
    if question.player in question.teammates:
        index = question.teammates.index(question.player)
        raise Unreadable(f"teammates[{index}]", "the player themselves; accepted: others")


def _check_planeswalkers(walkers: Sequence[str]) -> None:
    for index, name in enumerate(walkers):
        field = f"planeswalkers[{index}].name"
        if name == PLAYER:
            raise Unreadable(field, f"{PLAYER!r} is the player; accepted: another name")
        if name in walkers[:index]:
            raise Unreadable(field, f"{name!r} stands twice; accepted: a name of its own")


def _check_effects(effects: Sequence[Effect], walkers: Sequence[str]) -> None:
    names = [effect.name for effect in effects]
    creatures = [effect.to for effect in effects if isinstance(effect, Redirect)]
    for index, effect in enumerate(effects):
        field = f"effects[{index}]"
        if effect.name in RESERVED or effect.name in names[:index]:
            reserved = ", ".join(RESERVED)
            accepted = f"a name of its own, none of {reserved}"
            raise Unreadable(f"{field}.name", f"{effect.name!r}; accepted: {accepted}")
        if isinstance(effect, Redirect) and effect.to in (PLAYER, *walkers):
            raise Unreadable(f"{field}.to", f"{effect.to!r}; accepted: a creature's name")
        _check_protected(effect, f"{field}.on", [PLAYER, *walkers, *creatures])


def _check_protected(effect: Effect, field: str, known: Sequence[str]) -> None:
    if effect.on == "all":
        return
    _check_names(effect.on, field)
    for index, name in enumerate(effect.on):
        if name not in known:
            accepted = ", ".join(dict.fromkeys(known))
            raise Unreadable(f"{field}[{index}]", f"{name!r}; accepted: {accepted}")


def _check_part(part: Part, field: str, walkers: Sequence[str]) -> None:
    if part.combat:
        _check_defaults(part, _NONCOMBAT_FIELDS, field, "combat damage")
    else:
        _check_defaults(part, _COMBAT_FIELDS, field, "what is no combat damage")
    if part.removed:
        if part.to == PLAYER:
            raise Unreadable(f"{field}.to", "nothing removed; accepted: a planeswalker's name")
    elif part.to not in (PLAYER, *walkers):
        accepted = ", ".join((PLAYER, *walkers))
        raise Unreadable(f"{field}.to", f"{part.to!r}; accepted: {accepted}")
    if part.kind == "loss":
        if part.to != PLAYER:
            raise Unreadable(f"{field}.to", f"a loss of life; accepted: {PLAYER}")
        _check_defaults(part, _DAMAGE_ONLY_FIELDS, field, "a loss of life")


def _check_defaults(part: Part, names: Iterable[str], field: str, what: str) -> None:
    for name in names:
        if getattr(part, name) != _DEFAULTS[name]:
            raise Unreadable(f"{field}.{name}", f"not with {what}; accepted: leave it out")


def _list_names(question: Activate | Cast) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield every list of names in a question with its field."""
    if question.active is not UNSET:
        yield "active", question.active
    if isinstance(question, Cast):
        yield "card.types", question.card.types
        for index, other in enumerate(question.others):
            yield f"others[{index}].types", other.types
