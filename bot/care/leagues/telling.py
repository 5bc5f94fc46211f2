"""Games of a league in words, so that a person sees how the table was read before it is entered."""

from collections.abc import Iterable, Iterator

from bot.care.leagues.comparing import FreshGame, list_players
from bot.rules.pod import Pod, fold

MAX_TOLD = 8
"""The most games that are told: the first of each kind."""


def tell_first_games(fresh: Iterable[FreshGame]) -> Iterator[str]:
    """Yield a sentence about the first game of each kind: variant, size, and how it ended."""
    kinds = set[tuple[object, ...]]()
    for each in fresh:
        pod = fold(each.event.story)
        if pod is None or pod.result is None:
            continue
        setup = pod.setup
        places = any(seat.place is not None for seat in each.game.seats)
        kind = (setup.variant, setup.table, len(each.game.seats), pod.result.draw, places)
        if kind not in kinds and len(kinds) < MAX_TOLD:
            kinds.add(kind)
            yield _tell(each, pod)


def _tell(fresh: FreshGame, pod: Pod) -> str:
    """Say who won a game, from which seat against whom, and who was second."""
    result = pod.result
    assert result is not None
    seats = fresh.game.seats
    names = dict(zip(list_players(fresh.event), (seat.player for seat in seats), strict=True))
    sat = {player: number for number, player in enumerate(names, 1)}
    winners = [player for player in names if player in result.winners]
    others = [f"{names[each]} (seat {sat[each]})" for each in names if each not in winners]
    if not winners:
        outcome = f"nobody won among {', '.join(others)}"
    else:
        won = " and ".join(f"{names[each]} from seat {sat[each]}" for each in winners)
        against = f" against {', '.join(others)}" if others else ""
        outcome = f"a draw of {won}{against}" if result.draw else f"{won} won{against}"
    placed = sorted((s.place, s.player) for s in seats if s.place is not None and s.place > 1)
    rest = "".join(f"; {player} was number {place}" for place, player in placed)
    points = ", ".join(f"{names[each]} {result.points.get(each, 0)}" for each in names)
    game = f"{fresh.game.name!r} of {fresh.game.played:%Y-%m-%d}, {pod.setup.variant}"
    return f"{game}: {outcome}{rest}. Points: {points}."
