"""A test with real processes that fails by chance is repeated once, and the run says so; one that hangs fails."""

import asyncio

import pytest

from tests.sandbox import browser

pytest_plugins = ["pytester"]

TESTS = """
    import pytest

    pytestmark = pytest.mark.external
    made = []

    @pytest.fixture(scope="module")
    def server():
        made.append("server")
        return len(made)

    @pytest.mark.parametrize("number", range({failing}))
    def test_once(server, number):
        assert server > number + 1, "the port is taken"
"""


@pytest.fixture
def ring(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder whose tests have the plugin, and its marker."""
    pytester.makeini("[pytest]\nmarkers = external\n")
    return pytester


def run(ring: pytest.Pytester) -> pytest.RunResult:
    return ring.runpytest_inprocess("-p", "tests.external", "-p", "no:cacheprovider", "-p", "no:asyncio")


def test_a_failure_is_repeated_with_new_fixtures_and_named_in_the_last_lines(ring: pytest.Pytester) -> None:
    ring.makepyfile(test_external_once=TESTS.format(failing=3))
    result = run(ring)
    assert result.ret == 0
    result.assert_outcomes(passed=3)
    assert result.outlines[-4] == "Repeated once, as they failed the first time: 3, of 3 at most."
    assert result.outlines[-3] == "  test_external_once.py::test_once[0]: call: AssertionError: the port is taken"


def test_more_repetitions_than_three_fail_the_run(ring: pytest.Pytester) -> None:
    ring.makepyfile(test_external_once=TESTS.format(failing=4))
    result = run(ring)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=4)
    assert result.outlines[-5].endswith("4, more than 3: the run has failed.")


def test_a_test_that_fails_twice_has_failed(ring: pytest.Pytester) -> None:
    ring.makepyfile(test_external_once="import pytest\n\n@pytest.mark.external\ndef test_wrong():\n    assert False\n")
    result = run(ring)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(failed=1)


def test_no_other_test_is_repeated(ring: pytest.Pytester) -> None:
    ring.makepyfile("made = []\n\ndef test_first():\n    made.append(1)\n    assert len(made) > 1\n")
    result = run(ring)
    result.assert_outcomes(failed=1)
    assert not [line for line in result.outlines if line.startswith("Repeated")]


async def test_a_test_of_the_page_that_never_ends_fails_in_the_end() -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError, match="the test took longer than 0 seconds"):
        await browser.limit_time(hang, 0)()


async def test_a_press_that_the_page_never_takes_fails_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def press() -> bool:
        return False

    monkeypatch.setattr(browser, "PATIENCE", 0)
    with pytest.raises(AssertionError, match="the page does not take the press of Submit"):
        await browser._repeat_until_taken(press, "press of Submit")
