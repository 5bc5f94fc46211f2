"""The pods of a night by `docs/design/night-recipe.md` alone, without the bot's code.

It takes the file of a night as JSON, and returns what the page describes, slowly. If the two
differ, the page or the bot is wrong.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

File = dict[str, Any]
Pods = list[list[int]]

PARTS = {
    "fresh": ("smaller", "apart", "repeats", "strength", "earlier", "points", "brackets"),
    "swiss": ("smaller", "points", "repeats", "earlier", "brackets"),
}


def seal(key: str, text: str) -> str:
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()


def hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def find_commitment(file: File) -> str:
    lines = [
        f"suzerain-{file['recipe']}",
        f"server {file['server']}",
        f"channel {file['channel']}",
        f"night {file['night']}",
        f"secret {hash_text(file['secret'])}",
        f"veil {hash_text(file['veil'])}",
    ]
    return hash_text("".join(f"{line}\n" for line in lines))


def find_tags(file: File) -> list[str]:
    return [seal(file["veil"], f"account {seat['account']}") for seat in file["roster"]]


def find_apart_hash(file: File, number: int) -> str:
    tags = [seat["tag"] for seat in file["roster"]]
    pairs = [sorted((tags[one], tags[other])) for one, other in file["rounds"][number - 1]["apart"]]
    lines = [f"round {number}", *sorted(f"apart {one} {other}" for one, other in pairs)]
    return seal(file["secret"], "".join(f"{line}\n" for line in lines))


def find_pods(file: File) -> Iterator[tuple[Pods, list[int]]]:
    """Yield the pods of each draw of each round, and who sits out."""
    for number, told in enumerate(file["rounds"], 1):
        for draw in range(len(told.get("again", ())) + 1):
            yield Round(file, number, draw).find()


@dataclass
class Round:
    """A round of a night's file, by its first draw or by draw `draw` of `again`; people are places in the roster."""

    file: File
    number: int
    draw: int = 0

    def __post_init__(self) -> None:
        self.mode = self.file["mode"]
        self.told = told = self.file["rounds"][self.number - 1]
        if self.draw:
            self.told = told = told["again"][self.draw - 1]
        self.here = {each["place"]: each for each in told["here"]}
        self.avoiding = [set(pair) for pair in told.get("apart", ())]
        self.is_kept_strength = self.mode == "fresh" and self.file["recipe"] == "night-3"
        self.apart = [] if self.is_kept_strength else self.avoiding
        self.should_meet: dict[int, int] = {}
        self.met: Pods = []
        self.earlier: Pods = self.file.get("earlier", [])
        self.costs: dict[tuple[frozenset[int], bool], tuple[int, ...]] = {}
        self.largest = 0
        self.ranks: dict[int, int] = {}
        self.byes = dict.fromkeys(range(len(self.file["roster"])), 0)
        self.smaller = dict(self.byes)
        for before in self.file["rounds"][: self.number - 1]:
            pods = [list(pod) for pod in before["pods"]]
            out = list(before.get("out", ()))
            for one, other in before.get("swaps", ()):
                change = {one: other, other: one}
                pods = [[change.get(person, person) for person in pod] for pod in pods]
                out = [change.get(person, person) for person in out]
            if "played" in before:
                pods = [list(pod) for pod in before["played"]]
                out = list(before.get("benched", ()))
            self.met += pods
            for person in out:
                self.byes[person] += 1
            for pod in pods:
                for person in pod:
                    self.smaller[person] += any(len(other) > len(pod) for other in pods)

    # Sizes and who sits out

    def find_sizes(self) -> list[int]:
        """Return the sizes, sorted upwards."""
        sizes = self.file["sizes"]
        people = len(self.here)
        whole = [each for each in divide(people, sizes["allowed"]) if sum(each) == people]
        preferred = sizes["preferred"]
        return min(
            whole or divide(people, sizes["may"]),
            key=lambda each: (
                people - sum(each),
                sum((size - preferred) ** 2 for size in each),
                sum(size > preferred for size in each),
                [-size for size in each],
            ),
        )

    def find_key(self, person: int, times: dict[int, int]) -> tuple[int, ...]:
        """Return the key by which people sit out, or in smaller pods; `times` is how often they did before."""
        if self.mode == "fresh":
            return (times[person],)
        return times[person], self.here[person].get("points", 0)

    def find_cut(self, cut: int) -> tuple[Pods, list[int]]:
        """Return the pods of a round of the top cut, and who is not in it."""
        tags = [seat["tag"] for seat in self.file["roster"]]
        order = sorted(
            self.here,
            key=lambda person: (
                0 if self.here[person].get("through") else 1,
                self.here[person]["standing"],
                seal(self.file["secret"], f"round {self.number} {tags[person]}"),
            ),
        )
        count = cut // 4 if len(order) >= cut else 1 if cut == 16 and len(order) >= 4 else len(order) // 4
        pods: Pods = [[] for _ in range(count)]
        for at, person in enumerate(order[: 4 * count]):
            row, place = divmod(at, count)
            pods[place if row in (0, 2) else count - 1 - place].append(person)
        return sorted(map(sorted, pods)), sorted(order[4 * count :])

    def find(self) -> tuple[Pods, list[int]]:
        if cut := self.told.get("cut", 0):
            return self.find_cut(cut)
        sizes = self.find_sizes()
        if not sizes:
            return [], sorted(self.here)
        tags = [seat["tag"] for seat in self.file["roster"]]
        lots = {p: seal(self.file["secret"], f"round {self.number} {tags[p]}") for p in self.here}
        order = sorted(self.here, key=lambda person: lots[person])
        out = len(order) - sum(sizes)
        keys = sorted(self.find_key(person, self.byes) for person in order)
        last = keys[out - 1] if out else None
        gone = [p for p in order if last is not None and self.find_key(p, self.byes) < last]
        open_ = [p for p in order if last is not None and self.find_key(p, self.byes) == last]
        if len(gone) + len(open_) == out:
            gone, open_ = gone + open_, []
        certain = [p for p in order if p not in gone and p not in open_]
        line = certain + open_
        if self.file["recipe"] != "night-1":
            self.largest = max(sizes)
        turns = {person: self.find_key(person, self.smaller) for person in line}
        self.ranks = {person: len({key for key in turns.values() if key < turns[person]}) for person in line}
        pods = self.find_cheapest(line, open_, sizes) if len(line) <= 16 else self.search(line, open_, sizes)
        if self.is_kept_strength:
            pods = self.separate(pods, line, open_, sizes)
        playing = {person for pod in pods for person in pod}
        return sorted(map(sorted, pods)), sorted(set(order) - playing)

    def separate(self, pods: Pods, line: list[int], open_: list[int], sizes: list[int]) -> Pods:
        """Make pods again, if they seat people together who avoid each other."""
        for pod in pods:
            for one in pod:
                if any({one, other} in self.avoiding for other in pod):
                    self.should_meet[one] = self.find_strength([other for other in pod if other != one])
        if not self.should_meet:
            return pods
        self.apart = self.avoiding
        self.costs.clear()
        if len(line) <= 16:
            return self.find_cheapest(line, open_, sizes)
        bench = [person for person in line if all(person not in pod for pod in pods)]
        self.exchange(pods, bench, open_)
        return pods

    def find_strength(self, people: list[int]) -> int:
        return sum(self.here[person].get("strength", 0) for person in people)

    # The cost

    def find_cost_of_bench(self, bench: list[int]) -> tuple[int, ...]:
        missed = sum(self.should_meet.get(person, 0) for person in bench)
        return tuple(missed if part == "strength" else 0 for part in PARTS[self.mode])

    def find_cost(self, pods: Pods, size: int | None = None) -> tuple[int, ...]:
        """Return the cost of pods; `size` is that to which one will be filled."""
        costs = [self.find_cost_of_pod(frozenset(pod), (size or len(pod)) < self.largest) for pod in pods]
        return tuple(map(sum, zip(*costs, strict=True))) if costs else (0,) * len(PARTS[self.mode])

    def find_cost_of_pod(self, pod: frozenset[int], is_smaller: bool) -> tuple[int, ...]:
        if (pod, is_smaller) not in self.costs:
            points = [self.here[person].get("points", 0) for person in pod]
            told = [self.here[person].get("bracket") for person in pod]
            brackets = [each for each in told if each is not None]
            pairs = [{one, other} for one, other in combinations(pod, 2)]
            cost = {
                "smaller": sum(self.ranks[person] for person in pod) if is_smaller else 0,
                "apart": sum(pair in self.apart for pair in pairs),
                "repeats": sum(self.count_meetings(pair, self.met) ** 2 for pair in pairs),
                "strength": sum(
                    abs(self.find_strength([other for other in pod if other != person]) - wanted)
                    for person, wanted in self.should_meet.items()
                    if person in pod
                ),
                "earlier": sum(self.count_meetings(pair, self.earlier) ** 2 for pair in pairs),
                "points": max(points) - min(points),
                "brackets": max(brackets) - min(brackets) if brackets else 0,
            }
            self.costs[pod, is_smaller] = tuple(cost[part] for part in PARTS[self.mode])
        return self.costs[pod, is_smaller]

    def count_meetings(self, pair: set[int], pods: Pods) -> int:
        return sum(pair <= set(pod) for pod in pods)

    # Up to 16 in the line

    def find_cheapest(self, line: list[int], open_: list[int], sizes: list[int]) -> Pods:
        ways = list(self.list_ways(line, open_, sizes))
        costs = [
            add(
                self.find_cost([pod for pod in way if len(pod) > 1]),
                self.find_cost_of_bench([pod[0] for pod in way if len(pod) == 1]),
            )
            for way in ways
        ]
        cheapest = [way for way, cost in zip(ways, costs, strict=True) if cost == min(costs)]
        # A way lists a pod, or a person who sits out, for the first who had no place before.
        best = min(
            cheapest,
            key=lambda way: [
                sum(2 ** line.index(person) for person in group) if len(group) > 1 else 0 for group in way
            ],
        )
        return [pod for pod in best if len(pod) > 1]

    def list_ways(self, free: list[int], open_: list[int], sizes: list[int]) -> Iterator[Pods]:
        if not free:
            if not sizes:
                yield []
            return
        first, *others = free
        if first in open_ and len(free) > sum(sizes):
            for way in self.list_ways(others, open_, sizes):
                yield [[first], *way]
        for size in sorted(set(sizes)):
            rest = list(sizes)
            rest.remove(size)
            for chosen in combinations(others, size - 1):
                left = [person for person in others if person not in chosen]
                for way in self.list_ways(left, open_, rest):
                    yield [[first, *chosen], *way]

    # More than 16 in the line

    def search(self, line: list[int], open_: list[int], sizes: list[int]) -> Pods:
        outcomes = []
        for start in range(32 if len(line) <= 60 else 1):
            turned = start * len(line) // 32
            turned_line = line[turned:] + line[:turned]
            row = [person for person in turned_line if person not in open_]
            waiting = [person for person in turned_line if person in open_]
            seats = sum(sizes) - len(row)
            row, bench = row + waiting[:seats], waiting[seats:]
            pods = self.cut(row, sizes) if self.mode == "swiss" and start == 0 else self.fill(row, sizes)
            self.exchange(pods, bench, open_)
            outcomes.append(pods)
        return min(outcomes, key=self.find_cost)

    def fill(self, row: list[int], sizes: list[int]) -> Pods:
        free = list(row)
        pods: Pods = []
        for size in sorted(sizes, reverse=True):
            pod = [free.pop(0)]
            while len(pod) < size:
                best = min(free, key=lambda person: self.find_cost([[*pod, person]], size))
                free.remove(best)
                pod.append(best)
            pods.append(pod)
        return pods

    def cut(self, row: list[int], sizes: list[int]) -> Pods:
        by_points = sorted(row, key=lambda person: self.here[person].get("points", 0))
        cuts = []
        for order in sorted(set(permutations(sizes))):
            ends = [sum(order[: at + 1]) for at in range(len(order))]
            pods = [by_points[end - size : end] for end, size in zip(ends, order, strict=True)]
            cuts.append((self.find_cost(pods), order[::-1], pods[::-1]))
        return min(cuts)[2]

    def exchange(self, pods: Pods, bench: list[int], open_: list[int]) -> None:
        changed = True
        while changed:
            changed = False
            for one in range(len(pods)):
                while self.exchange_best(pods, [one], pods[one], bench, open_):
                    changed = True
                for other in range(one):
                    while self.exchange_best(pods, [one, other], pods[one], pods[other], None):
                        changed = True

    def exchange_best(
        self, pods: Pods, among: list[int], one: list[int], other: list[int], open_: list[int] | None
    ) -> bool:
        def find_cost() -> tuple[int, ...]:
            return add(
                self.find_cost([pods[at] for at in among]), self.find_cost_of_bench([] if open_ is None else other)
            )

        least = find_cost()
        found = None
        for first in range(len(one)):
            if open_ is not None and one[first] not in open_:
                continue
            for second in range(len(other)):
                one[first], other[second] = other[second], one[first]
                cost = find_cost()
                one[first], other[second] = other[second], one[first]
                if cost < least:
                    least, found = cost, (first, second)
        if found is None:
            return False
        first, second = found
        one[first], other[second] = other[second], one[first]
        return True


def add(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(one, other, strict=True)))


def divide(people: int, sizes: list[int], least: int = 0) -> list[list[int]]:
    """Return every list of sizes, sorted upwards, that seats at most so many people."""
    found: list[list[int]] = [[]]
    for size in sorted(set(sizes)):
        if least <= size <= people:
            found += [[size, *rest] for rest in divide(people - size, sizes, size)]
    return found
