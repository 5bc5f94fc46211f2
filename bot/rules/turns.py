"""Whose turn it is (TAB-1, ESC-5, ESC-D13, ESC-D21)."""

from collections.abc import Sequence

from bot.rules.events import Standing, Turn
from bot.rules.facts import Player
from bot.rules.teams import Standings, master_of, team


def next_turn(seats: Sequence[Player], standings: Standings, turn: Turn) -> Turn:
    """The turn of the next master clockwise, with all who serve them."""
    start = seats.index(turn.seat) + 1
    for seat in (*seats[start:], *seats[:start]):
        if standings[seat].status == "master":
            return Turn(tuple(team(standings, seat)), turn.number + 1, seat)
    raise AssertionError("a running game has a master")


def first_turn(standings: Standings, player: Player) -> Turn:
    """The first turn of a game that `player`'s team begins (ESC-50)."""
    master = master_of(standings, player) or player
    return Turn(tuple(team(standings, master)), 1, master)


def after_moves(turn: Turn, before: Standings, moves: Sequence[Standing], step: int) -> Turn:
    """The same turn without those who left or were beaten in `step` (ESC-D21).

    A successor goes on with the team's turn; whoever serves a new master waits for the next.
    """
    gone: set[Player] = set()
    heirs: list[Player] = []
    for move in moves:
        if move.status == "out" or (move.served and move.served[0][0] == step):
            gone.add(move.player)
        elif move.status == "master" and before[move.player].master in turn.active:
            heirs.append(move.player)
    if not heirs and gone.isdisjoint(turn.active):
        return turn
    active = [player for player in turn.active if player not in gone]
    active += [player for player in heirs if player not in active]
    return Turn(tuple(active), turn.number, turn.seat)
