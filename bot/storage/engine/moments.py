"""Moments as the tables store them: milliseconds since 1970, in UTC."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def round_to_milliseconds(moment: datetime) -> datetime:
    """Round a moment down to the millisecond, as the tables do. Raises `ValueError` if naive."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment}: a moment needs its time zone")
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def to_milliseconds(moment: datetime) -> int:
    """Return a moment as milliseconds since 1970."""
    return (moment - _EPOCH) // _MILLISECOND


def to_moment(milliseconds: int) -> datetime:
    """Return the moment, in UTC, of some milliseconds since 1970."""
    return _EPOCH + milliseconds * _MILLISECOND


class Moment(TypeDecorator[datetime]):
    """A column type: an aware datetime, stored as milliseconds since 1970."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Return the milliseconds to store."""
        return None if value is None else to_milliseconds(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Return the moment that was stored, in UTC."""
        return None if value is None else to_moment(value)
