"""Promises about nights, compared with the log and Discord: no pod twice, no round lost."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from bot.nights.night import GameNight
from bot.projections.plans import compute_idempotency_key_of_game_night_pod, compute_idempotency_key_of_round_end
from bot.service.live_game import LiveGame
from bot.service.pod_states import GameNightPodState
from tests.crash.appointments import MARGIN, Appointment, Plans
from tests.loopback.objects import Json
from tests.loopback.server import Loopback

Games = Mapping[tuple[int, int], LiveGame]
"""All games by channel and number."""

NightStates = Sequence[Sequence[GameNightPodState]]


def is_thread(made: Json) -> bool:
    """Return whether a thread was made, as for a pod of a night, and not a message."""
    return "thread_metadata" in made


def read_states(night: GameNight, games: Games) -> NightStates:
    """Return the states of all pods of a night, round by round."""
    return [[GameNightPodState(pod, games.get((pod.channel, pod.pod))) for pod in each.pods] for each in night.rounds]


def list_deliveries(plans: Plans) -> dict[int, int]:
    """Return the deliveries in pods that nights make themselves, with the night's channel."""
    return {
        number(each.channel, each.number, serial): each.channel
        for each in plans.values()
        if each.plan.night is not None
        for serial in range(1, each.plan.night.serials + 1)
        for number in (compute_idempotency_key_of_game_night_pod, compute_idempotency_key_of_round_end)
    }


def find_wrong(
    plans: Plans, opened: Mapping[tuple[int, int], int | None], told: Mapping[int, int], discord: Loopback, now: int
) -> Iterator[str]:
    """Return problems of nights.

    `opened` has the deliveries of all games by place and number, `told` how often time was called
    by each delivery. `now` is in milliseconds since 1970. The bot must have handled what is due.
    """
    lobbies = {delivery: place for place, delivery in opened.items()}
    for place, each in plans.items():
        if each.plan.night is not None:
            for wrong in _look_at_night(each, each.plan.night, lobbies, told, now):
                yield f"night {place}: {wrong}"
    yield from _look_at_threads(plans, lobbies, discord)


def _look_at_night(
    each: Appointment,
    night: GameNight,
    lobbies: Mapping[int | None, tuple[int, int]],
    told: Mapping[int, int],
    now: int,
) -> Iterator[str]:
    key = (each.channel, each.number)
    for number, played in enumerate(night.rounds, 1):
        seated = Counter([*(p for pod in played.pods for p in pod.players), *played.out])
        yield from (f"{who} has {n} seats in round {number}" for who, n in seated.items() if n > 1)
        for pod in played.pods:
            lobby = lobbies.get(compute_idempotency_key_of_game_night_pod(*key, pod.serial))
            if pod.is_opened and lobby != (pod.channel, pod.pod):
                yield f"pod {pod.serial} is noted in {pod.channel}, but was opened in {lobby}"
            if not pod.is_opened and each.plan.is_open:
                yield f"pod {pod.serial} of round {number} is lost"
            if told.get(compute_idempotency_key_of_round_end(*key, pod.serial), 0) > 1:
                yield f"pod {pod.serial} was told of its time twice"
    places = [(pod.channel, pod.pod) for r in night.rounds for pod in r.pods if pod.is_opened]
    yield from (f"two pods are in {one}" for one, other in combinations(places, 2) if one == other)
    if each.plan.is_open and night.voided:
        yield f"has pods that were taken back and are not closed: {night.voided}"
    if (
        each.plan.is_open
        and night.round_end_announcement_time is not None
        and now > night.round_end_announcement_time + MARGIN
    ):
        yield "did not call the time"


def _look_at_threads(plans: Plans, lobbies: Mapping[int | None, tuple[int, int]], discord: Loopback) -> Iterator[str]:
    """Yield open threads that were made for pods of nights and in which no pod was opened.

    A thread may stay empty only for each pod that was taken back before it was opened.
    """
    nights = {each.channel for each in plans.values() if each.plan.night is not None}
    opened = {channel for channel, _ in lobbies.values()}
    threads = discord.servers.threads
    unused = discord.servers.names.keys() - opened - discord.servers.archived
    stray = [id for id in sorted(unused) if threads[id] in nights]
    given_up = Counter(
        each.channel
        for each in plans.values()
        if each.plan.night is not None
        for serial in range(1, each.plan.night.serials + 1)
        if compute_idempotency_key_of_game_night_pod(each.channel, each.number, serial) not in lobbies
    )
    for channel, found in Counter(threads[id] for id in stray).items():
        if found > given_up[channel]:
            yield f"{found} threads in {channel} have no pod: {[discord.servers.names[id] for id in stray]}"
