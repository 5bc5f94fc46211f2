"""The mentions at the top of boards: their texts, and the accounts that they ping.

Each kind of game has its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, assert_never

import discord

from bot.front.boards.board_snapshot import TIME_UP_MENTION, WARNING_SEPARATOR, BoardSnapshot
from bot.front.ui.embeds import format_discord_timestamp
from bot.front.ui.pings import Ping, PingReason
from bot.i18n import Translations
from bot.joust.duel import Duel
from bot.nights.night import CALL_TIME, MINUTE
from bot.planning.plan import PlannedGame
from bot.rules.facts import Player
from bot.rules.guests import find_member_acting_for_player, list_members_acting_for_players
from bot.rules.pod import Pod
from bot.service.live_game import DRAW_DELAY
from bot.storage.record.people import PeopleWithServerNicknames, Person


class BoardMentionLine(NamedTuple):
    """The line above a board that mentions people, with the pings that it sends."""

    said: str | None = None
    pings: Sequence[Ping] = ()


NO_MENTION = BoardMentionLine()


async def build_board_mention(
    board_snapshot: BoardSnapshot, people: PeopleWithServerNicknames, translations: Translations
) -> BoardMentionLine:
    """Return the line above a board that mentions people who should act. Raises `StorageError`."""
    call = await _build_pending_action_mention(board_snapshot, people, translations)
    if board_snapshot.live.time_up:
        return await _add_end_of_round_mention(call, board_snapshot, people, translations)
    return call if call.said else await _build_game_start_mention(board_snapshot, people, translations)


async def _add_end_of_round_mention(
    board_mention: BoardMentionLine,
    board_snapshot: BoardSnapshot,
    people: PeopleWithServerNicknames,
    translations: Translations,
) -> BoardMentionLine:
    """Add to the mention line that the round is over, and ping all players once."""
    game = board_snapshot.game
    players = list_members_acting_for_players(game, game.players) if isinstance(game, Pod) else game.players
    known = await people.load_people_by_id(players)
    key = "time-up-lobby" if game.state == "lobby" else "time-up-call"
    said = translations(key, players=_format_player_mentions(players, known))
    if board_mention.said is not None:
        said = f"{said}\n{board_mention.said}"
    if TIME_UP_MENTION in (board_snapshot.board.asked or "").split(WARNING_SEPARATOR)[0].split():
        return BoardMentionLine(said, board_mention.pings)
    new = [known[player].discord_id for player in players if player in known]
    return BoardMentionLine(said, [*board_mention.pings, Ping(PingReason.TIME, new)])


async def _build_game_start_mention(
    board_snapshot: BoardSnapshot, people: PeopleWithServerNicknames, translations: Translations
) -> BoardMentionLine:
    """Return the line that mentions all players because a game is full or begins."""
    seated = board_snapshot.players_to_mention_at_game_start if board_snapshot.does_board_announce_game_start else ()
    if not seated:
        return NO_MENTION
    known = await people.load_people_by_id(seated)
    if not any(player in known for player in seated):
        return NO_MENTION
    named = " ".join(known[player].discord_mention for player in seated if player in known)
    key = "board-full" if board_snapshot.game.state == "lobby" else "board-begins"
    if isinstance(board_snapshot.game, Pod) and key == "board-full" and board_snapshot.game.called:
        key = "board-pod" if board_snapshot.game.setup.invited else "board-planned"
    elif isinstance(board_snapshot.game, Pod) and key == "board-full" and board_snapshot.game.kept:
        key = "board-kept"
    if isinstance(board_snapshot.game, Duel) and key == "board-full":
        key = "board-duel-full"
    if board_snapshot.live.is_over:
        key = "board-entered-call"
    new = [player for player in board_snapshot.players_to_ping_at_game_start if player not in board_snapshot.quiet]
    untold = [known[each].discord_id for each in new if each in known]
    said = translations(key, players=named, minutes=CALL_TIME // MINUTE)
    return BoardMentionLine(said, [Ping(_SEATED_PING_REASONS[key], untold)])


_SEATED_PING_REASONS = {
    "board-full": PingReason.START,
    "board-duel-full": PingReason.START,
    "board-begins": PingReason.START,
    "board-planned": PingReason.PLANNED_LOBBY,
    "board-pod": PingReason.PLANNED_LOBBY,
    "board-kept": PingReason.INVITATION,
    "board-entered-call": PingReason.ENTERED_GAME,
}
"""The reason of each call to those who sit, by its text."""


async def _build_pending_action_mention(
    board_snapshot: BoardSnapshot, people: PeopleWithServerNicknames, translations: Translations
) -> BoardMentionLine:
    """Return the line that mentions players or moderators whose answer is awaited."""
    match board_snapshot.game:
        case Pod():
            return await _build_mention_of_awaited_people(board_snapshot, people, translations)
        case Duel():
            if board_snapshot.game.disputed is not None:
                return _build_moderator_mention(board_snapshot, PingReason.DISPUTE, "joust-call-dispute", translations)
            asked = board_snapshot.game.proposal
            if asked is None:
                return NO_MENTION
            other = board_snapshot.game.find_opponent(asked.by)
            key = f"joust-call-{asked.what}"
            return await _build_player_mention(other, PingReason.PROPOSAL, key, people, translations)
        case PlannedGame():
            call = await _build_planned_game_mention(board_snapshot.game, people, translations)
            if board_snapshot.mentions_players_role:
                return _add_player_role_mention(call, board_snapshot, board_snapshot.game, translations)
            return call
        case _:
            assert_never(board_snapshot.game)


def _add_player_role_mention(
    mention: BoardMentionLine, board_snapshot: BoardSnapshot, planned_game: PlannedGame, translations: Translations
) -> BoardMentionLine:
    """Add a mention of the server's role for players. Only a plan's first message pings this role."""
    role = board_snapshot.settings.players_role
    key = "poll-looking" if planned_game.asked else "plan-looking"
    looking = translations(key, role=f"<@&{role}>", when=format_discord_timestamp(planned_game.at))
    said = looking if mention.said is None else f"{looking}\n{mention.said}"
    if board_snapshot.board.message is not None:
        return BoardMentionLine(said, mention.pings)
    return BoardMentionLine(said, [*mention.pings, Ping(PingReason.NEW_PLAN, role=role)])


async def _build_planned_game_mention(
    planned_game: PlannedGame, people: PeopleWithServerNicknames, translations: Translations
) -> BoardMentionLine:
    """Return the line that tells players about a changed plan or its check-in.

    A night that has begun mentions nobody: its pods do.
    """
    if planned_game.has_game_night_begun:
        return NO_MENTION
    checking = planned_game.state == "checking"
    opened_by_change = planned_game.changed is not None and planned_game.changed.checking
    told = _list_members_to_mention(
        planned_game, planned_game.players_to_notify_of_change if not checking or opened_by_change else ()
    )
    absent = (player for player in planned_game.players_with_seat if checking and player not in planned_game.present)
    expected = _list_members_to_mention(planned_game, absent)
    told, more_told = told[:MAX_MENTIONED_PEOPLE], len(told[MAX_MENTIONED_PEOPLE:])
    room = MAX_MENTIONED_PEOPLE - len(told)
    expected, more_expected = expected[:room], len(expected[room:])
    known = await people.load_people_by_id([*told, *expected])
    lines = []
    if named := _format_player_mentions(told, known):
        lines.append(
            _render_plan_change_with_mentions(
                planned_game, _append_omitted_mention_count(named, more_told, translations), translations
            )
        )
    if named := _format_player_mentions(expected, known):
        lines.append(
            translations("plan-call", players=_append_omitted_mention_count(named, more_expected, translations))
        )
    pings = [
        Ping(reason, [known[player].discord_id for player in called if player in known])
        for reason, called in (
            (PingReason.CHANGED_PLAN, told),
            (PingReason.CHECK_IN, [player for player in expected if player not in told]),
        )
    ]
    return BoardMentionLine("\n".join(lines), pings) if lines else NO_MENTION


def _list_members_to_mention(planned_game: PlannedGame, players: Iterable[Player]) -> list[Player]:
    return list(dict.fromkeys(map(planned_game.find_member_acting_for_player, players)))


MAX_MENTIONED_PEOPLE = 90
"""The most people whom a plan calls: Discord takes a hundred mentions, and the board needs room."""


def _append_omitted_mention_count(mentions: str, omitted_count: int, translations: Translations) -> str:
    return f"{mentions} {translations('night-more', count=omitted_count)}" if omitted_count else mentions


def _format_player_mentions(players: Sequence[Player], people_by_player: Mapping[Player, Person]) -> str:
    return " ".join(people_by_player[player].discord_mention for player in players if player in people_by_player)


def _render_plan_change_with_mentions(plan: PlannedGame, mentions: str, translations: Translations) -> str:
    moved = "poll-chosen-call" if plan.changed is None or plan.changed.chosen else "plan-moved-call"
    cancelled = "poll-cancelled-call" if plan.asked else "plan-cancelled-call"
    key = moved if plan.cancelled is None else cancelled
    return translations(key, kind=plan.kind, players=mentions, when=format_discord_timestamp(plan.at))


async def _build_mention_of_awaited_people(
    board_snapshot: BoardSnapshot, people: PeopleWithServerNicknames, translations: Translations
) -> BoardMentionLine:
    facts = board_snapshot.live.pod_facts
    if facts.disputed_report is not None:
        return _build_moderator_mention(board_snapshot, PingReason.DISPUTE, "dispute-call", translations)
    if facts.pending_player_choice is None or facts.state != "waiting":
        return NO_MENTION
    if board_snapshot.live.called is not None:
        draws = discord.utils.format_dt(board_snapshot.live.called + DRAW_DELAY, "R")
        return _build_moderator_mention(
            board_snapshot, PingReason.UNMADE_CHOICE, "choice-call", translations, draws=draws
        )
    chooser = find_member_acting_for_player(facts.pod, facts.pending_player_choice.by)
    return await _build_player_mention(chooser, PingReason.CHOICE, "board-call", people, translations)


def _build_moderator_mention(
    board_snapshot: BoardSnapshot,
    ping_reason: PingReason,
    text_key: str,
    translations: Translations,
    **values: str,
) -> BoardMentionLine:
    role = board_snapshot.settings.moderator_role
    whom = f"<@&{role}>" if role else translations("dispute-moderators")
    return BoardMentionLine(translations(text_key, moderators=whom, **values), [Ping(ping_reason, role=role)])


async def _build_player_mention(
    player: Player,
    ping_reason: PingReason,
    text_key: str,
    people: PeopleWithServerNicknames,
    translations: Translations,
) -> BoardMentionLine:
    person = (await people.load_people_by_id([player])).get(player)
    if person is None:  # forgotten
        return NO_MENTION
    return BoardMentionLine(
        translations(text_key, player=person.discord_mention), [Ping(ping_reason, [person.discord_id])]
    )
