"""Who is in an event: found by the types of its fields, so that no new field is forgotten."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from bot.rules.facts import Player

S = TypeVar("S", bound=Struct)

Rename = Callable[[Player], Player]

_Walk = Callable[[Any, Rename], Any]
"""Makes a value anew with its players renamed."""


def renamed(event: S, rename: Rename) -> S:
    """The event with every player in it called what `rename` makes of them."""
    again: S = _of_struct(type(event))(event, rename)
    return again


def players_in(event: Struct) -> set[Player]:
    """Everybody whom the event names."""
    found = set[Player]()

    def note(player: Player) -> Player:
        found.add(player)
        return player

    renamed(event, note)
    return found


@cache
def _of_struct(kind: type[Struct]) -> _Walk:
    hints = msgspec.structs.fields(kind)
    walks = {field.name: walk for field in hints if (walk := _of_type(field.type))}
    return lambda struct, rename: replace(
        struct, **{name: walk(getattr(struct, name), rename) for name, walk in walks.items()}
    )


def _of_type(kind: Any) -> _Walk | None:
    return _of(inspect.type_info(kind))


def _of(shape: inspect.Type) -> _Walk | None:
    """What renames the players in values of this shape; None where there can be none."""
    match shape:
        case inspect.Metadata(extra={"player": True}):
            return lambda player, rename: rename(player)
        case inspect.Metadata():
            return _of(shape.type)
        case inspect.StructType():
            return _of_struct(shape.cls)
        case inspect.UnionType():
            return _of_union(shape)
        case inspect.VarTupleType():
            each = _of(shape.item_type)
            return each and (lambda items, rename: tuple(each(item, rename) for item in items))
        case inspect.TupleType():
            return _of_tuple(shape)
        case inspect.DictType():
            key, value = (_of(part) or _as_it_is for part in (shape.key_type, shape.value_type))
            return lambda items, rename: {
                key(k, rename): value(v, rename) for k, v in items.items()
            }
        case inspect.StrType() | inspect.IntType() | inspect.BoolType() | inspect.LiteralType():
            return None
        case inspect.NoneType():
            return None
        case _:
            raise TypeError(f"nobody knows where the players are in {shape}")


def _of_union(shape: inspect.UnionType) -> _Walk | None:
    if all(isinstance(part, inspect.StructType) for part in shape.types):
        return renamed
    walks = [walk for part in shape.types if (walk := _of(part))]
    if not walks:
        return None
    if len(shape.types) != 2 or not shape.includes_none:
        raise TypeError(f"nobody knows where the players are in {shape}")
    [walk] = walks
    return lambda value, rename: None if value is None else walk(value, rename)


def _of_tuple(shape: inspect.TupleType) -> _Walk:
    walks = [_of(part) or _as_it_is for part in shape.item_types]
    return lambda items, rename: tuple(
        walk(item, rename) for walk, item in zip(walks, items, strict=True)
    )


def _as_it_is(value: Any, _: Rename) -> Any:
    return value
