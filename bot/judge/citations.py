"""The ids of the rules that an answer of the judge cites."""

from collections.abc import Iterable

from bot.judge.damage_problem import BitMaskDamageQuestion
from bot.judge.outcome_diagram import DamageOutcomeGraph
from bot.judge.outcomes import DamageOutcome
from bot.judge.question import PLAYER, DamageQuestion


def sort_rule_ids(rule_ids: Iterable[str]) -> tuple[str, ...]:
    """Return rule ids such as `PW-9` sorted by number, each once."""
    return tuple(sorted(set(rule_ids), key=lambda rule: int(rule.rpartition("-")[2])))


def list_rules_of_damage_answer(
    damage_question: BitMaskDamageQuestion, outcome_graph: DamageOutcomeGraph
) -> tuple[str, ...]:
    """Return the ids of the rules that matter for any outcome of a question about damage."""
    question = damage_question.question
    parts = damage_question.parts
    walkers = [*enumerate(question.planeswalkers, 1)]
    most = [(outcome_graph.root.bounds[place][1], walker.loyalty) for place, walker in walkers]
    attacked = any(part.combat and part.to != PLAYER for part in parts)
    blocked = (p for p in parts if p.blockers is not None)
    forbidden = {impossible.rule for impossible in damage_question.impossible}
    conditions = {
        "PW-4": any(dealt >= loyalty for dealt, loyalty in most),
        "PW-5": any(dealt for dealt, _ in most),
        "PW-6": attacked or "PW-6" in forbidden,
        "PW-7": any(part.removed for part in parts),
        "PW-8": any(part.trample or part.as_though_unblocked for part in blocked),
        "PW-9": (bool(walkers) and any(p.to == PLAYER for p in parts)) or "PW-9" in forbidden,
        "PW-10": bool(question.effects) or any(p.instead is not None for p in parts),
        "PW-11": any(p.kind == "damage" and not p.combat and p.to != PLAYER for p in parts),
    }
    return sort_rule_ids(rule for rule, holds in conditions.items() if holds)


def list_rules_of_damage_outcome(damage_question: DamageQuestion, outcome: DamageOutcome) -> tuple[str, ...]:
    walkers = {walker.name for walker in damage_question.planeswalkers}
    rules = {step.rule for step in outcome.steps}
    if outcome.gone:
        rules.add("PW-4")
    if any(row.to in walkers for row in outcome.dealt):
        rules.add("PW-5")
    return sort_rule_ids(rules)
