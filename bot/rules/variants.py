"""Variants: a row of answers to the questions VAR-1 to VAR-14 each, and these questions.

To add a variant, add a row here, a text in each catalogue and a test. A server's own variant is such a row too; the
setup of each pod that plays it keeps the answers.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct, convert, inspect
from msgspec.structs import asdict, fields

from bot.rules.tables import TableFormat, has_fixed_teams

LONGEST_NAME = 30
"""Most characters of the name that a server gives its own variant."""

Points = Annotated[int, Meta(ge=-99, le=99)]

MAX_PLACES = 10
"""Most places that can bring points of their own."""


class Scoring(Struct, frozen=True, omit_defaults=True, gc=False):
    """The points for each way in which a player's game can end.

    `combo_win` None means that a combo scores like any other win. A player gets `per_defeat` for each defeat they are
    responsible for, and loses it with each own defeat and each concession (RSP-3). At the end, a player gets `per_beat`
    for each other player they have beaten, however often, and the points of their place in `places`, unless the game is
    a draw; places after the last one bring nothing. A game brings a player `at_most` so many points (VAR-14).
    """

    won_as_master: Points = 0
    won_as_servant: Points = 0
    lost_as_master: Points = 0
    lost_as_servant: Points = 0
    combo_win: Points | None = None
    per_defeat: Points = 0
    draw: Points = 0
    per_beat: Points = 0
    places: Annotated[tuple[Points, ...], Meta(max_length=MAX_PLACES)] = ()
    at_most: Annotated[int, Meta(ge=1, le=999)] | None = None

    def compute_maximum_winner_points(self, player_count: int) -> int:
        """Return the most points that a win over everybody else can give, without points for defeats on the way."""
        won = max(self.won_as_master, self.won_as_master if self.combo_win is None else self.combo_win)
        points = won + max(0, self.per_beat) * (player_count - 1) + sum(self.places[:1])
        return points if self.at_most is None else min(points, self.at_most)


class Variant(Struct, frozen=True, omit_defaults=True, gc=False):
    """A variant of the rules: the answers to questions such as what becomes of a beaten player.

    The comments name the questions. The answer to VAR-8 follows from VAR-1.
    """

    loser_becomes: Literal["servant", "rejoins", "out"]  # VAR-1
    responsibility: Literal["esclave", "simple"] = "simple"  # VAR-2
    nobody_responsible: Literal["out", "masterless", "loser_chooses"] = "out"  # VAR-3
    servants_of_loser: Literal["follow", "stay"] = "follow"  # VAR-4
    killed_by_own_master: Literal["out", "again"] = "out"  # VAR-5
    beats_own_master: Literal["freed", "nothing"] = "freed"  # VAR-6
    team_is_one_side: bool = False  # VAR-7
    servants_win_with_master: bool = False  # VAR-9
    life_after: Annotated[int, Meta(ge=1, le=999)] | Literal["team", "format"] = "format"  # VAR-10
    hand_after: Annotated[int, Meta(ge=0, le=20)] = 7  # VAR-11
    solo_turns: Annotated[int, Meta(ge=0, le=9)] = 0  # VAR-12
    min_players: Annotated[int, Meta(ge=2, le=11)] = 2  # VAR-13
    points: Scoring = Scoring()  # VAR-14

    @property
    def has_servants(self) -> bool:
        return self.loser_becomes == "servant"

    @property
    def ending_condition(self) -> Literal["one_master", "closed", "table"]:
        """Return what ends a game: a single master left, a player who closes it, or a rule of the table format."""
        return _ENDS_BY_LOSER[self.loser_becomes]


_ENDS_BY_LOSER: Mapping[str, Literal["one_master", "closed", "table"]] = {
    "servant": "one_master",
    "rejoins": "closed",
    "out": "table",
}


VARIANTS: Mapping[str, Variant] = {
    "esclave": Variant(  # ESC
        loser_becomes="servant",
        responsibility="esclave",
        team_is_one_side=True,
        servants_win_with_master=True,
        life_after="team",
        hand_after=3,
        min_players=4,
        points=Scoring(3, 1, 0, -1),  # ESC-11
    ),
    "necromancer": Variant(  # NEC
        loser_becomes="servant",
        nobody_responsible="masterless",
        servants_of_loser="stay",
        life_after=30,
        solo_turns=3,
        min_players=3,
        points=Scoring(won_as_master=3),
    ),
    "respawn": Variant(loser_becomes="rejoins", solo_turns=3, points=Scoring(per_defeat=1)),  # RSP
    "elimination": Variant(loser_becomes="out", points=Scoring(won_as_master=3)),  # TAB-D4
}

ServantKind = Literal["none", "minion", "thrall"]
"""What losers of some games became: thralls, who win with their master; minions, who do not; or nobody's servants.

Of several kinds the last one counts.
"""


def find_servant_kind(
    variant_ids: Iterable[str], *, has_custom_servants: bool, has_winning_custom_servants: bool
) -> ServantKind:
    """Return the kind of servants that games of some variants can have.

    Of a server's own variants, which are no rows here, only the results are known: `has_custom_servants` says that
    somebody ended such a game as a servant or served in it, `has_winning_custom_servants` that a servant won one.
    """
    played = [VARIANTS[name] for name in variant_ids if name in VARIANTS]
    if has_winning_custom_servants or any(
        variant.has_servants and variant.servants_win_with_master for variant in played
    ):
        return "thrall"
    return "minion" if has_custom_servants or any(variant.has_servants for variant in played) else "none"


SCORINGS: Mapping[str, Scoring] = {
    **{name: variant.points for name, variant in VARIANTS.items()},
    "lotus": Scoring(3, 1, 0, -1, combo_win=2),  # ESC-11, ESC-D14
    "classic": Scoring(won_as_master=3, won_as_servant=1, draw=1, per_beat=1),
    "places": Scoring(places=(5, 3, 2, 1)),
}

if TYPE_CHECKING:
    VariantId = str
    ScoringId = str
else:  # at runtime msgspec accepts exactly the names of the rows
    VariantId = Literal[tuple(VARIANTS)]
    ScoringId = Literal[tuple(SCORINGS)]

LEAGUE_SCORINGS = ("classic", "places")
"""Scorings for every variant whose games end with a winner."""

_SHARED_SCORINGS: Mapping[str, tuple[str, ...]] = {"esclave": ("esclave", "lotus")}


def list_scorings_of_variant(variant_id: str) -> tuple[str, ...]:
    """Return the ids of the scorings that can be chosen with a variant, the usual one first."""
    own = _SHARED_SCORINGS.get(variant_id, (variant_id,))
    return own if VARIANTS[variant_id].ending_condition == "closed" else (*own, *LEAGUE_SCORINGS)


ENSLAVED_STEPS = tuple(f"esc-4-{step}" for step in range(1, 7))
RISING_STEPS = tuple(f"nec-3-{step}" for step in range(1, 8))
REJOINING_STEPS = tuple(f"rsp-{step}" for step in range(1, 5))
"""Catalogue keys of what defeated players do (ESC-4, NEC-3, RSP-1)."""

LEAVING_STEPS = ("tab-16-1", "tab-16-2", "tab-16-3", "tab-17", "tab-18")
"""Catalogue keys of what the table does when a player leaves (TAB-16 to TAB-18)."""

RULES_ON_LEAVING = ("TAB-16",)
"""Ids of the rules that say what the table does when a player leaves."""

RULES_ON_FOLLOWING = ("ESC-8", "ESC-D15")
"""Ids of the rules on servants who follow their beaten master to a new one."""

RESTARTING = ("esc-50-1", "esc-50-2", "esc-50-3", "esc-50-4")
"""Catalogue keys of what everybody does when Karn Liberated restarts the game (ESC-50)."""

SUBGAMES = {"shahrazad": "esc-51", "enter-the-dungeon": "esc-52", "countdown": "esc-53"}
"""Catalogue keys of how each subgame starts (ESC-51 to ESC-53)."""


_SOLO_TURN_STEPS = frozenset({"nec-3-7", "rsp-3"})
"""Steps that only variants with solo turns have."""


def list_instruction_keys_for_beaten_players(variant: Variant) -> tuple[str, ...]:
    """Return the translation keys of the instructions for beaten players."""
    steps = _list_instructions_for_beaten_players(variant)
    return tuple(step for step in steps if variant.solo_turns or step not in _SOLO_TURN_STEPS)


def _list_instructions_for_beaten_players(variant: Variant) -> tuple[str, ...]:
    match variant.loser_becomes:
        case "servant":
            return ENSLAVED_STEPS if variant.team_is_one_side else RISING_STEPS
        case "rejoins":
            return REJOINING_STEPS
        case "out":
            return LEAVING_STEPS


def list_rules_on_defeated_players(variant: Variant) -> tuple[str, ...]:
    """Return the ids of the rules about what beaten players must do and when they may act again."""
    match variant.loser_becomes:
        case "servant":
            return ("ESC-4", "ESC-7", "ESC-D15") if variant.team_is_one_side else ("NEC-3", "NEC-5", "NEC-6")
        case "rejoins":
            return ("RSP-1", "RSP-2")
        case "out":
            return RULES_ON_LEAVING


IMPOSSIBLE_ANSWERS: Mapping[str, Callable[[Variant], bool]] = {
    "side-servants": lambda v: v.team_is_one_side and not v.has_servants,
    "side-simple": lambda v: v.team_is_one_side and v.responsibility == "simple",
    "side-stay": lambda v: v.team_is_one_side and v.servants_of_loser == "stay",
    "side-masterless": lambda v: v.team_is_one_side and v.nobody_responsible == "masterless",
    "side-life": lambda v: v.team_is_one_side and v.life_after != "team",
    "side-turns": lambda v: v.team_is_one_side and v.solo_turns > 0,
    "esclave-sides": lambda v: v.responsibility == "esclave" and not v.team_is_one_side,
    "life-sides": lambda v: v.life_after == "team" and not v.team_is_one_side,
    "masterless-servants": lambda v: v.nobody_responsible == "masterless" and not v.has_servants,
    "chooses-servants": lambda v: v.nobody_responsible == "loser_chooses" and not v.has_servants,
    "win-servants": lambda v: v.servants_win_with_master and not v.has_servants,
    "closed-points": lambda v: v.ending_condition == "closed" and v.points.per_defeat <= 0,
    "points-closed": lambda v: v.ending_condition != "closed" and v.points.per_defeat != 0,
    "places-rise": lambda v: [*v.points.places] != sorted(v.points.places, reverse=True),
}
"""Reasons why answers exclude each other; each has a text `impossible-<name>`."""

IMPOSSIBLE_AT_TABLE: Mapping[str, Callable[[Variant, TableFormat], bool]] = {
    "servants-teams": lambda v, table: v.has_servants and table.sides != "alone",
    "rejoins-teams": lambda v, table: v.loser_becomes == "rejoins" and has_fixed_teams(table),
    "esclave-grand-melee": lambda v, table: v.team_is_one_side and table.markers,  # ESC-D19
}
"""Reasons why answers and a table exclude each other; each has a text `impossible-<name>`."""


def find_variant_problems(variant: Variant, table_format: TableFormat | None = None) -> Iterator[str]:
    """Yield the reasons why a variant cannot be played, either at all or at this table format."""
    yield from (reason for reason, holds in IMPOSSIBLE_ANSWERS.items() if holds(variant))
    if table_format is not None:
        yield from (reason for reason, holds in IMPOSSIBLE_AT_TABLE.items() if holds(variant, table_format))


# The questions


AnswerValue = str | int | bool | None

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
"""The field of `Variant` for each question. VAR-8 has none: its answer follows from VAR-1."""

POINTS: Sequence[str] = tuple(field.name for field in fields(Scoring))
"""The fields of `Scoring`, which answer VAR-14."""

PLACES = "places"
"""The field of `Scoring` that is a list of numbers."""


def list_variant_field_values(variant_field_name: str) -> Sequence[AnswerValue]:
    """Return the possible values of a variant's field.

    For bonus points by place, these are the values of one place.
    """
    return _VALUES_BY_FIELD[variant_field_name]


def list_variant_field_values_for_menu(field_name: str) -> list[AnswerValue]:
    """Return the possible values of a variant's field, in the order of a select menu.

    Numbers are left out if one menu cannot hold all values.
    """
    some = _VALUES_BY_FIELD[field_name]
    return [value for value in some if len(some) <= _MENU_SIZE or not _is_decimal_number(value)]


_MENU_SIZE = 25  # options of one menu


def is_variant_question_relevant(question_number: int, variant: Variant) -> bool:
    """Return True if a question that defines a variant matters, given the variant's other answers."""
    match question_number:
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


def list_variant_differences(variant: Variant, compared_variant: Variant) -> list[int]:
    return [n for n, name in QUESTIONS.items() if getattr(variant, name) != getattr(compared_variant, name)]


def find_closest_builtin_variant(variant: Variant) -> str:
    return min(VARIANTS, key=lambda name: len(list_variant_differences(VARIANTS[name], variant)))


# All answers as a short code

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def encode_variant(variant: Variant) -> str:
    """Return a variant's answers as a code that is short enough for a button's custom id.

    The code is a number in base 36. Its mixed-radix digits are the positions of the answers among their possible
    values. The answers in `_LATER_VALUES` come first and have the position 0 unless they are set, so that they change
    no code from before they existed.
    """
    given = {**asdict(variant), **asdict(variant.points)}
    places = given[PLACES]
    later = [given["per_beat"], given["at_most"], *places, *[None] * (MAX_PLACES - len(places))]
    number = 0
    for value, possible in zip(later, _LATER_VALUES, strict=True):
        number = number * len(possible) + possible.index(value)
    for name, possible in _CODED_VALUES.items():
        number = number * len(possible) + possible.index(given[name])
    code = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        code = _DIGITS[digit] + code
    return code or "0"


def decode_variant_code(code: str) -> Variant:
    """Return the variant for a code. Raises `ValueError` if no variant has this code."""
    number = int(code, len(_DIGITS))
    found: dict[str, AnswerValue] = {}
    for name, possible in reversed(_CODED_VALUES.items()):
        number, place = divmod(number, len(possible))
        found[name] = possible[place]
    later: list[AnswerValue] = []
    for possible in reversed(_LATER_VALUES):
        number, place = divmod(number, len(possible))
        later.insert(0, possible[place])
    if number:
        raise ValueError(code)
    per_beat, at_most, *slots = later
    places = [points for points in slots if points is not None]
    if slots[: len(places)] != places:
        raise ValueError(code)
    points = {name: found.pop(name) for name in POINTS if name in found}
    more = {"per_beat": per_beat, "at_most": at_most, PLACES: places}
    return convert({**found, "points": {**points, **more}}, Variant)


def _is_decimal_number(value: AnswerValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _list_values_of_type(field_type: inspect.Type) -> tuple[AnswerValue, ...]:
    match field_type:
        case inspect.LiteralType(values=found):
            return found
        case inspect.BoolType():
            return (True, False)
        case inspect.NoneType():
            return (None,)
        case inspect.IntType(ge=int(low), le=int(high)):
            return tuple(range(low, high + 1))
        case inspect.VarTupleType(item_type=field_type):
            return _list_values_of_type(field_type)
        case inspect.Metadata(type=field_type):
            return _list_values_of_type(field_type)
        case inspect.UnionType(types=kinds):
            return tuple(value for each in kinds for value in _list_values_of_type(each))
        case _:
            raise TypeError(field_type)


def _list_field_types(struct_class: type) -> dict[str, inspect.Type]:
    shape = inspect.type_info(struct_class)
    assert isinstance(shape, inspect.StructType)
    return {field.name: field.type for field in shape.fields}


_VALUES_BY_FIELD: Mapping[str, tuple[AnswerValue, ...]] = {
    name: _list_values_of_type(kind)
    for name, kind in {**_list_field_types(Variant), **_list_field_types(Scoring)}.items()
    if name != "points"
}
"""Possible values of each field, in the order of the fields."""

# Codes on live boards depend on the order of everything below.

_LATER_FIELDS = ("per_beat", "at_most", PLACES)

_CODED_VALUES = {n: v for n, v in _VALUES_BY_FIELD.items() if n not in _LATER_FIELDS}
"""Possible values of the answers that the first codes had."""


def _move_value_to_front(first_value: AnswerValue, all_values: Sequence[AnswerValue]) -> tuple[AnswerValue, ...]:
    return first_value, *(value for value in all_values if value != first_value)


_LATER_VALUES = (
    _move_value_to_front(0, _VALUES_BY_FIELD["per_beat"]),
    _move_value_to_front(None, _VALUES_BY_FIELD["at_most"]),
    *[(None, *_VALUES_BY_FIELD[PLACES])] * MAX_PLACES,
)
"""Possible values of the later answers, the usual one first; each place has one of its own."""
