"""Who is responsible for a defeat, and by which rule (ESC-20 to ESC-43, NEC-D1).

`judge` takes the facts of one defeat on the teams as they stand and names the responsible
player, or nobody, or the players among whom the loser chooses; `simple` needs the facts alone.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.teams import Standings, master_of

EXTERNAL_ONE: Mapping[Cause, str] = {
    "life": "ESC-21",
    "poison": "ESC-23",
    "effect": "ESC-25",
    "commander": "ESC-D8",
    "library": "ESC-D4",
}
EXTERNAL_SEVERAL: Mapping[Cause, str] = {
    "life": "ESC-22",
    "poison": "ESC-24",
    "effect": "ESC-25",
    "commander": "ESC-25",
    "library": "ESC-25",
}
INTERNAL: Mapping[Cause, str] = {
    "life": "ESC-32",
    "poison": "ESC-34",
    "effect": "ESC-35",
    "commander": "ESC-D8",
    "library": "ESC-33",
}
COUNTED: frozenset[Cause] = frozenset({"life", "poison"})
"""Causes whose sources are measured: life taken, counters placed."""


class Judgement(Struct, frozen=True):
    """What the facts say of one defeat, before anything becomes of the loser.

    `options` is not empty where the loser must choose the responsible player among them;
    `traitors` are servants who directly took the decision against their master (ESC-D3). Where a
    moderator `ruled`, `rule` is what the facts alone would have led to.
    """

    loser: Player
    responsible: Player | None
    rule: str
    answer: str
    found: str | None = None
    source: str | None = None
    controller: Player | None = None
    owner: Player | None = None
    options: tuple[Player, ...] = ()
    traitors: tuple[Player, ...] = ()
    ruled: bool = False


def judge(standings: Standings, report: Report, chosen: Player | None = None) -> Judgement:
    """Judge one defeat by Esclave's rules; `chosen` settles a tie if it is one of the options."""
    return _Case(standings, report, chosen).judgement()


class _Case:
    """One defeat before the judge, under Esclave's rules."""

    __slots__ = ("cause", "chosen", "loser", "report", "standings")

    def __init__(self, standings: Standings, report: Report, chosen: Player | None) -> None:
        self.standings = standings
        self.report = report
        self.loser = report.loser
        self.cause = report.cause
        self.chosen = chosen

    def judgement(self) -> Judgement:
        report = self.report
        ended = report.protection_ended_by
        if ended is not None:  # ESC-43
            return self._among((ended,), "ESC-43", "protection")
        if self.cause == "library":  # ESC-33, ESC-D4
            forced = tuple(source for source in report.sources if source.forced_draw)
            return self._among(forced, "ESC-D4", "forced") if forced else self._internal(())
        return self._among(report.sources, EXTERNAL_ONE[self.cause], None)

    def _among(self, sources: tuple[Source, ...], rule: str, found: str | None) -> Judgement:
        if len(sources) == 1:
            return self._only(sources[0], rule, found)
        pool, found = self._decisive(sources)
        if self._is_mine(pool[0].controller):
            return self._internal(pool)
        rule = EXTERNAL_SEVERAL[self.cause]
        if found == "others" and len({source.controller for source in pool}) == 1:
            rule = "ESC-36"
        return self._external(pool, rule, found)

    def _only(self, source: Source, rule: str, found: str | None) -> Judgement:
        """A single source, as nearly always: its controller, if that is another master."""
        controller = source.controller
        if controller == self.loser or self.standings[controller].status != "master":
            pool = (source,)
            mine = self._is_mine(controller)
            return self._internal(pool) if mine else self._external(pool, rule, found)
        return Judgement(
            self.loser,
            controller,
            rule,
            "controller",
            found,
            source.object,
            controller,
            source.owned_by,
        )

    # Which objects count (ESC-21 to ESC-25, ESC-36)

    def _decisive(self, sources: tuple[Source, ...]) -> tuple[Sequence[Source], str]:
        """The objects that decide, all of them on one side, and how they were found."""
        if self.cause in COUNTED:
            most = max(source.amount or 1 for source in sources)
            equal = [source for source in sources if (source.amount or 1) == most]
            ranked = _grouped(equal, self._rank)
            found = "most" if len(equal) == 1 else "others" if len(ranked) > 1 else "count"
            return ranked[0], found
        tally = Counter(source.controller for source in sources)
        ranks = {player: self._rank(player) for player in tally}
        top = max(tally.values())
        best = min(ranks[player] for player, count in tally.items() if count == top)
        pool = [s for s in sources if tally[s.controller] == top and ranks[s.controller] == best]
        tied = any(ranks[player] != best for player, count in tally.items() if count == top)
        return pool, "others" if tied else "count"

    def _rank(self, player: Player) -> int:
        """Among equals: other players, then the loser's servants, then the loser (ESC-36)."""
        if self._is_mine(player):
            return 2
        return 1 if master_of(self.standings, player) == self.loser else 0

    def _is_mine(self, player: Player) -> bool:
        """Whether it counts as the loser's: for life the whole team's does (ESC-D3)."""
        if player == self.loser:
            return True
        return self.cause == "life" and master_of(self.standings, player) == self.loser

    # External defeats

    def _external(self, pool: Sequence[Source], rule: str, found: str | None) -> Judgement:
        tally = Counter(source.controller for source in pool)
        most = max(tally.values())
        leaders = [player for player, count in tally.items() if count == most]
        return self._answers(leaders, lambda s: s.controller, pool, rule, found, "controller")

    def _answers(
        self,
        leaders: Sequence[Player],
        role: Callable[[Source], Player],
        pool: Sequence[Source],
        rule: str,
        found: str | None,
        answer: str,
    ) -> Judgement:
        """One of `leaders`, who control or own the most of `pool`, answers, or their master."""
        standings, loser = self.standings, self.loser
        options: dict[Player, Player] = {}  # the master who would answer: for whom
        for leader in leaders:
            master = master_of(standings, leader)
            if master is not None:
                options.setdefault(master, leader)
        if not options:  # they have left while the pod waited
            return self._nobody(pool, "ESC-D17", "gone")
        if len(options) > 1:
            if self.chosen not in options:
                seated = tuple(player for player in standings if player in options)
                return Judgement(loser, None, rule, "tie", source=_named(pool), options=seated)
            responsible, found = self.chosen, "chosen"
        else:
            (responsible,) = options
        leader = options[responsible]
        if responsible == loser:
            traitors = {s.controller for s in pool if s.voluntary and role(s) in leaders}
            return self._nobody(pool, "ESC-D3", "own-servant", tuple(sorted(traitors)))
        if leader != responsible and found != "chosen":
            rule = "ESC-40"
        # The object is named in the explanation only where it alone tells who answers.
        said = answer if all(role(source) == leader for source in pool) else "leader"
        return Judgement(
            loser,
            responsible,
            rule,
            said if leader == responsible else f"{said}-served",
            found,
            _named(pool),
            leader if answer == "controller" else pool[0].controller,
            leader if answer == "owner" else pool[0].owned_by,
        )

    # Internal defeats

    def _internal(self, pool: Sequence[Source]) -> Judgement:
        report = self.report
        for player, rule, answer in (
            (report.kindslaver, "ESC-42", "kindslaver"),
            (report.controlled_by, "ESC-41", "controlled"),
        ):
            if player is not None and self._is_another(player):
                return self._commanded(player, pool, rule, answer)
        rule = INTERNAL[self.cause]
        if self.cause == "library":
            return self._nobody(pool or report.sources, rule, "library")
        compelled = [source for source in pool if not source.voluntary]
        lent = [source for source in compelled if not self._is_mine(source.owned_by)]
        if lent:
            return self._lent(lent, rule)
        return self._nobody(compelled or pool, rule, "compelled-own" if compelled else "voluntary")

    def _lent(self, lent: Sequence[Source], rule: str) -> Judgement:
        """Compelled by what others own: who owns most of it answers (ESC-32, ESC-D11)."""
        outsiders, *_ = _grouped_by_owner(lent, self._rank)
        tally = Counter(source.owned_by for source in outsiders)
        most = max(tally.values())
        owners = [player for player, count in tally.items() if count == most]
        if len(tally) > 1:
            rule = "ESC-D11"
        return self._answers(owners, lambda s: s.owned_by, outsiders, rule, None, "owner")

    def _is_another(self, player: Player) -> bool:
        """Whether a player who controls the loser is one the rules look at (ESC-D21)."""
        if player == self.loser:
            return False
        return master_of(self.standings, player) != self.loser

    def _commanded(
        self, player: Player, pool: Sequence[Source], rule: str, answer: str
    ) -> Judgement:
        master = master_of(self.standings, player)
        if master is None:
            return self._nobody(pool, "ESC-D17", "gone")
        if master != player:
            rule, answer = "ESC-40", f"{answer}-served"
        return Judgement(self.loser, master, rule, answer, None, _named(pool), player)

    def _nobody(
        self,
        pool: Sequence[Source],
        rule: str,
        answer: str,
        traitors: tuple[Player, ...] = (),
    ) -> Judgement:
        first = pool[0] if pool else None
        return Judgement(
            self.loser,
            None,
            rule,
            answer,
            None,
            _named(pool),
            first.controller if first else None,
            first.owned_by if first else None,
            traitors=traitors,
        )


def simple(report: Report, own: Collection[Player] = ()) -> Judgement:
    """The greatest source's controller; nobody for a tie or one's own doing (NEC-D1).

    What the loser's `own` team controls counts as theirs, where the loss is the team's.
    """
    loser = report.loser
    if not report.sources:
        return Judgement(loser, None, "NEC-D1", "unknown")
    most = max(source.amount or 1 for source in report.sources)
    equal = [source for source in report.sources if (source.amount or 1) == most]
    first = equal[0]
    if any(source.controller != first.controller for source in equal):
        return Judgement(loser, None, "NEC-D1", "tied", source=_named(equal))
    mine = first.controller == loser or first.controller in own
    return Judgement(
        loser,
        None if mine else first.controller,
        "NEC-D1",
        "own-doing" if mine else "controller",
        None if len(report.sources) == 1 else "most",
        _named(equal),
        first.controller,
        first.owned_by,
    )


def _named(sources: Sequence[Source]) -> str | None:
    """What the first of the objects that anybody named is called."""
    return next((source.object for source in sources if source.object is not None), None)


def _grouped(sources: Sequence[Source], rank: Callable[[Player], int]) -> list[list[Source]]:
    """The sources by the rank of their controllers, the best rank first."""
    return _by_rank(sources, lambda source: rank(source.controller))


def _grouped_by_owner(
    sources: Sequence[Source], rank: Callable[[Player], int]
) -> list[list[Source]]:
    return _by_rank(sources, lambda source: rank(source.owned_by))


def _by_rank(sources: Sequence[Source], rank: Callable[[Source], int]) -> list[list[Source]]:
    groups: dict[int, list[Source]] = {}
    for source in sources:
        groups.setdefault(rank(source), []).append(source)
    return [groups[key] for key in sorted(groups)]
