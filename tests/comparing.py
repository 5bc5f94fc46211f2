"""Comparing a document with what is expected of it, which may leave things out."""

from typing import Any


def assert_within(expected: Any, found: Any, at: str = "") -> None:
    """What is expected is there; the document may say more. Lists have the same length."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_within(value, found[key], f"{at}.{key}")
    elif isinstance(expected, list) and any(isinstance(item, dict) for item in expected):
        assert len(found) == len(expected), at
        for index, value in enumerate(expected):
            assert_within(value, found[index], f"{at}[{index}]")
    else:
        assert found == expected, at
