"""A reported defeat, as interface.md writes it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.literal.telling import Entry


@dataclass(frozen=True)
class Source:
    object: str | None
    controller: str
    owner: str
    amount: int
    voluntary: bool
    forced: bool


@dataclass(frozen=True)
class Fact:
    """What is told of one loser."""

    loser: str
    cause: str
    sources: tuple[Source, ...]
    controlled_by: str | None
    kindslaver: str | None
    protection: Source | None


def read_source(told: dict[str, Any]) -> Source:
    return Source(
        told.get("object"),
        told["controller"],
        told.get("owner") or told["controller"],
        told.get("amount") or 1,
        told.get("voluntary", False),
        told.get("forced_draw", False),
    )


def read_fact(entry: Entry) -> Fact:
    ended = entry.get("protection_ended_by")
    return Fact(
        entry["loser"],
        entry["cause"],
        tuple(read_source(told) for told in entry.get("sources", ())),
        entry.get("controlled_by"),
        entry.get("kindslaver"),
        read_source(ended) if ended else None,
    )


def name_first(sources: Iterable[Source]) -> str | None:
    """The first name that was told."""
    return next((source.object for source in sources if source.object is not None), None)
