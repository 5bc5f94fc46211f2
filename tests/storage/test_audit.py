"""Which events of games are decisions that the audit trail shows."""

import pytest

from bot.rulebooks import apply_game_event
from bot.rules.records import GameChanges
from bot.rules.winning import DrawnGameReported
from bot.storage.engine.database import Database
from bot.storage.record.audit import build_audit_entry_for_event
from bot.storage.record.stored_event import StoredEvent
from tests.storage.store import CHANNEL, GUILD, NOON, Channel

HOST = "gil"
SEATED = (HOST, "cy", "di", "eve")


@pytest.mark.parametrize(
    ("by", "what"), [("ana", "night-stopped"), ("zoe", "night-stopped"), (HOST, None), ("cy", None)]
)
async def test_end_of_a_pod_by_somebody_who_neither_hosts_nor_plays_it_is_in_the_trail(
    by: str, what: str | None, database: Database
) -> None:
    channel = Channel(database)
    await channel.play(seats=SEATED)
    assert channel.pod is not None
    event = DrawnGameReported(GameChanges())
    recorded = StoredEvent(CHANNEL, 3, 1, GUILD, event, by, 9, NOON)
    entry = build_audit_entry_for_event(recorded, channel.pod, apply_game_event(channel.pod, event))
    assert (entry and entry.what) == what
