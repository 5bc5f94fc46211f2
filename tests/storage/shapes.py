"""Any value that a struct's annotations allow, for Hypothesis; whether the rules would or not."""

from functools import cache
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect

from bot.rulebooks import EVENTS
from bot.rules.commands_and_events import Event

BASES = {base for kind in EVENTS for base in kind.__mro__ if issubclass(base, Event)} - {*EVENTS}
"""The base classes of events, which have no tag: a value of one says nothing."""

WORDS = st.text(min_size=1, max_size=8)


@cache
def any_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type as msgspec reads it."""
    return _values(inspect.type_info(kind))


def _values(shape: inspect.Type) -> st.SearchStrategy[Any]:
    match shape:
        case inspect.StructType():
            assert shape.cls not in BASES, f"{shape.cls} would be read as an empty event"
            return _structs(shape)
        case inspect.UnionType():
            return st.one_of([_values(part) for part in shape.types])
        case inspect.VarTupleType():
            least = shape.min_length or 0
            return st.lists(_values(shape.item_type), min_size=least, max_size=2).map(tuple)
        case inspect.TupleType():
            return st.tuples(*(_values(part) for part in shape.item_types))
        case inspect.DictType():
            keys, values = _values(shape.key_type), _values(shape.value_type)
            return st.dictionaries(keys, values, max_size=2)
        case inspect.LiteralType():
            return st.sampled_from(shape.values)
        case inspect.IntType():
            least = shape.ge if shape.ge is not None else -(2**31)
            return st.integers(least, shape.le if shape.le is not None else 2**31)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType():
            return WORDS
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.Metadata():
            return _values(shape.type)
        case _:
            raise TypeError(f"no example is known of {shape}")


_known: dict[type[msgspec.Struct], st.SearchStrategy[msgspec.Struct]] = {}


def _structs(shape: inspect.StructType) -> st.SearchStrategy[msgspec.Struct]:
    if shape.cls not in _known:
        fields = {field.name: _values(field.type) for field in shape.fields}
        _known[shape.cls] = st.builds(shape.cls, **fields)
    return _known[shape.cls]
