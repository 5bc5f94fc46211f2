"""Arrows from players to players that lead back to where they began."""

from collections.abc import Mapping


def list_looped(arrows: Mapping[str, str | None]) -> list[str]:
    """Whoever's arrow leads back to them, over as many others as it takes."""
    return [player for player in arrows if player in _follow(arrows, player)]


def _follow(arrows: Mapping[str, str | None], start: str) -> list[str]:
    """Everybody whom the arrows lead to from here, until they end or repeat."""
    passed: list[str] = []
    at = arrows.get(start)
    while at is not None and at not in passed:
        passed.append(at)
        at = arrows.get(at)
    return passed
