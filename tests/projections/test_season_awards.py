"""Awards of a season: what few did most often, without games of other times."""

from datetime import timedelta

from bot.projections.season_awards import load_season_awards
from bot.projections.season_standings import SeasonStandingsCache
from bot.storage.engine.database import Database
from bot.storage.tables.seasons import Season
from tests.storage.store import GUILD, NOON, Channel


async def test_awards_name_who_did_most_and_nobody_for_what_everybody_did(database: Database) -> None:
    channel = Channel(database)
    for _ in range(2):
        await channel.play("bo", "cy", "di")
    await channel.play("ana", "cy", "di", killer="bo")
    season = Season(GUILD, 1, "One", NOON)
    tables = SeasonStandingsCache(database)
    awards = await load_season_awards(database, tables, season)
    told = {award.award: (award.players, award.number) for award in awards}
    assert "wins" not in told  # thralls have won, too
    assert told["master-wins"] == (("ana",), 2)
    assert told["caused"] == (("ana",), 6)
    assert "games" not in told  # all four have played three
    later = Season(GUILD, 2, "Two", NOON + timedelta(days=1))
    assert await load_season_awards(database, tables, later) == []
