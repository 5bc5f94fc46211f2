"""The questions that make up a variant (VAR), what each can be answered, and all answers as a code.

A question's values are those of the field's type, so a new value needs nothing here.
"""

from collections.abc import Mapping, Sequence

from msgspec import inspect
from msgspec.structs import asdict, fields

from bot.rules.variants import VARIANTS, Scoring, Variant

Answer = str | int | bool | None

QUESTIONS: Mapping[int, str] = {
    1: "loser_becomes",
    2: "responsibility",
    3: "nobody_responsible",
    4: "servants_of_loser",
    5: "killed_by_own_master",
    6: "beats_own_master",
    7: "team_is_one_side",
    9: "servants_win_with_master",
    10: "life_after",
    11: "hand_after",
    12: "solo_turns",
    13: "min_players",
    14: "points",
}
"""The field of each parameter; the answer to VAR-8 follows from that to VAR-1."""

POINTS: Sequence[str] = tuple(field.name for field in fields(Scoring))
"""The parts of VAR-14."""


def list_values(name: str) -> Sequence[Answer]:
    """What an answer, or a part of VAR-14, can be."""
    return _VALUES[name]


def list_words(name: str) -> list[Answer]:
    """What an answer can be, without the numbers where there are many to choose from."""
    some = _VALUES[name]
    return [value for value in some if len(some) <= _FEW or not _is_number(value)]


_FEW = 25  # options of one menu


def is_meaningful(number: int, variant: Variant) -> bool:
    """Whether a question means anything beside the other answers."""
    match number:
        case 3 | 4 | 7 | 9:
            return variant.has_servants
        case 5 | 6:
            return variant.has_servants and not variant.team_is_one_side
        case 10 | 11:
            return variant.loser_becomes != "out"
        case 12:
            return variant.loser_becomes != "out" and not variant.team_is_one_side
        case _:
            return True


def find_differing(one: Variant, other: Variant) -> list[int]:
    """The questions that two variants answer differently."""
    return [n for n, name in QUESTIONS.items() if getattr(one, name) != getattr(other, name)]


def find_closest(variant: Variant) -> str:
    """The built-in variant that differs from this one the least."""
    return min(VARIANTS, key=lambda name: len(find_differing(VARIANTS[name], variant)))


# All answers in a few characters, for a button that has to carry them

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def encode(variant: Variant) -> str:
    """All answers: a number whose digits are the places of the values among those possible."""
    given, number = {**asdict(variant), **asdict(variant.points)}, 0
    for name, possible in _VALUES.items():
        number = number * len(possible) + possible.index(given[name])
    code = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        code = _DIGITS[digit] + code
    return code or "0"


def decode(code: str) -> Variant:
    """The answers in a code. Raises `ValueError` for what is none."""
    number, found = int(code, len(_DIGITS)), dict[str, Answer]()
    for name, possible in reversed(_VALUES.items()):
        number, place = divmod(number, len(possible))
        found[name] = possible[place]
    if number:
        raise ValueError(code)
    points = {name: found.pop(name) for name in POINTS}
    return Variant(**found, points=Scoring(**points))  # type: ignore[arg-type]


def _is_number(value: Answer) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _list_possible(kind: inspect.Type) -> tuple[Answer, ...]:
    match kind:
        case inspect.LiteralType(values=found):
            return found
        case inspect.BoolType():
            return (True, False)
        case inspect.NoneType():
            return (None,)
        case inspect.IntType(ge=int(low), le=int(high)):
            return tuple(range(low, high + 1))
        case inspect.UnionType(types=kinds):
            return tuple(value for each in kinds for value in _list_possible(each))
        case _:
            raise TypeError(kind)


def _read_types(struct: type) -> dict[str, inspect.Type]:
    shape = inspect.type_info(struct)
    assert isinstance(shape, inspect.StructType)
    return {field.name: field.type for field in shape.fields}


_VALUES: dict[str, tuple[Answer, ...]] = {
    name: _list_possible(kind)
    for name, kind in {**_read_types(Variant), **_read_types(Scoring)}.items()
    if name != "points"
}
