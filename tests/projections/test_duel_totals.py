"""Duels have results, totals, rivalries and ratings of their own, and leave those of pods alone."""

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from itertools import groupby
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from sqlalchemy import Table

from bot.joust.cards import PlayDuelCard
from bot.joust.concessions import ConcedeDuel
from bot.joust.duel import Duel, DuelResult, DuelSetup
from bot.joust.lobby import OpenDuel, StartDuel
from bot.joust.proposals import CloseDuel
from bot.joust.proposals import UndoDuelStep as TakeBack
from bot.joust.table_types import DuelCard
from bot.joust.turns import EndDuelTurn
from bot.projections.career import PlayerGameTotals, load_player_career
from bot.projections.defeats import PlayerRivalry, load_fiercest_player_rivalries
from bot.projections.history import build_game_history_from_events
from bot.projections.progress import load_player_points_over_time
from bot.projections.project import rebuild_derived_tables
from bot.projections.rating_updater import BackgroundRatingUpdater, find_servers_with_wrong_ratings
from bot.projections.ratings import load_player_rating_history, load_player_ratings
from bot.projections.skill import PlayerResultForRating, SkillRating, SkillRatingAfterGame, compute_ratings_after_game
from bot.projections.standings import LeaderboardFilter, load_leaderboard_without_season_rules
from bot.projections.week_summary import load_week_summary
from bot.rulebooks import GameCommand, is_game_over
from bot.rules.closing import ClosePod
from bot.rules.concession import ConcedeGame
from bot.rules.lobby import OpenLobby, StartGame
from bot.rules.overrides import OverrideGameAsModerator
from bot.rules.records import PodSetup
from bot.rules.refusals import Refusal
from bot.rules.undoing import UndoPodEvent
from bot.rules.winning import ReportDrawnGame
from bot.storage.engine.database import Database
from bot.storage.engine.schema import defeats, results, rivalries, standings, unrated
from bot.storage.tables import rivalries as rivals
from bot.storage.tables import totals
from bot.storage.tables.game_kinds import GAME_KINDS, JOUST, POD, GameKind
from bot.storage.tables.rivalries import EVER
from bot.storage.tables.seasons import Season
from tests.effort import examples
from tests.projections.test_totals import NEVER, WHY, Later, League
from tests.storage.databases import Fresh, open_anew
from tests.storage.store import GUILD, NOON, SEATS, column, killed, rows

DUELS = LeaderboardFilter(game=JOUST)
ANA, BO, CY, DI = SEATS

Row = Mapping[str, Any]
Step = tuple[str, int, int, int]
"""What is done, in which channel, and two numbers of players."""


class Hall(Later):
    """A channel in which pods and duels are played."""

    @property
    def is_free(self) -> bool:
        return is_game_over(None if self.played is None else self.played.game)

    @property
    def duel(self) -> Duel | None:
        game = None if self.played is None else self.played.game
        return game if isinstance(game, Duel) else None

    async def begin_duel(self, one: str = ANA, two: str = BO) -> None:
        await self.do(OpenDuel(DuelSetup("own"), one, (one, two)), StartDuel(one))

    async def fight(self, winner: str, loser: str) -> int:
        """A duel that the loser gives up; its number."""
        await self.begin_duel(winner, loser)
        await self.do(ConcedeDuel(loser))
        return self.number


def _plan(points: int) -> PlayDuelCard:
    return PlayDuelCard(DuelCard("Stone", "plan", points=points))


async def tie(channel: Hall) -> None:
    """A duel between Ana and Bo that nobody wins."""
    await channel.begin_duel()
    await channel.do(_plan(2), _plan(0), EndDuelTurn(), _plan(1), _plan(1), EndDuelTurn(), _plan(0))


async def read(database: Database, table: Table) -> list[Row]:
    return [dict(zip(table.c.keys(), row, strict=True)) for row in await rows(database, table)]


async def of_game(database: Database, game: GameKind) -> list[list[Row]]:
    """All that is kept of one kind of games."""
    tables = (results, defeats, standings, rivalries, unrated)
    return [[r for r in await read(database, table) if r["game"] == game] for table in tables]


async def list_points(database: Database, scope: LeaderboardFilter) -> dict[str, tuple[int, int]]:
    page = await load_leaderboard_without_season_rules(database, GUILD, scope)
    return {line.player: (line.points, line.games) for line in page.lines}


# What a duel brings


async def test_a_duel_brings_three_points_to_who_wins_and_none_to_who_loses(database: Database) -> None:
    channel = Hall(database)
    await channel.fight(BO, ANA)
    page = await load_leaderboard_without_season_rules(database, GUILD, DUELS)
    assert [(each.player, each.points, each.won_as_master) for each in page.lines] == [(BO, 3, 1), (ANA, 0, 0)]
    assert await load_fiercest_player_rivalries(database, GUILD, EVER, 5, JOUST) == [PlayerRivalry(BO, ANA, 1, 0)]


async def test_a_tie_brings_a_point_to_both_and_is_nobodys_defeat(database: Database) -> None:
    channel = Hall(database)
    await tie(channel)
    assert await list_points(database, DUELS) == {ANA: (1, 1), BO: (1, 1)}
    assert await rows(database, defeats) == []
    found = await load_player_career(database, GUILD, ANA, game_kind=JOUST)
    assert found is not None
    assert found.sum_games_by_variant_and_role() == PlayerGameTotals(games=1, won=0, drawn=1, points=1)


async def test_an_end_that_is_undone_brings_nothing_and_a_duel_that_is_closed_neither(database: Database) -> None:
    channel = Hall(database)
    await channel.fight(BO, ANA)
    await channel.do(TakeBack())
    assert (await of_game(database, JOUST))[:4] == [[], [], [], []]
    await channel.do(CloseDuel())
    assert await list_points(database, DUELS) == {}


async def test_an_old_duel_whose_end_is_undone_and_played_otherwise_counts_when_it_ended_anew(
    database: Database,
) -> None:
    channel = Hall(database)
    first = await channel.fight(BO, ANA)
    await channel.do(TakeBack(), ConcedeDuel(BO))
    (ended,) = {row["at"] for row in await read(database, results) if row["pod"] == first}
    assert ended == channel.when(channel.version)
    assert await list_points(database, DUELS) == {ANA: (3, 1), BO: (0, 1)}


# Beside pods


async def test_pods_and_duels_have_tables_of_their_own_everywhere(database: Database) -> None:
    channel, league = Hall(database), League(database)
    await league.start(NOON)
    await channel.play(BO, CY, DI)
    await channel.fight(BO, ANA)
    await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
    for scope in (LeaderboardFilter(), LeaderboardFilter(season=1), LeaderboardFilter(since=0)):
        won = {ANA: (3, 1), BO: (1, 1), CY: (1, 1), DI: (0, 1)}  # in pods thralls win too
        assert await list_points(database, scope) == won
        same = LeaderboardFilter(scope.season, scope.since, game=JOUST)
        assert await list_points(database, same) == {ANA: (0, 1), BO: (3, 1)}
    pods, duels = [await load_player_ratings(database, GUILD, SEATS, game) for game in GAME_KINDS]
    assert pods[ANA] > 1000 > pods[DI]
    assert duels[ANA] < 1000 < duels[BO]
    assert set(duels) == {ANA, BO}
    assert [points for _, points in await load_player_rating_history(database, GUILD, BO, 9, JOUST)] == [duels[BO]]
    for game, winner in ((POD, ANA), (JOUST, BO)):
        career = await load_player_career(database, GUILD, winner, game_kind=game)
        assert career is not None
        assert (career.sum_games_by_variant_and_role().games, career.streak) == (1, 1)
    day = NOON + timedelta(days=1)
    week, duelled = [await load_week_summary(database, GUILD, NOON, day, game) for game in GAME_KINDS]
    assert (week.games, week.players, week.leaders) == (1, 4, (ANA,))
    assert (duelled.games, duelled.players, duelled.leaders) == (1, 2, (BO,))
    assert duelled.newcomers == (ANA, BO)
    shown = await load_player_points_over_time(database, GUILD, SEATS, DUELS, NOON, [day])
    assert shown == {ANA: [0], BO: [3]}


# Whatever happens

POD_MOVES = "kkkkcdxuvs"
DUEL_MOVES = ["pod", "duel", "plan", "plan", "plan", "turn", "concede", "close", "back", "back"]
steps = st.lists(
    st.tuples(
        st.sampled_from([*POD_MOVES, *DUEL_MOVES, *DUEL_MOVES, "later", "season"]),
        st.sampled_from((1, 2)),
        st.integers(0, 3),
        st.integers(0, 3),
    ),
    max_size=50,
)
PLAYED: list[Step] = [
    *[("season", 1, 0, 0), ("duel", 1, 0, 1), ("concede", 1, 0, 1), ("pod", 1, 0, 0)],
    *[("k", 1, 1, 0), ("k", 1, 2, 0), ("k", 1, 3, 0), ("later", 1, 0, 0), ("season", 1, 0, 0)],
    *[("duel", 2, 0, 1), *[("plan", 2, 1, 1)] * 2, ("turn", 2, 0, 0), *[("plan", 2, 0, 3)] * 3],
    *[("back", 2, 0, 0), ("plan", 2, 0, 0), ("old", 1, 0, 0), ("back", 1, 0, 0)],
    *[("concede", 1, 1, 0), ("s", 1, 1, 7), ("duel", 1, 2, 3), ("concede", 1, 2, 3)],
]


def _find_command(channel: Hall, step: Step) -> GameCommand | None:
    kind, _, one, other = step
    duelling = None if channel.duel is None else channel.duel.players[one % 2]
    commands: dict[str, Callable[[], GameCommand]] = {
        "k": lambda: killed(SEATS[one], SEATS[other]),
        "c": lambda: ConcedeGame(SEATS[one]),
        "d": ReportDrawnGame,
        "x": ClosePod,
        "u": UndoPodEvent,
        "v": lambda: OverrideGameAsModerator("void", WHY),
        "s": lambda: OverrideGameAsModerator("points", WHY, points={SEATS[one]: other}),
        "plan": lambda: _plan(other),
        "turn": EndDuelTurn,
        "concede": lambda: ConcedeDuel(duelling or ANA),
        "close": CloseDuel,
        "back": TakeBack,
    }
    return commands[kind]() if kind in commands else None


async def _open(channel: Hall, step: Step) -> bool:
    """Whether the step opens a game, or goes back to an old one, as it can where none is played."""
    kind, _, one, other = step
    if kind not in ("pod", "duel", "old"):
        return False
    if channel.is_free and kind == "pod":
        await channel.do(OpenLobby(PodSetup(), ANA, SEATS), StartGame(SEATS, ANA))
    elif channel.is_free and kind == "duel" and one != other:
        await channel.begin_duel(SEATS[one], SEATS[other])
    elif channel.is_free and kind == "old" and channel.written:
        channel.back_to(1)
    return True


async def live(database: Database, history: list[Step]) -> tuple[League, list[Hall]]:
    """A server after all of it that was not refused.

    What happens to one kind of games leaves all that is kept of the other as it was.
    """
    league, halls = League(database), {id: Hall(database, id) for id in (1, 2)}
    for step in history:
        kind, channel = step[0], halls[step[1]]
        if kind == "later":
            for each in halls.values():
                each.days += 3
        elif kind == "season":
            known = await league.seasons.load_seasons_of_server(GUILD)
            now = max(each.when(each.version) for each in halls.values())
            running = bool(known) and known[0].end is None
            await (league.end(now) if running else league.start(now))
        elif not await _open(channel, step):
            command = _find_command(channel, step)
            assert command is not None
            others = POD if channel.duel is not None else JOUST
            before = await of_game(database, others)
            try:
                await channel.do(command)
            except Refusal:
                continue
            assert await of_game(database, others) == before
    return league, list(halls.values())


def _find_results(halls: list[Hall]) -> list[tuple[Any, dict[str, int], DuelResult]]:
    """When each duel ended, what it brought, and how it ended, from the log alone."""
    found = []
    for hall in halls:
        for number in {each.pod for each in hall.written}:
            story = build_game_history_from_events(each for each in hall.written if each.pod == number)
            if isinstance(story.game, Duel) and story.game.result is not None:
                found.append((story.end_time, story.game.result.season_points, story.game.result))
    return found


def _add_up(halls: list[Hall], season: Season | None) -> dict[str, tuple[int, int]]:
    points, games = Counter[str](), Counter[str]()
    for at, brought, _ in _find_results(halls):
        if season is None or season.start <= at < (season.end or NEVER):
            points.update(brought)
            games.update(brought.keys())
    return {player: (points[player], games[player]) for player in games}


async def _check_ratings(database: Database, game: GameKind) -> None:
    """They are what somebody makes of the games of a kind who has never heard of another."""
    current = dict[str, SkillRating]()
    played = [row for row in await read(database, results) if row["game"] == game]
    played.sort(key=lambda row: (row["at"], row["channel"], row["pod"]))
    for _, group in groupby(played, key=lambda row: (row["channel"], row["pod"])):
        seats = list(group)
        after = compute_ratings_after_game(
            [PlayerResultForRating(*(row[name] for name in PlayerResultForRating._fields)) for row in seats], current
        )
        assert {s["player"]: SkillRatingAfterGame(s["mu"], s["sigma"], s["chance"]) for s in seats} == after
        current.update((player, new.skill_rating) for player, new in after.items())


@settings(max_examples=examples(10))
@given(history=steps)
@example(history=PLAYED)
async def test_totals_of_duels_are_the_sums_over_their_results_and_no_game_changes_anothers(
    fresh: Fresh, history: list[Step]
) -> None:
    async with open_anew(fresh) as database:
        league, halls = await live(database, history)
        assert await list_points(database, DUELS) == _add_up(halls, None)
        for season in await league.seasons.load_seasons_of_server(GUILD):
            scope = LeaderboardFilter(season=season.number, game=JOUST)
            assert await list_points(database, scope) == _add_up(halls, season)
        won = sum(result.winner is not None for *_, result in _find_results(halls))
        beaten = await read(database, rivalries)
        assert won == sum(r["times"] for r in beaten if (r["game"], r["season"]) == (JOUST, EVER))
        await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
        for game in GAME_KINDS:
            await _check_ratings(database, game)
        kept = [await of_game(database, game) for game in GAME_KINDS]
        await rebuild_derived_tables(database)
        await BackgroundRatingUpdater(database).wait_for_ratings_of_server(GUILD)
        assert [await of_game(database, game) for game in GAME_KINDS] == kept
        for differing in (totals.SELECT_WRONG_SERVERS, rivals.SELECT_WRONG_SERVERS):
            assert await column(database, differing) == []
        assert (
            await database.run_read_transaction_without_timeout(
                lambda connection: list(find_servers_with_wrong_ratings(connection))
            )
            == []
        )
