"""Follows the steps to an outcome, and says where they leave the rules."""

from typing import Any

from tests.judge.naive import Naive, Now, State

_RULES = {"assign": "PW-8", "redirection": "PW-9"}


def follow(naive: Naive, outcome: dict[str, Any]) -> None:
    """Fails unless every step of an outcome is legal, and they lead to what it says is dealt."""
    steps = list(outcome["steps"])
    state = naive.begin(_assign(naive, steps))
    for step in steps:
        state = _take(naive, state, step)
    assert not any(naive.list_applying(state, index) for index in range(len(naive.parts)))
    dealt = [(row["to"], row["amount"]) for row in outcome["dealt"]]
    assert [(now.to, now.amount) for now in state[0]] == dealt


def _assign(naive: Naive, steps: list[dict[str, Any]]) -> tuple[int, ...]:
    """What is assigned; the steps that say so come first, in the order of the parts, and go."""
    amounts = []
    for index, part in enumerate(naive.parts):
        ways = naive.list_amounts(index)
        if len(ways) == 1:
            amounts.append(ways[0])
            continue
        step = steps.pop(0)
        assert step["amount"] in ways
        assert step == {
            "part": index,
            "effect": "assign",
            "by": part["controller"],
            "to": part["to"] if step["amount"] else None,
            "amount": step["amount"],
            "rule": "PW-8",
        }
        amounts.append(step["amount"])
    return tuple(amounts)


def _take(naive: Naive, state: State, step: dict[str, Any]) -> State:
    """The state after a step that is legal in this one."""
    index, effect = step["part"], step["effect"]
    applying = naive.list_applying(state, index)
    assert effect in applying
    assert step["rule"] == _RULES.get(effect, "PW-10")
    if effect == "redirection":
        now = state[0][index]
        assert step["to"] in ("player", *naive.walkers)
        assert step["by"] == naive.parts[index]["controller"]
        state = naive.put(state, index, Now(step["to"], now.amount, now.met | {effect}))
    else:
        chosen = effect != "self" and len(applying) > 1
        assert step["by"] == (naive.q["player"] if chosen else None)
        state = naive.apply(state, index, effect)
    after = state[0][index]
    assert (after.to, after.amount) == (step["to"], step["amount"])
    return state
