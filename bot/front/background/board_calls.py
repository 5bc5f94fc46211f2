"""Whom a board calls: who has to choose, to agree or to decide. Each game has its own."""

from typing import NamedTuple, assert_never

from bot.front.background.board_snapshot import Snapshot
from bot.front.rendering import controls
from bot.i18n import Catalogue
from bot.joust.duel import Duel
from bot.rulebooks import Game
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.storage.record.people import People


class BoardCall(NamedTuple):
    """What calls somebody; `person` or `role` is who, by their id on Discord, if anybody is."""

    said: str | None = None
    person: int | None = None
    role: int | None = None


NOBODY = BoardCall()


def name_open_call(game: Game) -> str | None:
    """Return what tells what is to be answered now from the next; None if nothing is."""
    match game:
        case Pod():
            if game.disputed is not None:
                return f"dispute:{game.disputed.claim.version}"
            return None if game.question is None else controls.make_question_id(game.question)
        case Duel():
            if game.disputed is not None:
                return f"dispute:{game.disputed}"
            asked = game.proposal
            return None if asked is None else f"{asked.what}:{asked.by}"
        case _:
            assert_never(game)


async def find_call(snapshot: Snapshot, people: People, text: Catalogue) -> BoardCall:
    """Return what calls somebody on a board. Raises `StorageError`."""
    match snapshot.game:
        case Pod():
            return await _find_pod_call(snapshot, snapshot.game, people, text)
        case Duel():
            if snapshot.game.disputed is not None:
                return _call_moderators(snapshot, "joust-call-dispute", text)
            asked = snapshot.game.proposal
            if asked is None:
                return NOBODY
            other = snapshot.game.opponent_of(asked.by)
            return await _call_person(other, f"joust-call-{asked.what}", people, text)
        case _:
            assert_never(snapshot.game)


async def _find_pod_call(
    snapshot: Snapshot, pod: Pod, people: People, text: Catalogue
) -> BoardCall:
    if pod.disputed is not None:
        return _call_moderators(snapshot, "dispute-call", text)
    if pod.question is None or pod.state != "waiting":
        return NOBODY
    return await _call_person(pod.question.by, "board-call", people, text)


def _call_moderators(snapshot: Snapshot, key: str, text: Catalogue) -> BoardCall:
    role = snapshot.settings.moderator_role
    whom = f"<@&{role}>" if role else text("dispute-moderators")
    return BoardCall(text(key, moderators=whom), role=role)


async def _call_person(player: Player, key: str, people: People, text: Catalogue) -> BoardCall:
    person = (await people.find_people([player])).get(player)
    if person is None:  # forgotten
        return NOBODY
    return BoardCall(text(key, player=f"<@{person.discord_id}>"), person=person.discord_id)
