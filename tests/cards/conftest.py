from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cards.index import CardIndex
from bot.cards.sample import write_sample_card_index


@pytest.fixture
def index(tmp_path: Path) -> Iterator[CardIndex]:
    index = CardIndex(write_sample_card_index(tmp_path / "cards.sqlite3"))
    yield index
    index.close()
