"""Lettering: the font of each character, the width of texts, and names cut to fit.

Names can contain any character. A text is split into runs of one font each, so that the renderer never has to search
for a font.
"""

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz

from bot.pictures.glyphs import is_combining_mark

FOLDER = Path(str(files("manimgx_fonts")))
ELLIPSIS = "…"
_SPACE = "\u00a0"  # another space at the beginning of a text would not be drawn

_PREFERRED_FAMILIES = ("Noto Sans", "Noto Emoji", "Noto Sans Symbols")


class SingleFontText(NamedTuple):
    """A part of a text that one font draws, and its width."""

    text: str
    family: str
    width: float


@cache
def list_font_files() -> dict[str, Path]:
    """Return the upright font files by family, preferred ones first."""
    found = {_parse_font_family(file): file for file in sorted(FOLDER.glob("*.ttf"))}
    others = (family for family in found if family not in _PREFERRED_FAMILIES and "Italic" not in family)
    return {family: found[family] for family in (*_PREFERRED_FAMILIES, *others)}


def _parse_font_family(font_file: Path) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", font_file.name.partition("[")[0])


def split_text_by_font(text: str, font_size: float, font_weight: int) -> list[SingleFontText]:
    """Return the parts of a text that each need another font, from left to right."""
    found = [
        SingleFontText(part, family, _measure_text_in_ems(part, family, font_weight) * font_size)
        for family, part in (
            (family, "".join(character for _, character in characters))
            for family, characters in groupby(_choose_font_for_each_character(text), key=lambda each: each[0])
        )
    ]
    return found[::-1] if _is_right_to_left(text) else found


def split_texts_by_font(texts: str | Sequence[str], font_size: float, font_weight: int) -> list[SingleFontText]:
    """Split each of several texts into parts that need different fonts.

    Texts with different writing directions are split separately.
    """
    parts = (texts,) if isinstance(texts, str) else texts
    return [run for part in parts for run in split_text_by_font(part, font_size, font_weight)]


def measure_text_width(texts: str | Sequence[str], font_size: float, font_weight: int) -> float:
    """Return the width of a drawn text, or of several in a row."""
    return sum(run.width for run in split_texts_by_font(texts, font_size, font_weight))


def truncate_text_to_width(text: str, maximum_width: float, font_size: float, font_weight: int) -> str:
    """Truncate a text to a width, with an ellipsis."""
    if measure_text_width(text, font_size, font_weight) <= maximum_width:
        return text
    cuts = [text[:end].rstrip() + ELLIPSIS for end in range(1, len(text)) if not is_combining_mark(text[end])]
    fitting = bisect(cuts, maximum_width, key=lambda cut: measure_text_width(cut, font_size, font_weight))
    return cuts[fitting - 1] if fitting else ELLIPSIS


def truncate_name_to_width(
    name: str, suffix: str, maximum_width: float, font_size: float, font_weight: int
) -> tuple[str] | tuple[str, str]:
    """Truncate a name and its suffix in brackets to a width. The name is cut first."""
    if not suffix:
        return (truncate_text_to_width(name, maximum_width, font_size, font_weight),)
    beside = f"{_SPACE}({suffix})"
    left = maximum_width - measure_text_width(beside, font_size, font_weight)
    if left >= measure_text_width(f"{name[:1]}{ELLIPSIS}", font_size, font_weight):
        return truncate_text_to_width(name, left, font_size, font_weight), beside
    return (truncate_text_to_width(suffix, maximum_width, font_size, font_weight),)


def _choose_font_for_each_character(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character of a text with the font that draws it.

    Accents and spaces keep the font of the character before them.
    """
    family = _PREFERRED_FAMILIES[0]
    for character in text:
        stays = is_combining_mark(character) or not (family in _PREFERRED_FAMILIES[1:] or character.isalpha())
        if not (stays and ord(character) in load_code_points_of_font(family)):
            family = _find_font_with_character(character) or _PREFERRED_FAMILIES[0]
        yield family, character


def _is_right_to_left(text: str) -> bool:
    directions = map(unicodedata.bidirectional, text)
    return next((each != "L" for each in directions if each in {"L", "R", "AL"}), False)


@lru_cache(4096)  # the keys are characters, not names of people
def _find_font_with_character(character: str) -> str | None:
    code = ord(character)
    return next((family for family in list_font_files() if code in load_code_points_of_font(family)), None)


@cache
def load_code_points_of_font(font_family: str) -> frozenset[int]:
    """Return the code points of the characters that a font can draw."""
    return frozenset(_load_font_of_family(font_family).unicodes)


@cache
def _load_font_of_family(family: str) -> Any:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(list_font_files()[family]))


@cache
def _load_font_with_weight(family: str, weight: int) -> Any:
    font = uharfbuzz.Font(_load_font_of_family(family))
    font.set_variations({"wght": weight})
    return font


def _measure_text_in_ems(text: str, font_family: str, font_weight: int) -> float:
    """Return the width of a text in one font, in multiples of the font size (ems)."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(_load_font_with_weight(font_family, font_weight), buffer)
    advance: int = sum(place.x_advance for place in buffer.glyph_positions)
    upem: int = _load_font_of_family(font_family).upem
    return advance / upem
