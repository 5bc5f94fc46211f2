"""Whom one may attack and who is in range: in words, and as a picture of the table."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from io import BytesIO

import discord

from bot.front.rendering.fitting import ALT_TEXT, fit_text
from bot.front.rendering.team_lines import order_seats
from bot.i18n import Catalogue
from bot.pictures import scene
from bot.pictures.studio import DrawingError, ServerStudio
from bot.rules import seats
from bot.rules.events import Standing, Status
from bot.rules.facts import Player
from bot.rules.pod import Pod
from bot.rules.ranges import Ranges
from bot.rules.tables import TABLES, USUAL
from bot.rules.teams import find_master
from bot.words import Words

log = logging.getLogger(__name__)

FILE = "table.png"
PATIENCE = 1.5
"""Seconds that an answer waits for its picture; Discord waits for three."""

MOST = 6
"""Lines of attacks on a board, at most."""

CROWD = 12
"""Players at a table beyond which its board names each of them no more often than it must."""

_STANDINGS: Mapping[Status, scene.FigureStatus] = {
    "servant": "thrall",
    "masterless": "masterless",
    "out": "out",
}


# In words


def render_attacks(pod: Pod, words: Words) -> list[str]:
    """Whom the active players may attack, where the table says it, for the board."""
    if pod.setup.table == USUAL or pod.turn is None or not pod.setup.turns:
        return []
    if len(pod.players) > CROWD:
        return [words.text("board-attack-more")]
    reach = Ranges(pod)
    by: dict[tuple[Player, ...], list[Player]] = {}
    for player in pod.turn.active:
        by.setdefault(reach.find_attackable(player), []).append(player)
    lines = [
        f"{words.join_names(players)} → {_join_names(attacked, words)}"
        for attacked, players in by.items()
    ]
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], words.text("board-attack-more")]


def describe_table(game: Pod, player: Player, words: Words) -> list[str]:
    """The picture in words: the seats, then whom `player` reaches, if they play.

    Until something has happened the board names the seats by itself.
    """
    seated = " → ".join(_describe_seats(game, each, words) for each in order_seats(game))
    lines = [words.text("status-seats", seats=seated)] if game.step else []
    return [*lines, *_describe_own(game, player, words)]


def describe_picture(game: Pod, player: Player, words: Words) -> str:
    """All that the picture shows, a line for each seat; `words` name players without Markdown."""
    seats = [
        " · ".join([f"{number}. {words.name(each)}", *_describe_seat(game, each, words)])
        for number, each in enumerate(game.players, 1)
    ]
    return "\n".join([words.text("picture-table"), *seats, *_describe_own(game, player, words)])


def _describe_seat(game: Pod, player: Player, words: Words) -> Iterator[str]:
    """What the signs of a seat say: turn, standing, whom they serve, with whom they are a team."""
    text, standing = words.text, game.standings[player]
    if player in _find_active(game):
        yield text("picture-active")
    shown = _find_standing(game, standing)
    if shown != "playing":
        yield _name_standing(game, shown, text)
    if standing.status == "servant" and standing.master:
        yield text.label(text("picture-serves"), words.name(standing.master))
    if mates := seats.find_teammates(game.setup, game.players, player):
        yield text.label(text("picture-team"), words.join_names(mates))


def _describe_seats(game: Pod, player: Player, words: Words) -> str:
    if _is_out(game, player):
        return f"~~{words.name(player)}~~"
    return f"▶️ {words.name(player)}" if player in _find_active(game) else words.name(player)


def _describe_own(game: Pod, player: Player, words: Words) -> Iterator[str]:
    if player not in game.players:
        return
    if _is_out(game, player):
        yield words.text("status-out")
        return
    reach = Ranges(game)
    yield words.text("status-attack", players=_join_names(reach.find_attackable(player), words))
    near = reach.find_in_range(player)
    if near is None:
        yield words.text("status-no-limit")
    else:
        yield words.text("status-reach", players=_join_names(near, words))
    if _is_lagging(game):
        yield words.text("status-begun")


def _is_lagging(game: Pod) -> bool:
    """Whether sides or seats have changed, which counts from the next turn on (TAB-13, ESC-D21)."""
    setup = game.setup
    if not setup.turns or (setup.table == USUAL and not setup.answers.team_is_one_side):
        return False
    now = game.standings
    return any(
        (s.status, s.master) != (now[p].status, now[p].master) for p, s in game.begun.items()
    )


# As a picture


async def draw_file(
    studio: ServerStudio,
    what: scene.Scene,
    name: str,
    about: str,
    patience: float = PATIENCE,
) -> discord.File | None:
    """The picture as a file to attach; None if there is none in time, which the log says.

    It tells what it is `about` to people who see no pictures.
    """
    try:
        async with asyncio.timeout(patience):
            drawn = await studio.draw(what)
            return discord.File(BytesIO(drawn), name, description=fit_text(about, ALT_TEXT))
    except TimeoutError:
        log.warning("a picture was not drawn in time")
    except DrawingError as error:
        log.warning("a picture was not drawn: %s", error)
    return None


def make_scene(
    game: Pod, player: Player, figures: Mapping[Player, scene.Figure], text: Catalogue
) -> scene.TableScene:
    """The table as `player` sees it; everybody has one of the `figures`."""
    number = {each: at for at, each in enumerate(game.players)}
    attack: frozenset[int] = frozenset()
    reach: frozenset[int] | None = None
    if player in number and not _is_out(game, player):
        reached = Ranges(game)
        attack = frozenset(number[each] for each in reached.find_attackable(player))
        near = reached.find_in_range(player)
        reach = None if near is None else frozenset(number[each] for each in near)
    return scene.TableScene(
        "",  # the embed has one
        tuple(_make_seat(game, each, number, figures[each]) for each in game.players),
        _make_legend(game, text),
        number.get(player),
        attack,
        reach,
    )


def _make_seat(
    game: Pod, player: Player, number: Mapping[Player, int], figure: scene.Figure
) -> scene.SeatScene:
    standing = game.standings[player]
    served = standing.master if standing.status == "servant" else None
    return scene.SeatScene(
        figure,
        _find_group(game, player, number),
        _find_standing(game, standing),
        player in _find_active(game),
        None if served is None else number.get(served),
    )


def _find_group(game: Pod, player: Player, number: Mapping[Player, int]) -> int | None:
    """The first seat of their team, as agreed before the start, or in Esclave the master's."""
    agreed = seats.find_teams(game.setup, game.players)
    if agreed:
        return min(number[each] for team in agreed if player in team for each in team)
    if not game.setup.answers.team_is_one_side or _is_out(game, player):
        return None
    master = find_master(game.standings, player)
    return None if master is None else number[master]


def _find_standing(game: Pod, standing: Standing) -> scene.FigureStatus:
    if standing.status != "master":
        return _STANDINGS[standing.status]
    if game.setup.answers.has_servants:
        return "leader"
    if not TABLES[game.setup.table].emperors:
        return "playing"
    team = seats.find_teammates(game.setup, game.players, standing.player)
    return "leader" if standing.player == seats.find_emperor(team) else "playing"


def _make_legend(game: Pod, text: Catalogue) -> scene.LegendWords:
    return scene.LegendWords(
        attack=text("picture-attack"),
        reach=text("picture-reach"),
        beyond=text("picture-beyond"),
        active=text("picture-active"),
        team=text("picture-team"),
        serves=text("picture-serves"),
        leader=_name_standing(game, "leader", text),
        thrall=_name_standing(game, "thrall", text),
        masterless=_name_standing(game, "masterless", text),
        out=_name_standing(game, "out", text),
    )


def _name_standing(game: Pod, standing: scene.FigureStatus, text: Catalogue) -> str:
    match standing:
        case "leader":
            emperors = TABLES[game.setup.table].emperors
            return text("picture-emperor" if emperors else "picture-master")
        case "thrall":
            one_side = game.setup.answers.team_is_one_side
            return text("picture-thrall" if one_side else "picture-minion")
        case _:
            return text(f"picture-{standing}")


# What they share


def _join_names(players: tuple[Player, ...], words: Words) -> str:
    return words.join_names(players) or words.text("reach-nobody")


def _find_active(game: Pod) -> tuple[Player, ...]:
    return game.turn.active if game.turn is not None and game.setup.turns else ()


def _is_out(game: Pod, player: Player) -> bool:
    return game.standings[player].status == "out"
