"""Comparing a document with an expectation that may leave fields out."""

from typing import Any


def assert_within(expected: Any, found: Any, at: str = "") -> None:
    """Check that a document has all that is expected, and perhaps more fields.

    Lists must have the same length.
    """
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert_within(value, found[key], f"{at}.{key}")
    elif isinstance(expected, list) and any(isinstance(item, dict) for item in expected):
        assert len(found) == len(expected), at
        for index, value in enumerate(expected):
            assert_within(value, found[index], f"{at}[{index}]")
    else:
        assert found == expected, at
