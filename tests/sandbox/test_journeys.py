"""The first evening in a browser, and the work of its commonest acts.

At night it is played in every language, on a phone and on a desk, after a series whose boards are measured; so is the
evening of each README, and a night of twelve.
"""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.i18n import LOCALES, Locale
from tests import effort
from tests.sandbox.browser import PHONE, Work, in_browser
from tests.sandbox.journeys import CROWD_BOARDS, NIGHT_BOARDS, SCREEN, SIZES, crowd, night, travel, visit

pytestmark = in_browser

IS_NIGHT = effort.NAME == "nightly"
nightly = pytest.mark.skipif(not IS_NIGHT, reason="minutes for each language")

EVERY_EVENING: list[tuple[Locale, int]] = [(locale, width) for locale in LOCALES for width in SIZES]
EVENINGS: list[tuple[Locale, int]] = EVERY_EVENING if IS_NIGHT else [("en", PHONE["width"])]

STRANGERS: list[Locale] = [locale for locale in LOCALES if locale != "en"]
"""The languages of those who cannot read English."""

MOST = {
    "join": Work(1),
    "start": Work(1),
    "report as the loser": Work(4),
    "report as somebody else": Work(6),
    "confirm": Work(1),
    "concede": Work(3),
    "next turn": Work(1),
    "life": Work(2),
    "undo": Work(2),
    "rematch": Work(1),
}
"""What each act may take."""


@pytest.mark.parametrize(("locale", "width"), EVENINGS)
async def test_the_first_evening_takes_few_taps(locale: Locale, width: int, tmp_path: Path, browser: Browser) -> None:
    evening = await travel(locale, width, tmp_path, browser, measures_boards=IS_NIGHT)
    taken = evening.taken
    for act, most in MOST.items():
        assert taken[act].taps <= most.taps, act
        assert taken[act].keys <= most.keys, act
    assert len(list(tmp_path.glob("*/*.png"))) > 10


@pytest.mark.parametrize("locale", LOCALES if IS_NIGHT else ["ru"])
async def test_the_largest_table_takes_a_screen_and_a_half_of_a_phone(
    locale: Locale, tmp_path: Path, browser: Browser
) -> None:
    assert (await crowd(locale, tmp_path, browser)).heights.keys() == {*CROWD_BOARDS}


@nightly
@pytest.mark.parametrize(("locale", "width"), EVERY_EVENING)
async def test_a_night_of_twelve_fits_one_screen_of_a_phone(
    locale: Locale, width: int, tmp_path: Path, browser: Browser
) -> None:
    assert (await night(locale, width, tmp_path, browser)).heights.keys() == {*NIGHT_BOARDS}


@nightly
@pytest.mark.parametrize("locale", STRANGERS)
async def test_whoever_reads_only_their_readme_plays_an_evening_by_it_screen_by_screen(
    locale: Locale, tmp_path: Path, browser: Browser
) -> None:
    newcomer = await visit(locale, tmp_path, browser)
    assert newcomer.tab.text.locale == locale
    assert len(list(tmp_path.glob("*/*.png"))) > 8
    assert {station: height for station, height in newcomer.heights.items() if height > SCREEN} == {}
