"""The standings of a server as they would be after an import."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from sqlalchemy import Connection, func, select

from bot.care.leagues.comparison import NewSpreadsheetGame
from bot.rules.facts import Player
from bot.rules.pod import replay_pod_events
from bot.storage.engine.schema import people, results
from bot.storage.record.people import Person
from bot.storage.tables.game_kinds import POD

_GAMES_PER_BATCH = 500  # people who are looked up together


class StandingAfterImport(Struct):
    """A player's standing after an import: points, games, wins, and the number of new games."""

    name: str
    points: int = 0
    games: int = 0
    wins: int = 0
    new: int = 0


def compute_standings_after_import(
    connection: Connection, guild_id: int, new_games: Iterable[NewSpreadsheetGame], new_people: Iterable[Person]
) -> Iterator[StandingAfterImport]:
    """Yield each player's standing as an import would change it, best first."""
    lines: dict[Player, StandingAfterImport] = {}
    won = func.count().filter(results.c.won)
    known = select(results.c.player, func.sum(results.c.points), func.count(), won)
    here = (results.c.guild == guild_id, results.c.game == POD)
    for player, points, games, wins in connection.execute(known.where(*here).group_by(results.c.player)):
        lines[player] = StandingAfterImport(player, int(points), games, wins)
    for game in new_games:
        pod = replay_pod_events(game.event.story)
        if pod is None or pod.result is None:
            continue
        for player, points in pod.result.points.items():
            line = lines.setdefault(player, StandingAfterImport(player))
            line.points += points
            line.games += 1
            line.wins += player in pod.result.winners
            line.new += 1
    names = {person.id: person.display_name for person in new_people}
    wanted = [player for player in lines if player not in names]
    for at in range(0, len(wanted), _GAMES_PER_BATCH):
        some = select(people.c.id, people.c.name).where(people.c.id.in_(wanted[at : at + _GAMES_PER_BATCH]))
        for player, name in connection.execute(some):
            names[player] = name
    for player, line in lines.items():
        line.name = names.get(player, player)
    yield from sorted(lines.values(), key=lambda line: (-line.points, -line.wins, line.name))
