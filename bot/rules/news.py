"""The news of a pod: the latest event that everybody at the table should hear of.

It says who lost, and whose status or lord changed by it. Turns, votes and totals are no news, so
the news outlasts them. In the lobby there is none.
"""

from collections.abc import Iterable

from msgspec import Struct

from bot.rules.events import (
    Aside,
    Balanced,
    Chose,
    Conceded,
    Confirmed,
    Corrected,
    Defeated,
    Disputed,
    Drew,
    Event,
    Left,
    Opened,
    Outcome,
    Overruled,
    Restarted,
    Sided,
    Started,
    Status,
    TurnBegan,
    Undone,
    VariantChanged,
    Verdict,
    Won,
)
from bot.rules.facts import Player
from bot.rules.gate import Locked
from bot.rules.pod import Pod
from bot.rules.teams import Standings, find_lord


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
    match event:
        case Opened() | Left() | Sided() | Balanced() | VariantChanged() | Started():
            return None
        case Undone() if isinstance(undone, TurnBegan):
            return known
        case TurnBegan() | Confirmed() | Disputed() | Locked():
            return known
        case Undone():
            return News(event, taken_back=undone)
        case _ if isinstance(event, Aside):
            return known
        case _ if not after.standings:
            return None
        case _:
            return _make_news(before, event, after)


def _make_news(before: Pod | None, event: Event, after: Pod) -> News:
    if isinstance(event, Corrected):  # who was moved is told, whatever was corrected
        outcome = Outcome()
    elif isinstance(event, Defeated | Conceded | Chose | Won | Drew | Restarted | Overruled):
        outcome = event.outcome
    else:
        return News(event)
    verdicts = outcome.verdicts
    moves: tuple[Move, ...] = ()
    if before is not None and (before.subgame is None) == (after.subgame is None):
        told = {verdict.loser for verdict in verdicts} | set(outcome.heirs)
        told |= _find_named(before, event)
        moves = _find_moves(before.game.standings, after.game.standings, told)
    return News(event, verdicts, moves, outcome.heirs)


def _find_named(before: Pod, event: Event) -> set[Player]:
    """Return the players whose own fate the words for an event tell."""
    match event:
        case Conceded():
            return {event.player}
        case Chose():
            conceding = () if before.game.pending is None else before.game.pending.conceding
            return {event.answer.by, *conceding}
        case Overruled() if event.player is not None:
            return {event.player}
        case _:
            return set()


def _find_moves(before: Standings, after: Standings, told: set[Player]) -> tuple[Move, ...]:
    """Return the players whose status or lord changed, except those already `told` of."""
    groups: dict[tuple[Status, Player | None], list[Player]] = {}
    for player, standing in after.items():
        if player in told or player not in before:
            continue
        where = standing.status, _find_lord(after, player)
        if where != (before[player].status, _find_lord(before, player)):
            groups.setdefault(where, []).append(player)
    return tuple(Move(tuple(players), *where) for where, players in groups.items())


def _find_lord(standings: Standings, player: Player) -> Player | None:
    """Return whom a servant serves in the end; in a ring of service, whom they serve directly."""
    standing = standings[player]
    if standing.status != "servant":
        return None
    return find_lord(standings, player) or standing.master
