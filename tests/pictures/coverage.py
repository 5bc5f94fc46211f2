"""Which characters the fonts of pictures have, as `bot/pictures/glyphs.py` holds them.

`python -m tests.pictures.coverage` prints them, after another version of the fonts.
"""

import textwrap
from itertools import groupby

from bot.pictures.text_width import list_font_files, load_code_points_of_font


def list_ranges() -> list[str]:
    """The characters' numbers from first to last, in hexadecimal, without holes."""
    every = sorted(frozenset[int]().union(*map(load_code_points_of_font, list_font_files())))
    found = []
    for _, group in groupby(enumerate(every), key=lambda each: each[1] - each[0]):
        run = [code for _, code in group]
        found.append(f"{run[0]:x}" if len(run) == 1 else f"{run[0]:x}-{run[-1]:x}")
    return found


if __name__ == "__main__":
    print(textwrap.fill(" ".join(list_ranges()), 96, break_on_hyphens=False))
