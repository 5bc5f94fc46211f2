"""The findings of a run of several processes, and the verdict on them."""

from dataclasses import dataclass, field

from tests.crash.checks import Found
from tests.crash.served import Gap, Served

UNSERVED = 30.0
"""Seconds that nobody may serve a shard, whatever has happened."""

AWAY = "PostgreSQL is away"
"""While it is, nobody can serve anybody."""

LOST = 0.02
"""The part of all interactions that may be lost where nothing fails, on a busy machine."""

FEW = 5
"""Interactions that may be lost all the same, where few were asked."""


@dataclass
class FoundAmongSeveral(Found):
    """The findings of a run of several processes."""

    served: Served = field(default_factory=Served)
    too_soon: int = 0
    told: int = 0  # how often Discord was told the commands of all servers, or of one
    restless: list[str] = field(default_factory=list)  # what never came to rest
    unposted: list[str] = field(default_factory=list)

    @property
    def late(self) -> dict[str, Gap]:
        """Return the kinds of faults after which a gap was too long."""
        longest = self.served.longest
        return {k: gap for k, gap in longest.items() if gap.seconds > UNSERVED and k != AWAY}

    @property
    def trespasses(self) -> list[str]:
        """Return requests of processes when others might already act."""
        return self.served.trespasses

    @property
    def sound(self) -> bool:
        """Return whether the promise was kept."""
        served = self.served
        wrong = (self.late, self.too_soon, self.told > 1, self.restless, self.unposted)
        missed = served.missed > max(FEW, LOST * served.asked)
        return super().sound and not any(wrong) and not missed and not served.by_two and not served.trespasses

    def __str__(self) -> str:
        served = self.served
        lines = [super().__str__()]
        lines += [f"unserved at most, {kind}: {gap}" for kind, gap in served.longest.items()]
        counts = {
            "answered by two": len(served.by_two),
            "acted without a lease": len(served.trespasses),
            "sessions begun too soon": self.too_soon,
            "commands told to Discord": self.told,
            "weekly posts missing": len(self.unposted),
            "processes that came to no rest": len(self.restless),
        }
        lines += [f"{name}: {count}" for name, count in counts.items()]
        return "\n".join([*lines, f"interactions lost in handovers: {served.missed} of {served.asked}"])
