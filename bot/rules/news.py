"""The news of a pod: the latest event that everybody at the table should hear of.

The news says who lost, and whose status or master changed. Turns, votes and totals are no news, so earlier news stays.
In the lobby, the news is the last change of its setup.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.rules.commands_and_events import Event
from bot.rules.facts import Player
from bot.rules.lobby import LobbySetupEvent
from bot.rules.pod import Pod, PodEvent, PodHistoryEvent
from bot.rules.records import DefeatVerdict, Status
from bot.rules.teams import StateByPlayer, find_highest_master
from bot.rules.undoing import PodEventUndone


class UnreportedStatusChange(Struct, frozen=True, gc=False):
    """A new status or master of players whose own defeat was not reported, such as a loser's servants."""

    players: tuple[Player, ...]
    status: Status
    lord: Player | None = None


class LatestEventDetails(Struct, frozen=True, gc=False):
    """The latest event that concerns all players, with its defeats and its new masters.

    `heirs` lead a team since then. `taken_back` is the event that an undo took back.
    """

    event: Event
    verdicts: tuple[DefeatVerdict, ...] = ()
    moves: tuple[UnreportedStatusChange, ...] = ()
    heirs: tuple[Player, ...] = ()
    taken_back: Event | None = None

    def list_transferred_servants(self, verdicts: Iterable[DefeatVerdict]) -> tuple[Player, ...]:
        """Return the servants who were handed over to a new master together with their beaten master."""
        winners = {verdict.responsible for verdict in verdicts if verdict.becomes == "servant"}
        return tuple(
            player
            for move in self.moves
            if move.status == "servant" and move.lord in winners
            for player in move.players
        )


def update_latest_event_details(
    previous_details: LatestEventDetails | None,
    previous_pod: Pod | None,
    new_event: Event,
    current_pod: Pod,
    undone_event: Event | None = None,
) -> LatestEventDetails | None:
    """Return the latest event that concerns all players: the new event, or the previous one.

    `undone_event` is the event that an undo took back.
    """
    if isinstance(new_event, PodHistoryEvent) and new_event.is_lobby_event:
        if not current_pod.accepts_new_players:
            return None
        return LatestEventDetails(new_event) if isinstance(new_event, LobbySetupEvent) else previous_details
    if not isinstance(new_event, PodEvent) or not new_event.is_news:
        return previous_details
    if isinstance(new_event, PodEventUndone):
        is_turn = isinstance(undone_event, PodEvent) and not undone_event.is_news
        return previous_details if is_turn else LatestEventDetails(new_event, taken_back=undone_event)
    return _build_details_of_latest_event(previous_pod, new_event, current_pod) if current_pod.standings else None


def _build_details_of_latest_event(previous_pod: Pod | None, event: PodEvent, current_pod: Pod) -> LatestEventDetails:
    if not event.moves_players:
        return LatestEventDetails(event)
    outcome = event.outcome
    moves: tuple[UnreportedStatusChange, ...] = ()
    if previous_pod is not None and (previous_pod.subgame is None) == (current_pod.subgame is None):
        told = {verdict.loser for verdict in outcome.verdicts} | set(outcome.heirs)
        told |= event.list_mentioned_players(previous_pod)
        moves = _group_players_by_status_change(
            previous_pod.current_game.standings, current_pod.current_game.standings, told
        )
    return LatestEventDetails(event, outcome.verdicts, moves, outcome.heirs)


def _group_players_by_status_change(
    previous_states: StateByPlayer, current_states: StateByPlayer, excluded_players: set[Player]
) -> tuple[UnreportedStatusChange, ...]:
    """Return the new status or master of each player who is not excluded, grouped by equal changes."""
    groups: dict[tuple[Status, Player | None], list[Player]] = {}
    for player, standing in current_states.items():
        if player in excluded_players or player not in previous_states:
            continue
        former = previous_states[player].status
        lord = _find_current_or_last_master(current_states, player) if standing.status == "servant" else None
        if former != standing.status or (lord and lord != _find_current_or_last_master(previous_states, player)):
            where = standing.status, lord
            groups.setdefault(where, []).append(player)
    return tuple(UnreportedStatusChange(tuple(players), *where) for where, players in groups.items())


def _find_current_or_last_master(player_states: StateByPlayer, player: Player) -> Player | None:
    return find_highest_master(player_states, player) or player_states[player].master
