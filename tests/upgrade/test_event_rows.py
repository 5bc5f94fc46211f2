"""Rows of the log as the first release wrote them: each type of event, sparse and full."""

import json
from pathlib import Path

import pytest

from bot.rulebooks import EVENTS
from bot.storage.record.codec import decode_event_of_any_schema, encode_event_as_json

TEXT = (Path(__file__).parent / "events.jsonl").read_text("utf-8")
ROWS = [json.loads(line) for line in TEXT.splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_row_is_written_byte_for_byte_as_it_was_read(row: list[str | int]) -> None:
    kind, schema, payload = row
    assert [*encode_event_as_json(decode_event_of_any_schema(str(kind), int(schema), str(payload)))] == [
        kind,
        schema,
        payload,
    ]


def test_every_type_of_event_has_a_row() -> None:
    assert {row[0] for row in ROWS} == {kind.__struct_config__.tag for kind in EVENTS}
