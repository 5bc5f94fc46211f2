"""The standings of a night as the rule reads (NGT-4): each number is looked up anew."""

from dataclasses import dataclass, field
from math import floor


@dataclass
class ToldRound:
    """The points and the winners of each pod that has ended, and who sat out."""

    pods: list[tuple[dict[str, int], set[str]]] = field(default_factory=list)
    out: set[str] = field(default_factory=set)


@dataclass
class ToldNight:
    """All rounds of a night."""

    rounds: list[ToldRound]

    def list_players(self) -> set[str]:
        people: set[str] = set()
        for told in self.rounds:
            people |= told.out
            for points, _ in told.pods:
                people |= set(points)
        return people

    def list_played(self, person: str) -> list[int]:
        """The points of each round that the person played."""
        return [points[person] for told in self.rounds for points, _ in told.pods if person in points]

    def find_bye(self, person: str) -> int:
        """Sitting out: the average of one's other rounds, rounded down, at least 0."""
        played = self.list_played(person)
        if not played:
            return 0
        return max(0, floor(sum(played) / len(played)))

    def find_points(self, person: str) -> int:
        total = 0
        for told in self.rounds:
            if person in told.out:
                total += self.find_bye(person)
            for points, _ in told.pods:
                total += points.get(person, 0)
        return total

    def find_wins(self, person: str) -> int:
        return sum(person in winners for told in self.rounds for _, winners in told.pods)

    def find_opposition(self, person: str) -> tuple[int, int]:
        """The points of the people met, summed over all meetings, and the number of meetings."""
        met = [
            self.find_points(other)
            for told in self.rounds
            for points, _ in told.pods
            for other in points
            if person in points and other != person
        ]
        return sum(met), len(met)

    def is_better(self, one: str, other: str) -> bool:
        """More points; then more wins; then people met who have more points on average."""
        if self.find_points(one) != self.find_points(other):
            return self.find_points(one) > self.find_points(other)
        if self.find_wins(one) != self.find_wins(other):
            return self.find_wins(one) > self.find_wins(other)
        total, meetings = self.find_opposition(one)
        others_total, others_meetings = self.find_opposition(other)
        return total * (others_meetings or 1) > others_total * (meetings or 1)

    def find_place(self, person: str) -> int:
        return 1 + sum(self.is_better(other, person) for other in self.list_players())
