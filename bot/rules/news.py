"""The news of a pod: the latest event that everybody at the table should hear of.

The news says who lost, and whose status or master changed. Turns, votes and totals are no news, so
earlier news stays. In the lobby there is none.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.rules.commands_and_events import Event
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodEvent, StoryEvent
from bot.rules.records import DefeatVerdict, Status
from bot.rules.teams import Standings, find_top_master
from bot.rules.undoing import PodStepUndone


class StatusChange(Struct, frozen=True, gc=False):
    """A group of players whose status or top master changed without a defeat of their own."""

    players: tuple[Player, ...]
    status: Status
    lord: Player | None = None


class GameNews(Struct, frozen=True, gc=False):
    """The latest event that players should hear of, its verdicts, and who moved with the
    losers.

    `heirs` lead a team since then. `taken_back` is the event that an undo took back.
    """

    event: Event
    verdicts: tuple[DefeatVerdict, ...] = ()
    moves: tuple[StatusChange, ...] = ()
    heirs: tuple[Player, ...] = ()
    taken_back: Event | None = None

    def find_followers(self, verdicts: Iterable[DefeatVerdict]) -> tuple[Player, ...]:
        """Return the players who came along when some losers went to a new master."""
        winners = {verdict.responsible for verdict in verdicts if verdict.becomes == "servant"}
        return tuple(
            player
            for move in self.moves
            if move.status == "servant" and move.lord in winners
            for player in move.players
        )


def find_latest_news(
    previous_news: GameNews | None,
    previous_pod: Pod | None,
    event: Event,
    current_pod: Pod,
    undone_event: Event | None = None,
) -> GameNews | None:
    """Return the latest news of a pod after an event.

    `undone_event` is the event that an undo took back.
    """
    if isinstance(event, StoryEvent) and event.is_before_game:
        return None
    if not isinstance(event, PodEvent) or not event.is_news:
        return previous_news
    if isinstance(event, PodStepUndone):
        is_turn = isinstance(undone_event, PodEvent) and not undone_event.is_news
        return previous_news if is_turn else GameNews(event, taken_back=undone_event)
    return _build_news(previous_pod, event, current_pod) if current_pod.standings else None


def _build_news(previous_pod: Pod | None, event: PodEvent, current_pod: Pod) -> GameNews:
    if not event.moves_players:
        return GameNews(event)
    outcome = event.outcome
    moves: tuple[StatusChange, ...] = ()
    if previous_pod is not None and (previous_pod.subgame is None) == (current_pod.subgame is None):
        told = {verdict.loser for verdict in outcome.verdicts} | set(outcome.heirs)
        told |= event.find_described_players(previous_pod)
        moves = _find_status_changes(
            previous_pod.current_game.standings, current_pod.current_game.standings, told
        )
    return GameNews(event, outcome.verdicts, moves, outcome.heirs)


def _find_status_changes(
    previous_standings: Standings, current_standings: Standings, mentioned_players: set[Player]
) -> tuple[StatusChange, ...]:
    """Return the players whose status or top master changed, except those mentioned already."""
    groups: dict[tuple[Status, Player | None], list[Player]] = {}
    for player, standing in current_standings.items():
        if player in mentioned_players or player not in previous_standings:
            continue
        former = previous_standings[player].status
        lord = _find_top_master(current_standings, player) if standing.status == "servant" else None
        if former != standing.status or (
            lord and lord != _find_top_master(previous_standings, player)
        ):
            where = standing.status, lord
            groups.setdefault(where, []).append(player)
    return tuple(StatusChange(tuple(players), *where) for where, players in groups.items())


def _find_top_master(standings: Standings, player: Player) -> Player | None:
    """Return the top master whom a servant serves; in a ring of service, their direct master."""
    return find_top_master(standings, player) or standings[player].master
