"""Letters: which font of the package has them, how wide they are, and names cut to fit.

People's names hold anything. What comes from here is made of characters that have a glyph, and of
runs of one font each: the renderer gets a font for every run and never has to look for one.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz

FOLDER = Path(str(files("manimgx_fonts")))
ELLIPSIS = "…"

_FIRST = ("Noto Sans", "Noto Emoji", "Noto Sans Symbols")
_MARKS = ("Mn", "Mc")  # combining ones; more than three on one letter are a prank
_MOST_MARKS = 3
_LEFT_OUT = ("Cc", "Cf", "Cs", "Co", "Cn", "Me")  # controls, directions, enclosing keycaps
_JOINER = "\u200d"
_SELECTORS = range(0xFE00, 0xFE10)
_SKINS = range(0x1F3FB, 0x1F400)
_FLAGS = range(0x1F1E6, 0x1F200)  # a flag is two of them, drawn as its letters


class Run(NamedTuple):
    """Characters of one font, and their width in units."""

    text: str
    family: str
    width: float


@cache
def find_fonts() -> dict[str, Path]:
    """The upright fonts by family, in the order in which they are tried."""
    found = {_read_family(file): file for file in sorted(FOLDER.glob("*.ttf"))}
    others = (family for family in found if family not in _FIRST and "Italic" not in family)
    return {family: found[family] for family in (*_FIRST, *others)}


def _read_family(file: Path) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", file.name.partition("[")[0])


def clean(text: str) -> str:
    """The text without what has no glyph; a sequence of emoji becomes its first one."""
    kept = ""
    marks, joined = 0, False
    for character in unicodedata.normalize("NFKC", text):
        kind, code = unicodedata.category(character), ord(character)
        marks = marks + 1 if kind in _MARKS else 0
        if joined and kind == "So":
            joined = False
        elif character.isspace():
            kept += " "
        elif code in _FLAGS:
            kept += chr(ord("A") + code - _FLAGS.start)
        elif character == _JOINER:
            joined = True
        elif kind not in _LEFT_OUT and code not in _SELECTORS and code not in _SKINS:
            joined = False
            if marks <= _MOST_MARKS and _find_font(character) is not None:
                kept += character
    return " ".join(kept.split())


def split_into_runs(text: str, size: float, weight: int) -> list[Run]:
    """A clean text as runs, in the order in which they stand from left to right."""
    found = [
        Run(part, family, _measure_run(part, family, weight) * size)
        for family, part in (
            (family, "".join(character for _, character in characters))
            for family, characters in groupby(_pair_with_fonts(text), key=lambda each: each[0])
        )
    ]
    return found[::-1] if _leads_right_to_left(text) else found


def measure_width(text: str, size: float, weight: int) -> float:
    """Units from side to side."""
    return sum(run.width for run in split_into_runs(text, size, weight))


def fit(text: str, room: float, size: float, weight: int) -> str:
    """A clean text, cut to the room there is."""
    if measure_width(text, size, weight) <= room:
        return text
    ends = (end for end in range(len(text) - 1, 0, -1) if not _is_mark(text[end]))
    cuts = (text[:end].rstrip() + ELLIPSIS for end in ends)
    return next((cut for cut in cuts if measure_width(cut, size, weight) <= room), ELLIPSIS)


def _pair_with_fonts(text: str) -> Iterator[tuple[str, str]]:
    """Each character behind its font; what belongs to the word before it stays in that one's."""
    family = _FIRST[0]
    for character in text:
        stays = _is_mark(character) or not (family in _FIRST[1:] or character.isalpha())
        if not (stays and ord(character) in _read_unicodes(family)):
            family = _find_font(character) or _FIRST[0]
        yield family, character


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in _MARKS


def _leads_right_to_left(text: str) -> bool:
    directions = map(unicodedata.bidirectional, text)
    return next((each != "L" for each in directions if each in {"L", "R", "AL"}), False)


@lru_cache(4096)  # characters, and no names
def _find_font(character: str) -> str | None:
    code = ord(character)
    return next((family for family in find_fonts() if code in _read_unicodes(family)), None)


@cache
def _read_unicodes(family: str) -> frozenset[int]:
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
    """In ems."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    uharfbuzz.shape(_load_font(family, weight), buffer)
    advance: int = sum(place.x_advance for place in buffer.glyph_positions)
    upem: int = _load_face(family).upem
    return advance / upem
