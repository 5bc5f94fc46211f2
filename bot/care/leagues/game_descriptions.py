"""Descriptions of a league's games, to check before the import how the spreadsheet was read."""

from collections.abc import Iterable, Iterator, Mapping

from bot.care.leagues.comparison import NewSpreadsheetGame, list_players_of_imported_game
from bot.rules.deeds import build_defeat_timeline
from bot.rules.facts import Player
from bot.rules.pod import Pod, replay_pod_events

MAX_DESCRIBED_GAMES = 8
"""The most games that are told: the first of each kind."""


def describe_example_games(new_games: Iterable[NewSpreadsheetGame]) -> Iterator[str]:
    """Yield a description of the first new game of each kind, as a sample of the import."""
    kinds = set[tuple[object, ...]]()
    for each in new_games:
        pod = replay_pod_events(each.event.story)
        if pod is None or pod.result is None:
            continue
        setup = pod.setup
        places = any(seat.place is not None for seat in each.game.seats)
        kind = (setup.variant, setup.table, len(each.game.seats), pod.result.draw, places, bool(each.game.defeats))
        if kind not in kinds and len(kinds) < MAX_DESCRIBED_GAMES:
            kinds.add(kind)
            yield _describe_result_of_new_game(each, pod)


def _describe_defeats(pod: Pod, player_names: Mapping[Player, str]) -> str:
    """Return a text with a game's defeats in order, and who caused each; empty without defeats."""
    moments = build_defeat_timeline(pod).moments
    told = [
        " and ".join(f"{player_names[beat.winner]} defeated {player_names[beat.loser]}" for beat in moment.beats)
        for moment in moments
        if moment.beats
    ]
    return f"; in this order: {', then '.join(told)}" if told else ""


def _describe_result_of_new_game(new_game: NewSpreadsheetGame, pod: Pod) -> str:
    """Return a sentence about who won a new game, from which seat, against whom, and who came second."""
    result = pod.result
    assert result is not None
    seats = new_game.game.seats
    names = dict(zip(list_players_of_imported_game(new_game.event), (seat.player for seat in seats), strict=True))
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
    rest += _describe_defeats(pod, names)
    game = f"{new_game.game.name!r} of {new_game.game.played:%Y-%m-%d}, {pod.setup.variant}"
    return f"{game}: {outcome}{rest}. Points: {points}."
