"""What a decision changes, in lines: for the game, then for each player it changes something."""

from bot.front.rendering.team_lines import format_points
from bot.rules.differences import GameState, PlayerDifference, PlayerPlace, PodDifference
from bot.words import Words


def render_difference(difference: PodDifference, words: Words) -> list[str]:
    """Before and after, side by side."""
    before, after = difference.before, difference.after
    pairs = [(_render_game(before, words), _render_game(after, words))]
    if before.host != after.host:
        host = words.text("lobby-host")
        pairs.append((f"{host} · {words.name(before.host)}", words.name(after.host)))
    lines = [f"{old} → {new}" for old, new in pairs if old != new]
    return [*lines, *(_render_player(each, words) for each in difference.players)]


def _render_player(each: PlayerDifference, words: Words) -> str:
    old, new = _render_place(each.before, words), _render_place(each.after, words)
    was, becomes = _render_points(each.before), _render_points(each.after)
    if each.before.points is None and each.after.points is None:
        line = f"{old} → {new}"
    elif old == new:
        line = f"{old} {was} → {becomes}"
    else:
        line = f"{old} {was} → {new} {becomes}"
    return f"**{words.name(each.player)}** {line}"


def _render_game(game: GameState, words: Words) -> str:
    if game.turn is None:
        return words.text(f"state-{game.state}")
    return words.text("board-turn", number=game.turn)


def _render_place(place: PlayerPlace, words: Words) -> str:
    served = words.name(place.master) if place.master else ""
    return words.text(f"place-{place.where}", master=served)


def _render_points(place: PlayerPlace) -> str:
    return "`–`" if place.points is None else f"`{format_points(place.points).strip()}`"
