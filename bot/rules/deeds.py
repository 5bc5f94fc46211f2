"""Places and achievements (deeds) of a pod, computed from its events (DEED-P, DEED-1 to DEED-9).

A moment is an event that reports defeats or a concession outside a subgame. If a later choice or concession settles a
reported defeat, the defeat belongs to the moment that reported it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple, get_args

from bot.rules.choosing import PendingPlayerChoiceAnswered
from bot.rules.concession import PlayerConceded
from bot.rules.facts import Cause, Player
from bot.rules.losses import merge_shared_life_reports
from bot.rules.players import PlayerMapping, replace_players_in_event_or_state
from bot.rules.pod import Pod, PodHistoryEvent, apply_pod_event, convert_linked_events_to_list
from bot.rules.records import DefeatVerdict, PlayerState
from bot.rules.reporting import DefeatsReported
from bot.rules.teams import StateByPlayer
from bot.rules.variants import ServantKind

DeedId = Literal[
    "first-blood", "regicide", "commanders-blow", "venom", "mill", "double", "revenge", "broke-the-chains", "loyal"
]

REGICIDE_SERVANTS = 2
"""Fewest direct servants of a master whose defeat is a regicide (DEED-2)."""


class PlayerAchievement(NamedTuple):
    """An achievement of one player in a game.

    `step` is the index in the story of the event by which the player achieved it.
    """

    step: int
    deed: DeedId
    player: Player


class TimelineDefeat(NamedTuple):
    """A defeat in a game's timeline: the loser, the cause, and the player who beat the loser."""

    winner: Player
    loser: Player
    cause: Cause | None


class SimultaneousDefeats(NamedTuple):
    """Defeats that happened at the same moment, with the states of all players just before.

    `step` is the index of the event among the events of the game that were not undone.
    """

    step: int
    standings: StateByPlayer
    beats: tuple[TimelineDefeat, ...]


class GameDefeatTimeline(NamedTuple):
    """All defeats of a game in order.

    Final places and achievements are computed from this timeline. `falls` has the index of the event of each player's
    latest defeat, or of the event that sent them out for good. `ended` is the index of the event that gave the pod its
    result. `masters` are all masters that each player ever served.
    """

    pod: Pod | None
    moments: tuple[SimultaneousDefeats, ...]
    falls: Mapping[Player, int]
    ended: int | None
    masters: Mapping[Player, frozenset[Player]]


def build_defeat_timeline(pod: Pod, player_replacements: PlayerMapping | None = None) -> GameDefeatTimeline:
    """Return the timeline of a pod's defeats, after replacing players such as substitutes.

    By default the owner of each seat stands for everybody who sat on the seat.
    """
    told = convert_linked_events_to_list(pod.told)
    if pod.passed_on:
        told = [
            replace_players_in_event_or_state(event, player_replacements or pod.find_result_owner) for event in told
        ]
    return _GameDefeatTimelineBuilder().build_timeline_from_events(told)


class _GameDefeatTimelineBuilder:
    """A builder of the timeline of defeats from a pod's events; undone events are left out."""

    def __init__(self) -> None:
        self._moments: dict[int, SimultaneousDefeats] = {}
        self._causes: dict[Player, Cause] = {}
        self._reported = 0  # the place of the report whose defeats are settled now
        self._conceded: dict[Player, int] = {}
        self._latest_concession = 0
        self._lost: dict[Player, int] = {}
        self._gone: dict[Player, int | None] = {}
        self._masters: dict[Player, set[Player]] = {}
        self._ended: int | None = None

    def build_timeline_from_events(self, events: Iterable[PodHistoryEvent]) -> GameDefeatTimeline:
        pod: Pod | None = None
        for step, event in enumerate(events):
            before = pod
            pod = apply_pod_event(pod, event)
            if before is not None and before.standings and before.subgame is None:
                self._add_event_to_timeline(step, event, before, pod)
            for player, standing in pod.standings.items():
                if standing.status == "servant" and standing.master is not None:
                    self._masters.setdefault(player, set()).add(standing.master)
            if self._ended is None and pod.result is not None:
                self._ended = step
        falls = dict(self._lost)
        for player, at in self._gone.items():
            is_out = pod is not None and pod.standings[player].status == "out"
            if is_out and at is not None:
                falls[player] = at
        masters = {player: frozenset(served) for player, served in self._masters.items()}
        moments = tuple(self._moments[step] for step in sorted(self._moments))
        return GameDefeatTimeline(pod, moments, falls, self._ended, masters)

    def _add_event_to_timeline(
        self, event_index: int, event: PodHistoryEvent, previous_pod: Pod, current_pod: Pod
    ) -> None:
        match event:
            case DefeatsReported():
                self._reported = event_index
                merged = merge_shared_life_reports(
                    previous_pod.setup, previous_pod.players, previous_pod.standings, event.reports
                )
                self._causes = {}
                for report in merged:
                    self._causes.setdefault(report.loser, report.cause)
            case PlayerConceded():
                self._conceded[event.player] = event_index
                self._latest_concession = event_index
        if isinstance(event, DefeatsReported | PlayerConceded):
            self._moments[event_index] = SimultaneousDefeats(event_index, previous_pod.standings, ())
        elif not isinstance(event, PendingPlayerChoiceAnswered):
            self._record_eliminations(previous_pod, current_pod, dict.fromkeys(current_pod.standings))
            return
        verdicts = current_pod.verdicts[len(previous_pod.verdicts) :]
        if verdicts:
            self._record_defeats_from_verdicts(verdicts)
        self._record_eliminations(
            previous_pod, current_pod, self._find_elimination_event_indexes(previous_pod, verdicts)
        )

    def _record_defeats_from_verdicts(self, verdicts: Sequence[DefeatVerdict]) -> None:
        moment = self._moments[self._reported]
        beats = list(moment.beats)
        for verdict in verdicts:
            self._lost[verdict.loser] = max(self._reported, self._lost.get(verdict.loser, 0))
            if verdict.counts_for_responsible_player:
                assert verdict.responsible is not None
                cause = self._causes.get(verdict.loser)
                beats.append(TimelineDefeat(verdict.responsible, verdict.loser, cause))
        self._moments[self._reported] = moment._replace(beats=tuple(beats))

    def _find_elimination_event_indexes(
        self, previous_pod: Pod, verdicts: Sequence[DefeatVerdict]
    ) -> dict[Player, int | None]:
        dates: dict[Player, int | None] = {}
        lost = {verdict.loser for verdict in verdicts}
        for player in previous_pod.standings:
            if player in self._conceded and player not in lost:
                dates[player] = self._conceded[player]
            elif verdicts:
                dates[player] = self._reported
            else:
                dates[player] = self._latest_concession
        return dates

    def _record_eliminations(
        self, previous_pod: Pod, current_pod: Pod, event_indexes: Mapping[Player, int | None]
    ) -> None:
        """Record which event eliminated each player who leaves the game.

        None stands for an event that is no moment, such as a victory.
        """
        for player, standing in current_pod.standings.items():
            was = previous_pod.standings.get(player)
            if standing.status == "out" and (was is None or was.status != "out"):
                self._gone[player] = event_indexes.get(player)
                self._conceded.pop(player, None)


# Places (DEED-P)


def compute_final_places(defeat_timeline: GameDefeatTimeline) -> dict[Player, int] | None:
    """Return each player's final place, such as 1 for the winner; None for a draw or an unfinished game.

    The rules are DEED-P.
    """
    pod = defeat_timeline.pod
    if pod is None or pod.result is None or pod.result.draw:
        return None
    ranks: dict[Player, tuple[int, ...]]
    if pod.setup.variant_rules.ending_condition == "closed":
        ranks = {player: (-points,) for player, points in pod.result.points.items()}
    else:
        end = (defeat_timeline.ended or 0) + 1
        ranks = {player: _build_final_place_sort_key(defeat_timeline, pod, player, end) for player in pod.standings}
    ordered = sorted(ranks.values())
    return {player: ordered.index(rank) + 1 for player, rank in ranks.items()}


def _build_final_place_sort_key(
    timeline: GameDefeatTimeline, pod: Pod, player: Player, end_event_index: int
) -> tuple[int, ...]:
    if is_winning_servant(pod, player):
        return (1,)
    if pod.result is not None and player in pod.result.winners:
        return (0,)
    return 2, -timeline.falls.get(player, end_event_index)


def is_winning_servant(pod: Pod, player: Player) -> bool:
    """Return True if a player serves the winner and the variant lets servants win with their master."""
    return (
        pod.result is not None
        and player in pod.result.winners
        and pod.setup.variant_rules.servants_win_with_master
        and pod.standings[player].status == "servant"
    )


# Deeds


def list_achievements_of_game(timeline: GameDefeatTimeline) -> list[PlayerAchievement]:
    """Return all achievements of a game, sorted by event, then by rule, then by player."""
    found = {deed for kind in DEEDS.values() for deed in kind.find(timeline)}
    return sorted(found, key=lambda deed: (deed.step, DEED_IDS.index(deed.deed), deed.player))


def count_achievements_of_pod(pod: Pod) -> Counter[tuple[DeedId, Player]]:
    """Return how often each player earned each achievement in a pod."""
    return Counter((each.deed, each.player) for each in list_achievements_of_game(build_defeat_timeline(pod)))


def _find_first_blood_achievements(timeline: GameDefeatTimeline) -> Iterator[PlayerAchievement]:
    """Yield an achievement for each player who caused the first defeat of the game."""
    for moment in timeline.moments:
        if moment.beats:
            for beat in moment.beats:
                yield PlayerAchievement(moment.step, "first-blood", beat.winner)
            return


def _find_regicide_achievements(timeline: GameDefeatTimeline) -> Iterator[PlayerAchievement]:
    """Yield an achievement for each player who beat a player with two or more servants."""
    for moment in timeline.moments:
        for beat in moment.beats:
            serving = [each for each in moment.standings.values() if _is_servant_of_master(each, beat.loser)]
            is_master = moment.standings[beat.loser].status == "master"
            if is_master and len(serving) >= REGICIDE_SERVANTS:
                yield PlayerAchievement(moment.step, "regicide", beat.winner)


def _find_achievements_by_defeat_cause(
    achievement_id: DeedId, cause: Cause, timeline: GameDefeatTimeline
) -> Iterator[PlayerAchievement]:
    """Yield the achievements for defeating a player in one way, such as by poison."""
    # DEED-3, DEED-4, DEED-5
    for moment in timeline.moments:
        for beat in moment.beats:
            if beat.cause == cause:
                yield PlayerAchievement(moment.step, achievement_id, beat.winner)


def _find_double_kill_achievements(timeline: GameDefeatTimeline) -> Iterator[PlayerAchievement]:
    """Yield an achievement for each player who beat at least two players at the same moment."""
    # DEED-6
    for moment in timeline.moments:
        for winner in {beat.winner for beat in moment.beats}:
            if len({beat.loser for beat in moment.beats if beat.winner == winner}) > 1:
                yield PlayerAchievement(moment.step, "double", winner)


def _find_revenge_achievements(timeline: GameDefeatTimeline) -> Iterator[PlayerAchievement]:
    """Yield an achievement for each player who beat somebody who had beaten them earlier."""
    # DEED-7
    earlier: set[tuple[Player, Player]] = set()
    for moment in timeline.moments:
        for beat in moment.beats:
            if (beat.loser, beat.winner) in earlier:
                yield PlayerAchievement(moment.step, "revenge", beat.winner)
        earlier.update((beat.winner, beat.loser) for beat in moment.beats)


def _find_servant_rebellion_achievements(timeline: GameDefeatTimeline) -> Iterator[PlayerAchievement]:
    # DEED-8
    for moment in timeline.moments:
        for beat in moment.beats:
            if _is_servant_of_master(moment.standings[beat.winner], beat.loser):
                yield PlayerAchievement(moment.step, "broke-the-chains", beat.winner)


def _find_loyal_servant_achievements(timeline: GameDefeatTimeline) -> Iterator[PlayerAchievement]:
    """Yield an achievement for each winning servant who served only one master in the whole game."""
    if timeline.pod is None or timeline.ended is None:
        return
    for player in timeline.pod.standings:
        if is_winning_servant(timeline.pod, player) and len(timeline.masters.get(player, ())) == 1:
            yield PlayerAchievement(timeline.ended, "loyal", player)


def _is_servant_of_master(player_state: PlayerState, master: Player) -> bool:
    return player_state.status == "servant" and player_state.master == master


class AchievementKind(NamedTuple):
    """A kind of achievement: its icon, and the function that finds this achievement in a timeline.

    It `needs` games with such servants. Its texts are `deed-<id>` and `deed-<id>-about` in the catalogues.
    """

    icon: str
    find: Callable[[GameDefeatTimeline], Iterator[PlayerAchievement]]
    needs: ServantKind = "none"


DEEDS: Mapping[DeedId, AchievementKind] = {
    "first-blood": AchievementKind("🩸", _find_first_blood_achievements),
    "regicide": AchievementKind("🗡️", _find_regicide_achievements, "minion"),
    "commanders-blow": AchievementKind(
        "⚔️", partial(_find_achievements_by_defeat_cause, "commanders-blow", "commander")
    ),
    "venom": AchievementKind("🐍", partial(_find_achievements_by_defeat_cause, "venom", "poison")),
    "mill": AchievementKind("📚", partial(_find_achievements_by_defeat_cause, "mill", "library")),
    "double": AchievementKind("🎯", _find_double_kill_achievements),
    "revenge": AchievementKind("🔥", _find_revenge_achievements),
    "broke-the-chains": AchievementKind("🔓", _find_servant_rebellion_achievements, "minion"),
    "loyal": AchievementKind("🫡", _find_loyal_servant_achievements, "thrall"),
}

DEED_IDS: tuple[DeedId, ...] = tuple(DEEDS)


def list_impossible_achievements(servant_kind: ServantKind) -> set[DeedId]:
    """Return the achievements that games with this kind of servants cannot have, such as regicide without servants."""
    kinds = get_args(ServantKind)
    return {deed for deed, kind in DEEDS.items() if kinds.index(kind.needs) > kinds.index(servant_kind)}
