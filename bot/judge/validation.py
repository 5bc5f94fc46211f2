"""Validation of judge questions beyond their shapes: names that must match, and limits.

Every check raises `InvalidValueError` with the field, the problem and the accepted values.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import UNSET
from msgspec.structs import fields

from bot.basics.typed_values import InvalidValueError
from bot.judge.assignment import MAX_WAYS, count_damage_assignments
from bot.judge.loyalty import LoyaltyActivationQuestion, PlaneswalkerCastingQuestion, was_loyalty_ability_activated
from bot.judge.question import (
    MAX_PARTS_TIMES_EFFECTS,
    PLAYER,
    RESERVED,
    DamageQuestion,
    Effect,
    RedirectDamageEffect,
    SourceDamage,
)

_COMBAT_FIELDS = ("blockers", "trample", "as_though_unblocked", "removed", "may_attack")
_NONCOMBAT_FIELDS = ("targeted", "instead")
_DAMAGE_ONLY_FIELDS = ("combat", "lifelink", "infect", "wither", "instead")
_DEFAULTS = {field.name: field.default for field in fields(SourceDamage)}


def validate_damage_question(question: DamageQuestion) -> None:
    """Raise `InvalidValueError` if names or numbers in a question about damage contradict each other."""
    walkers = [walker.name for walker in question.planeswalkers]
    _validate_people_in_damage_question(question)
    _validate_planeswalker_names(walkers)
    _validate_damage_effects(question.effects, walkers)
    for index, part in enumerate(question.damage):
        _validate_source_damage(part, f"damage[{index}]", walkers)
    if len(question.damage) * len(question.effects) > MAX_PARTS_TIMES_EFFECTS:
        raise InvalidValueError("effects", f"parts times effects; accepted: {MAX_PARTS_TIMES_EFFECTS} at most")
    ways = count_damage_assignments(question)
    if ways > MAX_WAYS:
        raise InvalidValueError("damage", f"{ways} ways to assign it; accepted: {MAX_WAYS} at most")


def validate_planeswalker_question(question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion) -> None:
    """Raise `InvalidValueError` if a question about loyalty repeats a name, or has an impossible turn or cost."""
    for field, names in _iterate_planeswalker_name_lists(question):
        _require_unique_names(names, field)
    if isinstance(question, PlaneswalkerCastingQuestion):
        return
    if (question.cost[1:] == "X") != isinstance(question.x, int):
        missing = "missing; accepted: 0 to 99"
        unfit = f"not with a cost of {question.cost}; accepted: leave it out"
        raise InvalidValueError("x", unfit if isinstance(question.x, int) else missing)
    for index, happened in enumerate(question.this_turn):
        if happened == "activated" and was_loyalty_ability_activated(question.this_turn[:index]):
            problem = "activated twice; accepted: only after 'returned'"
            raise InvalidValueError(f"this_turn[{index}]", problem)


def _require_unique_names(names: Iterable[str], question_field: str) -> None:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            raise InvalidValueError(f"{question_field}[{index}]", f"{name!r} stands twice; accepted: once")
        seen.add(name)


def _validate_people_in_damage_question(question: DamageQuestion) -> None:
    _require_unique_names(question.teammates, "teammates")
    if question.player in question.teammates:
        index = question.teammates.index(question.player)
        raise InvalidValueError(f"teammates[{index}]", "the player themselves; accepted: others")


def _validate_planeswalker_names(planeswalkers: Sequence[str]) -> None:
    for index, name in enumerate(planeswalkers):
        field = f"planeswalkers[{index}].name"
        if name == PLAYER:
            raise InvalidValueError(field, f"{PLAYER!r} is the player; accepted: another name")
        if name in planeswalkers[:index]:
            raise InvalidValueError(field, f"{name!r} stands twice; accepted: a name of its own")


def _validate_damage_effects(effects: Sequence[Effect], planeswalkers: Sequence[str]) -> None:
    names = [effect.name for effect in effects]
    creatures = [effect.to for effect in effects if isinstance(effect, RedirectDamageEffect)]
    for index, effect in enumerate(effects):
        field = f"effects[{index}]"
        if effect.name in RESERVED or effect.name in names[:index]:
            reserved = ", ".join(RESERVED)
            accepted = f"a name of its own, none of {reserved}"
            raise InvalidValueError(f"{field}.name", f"{effect.name!r}; accepted: {accepted}")
        if isinstance(effect, RedirectDamageEffect) and effect.to in (PLAYER, *planeswalkers):
            raise InvalidValueError(f"{field}.to", f"{effect.to!r}; accepted: a creature's name")
        _validate_recipients_of_effect(effect, f"{field}.on", [PLAYER, *planeswalkers, *creatures])


def _validate_recipients_of_effect(damage_effect: Effect, field_path: str, recipients: Sequence[str]) -> None:
    if damage_effect.on == "all":
        return
    _require_unique_names(damage_effect.on, field_path)
    for index, name in enumerate(damage_effect.on):
        if name not in recipients:
            accepted = ", ".join(dict.fromkeys(recipients))
            raise InvalidValueError(f"{field_path}[{index}]", f"{name!r}; accepted: {accepted}")


def _validate_source_damage(source_damage: SourceDamage, field_path: str, planeswalkers: Sequence[str]) -> None:
    if source_damage.combat:
        _reject_unused_fields(source_damage, _NONCOMBAT_FIELDS, field_path, "combat damage")
    else:
        _reject_unused_fields(source_damage, _COMBAT_FIELDS, field_path, "what is no combat damage")
    if source_damage.removed:
        if source_damage.to == PLAYER:
            raise InvalidValueError(f"{field_path}.to", "nothing removed; accepted: a planeswalker's name")
    elif source_damage.to not in (PLAYER, *planeswalkers):
        accepted = ", ".join((PLAYER, *planeswalkers))
        raise InvalidValueError(f"{field_path}.to", f"{source_damage.to!r}; accepted: {accepted}")
    if source_damage.kind == "loss":
        if source_damage.to != PLAYER:
            raise InvalidValueError(f"{field_path}.to", f"a loss of life; accepted: {PLAYER}")
        _reject_unused_fields(source_damage, _DAMAGE_ONLY_FIELDS, field_path, "a loss of life")


def _reject_unused_fields(
    source_damage: SourceDamage, field_names: Iterable[str], field_path: str, damage_kind: str
) -> None:
    for name in field_names:
        if getattr(source_damage, name) != _DEFAULTS[name]:
            raise InvalidValueError(f"{field_path}.{name}", f"not with {damage_kind}; accepted: leave it out")


def _iterate_planeswalker_name_lists(
    loyalty_question: LoyaltyActivationQuestion | PlaneswalkerCastingQuestion,
) -> Iterator[tuple[str, Sequence[str]]]:
    if loyalty_question.active is not UNSET:
        yield "active", loyalty_question.active
    if isinstance(loyalty_question, PlaneswalkerCastingQuestion):
        yield "card.types", loyalty_question.card.types
        for index, other in enumerate(loyalty_question.others):
            yield f"others[{index}].types", other.types
