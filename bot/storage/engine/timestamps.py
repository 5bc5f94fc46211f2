"""Times as the tables store them: milliseconds since 1970, in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def round_down_to_milliseconds(time: datetime) -> datetime:
    """Return a datetime rounded down to milliseconds, as in the tables. Raises `ValueError` without a zone."""
    if time.tzinfo is None:
        raise ValueError(f"{time}: a moment needs its time zone")
    beyond = time.microsecond % 1000
    return time.replace(microsecond=time.microsecond - beyond) if beyond else time


def datetime_to_milliseconds(time: datetime) -> int:
    """Convert an aware datetime to milliseconds since 1970."""
    return (time - _EPOCH) // _MILLISECOND


def datetime_from_milliseconds(milliseconds: int) -> datetime:
    """Convert milliseconds since 1970 to a datetime in UTC."""
    return _EPOCH + milliseconds * _MILLISECOND


class MillisecondDateTime(TypeDecorator[datetime]):
    """A column type for an aware datetime, stored as milliseconds since 1970."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else datetime_to_milliseconds(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        return None if value is None else datetime_from_milliseconds(value)
