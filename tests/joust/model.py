"""A duel as plain dictionaries that are changed in place: the contract once more, another way."""

from copy import deepcopy
from typing import Any

from tests.joust import brute

Document = dict[str, Any]

WORDS = {"b": "blue", "r": "red", "y": "yellow", "*": "any", "-": "skip"}


class Refused(Exception):
    """The rules refuse a line."""


def check(allowed: bool) -> None:
    if not allowed:
        raise Refused


def steps_of(formula: str) -> list[str]:
    return [WORDS.get(word, word) for word in formula.lower().split()]


def document(lines: list[Document]) -> Document:
    """The document of a transcript. Raises `Refused` if a line is."""
    return Table(lines).document()


class Table:
    """The table that a list of lines leads to; an undo plays the lines before it anew."""

    def __init__(self, lines: list[Document]) -> None:
        self.lines: list[Document] = []
        for line in lines:
            self.add(line)

    def add(self, line: Document) -> None:
        """One more line. Raises `Refused`, and is then good for nothing any more."""
        if line["do"] != "undo":
            self.lines.append(line)
            self._play(line)
            return
        check(len(self.lines) > 1)
        vars(self).update(vars(Table(self.lines[:-1])))

    def _play(self, line: Document) -> None:
        self.rules: list[str] = []
        self.extra: Document = {}
        if line["do"] == "open":
            self.open(**{key: value for key, value in line.items() if key not in ("do", "game")})
        else:
            check(self.state in ("running", "waiting"))
            anytime = ("attack", "change", "wear", "concede", "close")
            check(self.state == "running" or line["do"] in anytime)
            getattr(self, line["do"])(**{k: v for k, v in line.items() if k != "do"})
        self.log.append({"do": line["do"], "rules": self.rules, **self.extra})
        if self.result is not None:
            self.result["rule"] = self.rules[-1]

    @property
    def state(self) -> str:
        if self.closed:
            return "closed"
        if self.result is not None:
            return "finished"
        return "waiting" if self.wearing is not None else "running"

    @property
    def me(self) -> Document:
        return self.players[self.active]

    def open(self, players: list[str], first: str | None = None, rolls: list[list[int]] | None = None) -> None:
        self.names, self.log, self.attacks = players, list[Document](), list[Document]()
        self.players: dict[str, Document] = {
            name: {
                "player": name, "quadrant": [[], [], [], []], "hand": 5, "cards": [],
                "discarded": [], "singularities_discarded": 0,
            }
            for name in players
        }  # fmt: skip
        if rolls is not None:
            check(all(one == two for one, two in rolls[:-1]) and rolls[-1][0] != rolls[-1][1])
            first = players[0] if rolls[-1][0] > rolls[-1][1] else players[1]
        check(first in players)
        self.active, self.number, self.ids = str(first), 1, 0
        self.drawn = {"singularity": False, "crucible": False}
        self.wearing: Document | None = None
        self.result: Document | None = None
        self.closed = False
        self.rules = ["MJ-5"]

    def other(self, name: str) -> str:
        return self.names[1 - self.names.index(name)]

    def singularity(self, family: str, zone: int | None = None) -> None:
        check(not self.drawn["singularity"])
        self.drawn["singularity"] = True
        if zone is None:
            self.me["singularities_discarded"] += 1
        else:
            self.me["quadrant"][zone - 1].append(family)
        self.rules = ["MJ-6"]

    def crucible(self) -> None:
        check(not self.drawn["crucible"])
        self.drawn["crucible"] = True
        self.me["hand"] += 1
        self.rules = ["MJ-7"]

    def spend(self, formula: str | None, pay: Document | None, *, destroy: bool) -> None:
        if not formula:
            check(pay is None)
            return
        found = brute.spendings(self.me["quadrant"], steps_of(formula), pay or {})
        check(len(found) == 1)
        for zone, family in found.pop():
            self.me["quadrant"][zone - 1].remove(family)
            if destroy:
                self.me["singularities_discarded"] += 1
            else:
                self.me["quadrant"][zone - 1].append(f"{family}!")

    def invoke(self, card: Document, pay: Document | None = None) -> None:
        plan = card["kind"] == "plan"
        check(self.me["hand"] >= 1)
        self.spend(card["cost"], pay, destroy=plan)
        self.me["hand"] -= 1
        self.ids += 1
        empty = {"action": None, "formula": None, "wear": None, "ephemeral": False,
                 "points": None, "text": ""}  # fmt: skip
        laid = {"id": self.ids, **empty, **card, "used": False}
        for key in ("cost", "formula"):
            if laid[key] is not None:
                laid[key] = " ".join(steps_of(laid[key]))
        self.me["cards"].append(laid)
        self.rules = ["MJ-8"]
        self.rules += ["MJ-12"] if card["cost"] else []
        self.rules += ["MJ-13"] if card["cost"] and plan else []
        if plan and len(self.plans(self.active)) == 3:
            self.rules.append("MJ-16")
            points = {name: self.points(name) for name in self.names}
            one, two = self.names
            if points[one] == points[two]:
                self.rules.append("MJ-D1")
                self.end_of_game(None, {one: 1, two: 1})
            else:
                winner = one if points[one] > points[two] else two
                self.end_of_game(winner, {winner: 3, self.other(winner): 0})

    def end_of_game(self, winner: str | None, season: Document) -> None:
        self.result = {
            "winner": winner,
            "draw": winner is None,
            "plan_points": {name: self.points(name) for name in self.names},
            "season_points": season,
        }

    def plans(self, name: str) -> list[Document]:
        return [card for card in self.players[name]["cards"] if card["kind"] == "plan"]

    def points(self, name: str) -> int:
        return sum(card["points"] for card in self.plans(name))

    def card_of(self, name: str, number: int) -> Document:
        cards = [card for card in self.players[name]["cards"] if card["id"] == number]
        check(len(cards) == 1)
        found: Document = cards[0]
        return found

    def use(self, card: int, pay: Document | None = None) -> None:
        laid = self.card_of(self.active, card)
        check(laid["action"] is not None and not laid["used"])
        self.spend(laid["formula"], pay, destroy=False)
        laid["used"] = True
        if laid["wear"] is not None:
            self.wearing = {"kind": "wear", "by": self.active, "card": card}
        self.rules = ["MJ-9", "MJ-12"] if laid["formula"] else ["MJ-9"]

    def leave(self, name: str, laid: Document) -> None:
        self.players[name]["cards"].remove(laid)
        if self.wearing is not None and self.wearing["card"] == laid["id"]:
            self.wearing = None

    def wear(self, roll: int, bonus: int = 0) -> None:
        check(self.wearing is not None)
        assert self.wearing is not None
        laid = self.card_of(self.active, self.wearing["card"])
        kept = roll != 1 and roll + bonus >= laid["wear"]
        if not kept:
            self.leave(self.active, laid)
            self.me["discarded"].append(laid["name"])
        self.wearing = None
        self.rules = ["MJ-15"]
        self.extra = {"card": laid["id"], "total": roll + bonus, "kept": kept}

    def attack(self, rolls: list[int], bonuses: list[int] | None = None) -> None:
        totals = [roll + bonus for roll, bonus in zip(rolls, bonuses or [0, 0], strict=True)]
        success = totals[0] > totals[1]
        self.attacks.append(
            {"by": self.active, "against": self.other(self.active), "totals": totals,
             "success": success}
        )  # fmt: skip
        self.rules, self.extra = ["MJ-14"], {"success": success}

    def change(self, player: str, because: str, what: str, **more: Any) -> None:
        check(player in self.players and bool(because))
        mine = self.players[player]
        zone = mine["quadrant"][more["zone"] - 1] if "zone" in more else []
        if "singularity" in more:
            check(more["singularity"] in zone)
            zone.remove(more["singularity"])
        laid = self.card_of(player, more["card"]) if "card" in more else {}
        match what:
            case "add":
                zone.append(more["family"])
            case "remove":
                mine["singularities_discarded"] += 1
            case "move":
                mine["quadrant"][more["to"] - 1].append(more["singularity"])
            case "flip":
                lies = more["singularity"]
                zone.append(lies[:-1] if lies.endswith("!") else f"{lies}!")
            case "discard":
                self.leave(player, laid)
                mine["discarded"].append(laid["name"])
            case "return":
                self.leave(player, laid)
                mine["hand"] += 1
            case "ready":
                laid["used"] = False
            case "hand":
                check(mine["hand"] + more["by"] >= 0)
                mine["hand"] += more["by"]
        self.rules = ["MJ-11"]

    def end(self) -> None:
        me = self.me
        for laid in list(me["cards"]):
            laid["used"] = False
            if laid["ephemeral"]:
                me["cards"].remove(laid)
                me["discarded"].append(laid["name"])
        me["quadrant"] = [[each.rstrip("!") for each in zone] for zone in me["quadrant"]]
        me["hand"] = min(me["hand"], 7)
        self.active, self.number = self.other(self.active), self.number + 1
        self.drawn = {"singularity": False, "crucible": False}
        self.rules = ["MJ-10"]

    def concede(self, player: str) -> None:
        check(player in self.players)
        self.rules = ["MJ-D7"]
        self.end_of_game(self.other(player), {self.other(player): 3, player: 0})

    def close(self) -> None:
        self.closed = True

    def document(self) -> Document:
        for mine in self.players.values():
            mine["quadrant"] = [sorted(zone) for zone in mine["quadrant"]]
            mine["plans"] = len(self.plans(mine["player"]))
            mine["points"] = self.points(mine["player"])
        return deepcopy(
            {
                "game": "magicjoust",
                "state": self.state,
                "waiting_for": self.wearing if self.state == "waiting" else None,
                "turn": {"active": self.active, "number": self.number, "drawn": self.drawn},
                "players": [self.players[name] for name in self.names],
                "attacks": self.attacks,
                "log": self.log,
                "result": self.result,
            }
        )
