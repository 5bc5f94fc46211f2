"""The same question answered the slow way: every choice is made, one after the other.

Nothing here knows the engine. Questions are plain JSON data, a state is what each part would deal
to whom and what is left of each effect; nothing is merged, and no position is remembered unless
`remember` says so, without which larger questions would take hours.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, TypeVar, cast

T = TypeVar("T")
Question = dict[str, Any]
Dealt = tuple[tuple[str | None, int], ...]
Powers = tuple[list[str], list[str]]

DEFAULTS: dict[str, Any] = {
    "era": "2013", "player": "player", "teammates": [], "poison": 0, "hexproof": False,
    "planeswalkers": [], "effects": [],
}  # fmt: skip
PART: dict[str, Any] = {
    "kind": "damage", "to": "player", "targeted": False, "instead": None, "lifelink": False,
    "infect": False, "wither": False, "combat": False, "blockers": None, "trample": False,
    "as_though_unblocked": False, "removed": False, "may_attack": "any",
}  # fmt: skip
EFFECT: dict[str, Any] = {"on": ["player"], "from": None, "once": False, "rounded": "down"}


@dataclass(frozen=True)
class Now:
    """What a part would deal: nobody is dealt it any more if `to` is None."""

    to: str | None
    amount: int
    met: frozenset[str] = field(default_factory=frozenset)

    def gone_if_empty(self) -> "Now":
        return self if self.amount else Now(None, 0)


State = tuple[tuple[Now, ...], tuple[tuple[str, int], ...]]
"""The parts, and for each effect that can be used up what is left of it."""

Choice = tuple[str | None, list["Node"]]
"""Who chooses, and what can follow."""

Node = tuple[str, Any]
"""`("state", state)`, or `("redirect", (state, part))`."""


def fill_in(question: Question) -> Question:
    """The question with everything that it leaves out."""
    parts = [{**PART, **part} for part in question["damage"]]
    effects = [{**EFFECT, **effect} for effect in question.get("effects", [])]
    return {**DEFAULTS, **question, "damage": parts, "effects": effects}


class Rules:
    """What can be done, and what comes of it at once."""

    def __init__(self, question: Question) -> None:
        self.q = fill_in(question)
        self.parts = self.q["damage"]
        self.effects = {effect["name"]: effect for effect in self.q["effects"]}
        self.walkers = [walker["name"] for walker in self.q["planeswalkers"]]
        self.impossible = [(index, code) for index, part in enumerate(self.parts) if (code := self.forbid(part))]

    def is_opponent(self, name: str) -> bool:
        return name != self.q["player"] and name not in self.q["teammates"]

    def forbid(self, part: dict[str, Any]) -> str | None:
        me = part["to"] == "player"
        if part["targeted"] and me and self.q["hexproof"] and self.is_opponent(part["controller"]):
            return "hexproof"
        if part["targeted"] and not me and self.q["era"] == "2013":
            return "no-target"
        if part["combat"] and not me and part["may_attack"] == "player":
            return "must-attack-player"
        if part["combat"] and me and part["may_attack"] == "planeswalkers":
            return "may-not-attack-player"
        return None

    def list_amounts(self, index: int) -> list[int]:
        """What a part's controller can choose to assign."""
        part = self.parts[index]
        if index in dict(self.impossible) or part["removed"]:
            return [0]
        if not part["combat"] or part["blockers"] is None:
            return [part["amount"]]
        possible = set()
        if part["trample"] and not part["blockers"]:
            possible.add(part["amount"])
        elif part["trample"]:
            possible |= set(range(part["amount"] - sum(part["blockers"]) + 1))
        if part["as_though_unblocked"]:
            possible.add(part["amount"])
        if not (part["trample"] and part["blockers"] == []):
            possible.add(0)
        return sorted(possible)

    def begin(self, amounts: tuple[int, ...]) -> State:
        parts = tuple(Now(part["to"], amount).gone_if_empty() for part, amount in zip(self.parts, amounts, strict=True))
        left = {
            name: e["amount"] if e["kind"] == "next" else 1
            for name, e in self.effects.items()
            if e["kind"] == "next" or e["once"]
        }
        return parts, tuple(left.items())

    def list_applying(self, state: State, index: int) -> list[str]:
        """What applies to a part now."""
        parts, left = state
        part, now = self.parts[index], parts[index]
        if now.to is None or part["kind"] == "loss":
            return []
        if part["instead"] is not None and "self" not in now.met:
            return ["self"]
        found = [
            name
            for name, effect in self.effects.items()
            if (effect["on"] == "all" or now.to in effect["on"])
            and effect["from"] in (None, part["object"])
            and name not in now.met
            and dict(left).get(name, 1) > 0
        ]
        if (
            self.q["era"] == "2013"
            and not part["combat"]
            and self.is_opponent(part["controller"])
            and now.to == "player"
            and self.walkers
            and "redirection" not in now.met
        ):
            found.append("redirection")
        return found

    def apply(self, state: State, index: int, name: str) -> State:
        parts, left = state
        now = parts[index]
        now = replace(now, met=now.met | {name})
        amount = now.amount
        if name == "self":
            return self.put(state, index, replace(now, amount=self.parts[index]["instead"]))
        effect, rest = self.effects[name], dict(left)
        match effect["kind"]:
            case "next":
                prevented = min(amount, rest[name])
                rest[name] -= prevented
                now = replace(now, amount=amount - prevented)
            case "all":
                now = replace(now, amount=0)
            case "half":
                up = effect["rounded"] == "up"
                now = replace(now, amount=amount - (amount + up) // 2)
            case "double":
                now = replace(now, amount=2 * amount)
            case "redirect":
                now = replace(now, to=effect["to"])
        if effect["once"]:
            rest[name] = 0
        return self.put((parts, tuple(rest.items())), index, now)

    def put(self, state: State, index: int, now: Now) -> State:
        parts, left = state
        return (*parts[:index], now.gone_if_empty(), *parts[index + 1 :]), left

    def follow(self, node: Node) -> Choice | None:
        """Who chooses next, and between what; None at the end."""
        kind, value = node
        if kind == "redirect":
            state, index = value
            now = state[0][index]
            met = now.met | {"redirection"}
            places = ["player", *self.walkers]
            after = [self.put(state, index, replace(now, to=to, met=met)) for to in places]
            return self.parts[index]["controller"], [("state", one) for one in after]
        state = value
        options: list[Node] = []
        for index in range(len(self.parts)):
            for name in self.list_applying(state, index):
                if name == "redirection":
                    options.append(("redirect", (state, index)))
                else:
                    options.append(("state", self.apply(state, index, name)))
        return (self.q["player"], options) if options else None


class Naive(Rules):
    """The answer to a question, from every choice in every order."""

    def __init__(self, question: Question, *, remember: bool = False) -> None:
        super().__init__(question)
        self.remembered: dict[Any, Any] | None = {} if remember else None

    def list_ends(self, node: Node) -> frozenset[Dealt]:
        return self.recall(("ends", node), lambda: self.find_ends(node))

    def find_ends(self, node: Node) -> frozenset[Dealt]:
        choice = self.follow(node)
        if choice is None:
            return frozenset({tuple((now.to, now.amount) for now in node[1][0])})
        return frozenset().union(*(self.list_ends(option) for option in choice[1]))

    def recall(self, key: object, find: Callable[[], T]) -> T:
        """What is found, remembered if that is wanted."""
        if self.remembered is None:
            return find()
        if key not in self.remembered:
            self.remembered[key] = find()
        return cast(T, self.remembered[key])

    def list_outcomes(self) -> set[Dealt]:
        ways = product(*(self.list_amounts(index) for index in range(len(self.parts))))
        return {dealt for way in ways for dealt in self.list_ends(("state", self.begin(way)))}

    # What comes of it

    def make_outcome(self, dealt: Dealt) -> dict[str, Any]:
        life, poison = self.q["life"], self.q["poison"]
        loyalty = {walker["name"]: walker["loyalty"] for walker in self.q["planeswalkers"]}
        creatures: dict[str, int] = {}
        gained: dict[str, int] = {}
        for part, (to, amount) in zip(self.parts, dealt, strict=True):
            if to is None:
                continue
            if to == "player" and part["infect"]:
                poison += amount
            elif to == "player":
                life -= amount
            elif to in loyalty:
                loyalty[to] -= amount
            else:
                creatures[to] = creatures.get(to, 0) + amount
            if part["lifelink"]:
                gained[part["controller"]] = gained.get(part["controller"], 0) + amount
        life += gained.get(self.q["player"], 0)
        cause = "life" if life <= 0 else "poison" if poison >= 10 else None
        sources = [
            {"object": part["object"], "controller": part["controller"], "amount": amount}
            for part, (to, amount) in zip(self.parts, dealt, strict=True)
            if to == "player" and part["infect"] == (cause == "poison")
        ]
        loyalty = {name: max(0, amount) for name, amount in loyalty.items()}
        return {
            "dealt": [{"to": to, "amount": amount} for to, amount in dealt],
            "life": life,
            "poison": poison,
            "loyalty": loyalty,
            "gone": [name for name in self.walkers if loyalty[name] == 0],
            "creatures": creatures,
            "gained": gained,
            "defeated": cause is not None,
            "defeat": cause and {"loser": self.q["player"], "cause": cause, "sources": sources},
        }

    def cite_rules(self, results: list[dict[str, Any]]) -> list[str]:
        found = {"PW-9" if code in ("hexproof", "no-target") else "PW-6" for _, code in self.impossible}
        for part in self.parts:
            if part["combat"] and part["to"] != "player":
                found.add("PW-6")
            if part["removed"]:
                found.add("PW-7")
            if part["blockers"] is not None and (part["trample"] or part["as_though_unblocked"]):
                found.add("PW-8")
            if part["to"] == "player" and self.walkers:
                found.add("PW-9")
            if part["instead"] is not None or self.effects:
                found.add("PW-10")
            if part["to"] != "player" and not part["combat"]:
                found.add("PW-11")
        for result in results:
            if result["gone"]:
                found.add("PW-4")
            if any(row["to"] in self.walkers for row in result["dealt"]):
                found.add("PW-5")
        return sorted(found, key=lambda rule: int(rule[3:]))

    # The game

    def is_defeat(self, dealt: Dealt) -> bool:
        return bool(self.make_outcome(dealt)["defeated"])

    def wins(self, node: Node, side: frozenset[str]) -> bool:
        """Whether those on a side, who want the defeat, get it against all others."""
        return self.recall((node, side), lambda: self.find_winner(node, side))

    def find_winner(self, node: Node, side: frozenset[str]) -> bool:
        choice = self.follow(node)
        if choice is None:
            return self.is_defeat(tuple((now.to, now.amount) for now in node[1][0]))
        by, options = choice
        return (any if by in side else all)(self.wins(option, side) for option in options)

    def assigns(self, amounts: tuple[int, ...], side: frozenset[str]) -> bool:
        index = len(amounts)
        if index == len(self.parts):
            return self.wins(("state", self.begin(amounts)), side)
        quantify = any if self.parts[index]["controller"] in side else all
        return quantify(self.assigns((*amounts, n), side) for n in self.list_amounts(index))

    def find_powers(self) -> Powers:
        people = frozenset({self.q["player"], *(part["controller"] for part in self.parts)})
        forces = sorted(name for name in people if self.assigns((), frozenset({name})))
        prevents = sorted(name for name in people if not self.assigns((), people - {name}))
        return forces, prevents

    def answer(self) -> dict[str, Any]:
        """All of the answer but steps and words."""
        results = [self.make_outcome(dealt) for dealt in self.list_outcomes()]
        results.sort(key=lambda r: (-r["life"], r["poison"], [(row["to"] or "", row["amount"]) for row in r["dealt"]]))
        forced: dict[str, Any] = {"loyalty": {}}
        for key in ("life", "poison", "defeated"):
            if len({result[key] for result in results}) == 1:
                forced[key] = results[0][key]
        for name in self.walkers:
            if len({result["loyalty"][name] for result in results}) == 1:
                forced["loyalty"][name] = results[0]["loyalty"][name]
        defeats = {result["defeated"] for result in results}
        depends = len(defeats) == 2
        forces, prevents = self.find_powers() if depends else ([], [])
        return {
            "era": self.q["era"],
            "impossible": [{"part": index, "code": code} for index, code in self.impossible],
            "count": len(results),
            "outcomes": results[:100],
            "forced": forced,
            "can_be_defeated": "depends" if depends else "always" if True in defeats else "never",
            "forces": forces,
            "prevents": prevents,
            "rules": self.cite_rules(results),
        }
