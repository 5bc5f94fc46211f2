"""Places and deeds of a pod, computed from its story (DEED-P, DEED-1 to DEED-9).

A moment is an event of the story that reports defeats or a concession outside a subgame. If a later
choice or concession settles a reported defeat, the defeat belongs to the moment that reported it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from bot.rules.choosing import Chose
from bot.rules.concession import Conceded
from bot.rules.facts import Cause, Player
from bot.rules.losses import merge_reports
from bot.rules.players import Rename, rename_players
from bot.rules.pod import Pod, StoryEvent, evolve, tell_events
from bot.rules.records import Standing, Verdict
from bot.rules.reporting import Defeated
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
    """A deed of one player; `step` is the place in the story of the event that it was done by."""

    step: int
    deed: DeedId
    player: Player


class Beat(NamedTuple):
    """A defeat of `loser` for which `winner` is responsible, and its cause."""

    winner: Player
    loser: Player
    cause: Cause | None


class Moment(NamedTuple):
    """A report of defeats or a concession: its place, the standings before it, and its beats."""

    step: int
    standings: Standings
    beats: tuple[Beat, ...]


class Course(NamedTuple):
    """The data that places and deeds are computed from.

    `falls` has the place in the story of each player's latest defeat, or of the event that sent
    them out for good. `ended` is the place of the event that gave the pod its result. `masters` are
    all masters that each player ever served.
    """

    pod: Pod | None
    moments: tuple[Moment, ...]
    falls: Mapping[Player, int]
    ended: int | None
    masters: Mapping[Player, frozenset[Player]]


def trace_course(pod: Pod, rename: Rename | None = None) -> Course:
    """Return the course of a pod, in which `rename` was applied to every player.

    By default the owner of each seat stands for everybody who sat on it.
    """
    told = tell_events(pod.told)
    if pod.passed_on:
        told = [rename_players(event, rename or pod.find_owner) for event in told]
    return _Tracer().trace(told)


class _Tracer:
    """A trace of a story from event to event."""

    def __init__(self) -> None:
        self._moments: dict[int, Moment] = {}
        self._causes: dict[Player, Cause] = {}
        self._reported = 0  # the place of the report whose defeats are settled now
        self._conceded: dict[Player, int] = {}
        self._latest_concession = 0
        self._lost: dict[Player, int] = {}
        self._gone: dict[Player, int | None] = {}
        self._masters: dict[Player, set[Player]] = {}
        self._ended: int | None = None

    def trace(self, story: Iterable[StoryEvent]) -> Course:
        pod: Pod | None = None
        for step, event in enumerate(story):
            before = pod
            pod = evolve(pod, event)
            if before is not None and before.standings and before.subgame is None:
                self._follow_event(step, event, before, pod)
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
        return Course(pod, moments, falls, self._ended, masters)

    def _follow_event(self, step: int, event: StoryEvent, before: Pod, after: Pod) -> None:
        match event:
            case Defeated():
                self._reported = step
                merged = merge_reports(
                    before.setup, before.players, before.standings, event.reports
                )
                self._causes = {}
                for report in merged:
                    self._causes.setdefault(report.loser, report.cause)
            case Conceded():
                self._conceded[event.player] = step
                self._latest_concession = step
        if isinstance(event, Defeated | Conceded):
            self._moments[step] = Moment(step, before.standings, ())
        elif not isinstance(event, Chose):
            self._note_departures(before, after, dict.fromkeys(after.standings))
            return
        verdicts = after.verdicts[len(before.verdicts) :]
        if verdicts:
            self._add_verdicts(verdicts)
        self._note_departures(before, after, self._date_departures(before, verdicts))

    def _add_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        moment = self._moments[self._reported]
        beats = list(moment.beats)
        for verdict in verdicts:
            self._lost[verdict.loser] = max(self._reported, self._lost.get(verdict.loser, 0))
            if verdict.is_beat:
                assert verdict.responsible is not None
                cause = self._causes.get(verdict.loser)
                beats.append(Beat(verdict.responsible, verdict.loser, cause))
        self._moments[self._reported] = moment._replace(beats=tuple(beats))

    def _date_departures(
        self, before: Pod, verdicts: Sequence[Verdict]
    ) -> dict[Player, int | None]:
        """Return the moment in which each player would go out, if they go out now."""
        dates: dict[Player, int | None] = {}
        lost = {verdict.loser for verdict in verdicts}
        for player in before.standings:
            if player in self._conceded and player not in lost:
                dates[player] = self._conceded[player]
            elif verdicts:
                dates[player] = self._reported
            else:
                dates[player] = self._latest_concession
        return dates

    def _note_departures(self, before: Pod, after: Pod, dates: Mapping[Player, int | None]) -> None:
        """Note the players who go out, each with the moment.

        None stands for an event that is no moment, such as a victory.
        """
        for player, standing in after.standings.items():
            was = before.standings.get(player)
            if standing.status == "out" and (was is None or was.status != "out"):
                self._gone[player] = dates.get(player)
                self._conceded.pop(player, None)


# Places (DEED-P)


def find_places(course: Course) -> dict[Player, int] | None:
    """Return the place of each player; None without a result, and for a draw (DEED-P)."""
    pod = course.pod
    if pod is None or pod.result is None or pod.result.draw:
        return None
    ranks: dict[Player, tuple[int, ...]]
    if pod.setup.answers.ends_when == "closed":
        ranks = {player: (-points,) for player, points in pod.result.points.items()}
    else:
        end = (course.ended or 0) + 1
        ranks = {player: _rank_player(course, pod, player, end) for player in pod.standings}
    ordered = sorted(ranks.values())
    return {player: ordered.index(rank) + 1 for player, rank in ranks.items()}


def _rank_player(course: Course, pod: Pod, player: Player, end: int) -> tuple[int, ...]:
    if is_winning_servant(pod, player):
        return (1,)
    if pod.result is not None and player in pod.result.winners:
        return (0,)
    return 2, -course.falls.get(player, end)


def is_winning_servant(pod: Pod, player: Player) -> bool:
    """Return whether a player wins as a servant, by a variant that allows it (VAR-9)."""
    return (
        pod.result is not None
        and player in pod.result.winners
        and pod.setup.answers.servants_win_with_master
        and pod.standings[player].status == "servant"
    )


# Deeds


def find_deeds(course: Course) -> list[Deed]:
    """Return all deeds of a pod, sorted by step, then by rule, then by name."""
    found = {deed for kind in DEEDS.values() for deed in kind.find(course)}
    return sorted(found, key=lambda deed: (deed.step, DEED_IDS.index(deed.deed), deed.player))


def count_deeds(pod: Pod) -> Counter[tuple[DeedId, Player]]:
    """Return how often each player did each deed in a pod, in the order of the story."""
    return Counter((each.deed, each.player) for each in find_deeds(trace_course(pod)))


def _find_first_blood(course: Course) -> Iterator[Deed]:
    """Yield DEED-1 for all who beat somebody in the first moment with a beat."""
    for moment in course.moments:
        if moment.beats:
            for beat in moment.beats:
                yield Deed(moment.step, "first-blood", beat.winner)
            return


def _find_regicides(course: Course) -> Iterator[Deed]:
    """Yield DEED-2 for beating a master with two servants or more."""
    for moment in course.moments:
        for beat in moment.beats:
            serving = [each for each in moment.standings.values() if _serves(each, beat.loser)]
            is_master = moment.standings[beat.loser].status == "master"
            if is_master and len(serving) >= REGICIDE_SERVANTS:
                yield Deed(moment.step, "regicide", beat.winner)


def _find_deeds_by_cause(deed: DeedId, cause: Cause, course: Course) -> Iterator[Deed]:
    """Yield DEED-3 to DEED-5 for beating by commander damage, poison or an empty library."""
    for moment in course.moments:
        for beat in moment.beats:
            if beat.cause == cause:
                yield Deed(moment.step, deed, beat.winner)


def _find_doubles(course: Course) -> Iterator[Deed]:
    """Yield DEED-6 for beating two players or more in one moment."""
    for moment in course.moments:
        for winner in {beat.winner for beat in moment.beats}:
            if len({beat.loser for beat in moment.beats if beat.winner == winner}) > 1:
                yield Deed(moment.step, "double", winner)


def _find_revenges(course: Course) -> Iterator[Deed]:
    """Yield DEED-7 for beating somebody who beat the player in an earlier moment."""
    earlier: set[tuple[Player, Player]] = set()
    for moment in course.moments:
        for beat in moment.beats:
            if (beat.loser, beat.winner) in earlier:
                yield Deed(moment.step, "revenge", beat.winner)
        earlier.update((beat.winner, beat.loser) for beat in moment.beats)


def _find_broken_chains(course: Course) -> Iterator[Deed]:
    """Yield DEED-8 for beating the player's own master."""
    for moment in course.moments:
        for beat in moment.beats:
            if _serves(moment.standings[beat.winner], beat.loser):
                yield Deed(moment.step, "broke-the-chains", beat.winner)


def _find_loyal_servants(course: Course) -> Iterator[Deed]:
    """Yield DEED-9 for a winning servant who has served one master only."""
    if course.pod is None or course.ended is None:
        return
    for player in course.pod.standings:
        if is_winning_servant(course.pod, player) and len(course.masters.get(player, ())) == 1:
            yield Deed(course.ended, "loyal", player)


def _serves(standing: Standing, master: Player) -> bool:
    return standing.status == "servant" and standing.master == master


class DeedKind(NamedTuple):
    """A row of the table of deeds: its icon, and the function that finds it in a course.

    Its texts are `deed-<id>` and `deed-<id>-about` in the catalogues.
    """

    icon: str
    find: Callable[[Course], Iterator[Deed]]


DEEDS: Mapping[DeedId, DeedKind] = {
    "first-blood": DeedKind("🩸", _find_first_blood),
    "regicide": DeedKind("🗡️", _find_regicides),
    "commanders-blow": DeedKind("⚔️", partial(_find_deeds_by_cause, "commanders-blow", "commander")),
    "venom": DeedKind("🐍", partial(_find_deeds_by_cause, "venom", "poison")),
    "mill": DeedKind("📚", partial(_find_deeds_by_cause, "mill", "library")),
    "double": DeedKind("🎯", _find_doubles),
    "revenge": DeedKind("🔥", _find_revenges),
    "broke-the-chains": DeedKind("🔓", _find_broken_chains),
    "loyal": DeedKind("🫡", _find_loyal_servants),
}

DEED_IDS: tuple[DeedId, ...] = tuple(DEEDS)
