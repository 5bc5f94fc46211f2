"""The texts of the calls on boards, and the accounts that they ping.

Each kind of game has its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

import discord

from bot.front.background.board_snapshot import TIME_CALL, WARNING_MARK, Snapshot
from bot.front.rendering.pings import Ping, PingReason
from bot.front.rendering.plan_board import format_when
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.planning.plan import Plan
from bot.rules.facts import Player
from bot.rules.guests import find_actor, find_actors
from bot.rules.pod import Pod
from bot.service.live_game import DRAW_DELAY
from bot.storage.record.people import Person, ServerPeople


class BoardCall(NamedTuple):
    """A call on a board: the text, and the accounts or the role that it pings."""

    said: str | None = None
    pings: Sequence[Ping] = ()


NO_CALL = BoardCall()


async def find_call(snapshot: Snapshot, people: ServerPeople, text: Catalogue) -> BoardCall:
    """Return the call on a board. Raises `StorageError`."""
    call = await _find_question_call(snapshot, people, text)
    if snapshot.live.time_up:
        return await _add_time_call(call, snapshot, people, text)
    return call if call.said else await _call_seated(snapshot, people, text)


async def _add_time_call(
    call: BoardCall, snapshot: Snapshot, people: ServerPeople, text: Catalogue
) -> BoardCall:
    """Add the call to all players that the time of their round is over; it pings them once."""
    game = snapshot.game
    players = find_actors(game, game.players) if isinstance(game, Pod) else game.players
    known = await people.find_people(players)
    key = "time-up-lobby" if game.state == "lobby" else "time-up-call"
    said = text(key, players=_mention_all(players, known))
    if call.said is not None:
        said = f"{said}\n{call.said}"
    if TIME_CALL in (snapshot.board.asked or "").split(WARNING_MARK)[0].split():
        return BoardCall(said, call.pings)
    new = [known[player].discord_id for player in players if player in known]
    return BoardCall(said, [*call.pings, Ping(PingReason.TIME, new)])


async def _call_seated(snapshot: Snapshot, people: ServerPeople, text: Catalogue) -> BoardCall:
    """Name all who sit; ping those who were not told before."""
    seated = snapshot.seated if snapshot.tells_seated else ()
    if not seated:
        return NO_CALL
    known = await people.find_people(seated)
    if not known:
        return NO_CALL
    named = " ".join(known[player].mention for player in seated if player in known)
    key = "board-full" if snapshot.game.state == "lobby" else "board-begins"
    if isinstance(snapshot.game, Pod) and key == "board-full" and snapshot.game.called:
        key = "board-pod" if snapshot.game.setup.invited else "board-planned"
    if isinstance(snapshot.game, Duel) and key == "board-full":
        key = "board-duel-full"
    if snapshot.live.is_over:
        key = "board-entered-call"
    new = [player for player in snapshot.untold if player not in snapshot.quiet]
    untold = [known[each].discord_id for each in new if each in known]
    return BoardCall(text(key, players=named), [Ping(_SEATED_REASONS[key], untold)])


_SEATED_REASONS = {
    "board-full": PingReason.START,
    "board-duel-full": PingReason.START,
    "board-begins": PingReason.START,
    "board-planned": PingReason.PLANNED_LOBBY,
    "board-pod": PingReason.PLANNED_LOBBY,
    "board-entered-call": PingReason.ENTERED_GAME,
}
"""The reason of each call to those who sit, by its text."""


async def _find_question_call(
    snapshot: Snapshot, people: ServerPeople, text: Catalogue
) -> BoardCall:
    """Return the call to whoever has to answer a question."""
    match snapshot.game:
        case Pod():
            return await _find_pod_call(snapshot, people, text)
        case Duel():
            if snapshot.game.disputed is not None:
                return _call_moderators(snapshot, PingReason.DISPUTE, "joust-call-dispute", text)
            asked = snapshot.game.proposal
            if asked is None:
                return NO_CALL
            other = snapshot.game.opponent_of(asked.by)
            key = f"joust-call-{asked.what}"
            return await _call_person(other, PingReason.PROPOSAL, key, people, text)
        case Plan():
            call = await _find_plan_call(snapshot.game, people, text)
            if snapshot.mentions_role:
                return _add_role_call(call, snapshot, snapshot.game, text)
            return call
        case _:
            assert_never(snapshot.game)


def _add_role_call(call: BoardCall, snapshot: Snapshot, plan: Plan, text: Catalogue) -> BoardCall:
    """Add the mention of the role to a call; only a plan's first message pings it."""
    role = snapshot.settings.players_role
    key = "poll-looking" if plan.asked else "plan-looking"
    looking = text(key, role=f"<@&{role}>", when=format_when(plan.at))
    said = looking if call.said is None else f"{looking}\n{call.said}"
    if snapshot.board.message is not None:
        return BoardCall(said, call.pings)
    return BoardCall(said, [*call.pings, Ping(PingReason.NEW_PLAN, role=role)])


async def _find_plan_call(plan: Plan, people: ServerPeople, text: Catalogue) -> BoardCall:
    """Return the call on a plan: to all whom its last change concerns, and to check in."""
    checking = plan.state == "checking"
    opened_by_change = plan.changed is not None and plan.changed.checking
    told = _find_actors(plan, plan.called if not checking or opened_by_change else ())
    absent = (player for player in plan.seated if checking and player not in plan.present)
    expected = _find_actors(plan, absent)
    told, more_told = told[:MAX_CALLED], len(told[MAX_CALLED:])
    room = MAX_CALLED - len(told)
    expected, more_expected = expected[:room], len(expected[room:])
    known = await people.find_people([*told, *expected])
    lines = []
    if named := _mention_all(told, known):
        lines.append(_render_change(plan, _count_more(named, more_told, text), text))
    if named := _mention_all(expected, known):
        lines.append(text("plan-call", players=_count_more(named, more_expected, text)))
    pings = [
        Ping(reason, [known[player].discord_id for player in called if player in known])
        for reason, called in (
            (PingReason.CHANGED_PLAN, told),
            (PingReason.CHECK_IN, [player for player in expected if player not in told]),
        )
    ]
    return BoardCall("\n".join(lines), pings) if lines else NO_CALL


def _find_actors(plan: Plan, players: Iterable[Player]) -> list[Player]:
    """Return who is called for some players of a plan, each of them once."""
    return list(dict.fromkeys(map(plan.find_actor, players)))


MAX_CALLED = 90
"""The most people whom a plan calls: Discord takes a hundred mentions, and the board needs room."""


def _count_more(named: str, more: int, text: Catalogue) -> str:
    """Return mentions, and how many people they leave out."""
    return f"{named} {text('night-more', count=more)}" if more else named


def _mention_all(players: Sequence[Player], known: Mapping[Player, Person]) -> str:
    return " ".join(known[player].mention for player in players if player in known)


def _render_change(plan: Plan, named: str, text: Catalogue) -> str:
    moved = "poll-chosen-call" if plan.changed is None or plan.changed.chosen else "plan-moved-call"
    cancelled = "poll-cancelled-call" if plan.asked else "plan-cancelled-call"
    key = moved if plan.cancelled is None else cancelled
    return text(key, kind=plan.kind, players=named, when=format_when(plan.at))


async def _find_pod_call(snapshot: Snapshot, people: ServerPeople, text: Catalogue) -> BoardCall:
    facts = snapshot.live.facts
    if facts.disputed is not None:
        return _call_moderators(snapshot, PingReason.DISPUTE, "dispute-call", text)
    if facts.question is None or facts.state != "waiting":
        return NO_CALL
    if snapshot.live.called is not None:
        draws = discord.utils.format_dt(snapshot.live.called + DRAW_DELAY, "R")
        return _call_moderators(
            snapshot, PingReason.UNMADE_CHOICE, "choice-call", text, draws=draws
        )
    chooser = find_actor(facts.pod, facts.question.by)
    return await _call_person(chooser, PingReason.CHOICE, "board-call", people, text)


def _call_moderators(
    snapshot: Snapshot, reason: PingReason, key: str, text: Catalogue, **said: str
) -> BoardCall:
    role = snapshot.settings.moderator_role
    whom = f"<@&{role}>" if role else text("dispute-moderators")
    return BoardCall(text(key, moderators=whom, **said), [Ping(reason, role=role)])


async def _call_person(
    player: Player, reason: PingReason, key: str, people: ServerPeople, text: Catalogue
) -> BoardCall:
    person = (await people.find_people([player])).get(player)
    if person is None:  # forgotten
        return NO_CALL
    return BoardCall(text(key, player=person.mention), [Ping(reason, [person.discord_id])])
