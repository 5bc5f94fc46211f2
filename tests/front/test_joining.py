"""Sentences that code puts together are written as their language writes them."""

import pytest

from bot.front.ui.escaping import clean_label_text
from bot.i18n import Locale, load_translations


@pytest.mark.parametrize(
    ("locale", "joined", "label"),
    [
        ("en", "one; two; three", "VAR-1: yes"),
        ("fr", "one\u202f; two\u202f; three", "VAR-1\u00a0: yes"),
        ("ru", "one; two; three", "VAR-1: yes"),
    ],
)
def test_clauses_and_labels_have_the_marks_of_the_language(locale: Locale, joined: str, label: str) -> None:
    text = load_translations(locale)
    assert text.join_clauses_with_semicolons(["one", "two", "three"]) == joined
    assert text.join_clauses_with_semicolons([]) == ""
    assert text.format_label_and_value("VAR-1", "yes") == label


def test_a_label_keeps_the_spaces_before_french_marks() -> None:
    assert clean_label_text("Pourquoi\u202f?") == "Pourquoi\u202f?"
    assert clean_label_text("Sources\u00a0: deux") == "Sources\u00a0: deux"


def test_a_name_of_spaces_alone_is_still_none() -> None:
    assert clean_label_text(" \u00a0\u202f\n ") == "—"
    assert clean_label_text("a \u00a0\u00a0 b") == "a b"
