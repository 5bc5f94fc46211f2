"""The columns that are more than what SQLite has."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from bot.storage.engine.timestamps import MillisecondDateTime

DIALECT = sqlite.dialect()


@given(kept=st.integers(-(2**45), 2**47))
def test_no_millisecond_is_lost_between_a_moment_and_its_column(kept: int) -> None:
    moment = MillisecondDateTime().process_result_value(kept, DIALECT)
    assert MillisecondDateTime().process_bind_param(moment, DIALECT) == kept


def test_a_moment_is_kept_as_milliseconds_since_1970_in_utc() -> None:
    moment = datetime(1970, 1, 1, 0, 0, 1, 2_999, tzinfo=UTC)
    assert MillisecondDateTime().process_bind_param(moment, DIALECT) == 1002


def test_no_moment_stays_none() -> None:
    assert MillisecondDateTime().process_bind_param(None, DIALECT) is None
    assert MillisecondDateTime().process_result_value(None, DIALECT) is None
