"""What a server has set is there until it is set anew."""

from bot.storage.database import Database
from bot.storage.guilds import Guilds


async def test_a_server_has_no_language_until_it_chooses_one(database: Database) -> None:
    guilds = Guilds(database)
    assert await guilds.language(1) is None
    await guilds.set_language(1, "fr")
    assert await guilds.language(1) == "fr"
    assert await guilds.language(2) is None


async def test_a_choice_survives_a_restart_and_can_be_taken_back(database: Database) -> None:
    guilds = Guilds(database)
    await guilds.set_language(1, "fr")
    await guilds.set_language(1, "ru")
    assert await Guilds(database).language(1) == "ru"
    await guilds.set_language(1, None)
    assert await guilds.language(1) is None
    assert await Guilds(database).language(1) is None
