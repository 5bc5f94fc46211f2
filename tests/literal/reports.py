"""Random reports: every cause, every shape of sources, one loser or several at once."""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.literal.sheet import Sheet
from tests.literal.telling import Entry, Line

CAUSES = ("life", "life", "life", "poison", "effect", "commander", "library")
OBJECTS = ("Bolt", "Bear", "Pact", "Agent", "Charm", "Deluge")
VOLUNTARY = ("Pact", "Deluge")


@dataclass
class Reporter:
    """Makes up reports.

    `lordly` is how likely whoever has the most servants has a part in one, `humble` how likely it
    is about one who serves.
    """

    random: Random
    sheet: Sheet
    lordly: float
    humble: float

    def report(self, do: str) -> Line:
        if do == "defeat":
            loser = self._choose_loser()
            return {"do": do, **self._enter(loser, self._suspect([loser]))}
        losers = self._choose_losers()
        together = self._suspect(losers)[:2] if self.random.random() < 0.3 else []
        entries = [self._enter(one, together or self._suspect([one, *losers])) for one in losers]
        if self.random.random() < 0.02:
            entries.append(entries[0])
        return {"do": do, "at_once": entries}

    def _choose_losers(self) -> list[str]:
        """Seldom everybody, which ends the game."""
        people = self._list_people()
        number = self.random.choice((2, 2, 2, 3, 3, 4))
        if self.random.random() < 0.06:
            number = len(people) - self.random.choice((0, 1))
        return self.random.sample(people, max(1, min(number, len(people))))

    def _choose_loser(self) -> str:
        """Somebody who is out hardly ever."""
        if self.random.random() < 0.01:
            return self.random.choice(self.sheet.seats)
        people = self._list_people()
        servants = [player for player in people if player in self.sheet.master]
        masters = [player for player in people if player not in servants]
        if servants and self.random.random() < self.humble:
            return self.random.choice(servants)
        return self.random.choice(masters or people)

    def _list_people(self) -> list[str]:
        """Who is in the game; in Respawn everybody may have gone."""
        return self.sheet.present() or self.sheet.seats

    def _enter(self, loser: str, suspects: list[str]) -> Entry:
        cause = self.random.choice(CAUSES)
        number = self.random.choice((1, 1, 2, 2, 2, 3, 4))
        if cause == "library" or self.sheet.variant != "esclave":
            number = self.random.choice((0, 1, 1, 1, 2, 3))
        sources = [self._point_at(loser, suspects, cause) for _ in range(number)]
        if cause in ("life", "poison") and (number > 1 or self.random.random() < 0.5):
            self._measure(sources)
        entry: Entry = {"loser": loser, "cause": cause, "sources": sources}
        for role, likely in (("controlled_by", 0.08), ("kindslaver", 0.06)):
            if self.random.random() < likely:
                entry[role] = self.random.choice([*suspects, loser])
        if self.random.random() < 0.06:
            entry["protection_ended_by"] = self._point_at(loser, suspects, cause)
        return entry

    def _measure(self, sources: list[dict[str, Any]]) -> None:
        """How much each took: the same, or this and that; hardly ever it is forgotten."""
        same = self.random.random() < 0.6
        for source in sources:
            source["amount"] = 2 if same else self.random.choice((1, 2, 2, 3))
        if self.random.random() < 0.01 and sources:
            del sources[0]["amount"]

    def _suspect(self, losers: list[str]) -> list[str]:
        """A few players who may have had a part in it: so there are ties, loops and treason.

        Whoever has the most servants is often one of them, so that orders of service grow long.
        """
        sheet = self.sheet
        near = [*sheet.team(losers[0]), *losers]
        far = self._list_people()
        lord = max(far, key=lambda player: len(sheet.servants(player)))
        chosen = [self.random.choice(near if self.random.random() < 0.3 else far) for _ in range(3)]
        chosen += [lord] * 4 if self.random.random() < self.lordly else []
        if self.random.random() < 0.01:
            return [self.random.choice([*sheet.seats, "nobody"])]
        self.random.shuffle(chosen)
        return [player for player in chosen if player in sheet.present()] or far

    def _point_at(self, loser: str, suspects: list[str], cause: str) -> dict[str, Any]:
        controller = self.random.choice(suspects)
        source: dict[str, Any] = {"controller": controller}
        if self.random.random() < 0.9:
            source["object"] = f"{controller}'s {self.random.choice(OBJECTS)}"
        if self.random.random() < (0.7 if controller == loser else 0.2):
            source["owner"] = self.random.choice(suspects)
        if source.get("object", "Bolt").endswith(VOLUNTARY):
            source["voluntary"] = True
        if cause == "library" and self.random.random() < 0.6:
            source["forced_draw"] = True
        return source
