"""Reading a player's place and rating with the bot's own code."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from bot.projections.damping import RepeatedGameDiscount, SeasonDiscountingRepeatedGames
from bot.projections.ratings import convert_rating_to_points
from bot.projections.skill import PlayerResultForRating, SkillRating, compute_ratings_after_game, reduce_rating_changes
from bot.rules.deeds import DEED_IDS
from bot.rules.facts import Player
from bot.season_rules.games import SeasonGame, SeasonGameResult
from bot.season_rules.ranking import SeasonStandings, SeasonStandingsLine
from bot.season_rules.rules import NO_RULES, USUAL_RULES, SeasonRules, apply_season_rules_preset
from bot.storage.engine.row_changes import Row
from bot.storage.engine.timestamps import datetime_to_milliseconds
from bot.storage.tables.game_kinds import POD
from tests.benchmarks.abuse.own_accounts import AGAIN
from tests.benchmarks.abuse.people import HOUSE_DEED

PRIZE = apply_season_rules_preset(USUAL_RULES, "prize")
"""The rules that `docs/en/seasons.md` advises for a league with a prize."""

DEEDS = replace(PRIZE, deeds=dict.fromkeys((*DEED_IDS, HOUSE_DEED), 2), deeds_most=4)
"""The same with generous points for deeds."""

COLUMNS: Mapping[str, SeasonRules] = {"off": NO_RULES, "on": PRIZE, "deeds": DEEDS}


class Place(NamedTuple):
    """A player's place: one more than the honest people ahead, with points."""

    place: int
    points: int


def make_games(rows: Iterable[Row], kind: str = POD) -> list[SeasonGame]:
    """Return the games of a kind as the season's rules need them, from results as stored."""
    of_kind = sorted((row for row in rows if row["game"] == kind), key=_name_game)
    newest = {row["player"].partition(AGAIN)[0]: row["player"] for row in of_kind}
    return [
        SeasonGame(
            *name,
            tuple(_make_seat(row, newest) for row in rows),
            recorded=datetime_to_milliseconds(rows[0]["recorded"]),
            began=datetime_to_milliseconds(rows[0]["at"]),  # on the same evening: no rule changes during a game
        )
        for name, seats in groupby(of_kind, key=_name_game)
        if (rows := [*seats])
    ]


def _name_game(row: Row) -> tuple[int, int, int]:
    return datetime_to_milliseconds(row["at"]), row["channel"], row["pod"]


def _make_seat(row: Row, newest: Mapping[Player, Player]) -> SeasonGameResult:
    """Return a seat; former ids count as the `newest` of their account, as in
    `map_player_ids_to_main_ids`.
    """
    won = row["won"]
    master, servant = won and row["role"] == "master", won and row["role"] == "servant"
    caused, served, reign = row["caused"], row["served"], row["reign"]
    who = _find_person_in_games_file(row)
    person = newest.get(who.partition(AGAIN)[0], who)
    player, guest = row["player"], row["guest"]
    done = tuple(row["deeds"].split())
    unconfirmed = tuple(row["unconfirmed_deeds"].split())
    return SeasonGameResult(
        *(player, row["points"], master, servant, caused, served, reign, guest),
        person=person,
        deeds=done,
        unconfirmed_deeds=unconfirmed,
    )


def _find_person_in_games_file(row: Row) -> Player:
    """Return the player of a result; for a guest, the member who brought them."""
    brought_by: Player | None = row["brought_by"] if row["guest"] else None
    player: Player = row["player"]
    return brought_by or player


def find_places(
    games: Iterable[SeasonGame], rules: SeasonRules, honest: Sequence[Player], players: Sequence[Player]
) -> dict[Player, Place]:
    """Return players' places among the honest; without a rank, behind all of them."""
    lines = _map_lines(games, rules)
    ranked = _list_points(lines, honest)
    return {player: _find_place(player, lines, ranked) for player in players}


def list_ranked_points(games: Iterable[SeasonGame], rules: SeasonRules, honest: Sequence[Player]) -> list[int]:
    """Return the points of honest people who have a rank."""
    return _list_points(_map_lines(games, rules), honest)


def _map_lines(games: Iterable[SeasonGame], rules: SeasonRules) -> dict[Player, SeasonStandingsLine]:
    return {line.player: line for line in SeasonStandings(games, rules).list_ranked_lines()}


def _list_points(lines: Mapping[Player, SeasonStandingsLine], honest: Sequence[Player]) -> list[int]:
    return [line.points for name in honest if (line := lines.get(name)) and line.rank]


def _find_place(player: Player, lines: Mapping[Player, SeasonStandingsLine], ranked: Sequence[int]) -> Place:
    line = lines.get(player)
    if line is None or line.rank is None:
        return Place(len(ranked) + 1, 0)
    return Place(1 + sum(points > line.points for points in ranked), line.points)


class Ratings:
    """The ratings of a season, as they change from game to game; `damped` is the season's rule."""

    def __init__(self, *, damped: bool) -> None:
        self._current = dict[Player, SkillRating]()
        self._damper = RepeatedGameDiscount((SeasonDiscountingRepeatedGames(0, None),) if damped else ())

    def add(self, rows: Iterable[Row]) -> None:
        """Rate the players of some games, the earliest first."""
        current = self._current
        for (at, *_), of_game in groupby(sorted(rows, key=_name_game), key=_name_game):
            game = [*of_game]
            seats = [PlayerResultForRating._make(row[name] for name in PlayerResultForRating._fields) for row in game]
            weight = self._damper.compute_rating_weight_of_next_game(
                at, [_find_person_in_games_file(row) for row in game]
            )
            after = reduce_rating_changes(compute_ratings_after_game(seats, current), current, weight)
            current.update((name, new.skill_rating) for name, new in after.items())

    def find_points(self, player: Player) -> int:
        """Return a player's rating as shown."""
        return convert_rating_to_points(self._current.get(player, SkillRating()).mu)


def rate(rows: Iterable[Row], player: Player, kind: str, *, damped: bool) -> int:
    """Return a player's rating after all games of a kind in a season."""
    ratings = Ratings(damped=damped)
    ratings.add(row for row in rows if row["game"] == kind)
    return ratings.find_points(player)
