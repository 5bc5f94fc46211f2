"""A table for `str.translate` that computes the replacement of a character when it first occurs."""

from collections.abc import Callable


class CharacterTable(dict[int, str]):
    """Replacements by code point; `replace_character` is called once for each character.

    To translate a text by a table is many times faster than to call a function for each of its characters.
    """

    def __init__(self, replace_character: Callable[[str], str]) -> None:
        super().__init__()
        self._replace_character = replace_character

    def __missing__(self, code_point: int) -> str:
        replacement = self[code_point] = self._replace_character(chr(code_point))
        return replacement
