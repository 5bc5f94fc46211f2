"""Names: what of them has a glyph, how wide they are, how they are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import glyphs, text_width
from bot.pictures.svg import create_svg_canvas, draw_text, serialize_svg
from bot.pictures.worker import render_svg_as_png

# What people put into names: sequences of emoji, marks, directions, letters of every kind.
ODD = "👨‍👩‍👧❤️🇫🇷👍🏽🏴\U000e0067\U000e007f1️⃣éֹ̂̃̄שלוםمرحباहिन्दीไทย\u202e\u200f\x00\x1b<&>\"'漢한𝕱ﬁ℠ ♛"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana", "Ana"),
        ("  Žižka \n the\tBlind ", "Žižka the Blind"),
        ("Вася", "Вася"),
        ("🔥Ana👑", "🔥Ana👑"),
        ("👨‍👩‍👧 👍🏽 ❤️", "👨 👍 ❤"),
        ("🇫🇷", "FR"),
        ("𝕱𝖆𝖓𝖈𝖞 ｗｉｄｅ", "Fancy wide"),
        ("꧁Bo꧂", "Bo"),
        ("漢字", ""),
        ("\u202eAna\u200f\x00", "Ana"),
        ("Z" + "\u0301" * 40, "Ź" + "\u0301" * 3),
    ],
)
def test_of_a_name_is_drawn_what_has_a_glyph(name: str, shown: str) -> None:
    assert glyphs.remove_undrawable_characters(name) == shown


def test_words_that_lead_right_to_left_stand_in_that_order() -> None:
    words = [run.text.strip() for run in text_width.split_text_by_font("שלום Bo", 30, 600)]
    assert words == ["Bo", "שלום"]


def test_each_run_has_a_font_with_all_its_letters() -> None:
    families = {run.family for run in text_width.split_text_by_font("Ana Вася 🔥 שלום ไทย", 30, 600)}
    assert families == {"Noto Sans", "Noto Emoji", "Noto Sans Hebrew", "Noto Sans Thai"}


def test_a_long_name_is_cut_to_its_room() -> None:
    cut = text_width.truncate_text_to_width("W" * 100, 200, 30, 600)
    assert cut.endswith("…")
    assert len(cut) > 4
    assert text_width.measure_text_width(cut, 30, 600) <= 200
    assert text_width.truncate_text_to_width("Ana", 200, 30, 600) == "Ana"


def test_bold_letters_are_wider() -> None:
    assert text_width.measure_text_width("Ana", 30, 700) > text_width.measure_text_width("Ana", 30, 400)


@given(st.text(st.sampled_from(ODD) | st.characters(), max_size=40))
def test_any_name_can_be_drawn(name: str) -> None:
    shown = text_width.truncate_text_to_width(glyphs.remove_undrawable_characters(name), 200, 30, 600)
    root = create_svg_canvas(240, 60)
    draw_text(root, shown, (120, 40))
    assert render_svg_as_png(serialize_svg(root)).startswith(b"\x89PNG")
