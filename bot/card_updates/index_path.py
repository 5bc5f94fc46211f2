"""The path of a machine's index of card names."""

from pathlib import Path

from bot.config import BotSettings
from bot.storage.engine.urls import get_sqlite_file_path

INDEX_NAME = "cards.sqlite3"


def find_card_index_file(settings: BotSettings) -> Path:
    """Return the path of the card index: the one in the settings, otherwise one beside the SQLite file."""
    if settings.cards.file:
        return Path(settings.cards.file)
    database = get_sqlite_file_path(settings.database.url)
    return database.with_name(INDEX_NAME) if database else Path(INDEX_NAME)
