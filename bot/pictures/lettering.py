"""Lettering: the font of each character, the width of texts, and names cut to fit.

Names can contain any character. A text is split into runs of one font each, so that the renderer
never has to search for a font.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz

from bot.pictures.glyphs import is_mark

FOLDER = Path(str(files("manimgx_fonts")))
ELLIPSIS = "…"
_SPACE = "\u00a0"  # another space at the beginning of a text would not be drawn

_PREFERRED_FAMILIES = ("Noto Sans", "Noto Emoji", "Noto Sans Symbols")


class Run(NamedTuple):
    """A run of characters of one font, and their width in units."""

    text: str
    family: str
    width: float


@cache
def find_fonts() -> dict[str, Path]:
    """Return the upright fonts by family, in the order in which they are tried."""
    found = {_read_family(file): file for file in sorted(FOLDER.glob("*.ttf"))}
    others = (
        family for family in found if family not in _PREFERRED_FAMILIES and "Italic" not in family
    )
    return {family: found[family] for family in (*_PREFERRED_FAMILIES, *others)}


def _read_family(file: Path) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", file.name.partition("[")[0])


def split_into_runs(text: str, size: float, weight: int) -> list[Run]:
    """Return the runs of a clean text from left to right."""
    found = [
        Run(part, family, _measure_run(part, family, weight) * size)
        for family, part in (
            (family, "".join(character for _, character in characters))
            for family, characters in groupby(_pair_with_fonts(text), key=lambda each: each[0])
        )
    ]
    return found[::-1] if _leads_right_to_left(text) else found


def split_parts(words: str | Sequence[str], size: float, weight: int) -> list[Run]:
    """Return the runs of a text, or of several texts, whose directions do not mix."""
    parts = (words,) if isinstance(words, str) else words
    return [run for part in parts for run in split_into_runs(part, size, weight)]


def measure_width(words: str | Sequence[str], size: float, weight: int) -> float:
    """Return the width in units."""
    return sum(run.width for run in split_parts(words, size, weight))


def fit(text: str, room: float, size: float, weight: int) -> str:
    """Return a clean text, cut to `room` units."""
    if measure_width(text, size, weight) <= room:
        return text
    ends = (end for end in range(len(text) - 1, 0, -1) if not is_mark(text[end]))
    cuts = (text[:end].rstrip() + ELLIPSIS for end in ends)
    return next((cut for cut in cuts if measure_width(cut, size, weight) <= room), ELLIPSIS)


def fit_name(
    name: str, added: str, room: float, size: float, weight: int
) -> tuple[str] | tuple[str, str]:
    """Return a clean name and its addition, cut to `room` units; the addition is cut last."""
    if not added:
        return (fit(name, room, size, weight),)
    beside = f"{_SPACE}({added})"
    left = room - measure_width(beside, size, weight)
    if left >= measure_width(f"{name[:1]}{ELLIPSIS}", size, weight):
        return fit(name, left, size, weight), beside
    return (fit(added, room, size, weight),)


def _pair_with_fonts(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character after its font; marks and spaces keep the preceding font if it fits."""
    family = _PREFERRED_FAMILIES[0]
    for character in text:
        stays = is_mark(character) or not (family in _PREFERRED_FAMILIES[1:] or character.isalpha())
        if not (stays and ord(character) in read_unicodes(family)):
            family = _find_font(character) or _PREFERRED_FAMILIES[0]
        yield family, character


def _leads_right_to_left(text: str) -> bool:
    directions = map(unicodedata.bidirectional, text)
    return next((each != "L" for each in directions if each in {"L", "R", "AL"}), False)


@lru_cache(4096)  # the keys are characters, not names of people
def _find_font(character: str) -> str | None:
    code = ord(character)
    return next((family for family in find_fonts() if code in read_unicodes(family)), None)


@cache
def read_unicodes(family: str) -> frozenset[int]:
    """Return the code points that a font has."""
    return frozenset(_load_face(family).unicodes)


@cache
def _load_face(family: str) -> Any:
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(find_fonts()[family]))


@cache
def _load_font(family: str, weight: int) -> Any:
    font = uharfbuzz.Font(_load_face(family))
    font.set_variations({"wght": weight})
    return font


def _measure_run(text: str, family: str, weight: int) -> float:
    """Return the width of a run in ems."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(_load_font(family, weight), buffer)
    advance: int = sum(place.x_advance for place in buffer.glyph_positions)
    upem: int = _load_face(family).upem
    return advance / upem
