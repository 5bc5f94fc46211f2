"""The pods of a night as they stand: who has reported, which still play, and their results."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from bot.nights.night import Night, NightPod
from bot.nights.standings import PodScore, RoundScores
from bot.projections.plans import load_begun
from bot.rulebooks import is_over
from bot.rules.facts import Player
from bot.service.live_game import LiveGame, Place
from bot.service.sealing import Reports
from bot.service.service import Service
from bot.storage.engine.database import Database


class PodState(Struct, frozen=True):
    """A pod of a night, and its game; None until the pod was opened."""

    pod: NightPod
    live: LiveGame | None = None

    @property
    def is_playing(self) -> bool:
        """True if the pod's game is not over; a pod that is yet to be opened plays, too."""
        return self.live is None or not is_over(self.live.game)

    @property
    def has_report(self) -> bool:
        """True if something was reported in the pod."""
        if self.live is None or self.live.pod is None:
            return False
        reported = any(isinstance(step.event, Reports) for step in self.live.steps)
        return reported or self.live.pod.result is not None

    @property
    def score(self) -> PodScore | None:
        """The pod's result; None as long as it has none."""
        pod = None if self.live is None else self.live.pod
        if pod is None or pod.result is None:
            return None
        settled = pod.counted is not None and not pod.open_reports
        return PodScore(pod.result.points, pod.result.winners, settled)


async def read_round(service: Service, guild: int, pods: Iterable[NightPod]) -> list[PodState]:
    """Return the states of some pods of a night. Raises `StorageError`."""
    return [PodState(pod, await _find(service, guild, pod)) for pod in pods]


async def _find(service: Service, guild: int, pod: NightPod) -> LiveGame | None:
    if not pod.is_opened:
        return None
    return await service.find(Place(guild, pod.channel), pod.pod)


async def find_night_of(service: Service, database: Database, live: LiveGame) -> LiveGame | None:
    """Return the night of which a pod is a part; None if it is of none. Raises `StorageError`."""
    pod = live.pod
    if pod is None or pod.draw is None or not pod.setup.invited:  # those of a night are invited
        return None
    place = Place(live.place.guild, pod.draw.seal.home)
    for number in await load_begun(database, place.channel):
        night = await service.find(place, number)
        plan = night.plan
        pods = () if plan is None or plan.night is None else plan.night.list_opened()
        if (live.place.channel, live.number) in pods:
            return night
    return None


async def read_night(service: Service, guild: int, night: Night) -> list[list[PodState]]:
    """Return the states of all pods of a night, round by round. Raises `StorageError`."""
    return [await read_round(service, guild, each.pods) for each in night.rounds]


def list_playing(rounds: Iterable[Sequence[PodState]]) -> tuple[int, ...]:
    """Return the serial numbers of the pods that still play."""
    return tuple(each.pod.serial for states in rounds for each in states if each.is_playing)


def list_reported(states: Iterable[PodState]) -> tuple[int, ...]:
    """Return the serial numbers of the pods in which something was reported."""
    return tuple(each.pod.serial for each in states if each.has_report)


def score_rounds(night: Night, rounds: Iterable[Sequence[PodState]]) -> list[RoundScores]:
    """Return the results of a night's rounds, for its standings (NGT-4)."""
    return [
        RoundScores([each.score for each in states if each.score is not None], played.out)
        for played, states in zip(night.rounds, rounds, strict=True)
    ]


async def load_former(service: Service, place: Place, night: Night) -> list[tuple[Player, ...]]:
    """Return the pods of the last nights of a series. Raises `StorageError`."""
    pods: list[tuple[Player, ...]] = []
    for number in night.terms.former:
        plan = (await service.find(place, number)).plan
        if plan is not None and plan.night is not None:
            pods += plan.night.list_meetings()
    return pods


def find_brackets(rounds: Iterable[Sequence[PodState]]) -> dict[Player, int]:
    """Return the bracket of the deck that each player named last in a night's pods."""
    games = (each.live.pod for states in rounds for each in states if each.live is not None)
    decks = (item for pod in games if pod is not None for item in pod.decks.items())
    return {player: deck.bracket for player, deck in decks if deck.bracket is not None}
