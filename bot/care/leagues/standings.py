"""The standings of a server as they would be after an import."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from sqlalchemy import Connection, func, select

from bot.care.leagues.comparing import FreshGame
from bot.rules.facts import Player
from bot.rules.pod import fold
from bot.storage.engine.schema import people, results
from bot.storage.record.people import Person
from bot.storage.tables.game_kinds import POD

_GAMES_PER_BATCH = 500  # people who are looked up together


class Line(Struct):
    """A player's standing in all games of a server: points, games and wins, and the new ones."""

    name: str
    points: int = 0
    games: int = 0
    wins: int = 0
    new: int = 0


def sum_standings(
    connection: Connection, guild: int, fresh: Iterable[FreshGame], new: Iterable[Person]
) -> Iterator[Line]:
    """Yield everybody's line after these games are entered, best first."""
    lines: dict[Player, Line] = {}
    won = func.count().filter(results.c.won)
    known = select(results.c.player, func.sum(results.c.points), func.count(), won)
    here = (results.c.guild == guild, results.c.game == POD)
    for player, points, games, wins in connection.execute(
        known.where(*here).group_by(results.c.player)
    ):
        lines[player] = Line(player, int(points), games, wins)
    for game in fresh:
        pod = fold(game.event.story)
        if pod is None or pod.result is None:
            continue
        for player, points in pod.result.points.items():
            line = lines.setdefault(player, Line(player))
            line.points += points
            line.games += 1
            line.wins += player in pod.result.winners
            line.new += 1
    names = {person.id: person.name for person in new}
    wanted = [player for player in lines if player not in names]
    for at in range(0, len(wanted), _GAMES_PER_BATCH):
        some = select(people.c.id, people.c.name).where(
            people.c.id.in_(wanted[at : at + _GAMES_PER_BATCH])
        )
        for player, name in connection.execute(some):
            names[player] = name
    for player, line in lines.items():
        line.name = names.get(player, player)
    yield from sorted(lines.values(), key=lambda line: (-line.points, -line.wins, line.name))
