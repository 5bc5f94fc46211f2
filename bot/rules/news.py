"""The news of a pod: the latest event that everybody at the table should hear of.

It says who lost, and whose status or lord changed by it. Turns, votes and totals are no news, so
the news outlasts them. In the lobby there is none.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.rules.acts import Event
from bot.rules.facts import Player
from bot.rules.pod import Pod, PodEvent, StoryEvent
from bot.rules.records import Status, Verdict
from bot.rules.teams import Standings, find_lord
from bot.rules.undoing import Undone


class Move(Struct, frozen=True, gc=False):
    """Players whose status or lord changed without a defeat of their own, with the new ones."""

    players: tuple[Player, ...]
    status: Status
    lord: Player | None = None


class News(Struct, frozen=True, gc=False):
    """The latest event that players should hear of, its verdicts, and who moved with the losers.

    `heirs` lead a team since then. `taken_back` is the event that an undo took back.
    """

    event: Event
    verdicts: tuple[Verdict, ...] = ()
    moves: tuple[Move, ...] = ()
    heirs: tuple[Player, ...] = ()
    taken_back: Event | None = None

    def find_followers(self, verdicts: Iterable[Verdict]) -> tuple[Player, ...]:
        """Return who came along when the losers of these verdicts went to their new master."""
        winners = {verdict.responsible for verdict in verdicts if verdict.becomes == "servant"}
        return tuple(
            player
            for move in self.moves
            if move.status == "servant" and move.lord in winners
            for player in move.players
        )


def find_news(
    known: News | None, before: Pod | None, event: Event, after: Pod, undone: Event | None = None
) -> News | None:
    """Return the news after `event`; `known` was the news before it, `undone` what it took back."""
    if isinstance(event, StoryEvent) and event.is_preparing:
        return None
    if not isinstance(event, PodEvent) or not event.is_news:
        return known
    if isinstance(event, Undone):
        is_turn = isinstance(undone, PodEvent) and not undone.is_news
        return known if is_turn else News(event, taken_back=undone)
    return _make_news(before, event, after) if after.standings else None


def _make_news(before: Pod | None, event: PodEvent, after: Pod) -> News:
    if not event.moves_players:
        return News(event)
    outcome = event.outcome
    moves: tuple[Move, ...] = ()
    if before is not None and (before.subgame is None) == (after.subgame is None):
        told = {verdict.loser for verdict in outcome.verdicts} | set(outcome.heirs)
        told |= event.find_subjects(before)
        moves = _find_moves(before.game.standings, after.game.standings, told)
    return News(event, outcome.verdicts, moves, outcome.heirs)


def _find_moves(before: Standings, after: Standings, told: set[Player]) -> tuple[Move, ...]:
    """Return the players whose status or lord changed, except those already `told` of."""
    groups: dict[tuple[Status, Player | None], list[Player]] = {}
    for player, standing in after.items():
        if player in told or player not in before:
            continue
        former = before[player].status
        lord = _find_lord(after, player) if standing.status == "servant" else None
        if former != standing.status or (lord and lord != _find_lord(before, player)):
            where = standing.status, lord
            groups.setdefault(where, []).append(player)
    return tuple(Move(tuple(players), *where) for where, players in groups.items())


def _find_lord(standings: Standings, player: Player) -> Player | None:
    """Return whom a servant serves in the end; in a ring of service, whom they serve directly."""
    return find_lord(standings, player) or standings[player].master
