"""Places and deeds (achievements) of a pod, computed from its story (DEED-P, DEED-1 to DEED-9).

A moment is an event of the story that reports defeats or a concession outside a subgame. If a later
choice or concession settles a reported defeat, the defeat belongs to the moment that reported it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from bot.rules.choosing import ChoiceMade
from bot.rules.concession import PlayerConceded
from bot.rules.facts import Cause, Player
from bot.rules.losses import merge_shared_life_reports
from bot.rules.players import PlayerMapping, rename_players
from bot.rules.pod import Pod, StoryEvent, apply_pod_event, list_story_events
from bot.rules.records import DefeatVerdict, PlayerStanding
from bot.rules.reporting import DefeatsReported
from bot.rules.teams import Standings

DeedId = Literal[
    "first-blood",
    "regicide",
    "commanders-blow",
    "venom",
    "mill",
    "double",
    "revenge",
    "broke-the-chains",
    "loyal",
]

REGICIDE_SERVANTS = 2
"""Fewest direct servants of a master whose defeat is a regicide (DEED-2)."""


class Deed(NamedTuple):
    """An achievement of one player in a game.

    `step` is the index in the story of the event by which the player achieved it.
    """

    step: int
    deed: DeedId
    player: Player


class CreditedDefeat(NamedTuple):
    """A defeat of `loser` for which `winner` is responsible, and its cause."""

    winner: Player
    loser: Player
    cause: Cause | None


class DefeatMoment(NamedTuple):
    """A report of defeats or a concession: its index in the story, and the standings before it."""

    step: int
    standings: Standings
    beats: tuple[CreditedDefeat, ...]


class GameTimeline(NamedTuple):
    """The timeline of a game from which places and deeds are computed.

    `falls` has the place in the story of each player's latest defeat, or of the event that sent
    them out for good. `ended` is the place of the event that gave the pod its result. `masters`
    are all masters that each player ever served.
    """

    pod: Pod | None
    moments: tuple[DefeatMoment, ...]
    falls: Mapping[Player, int]
    ended: int | None
    masters: Mapping[Player, frozenset[Player]]


def build_game_timeline(pod: Pod, rename_player: PlayerMapping | None = None) -> GameTimeline:
    """Return the timeline of a pod, with `rename_player` applied to every player.

    By default the owner of each seat stands for everybody who sat on the seat.
    """
    told = list_story_events(pod.told)
    if pod.passed_on:
        told = [rename_players(event, rename_player or pod.find_result_owner) for event in told]
    return _TimelineBuilder().build_timeline(told)


class _TimelineBuilder:
    """A builder of a game's timeline from the events of its story."""

    def __init__(self) -> None:
        self._moments: dict[int, DefeatMoment] = {}
        self._causes: dict[Player, Cause] = {}
        self._reported = 0  # the place of the report whose defeats are settled now
        self._conceded: dict[Player, int] = {}
        self._latest_concession = 0
        self._lost: dict[Player, int] = {}
        self._gone: dict[Player, int | None] = {}
        self._masters: dict[Player, set[Player]] = {}
        self._ended: int | None = None

    def build_timeline(self, story_events: Iterable[StoryEvent]) -> GameTimeline:
        pod: Pod | None = None
        for step, event in enumerate(story_events):
            before = pod
            pod = apply_pod_event(pod, event)
            if before is not None and before.standings and before.subgame is None:
                self._add_event(step, event, before, pod)
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
        return GameTimeline(pod, moments, falls, self._ended, masters)

    def _add_event(self, step: int, event: StoryEvent, previous_pod: Pod, current_pod: Pod) -> None:
        match event:
            case DefeatsReported():
                self._reported = step
                merged = merge_shared_life_reports(
                    previous_pod.setup, previous_pod.players, previous_pod.standings, event.reports
                )
                self._causes = {}
                for report in merged:
                    self._causes.setdefault(report.loser, report.cause)
            case PlayerConceded():
                self._conceded[event.player] = step
                self._latest_concession = step
        if isinstance(event, DefeatsReported | PlayerConceded):
            self._moments[step] = DefeatMoment(step, previous_pod.standings, ())
        elif not isinstance(event, ChoiceMade):
            self._record_departures(previous_pod, current_pod, dict.fromkeys(current_pod.standings))
            return
        verdicts = current_pod.verdicts[len(previous_pod.verdicts) :]
        if verdicts:
            self._add_verdicts(verdicts)
        self._record_departures(
            previous_pod, current_pod, self._find_departure_steps(previous_pod, verdicts)
        )

    def _add_verdicts(self, verdicts: Sequence[DefeatVerdict]) -> None:
        moment = self._moments[self._reported]
        beats = list(moment.beats)
        for verdict in verdicts:
            self._lost[verdict.loser] = max(self._reported, self._lost.get(verdict.loser, 0))
            if verdict.is_beat:
                assert verdict.responsible is not None
                cause = self._causes.get(verdict.loser)
                beats.append(CreditedDefeat(verdict.responsible, verdict.loser, cause))
        self._moments[self._reported] = moment._replace(beats=tuple(beats))

    def _find_departure_steps(
        self, previous_pod: Pod, verdicts: Sequence[DefeatVerdict]
    ) -> dict[Player, int | None]:
        """Return the step at which each player would go out, if they go out now."""
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

    def _record_departures(
        self, previous_pod: Pod, current_pod: Pod, departure_steps: Mapping[Player, int | None]
    ) -> None:
        """Record the players who go out, each with the step of the story.

        None stands for an event that is no moment, such as a victory.
        """
        for player, standing in current_pod.standings.items():
            was = previous_pod.standings.get(player)
            if standing.status == "out" and (was is None or was.status != "out"):
                self._gone[player] = departure_steps.get(player)
                self._conceded.pop(player, None)


# Places (DEED-P)


def compute_final_places(timeline: GameTimeline) -> dict[Player, int] | None:
    """Return the final place of each player (DEED-P). None without a result, and for a draw."""
    pod = timeline.pod
    if pod is None or pod.result is None or pod.result.draw:
        return None
    ranks: dict[Player, tuple[int, ...]]
    if pod.setup.variant_answers.ends_when == "closed":
        ranks = {player: (-points,) for player, points in pod.result.points.items()}
    else:
        end = (timeline.ended or 0) + 1
        ranks = {player: _compute_rank_key(timeline, pod, player, end) for player in pod.standings}
    ordered = sorted(ranks.values())
    return {player: ordered.index(rank) + 1 for player, rank in ranks.items()}


def _compute_rank_key(
    timeline: GameTimeline, pod: Pod, player: Player, end_step: int
) -> tuple[int, ...]:
    if is_winning_servant(pod, player):
        return (1,)
    if pod.result is not None and player in pod.result.winners:
        return (0,)
    return 2, -timeline.falls.get(player, end_step)


def is_winning_servant(pod: Pod, player: Player) -> bool:
    """Return True if a player wins as a servant, by a variant that allows this (VAR-9)."""
    return (
        pod.result is not None
        and player in pod.result.winners
        and pod.setup.variant_answers.servants_win_with_master
        and pod.standings[player].status == "servant"
    )


# Deeds


def find_deeds(timeline: GameTimeline) -> list[Deed]:
    """Return all deeds of a game, sorted by step, then by rule, then by player."""
    found = {deed for kind in DEEDS.values() for deed in kind.find(timeline)}
    return sorted(found, key=lambda deed: (deed.step, DEED_IDS.index(deed.deed), deed.player))


def count_deeds_by_player(pod: Pod) -> Counter[tuple[DeedId, Player]]:
    """Return how often each player did each deed in a pod, in the order of the story."""
    return Counter((each.deed, each.player) for each in find_deeds(build_game_timeline(pod)))


def _find_first_blood_deeds(timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-1 for all who beat somebody in the first moment with a defeat."""
    for moment in timeline.moments:
        if moment.beats:
            for beat in moment.beats:
                yield Deed(moment.step, "first-blood", beat.winner)
            return


def _find_regicide_deeds(timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-2 for beating a master with two servants or more."""
    for moment in timeline.moments:
        for beat in moment.beats:
            serving = [
                each for each in moment.standings.values() if _is_servant_of(each, beat.loser)
            ]
            is_master = moment.standings[beat.loser].status == "master"
            if is_master and len(serving) >= REGICIDE_SERVANTS:
                yield Deed(moment.step, "regicide", beat.winner)


def _find_deeds_by_cause(deed: DeedId, cause: Cause, timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-3 to DEED-5 for beating by commander damage, poison or an empty library."""
    for moment in timeline.moments:
        for beat in moment.beats:
            if beat.cause == cause:
                yield Deed(moment.step, deed, beat.winner)


def _find_double_kill_deeds(timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-6 for beating two players or more in one moment."""
    for moment in timeline.moments:
        for winner in {beat.winner for beat in moment.beats}:
            if len({beat.loser for beat in moment.beats if beat.winner == winner}) > 1:
                yield Deed(moment.step, "double", winner)


def _find_revenge_deeds(timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-7 for beating somebody who beat the player in an earlier moment."""
    earlier: set[tuple[Player, Player]] = set()
    for moment in timeline.moments:
        for beat in moment.beats:
            if (beat.loser, beat.winner) in earlier:
                yield Deed(moment.step, "revenge", beat.winner)
        earlier.update((beat.winner, beat.loser) for beat in moment.beats)


def _find_own_master_beaten_deeds(timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-8 for beating the player's own master."""
    for moment in timeline.moments:
        for beat in moment.beats:
            if _is_servant_of(moment.standings[beat.winner], beat.loser):
                yield Deed(moment.step, "broke-the-chains", beat.winner)


def _find_loyal_servant_deeds(timeline: GameTimeline) -> Iterator[Deed]:
    """Yield DEED-9 for a winning servant who has served one master only."""
    if timeline.pod is None or timeline.ended is None:
        return
    for player in timeline.pod.standings:
        if is_winning_servant(timeline.pod, player) and len(timeline.masters.get(player, ())) == 1:
            yield Deed(timeline.ended, "loyal", player)


def _is_servant_of(standing: PlayerStanding, master: Player) -> bool:
    return standing.status == "servant" and standing.master == master


class DeedKind(NamedTuple):
    """A kind of deed (achievement): its icon, and the function that finds it in a game's
    timeline.

    Its texts are `deed-<id>` and `deed-<id>-about` in the catalogues.
    """

    icon: str
    find: Callable[[GameTimeline], Iterator[Deed]]


DEEDS: Mapping[DeedId, DeedKind] = {
    "first-blood": DeedKind("🩸", _find_first_blood_deeds),
    "regicide": DeedKind("🗡️", _find_regicide_deeds),
    "commanders-blow": DeedKind("⚔️", partial(_find_deeds_by_cause, "commanders-blow", "commander")),
    "venom": DeedKind("🐍", partial(_find_deeds_by_cause, "venom", "poison")),
    "mill": DeedKind("📚", partial(_find_deeds_by_cause, "mill", "library")),
    "double": DeedKind("🎯", _find_double_kill_deeds),
    "revenge": DeedKind("🔥", _find_revenge_deeds),
    "broke-the-chains": DeedKind("🔓", _find_own_master_beaten_deeds),
    "loyal": DeedKind("🫡", _find_loyal_servant_deeds),
}

DEED_IDS: tuple[DeedId, ...] = tuple(DEEDS)
