"""The shards that somebody gives to a process: read as they are shown, or refused in one line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cluster.overview import format_number_ranges
from bot.config import ShardAssignment, parse_shard_ids
from tests.commandline import run_suzerain
from tests.loopback.server import TOKEN

COUNTS = st.integers(1, 64)


@pytest.mark.parametrize(
    ("written", "shards"), [("0-3", {0, 1, 2, 3}), ("0,4,8", {0, 4, 8}), ("15", {15}), ("1-2, 7, 2-3", {1, 2, 3, 7})]
)
def test_shards_are_ranges_and_numbers(written: str, shards: set[int]) -> None:
    assert parse_shard_ids(written, 16) == ShardAssignment(frozenset(shards), 16)


@given(COUNTS, st.data())
def test_whatever_is_shown_is_read_as_the_same(count: int, data: st.DataObject) -> None:
    shards = data.draw(st.sets(st.integers(0, count - 1), min_size=1))
    assert parse_shard_ids(format_number_ranges([*shards]), count) == ShardAssignment(frozenset(shards), count)


@given(st.text("0123456789-, ٣x", max_size=8) | st.text(max_size=5), COUNTS)
def test_what_is_taken_is_some_of_the_shards_and_the_rest_is_refused(written: str, count: int) -> None:
    fixed, said = None, ""
    try:
        fixed = parse_shard_ids(written, count)
    except ValueError as error:
        said = f"{error}"
    if fixed is None:
        assert f"accepted: numbers of 0 to {count - 1}" in said
    else:
        assert fixed.shards
        assert fixed.shards <= {*range(count)}


@pytest.mark.parametrize("written", ["", "-", "3-", "-3", "3-1", "4", "0-4", "a", "0,,1", "1.0"])
def test_what_makes_no_sense_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="accepted: numbers of 0 to 3, such as"):
        parse_shard_ids(written, 4)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("--shards", "0-3"), "--shards and --shard-count: accepted only together"),
        (("--shard-count", "16"), "--shards and --shard-count: accepted only together"),
        (("--shards", "9", "--shard-count", "4"), "accepted: numbers of 0 to 3"),
        (("--shards", "x", "--shard-count", "4"), "'x' are no shards; accepted"),
        (("--shards", "0", "--shard-count", "0"), "'0' is no number; accepted: 1 to 16384"),
        (("--shards", "0", "--shard-count", "99999"), "accepted: 1 to 16384"),
        (("--shards", "0", "--shard-count", "2"), "SQLite has one process; several need Postgre"),
    ],
)
def test_a_process_that_is_given_nonsense_does_not_start(tmp_path: Path, typed: tuple[str, ...], said: str) -> None:
    ended = run_suzerain(tmp_path, "run", *typed, SUZERAIN_DISCORD__TOKEN=TOKEN)
    assert (ended.status, ended.out) == (2, "")
    assert said in ended.err.splitlines()[-1]
