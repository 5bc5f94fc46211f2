"""Responsibility for defeats, and the rules that decide it (ESC-20 to ESC-43, NEC-D1).

`judge_responsibility_with_servants` applies Esclave's rules to one defeat and the teams as they stand. It names the
responsible player, or nobody, or the players among whom the loser chooses. `judge_responsibility_by_most_damage` needs
no teams.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.rules.facts import Cause, DefeatReport, DefeatSource, Player
from bot.rules.losses import ReportedDefeat
from bot.rules.teams import StateByPlayer, find_responsible_master

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


class DefeatJudgement(Struct, frozen=True):
    """A finding on who is responsible for a defeat, made before the loser's fate is decided.

    `trail` are the rules that were needed, in order, each once; a verdict cites the last. `options` are the players
    among whom the loser must choose, if any. `traitors` are servants who directly took the decision against their
    master (ESC-D3). If a moderator `ruled`, the trail is that of the facts alone. `objects` names several equal
    objects, each with the master who answers for it; for a single object, `source` is enough.
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

    def add_rule_to_judgement(
        self, rule_id: str, explanation_key: str | None = None, **changes: Any
    ) -> "DefeatJudgement":
        """Return the judgement with one more rule that led to it, and perhaps a new explanation."""
        if explanation_key is not None:
            changes = {"answer": explanation_key, "found": None, **changes}
        if self.objects and "responsible" in changes:
            changes["source"] = self._find_responsible_source_name(changes["responsible"])
        return replace(self, trail=append_unique_rule_ids(self.trail, rule_id), **changes)

    def _find_responsible_source_name(self, responsible_player: Player | None) -> str | None:
        """Return the name of the card or effect through which a player is responsible for the defeat.

        None as the player means nobody. A player who is responsible in another's place (ESC-D6) is so through the
        other's objects.
        """
        if responsible_player is not None and self.responsible is not None:
            return self.source
        theirs = [name for name, master in self.objects if master == responsible_player]
        names = theirs if responsible_player is not None and theirs else [n for n, _ in self.objects]
        return next((name for name in names if name is not None), None)


def append_unique_rule_ids(applied_rules: tuple[str, ...], *rules: str) -> tuple[str, ...]:
    """Append rules to the applied rules. A rule that appears twice stays only at its last place."""
    return (*(rule for rule in applied_rules if rule not in rules), *rules)


def judge_responsibility_with_servants(
    defeat: ReportedDefeat, player_states: StateByPlayer, tie_winner: Player | None = None
) -> DefeatJudgement:
    """Return who is responsible for a defeat in variants where masters answer for their servants.

    `tie_winner` settles a tie if they are one of the options.
    """
    return _DefeatResponsibilityJudge(defeat, player_states, tie_winner).judge_responsibility()


class _DefeatResponsibilityJudge:
    """A judge of one defeat, in variants where masters answer for what their servants do."""

    __slots__ = ("cause", "chosen", "loser", "report", "shared", "standings")

    def __init__(self, defeat: ReportedDefeat, player_states: StateByPlayer, chosen_player: Player | None) -> None:
        self.standings = player_states
        self.report = defeat.report
        self.shared = defeat.shared
        self.loser = defeat.report.loser
        self.cause = defeat.report.cause
        self.chosen = chosen_player

    def judge_responsibility(self) -> DefeatJudgement:
        report = self.report
        ended = report.protection_ended_by
        if ended is not None:  # ESC-43
            return self._judge_defeat_by_single_source(ended, "ESC-43", "protection")
        if self.cause != "library":
            return self._judge_defeat_by_sources(report.sources, SINGLE_EXTERNAL_RULES[self.cause], None)
        forced = tuple(source for source in report.sources if source.forced_draw)
        if forced:  # ESC-D4
            return self._judge_defeat_by_sources(forced, "ESC-D4", "forced")
        return self._judge_self_inflicted_defeat(report.sources, (INTERNAL_RULES["library"],))

    def _judge_defeat_by_sources(
        self, sources: tuple[DefeatSource, ...], rule_id: str, explanation_key: str | None
    ) -> DefeatJudgement:
        if len(sources) == 1:
            return self._judge_defeat_by_single_source(sources[0], rule_id, explanation_key)
        several = SEVERAL_EXTERNAL_RULES[self.cause]
        trail = append_unique_rule_ids((rule_id,) if self.cause == "library" else (), several)
        pool, explanation_key = self._find_decisive_defeat_sources(sources)
        if explanation_key in _PREVAILING_SIDES:
            alone = len({source.controller for source in pool}) == 1
            trail = (
                append_unique_rule_ids(trail, "ESC-36") if alone else append_unique_rule_ids(trail, "ESC-36", several)
            )
        if self._is_on_losing_team(pool[0].controller):
            return self._judge_self_inflicted_defeat(pool, trail)
        return self._blame_controller_of_most_sources(pool, trail, explanation_key)

    def _judge_defeat_by_single_source(
        self, source: DefeatSource, rule_id: str, explanation_key: str | None
    ) -> DefeatJudgement:
        """Return the judgement of a defeat that has one source.

        It blames the master of the source's controller, or the loser's own side.
        """
        controller = source.controller
        if controller == self.loser or self.standings[controller].status != "master":
            if self._is_on_losing_team(controller):
                return self._judge_self_inflicted_defeat((source,), (rule_id,))
            return self._blame_controller_of_most_sources((source,), (rule_id,), explanation_key)
        return DefeatJudgement(
            self.loser,
            controller,
            (rule_id,),
            "controller",
            explanation_key,
            source.object,
            controller,
            source.owner or controller,
        )

    # Which objects count (ESC-21 to ESC-25, ESC-36)

    def _find_decisive_defeat_sources(self, sources: tuple[DefeatSource, ...]) -> tuple[Sequence[DefeatSource], str]:
        """Return the cards or effects that decide who is responsible for a defeat, and the reason why they do."""
        if self.cause in COUNTED_CAUSES:
            most = max(source.amount or 1 for source in sources)
            equal = [source for source in sources if (source.amount or 1) == most]
        else:
            tally = Counter(source.controller for source in sources)
            top = max(tally.values())
            equal = [source for source in sources if tally[source.controller] == top]
        if len(equal) == 1 and self.cause in COUNTED_CAUSES:
            return equal, "most"
        ranks = {source.controller: self._compute_blame_rank(source.controller) for source in equal}
        best = min(ranks.values())
        if best == max(ranks.values()):
            return equal, "count"
        # Thralls who prevail over their master have words of their own: both are on one side.
        found = "thralls" if best == _THRALL_RANK else "others"
        return [source for source in equal if ranks[source.controller] == best], found

    def _compute_blame_rank(self, player: Player) -> int:
        """Return a player's rank in a tie for responsibility: other sides, then the loser's servants, then the loser.

        Of equal players, the one with the lowest rank is responsible (ESC-36).
        """
        if self._is_on_losing_team(player):
            return _OWN_RANK
        return _THRALL_RANK if find_responsible_master(self.standings, player) == self.loser else _OTHER_RANK

    def _is_on_losing_team(self, player: Player) -> bool:
        """Return True if the player is the loser, or shared the life that ran out with the loser."""
        if player == self.loser:
            return True
        return self.shared and find_responsible_master(self.standings, player) == self.loser

    # External defeats

    def _blame_controller_of_most_sources(
        self, sources: Sequence[DefeatSource], applied_rules: tuple[str, ...], explanation_key: str | None
    ) -> DefeatJudgement:
        return self._blame_player_with_most_sources(
            sources, lambda s: s.controller, applied_rules, explanation_key, "controller"
        )

    def _blame_player_with_most_sources(
        self,
        sources: Sequence[DefeatSource],
        get_player_of_source: Callable[[DefeatSource], Player],
        applied_rules: tuple[str, ...],
        explanation_key: str | None,
        reason_key: str,
    ) -> DefeatJudgement:
        leaders = _find_players_with_most_sources(sources, get_player_of_source)
        masters = {leader: find_responsible_master(self.standings, leader) for leader in leaders}
        options = {master: leader for leader, master in reversed(masters.items()) if master}
        if not options:  # all have left while the pod waited
            nobody = self._blame_nobody(sources, append_unique_rule_ids(applied_rules, "ESC-D17"), "gone")
            return replace(
                nobody,
                objects=_list_source_names_with_responsible_masters(sources, get_player_of_source, self.standings),
            )
        if len(options) == 1:
            (responsible,) = options
            if explanation_key == "count" and len(leaders) > 1:
                explanation_key = "left" if None in masters.values() else "team"
        elif self.chosen in options:
            responsible = self.chosen
            explanation_key = "chosen"
        else:
            seated = tuple(player for player in self.standings if player in options)
            return DefeatJudgement(
                self.loser, None, applied_rules, "tie", source=_find_first_source_name(sources), options=seated
            )
        leader = options[responsible]
        if responsible == self.loser:
            return replace(
                self._blame_nobody(sources, append_unique_rule_ids(applied_rules, "ESC-D3"), "own-servant"),
                controller=leader,
                traitors=_list_controllers_of_voluntary_sources(sources, get_player_of_source, leaders),
            )
        if any(master not in (None, player) for player, master in masters.items()):
            # The rule of the cause settles a tie that the loser decided.
            rules = ("ESC-40", *applied_rules[-1:]) if explanation_key == "chosen" else ("ESC-40",)
            applied_rules = append_unique_rule_ids(applied_rules, *rules)
        return self._blame_player(
            sources, get_player_of_source, applied_rules, explanation_key, reason_key, responsible, leader
        )

    def _blame_player(
        self,
        sources: Sequence[DefeatSource],
        get_player_of_source: Callable[[DefeatSource], Player],
        applied_rules: tuple[str, ...],
        explanation_key: str | None,
        reason_key: str,
        responsible_player: Player,
        player_with_most_sources: Player,
    ) -> DefeatJudgement:
        theirs = [
            s for s in sources if find_responsible_master(self.standings, get_player_of_source(s)) == responsible_player
        ]
        # The explanation names an object only if the object alone shows who answers.
        said = (
            reason_key
            if all(get_player_of_source(source) == player_with_most_sources for source in sources)
            else "leader"
        )
        return DefeatJudgement(
            self.loser,
            responsible_player,
            applied_rules,
            said if player_with_most_sources == responsible_player else f"{said}-served",
            explanation_key,
            _find_first_source_name(theirs),
            theirs[0].controller if said == "owner" else player_with_most_sources,
            player_with_most_sources if said == "owner" else theirs[0].owner_or_controller,
            objects=_list_source_names_with_responsible_masters(sources, get_player_of_source, self.standings),
        )

    # Internal defeats

    def _judge_self_inflicted_defeat(
        self, sources: Sequence[DefeatSource], applied_rules: tuple[str, ...]
    ) -> DefeatJudgement:
        report = self.report
        for player, rule, answer in (
            (report.kindslaver, "ESC-42", "kindslaver"),
            (report.controlled_by, "ESC-41", "controlled"),
        ):
            if player is not None and self._is_opponent_of_loser(player):
                return self._blame_controller_of_loser(
                    player, sources, append_unique_rule_ids(applied_rules, rule), answer
                )
        applied_rules = append_unique_rule_ids(applied_rules, INTERNAL_RULES[self.cause])
        if self.cause == "library":
            return self._blame_nobody(sources, applied_rules, "library")
        compelled = [source for source in sources if not source.voluntary]
        lent = [source for source in compelled if not self._is_on_losing_team(source.owner_or_controller)]
        if lent:
            return self._blame_owner_of_borrowed_sources(lent, applied_rules)
        return self._blame_nobody(compelled or sources, applied_rules, "compelled-own" if compelled else "voluntary")

    def _blame_owner_of_borrowed_sources(
        self, borrowed_defeat_sources: Sequence[DefeatSource], applied_rules: tuple[str, ...]
    ) -> DefeatJudgement:
        """Return the judgement that blames the owners of borrowed cards, which the loser's own side used."""
        best = min(self._compute_blame_rank(source.owner_or_controller) for source in borrowed_defeat_sources)
        outsiders = [
            source for source in borrowed_defeat_sources if self._compute_blame_rank(source.owner_or_controller) == best
        ]
        if len({source.owner_or_controller for source in outsiders}) > 1:
            applied_rules = append_unique_rule_ids(applied_rules, "ESC-D11")
        return self._blame_player_with_most_sources(
            outsiders, lambda s: s.owner_or_controller, applied_rules, None, "owner"
        )

    def _is_opponent_of_loser(self, player: Player) -> bool:
        """Return True unless a player is on the loser's side."""
        if player == self.loser:
            return False
        return find_responsible_master(self.standings, player) != self.loser

    def _blame_controller_of_loser(
        self,
        controller: Player,
        defeat_sources: Sequence[DefeatSource],
        applied_rules: tuple[str, ...],
        reason_key: str,
    ) -> DefeatJudgement:
        master = find_responsible_master(self.standings, controller)
        if master is None:
            return self._blame_nobody(defeat_sources, append_unique_rule_ids(applied_rules, "ESC-D17"), "gone")
        if master != controller:
            applied_rules = append_unique_rule_ids(applied_rules, "ESC-40")
            reason_key = f"{reason_key}-served"
        return DefeatJudgement(
            self.loser, master, applied_rules, reason_key, None, _find_first_source_name(defeat_sources), controller
        )

    def _blame_nobody(
        self, defeat_sources: Sequence[DefeatSource], applied_rules: tuple[str, ...], reason_key: str
    ) -> DefeatJudgement:
        first = defeat_sources[0] if defeat_sources else None
        return DefeatJudgement(
            self.loser,
            None,
            applied_rules,
            reason_key,
            None,
            _find_first_source_name(defeat_sources),
            first.controller if first else None,
            first.owner_or_controller if first else None,
        )


def _list_source_names_with_responsible_masters(
    sources: Sequence[DefeatSource],
    get_player_of_source: Callable[[DefeatSource], Player],
    player_states: StateByPlayer,
) -> tuple[tuple[str | None, Player | None], ...]:
    return tuple(
        (source.object, find_responsible_master(player_states, get_player_of_source(source))) for source in sources
    )


def judge_responsibility_by_most_damage(
    defeat_report: DefeatReport, loser_team: Collection[Player] = ()
) -> DefeatJudgement:
    """Return the judgement that blames the player whose card or effect did most damage.

    A tie or the loser's own object makes nobody responsible (NEC-D1). Where the loss is the team's, sources of
    `loser_team` count as the loser's.
    """
    loser = defeat_report.loser
    if not defeat_report.sources:
        answer = "library" if defeat_report.cause == "library" else "unknown"
        return DefeatJudgement(loser, None, ("NEC-D1",), answer)
    most = max(source.amount or 1 for source in defeat_report.sources)
    equal = [source for source in defeat_report.sources if (source.amount or 1) == most]
    first = equal[0]
    if any(source.controller != first.controller for source in equal):
        return DefeatJudgement(loser, None, ("NEC-D1",), "tied", source=_find_first_source_name(equal))
    responsible: Player | None = first.controller
    answer = "controller"
    if first.controller == loser:
        responsible = None
        answer = "own-doing"
    elif first.controller in loser_team:
        responsible = None
        answer = "teammate"
    found = "most" if len(equal) == 1 else "count"
    return DefeatJudgement(
        loser,
        responsible,
        ("NEC-D1",),
        answer,
        None if len(defeat_report.sources) == 1 else found,
        _find_first_source_name(equal),
        first.controller,
        first.owner_or_controller,
    )


def _find_players_with_most_sources(
    sources: Sequence[DefeatSource], get_player_of_source: Callable[[DefeatSource], Player]
) -> list[Player]:
    """Return the players who control (or own) the most of these cards or effects; several if tied."""
    tally = Counter(map(get_player_of_source, sources))
    most = max(tally.values())
    return [player for player, count in tally.items() if count == most]


def _list_controllers_of_voluntary_sources(
    sources: Sequence[DefeatSource],
    get_player_of_source: Callable[[DefeatSource], Player],
    players_with_most_sources: Collection[Player],
) -> tuple[Player, ...]:
    return tuple(
        sorted({s.controller for s in sources if s.voluntary and get_player_of_source(s) in players_with_most_sources})
    )


def _find_first_source_name(sources: Sequence[DefeatSource]) -> str | None:
    return next((source.object for source in sources if source.object is not None), None)
