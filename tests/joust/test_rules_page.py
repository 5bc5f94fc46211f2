"""The page of the rules of Magicjoust."""

from pathlib import Path

from tests.joust import rules_page

PAGE = Path(__file__).parents[2] / "docs/magicjoust.md"


def test_the_page_of_rules_is_as_the_catalogue_says() -> None:
    text = "run: python -m tests.joust.rules_page > docs/magicjoust.md"
    assert PAGE.read_text("utf-8") == rules_page.make_page(), text
