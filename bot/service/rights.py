"""Permissions on pods, duels and planned games; `bot/front/gateway/interaction_handler.py` checks all others.

The class of each command says which right it needs; this module checks whether a person has this right.
"""

from collections.abc import Collection, Mapping
from typing import assert_never

from bot.joust.duel import Duel, DuelCommand, Proposed, has_opponent_made_proposal
from bot.planning.night_begin_and_end import GameNightOrganiserActionUndone
from bot.planning.plan import PlannedGame, PlannedGameCommand
from bot.rulebooks import Game, GameCommand, GameEvent
from bot.rules.choosing import AnswerPendingPlayerChoice
from bot.rules.closing import PodClosed
from bot.rules.commands_and_events import Command
from bot.rules.decide import create_pod_event
from bot.rules.deck_naming import DeclareDeck
from bot.rules.entering import MAX_ENTERED_COMMANDS, RecordPastGame, list_players_of_past_game
from bot.rules.facts import Commander, Deck, Player
from bot.rules.guests import list_members_acting_for_players
from bot.rules.overrides import require_moderator_reason
from bot.rules.pod import Pod, PodCommand, UnconfirmedGameReport, apply_pod_event
from bot.rules.refusals import Refusal
from bot.rules.rights import DUELISTS, IN_CHARGE, PLAYERS, REPORT_MAKER, CommandRight, Requester, Role
from bot.rules.winning import ReportDrawnGame


def is_right_granted_to_roles(command_right: CommandRight, roles: Collection[Role]) -> bool:
    """Return True if one of these roles, such as host or player, has a right."""
    return not command_right.roles or not command_right.roles.isdisjoint(roles)


def require_command_permission(
    game: Game | None, command: GameCommand, requester: Requester, last_step_author: Player | None
) -> None:
    """Raise `Refusal` unless the requester may use this command in the game.

    `last_step_author` is the player who took the last step.
    """
    match game:
        case Pod():
            _require_pod_command_permission(game, command, requester, last_step_author)
        case Duel():
            _require_duel_command_permission(game, command, requester, last_step_author)
        case PlannedGame():
            _require_plan_command_permission(game, command, requester)
        case None:
            _require_right_to_record_past_game(command, requester)
        case _:
            assert_never(game)


def needs_moderator_right(
    game: Game | None, command: GameCommand, requester: Requester, last_step_author: Player | None
) -> bool:
    """Return True if the requester may use this command only because they are a moderator."""
    if not requester.moderator:
        return False
    # A draw that an organiser calls is a report as those of players; what they close is decided.
    without = Requester(requester.player, organiser=requester.organiser and isinstance(command, ReportDrawnGame))
    if _is_organiser_playing_in_pod(game, without):
        without = Requester(requester.player)
    try:
        require_command_permission(game, command, without, last_step_author)
    except Refusal:
        return True
    return False


def require_reason_for_moderator_command(command: GameCommand) -> None:
    """Raise `Refusal` if a moderator must give a reason for this command and has given none.

    The command is one that the requester may give only because they are a moderator.
    """
    if command.needs_reason_of_moderator:
        require_moderator_reason(getattr(command, "reason", None) or "")


def _require_right_to_record_past_game(command: GameCommand, requester: Requester) -> None:
    """Raise `Refusal` unless the person who records a past game played in it or is a moderator."""
    if isinstance(command, RecordPastGame):
        plays = requester.player in list_players_of_past_game(command)
        _require_right_granted_to_roles(command.right, {"player": plays, "moderator": requester.moderator})
        _require_no_choice_favouring_requester(command, requester)


def _require_no_choice_favouring_requester(command: RecordPastGame, requester: Requester) -> None:
    """Raise `Refusal` if a past game contains another player's choice that favours the requester."""
    commands = command.commands[:MAX_ENTERED_COMMANDS]
    if not any(isinstance(each, AnswerPendingPlayerChoice) for each in commands):
        return
    pod: Pod | None = None
    for each in commands:
        if (
            isinstance(each, AnswerPendingPlayerChoice)
            and pod is not None
            and each.does_choice_favour_requester(pod, requester)
        ):
            raise Refusal("choice-own-entered", by=each.by, player=each.player or "")
        pod = apply_pod_event(pod, create_pod_event(pod, each))


def _require_pod_command_permission(
    pod: Pod, command: Command, requester: Requester, last_step_author: Player | None
) -> None:
    if not isinstance(command, PodCommand):
        _require_permission_for_common_command(pod, command, requester, last_step_author)
        return
    if has_pod_command_permission(pod, command, requester, last_step_author):
        if command.requires_impartial_organiser(pod) and _is_organiser_playing_in_pod(pod, requester):
            raise Refusal("night-own-pod")
        command.require_impartial_requester(pod, requester)
        return
    right = command.find_required_right(pod, requester)
    if (
        requester.moderator
        and "moderator" in right.roles
        and (bar := _build_refusal_if_moderator_is_involved(pod, requester))
    ):
        raise bar
    if right is REPORT_MAKER and last_step_author is None:  # the bot itself took the last step
        right = IN_CHARGE
    raise command.build_missing_right_refusal(pod, right, last_step_author)


def _require_permission_for_common_command(
    pod: Pod, command: Command, requester: Requester, last_step_author: Player | None
) -> None:
    """Raise `Refusal` unless the requester may use a command that pods, duels and plans share."""
    right = command.right
    if is_right_granted_to_roles(right, _list_requester_roles_in_pod(pod, requester)):
        return
    if (
        requester.moderator
        and "moderator" in right.roles
        and (bar := _build_refusal_if_moderator_is_involved(pod, requester))
    ):
        raise bar
    raise Refusal(right.refusal, by=pod.host, player=last_step_author or pod.host, players=())


def _require_duel_command_permission(
    duel: Duel, command: GameCommand, requester: Requester, last_step_author: Player | None
) -> None:
    right = command.right
    what: Proposed | None = None
    if isinstance(command, DuelCommand):
        right, what = command.find_required_right(duel, requester, last_step_author), command.proposal
    bar = _build_refusal_if_moderator_is_involved(duel, requester) if requester.moderator else None
    if bar is None:
        _require_command_right_in_duel(duel, right, requester, what)
        return
    try:
        _require_command_right_in_duel(duel, right, Requester(requester.player), what)
    except Refusal:
        if "moderator" in right.roles:
            raise bar from None
        raise


def _require_plan_command_permission(plan: PlannedGame, command: GameCommand, requester: Requester) -> None:
    has: dict[Role, bool] = {
        "player": requester.player in plan.players,
        "host": requester.player == plan.host,
        "organiser": plan.leaders.includes_member(requester.player, requester.role_ids),
        "moderator": requester.moderator,
    }
    _require_right_granted_to_roles(command.right, has, by=plan.host)
    if isinstance(command, PlannedGameCommand):
        command.require_impartial_requester(plan, requester)


def _require_right_granted_to_roles(
    right: CommandRight, role_membership: Mapping[Role, bool], **refusal_values: Player | tuple[Player, ...]
) -> None:
    if not is_right_granted_to_roles(right, [role for role, true in role_membership.items() if true]):
        raise Refusal(right.refusal, **refusal_values)


def require_permission_for_duel_command(duel: Duel, command_type: type[DuelCommand], requester: Requester) -> None:
    """Raise `Refusal` unless the requester may use commands of this type in a duel.

    The agreement of the other player is taken for granted.
    """
    _require_command_right_in_duel(duel, command_type.right, requester, None)


def forbid_seating_other_people(
    previous_game: Game | None, event: GameEvent, current_game: Game | None, requester: Player
) -> None:
    """Raise `Refusal` if a command would seat people other than the requester and their guests.

    The seats of a pod that opens were kept for the others before. Undoing brings back people who had pressed.
    """
    if current_game is None or isinstance(event, GameNightOrganiserActionUndone):
        return
    if previous_game is None and isinstance(current_game, Pod):
        return
    if isinstance(previous_game, Pod) and previous_game.players == current_game.players:  # nearly always
        return
    guests = {} if isinstance(current_game, Duel) else current_game.guests
    for player in current_game.players:
        seated_before = previous_game is not None and previous_game.has_pressed_join_button(player)
        if (
            current_game.has_pressed_join_button(player)
            and not seated_before
            and guests.get(player, player) != requester
        ):
            raise Refusal("own-seat", player=player)


def require_player_of_game(game: Game, player: Player) -> None:
    """Raise `Refusal` unless the person plays in the game."""
    if player not in game.players:
        raise Refusal(DUELISTS.refusal)


def _require_command_right_in_duel(
    duel: Duel, right: CommandRight, requester: Requester, proposal: Proposed | None
) -> None:
    playing = duel.turn is not None and not duel.is_over
    has: dict[Role, bool] = {
        "player": requester.player in duel.players,
        "host": requester.player == duel.host,
        # Before the start and after the end, the rules refuse with words of their own.
        "active": not playing or duel.active_duelist.player == requester.player,
        "confirmer": requester.player == duel.disputed,
        "agreed": proposal is not None and has_opponent_made_proposal(duel, proposal, requester.player),
        "moderator": requester.moderator,
    }
    by = duel.active_duelist.player if playing else duel.host
    _require_right_granted_to_roles(right, has, by=by, players=duel.players)


def has_pod_command_permission(
    pod: Pod, command: PodCommand, requester: Requester, last_step_author: Player | None
) -> bool:
    """Return True if the requester may use this command in a pod.

    `last_step_author` is the author of the event that the command concerns.
    """
    has = _list_requester_roles_in_pod(pod, requester) | command.find_extra_access_roles(
        pod, requester.player, last_step_author
    )
    return is_right_granted_to_roles(command.find_required_right(pod, requester), has)


def _list_requester_roles_in_pod(pod: Pod, requester: Requester) -> set[Role]:
    roles = set[Role]()
    if requester.player in pod.players:
        roles.add("player")
    if requester.player == pod.host:
        roles.add("host")
    # An organiser has no more rights than others in a game that they play.
    if requester.organiser and not (pod.standings and requester.player in _list_members_ever_in_pod(pod)):
        roles.add("organiser")
    if can_moderate_game(pod, requester):
        roles.add("moderator")
    return roles


def _is_organiser_playing_in_pod(game: Game | None, requester: Requester) -> bool:
    """Return True if the requester organises the pod's game night and also plays in this pod.

    Whoever is invited to a lobby may sit down again, so they count. Moderators don't, unless the server wants others to
    decide.
    """
    if not isinstance(game, Pod) or not requester.organiser or (requester.moderator and not requester.neutral):
        return False
    invited = () if game.standings else (*game.kept, *game.setup.invited)
    return requester.player in (*_list_members_ever_in_pod(game), *list_members_acting_for_players(game, invited))


def _list_members_ever_in_pod(pod: Pod) -> tuple[Player, ...]:
    return list_members_acting_for_players(pod, pod.current_and_former_players)


_ANY_DECK = Deck((Commander("-"),))
"""A deck that stands for any other where only rights matter."""


def list_players_with_editable_decks(pod: Pod, requester: Requester) -> tuple[Player, ...]:
    """List the players whose decks the requester may edit: themselves, their guests, then the host.

    The start changes the order of the other seats.
    """
    if pod.closed:
        return ()
    me = requester.player
    order = sorted(pod.players, key=lambda player: (player != me, pod.guests.get(player) != me, player != pod.host))
    return tuple(
        each for each in order if has_pod_command_permission(pod, DeclareDeck(each, _ANY_DECK), requester, None)
    )


def require_players_with_editable_decks(pod: Pod, requester: Requester) -> tuple[Player, ...]:
    """Return the players whose decks the requester may edit. Raises `Refusal` if there are none."""
    if found := list_players_with_editable_decks(pod, requester):
        return found
    require_command_permission(pod, DeclareDeck(requester.player, _ANY_DECK), requester, None)
    raise Refusal("closed")


def can_moderate_game(game: Game, requester: Requester) -> bool:
    return requester.moderator and _build_refusal_if_moderator_is_involved(game, requester) is None


def require_moderator_not_involved_in_game(game: Game | None, requester: Requester) -> None:
    """Raise `Refusal` if a moderator takes part in the game that they want to decide."""
    if game is not None and (bar := _build_refusal_if_moderator_is_involved(game, requester)):
        raise bar


def _build_refusal_if_moderator_is_involved(game: Game, requester: Requester) -> Refusal | None:
    if isinstance(game, PlannedGame):
        return None
    begun = bool(game.duelists if isinstance(game, Duel) else game.standings)
    acting = list_members_acting_for_players(game, game.players) if isinstance(game, Pod) else game.players
    if requester.neutral and begun and requester.player in acting:
        return Refusal("other-moderator")
    if isinstance(game, Duel):
        return None
    pod = game
    claims = [each.needed_confirmation for each in pod.reports_open_to_dispute]
    if any(claim.disputed and claim.decided == requester.player for claim in claims):
        return Refusal("decided-already")
    if any(_has_player_closed_disputed_pod(each, requester.player) for each in pod.reports_open_to_dispute):
        return Refusal("decided-already")
    return None


def _has_player_closed_disputed_pod(closing_report: UnconfirmedGameReport, player: Player) -> bool:
    """Return True if this player closed the pod and somebody else objects to the closing."""
    confirmation = closing_report.needed_confirmation
    is_closing = isinstance(closing_report.event, PodClosed) and not closing_report.event.idle
    return is_closing and confirmation.disputed is not None and confirmation.by == player


def require_player_of_pod(pod: Pod | None, player: Player) -> None:
    """Raise `Refusal` unless there is a pod and the person is one of its players."""
    if pod is None or player not in pod.players:
        raise Refusal(PLAYERS.refusal)
