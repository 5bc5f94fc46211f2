"""Responsibility for defeats, and the rules that decide it (ESC-20 to ESC-43, NEC-D1).

`judge` applies Esclave's rules to one defeat and the teams as they stand. It names the responsible
player, or nobody, or the players among whom the loser chooses. `judge_simply` needs no teams.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Cause, Player, Report, Source
from bot.rules.losses import Loss
from bot.rules.teams import Standings, find_master

SINGLE_EXTERNAL_RULES: Mapping[Cause, str] = {
    "life": "ESC-21",
    "poison": "ESC-23",
    "effect": "ESC-25",
    "commander": "ESC-D8",
    "library": "ESC-D4",
}
"""Rules for a single source that another player controls."""

SEVERAL_EXTERNAL_RULES: Mapping[Cause, str] = {
    "life": "ESC-22",
    "poison": "ESC-24",
    "effect": "ESC-25",
    "commander": "ESC-25",
    "library": "ESC-25",
}
"""Rules for several sources that other players control."""

INTERNAL_RULES: Mapping[Cause, str] = {
    "life": "ESC-32",
    "poison": "ESC-34",
    "effect": "ESC-35",
    "commander": "ESC-D8",
    "library": "ESC-33",
}
"""Rules for sources on the loser's own side."""

COUNTED_CAUSES: frozenset[Cause] = frozenset({"life", "poison"})
"""Causes whose sources are measured: life taken, counters placed."""

_OTHER_RANK = 0
_THRALL_RANK = 1
_OWN_RANK = 2
"""Ranks of sources by their player, as the loser sees them; the lowest prevails (ESC-36)."""

_PREVAILING_SIDES = ("others", "thralls")
"""Values of `found` for sources that prevailed over equal ones."""


class Judgement(Struct, frozen=True):
    """The judgement of one defeat by its facts, before the loser's fate is settled.

    `trail` are the rules that were needed, in order, each once; a verdict cites the last. `options`
    are the players among whom the loser must choose, if any. `traitors` are servants who directly
    took the decision against their master (ESC-D3). If a moderator `ruled`, the trail is that of
    the facts alone. `objects` names several equal objects, each with the master who answers for it;
    for a single object, `source` is enough.
    """

    loser: Player
    responsible: Player | None
    trail: tuple[str, ...]
    answer: str
    found: str | None = None
    source: str | None = None
    controller: Player | None = None
    owner: Player | None = None
    options: tuple[Player, ...] = ()
    traitors: tuple[Player, ...] = ()
    ruled: bool = False
    objects: tuple[tuple[str | None, Player | None], ...] = ()

    def cite(self, rule: str, answer: str | None = None, **changes: Any) -> "Judgement":
        """Return the judgement with `rule` in its trail; `answer` replaces its explanation."""
        if answer is not None:
            changes = {"answer": answer, "found": None, **changes}
        if self.objects and "responsible" in changes:
            changes["source"] = self._find_source(changes["responsible"])
        return replace(self, trail=extend_trail(self.trail, rule), **changes)

    def _find_source(self, responsible: Player | None) -> str | None:
        """Return the object by which `responsible` becomes responsible, or by which nobody does.

        A player who is responsible in another's place (ESC-D6) is so through the other's objects.
        """
        if responsible is not None and self.responsible is not None:
            return self.source
        theirs = [name for name, master in self.objects if master == responsible]
        names = theirs if responsible is not None and theirs else [n for n, _ in self.objects]
        return next((name for name in names if name is not None), None)


def extend_trail(trail: tuple[str, ...], *rules: str) -> tuple[str, ...]:
    """Return the trail with `rules` at its end; a repeated rule moves there."""
    return (*(rule for rule in trail if rule not in rules), *rules)


def judge(loss: Loss, standings: Standings, chosen: Player | None = None) -> Judgement:
    """Judge a defeat by Esclave's rules; `chosen` settles a tie if it is one of the options."""
    return _Case(loss, standings, chosen).judge()


class _Case:
    """A defeat to be judged by Esclave's rules."""

    __slots__ = ("cause", "chosen", "loser", "report", "shared", "standings")

    def __init__(self, loss: Loss, standings: Standings, chosen: Player | None) -> None:
        self.standings = standings
        self.report = loss.report
        self.shared = loss.shared
        self.loser = loss.report.loser
        self.cause = loss.report.cause
        self.chosen = chosen

    def judge(self) -> Judgement:
        report = self.report
        ended = report.protection_ended_by
        if ended is not None:  # ESC-43
            return self._judge_one(ended, "ESC-43", "protection")
        if self.cause != "library":
            return self._judge_all(report.sources, SINGLE_EXTERNAL_RULES[self.cause], None)
        forced = tuple(source for source in report.sources if source.forced_draw)
        if forced:  # ESC-D4
            return self._judge_all(forced, "ESC-D4", "forced")
        return self._judge_internal(report.sources, (INTERNAL_RULES["library"],))

    def _judge_all(self, sources: tuple[Source, ...], rule: str, found: str | None) -> Judgement:
        if len(sources) == 1:
            return self._judge_one(sources[0], rule, found)
        several = SEVERAL_EXTERNAL_RULES[self.cause]
        trail = extend_trail((rule,) if self.cause == "library" else (), several)
        pool, found = self._find_decisive(sources)
        if found in _PREVAILING_SIDES:
            alone = len({source.controller for source in pool}) == 1
            trail = (
                extend_trail(trail, "ESC-36") if alone else extend_trail(trail, "ESC-36", several)
            )
        if self._is_mine(pool[0].controller):
            return self._judge_internal(pool, trail)
        return self._judge_external(pool, trail, found)

    def _judge_one(self, source: Source, rule: str, found: str | None) -> Judgement:
        """Judge a defeat by a single source, the usual case: another master who controls it."""
        controller = source.controller
        if controller == self.loser or self.standings[controller].status != "master":
            if self._is_mine(controller):
                return self._judge_internal((source,), (rule,))
            return self._judge_external((source,), (rule,), found)
        return Judgement(
            self.loser,
            controller,
            (rule,),
            "controller",
            found,
            source.object,
            controller,
            source.owned_by,
        )

    # Which objects count (ESC-21 to ESC-25, ESC-36)

    def _find_decisive(self, sources: tuple[Source, ...]) -> tuple[Sequence[Source], str]:
        """Return the equal objects that decide, all on one side, and how they were found."""
        if self.cause in COUNTED_CAUSES:
            most = max(source.amount or 1 for source in sources)
            equal = [source for source in sources if (source.amount or 1) == most]
        else:
            tally = Counter(source.controller for source in sources)
            top = max(tally.values())
            equal = [source for source in sources if tally[source.controller] == top]
        if len(equal) == 1 and self.cause in COUNTED_CAUSES:
            return equal, "most"
        ranks = {source.controller: self._rank(source.controller) for source in equal}
        best = min(ranks.values())
        if best == max(ranks.values()):
            return equal, "count"
        # Thralls who prevail over their master have words of their own: both are on one side.
        found = "thralls" if best == _THRALL_RANK else "others"
        return [source for source in equal if ranks[source.controller] == best], found

    def _rank(self, player: Player) -> int:
        """Rank equals: other players, then the loser's servants, then the loser (ESC-36)."""
        if self._is_mine(player):
            return _OWN_RANK
        return _THRALL_RANK if find_master(self.standings, player) == self.loser else _OTHER_RANK

    def _is_mine(self, player: Player) -> bool:
        """Return whether `player` counts as the loser; for shared life the team does (ESC-D3)."""
        if player == self.loser:
            return True
        return self.shared and find_master(self.standings, player) == self.loser

    # External defeats

    def _judge_external(
        self, pool: Sequence[Source], trail: tuple[str, ...], found: str | None
    ) -> Judgement:
        return self._name_leader(pool, lambda s: s.controller, trail, found, "controller")

    def _name_leader(
        self,
        pool: Sequence[Source],
        role: Callable[[Source], Player],
        trail: tuple[str, ...],
        found: str | None,
        answer: str,
    ) -> Judgement:
        """Judge by the player with most of `pool` in a `role`, or their master (ESC-22, ESC-40)."""
        leaders = _find_leaders(pool, role)
        masters = {leader: find_master(self.standings, leader) for leader in leaders}
        options = {master: leader for leader, master in reversed(masters.items()) if master}
        if not options:  # all have left while the pod waited
            nobody = self._judge_nobody(pool, extend_trail(trail, "ESC-D17"), "gone")
            return replace(nobody, objects=_list_objects(pool, role, self.standings))
        if len(options) == 1:
            (responsible,) = options
            if found == "count" and len(leaders) > 1:
                found = "left" if None in masters.values() else "team"
        elif self.chosen in options:
            responsible = self.chosen
            found = "chosen"
        else:
            seated = tuple(player for player in self.standings if player in options)
            return Judgement(
                self.loser, None, trail, "tie", source=_find_name(pool), options=seated
            )
        leader = options[responsible]
        if responsible == self.loser:
            return replace(
                self._judge_nobody(pool, extend_trail(trail, "ESC-D3"), "own-servant"),
                controller=leader,
                traitors=_find_traitors(pool, role, leaders),
            )
        if any(master not in (None, player) for player, master in masters.items()):
            # The rule of the cause settles a tie that the loser decided.
            rules = ("ESC-40", *trail[-1:]) if found == "chosen" else ("ESC-40",)
            trail = extend_trail(trail, *rules)
        return self._answer_for(pool, role, trail, found, answer, responsible, leader)

    def _answer_for(
        self,
        pool: Sequence[Source],
        role: Callable[[Source], Player],
        trail: tuple[str, ...],
        found: str | None,
        answer: str,
        responsible: Player,
        leader: Player,
    ) -> Judgement:
        theirs = [s for s in pool if find_master(self.standings, role(s)) == responsible]
        # The explanation names an object only if the object alone shows who answers.
        said = answer if all(role(source) == leader for source in pool) else "leader"
        return Judgement(
            self.loser,
            responsible,
            trail,
            said if leader == responsible else f"{said}-served",
            found,
            _find_name(theirs),
            theirs[0].controller if said == "owner" else leader,
            leader if said == "owner" else theirs[0].owned_by,
            objects=_list_objects(pool, role, self.standings),
        )

    # Internal defeats

    def _judge_internal(self, pool: Sequence[Source], trail: tuple[str, ...]) -> Judgement:
        report = self.report
        for player, rule, answer in (
            (report.kindslaver, "ESC-42", "kindslaver"),
            (report.controlled_by, "ESC-41", "controlled"),
        ):
            if player is not None and self._is_another(player):
                return self._judge_commanded(player, pool, extend_trail(trail, rule), answer)
        trail = extend_trail(trail, INTERNAL_RULES[self.cause])
        if self.cause == "library":
            return self._judge_nobody(pool, trail, "library")
        compelled = [source for source in pool if not source.voluntary]
        lent = [source for source in compelled if not self._is_mine(source.owned_by)]
        if lent:
            return self._judge_lent(lent, trail)
        return self._judge_nobody(
            compelled or pool, trail, "compelled-own" if compelled else "voluntary"
        )

    def _judge_lent(self, lent: Sequence[Source], trail: tuple[str, ...]) -> Judgement:
        """Judge a compelled loss through others' objects by their main owner (ESC-32, ESC-D11)."""
        best = min(self._rank(source.owned_by) for source in lent)
        outsiders = [source for source in lent if self._rank(source.owned_by) == best]
        if len({source.owned_by for source in outsiders}) > 1:
            trail = extend_trail(trail, "ESC-D11")
        return self._name_leader(outsiders, lambda s: s.owned_by, trail, None, "owner")

    def _is_another(self, player: Player) -> bool:
        """Return whether `player`, who controls the loser, is on another side (ESC-D21)."""
        if player == self.loser:
            return False
        return find_master(self.standings, player) != self.loser

    def _judge_commanded(
        self, player: Player, pool: Sequence[Source], trail: tuple[str, ...], answer: str
    ) -> Judgement:
        master = find_master(self.standings, player)
        if master is None:
            return self._judge_nobody(pool, extend_trail(trail, "ESC-D17"), "gone")
        if master != player:
            trail = extend_trail(trail, "ESC-40")
            answer = f"{answer}-served"
        return Judgement(self.loser, master, trail, answer, None, _find_name(pool), player)

    def _judge_nobody(
        self, pool: Sequence[Source], trail: tuple[str, ...], answer: str
    ) -> Judgement:
        """Judge that nobody is responsible."""
        first = pool[0] if pool else None
        return Judgement(
            self.loser,
            None,
            trail,
            answer,
            None,
            _find_name(pool),
            first.controller if first else None,
            first.owned_by if first else None,
        )


def _list_objects(
    pool: Sequence[Source], role: Callable[[Source], Player], standings: Standings
) -> tuple[tuple[str | None, Player | None], ...]:
    """Return each object of `pool` with the master who answers for it, or None without one."""
    return tuple((source.object, find_master(standings, role(source))) for source in pool)


def judge_simply(report: Report, own: Collection[Player] = ()) -> Judgement:
    """Judge by the controller of the greatest source (NEC-D1).

    A tie or the loser's own source makes nobody responsible. Sources of the loser's `own` team
    count as the loser's, where the loss is the team's.
    """
    loser = report.loser
    if not report.sources:
        answer = "library" if report.cause == "library" else "unknown"
        return Judgement(loser, None, ("NEC-D1",), answer)
    most = max(source.amount or 1 for source in report.sources)
    equal = [source for source in report.sources if (source.amount or 1) == most]
    first = equal[0]
    if any(source.controller != first.controller for source in equal):
        return Judgement(loser, None, ("NEC-D1",), "tied", source=_find_name(equal))
    responsible: Player | None = first.controller
    answer = "controller"
    if first.controller == loser:
        responsible = None
        answer = "own-doing"
    elif first.controller in own:
        responsible = None
        answer = "teammate"
    found = "most" if len(equal) == 1 else "count"
    return Judgement(
        loser,
        responsible,
        ("NEC-D1",),
        answer,
        None if len(report.sources) == 1 else found,
        _find_name(equal),
        first.controller,
        first.owned_by,
    )


def _find_leaders(pool: Sequence[Source], role: Callable[[Source], Player]) -> list[Player]:
    """Return who controls or owns the most of the equal objects."""
    tally = Counter(map(role, pool))
    most = max(tally.values())
    return [player for player, count in tally.items() if count == most]


def _find_traitors(
    pool: Sequence[Source], role: Callable[[Source], Player], leaders: Collection[Player]
) -> tuple[Player, ...]:
    """Return the loser's servants who directly took the decision (ESC-D3)."""
    return tuple(sorted({s.controller for s in pool if s.voluntary and role(s) in leaders}))


def _find_name(sources: Sequence[Source]) -> str | None:
    """Return the name of the first object that has one."""
    return next((source.object for source in sources if source.object is not None), None)
