"""The shared list of verdicts, which behaves like a tuple."""

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from bot.rules.records import DefeatVerdict, PodSetup
from bot.rules.verdicts import NO_VERDICTS, LinkedVerdictList
from tests.rules.test_corrections import after, killed, played

places = st.integers(-9, 9)
moments = st.lists(st.lists(st.integers(0, 99), max_size=3), max_size=5)


def verdict(number: int) -> DefeatVerdict:
    return DefeatVerdict(str(number), None, "out", "ESC-33", "library")


def chained(numbers: list[list[int]]) -> LinkedVerdictList:
    found = NO_VERDICTS
    for moment in numbers:
        found = found.append_verdicts(tuple(map(verdict, moment)))
    return found


@given(moments, places, places, st.sampled_from((None, 1, 2, -1)))
def test_they_are_read_as_a_tuple_is(numbers: list[list[int]], first: int, last: int, step: int | None) -> None:
    plain = tuple(verdict(number) for moment in numbers for number in moment)
    found = chained(numbers)
    assert (len(found), tuple(found)) == (len(plain), plain)
    assert found[first:last:step] == plain[first:last:step]
    assert found[first:] == plain[first:]
    if -len(plain) <= first < len(plain):
        assert found[first] == plain[first]


@given(moments, moments)
def test_those_are_equal_that_hold_the_same(one: list[list[int]], other: list[list[int]]) -> None:
    flat, others = list(chain.from_iterable(one)), list(chain.from_iterable(other))
    assert (chained(one) == chained(other)) == (flat == others)
    assert chained([*one, *other]) == chained([flat + others])


def test_a_step_shares_the_verdicts_of_the_one_before() -> None:
    pod = after(played(killed("bo", "ana"), killed("cy", "ana")))
    assert pod.setup == PodSetup()
    assert pod.before is not None
    assert pod.verdicts.earlier is pod.before.verdicts
