"""Moments as the tables keep them: milliseconds since 1970."""

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def round_to_milliseconds(moment: datetime) -> datetime:
    """`moment` to the millisecond, which is what the tables keep. Raises `ValueError` if naive."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment}: a moment needs its time zone")
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


def to_milliseconds(moment: datetime) -> int:
    """`moment` as the tables and the rules count it: since 1970."""
    return (moment - _EPOCH) // _MILLISECOND


def to_moment(milliseconds: int) -> datetime:
    """The moment in UTC that these stand for."""
    return _EPOCH + milliseconds * _MILLISECOND


class Moment(TypeDecorator[datetime]):
    """An aware datetime, kept as milliseconds since 1970 in UTC."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The milliseconds that are stored."""
        return None if value is None else to_milliseconds(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC that they stand for."""
        return None if value is None else to_moment(value)
