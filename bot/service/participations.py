"""The parts of a player in games that are not settled, and the commands by which they leave or dispute the end."""

from collections.abc import Iterator
from typing import Literal, assert_never

from msgspec import Struct

from bot.joust.concessions import ConcedeDuel
from bot.joust.disputes import DisputeDuelResult
from bot.joust.duel import Duel
from bot.joust.lobby import LeaveDuelLobby
from bot.planning.cancelling import CancelPlannedGame
from bot.planning.night_begin_and_end import CloseGameNight
from bot.planning.plan import PlannedGame
from bot.planning.signing_up import WithdrawFromPlannedGame
from bot.rulebooks import Game, GameCommand, find_rulebook_of_game, is_game_over
from bot.rules.concession import ConcedeGame
from bot.rules.confirmation import DisputeGameReport
from bot.rules.facts import Player
from bot.rules.guests import list_guests_of_member
from bot.rules.lobby import LeaveLobby
from bot.rules.pod import Pod
from bot.rules.teams import list_players_in_game

ParticipationKind = Literal[
    "seat",
    "kept",
    "playing",
    "guest-seat",
    "guest-kept",
    "guest-playing",
    "host",
    "signed-up",
    "added",
    "guest-added",
    "answered",
    "organiser",
    "ended",
]

KINDS_BY_ACT_OF_OTHERS: frozenset[ParticipationKind] = frozenset({"kept", "guest-kept", "added", "guest-added"})
"""Parts that somebody else gave to a player, who has not confirmed them by a press: they keep from nothing."""


class GameParticipation(Struct, frozen=True):
    """A player's part in a game, such as a seat, with the command that gives up the part.

    If the game has `ended`, the command disputes how.

    `player` is the player or a guest whom they brought. With `needs_question`, the command changes the game for others,
    or cannot be taken back, so that the player is asked first.
    """

    kind: ParticipationKind
    player: Player
    command: GameCommand
    needs_question: bool = False


def list_participations_in_game(game: Game | None, player: Player, now: int) -> list[GameParticipation]:
    """List how a player and their guests take part in an open game, for example with a seat.

    Of one that is over, return its end, if the player may perhaps dispute it. `now` is in milliseconds since 1970.
    """
    match game:
        case None:
            return []
        case PlannedGame():
            return [*_list_participations_in_plan(game, player, now)] if game.is_open else []
        case Pod():
            return [*(_list_disputable_game_ends if is_game_over(game) else _list_participations_in_pod)(game, player)]
        case Duel():
            return [*(_list_disputable_game_ends if is_game_over(game) else _list_participations_in_duel)(game, player)]
        case _:
            assert_never(game)


def _list_disputable_game_ends(game: Pod | Duel, player: Player) -> Iterator[GameParticipation]:
    """Yield the end of a game if the player can still dispute this end."""
    if isinstance(game, Duel):
        if player in game.players and game.is_result_unconfirmed and game.disputed is None:
            yield GameParticipation("ended", player, DisputeDuelResult(player), needs_question=True)
    elif player in game.current_and_former_players and game.reports_open_to_dispute and game.disputed_report is None:
        confirmation = game.reports_open_to_dispute[-1].needed_confirmation
        if confirmation.by != player:
            yield GameParticipation(
                "ended", player, DisputeGameReport(confirmation.version, player), needs_question=True
            )


def _list_participations_in_pod(pod: Pod, player: Player) -> Iterator[GameParticipation]:
    if pod.state == "lobby":
        if player in pod.players:
            yield GameParticipation("seat", player, LeaveLobby(player))
        elif player in pod.kept:
            yield GameParticipation("kept", player, LeaveLobby(player))
        elif player == pod.host:
            yield GameParticipation("host", player, find_rulebook_of_game(pod).close(False), needs_question=True)
        if player not in pod.players:  # the guests of somebody who has a seat leave with them
            for guest in (each for each, by in pod.guests.items() if by == player):
                kind: ParticipationKind = "guest-seat" if guest in pod.players else "guest-kept"
                yield GameParticipation(kind, guest, LeaveLobby(guest))
        return
    here = list_players_in_game(pod.standings)
    if player in here:
        yield GameParticipation("playing", player, ConcedeGame(player), needs_question=True)
    for guest in list_guests_of_member(pod, player):
        if guest in here:
            yield GameParticipation("guest-playing", guest, ConcedeGame(guest), needs_question=True)


def _list_participations_in_duel(duel: Duel, player: Player) -> Iterator[GameParticipation]:
    if player in duel.players and duel.state == "lobby":
        yield GameParticipation("seat", player, LeaveDuelLobby(player))
    elif player in duel.players:
        yield GameParticipation("playing", player, ConcedeDuel(player), needs_question=True)
    elif player == duel.host and duel.state == "lobby":
        yield GameParticipation("host", player, find_rulebook_of_game(duel).close(False), needs_question=True)


def _list_participations_in_plan(planned_game: PlannedGame, player: Player, now: int) -> Iterator[GameParticipation]:
    if player in planned_game.players:
        kind: ParticipationKind = "answered" if planned_game.asked else "signed-up"
        kind = kind if planned_game.has_pressed_join_button(player) else "added"
        yield GameParticipation(kind, player, WithdrawFromPlannedGame(player))
    for guest in (each for each in planned_game.players if planned_game.guests.get(each) == player):
        kind = "guest-seat" if planned_game.has_pressed_join_button(guest) else "guest-added"
        yield GameParticipation(kind, guest, WithdrawFromPlannedGame(guest))
    if player == planned_game.host:
        over = CloseGameNight(now) if planned_game.has_game_night_begun else CancelPlannedGame(series=True, by=player)
        yield GameParticipation("organiser", player, over, needs_question=True)
