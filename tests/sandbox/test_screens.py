"""Nothing that everybody meets is taller than a phone's screen, in a browser."""

from pathlib import Path

import pytest
from playwright.async_api import Browser

from bot.i18n import LOCALES, Locale
from tests import effort
from tests.sandbox.browser import in_browser
from tests.sandbox.journeys import SCREEN
from tests.sandbox.screens import look_around

pytestmark = [in_browser, pytest.mark.skipif(effort.NAME != "nightly", reason="minutes for each language")]


@pytest.mark.parametrize("locale", LOCALES)
async def test_everything_that_people_meet_fits_one_screen_of_a_phone(
    locale: Locale, tmp_path: Path, browser: Browser
) -> None:
    heights = await look_around(locale, tmp_path, browser)
    assert {name: height for name, height in heights.items() if height > SCREEN} == {}
