"""Promises about plans, compared with the log and Discord: nothing twice, lost or forgotten."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.planning.plan import SEAT_HOLD, PlannedGame
from bot.projections.plans import compute_idempotency_key_of_next_plan, compute_idempotency_key_of_plan_lobby
from bot.rules.facts import Player
from tests.loopback.objects import Json
from tests.loopback.rest import Rest
from tests.loopback.scheduled import ACTIVE, CANCELLED, ENDED

MARGIN = 180_000
"""Milliseconds in which the bot looks at what is due, however busy it is."""

_REMINDED = re.compile(r"<t:(\d+):R>.*<#(\d+)>")
_STATES: Mapping[str, tuple[int, ...]] = {"gathered": (ACTIVE, ENDED), "cancelled": (CANCELLED, ENDED)}
"""Of the event of a plan that is over."""


class Appointment(NamedTuple):
    """A plan of the log: its place, number, last version, and the delivery that made it."""

    channel: int
    number: int
    version: int
    made: int
    plan: PlannedGame


Plans = Mapping[tuple[int, int], Appointment]


def list_deliveries(plans: Plans) -> dict[int, tuple[int, int]]:
    """Return the deliveries that plans make themselves, with channel and the plan's delivery."""
    own = {compute_idempotency_key_of_plan_lobby(each.made): (each.channel, each.made) for each in plans.values()}
    return own | {
        compute_idempotency_key_of_next_plan(each.channel, each.number): (each.channel, each.made)
        for each in plans.values()
    }


def find_wrong(
    plans: Plans, opened: Mapping[tuple[int, int], int | None], rest: Rest, now: int, accounts: Mapping[Player, int]
) -> Iterator[str]:
    """Return problems of plans; `opened` has the deliveries of all games by place and number.

    `now` is in milliseconds since 1970. The bot must have handled all plans that are due.
    """
    sent = _count_reminders(rest)
    yield from _find_stray_events(plans, rest.scheduled.events)
    yield from (f"reminded {times} times: {which}" for which, times in sent.items() if times > 1)
    lobbies = {delivery: place for place, delivery in opened.items()}
    made = {each.made: place for place, each in plans.items()}
    for place, each in plans.items():
        for wrong in (
            *_look_at_lobby(each, lobbies.get(compute_idempotency_key_of_plan_lobby(each.made)), now),
            *_look_at_series(each, made.get(compute_idempotency_key_of_next_plan(*place))),
            *_look_at_listing(each, rest.scheduled.events),
            *_look_at_reminders(each, sent, accounts),
        ):
            yield f"plan {place}: {wrong}"


def _look_at_lobby(each: Appointment, lobby: tuple[int, int] | None, now: int) -> Iterator[str]:
    plan = each.plan
    if plan.gathered is not None and lobby != (plan.gathered.channel, plan.gathered.pod):
        yield f"gathered in {plan.gathered}, but its lobby is {lobby}"
    # Somebody may cancel a plan when its lobby stands there and it does not know that yet.
    if plan.gathered is None and lobby is not None and plan.state != "cancelled":
        yield f"has the lobby {lobby} and does not know of it"
    waits = plan.held_up or plan.has_game_night_begun or bool(plan.asked)
    if plan.is_open and not waits and now > plan.at + SEAT_HOLD + MARGIN:
        yield "was forgotten"


def _look_at_series(each: Appointment, following: tuple[int, int] | None) -> Iterator[str]:
    noted = each.plan.repeated
    if each.plan.needs_next_game_of_series:
        yield "has nothing that follows"
    if (following and following[1]) != (noted or None):
        yield f"is followed by {following}, and knows of {noted}"


def _look_at_listing(each: Appointment, events: Mapping[int, Json]) -> Iterator[str]:
    listed = each.plan.listed
    if listed is None or listed.trouble:
        return
    event = events.get(listed.listing)
    if event is None:
        yield f"has the event {listed.listing}, which is not there"
    elif each.plan.needs_scheduled_event_update:
        yield "has an event that does not follow it"
    elif not each.plan.is_open and event["status"] not in _STATES[each.plan.state]:
        yield f"is {each.plan.state}, but its event {event['status']}"


def _find_stray_events(plans: Plans, events: Mapping[int, Json]) -> Iterator[str]:
    """Yield problems of events that are not of one plan alone."""
    listed = (each.plan.listed for each in plans.values())
    noted = Counter(each.listing for each in listed if each is not None and each.listing)
    owed = any(each.plan.is_open and each.plan.needs_scheduled_event_update for each in plans.values())
    for event in events:
        if noted[event] > 1 or (not noted[event] and not owed):
            yield f"event {event} is of {noted[event]} plans"


def _look_at_reminders(
    each: Appointment, sent: Mapping[tuple[int, int, int], int], accounts: Mapping[Player, int]
) -> Iterator[str]:
    plan = each.plan
    for player in plan.reminded - {*plan.unreached}:
        which = (accounts.get(player, 0), each.channel)  # at any time: the plan may have moved
        if player in plan.players and which not in {(who, where) for who, where, _ in sent}:
            yield f"says that {player} was reminded"


def _count_reminders(rest: Rest) -> Counter[tuple[int, int, int]]:
    """Return how often a player was reminded of a plan that starts at a time in seconds."""
    found = Counter[tuple[int, int, int]]()
    people = {str(channel): account for account, channel in rest.direct.items()}
    for message in rest.messages.values():
        said = _REMINDED.search(message["content"])
        if said is not None and message["channel_id"] in people:
            found[people[message["channel_id"]], int(said[2]), int(said[1])] += 1
    return found
