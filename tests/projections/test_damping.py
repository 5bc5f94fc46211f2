"""Ratings in a season that damps games among the same few: the weight, and that all is rated so."""

import random

import pytest

from bot.projections.damping import RepeatedGameDiscount, SeasonDiscountingRepeatedGames
from bot.projections.rating_updater import BackgroundRatingUpdater, find_servers_with_wrong_ratings
from bot.projections.ratings import load_player_ratings
from bot.season_rules.rules import USUAL_RULES, SeasonRules
from bot.storage.engine.database import Database
from bot.storage.engine.schema import results
from bot.storage.tables.seasons import Season
from tests.projections.test_season_tables import League
from tests.storage.store import GUILD, rows

DAMPED = SeasonRules(damped=True)


def test_a_game_weighs_less_the_more_its_people_have_met_in_the_season() -> None:
    damper = RepeatedGameDiscount([SeasonDiscountingRepeatedGames(100, 200)])
    four = ("ana", "bo", "cy", "di")
    assert [damper.compute_rating_weight_of_next_game(at, four) for at in (98, 99)] == [1, 1], "before the season"
    assert [damper.compute_rating_weight_of_next_game(at, four) for at in range(100, 111)][::10] == [1, 0.5]
    assert damper.compute_rating_weight_of_next_game(150, ("ana", "bo", "x", "y")) == pytest.approx(10 / (10 + 11 / 6))
    assert damper.compute_rating_weight_of_next_game(151, ("x", "z")) == 1
    assert damper.compute_rating_weight_of_next_game(200, four) == 1, "after it"


def test_a_new_season_begins_anew() -> None:
    damper = RepeatedGameDiscount([SeasonDiscountingRepeatedGames(0, 5), SeasonDiscountingRepeatedGames(5, None)])
    assert [damper.compute_rating_weight_of_next_game(at, ("ana", "bo")) for at in (1, 2, 5, 6)] == [
        1,
        10 / 11,
        1,
        10 / 11,
    ]


async def rated(database: Database, chunk: int) -> dict[str, int]:
    rater = BackgroundRatingUpdater(database, chunk)
    await rater.wait_for_ratings_of_server(GUILD)
    await rater.close()
    return await load_player_ratings(database, GUILD, ["ana", "bo", "cy", "di"])


def test_guests_and_whoever_brought_them_are_one_person() -> None:
    one = RepeatedGameDiscount([SeasonDiscountingRepeatedGames(0, None)])
    other = RepeatedGameDiscount([SeasonDiscountingRepeatedGames(0, None)])
    weights = [one.compute_rating_weight_of_next_game(at, ["ana", "ana", "bo", "bo"]) for at in range(20)]
    assert weights == [other.compute_rating_weight_of_next_game(at, ["ana", "bo"]) for at in range(20)]
    assert one.compute_rating_weight_of_next_game(21, ["cy", "cy"]) == 1.0


async def test_ratings_follow_the_rule_and_come_back_without_it(database: Database) -> None:
    league = League(database)
    season: Season = await league.started()
    assert season.rules == USUAL_RULES
    chance = random.Random(1)
    for _ in range(12):
        killer, *losers = chance.sample(("ana", "bo", "cy", "di"), 4)
        await league.channel.play(*losers, killer=killer)
    free = await rated(database, 400)
    written = await rows(database, results)
    await league.rule(USUAL_RULES, DAMPED)
    damped = await rated(database, 4)
    assert damped != free
    in_small_pieces = await rows(database, results)
    assert not list(
        await database.run_read_transaction_without_timeout(lambda c: list(find_servers_with_wrong_ratings(c)))
    )
    await league.rule(DAMPED, USUAL_RULES)
    assert await rated(database, 4) == free
    assert await rows(database, results) == written
    await league.rule(USUAL_RULES, DAMPED)
    await rated(database, 400)
    assert await rows(database, results) == in_small_pieces, "to the last bit"
